"""The functions of `tf.keras.backend` that Keras still has, for TensorFlow: its own code, on this package.

A second copy of the module is made, so that Keras's is as it was.
"""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

__all__ = (
    "abs all any arange argmax argmin batch_dot batch_flatten bias_add binary_crossentropy "
    "binary_focal_crossentropy cast categorical_crossentropy categorical_focal_crossentropy clip "
    "constant conv1d conv2d conv3d cos cumprod cumsum depthwise_conv2d elu equal exp expand_dims "
    "flatten gather greater greater_equal hard_sigmoid in_top_k l2_normalize less less_equal log max "
    "maximum min minimum not_equal one_hot ones_like permute_dimensions pool2d pool3d pow prod relu "
    "reshape resize_images resize_volumes reverse round separable_conv2d sigmoid sign sin softmax "
    "softplus softsign sparse_categorical_crossentropy spatial_2d_padding spatial_3d_padding sqrt "
    "square squeeze stack stop_gradient sum tanh temporal_padding tile transpose zeros_like"
).split()


def _copy() -> Any:
    found = importlib.util.find_spec("keras.src.legacy.backend")
    if found is None or found.loader is None:
        raise ImportError("this version of Keras has no keras.src.legacy.backend; tf.keras.backend needs it")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    module.tf = sys.modules[__name__.partition(".")[0]]
    return module


_module = _copy()
globals().update({name: getattr(_module, name) for name in __all__})
