"""`tf.layers` of TensorFlow 1: the classes are Keras's; the functions, which made variables in a graph,
are refused.
"""

from __future__ import annotations

from typing import Any

import keras

_CLASSES = (
    "AveragePooling1D AveragePooling2D AveragePooling3D BatchNormalization Conv1D Conv2D Conv2DTranspose "
    "Conv3D "
    "Conv3DTranspose Dense Dropout Flatten InputSpec Layer MaxPooling1D MaxPooling2D MaxPooling3D "
    "SeparableConv1D "
    "SeparableConv2D"
).split()
_FUNCTIONS = {
    "average_pooling1d": "AveragePooling1D",
    "average_pooling2d": "AveragePooling2D",
    "average_pooling3d": "AveragePooling3D",
    "batch_normalization": "BatchNormalization",
    "conv1d": "Conv1D",
    "conv2d": "Conv2D",
    "conv2d_transpose": "Conv2DTranspose",
    "conv3d": "Conv3D",
    "dense": "Dense",
    "dropout": "Dropout",
    "flatten": "Flatten",
    "max_pooling1d": "MaxPooling1D",
    "max_pooling2d": "MaxPooling2D",
    "max_pooling3d": "MaxPooling3D",
    "separable_conv2d": "SeparableConv2D",
}
_WITHOUT_VARIABLES = ("average_pooling", "flatten", "max_pooling")
__all__ = [*_CLASSES, *(name for name in _FUNCTIONS if name.startswith(_WITHOUT_VARIABLES))]


def _function(name: str) -> Any:
    def function(inputs: Any, *args: Any, **kwargs: Any) -> Any:
        return getattr(keras.layers, _FUNCTIONS[name])(*args, **kwargs)(inputs)

    function.__name__ = name
    return function


def __getattr__(name: str) -> Any:
    if name in _CLASSES:
        return getattr(keras.layers, name)
    if name in _FUNCTIONS and name.startswith(_WITHOUT_VARIABLES):
        return _function(name)
    from labora_tf import _names

    if name in _FUNCTIONS:
        raise _names.NotInLabora(
            f"tf.layers.{name} made variables in TensorFlow 1's graph, which is not in Labora; make the "
            "layer once, and "
            f"call it: layer = tf.keras.layers.{_FUNCTIONS[name]}(...); y = layer(x)"
        )
    raise _names.missing("tf.compat.v1.layers", name)
