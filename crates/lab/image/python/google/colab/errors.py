"""`google.colab.errors`: what Colab's functions raise."""


class Error(Exception):
    """Any error of Colab's module."""


class AuthorizationError(Error):
    """An account of Google cannot be used."""


class RuntimeManagementError(Error):
    """The runtime cannot be ended."""


class WidgetException(Exception):
    """A widget of Colab fails."""
