"""`tensorflow.python`: names that people import from TensorFlow's inside."""

from __future__ import annotations

import importlib
from typing import Any

_MODULES = ("client", "data", "eager", "framework", "keras", "lib", "ops", "platform", "tpu", "training")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(
        f"module 'tensorflow.python' has no attribute {name!r}; Labora has {', '.join(_MODULES)}"
    )
