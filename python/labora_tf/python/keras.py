"""`tensorflow.python.keras`: `tf.keras`."""

from __future__ import annotations

import sys
from typing import Any

from .. import keras as _keras

__path__: list[str] = []
_HERE, _THERE = __name__, _keras.__name__
for _name, _module in list(sys.modules.items()):
    if _name.startswith(f"{_THERE}.") and not _name.removeprefix(f"{_THERE}.").startswith("_"):
        sys.modules[f"{_HERE}{_name.removeprefix(_THERE)}"] = _module


def _others() -> None:
    """Modules of `tf.keras` that nobody imported yet, and inner ones of TensorFlow that people name."""
    for name in ("applications", "backend", "callbacks", "estimator", "experimental", "layers", "losses",
                 "metrics", "mixed_precision", "models", "optimizers", "preprocessing", "utils",
                 "wrappers"):  # fmt: skip
        sys.modules[f"{_HERE}.{name}"] = getattr(_keras, name)
    for name in ("image", "sequence", "text"):
        sys.modules[f"{_HERE}.preprocessing.{name}"] = getattr(_keras.preprocessing, name)
    for name in (
        "core",
        "convolutional",
        "pooling",
        "recurrent",
        "normalization",
        "merge",
        "embeddings",
        "wrappers",
    ):
        sys.modules[f"{_HERE}.layers.{name}"] = _keras.layers
    for name in ("data_utils", "np_utils", "generic_utils", "vis_utils", "layer_utils", "tf_utils"):
        sys.modules[f"{_HERE}.utils.{name}"] = _keras.utils
    sys.modules[f"{_HERE}.engine"] = _keras
    for name in ("base_layer", "training", "topology", "network", "input_layer", "input_spec"):
        sys.modules[f"{_HERE}.engine.{name}"] = _keras


_others()


def __getattr__(name: str) -> Any:
    return getattr(_keras, name)
