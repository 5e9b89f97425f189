"""`tf.compat.v1`: the names of `tf`, and TensorFlow 1's where their arguments were others.

`import tensorflow.compat.v1 as tf` gives this module. Operations stay eager.
"""

from __future__ import annotations

import sys
import types
from typing import Any

import labora_tf as _tf
from labora_tf import _gather

AUTO_REUSE = "auto_reuse"
where = _gather.where_v1


def argmax(
    input: Any,
    axis: Any = None,
    name: str | None = None,
    dimension: Any = None,
    output_type: Any = "int64",  # noqa: A002
) -> Any:
    """`tf.argmax` with TensorFlow 1's order of arguments."""
    return _tf.argmax(input, axis if axis is not None else dimension, output_type)


def argmin(
    input: Any,
    axis: Any = None,
    name: str | None = None,
    dimension: Any = None,
    output_type: Any = "int64",  # noqa: A002
) -> Any:
    return _tf.argmin(input, axis if axis is not None else dimension, output_type)


def gather(
    params: Any,
    indices: Any,
    validate_indices: Any = None,
    name: str | None = None,
    axis: Any = None,
    batch_dims: Any = 0,
) -> Any:
    return _gather.gather(params, indices, axis=axis, batch_dims=batch_dims)


def gather_nd(params: Any, indices: Any, name: str | None = None, batch_dims: Any = 0) -> Any:
    return _gather.gather_nd(params, indices, batch_dims)


def boolean_mask(tensor: Any, mask: Any, name: str = "boolean_mask", axis: Any = None) -> Any:
    return _gather.boolean_mask(tensor, mask, axis)


def expand_dims(input: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Any:  # noqa: A002
    return _tf.expand_dims(input, axis if axis is not None else dim)


def squeeze(input: Any, axis: Any = None, name: str | None = None, squeeze_dims: Any = None) -> Any:  # noqa: A002
    return _tf.squeeze(input, axis if axis is not None else squeeze_dims)


def shape(input: Any, name: str | None = None, out_type: Any = None) -> Any:  # noqa: A002
    return _tf.shape(input, out_type)


def size(input: Any, name: str | None = None, out_type: Any = None) -> Any:  # noqa: A002
    return _tf.size(input, out_type)


def transpose(a: Any, perm: Any = None, name: str = "transpose", conjugate: bool = False) -> Any:
    return _tf.transpose(a, perm, conjugate)


def pad(
    tensor: Any, paddings: Any, mode: str = "CONSTANT", name: str | None = None, constant_values: Any = 0
) -> Any:
    return _tf.pad(tensor, paddings, mode, constant_values)


def count_nonzero(
    input_tensor: Any = None,
    axis: Any = None,
    keepdims: Any = None,
    dtype: Any = "int64",
    name: str | None = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
    input: Any = None,  # noqa: A002
) -> Any:
    value = input_tensor if input_tensor is not None else input
    axis = axis if axis is not None else reduction_indices
    return _tf.math.count_nonzero(value, axis, keepdims or keep_dims, dtype)


def confusion_matrix(
    labels: Any,
    predictions: Any,
    num_classes: Any = None,
    dtype: Any = "int32",
    name: str | None = None,
    weights: Any = None,
) -> Any:
    return _tf.math.confusion_matrix(labels, predictions, num_classes, weights, dtype)


def to_complex64(x: Any, name: str | None = None) -> Any:
    return _tf.cast(x, "complex64")


def div(x: Any, y: Any, name: str | None = None) -> Any:
    return _tf.math.div(x, y)


def _v1_nn() -> types.ModuleType:
    """`tf.compat.v1.nn`: `tf.nn` with TensorFlow 1's `dropout`, `moments`, entropies."""
    from labora_tf import nn

    module = types.ModuleType(f"{__name__}.nn", "`tf.compat.v1.nn`.")

    def dropout(
        x: Any,
        keep_prob: Any = None,
        noise_shape: Any = None,
        seed: Any = None,
        name: Any = None,
        rate: Any = None,
    ) -> Any:
        """Keeps each element with the probability `keep_prob`."""
        return nn.dropout(x, rate, noise_shape, seed, keep_prob=keep_prob)

    def softmax(logits: Any, axis: Any = None, name: Any = None, dim: Any = None) -> Any:
        return nn.softmax(logits, axis, dim=dim)

    def entropy(
        _sentinel: Any = None,
        labels: Any = None,
        logits: Any = None,
        dim: Any = -1,
        name: Any = None,
        axis: Any = None,
    ) -> Any:
        if _sentinel is not None:
            raise ValueError(
                "Only call `softmax_cross_entropy_with_logits` with named arguments (labels=..., logits=...)"
            )
        return nn.softmax_cross_entropy_with_logits(labels, logits, dim if axis is None else axis)

    def embedding_lookup(
        params: Any,
        ids: Any,
        partition_strategy: str = "mod",
        name: Any = None,
        validate_indices: bool = True,
        max_norm: Any = None,
    ) -> Any:
        return nn.embedding_lookup(params, ids, max_norm)

    module.dropout, module.softmax, module.embedding_lookup = dropout, softmax, embedding_lookup
    module.softmax_cross_entropy_with_logits = entropy
    module.__getattr__ = lambda name: getattr(nn, name)
    return module


def _v1_image() -> types.ModuleType:
    """`tf.compat.v1.image`: `tf.image`, whose `resize` is TensorFlow 1's."""
    from labora_tf import image

    module = types.ModuleType(f"{__name__}.image", "`tf.compat.v1.image`.")
    module.resize = image.resize_images
    module.__getattr__ = lambda name: getattr(image, name)
    return module


def _v1_random() -> types.ModuleType:
    from labora_tf import random

    module = types.ModuleType(f"{__name__}.random", "`tf.compat.v1.random`.")
    module.__getattr__ = lambda name: getattr(random, name)
    return module


_MADE = {"nn": _v1_nn, "image": _v1_image, "random": _v1_random}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        # Notebooks may choose it later.
        return _tf.__version__
    if name.startswith("__"):
        raise AttributeError(name)
    if name in _MADE:
        module = _MADE[name]()
        sys.modules[module.__name__] = module
        globals()[name] = module
        return module
    try:
        return getattr(_tf, name)
    except AttributeError:
        from labora_tf import _names

        raise _names.missing("tf.compat.v1", name) from None


def __dir__() -> list[str]:
    return sorted({*dir(_tf), *(name for name in globals() if not name.startswith("_"))})
