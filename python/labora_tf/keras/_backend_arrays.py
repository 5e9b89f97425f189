"""Functions of `tf.keras.backend` that reduce, arrange and combine tensors."""

from __future__ import annotations

from typing import Any

import keras
from keras import ops

__all__ = [
    "concatenate",
    "dot",
    "foldl",
    "foldr",
    "logsumexp",
    "map_fn",
    "mean",
    "repeat",
    "repeat_elements",
    "std",
    "switch",
    "var",
]


def _axis(axis: Any) -> Any:
    return tuple(axis) if isinstance(axis, list) else axis


def _floats(x: Any) -> Any:
    return ops.cast(x, keras.config.floatx()) if keras.backend.standardize_dtype(_type(x)) == "bool" else x


def _type(x: Any) -> Any:
    return getattr(x, "dtype", None) or "float32"


def mean(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The mean along axes; of booleans their share."""
    return ops.mean(_floats(x), axis=_axis(axis), keepdims=keepdims)


def var(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The variance along axes."""
    return ops.var(_floats(x), axis=_axis(axis), keepdims=keepdims)


def std(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The standard deviation along axes."""
    return ops.std(_floats(x), axis=_axis(axis), keepdims=keepdims)


def logsumexp(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The logarithm of the sum of exponentials along axes."""
    return ops.logsumexp(x, axis=_axis(axis), keepdims=keepdims)


def dot(x: Any, y: Any) -> Any:
    """The product over the last axis of `x` and the last but one of `y`."""
    return ops.dot(x, y)


def concatenate(tensors: Any, axis: int = -1) -> Any:
    """One tensor after another."""
    return ops.concatenate(list(tensors), axis=axis)


def repeat(x: Any, n: int) -> Any:
    """A matrix `n` times along a new second axis."""
    return ops.repeat(ops.expand_dims(x, 1), n, axis=1)


def repeat_elements(x: Any, rep: int, axis: int) -> Any:
    """Each element `rep` times along an axis."""
    return ops.repeat(x, rep, axis=axis)


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
