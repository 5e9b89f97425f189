"""Functions of `tf.keras.backend` that reduce, arrange and combine tensors."""

from __future__ import annotations

from typing import Any

import keras
import numpy as np
from keras import ops

__all__ = [
    "all",
    "any",
    "argmax",
    "argmin",
    "batch_dot",
    "batch_flatten",
    "concatenate",
    "cumprod",
    "cumsum",
    "dot",
    "expand_dims",
    "flatten",
    "foldl",
    "foldr",
    "gather",
    "logsumexp",
    "map_fn",
    "max",
    "mean",
    "min",
    "one_hot",
    "permute_dimensions",
    "prod",
    "repeat",
    "repeat_elements",
    "reshape",
    "reverse",
    "squeeze",
    "stack",
    "std",
    "stop_gradient",
    "sum",
    "switch",
    "tile",
    "transpose",
    "var",
]


def _axis(axis: Any) -> Any:
    return tuple(axis) if isinstance(axis, list) else axis


def _floats(x: Any) -> Any:
    return ops.cast(x, keras.config.floatx()) if keras.backend.standardize_dtype(_type(x)) == "bool" else x


def _type(x: Any) -> Any:
    return getattr(x, "dtype", None) or "float32"


def sum(x: Any, axis: Any = None, keepdims: bool = False) -> Any:  # noqa: A001
    """The sum along axes."""
    return ops.sum(x, axis=_axis(axis), keepdims=keepdims)


def mean(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The mean along axes; of booleans their share."""
    return ops.mean(_floats(x), axis=_axis(axis), keepdims=keepdims)


def max(x: Any, axis: Any = None, keepdims: bool = False) -> Any:  # noqa: A001
    """The largest along axes."""
    return ops.max(x, axis=_axis(axis), keepdims=keepdims)


def min(x: Any, axis: Any = None, keepdims: bool = False) -> Any:  # noqa: A001
    """The smallest along axes."""
    return ops.min(x, axis=_axis(axis), keepdims=keepdims)


def prod(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The product along axes."""
    return ops.prod(x, axis=_axis(axis), keepdims=keepdims)


def var(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The variance along axes."""
    return ops.var(_floats(x), axis=_axis(axis), keepdims=keepdims)


def std(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The standard deviation along axes."""
    return ops.std(_floats(x), axis=_axis(axis), keepdims=keepdims)


def logsumexp(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The logarithm of the sum of exponentials along axes."""
    return ops.logsumexp(x, axis=_axis(axis), keepdims=keepdims)


def any(x: Any, axis: Any = None, keepdims: bool = False) -> Any:  # noqa: A001
    """Whether any is true along axes."""
    return ops.any(ops.cast(x, "bool"), axis=_axis(axis), keepdims=keepdims)


def all(x: Any, axis: Any = None, keepdims: bool = False) -> Any:  # noqa: A001
    """Whether all are true along axes."""
    return ops.all(ops.cast(x, "bool"), axis=_axis(axis), keepdims=keepdims)


def argmax(x: Any, axis: int = -1) -> Any:
    """The place of the largest along an axis."""
    return ops.argmax(x, axis=axis)


def argmin(x: Any, axis: int = -1) -> Any:
    """The place of the smallest along an axis."""
    return ops.argmin(x, axis=axis)


def cumsum(x: Any, axis: int = 0) -> Any:
    """Sums up to each element."""
    return ops.cumsum(x, axis=axis)


def cumprod(x: Any, axis: int = 0) -> Any:
    """Products up to each element."""
    return ops.cumprod(x, axis=axis)


def dot(x: Any, y: Any) -> Any:
    """The product over the last axis of `x` and the last but one of `y`."""
    return ops.dot(x, y)


def batch_dot(x: Any, y: Any, axes: Any = None) -> Any:
    """For each row of the batch the product over one axis each of `x` and `y`; a result without axes has size
    1."""
    rank_x, rank_y = len(x.shape), len(y.shape)
    if axes is None:
        axes = [rank_x - 1, rank_y - 2 if rank_y > 2 else rank_y - 1]
    axes = [axes, axes] if isinstance(axes, int) else list(axes)
    axes = [axes[0] % rank_x, axes[1] % rank_y]
    if 0 in axes:
        raise ValueError("Cannot perform batch_dot over axis 0: it is the batch's")
    letters = "bcdefghijklmnopqrstuvw"
    first = list(letters[:rank_x])
    second = ["b", *letters[rank_x : rank_x + rank_y - 1]]
    second[axes[1]] = first[axes[0]]
    shared = first[axes[0]]
    result = [c for c in first if c != shared] + [c for c in second[1:] if c != shared]
    product = ops.einsum(f"{''.join(first)},{''.join(second)}->{''.join(result)}", x, y)
    return ops.expand_dims(product, 1) if len(result) == 1 else product


def batch_flatten(x: Any) -> Any:
    """Rows without inner axes."""
    return ops.reshape(x, (-1, int(np.prod(tuple(x.shape)[1:]))))


def flatten(x: Any) -> Any:
    """One axis."""
    return ops.reshape(x, (-1,))


def reshape(x: Any, shape: Any) -> Any:
    """Another shape."""
    return ops.reshape(x, tuple(shape))


def permute_dimensions(x: Any, pattern: Any) -> Any:
    """The axes in another order."""
    return ops.transpose(x, tuple(pattern))


def transpose(x: Any) -> Any:
    """The axes in the opposite order."""
    return ops.transpose(x)


def expand_dims(x: Any, axis: int = -1) -> Any:
    """An axis of size 1 more."""
    return ops.expand_dims(x, axis)


def squeeze(x: Any, axis: int) -> Any:
    """An axis of size 1 less."""
    return ops.squeeze(x, axis)


def concatenate(tensors: Any, axis: int = -1) -> Any:
    """One tensor after another."""
    return ops.concatenate(list(tensors), axis=axis)


def stack(x: Any, axis: int = 0) -> Any:
    """Tensors along a new axis."""
    return ops.stack(list(x), axis=axis)


def repeat(x: Any, n: int) -> Any:
    """A matrix `n` times along a new second axis."""
    return ops.repeat(ops.expand_dims(x, 1), n, axis=1)


def repeat_elements(x: Any, rep: int, axis: int) -> Any:
    """Each element `rep` times along an axis."""
    return ops.repeat(x, rep, axis=axis)


def tile(x: Any, n: Any) -> Any:
    """The tensor several times along axes."""
    return ops.tile(x, [n] if isinstance(n, int) else list(n))


def reverse(x: Any, axes: Any) -> Any:
    """Axes backwards."""
    return ops.flip(x, axis=_axis(axes))


def gather(reference: Any, indices: Any) -> Any:
    """Rows by their numbers."""
    return ops.take(reference, indices, axis=0)


def one_hot(indices: Any, num_classes: int) -> Any:
    """Rows with a 1 at the place of each index."""
    return ops.one_hot(ops.cast(indices, "int32"), num_classes)


def switch(condition: Any, then_expression: Any, else_expression: Any) -> Any:
    """One of two values or functions' results, by a condition, which may have a value for each element."""
    if callable(then_expression) or callable(else_expression):
        then_value = then_expression() if callable(then_expression) else then_expression
        else_value = else_expression() if callable(else_expression) else else_expression
    else:
        then_value, else_value = then_expression, else_expression
    condition = ops.cast(condition, "bool")
    rank = len(getattr(then_value, "shape", ()))
    while len(condition.shape) < rank and len(condition.shape) > 0:
        condition = ops.expand_dims(condition, -1)
    return ops.where(condition, then_value, else_value)


def stop_gradient(variables: Any) -> Any:
    """The values, as constants."""
    if isinstance(variables, (list, tuple)):
        return [ops.stop_gradient(v) for v in variables]
    return ops.stop_gradient(variables)


def map_fn(fn: Any, elems: Any, name: str | None = None, dtype: Any = None) -> Any:
    """A function of each element of the first axis."""
    return ops.map(fn, elems)


def foldl(fn: Any, elems: Any, initializer: Any = None, name: str | None = None) -> Any:
    """Elements of the first axis combined from the left."""
    value, start = (elems[0], 1) if initializer is None else (initializer, 0)
    for i in range(start, elems.shape[0]):
        value = fn(value, elems[i])
    return value


def foldr(fn: Any, elems: Any, initializer: Any = None, name: str | None = None) -> Any:
    """Elements of the first axis combined from the right."""
    return foldl(fn, ops.flip(elems, axis=0), initializer)
