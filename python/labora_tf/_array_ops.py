"""Shapes and pieces of tensors: `tf.reshape`, `tf.concat`, `tf.split` ... Indexing is in `_gather`."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np
from keras import ops

from labora_tf import _gather, _host, _ops
from labora_tf._gather import *  # noqa: F403
from labora_tf._host import HostTensor
from labora_tf._ops import arg, axes, backend, common, host, integer, ints, is_int, is_known, on_host, plain
from labora_tf.errors import InvalidArgumentError

__all__ = (
    "broadcast_dynamic_shape broadcast_static_shape broadcast_to concat expand_dims eye fill identity identity_n "
    "linspace meshgrid one_hot ones ones_like pad parallel_stack range repeat reshape reverse reverse_sequence roll "
    "sequence_mask shape_n slice sort argsort split squeeze stack strided_slice tile transpose unstack zeros "
    "zeros_like lin_space unravel_index bitcast guarantee_const extract_volume_patches space_to_batch "
    "batch_to_space depth_to_space space_to_depth norm ensure_shape tensordot matmul einsum"
).split() + _gather.__all__


def _call(of_numpy: Any, of_keras: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
    if isinstance(x, HostTensor):
        return host(of_numpy(x.view(np.ndarray), *args, **kwargs))
    return of_keras(x, *args, **kwargs)


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
            raise InvalidArgumentError(f"Only one input size may be -1, not both in {list(sizes)} [Op:Reshape]") from None
        raise InvalidArgumentError(
            f"Input to reshape is a tensor with {count} values, but the requested shape has "
            f"{builtins.abs(int(np.prod(sizes)))} [Op:Reshape]" if -1 not in sizes else
            f"Input to reshape is a tensor with {count} values, but the requested shape requires a multiple of "
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
    parts, axis = common(*_one_type(values)), integer(axis)
    if not len(parts[0].shape):
        raise InvalidArgumentError("ConcatOp : Expected concatenating dimensions of rank 1 or more, got scalars")
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
        return list(_pieces(x, [length // count] * count, axis)) if length is not None else ops.split(x, count, axis)
    sizes = list(ints(num_or_size_splits))
    if -1 in sizes:
        sizes[sizes.index(-1)] = length - sum(size for size in sizes if size != -1)
    if sum(sizes) != length:
        raise InvalidArgumentError(
            f"Determined shape must either match input shape along split_dim exactly, but got {sizes} for size {length}"
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
            f"Expected multiples argument to be a vector of length {len(x.shape)} but got length {len(counts)} [Op:Tile]"
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
    widths = [ints(pair) for pair in (paddings if isinstance(paddings, (list, tuple)) else np.asarray(paddings))]
    if len(widths) != len(x.shape):
        raise InvalidArgumentError(
            f"The first dimension of paddings must be the rank of inputs{[len(widths), 2]} {list(x.shape)} [Op:Pad]"
        )
    mode = mode.lower()
    if mode not in ("constant", "reflect", "symmetric"):
        raise ValueError(f"Value of argument `mode` expected to be one of CONSTANT, REFLECT or SYMMETRIC, not {mode}")
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
        raise InvalidArgumentError(f"Incompatible shapes: {list(x.shape)} vs. {list(sizes)} [Op:BroadcastTo]") from None


def broadcast_static_shape(shape_x: Any, shape_y: Any) -> Any:
    from labora_tf._shape import TensorShape

    return TensorShape(np.broadcast_shapes(tuple(shape_x), tuple(shape_y)))


def broadcast_dynamic_shape(shape_x: Any, shape_y: Any) -> Any:
    return host(np.broadcast_shapes(ints(shape_x), ints(shape_y)), np.int32)


def shape_n(input: Any, out_type: Any = None, name: str | None = None) -> list[Any]:  # noqa: A002
    from labora_tf._tensor import shape

    return [shape(one) for one in input]


def _new(of_numpy: Any, of_keras: Any, shape: Any, dtype: Any) -> Any:
    """A fresh tensor: on the host in functions of data sets and for types that the backend does not have."""
    from labora_tf import dtypes

    dtype, shape = dtypes.as_dtype(dtype), ints(shape)
    if _host.in_data() or dtype.name == "string":
        if dtype.name == "string":
            return host(np.full(shape, b"", object))
        return host(of_numpy(shape, dtype.as_numpy_dtype))
    return of_keras(shape, _backend_name(dtype))


def _backend_name(dtype: Any) -> str:
    from labora_tf._tensor import _backend_name as name

    return name(dtype)


def zeros(shape: Any, dtype: Any = "float32", name: str | None = None, layout: Any = None) -> Any:
    """Zeros; of strings, empty ones."""
    return _new(np.zeros, ops.zeros, shape, dtype)


def ones(shape: Any, dtype: Any = "float32", name: str | None = None, layout: Any = None) -> Any:
    return _new(np.ones, ops.ones, shape, dtype)


def zeros_like(
    input: Any = None, dtype: Any = None, name: str | None = None, layout: Any = None, **others: Any  # noqa: A002
) -> Any:
    """Zeros in the shape and the type of a tensor."""
    return _like(np.zeros_like, ops.zeros_like, _ops.old(input, others, "tensor"), dtype)


def ones_like(
    input: Any = None, dtype: Any = None, name: str | None = None, layout: Any = None, **others: Any  # noqa: A002
) -> Any:
    return _like(np.ones_like, ops.ones_like, _ops.old(input, others, "tensor"), dtype)


def _like(of_numpy: Any, of_keras: Any, value: Any, dtype: Any) -> Any:
    from labora_tf import dtypes

    x = arg(value)
    if on_host(x):
        if x.dtype == object and dtype is None:
            return host(np.full(x.shape, b"", object))
        return host(of_numpy(plain(x), x.dtype if dtype is None else _host.np_dtype(dtype)))
    return of_keras(x, dtype=str(x.dtype) if dtype is None else _backend_name(dtypes.as_dtype(dtype)))


def fill(dims: Any, value: Any, name: str | None = None, layout: Any = None) -> Any:
    """A tensor of one value."""
    value = arg(value)
    if len(value.shape):
        raise InvalidArgumentError(f"value must be a scalar, got shape {list(value.shape)} [Op:Fill]")
    return broadcast_to(value, ints(dims))


def eye(
    num_rows: Any, num_columns: Any = None, batch_shape: Any = None, dtype: Any = "float32", name: str | None = None
) -> Any:
    """The identity matrix, or a batch of them."""
    rows = integer(num_rows)
    columns = rows if num_columns is None else integer(num_columns)
    matrix = _new(lambda s, t: np.eye(*s, dtype=t), lambda s, t: ops.eye(*s, dtype=t), (rows, columns), dtype)
    return matrix if batch_shape is None else broadcast_to(matrix, (*ints(batch_shape), rows, columns))


def range(start: Any, limit: Any = None, delta: Any = 1, dtype: Any = None, name: str = "range") -> Any:  # noqa: A001
    """start, start + delta, ... below limit; `tf.range(limit)` begins with 0."""
    if limit is None:
        start, limit = 0, start
    parts = [arg(part) if not _ops.is_python(part) else part for part in (start, limit, delta)]
    if not is_known(*parts):
        raise _ops.known("tf.range")
    values = [np.asarray(part) for part in parts]
    if dtype is None:
        kinds = [_host.tensor(part).dtype if _ops.is_python(part) else np.asarray(part).dtype for part in parts]
        dtype = np.result_type(*kinds) if any(kind.kind == "f" for kind in kinds) else max(kinds, key=lambda k: k.itemsize)
        dtype = np.dtype(np.float32) if dtype == np.float64 and np.dtype(np.float64) not in kinds else dtype
    low, high, step = (value.reshape(()).item() for value in values)
    if step == 0:
        raise InvalidArgumentError("Requires delta != 0: 0 [Op:Range]")
    numpy_type = _host.np_dtype(dtype)
    count = builtins.max(0, int(np.ceil((high - low) / step)))
    steps = (low + np.arange(count) * step) if isinstance(low + step, float) else low + np.arange(count) * int(step)
    out = np.asarray(steps).astype(numpy_type)
    if _host.in_data():
        return out.view(HostTensor)
    from labora_tf._tensor import constant

    return constant(out, dtype)


def linspace(
    start: Any, stop: Any, num: Any = 50, name: str | None = None, axis: int = 0
) -> Any:
    """`num` numbers of even distance, both ends among them."""
    start, stop = common(start, stop)
    count = integer(num)
    if count < 1:
        raise InvalidArgumentError(f"Requires num > 0: {count}")
    if on_host(start, stop):
        dtype = start.dtype if start.dtype.kind == "f" else np.float64
        return host(np.linspace(plain(start), plain(stop), count, axis=axis).astype(dtype))
    dtype = "float32" if is_int(start) else str(start.dtype)
    return ops.linspace(ops.cast(start, dtype), ops.cast(stop, dtype), count, dtype=dtype, axis=axis)


lin_space = linspace


def meshgrid(*args: Any, **kwargs: Any) -> list[Any]:
    """Coordinates of a grid; `indexing` is 'xy' or 'ij'."""
    indexing = kwargs.pop("indexing", "xy")
    kwargs.pop("name", None)
    _ops.no_more("meshgrid", kwargs)
    if len(args) == 1 and isinstance(args[0], (list, tuple)) and not _ops.is_python(args[0]):
        args = tuple(args[0])
    parts = common(*args)
    if on_host(*parts):
        return [host(part) for part in np.meshgrid(*(plain(part) for part in parts), indexing=indexing)]
    return list(ops.meshgrid(*parts, indexing=indexing))


def one_hot(
    indices: Any,
    depth: Any,
    on_value: Any = None,
    off_value: Any = None,
    axis: Any = None,
    dtype: Any = None,
    name: str | None = None,
) -> Any:
    """`on_value` at the index, `off_value` elsewhere; an index out of range has no `on_value`."""
    x, depth = arg(indices), integer(depth)
    if not is_int(x):
        raise TypeError(f"Value for attr 'TI' of {x.dtype} is not in the list of allowed values: uint8, int8, int32, int64")
    axis = -1 if axis is None else integer(axis)
    if dtype is None:
        given = on_value if on_value is not None else off_value
        dtype = "float32" if given is None else str(arg(given).dtype)
    on, off = (1 if on_value is None else on_value), (0 if off_value is None else off_value)
    place = axis if axis >= 0 else len(x.shape)
    if on_host(x):
        hot = np.expand_dims(plain(x), place) == np.arange(depth).reshape((-1,) + (1,) * (len(x.shape) - place))
        numpy_type = _host.np_dtype(dtype)
        if on_value is None and off_value is None:
            return host(hot.astype(numpy_type))
        return host(np.where(hot, np.asarray(on, numpy_type), np.asarray(off, numpy_type)))
    depths = ops.reshape(ops.arange(depth, dtype=str(x.dtype)), (-1,) + (1,) * (len(x.shape) - place))
    hot = ops.equal(ops.expand_dims(x, place), depths)
    if on_value is None and off_value is None:
        return _ops.cast(hot, dtype)
    return ops.where(hot, _ops.cast(backend(arg(on)), dtype), _ops.cast(backend(arg(off)), dtype))


def sequence_mask(lengths: Any, maxlen: Any = None, dtype: Any = "bool", name: str | None = None) -> Any:
    """True for the first `lengths[i]` places of each row."""
    x = arg(lengths)
    if maxlen is None:
        if not is_known(x):
            raise _ops.unknown("tf.sequence_mask in a compiled function needs maxlen=")
        maxlen = int(np.max(np.asarray(x))) if np.size(np.asarray(x)) else 0
    size = integer(maxlen)
    if on_host(x):
        return host((np.arange(size) < plain(x)[..., None]).astype(_host.np_dtype(dtype)))
    return _ops.cast(ops.less(ops.arange(size), ops.expand_dims(x, -1)), dtype)


def slice(input_: Any, begin: Any, size: Any, name: str | None = None) -> Any:  # noqa: A001
    """The block that begins at `begin`; a size of -1 is all the rest."""
    x, sizes = arg(input_), ints(size)
    if not is_known(*(begin if isinstance(begin, (list, tuple)) else [begin])):
        starts = begin if isinstance(begin, (list, tuple)) else ops.unstack(begin)
        return ops.slice(x, ops.stack([ops.cast(one, "int32") for one in starts]), sizes)
    starts = ints(begin)
    if len(starts) != len(x.shape) or len(sizes) != len(x.shape):
        raise InvalidArgumentError(f"Expected begin and size arguments to be 1-D tensors of size {len(x.shape)} [Op:Slice]")
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
            index.append(builtins.slice(None if begin_mask & bit else start, None if end_mask & bit else stop, step))
    return x[tuple(index)]


def sort(values: Any, axis: Any = -1, direction: str = "ASCENDING", name: str | None = None) -> Any:
    """Sorted along an axis."""
    out = _call(np.sort, ops.sort, arg(values), integer(axis))
    return _call(np.flip, ops.flip, out, integer(axis)) if _descending(direction) else out


def argsort(
    values: Any, axis: Any = -1, direction: str = "ASCENDING", stable: bool = False, name: str | None = None
) -> Any:
    """The indices that sort along an axis; equal values keep their order."""
    x, axis = arg(values), integer(axis)
    if not _descending(direction):
        return _int32(_call(lambda v, a: np.argsort(v, a, kind="stable"), ops.argsort, x, axis))
    # The first of equal values stays first.
    flipped = _call(np.flip, ops.flip, x, axis)
    found = _call(lambda v, a: np.argsort(v, a, kind="stable"), ops.argsort, flipped, axis)
    return _int32(x.shape[axis] - 1 - _call(np.flip, ops.flip, found, axis))


def _int32(x: Any) -> Any:
    return host(x, np.int32) if on_host(x) else ops.cast(x, "int32")


def _descending(direction: str) -> bool:
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError(f"direction should be one of ASCENDING, DESCENDING. Received: {direction}")
    return direction == "DESCENDING"


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
    "bitcast extract_volume_patches space_to_batch batch_to_space depth_to_space space_to_depth ensure_shape".split()
)
