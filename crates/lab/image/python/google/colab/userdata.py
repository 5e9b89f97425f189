"""`google.colab.userdata`: secrets of the user that are in no notebook.

They are what the settings of the page have in the section `secrets`, as the runtime was started.
"""

import json
import os
import pathlib


class SecretNotFoundError(Exception):
    """There is no secret of that name."""

    def __init__(self, key):
        super().__init__(f"Secret {key} does not exist: Runtime > Secrets adds one; then restart the runtime.")


class NotebookAccessError(Exception):
    """Colab's error for a notebook without access: here all notebooks of a user have it."""


class TimeoutException(Exception):
    """Colab's error for a page that does not answer."""


def get(key):
    """The secret of a name.

    Raises:
        SecretNotFoundError: there is none.
    """
    file = pathlib.Path(os.environ["LABORA_RUNTIME_FOLDER"]) / "secrets.json"
    secrets = json.loads(file.read_text()) if file.exists() else {}
    if not isinstance(secrets.get(key), str):
        raise SecretNotFoundError(key)
    return secrets[key]
