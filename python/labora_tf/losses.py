"""`tf.losses`: Keras's losses, and the functions of TensorFlow 1, which give the weighted mean."""

from __future__ import annotations

from typing import Any

import numpy as np
from keras import ops

from labora_tf import nn
from labora_tf._ops import arg, backend, common

__all__ = (
    "Reduction absolute_difference compute_weighted_loss cosine_distance hinge_loss huber_loss log_loss "
    "mean_squared_error sigmoid_cross_entropy softmax_cross_entropy sparse_softmax_cross_entropy"
).split()


class Reduction:
    """How losses of single elements become one, in TensorFlow 1; Keras's names are here, too."""

    NONE, SUM, MEAN = "none", "weighted_sum", "weighted_mean"
    SUM_BY_NONZERO_WEIGHTS = "weighted_sum_by_nonzero_weights"
    SUM_OVER_BATCH_SIZE, SUM_OVER_NONZERO_WEIGHTS = "sum_over_batch_size", "weighted_sum_by_nonzero_weights"
    AUTO = "auto"


def compute_weighted_loss(
    losses: Any,
    weights: Any = 1.0,
    scope: Any = None,
    loss_collection: Any = None,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """Losses times weights, reduced: by default the mean over the elements whose weight is not 0."""
    losses = backend(arg(losses))
    weights = ops.cast(backend(arg(weights)), str(losses.dtype))
    weighted = losses * weights
    if reduction == Reduction.NONE:
        return weighted
    total = ops.sum(weighted)
    if reduction in (Reduction.SUM, "sum"):
        return total
    spread = ops.broadcast_to(weights, tuple(losses.shape))
    if reduction == Reduction.MEAN:
        count = ops.sum(spread)
    elif reduction == Reduction.SUM_OVER_BATCH_SIZE:
        count = ops.cast(int(np.prod(tuple(losses.shape))), str(losses.dtype))
    elif reduction == Reduction.SUM_BY_NONZERO_WEIGHTS:
        count = ops.sum(ops.cast(spread != 0, str(losses.dtype)))
    else:
        raise ValueError(f"Invalid Reduction Key {reduction}.")
    return ops.where(count > 0, total / ops.maximum(count, 1e-38), ops.zeros_like(total))


def _two(labels: Any, predictions: Any) -> tuple[Any, Any]:
    labels, predictions = (backend(one) for one in common(labels, predictions))
    labels = ops.cast(labels, str(predictions.dtype))
    if tuple(labels.shape) != tuple(predictions.shape):
        raise ValueError(f"Shapes {tuple(predictions.shape)} and {tuple(labels.shape)} are incompatible")
    return labels, predictions


def absolute_difference(labels: Any, predictions: Any, weights: Any = 1.0, *args: Any, **kwargs: Any) -> Any:
    labels, predictions = _two(labels, predictions)
    return compute_weighted_loss(ops.abs(predictions - labels), weights, *args, **kwargs)


def mean_squared_error(labels: Any = None, predictions: Any = None, *args: Any, **kwargs: Any) -> Any:
    """TensorFlow 1's, called with `labels=` and `predictions=`; Keras's with (y_true, y_pred) is without
    names.
    """
    labels, predictions = _two(labels, predictions)
    return compute_weighted_loss(ops.square(predictions - labels), *args, **kwargs)


def huber_loss(
    labels: Any, predictions: Any, weights: Any = 1.0, delta: float = 1.0, *args: Any, **kwargs: Any
) -> Any:
    labels, predictions = _two(labels, predictions)
    error = ops.abs(predictions - labels)
    near = ops.minimum(error, delta)
    return compute_weighted_loss(0.5 * ops.square(near) + delta * (error - near), weights, *args, **kwargs)


def log_loss(
    labels: Any, predictions: Any, weights: Any = 1.0, epsilon: float = 1e-7, *args: Any, **kwargs: Any
) -> Any:
    labels, predictions = _two(labels, predictions)
    losses = -labels * ops.log(predictions + epsilon) - (1 - labels) * ops.log(1 - predictions + epsilon)
    return compute_weighted_loss(losses, weights, *args, **kwargs)


def hinge_loss(labels: Any, logits: Any, weights: Any = 1.0, *args: Any, **kwargs: Any) -> Any:
    labels, logits = _two(labels, logits)
    return compute_weighted_loss(ops.relu(1 - (2 * labels - 1) * logits), weights, *args, **kwargs)


def cosine_distance(
    labels: Any, predictions: Any, axis: Any = None, weights: Any = 1.0, *args: Any, **kwargs: Any
) -> Any:
    labels, predictions = _two(labels, predictions)
    axis = kwargs.pop("dim", axis)
    losses = 1 - ops.sum(predictions * labels, axis=axis, keepdims=True)
    return compute_weighted_loss(losses, weights, *args, **kwargs)


def sigmoid_cross_entropy(
    multi_class_labels: Any,
    logits: Any,
    weights: Any = 1.0,
    label_smoothing: float = 0,
    *args: Any,
    **kwargs: Any,
) -> Any:
    labels, logits = _two(multi_class_labels, logits)
    labels = labels * (1 - label_smoothing) + 0.5 * label_smoothing
    losses = nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)
    return compute_weighted_loss(losses, weights, *args, **kwargs)


def softmax_cross_entropy(
    onehot_labels: Any, logits: Any, weights: Any = 1.0, label_smoothing: float = 0, *args: Any, **kwargs: Any
) -> Any:
    labels, logits = _two(onehot_labels, logits)
    if label_smoothing:
        labels = labels * (1 - label_smoothing) + label_smoothing / labels.shape[-1]
    losses = nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    return compute_weighted_loss(losses, weights, *args, **kwargs)


def sparse_softmax_cross_entropy(
    labels: Any, logits: Any, weights: Any = 1.0, *args: Any, **kwargs: Any
) -> Any:
    labels, logits = backend(arg(labels)), backend(arg(logits))
    if len(labels.shape) == len(logits.shape) and labels.shape[-1] == 1:
        labels = ops.squeeze(labels, -1)
    losses = nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    return compute_weighted_loss(losses, weights, *args, **kwargs)


def __getattr__(name: str) -> Any:
    from labora_tf.keras import losses

    try:
        return getattr(losses, name)
    except AttributeError:
        from labora_tf import _names

        raise _names.missing("tf.losses", name) from None
