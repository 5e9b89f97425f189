"""Batches: `batch`, `padded_batch`, `unbatch`, `rebatch`, buckets."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from labora_tf import _host, _nest, errors
from labora_tf.data import _pipeline

HostTensor = _host.HostTensor
_END = object()


def _stack(leaves: tuple[Any, ...]) -> Any:
    first = leaves[0]
    if first is None:
        return None
    if getattr(first, "_labora_element", False):
        return first._batch(list(leaves))
    shape, dtype = np.ndarray.shape.__get__(first), first.dtype
    out = np.empty((len(leaves), *shape), dtype)
    for i, leaf in enumerate(leaves):
        if np.ndarray.shape.__get__(leaf) != shape:
            raise errors.InvalidArgumentError(
                f"Cannot batch tensors with different shapes in component. First element had shape "
                f"{list(shape)} and element {i} had shape {list(leaf.shape)}."
            )
        if leaf.dtype != dtype:
            raise errors.InvalidArgumentError(
                f"Cannot batch tensors of different types: {_host.type_name(dtype)} and "
                f"{_host.type_name(leaf.dtype)}."
            )
        out[i] = leaf
    return out.view(HostTensor)


def stack(elements: list[Any]) -> Any:
    """A batch of elements of one structure."""
    first = elements[0]
    if type(first) is HostTensor:
        return _stack(tuple(elements))
    if type(first) is tuple and not any(_nest.is_nested(leaf) for leaf in first):
        return tuple([_stack(leaves) for leaves in zip(*elements)])
    columns = zip(*(_nest.flatten(element) for element in elements))
    return _nest.pack_sequence_as(first, [_stack(leaves) for leaves in columns])


def batch(make: _pipeline.Make, size: int, drop: bool) -> Iterator[Any]:
    """Batches of `size` elements; the last may have fewer. An error takes the whole batch with it."""
    iterator = make()
    while True:
        elements: list[Any] = []
        try:
            elements.extend(itertools.islice(iterator, size))
        except errors.OpError:
            for _ in range(len(elements) + 1, size):
                with contextlib.suppress(errors.OpError):
                    if next(iterator, _END) is _END:
                        break
            raise
        if len(elements) < size and (drop or not elements):
            return
        yield stack(elements)


def batch_rows(
    arrays: list[Any], structure: Any, indices: _pipeline.Make, size: int, drop: bool
) -> Iterator[Any]:
    """Batches of rows of arrays in memory, gathered at once: the same as `batch` of single rows."""
    iterator = indices()
    while True:
        rows = list(itertools.islice(iterator, size))
        if len(rows) < size and (drop or not rows):
            return
        first, last = rows[0], rows[-1]
        if last - first == len(rows) - 1 and rows == list(range(first, last + 1)):
            parts = [array[first : last + 1] for array in arrays]
        else:
            parts = [array[rows] for array in arrays]
        yield _nest.pack_sequence_as(structure, [part.view(HostTensor) for part in parts])


def _pad(leaves: tuple[Any, ...], shape: Any, value: Any) -> Any:
    first = leaves[0]
    rank = first.ndim
    if shape is not None and len(shape) != rank:
        raise errors.InvalidArgumentError(
            f"All elements in a batch must have the same rank as the padded shape for component: expected "
            f"rank "
            f"{len(shape)} but got element with rank {rank}"
        )
    if any(leaf.ndim != rank for leaf in leaves):
        raise errors.InvalidArgumentError("All elements in a batch must have the same rank.")
    sizes = [max(leaf.shape[axis] for leaf in leaves) for axis in range(rank)]
    for axis, wanted in enumerate(shape or ()):
        if wanted is not None and int(wanted) >= 0:
            if sizes[axis] > int(wanted):
                raise errors.DataLossError(
                    f"Attempted to pad to a smaller size than the input element: {sizes[axis]} > "
                    f"{int(wanted)}."
                )
            sizes[axis] = int(wanted)
    if value is None:
        value = b"" if first.dtype == object else np.zeros((), first.dtype)
    out = np.empty((len(leaves), *sizes), first.dtype)
    out[...] = value.numpy() if isinstance(value, HostTensor) else value
    for i, leaf in enumerate(leaves):
        out[(i, *(slice(0, size) for size in leaf.shape))] = leaf
    return out.view(HostTensor)


def padded_batch(make: _pipeline.Make, size: int, shapes: Any, values: Any, drop: bool) -> Iterator[Any]:
    """Batches of elements padded to `shapes`, or to the largest of the batch where a size is None or -1."""
    iterator = make()
    while True:
        elements = list(itertools.islice(iterator, size))
        if len(elements) < size and (drop or not elements):
            return
        yield pad_elements(elements, shapes, values)


def pad_elements(elements: list[Any], shapes: Any, values: Any) -> Any:
    """One padded batch. `shapes` and `values` are structures like the elements, or None, or (values) a
    scalar."""
    first = elements[0]
    columns = list(zip(*(_nest.flatten(element) for element in elements)))
    each_shape = [None] * len(columns) if shapes is None else _leaves_up_to(first, shapes)
    if values is None or not _nest.is_nested(values):
        each_value = [values] * len(columns)
    else:
        each_value = _nest.flatten(values)
    if len(each_value) != len(columns):
        raise ValueError(
            f"`padding_values` has {len(each_value)} components, the elements have {len(columns)}."
        )
    each = [_pad(*one) for one in zip(columns, each_shape, each_value)]
    return _nest.pack_sequence_as(first, each)


def _leaves_up_to(element: Any, shapes: Any) -> list[Any]:
    """The shapes of the leaves of an element: in a structure of shapes, a list or tuple of sizes is a
    leaf."""
    if not _nest.is_nested(element):
        if shapes is None:
            return [None]
        if hasattr(shapes, "as_list"):
            shapes = shapes.as_list()
        return [tuple(_host.tensor(shapes).tolist() if isinstance(shapes, np.ndarray) else shapes)]
    if isinstance(element, dict):
        return [leaf for key in sorted(element) for leaf in _leaves_up_to(element[key], shapes[key])]
    if len(element) != len(shapes):
        raise ValueError(f"`padded_shapes` {shapes} does not have the structure of the elements.")
    return [leaf for one, shape in zip(element, shapes) for leaf in _leaves_up_to(one, shape)]


def unbatch(make: _pipeline.Make) -> Iterator[Any]:
    """The rows of each element."""
    for element in make():
        if type(element) is HostTensor:
            yield from element
            continue
        leaves = _nest.flatten(element)
        lengths = {len(leaf) for leaf in leaves if leaf is not None}
        if len(lengths) != 1:
            raise errors.InvalidArgumentError(
                f"Input element must have the same batch size in each component, but has {sorted(lengths)}."
            )
        for i in range(lengths.pop()):
            yield _nest.pack_sequence_as(element, [None if leaf is None else leaf[i] for leaf in leaves])


def rebatch(make: _pipeline.Make, sizes: list[int], drop: bool) -> Iterator[Any]:
    """Batches of other sizes from batches."""
    rows = unbatch(make)
    for size in itertools.cycle(sizes):
        elements = list(itertools.islice(rows, size))
        if len(elements) < size and (drop or not elements):
            return
        yield stack(elements)


def buckets(
    length: Callable[..., Any], boundaries: list[int], sizes: list[int], pad: Callable[[Any, int], Any]
) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """The key, the reduction and the window size of `bucket_by_sequence_length`."""
    if len(sizes) != len(boundaries) + 1:
        raise ValueError(
            "`len(bucket_batch_sizes)` must equal `len(bucket_boundaries) + 1` but `len(bucket_batch_sizes)="
            f"{len(sizes)}` and `len(bucket_boundaries)={len(boundaries)}`."
        )

    def key(*arguments: Any) -> Any:
        return np.int64(np.searchsorted(boundaries, int(length(*arguments)), side="right"))

    def reduce_(bucket: Any, rows: Any) -> Any:
        return pad(rows, int(bucket))

    return key, reduce_, lambda bucket: sizes[int(bucket)]
