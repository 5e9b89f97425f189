"""Means, variances and normalizations of `tf.nn`."""

from __future__ import annotations

from typing import Any

import numpy as np
from keras import ops

from labora_tf import _ops
from labora_tf._ops import arg, backend

__all__ = (
    "batch_normalization fused_batch_norm local_response_normalization lrn moments normalize_moments "
    "sufficient_statistics weighted_moments"
).split()


def moments(
    x: Any,
    axes: Any,  # noqa: A002
    shift: Any = None,
    keepdims: bool = False,
    name: str | None = None,
    keep_dims: Any = None,
) -> tuple[Any, Any]:
    """The mean and the variance over the axes."""
    x = backend(arg(x))
    keep = bool(keepdims if keep_dims is None else keep_dims)
    axes = _ops.axes(axes)
    mean = ops.mean(x, axes, True)
    variance = ops.mean(ops.square(x - ops.stop_gradient(mean)), axes, keep)
    return (mean if keep else ops.mean(x, axes, False)), variance


def sufficient_statistics(
    x: Any, axes: Any, shift: Any = None, keepdims: bool = False, name: str | None = None
) -> Any:
    """Count, sum, sum of squares, and the shift."""
    x, axis = backend(arg(x)), _ops.axes(axes)
    moved = x if shift is None else x - shift
    total = ops.sum(moved, axis, keepdims)
    count = int(np.prod(tuple(x.shape))) // max(int(np.prod(tuple(total.shape))), 1)
    return ops.convert_to_tensor(float(count)), total, ops.sum(ops.square(moved), axis, keepdims), shift


def normalize_moments(
    counts: Any, mean_ss: Any, variance_ss: Any, shift: Any, name: str | None = None
) -> Any:
    """The mean and the variance of sufficient statistics."""
    divisor = 1.0 / counts
    moved = mean_ss * divisor
    return moved + (0 if shift is None else shift), variance_ss * divisor - ops.square(moved)


def weighted_moments(
    x: Any,
    axes: Any,
    frequency_weights: Any,
    keepdims: bool = False,
    name: str | None = None,
    keep_dims: Any = None,
) -> tuple[Any, Any]:
    """The mean and the variance with weights."""
    keep = bool(keepdims if keep_dims is None else keep_dims)
    x, weights = (backend(value) for value in _ops.pair(x, frequency_weights))
    weights, axis = ops.broadcast_to(weights, tuple(x.shape)), _ops.axes(axes)
    total = ops.sum(weights, axis, True)
    mean = ops.sum(x * weights, axis, True) / total
    variance = ops.sum(weights * ops.square(x - mean), axis, True) / total
    if not keep:
        mean, variance = ops.squeeze(mean, axis), ops.squeeze(variance, axis)
    return mean, variance


def batch_normalization(
    x: Any, mean: Any, variance: Any, offset: Any, scale: Any, variance_epsilon: Any, name: str | None = None
) -> Any:
    """(x - mean) scale / sqrt(variance + epsilon) + offset; scale and offset may be None."""
    x, mean, variance = (backend(arg(value)) for value in (x, mean, variance))
    factor = ops.rsqrt(variance + variance_epsilon)
    if scale is not None:
        factor = factor * backend(arg(scale))
    return x * factor + ((backend(arg(offset)) - mean * factor) if offset is not None else -mean * factor)


def fused_batch_norm(
    x: Any,
    scale: Any,
    offset: Any,
    mean: Any = None,
    variance: Any = None,
    epsilon: float = 0.001,
    data_format: str = "NHWC",
    is_training: bool = True,
    name: str | None = None,
    exponential_avg_factor: float = 1.0,
) -> tuple[Any, Any, Any]:
    """Batch normalization of pictures: the result, the mean, the variance; with a factor other than 1,
    averages of the given ones and the batch's."""
    x = backend(arg(x))
    axis = (0, 1, 2) if data_format == "NHWC" else (0, 2, 3)
    shape = (1, 1, 1, -1) if data_format == "NHWC" else (1, -1, 1, 1)
    averages = mean, variance
    if is_training:
        mean, variance = moments(x, axis)
    mean, variance, scale, offset = (backend(arg(value)) for value in (mean, variance, scale, offset))
    parts = [ops.reshape(value, shape) for value in (mean, variance, offset, scale)]
    out = batch_normalization(x, *parts, epsilon)
    count = int(np.prod([x.shape[i] for i in axis]))
    if is_training:
        variance = variance * (count / max(count - 1, 1))
        if exponential_avg_factor != 1.0:
            mean, variance = (
                (1.0 - exponential_avg_factor) * backend(arg(before)) + exponential_avg_factor * now
                for before, now in zip(averages, (mean, variance), strict=True)
            )
    return out, mean, variance


def local_response_normalization(
    input: Any,  # noqa: A002
    depth_radius: int = 5,
    bias: float = 1,
    alpha: float = 1,
    beta: float = 0.5,
    name: str | None = None,
) -> Any:
    """x / (bias + alpha sum(x ** 2 of the neighbouring channels)) ** beta."""
    from labora_tf._glue import special

    x = backend(arg(input))
    window = (1,) * (len(x.shape) - 1) + (2 * depth_radius + 1,)
    padding = [(0, 0)] * (len(x.shape) - 1) + [(depth_radius, depth_radius)]
    total = special.reduce_window(ops.square(x), "sum", window, (1,) * len(x.shape), padding)
    return x / ops.power(bias + alpha * total, beta)


lrn = local_response_normalization
