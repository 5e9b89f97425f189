"""The part of TensorFlow that notebooks for TPUs use, on Keras 3 and its backend.

    import labora_tf as tf

In the laboratory `import tensorflow` gives this package where TensorFlow itself is not installed. Tensors are
the arrays of Keras's backend. Names are resolved when they are first used: a namespace (`tf.nn`) is a module
of this package, a name at the root (`tf.reshape`) is one of the modules in `_ROOT`.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from typing import Any

# Sets what Keras and its backend read when they are imported.
from labora_tf import _environment as _environment  # isort: skip

import keras as _keras

from labora_tf import _glue as _glue

__version__ = "2.19.0"
VERSION = "1.12.0"
GIT_VERSION = COMPILER_VERSION = "labora"

# Modules whose public names are names of `tf` itself: those in the module's `_AT_ROOT`, or else in its
# `__all__`.
# The first that has a name gives it.
_ROOT = (
    "dtypes",
    "_tensor",
    "_variable",
    "_tape",
    "_function",
    "_control_flow",
    "_array_ops",
    "math",
    "linalg",
    "session",
    "_root",
    "_root_io",
)

# Namespaces that are another module here.
_ALIASES = {
    "metrics": "keras.metrics",
    "optimizers": "keras.optimizers",
    "initializers": "keras.initializers",
    "_api": "compat",
}

newaxis = None

_at_root: dict[str, frozenset[str]] = {}


def _has_module(name: str) -> bool:
    full_name = f"{__name__}.{name}"
    if full_name in sys.modules:
        return True
    try:
        return importlib.util.find_spec(full_name) is not None
    except ModuleNotFoundError:
        return False


def _names_at_root(module_name: str) -> frozenset[str]:
    """The names of `tf` that this module has."""
    if module_name not in _at_root:
        if not _has_module(module_name):
            return frozenset()
        module = importlib.import_module(f"{__name__}.{module_name}")
        names = getattr(module, "_AT_ROOT", None)
        if names is None:
            names = getattr(module, "__all__", ())
        _at_root[module_name] = frozenset(names)
    return _at_root[module_name]


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return __dir__()
    if name.startswith("__"):
        raise AttributeError(f"module 'tensorflow' has no attribute '{name}'")
    if _has_module(name):
        return importlib.import_module(f"{__name__}.{name}")
    for module_name in _ROOT:
        if name in _names_at_root(module_name):
            value = getattr(sys.modules[f"{__name__}.{module_name}"], name)
            globals()[name] = value
            return value
    if name in _ALIASES and _has_module(_ALIASES[name]):
        module = importlib.import_module(f"{__name__}.{_ALIASES[name]}")
        globals()[name] = module
        return module
    if _has_module("_names"):
        missing = getattr(importlib.import_module(f"{__name__}._names"), "missing", None)
        if missing is not None:
            raise missing("tf", name)
    raise AttributeError(f"module 'tensorflow' has no attribute '{name}'")


def __dir__() -> list[str]:
    names = set(globals()) - {"Any", "annotations", "importlib", "os", "sys"}
    for module_name in _ROOT:
        names |= _names_at_root(module_name)
    for entry in os.scandir(os.path.dirname(__file__)):
        stem = entry.name.removesuffix(".py")
        if not stem.startswith("_") and (entry.is_dir() or entry.name.endswith(".py")):
            names.add(stem)
    return sorted(name for name in names if not name.startswith("_"))


def _announce() -> None:
    """One line on standard error: what this `tensorflow` is."""
    print(
        f"tensorflow: Labora's, on Keras {_keras.__version__} ({_keras.backend.backend()}); "
        "names that are not there say so",
        file=sys.stderr,
    )


_placement = importlib.import_module(f"{__name__}._placement")
_placement.install()
importlib.import_module(f"{__name__}._host_ops").install()
_announce()
