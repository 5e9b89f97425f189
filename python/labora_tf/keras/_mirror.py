"""Modules `tf.keras.*` with the names of Keras's own; files of this folder add what TensorFlow 2 and 2018 had
more."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
import types
from typing import Any

_ROOTS = ("keras._tf_keras.keras", "keras")
_HERE = "labora_tf.keras"


def _sources(name: str) -> list[types.ModuleType]:
    """Keras's modules of a name (`applications.resnet50`), the one for users of `tf.keras` first."""
    found = []
    for root in _ROOTS:
        full = f"{root}.{name}" if name else root
        try:
            found.append(importlib.import_module(full))
        except ImportError:
            continue
    return found


def members(name: str) -> dict[str, Any]:
    """The public names of a module of Keras that are no modules."""
    names: dict[str, Any] = {}
    for source in reversed(_sources(name)):
        public = {k: v for k, v in vars(source).items() if not k.startswith("_")}
        names.update({k: v for k, v in public.items() if not isinstance(v, types.ModuleType)})
    return names


def _submodules(name: str) -> set[str]:
    found = set()
    for source in _sources(name):
        if hasattr(source, "__path__"):
            found |= {
                info.name for info in pkgutil.iter_modules(source.__path__) if not info.name.startswith("_")
            }
    return found - {"src", "api_export"}


def fill(namespace: dict[str, Any], name: str) -> None:
    """Gives a module's namespace the names of Keras's module, and an error that names `tf.keras` for other
    names."""
    found = members(name)
    for key, value in found.items():
        namespace.setdefault(key, value)
    submodules = _submodules(name)
    title = f"tensorflow.keras.{name}" if name else "tensorflow.keras"

    def missing(attribute: str) -> Any:
        own = f"{_HERE}.{name}.{attribute}" if name else f"{_HERE}.{attribute}"
        if (
            attribute in submodules
            or own in sys.modules
            or (not attribute.startswith("_") and _has_file(own))
        ):
            return module(f"{name}.{attribute}" if name else attribute)
        if attribute.startswith("__"):
            raise AttributeError(f"module {title!r} has no attribute {attribute!r}")
        raise _unknown(title, name, attribute)

    namespace["__getattr__"] = missing
    namespace["__dir__"] = lambda: sorted({k for k in namespace if not k.startswith("_")} | submodules)


def _unknown(title: str, name: str, attribute: str) -> Exception:
    try:
        from .._names import missing
    except ImportError:
        return AttributeError(f"module {title!r} has no attribute {attribute!r}")
    return missing(f"tf.keras.{name}" if name else "tf.keras", attribute)


def _has_file(full_name: str) -> bool:
    try:
        return importlib.util.find_spec(full_name) is not None
    except (ModuleNotFoundError, ValueError):
        return False


def module(name: str) -> types.ModuleType:
    """The module `tf.keras.NAME`: the file of this folder, or one made of Keras's names."""
    full = f"{_HERE}.{name}"
    if full in sys.modules:
        return sys.modules[full]
    if _has_file(full):
        return importlib.import_module(full)
    made = types.ModuleType(full, f"`tf.keras.{name}`, which is Keras's.")
    made.__path__ = []
    sys.modules[full] = made
    fill(vars(made), name)
    made.__all__ = [key for key in vars(made) if not key.startswith("_")]
    parent, _, last = name.rpartition(".")
    setattr(module(parent) if parent else sys.modules[_HERE], last, made)
    return made


def star(namespace: dict[str, Any]) -> list[str]:
    """What `from tensorflow.keras.NAME import *` gives: every public name that is no module."""
    return [
        key
        for key, value in namespace.items()
        if not key.startswith("_") and not isinstance(value, types.ModuleType) and key != "annotations"
    ]


def build() -> None:
    """Makes modules of all of Keras's, so that `import tensorflow.keras.applications.vgg16` finds one."""
    for name in sorted(_submodules("")):
        if _has_file(f"{_HERE}.{name}"):
            continue
        module(name)
        for inner in sorted(_submodules(name)):
            module(f"{name}.{inner}")
