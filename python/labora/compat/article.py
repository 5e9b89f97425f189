"""`import tensorflow` as the package `labora_tf`, outside of the laboratory.

    import labora.compat.article
    labora.compat.article.install()         # before the first cell; refuses if TensorFlow is installed

Then `import tensorflow` gives `labora_tf` to all modules of the process. In the laboratory's notebooks with a TPU it
does so for the user's own code without this module. If the variable `COLAB_TPU_ADDR` names a worker (`labora worker`)
as `HOST:PORT`, the cores are the worker's; else they are those of this process. `LABORA_WORKER_TOKEN` has the worker's
token.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import types
from typing import Any

_STAND_IN = "labora_tf"

if not os.environ.get("COLAB_TPU_ADDR"):
    # JAX reads it when it is imported; the CPU is the one that models are on.
    os.environ.setdefault("JAX_PLATFORMS", "labora,cpu")


def __getattr__(name: str) -> Any:
    return getattr(importlib.import_module(_STAND_IN), name)


def _module(name: str) -> types.ModuleType:
    """The stand-in's module for one of TensorFlow: a file, or an attribute that is a module."""
    path = _STAND_IN + name.removeprefix("tensorflow")
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError as error:
        parent, _, last = path.rpartition(".")
        found = getattr(sys.modules.get(parent) or _module("tensorflow" + parent.removeprefix(_STAND_IN)), last, None)
        if error.name != path or not isinstance(found, types.ModuleType):
            raise
        return found


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, fullname: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if fullname.partition(".")[0] != "tensorflow":
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def exec_module(self, module: types.ModuleType) -> None:
        # Python takes the module that stands here afterwards.
        sys.modules[module.__name__] = _module(module.__name__)


def install() -> None:
    """Makes `labora_tf` what `import tensorflow` finds.

    Raises:
        ImportError: TensorFlow is installed; use it, or `import labora_tf as tf`.
    """
    # A runtime with a TPU gives it to the user's own code already, and to no library.
    is_runtime = hasattr(sys.modules.get("sitecustomize"), "NEEDS_TENSORFLOW") and os.environ.get("TPU_NAME")
    if is_runtime or any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    if importlib.util.find_spec("tensorflow") is not None:
        raise ImportError("TensorFlow is installed: write `import labora_tf as tf` instead of install()")
    importlib.import_module(_STAND_IN)
    # Keras looks for TensorFlow when it is first needed, and shall go on without it.
    lazy = vars(importlib.import_module("keras.src.utils.module_utils"))
    for module in lazy.values():
        getattr(module, "available", None)
    sys.meta_path.insert(0, _Finder())
