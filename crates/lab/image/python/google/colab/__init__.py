"""Colab's module for notebooks, as far as a laboratory of one's own has its parts.

Kernels load it as an extension of IPython, as in Colab: it brings `%tensorflow_version`, `%shell` and `%%shell`.
"""

import sys

from google.colab import auth, data_table, drive, errors, files, output, runtime, userdata

__all__ = ["auth", "data_table", "drive", "errors", "files", "output", "runtime", "userdata"]

# Parts of Colab's module that are not here, and why.
_GOOGLE = "it is a service of Google, which this laboratory does not call"
_ABSENT = {
    "ai": _GOOGLE,
    "autoviz": "it draws with services of Colab's page; use Matplotlib",
    "html": "its pages reach the runtime through Colab's proxy",
    "sheets": _GOOGLE,
    "snippets": "they are parts of Colab's page",
    "sql": _GOOGLE,
    "syntax": "Colab's editor alone reads its marks",
    "widgets": "they are drawn by Colab's page; use ipywidgets",
}


class _Absent:
    """Says of an absent part why it is, instead of that there is no such module."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        package, _, part = name.rpartition(".")
        if package == __name__ and part in _ABSENT:
            raise ImportError(f"{name} is not here: {_ABSENT[part]}.", name=name)


# Nothing else has found it then.
sys.meta_path.append(_Absent)


def __getattr__(name):
    if name in _ABSENT:
        _Absent.find_spec(f"{__name__}.{name}")
    raise AttributeError(f"module 'google.colab' has no attribute {name!r}")


def load_ipython_extension(ipython):
    """Called by IPython when a kernel starts."""
    from google.colab import _magics

    _magics.register(ipython)
