"""`tf.compat.v2`: the names of `tf`."""

from __future__ import annotations

from typing import Any

import labora_tf as _tf


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(_tf, name)


def __dir__() -> list[str]:
    return dir(_tf)
