"""Shapes and pieces of tensors: `tf.reshape`, `tf.concat`, `tf.split` ... Indexing is in `_gather`."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np
from keras import ops

from labora_tf import _fills, _gather, _ops
from labora_tf._fills import *  # noqa: F403
from labora_tf._gather import *  # noqa: F403
from labora_tf._ops import arg, axes, backend, common, host, integer, ints, is_known, on_host, plain
from labora_tf._ops import call as _call
from labora_tf.errors import InvalidArgumentError, NotInLabora

__all__ = (
    (
        "broadcast_dynamic_shape broadcast_static_shape broadcast_to concat expand_dims identity identity_n "
        "pad parallel_stack repeat reshape reverse reverse_sequence roll shape_n slice split squeeze stack "
        "strided_slice tile transpose unstack unravel_index bitcast guarantee_const extract_volume_patches "
        "space_to_batch space_to_batch_nd batch_to_space_nd batch_to_space depth_to_space space_to_depth "
        "norm "
        "ensure_shape tensordot matmul einsum"
    ).split()
    + _gather.__all__
    + _fills.__all__
)


def reshape(tensor: Any, shape: Any, name: str | None = None) -> Any:
    """The same elements in another shape; one size may be -1."""
    x, sizes = arg(tensor), ints(shape)
    try:
        return _call(np.reshape, ops.reshape, x, sizes)
    except (ValueError, TypeError) as error:
        if None in tuple(x.shape):
            raise
        count = int(np.prod(tuple(x.shape)))
        if sizes.count(-1) > 1:
            raise InvalidArgumentError(
                f"Only one input size may be -1, not both in {list(sizes)} [Op:Reshape]"
            ) from None
        raise InvalidArgumentError(
            f"Input to reshape is a tensor with {count} values, but the requested shape has "
            f"{builtins.abs(int(np.prod(sizes)))} [Op:Reshape]"
            if -1 not in sizes
            else f"Input to reshape is a tensor with {count} values, but the requested shape "
            "requires a multiple of "
            f"{builtins.abs(int(np.prod(sizes)))} [Op:Reshape]"
        ) from error


def transpose(a: Any, perm: Any = None, conjugate: bool = False, name: str | None = None) -> Any:
    """The axes in the order `perm` (None: reversed)."""
    x = arg(a)
    out = _call(np.transpose, ops.transpose, x, None if perm is None else ints(perm))
    return _call(np.conj, ops.conj, out) if conjugate else out


def concat(values: Any, axis: Any, name: str | None = None) -> Any:
    """Tensors one after another along an axis."""
    if isinstance(axis, (list, tuple)) and axis and not _ops.is_python(axis):
        raise TypeError("tf.concat takes the values first: tf.concat([a, b], axis=0)")
    if not isinstance(values, (list, tuple)):
        values = [values]
    if any(_ops.is_open_shape(value) for value in values):
        return tuple(
            size for value in values for size in (value if isinstance(value, tuple) else ints(value))
        )
    parts, axis = common(*_one_type(values)), integer(axis)
    if not len(parts[0].shape):
        raise InvalidArgumentError(
            "ConcatOp : Expected concatenating dimensions of rank 1 or more, got scalars"
        )
    try:
        if on_host(*parts):
            return host(np.concatenate([plain(part) for part in parts], axis))
        return ops.concatenate(parts, axis)
    except (ValueError, TypeError) as error:
        shapes = [list(part.shape) for part in parts]
        raise InvalidArgumentError(
            f"ConcatOp : Dimension mismatch between the shapes {shapes} along axis {axis}: {error}"
        ) from None


def _one_type(values: Any) -> list[Any]:
    """Values of Python among tensors take the tensors' type."""
    typed = [value for value in values if not _ops.is_python(value)]
    if not typed or len(typed) == len(values):
        return list(values)
    first = arg(typed[0])
    return [_ops.like(v, first) if _ops.is_python(v) and not _ops._has_backend(v) else v for v in values]


def stack(values: Any, axis: Any = 0, name: str | None = "stack") -> Any:
    """Tensors of one shape along a new axis."""
    if isinstance(values, (list, tuple)):
        if not values:
            raise ValueError("tf.stack needs at least one tensor")
        if _ops.is_open_shape(values):
            return tuple(values)
        parts = common(*_one_type(values))
    else:
        parts = unstack(values)
    try:
        if on_host(*parts):
            return host(np.stack([plain(part) for part in parts], integer(axis)))
        return ops.stack(parts, integer(axis))
    except (ValueError, TypeError) as error:
        shapes = [list(part.shape) for part in parts]
        raise InvalidArgumentError(f"Shapes of all inputs must match: {shapes}: {error} [Op:Pack]") from None


parallel_stack = stack


def unstack(value: Any, num: int | None = None, axis: Any = 0, name: str | None = "unstack") -> list[Any]:
    """The parts along an axis, which the results do not have."""
    x, axis = arg(value), integer(axis)
    size = num if num is not None else x.shape[axis]
    if size is None:
        raise ValueError(f"Cannot infer argument `num` from shape {tuple(x.shape)}")
    if x.shape[axis] not in (None, size):
        raise InvalidArgumentError(f"Dimension {axis} is {x.shape[axis]}, not num={size} [Op:Unpack]")
    axis %= len(x.shape)
    index: tuple[Any, ...] = (builtins.slice(None),) * axis
    return [x[(*index, i)] for i in builtins.range(size)]


def split(
    value: Any, num_or_size_splits: Any, axis: Any = 0, num: Any = None, name: str | None = "split"
) -> list[Any]:
    """Parts along an axis: so many of one size, or of these sizes (one may be -1)."""
    x, axis = arg(value), integer(axis)
    length = x.shape[axis]
    if np.ndim(num_or_size_splits) == 0:
        count = integer(num_or_size_splits)
        if length is not None and length % count:
            raise InvalidArgumentError(
                f"Number of ways to split should evenly divide the split dimension, but got split_dim {axis} "
                f"(size = {length}) and num_split {count} [Op:Split]"
            )
        return (
            list(_pieces(x, [length // count] * count, axis))
            if length is not None
            else ops.split(x, count, axis)
        )
    sizes = list(ints(num_or_size_splits))
    if -1 in sizes:
        sizes[sizes.index(-1)] = length - sum(size for size in sizes if size != -1)
    if sum(sizes) != length:
        raise InvalidArgumentError(
            f"Determined shape must either match input shape along split_dim exactly, but got {sizes} for "
            f"size {length}"
        )
    return list(_pieces(x, sizes, axis))


def _pieces(x: Any, sizes: list[int], axis: int) -> Any:
    start = 0
    index = [builtins.slice(None)] * len(x.shape)
    for size in sizes:
        index[axis] = builtins.slice(start, start + size)
        yield x[tuple(index)]
        start += size


def tile(input: Any, multiples: Any, name: str | None = None) -> Any:  # noqa: A002
    """Repeated `multiples` times along each axis."""
    x, counts = arg(input), ints(multiples)
    if len(counts) != len(x.shape):
        raise InvalidArgumentError(
            f"Expected multiples argument to be a vector of length {len(x.shape)} but got length "
            f"{len(counts)} [Op:Tile]"
        )
    return _call(np.tile, ops.tile, x, counts)


def repeat(input: Any, repeats: Any, axis: Any = None, name: str | None = None) -> Any:  # noqa: A002
    """Each element `repeats` times along an axis (None: of the flat tensor)."""
    x = arg(input)
    counts = integer(repeats) if np.ndim(repeats) == 0 else np.asarray(repeats)
    if not isinstance(counts, int) and counts.size == 1:
        counts = int(counts.reshape(-1)[0])
    axis = None if axis is None else integer(axis)
    if isinstance(counts, int):
        return _call(np.repeat, ops.repeat, x, counts, axis)
    places = np.repeat(np.arange(len(counts)), counts)
    if axis is None:
        x, axis = reshape(x, (-1,)), 0
    return _call(np.take, ops.take, x, places, axis=axis)


def expand_dims(input: Any = None, axis: Any = None, name: str | None = None, dim: Any = None) -> Any:  # noqa: A002
    """With an axis of size 1."""
    axis = integer(axis if axis is not None else dim)
    x = arg(input)
    if not -len(x.shape) - 1 <= axis <= len(x.shape):
        raise InvalidArgumentError(
            f"Tried to expand dim index {axis} for tensor with {len(x.shape)} dimensions. [Op:ExpandDims]"
        )
    return _call(np.expand_dims, ops.expand_dims, x, axis)


def squeeze(input: Any, axis: Any = None, name: str | None = None, squeeze_dims: Any = None) -> Any:  # noqa: A002
    """Without axes of size 1: all of them, or these."""
    x = arg(input)
    axis = axes(axis if axis is not None else squeeze_dims)
    if axis == ():
        axis = None
    try:
        return _call(np.squeeze, ops.squeeze, x, axis)
    except ValueError:
        raise InvalidArgumentError(
            f"Can not squeeze dim[{axis}], expected a dimension of 1, got shape {list(x.shape)} [Op:Squeeze]"
        ) from None


def pad(
    tensor: Any, paddings: Any, mode: str = "CONSTANT", constant_values: Any = 0, name: str | None = None
) -> Any:
    """Wider by `paddings[axis] = [before, after]`: constant, REFLECT or SYMMETRIC."""
    x = arg(tensor)
    widths = [
        ints(pair) for pair in (paddings if isinstance(paddings, (list, tuple)) else np.asarray(paddings))
    ]
    if len(widths) != len(x.shape):
        raise InvalidArgumentError(
            f"The first dimension of paddings must be the rank of inputs{[len(widths), 2]} {list(x.shape)} "
            "[Op:Pad]"
        )
    mode = mode.lower()
    if mode not in ("constant", "reflect", "symmetric"):
        raise ValueError(
            f"Value of argument `mode` expected to be one of CONSTANT, REFLECT or SYMMETRIC, not {mode}"
        )
    if mode != "constant":
        return _call(np.pad, ops.pad, x, widths, mode)
    if on_host(x):
        return host(np.pad(plain(x), widths, constant_values=np.asarray(constant_values).astype(x.dtype)))
    value = constant_values if np.isscalar(constant_values) else backend(arg(constant_values))
    return ops.pad(x, widths, "constant", constant_values=value)


def reverse(tensor: Any, axis: Any, name: str | None = None) -> Any:
    """Turned round along these axes."""
    x, axis = arg(tensor), axes(axis)
    return _call(np.flip, ops.flip, x, axis if isinstance(axis, int) else tuple(axis))


def roll(input: Any, shift: Any, axis: Any, name: str | None = None) -> Any:  # noqa: A002
    """Moved along axes, what falls out comes in again."""
    return _call(np.roll, ops.roll, arg(input), axes(shift), axes(axis))


def reverse_sequence(
    input: Any,  # noqa: A002
    seq_lengths: Any,
    seq_axis: Any = None,
    batch_axis: Any = None,
    name: str | None = None,
    seq_dim: Any = None,
    batch_dim: Any = None,
) -> Any:
    """The first `seq_lengths[i]` elements of each row turned round."""
    seq_axis = integer(seq_axis if seq_axis is not None else seq_dim)
    batch_axis = integer(batch_axis if batch_axis is not None else batch_dim or 0)
    x, lengths = arg(input), backend(arg(seq_lengths))
    x = backend(x)
    size = x.shape[seq_axis]
    steps = ops.arange(size)[None, :]
    places = ops.where(steps < lengths[:, None], lengths[:, None] - 1 - steps, steps)
    shape = [1] * len(x.shape)
    shape[batch_axis], shape[seq_axis] = x.shape[batch_axis], size
    places = places if batch_axis < seq_axis else ops.transpose(places)
    return ops.take_along_axis(x, ops.reshape(places, shape), seq_axis)


def identity(input: Any, name: str | None = None) -> Any:  # noqa: A002
    """The same tensor; of a variable, its value now."""
    return arg(input)


guarantee_const = identity


def identity_n(input: Any, name: str | None = None) -> list[Any]:  # noqa: A002
    return [arg(one) for one in input]


def broadcast_to(input: Any, shape: Any, name: str | None = None) -> Any:  # noqa: A002
    """Repeated along axes of size 1 and new axes until it has the shape."""
    x, sizes = arg(input), ints(shape)
    try:
        return _call(np.broadcast_to, ops.broadcast_to, x, sizes)
    except ValueError:
        raise InvalidArgumentError(
            f"Incompatible shapes: {list(x.shape)} vs. {list(sizes)} [Op:BroadcastTo]"
        ) from None


def broadcast_static_shape(shape_x: Any, shape_y: Any) -> Any:
    from labora_tf._shape import TensorShape

    return TensorShape(np.broadcast_shapes(tuple(shape_x), tuple(shape_y)))


def broadcast_dynamic_shape(shape_x: Any, shape_y: Any) -> Any:
    return host(np.broadcast_shapes(ints(shape_x), ints(shape_y)), np.int32)


def shape_n(input: Any, out_type: Any = None, name: str | None = None) -> list[Any]:  # noqa: A002
    from labora_tf._tensor import shape

    return [shape(one) for one in input]


def slice(input_: Any, begin: Any, size: Any, name: str | None = None) -> Any:  # noqa: A001
    """The block that begins at `begin`; a size of -1 is all the rest."""
    x, sizes = arg(input_), ints(size)
    if not is_known(*(begin if isinstance(begin, (list, tuple)) else [begin])):
        starts = begin if isinstance(begin, (list, tuple)) else ops.unstack(begin)
        return ops.slice(x, ops.stack([ops.cast(one, "int32") for one in starts]), sizes)
    starts = ints(begin)
    if len(starts) != len(x.shape) or len(sizes) != len(x.shape):
        raise InvalidArgumentError(
            f"Expected begin and size arguments to be 1-D tensors of size {len(x.shape)} [Op:Slice]"
        )
    for axis, (start, count, length) in enumerate(zip(starts, sizes, x.shape)):
        if length is not None and (start < 0 or start + builtins.max(count, 0) > length):
            raise InvalidArgumentError(
                f"Expected size[{axis}] in [0, {length - start}], but got {count} [Op:Slice]"
            )
    return x[tuple(builtins.slice(b, None if n == -1 else b + n) for b, n in zip(starts, sizes))]


def strided_slice(
    input_: Any,
    begin: Any,
    end: Any,
    strides: Any = None,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    var: Any = None,
    name: str | None = None,
) -> Any:
    """Python's slices of each axis; bits of the masks say which are left out, new, or single indices."""
    if var is not None:
        raise NotInLabora(
            "tf.strided_slice(var=...) is not in Labora: assign to the variable, v[1:3].assign(x)"
        )
    x, starts, ends = arg(input_), ints(begin), ints(end)
    steps = (1,) * len(starts) if strides is None else ints(strides)
    index: list[Any] = []
    for place, (start, stop, step) in enumerate(zip(starts, ends, steps)):
        bit = 1 << place
        if ellipsis_mask & bit:
            index.append(Ellipsis)
        elif new_axis_mask & bit:
            index.append(None)
        elif shrink_axis_mask & bit:
            index.append(start)
        else:
            index.append(
                builtins.slice(None if begin_mask & bit else start, None if end_mask & bit else stop, step)
            )
    return x[tuple(index)]


def unravel_index(indices: Any, dims: Any, name: str | None = None) -> Any:
    """Coordinates of flat indices, (rank, ...)."""
    x = arg(indices)
    if on_host(x):
        return host(np.stack(np.unravel_index(plain(x), ints(dims))), x.dtype)
    return ops.stack(list(ops.unravel_index(x, ints(dims))))


def __getattr__(name: str) -> Any:
    if name in ("tensordot", "matmul", "einsum", "norm"):
        from labora_tf import linalg

        return getattr(linalg, name)
    if name in _MORE:
        from labora_tf import _blocks

        return getattr(_blocks, name)
    raise AttributeError(f"module 'tensorflow' has no attribute '{name}'")


_MORE = (
    "bitcast extract_volume_patches space_to_batch batch_to_space space_to_batch_nd batch_to_space_nd "
    "depth_to_space "
    "space_to_depth ensure_shape"
).split()
