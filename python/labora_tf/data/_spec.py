"""Types and shapes of elements: `element_spec`, what functions are given, and examples to infer specs
from."""

from __future__ import annotations

from typing import Any

import numpy as np

from labora_tf import _host, _nest
from labora_tf._shape import TensorShape


def tensor_spec(shape: Any, dtype: Any) -> Any:
    """A `tf.TensorSpec`."""
    from labora_tf import TensorSpec

    return TensorSpec(shape, _host.tf_dtype(dtype))


class NoneTensorSpec:
    """The spec of `None` in an element."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NoneTensorSpec)

    def __hash__(self) -> int:
        return hash(NoneTensorSpec)

    def __repr__(self) -> str:
        return "NoneTensorSpec()"


class DatasetSpec:
    """`tf.data.DatasetSpec`: the spec of a data set inside of an element."""

    def __init__(self, element_spec: Any, dataset_shape: Any = ()) -> None:
        self.element_spec, self._shape = element_spec, TensorShape(dataset_shape)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DatasetSpec) and self.element_spec == other.element_spec

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        return f"DatasetSpec({self.element_spec!r}, {self._shape!r})"


class SparseTensorSpec:
    """`tf.SparseTensorSpec`."""

    def __init__(self, shape: Any = None, dtype: Any = None) -> None:
        self.shape, self.dtype = None if shape is None else TensorShape(shape), dtype

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SparseTensorSpec) and (self.shape, self.dtype) == (other.shape, other.dtype)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        return f"SparseTensorSpec({self.shape}, {self.dtype!r})"


def to_leaf(value: Any) -> Any:
    """A leaf of an element as `tf.data` gives it on: a HostTensor; data sets, sparse tensors and None as they
    are."""
    if type(value) is _host.HostTensor:
        return value
    if value is None or getattr(value, "_labora_element", False):
        return value
    return _host.tensor(value)


def to_element(structure: Any) -> Any:
    """What a function or a user gave as an element; lists become tensors."""
    return _nest.map_structure(to_leaf, structure)


def _leaf_spec(value: Any, other: Any) -> Any:
    if value is None:
        return NoneTensorSpec()
    if getattr(value, "_labora_element", False):
        return value._element_type()
    shape = tuple(value.shape)
    if isinstance(other, np.ndarray):
        same_rank = len(other.shape) == len(shape)
        shape = tuple(a if a == b else None for a, b in zip(shape, other.shape)) if same_rank else None
    return tensor_spec(shape, value.dtype)


def spec_of(element: Any, other: Any = None) -> Any:
    """The spec of an element; where the other one has another size, the size is unknown."""
    if other is None:
        return _nest.map_structure(lambda leaf: _leaf_spec(leaf, None), element)
    return _nest.map_structure(_leaf_spec, element, other)


def _dims(spec: Any) -> tuple[int | None, ...] | None:
    shape = getattr(spec, "shape", None)
    if shape is None:
        return None
    try:
        return tuple(shape)
    except (TypeError, ValueError):
        return None


def is_exact(spec: Any) -> bool:
    """Whether all sizes are known."""
    return all(_dims(leaf) is not None and None not in (_dims(leaf) or ()) for leaf in _nest.flatten(spec))


def _grow(value: Any, spec: Any) -> Any:
    shape = _dims(spec)
    if not isinstance(value, np.ndarray) or shape is None or None not in shape or 0 in value.shape:
        return value
    pads = [(0, 1 if dim is None else 0) for dim in shape]
    return np.pad(value.view(np.ndarray), pads, mode="edge").view(_host.HostTensor)


def grow(element: Any, spec: Any) -> Any:
    """Another example: one more along each unknown dimension."""
    leaves = [_grow(value, leaf) for value, leaf in zip(_nest.flatten(element), _nest.flatten(spec))]
    return _nest.pack_sequence_as(element, leaves)


def zeros_of(spec: Any) -> Any:
    """An element of zeros and empty strings, with size 1 where it is unknown: for data sets without
    elements."""

    def leaf(one: Any) -> Any:
        if isinstance(one, NoneTensorSpec) or not hasattr(one, "dtype"):
            return None
        shape = tuple(1 if dim is None else dim for dim in (_dims(one) or ()))
        dtype = _host.np_dtype(one.dtype)
        return np.full(shape, b"" if dtype.kind == "O" else 0, dtype).view(_host.HostTensor)

    return _nest.map_structure(leaf, spec)


def add_dimension(spec: Any, size: int | None) -> Any:
    """The spec of batches."""

    def leaf(one: Any) -> Any:
        shape = _dims(one)
        if isinstance(one, SparseTensorSpec):
            return SparseTensorSpec(None if shape is None else (size, *shape), one.dtype)
        if not hasattr(one, "dtype"):
            return one
        return tensor_spec(None if shape is None else (size, *shape), _host.np_dtype(one.dtype))

    return _nest.map_structure(leaf, spec)


def drop_dimension(spec: Any) -> Any:
    """The spec of the elements of batches."""

    def leaf(one: Any) -> Any:
        shape = _dims(one)
        if not hasattr(one, "dtype"):
            return one
        return tensor_spec(None if shape is None else shape[1:], _host.np_dtype(one.dtype))

    return _nest.map_structure(leaf, spec)


def merge(first: Any, second: Any) -> Any:
    """The most specific spec that covers both."""

    def leaf(a: Any, b: Any) -> Any:
        x, y = _dims(a), _dims(b)
        if not hasattr(a, "dtype"):
            return a
        if _host.np_dtype(a.dtype) != _host.np_dtype(b.dtype):
            raise TypeError(f"Incompatible types of elements: {a.dtype!r} and {b.dtype!r}.")
        if x is None or y is None or len(x) != len(y):
            return tensor_spec(None, _host.np_dtype(a.dtype))
        return tensor_spec(tuple(p if p == q else None for p, q in zip(x, y)), _host.np_dtype(a.dtype))

    return _nest.map_structure(leaf, first, second)
