"""`tf.nn`: activations, normalizations, cross entropies, embeddings. Convolutions and pools are in
`_nn_conv`.
"""

from __future__ import annotations

import collections
from typing import Any

import numpy as np
from keras import ops

from labora_tf import _nn_conv, _nn_norm, _ops
from labora_tf import math as _math
from labora_tf._blocks import batch_to_space as batch_to_space
from labora_tf._blocks import depth_to_space as depth_to_space
from labora_tf._blocks import space_to_batch as space_to_batch
from labora_tf._blocks import space_to_depth as space_to_depth
from labora_tf._nn_conv import *  # noqa: F403
from labora_tf._nn_norm import *  # noqa: F403
from labora_tf._ops import (
    arg,
    axes,
    backend,
    common,
    host,
    integer,
    ints,
    is_float,
    is_known,
    on_host,
    plain,
    unary,
)
from labora_tf.errors import InvalidArgumentError

__all__ = (
    (
        "bias_add compute_average_loss crelu ctc_loss dropout elu embedding_lookup gelu in_top_k l2_loss "
        "l2_normalize leaky_relu log_poisson_loss log_softmax relu relu6 scale_regularization_loss selu "
        "sigmoid sigmoid_cross_entropy_with_logits silu softmax softmax_cross_entropy_with_logits "
        "softmax_cross_entropy_with_logits_v2 softplus softsign sparse_softmax_cross_entropy_with_logits "
        "swish tanh top_k weighted_cross_entropy_with_logits xw_plus_b relu_layer zero_fraction "
        "space_to_depth depth_to_space space_to_batch batch_to_space"
    ).split()
    + _nn_conv.__all__
    + _nn_norm.__all__
)

sigmoid, tanh, softplus, softsign = _math.sigmoid, _math.tanh, _math.softplus, _math.softsign


def _relu(x: np.ndarray) -> np.ndarray:
    return np.maximum(x, np.zeros((), x.dtype))


relu = unary("relu", _relu, ops.relu, "max(x, 0).")
relu6 = unary("relu6", lambda x: np.clip(x, 0, 6), ops.relu6, "min(max(x, 0), 6).")
elu = unary("elu", lambda x: np.asarray(ops.elu(x)), ops.elu, "exp(x) - 1 below 0, else x.")
selu = unary("selu", lambda x: np.asarray(ops.selu(x)), ops.selu, "The scaled `elu`.")


def leaky_relu(features: Any, alpha: float = 0.2, name: str | None = None) -> Any:
    """max(x, alpha x)."""
    x = backend(arg(features))
    x = x if is_float(x) else ops.cast(x, "float32")
    return ops.leaky_relu(x, negative_slope=alpha)


def gelu(features: Any, approximate: bool = False, name: str | None = None) -> Any:
    """x times the normal distribution's function at x."""
    return ops.gelu(backend(arg(features)), approximate=approximate)


def silu(features: Any, beta: Any = 1.0, name: str | None = None) -> Any:
    """x sigmoid(beta x)."""
    x = backend(arg(features))
    return ops.silu(x) if isinstance(beta, float) and beta == 1.0 else x * ops.sigmoid(beta * x)


swish = silu


def crelu(features: Any, axis: int = -1, name: str | None = None) -> Any:
    """relu of x and of -x, one after the other."""
    x = backend(arg(features))
    return ops.relu(ops.concatenate([x, -x], axis))


def _softmax_axis(x: Any, axis: Any, dim: Any) -> int:
    axis = axis if axis is not None else dim
    axis = -1 if axis is None else integer(axis)
    if not len(x.shape):
        raise InvalidArgumentError("softmax takes a tensor of rank 1 or more, not a scalar")
    if not is_float(x):
        raise InvalidArgumentError(f"softmax takes a tensor of floats, not {x.dtype}: cast it with tf.cast")
    return axis


def softmax(logits: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Any:
    """exp(x) / sum(exp(x)) along the axis (None: the last)."""
    x = arg(logits)
    axis = _softmax_axis(x, axis, dim)
    if on_host(x):
        value = np.exp(plain(x) - np.max(plain(x), axis, keepdims=True))
        return host(value / np.sum(value, axis, keepdims=True), x.dtype)
    return ops.softmax(x, axis)


def log_softmax(logits: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Any:
    """log of `softmax`."""
    x = backend(arg(logits))
    return ops.log_softmax(x, _softmax_axis(x, axis, dim))


def _same_shape(labels: Any, logits: Any, function: str) -> None:
    for one, two in zip(labels.shape, logits.shape):
        if None not in (one, two) and one != two:
            break
    else:
        if len(labels.shape) == len(logits.shape):
            return
    raise ValueError(
        f"{function}: `logits` and `labels` must have the same shape, received ({tuple(logits.shape)} vs "
        f"{tuple(labels.shape)})."
    )


def _need_both(labels: Any, logits: Any, function: str) -> None:
    if labels is None or logits is None:
        raise ValueError(
            f"Both labels and logits must be provided for {function}; give them by name: labels=, logits="
        )


def sigmoid_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, name: str | None = None, _sentinel: Any = None
) -> Any:
    """max(x, 0) - x z + log(1 + exp(-|x|)) of logits x and labels z, element by element."""
    _need_both(labels, logits, "sigmoid_cross_entropy_with_logits")
    z, x = (backend(value) for value in _ops.pair(labels, logits))
    _same_shape(z, x, "sigmoid_cross_entropy_with_logits")
    return ops.relu(x) - x * z + ops.log1p(ops.exp(-ops.abs(x)))


def weighted_cross_entropy_with_logits(
    labels: Any = None,
    logits: Any = None,
    pos_weight: Any = None,
    name: str | None = None,
    targets: Any = None,
) -> Any:
    """The sigmoid's cross entropy with the positive labels weighted."""
    labels = labels if labels is not None else targets
    _need_both(labels, logits, "weighted_cross_entropy_with_logits")
    z, x = (backend(value) for value in _ops.pair(labels, logits))
    _same_shape(z, x, "weighted_cross_entropy_with_logits")
    weight = (
        1 + (backend(_ops.like(pos_weight, x) if _ops.is_python(pos_weight) else arg(pos_weight)) - 1) * z
    )
    return (1 - z) * x + weight * (ops.log1p(ops.exp(-ops.abs(x))) + ops.relu(-x))


def softmax_cross_entropy_with_logits(
    labels: Any = None,
    logits: Any = None,
    axis: Any = -1,
    name: str | None = None,
    dim: Any = None,
    _sentinel: Any = None,
) -> Any:
    """-sum(labels log softmax(logits)) along the axis."""
    _need_both(labels, logits, "softmax_cross_entropy_with_logits")
    axis = integer(dim if dim is not None else axis)
    x = backend(arg(logits))
    x = x if is_float(x) else ops.cast(x, "float32")
    z = ops.cast(backend(arg(labels)), str(x.dtype))
    try:
        return -ops.sum(z * ops.log_softmax(x, axis), axis)
    except (ValueError, TypeError):
        raise InvalidArgumentError(
            f"logits and labels must be broadcastable: logits_size={list(x.shape)} "
            f"labels_size={list(z.shape)} "
            "[Op:SoftmaxCrossEntropyWithLogits]"
        ) from None


softmax_cross_entropy_with_logits_v2 = softmax_cross_entropy_with_logits


def sparse_softmax_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, name: str | None = None, _sentinel: Any = None
) -> Any:
    """-log softmax(logits) at the label; labels have one axis less than the logits."""
    _need_both(labels, logits, "sparse_softmax_cross_entropy_with_logits")
    z, x = backend(arg(labels)), backend(arg(logits))
    if len(z.shape) != len(x.shape) - 1:
        raise ValueError(
            "`labels.shape.rank` must equal `logits.shape.rank - 1`. Received: "
            f"labels.shape={tuple(z.shape)} of rank "
            f"{len(z.shape)} and logits.shape={tuple(x.shape)} of rank {len(x.shape)}"
        )
    for one, two in zip(z.shape, x.shape):
        if None not in (one, two) and one != two:
            raise ValueError(
                "`labels.shape` must equal `logits.shape` except for the last dimension. Received: "
                f"labels.shape={tuple(z.shape)} and logits.shape={tuple(x.shape)}"
            )
    if is_known(z):
        found = np.asarray(z)
        if found.size and (found.min() < 0 or found.max() >= x.shape[-1]):
            raise InvalidArgumentError(
                f"Received a label value of {found.max() if found.max() >= x.shape[-1] else found.min()} "
                "which is "
                f"outside the valid range of [0, {x.shape[-1]}).  Label values: {found.reshape(-1)[:10]}"
            )
    found = ops.take_along_axis(ops.log_softmax(x, -1), ops.cast(z, "int32")[..., None], -1)
    return -ops.squeeze(found, -1)


def log_poisson_loss(
    targets: Any, log_input: Any, compute_full_loss: bool = False, name: str | None = None
) -> Any:
    """exp(x) - x z, with Stirling's term if the loss is full."""
    x, z = (backend(value) for value in common(log_input, targets))
    out = ops.exp(x) - x * z
    if compute_full_loss:
        safe = ops.where(z > 1, z, ops.ones_like(z))
        term = safe * ops.log(safe) - safe + 0.5 * ops.log(2 * np.pi * safe)
        out = out + ops.where((z >= 0) & (z <= 1), ops.zeros_like(z), term)
    return out


def l2_loss(t: Any, name: str | None = None) -> Any:
    """sum(t ** 2) / 2."""
    t = backend(arg(t))
    return ops.sum(ops.square(t)) / 2


def l2_normalize(
    x: Any, axis: Any = None, epsilon: float = 1e-12, name: str | None = None, dim: Any = None
) -> Any:
    """x / sqrt(max(sum(x ** 2), epsilon))."""
    x = backend(arg(x))
    axis = axes(axis if axis is not None else dim)
    return x * ops.rsqrt(ops.maximum(ops.sum(ops.square(x), axis, keepdims=True), epsilon))


def zero_fraction(value: Any, name: str | None = None) -> Any:
    """The share of zeros."""
    value = backend(arg(value))
    return ops.mean(ops.cast(ops.equal(value, 0), "float32"))


def bias_add(value: Any, bias: Any, data_format: str | None = None, name: str | None = None) -> Any:
    """A bias for each channel."""
    value, bias = (backend(one) for one in _ops.pair(value, bias))
    if len(bias.shape) != 1:
        raise InvalidArgumentError(f"Biases must be 1D: {list(bias.shape)} [Op:BiasAdd]")
    first = data_format is not None and data_format.startswith("NC")
    channels = value.shape[1 if first else -1]
    if bias.shape[0] != channels:
        raise InvalidArgumentError(
            f"Must provide as many biases as the last dimension of the input tensor: {list(bias.shape)} vs. "
            f"{list(value.shape)} [Op:BiasAdd]"
        )
    return value + (ops.reshape(bias, (-1,) + (1,) * (len(value.shape) - 2)) if first else bias)


def xw_plus_b(x: Any, weights: Any, biases: Any, name: str | None = None) -> Any:
    """x weights + biases."""
    from labora_tf.linalg import matmul

    return bias_add(matmul(x, weights), biases)


def relu_layer(x: Any, weights: Any, biases: Any, name: str | None = None) -> Any:
    return relu(xw_plus_b(x, weights, biases))


def dropout(
    x: Any,
    rate: Any = None,
    noise_shape: Any = None,
    seed: Any = None,
    name: str | None = None,
    keep_prob: Any = None,
) -> Any:
    """Zeros with the probability `rate`, the rest divided by 1 - rate. `keep_prob` (TensorFlow 1) is 1 -
    rate.
    """
    from labora_tf import random

    x = backend(arg(x))
    if keep_prob is not None:
        rate = 1.0 - keep_prob
    if rate is None:
        raise ValueError("tf.nn.dropout needs rate=, the share of elements that become zero")
    if not is_float(x):
        raise ValueError(
            f"`x.dtype` must be a floating point tensor as `x` will be scaled. Received: x.dtype={x.dtype}"
        )
    if _ops.is_python(rate):
        if not 0 <= rate < 1:
            raise ValueError(
                f"`rate` must be a scalar tensor or a float in the range [0, 1). Received: rate={rate}"
            )
        if rate == 0:
            return x
    shape = (
        tuple(x.shape)
        if noise_shape is None
        else tuple(
            size if wanted in (None, -1) else wanted for wanted, size in zip(ints(noise_shape), x.shape)
        )
    )
    keep = random.uniform(shape, seed=seed, dtype="float32") >= rate
    return ops.where(keep, x / (1 - rate), ops.zeros_like(x))


def embedding_lookup(
    params: Any,
    ids: Any,
    max_norm: Any = None,
    name: str | None = None,
    partition_strategy: Any = "mod",
    validate_indices: bool = True,
) -> Any:
    """Rows of a table; with `max_norm`, cut to that length."""
    from labora_tf import _gather

    if isinstance(params, (list, tuple)):
        if len(params) != 1:
            raise NotImplementedError(
                "tf.nn.embedding_lookup takes one table here; join the parts with tf.concat"
            )
        params = params[0]
    found = _gather.gather(params, ids)
    if max_norm is None:
        return found
    axis = tuple(range(len(ids.shape if hasattr(ids, "shape") else np.shape(ids)), len(found.shape)))
    size = ops.sqrt(ops.sum(ops.square(found), axis, keepdims=True))
    return found * (max_norm / ops.maximum(size, max_norm))


def top_k(
    input: Any,
    k: Any = 1,
    sorted: bool = True,
    index_type: Any = "int32",
    name: str | None = None,  # noqa: A002
) -> Any:
    """(values, indices) of the k largest along the last axis; of equal values the first one."""
    x, k = backend(arg(input)), integer(k)
    if not len(x.shape) or (x.shape[-1] is not None and x.shape[-1] < k):
        raise InvalidArgumentError(
            f"input must have at least k columns. Had {x.shape[-1] if x.shape else 0}, needed {k}"
        )
    values, indices = ops.top_k(x, k, sorted=True)
    return TopK(values, _ops.cast(indices, index_type))


TopK = collections.namedtuple("TopKV2", ("values", "indices"))


def in_top_k(targets: Any, predictions: Any, k: Any, name: str | None = None) -> Any:
    """Whether the target is among the k best of its row."""
    targets, predictions = backend(arg(targets)), backend(arg(predictions))
    if len(targets.shape) > 1:
        # TensorFlow 1's order.
        targets, predictions = predictions, targets
    found = ops.take_along_axis(predictions, ops.cast(targets, "int32")[:, None], -1)
    higher = ops.sum(ops.cast(predictions > found, "int32"), axis=-1)
    return (higher < integer(k)) & ops.isfinite(found[:, 0])


def compute_average_loss(
    per_example_loss: Any, sample_weight: Any = None, global_batch_size: Any = None
) -> Any:
    """sum(losses) / global_batch_size; inside of a strategy the default size is the replica's times the
    replicas.
    """
    losses = backend(arg(per_example_loss))
    dtype = str(losses.dtype)
    if sample_weight is not None:
        weights = ops.cast(backend(arg(sample_weight)), dtype)
        while len(weights.shape) < len(losses.shape):
            weights = weights[..., None]
        losses = losses * weights
    if global_batch_size is None:
        size = losses.shape[0] if len(losses.shape) else 1
        global_batch_size = size * _replicas()
    if _ops.is_python(global_batch_size) and global_batch_size < 0:
        raise ValueError("global_batch_size must be non-negative.")
    return ops.divide_no_nan(ops.sum(losses), ops.cast(global_batch_size, dtype))


def _replicas() -> int:
    try:
        from labora_tf import distribute

        return int(distribute.get_strategy().num_replicas_in_sync)
    except (ImportError, AttributeError):
        return 1


def scale_regularization_loss(regularization_loss: Any) -> Any:
    """The sum of losses divided by the number of replicas."""
    loss = regularization_loss
    if isinstance(loss, (list, tuple)):
        loss = sum(loss[1:], loss[0]) if loss else 0.0
    return ops.sum(backend(arg(loss))) / _replicas()


def ctc_loss(
    labels: Any,
    logits: Any,
    label_length: Any,
    logit_length: Any,
    logits_time_major: bool = True,
    unique: Any = None,
    blank_index: Any = None,
    name: str | None = None,
) -> Any:
    """The loss of Connectionist Temporal Classification, of dense labels; logits (time, batch, classes)."""
    if hasattr(labels, "dense_shape"):
        raise TypeError(
            "tf.nn.ctc_loss takes dense labels here: tf.sparse.to_dense(labels), with label_length="
        )
    labels, logits = backend(arg(labels)), backend(arg(logits))
    logits = ops.transpose(logits, (1, 0, 2)) if logits_time_major else logits
    blank = 0 if blank_index is None else integer(blank_index) % logits.shape[-1]
    return ops.ctc_loss(
        ops.cast(labels, "int32"),
        logits,
        ops.cast(backend(arg(label_length)), "int32"),
        ops.cast(backend(arg(logit_length)), "int32"),
        mask_index=blank,
    )


def __getattr__(name: str) -> Any:
    from labora_tf import _names

    raise _names.missing("tf.nn", name)
