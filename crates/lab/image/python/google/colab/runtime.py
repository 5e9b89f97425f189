"""`google.colab.runtime`: the end of the runtime."""


def unassign():
    """Lets the page delete the runtime, as its menu Runtime does: what is outside of the drive is erased.

    Without an open page nothing happens.
    """
    from google.colab.files import _open

    _open({"action": "unassign"})
