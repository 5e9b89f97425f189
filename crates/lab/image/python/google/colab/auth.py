"""`google.colab.auth`: there is no account of Google here, and notebooks that ask for one go on."""

_TEXT = (
    "No account of Google was asked for: this laboratory has none, and its drive and files need none. A library that "
    "calls Google's services needs credentials of its own, such as the file GOOGLE_APPLICATION_CREDENTIALS names."
)


def authenticate_user(clear_output=True, project_id=None):
    """Says that nothing was done. The arguments are Colab's and change nothing."""
    print(_TEXT)


def authenticate_service_account(clear_output=True):
    """Says that nothing was done. The argument is Colab's and changes nothing."""
    print(_TEXT)
