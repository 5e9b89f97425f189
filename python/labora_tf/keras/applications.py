"""`tf.keras.applications`: Keras's. Without a network weights have to be there already; the error says
where."""

from __future__ import annotations

import functools
import os
import re
import sys
import types
from collections.abc import Callable
from typing import Any

from . import _mirror


def _told(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that makes a model, with an error that says what to do without a network."""

    @functools.wraps(function)
    def make(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            found = re.search(r"URL fetch failure on (\S+?):? ", str(error))
            if not found:
                raise
            url = found.group(1).rstrip(":")
            folder = os.path.join(os.path.expanduser("~"), ".keras", "models")
            raise OSError(
                f"The weights of {function.__name__} are not here and {url} cannot be reached. Put the "
                f"file into "
                f"{folder}, give its path as `weights=`, or take `weights=None` (random weights)."
            ) from error

    return make


def _wrap(module: types.ModuleType | dict[str, Any]) -> None:
    namespace = module if isinstance(module, dict) else vars(module)
    for name, value in list(namespace.items()):
        if isinstance(value, types.FunctionType) and name[0].isupper():
            namespace[name] = _told(value)


__path__: list[str] = []
_mirror.fill(globals(), "applications")
_wrap(globals())
for _name in sorted(_mirror._submodules("applications")):
    if f"{__name__}.{_name}" not in sys.modules:
        _module = _mirror.module(f"applications.{_name}")
        _wrap(_module)
        _module.__name__ = f"{__name__}.{_name}"
        globals()[_name] = _module
for _old, _new in (("resnet_v1", "resnet"), ("nasnet_mobile", "nasnet")):
    if _new in globals():
        sys.modules[f"{__name__}.{_old}"] = globals()[_new]
__all__ = [name for name in _mirror.star(globals()) if name not in ("Any", "Callable")]
