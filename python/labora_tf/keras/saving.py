"""`tf.keras.saving`: Keras's; files are told by their content."""

from __future__ import annotations

from . import _mirror
from ._saving import load_model as load_model  # noqa: F401
from ._saving import save as save_model  # noqa: F401

_mirror.fill(globals(), "saving")
__all__ = [*_mirror.star(globals())]
