"""`tf.keras.preprocessing`: data for models, as in Keras 2."""

from __future__ import annotations

from typing import Any

from . import image, sequence, text

__all__ = ["image", "sequence", "text"]


def __getattr__(name: str) -> Any:
    if name.endswith(("_from_directory", "_from_array")):
        from .. import utils

        return getattr(utils, name)
    raise AttributeError(f"module 'tensorflow.keras.preprocessing' has no attribute {name!r}")
