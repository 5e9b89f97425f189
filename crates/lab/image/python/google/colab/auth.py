"""`google.colab.auth`: there is no account of Google here, and notebooks that ask for one go on."""

import json
import os

# Where Colab leaves the credentials. Notebooks of 2018 read them, and hand them to the TPU.
_CREDENTIALS = "/content/adc.json"

_TEXT = (
    "No account of Google was asked for: this laboratory has none, and its drive and files need none. A library that "
    "calls Google's services needs credentials of its own, such as the file GOOGLE_APPLICATION_CREDENTIALS names."
)


def authenticate_user(clear_output=True, project_id=None):
    """Says that nothing was done, and leaves a file of credentials that are none. The arguments change nothing."""
    print(_TEXT)
    if os.path.isdir(os.path.dirname(_CREDENTIALS)) and not os.path.exists(_CREDENTIALS):
        with open(_CREDENTIALS, "w") as file:
            json.dump({"type": "none"}, file)


def authenticate_service_account(clear_output=True):
    """Says that nothing was done. The argument is Colab's and changes nothing."""
    print(_TEXT)
