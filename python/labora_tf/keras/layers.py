"""`tf.keras.layers`: Keras's, and those that it dropped."""

from __future__ import annotations

import sys
import types
from typing import Any

import keras

from . import _mirror

try:  # noqa: SIM105
    from .._text_layers import IntegerLookup, StringLookup, TextVectorization  # noqa: F401
except ImportError:  # Where their module is not there.
    pass
_mirror.fill(globals(), "layers")
__path__: list[str] = []


def CuDNNLSTM(units: int, **kwargs: Any) -> Any:  # noqa: N802
    """`LSTM` with `recurrent_activation="sigmoid"`."""
    return keras.layers.LSTM(units, recurrent_activation="sigmoid", **kwargs)


def CuDNNGRU(units: int, **kwargs: Any) -> Any:  # noqa: N802
    """`GRU` with `recurrent_activation="sigmoid"`, the gate after the product."""
    return keras.layers.GRU(units, recurrent_activation="sigmoid", reset_after=True, **kwargs)


class ThresholdedReLU(keras.layers.Layer):
    """`x` where it is above `theta`, else 0."""

    def __init__(self, theta: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.theta = float(theta)

    def call(self, inputs: Any) -> Any:
        return inputs * keras.ops.cast(inputs > self.theta, inputs.dtype)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "theta": self.theta}


class DenseFeatures(keras.layers.Layer):
    """Refused: feature columns."""

    def __init__(self, *_: Any, **__: Any) -> None:
        raise NotImplementedError("tf.keras.layers.DenseFeatures: use keras.utils.FeatureSpace")


def _preprocessing() -> types.ModuleType:
    names = [
        "CategoryEncoding", "CenterCrop", "Discretization", "Hashing", "IntegerLookup", "Normalization",
        "RandomContrast", "RandomCrop", "RandomFlip", "RandomHeight", "RandomRotation", "RandomTranslation",
        "RandomWidth", "RandomZoom", "Rescaling", "Resizing", "StringLookup", "TextVectorization",
    ]  # fmt: skip
    module = types.ModuleType(f"{__name__}.experimental.preprocessing", "Layers that prepare data.")
    for name in names:
        if name in globals():
            setattr(module, name, globals()[name])
    return module


experimental = types.ModuleType(f"{__name__}.experimental", "`tf.keras.layers.experimental`.")
experimental.__path__ = []
experimental.preprocessing = _preprocessing()  # type: ignore[attr-defined]
experimental.SyncBatchNormalization = keras.layers.BatchNormalization  # type: ignore[attr-defined]
experimental.EinsumDense = keras.layers.EinsumDense  # type: ignore[attr-defined]
sys.modules[experimental.__name__] = experimental
sys.modules[experimental.preprocessing.__name__] = experimental.preprocessing
SyncBatchNormalization = keras.layers.BatchNormalization
__all__ = [name for name in _mirror.star(globals()) if name != "Any"]
