"""`tf.contrib` of TensorFlow 1: what people use for TPUs. Everything else of it is refused by name."""

from __future__ import annotations

import importlib
from typing import Any

_MODULES = ("tpu", "cluster_resolver", "distribute", "eager", "data", "cloud")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    if name.startswith("__"):
        raise AttributeError(name)
    from ..errors import NotInLabora

    raise NotInLabora(
        f"tf.contrib.{name} is not in Labora: of tf.contrib there is {', '.join(_MODULES)}"
    )


def __dir__() -> list[str]:
    return list(_MODULES)
