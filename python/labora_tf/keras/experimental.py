"""`tf.keras.experimental`."""

from __future__ import annotations

from typing import Any

from . import optimizers
from .layers import *  # noqa: F403
from .optimizers import *  # noqa: F403

CosineDecay = optimizers.schedules.CosineDecay
CosineDecayRestarts = optimizers.schedules.CosineDecayRestarts


def export_saved_model(*_: Any, **__: Any) -> None:
    """Refused: SavedModels."""
    raise NotImplementedError("tf.keras.experimental.export_saved_model: save with model.save('name.keras')")


def load_from_saved_model(*_: Any, **__: Any) -> None:
    """Refused: SavedModels."""
    raise NotImplementedError(
        "tf.keras.experimental.load_from_saved_model: SavedModels cannot be read; use .keras or .h5"
    )
