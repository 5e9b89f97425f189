"""New tensors: `tf.zeros`, `tf.fill`, `tf.range`, `tf.one_hot` ... at the root."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np
from keras import ops

from labora_tf import _host, _ops
from labora_tf._host import HostTensor
from labora_tf._ops import arg, backend, common, host, integer, ints, is_int, is_known, on_host, plain
from labora_tf.errors import InvalidArgumentError

__all__ = (
    "eye fill lin_space linspace meshgrid one_hot ones ones_like range sequence_mask zeros zeros_like"
).split()


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
    input: Any = None,
    dtype: Any = None,
    name: str | None = None,
    layout: Any = None,
    **others: Any,  # noqa: A002
) -> Any:
    """Zeros in the shape and the type of a tensor."""
    return _like(np.zeros_like, ops.zeros_like, _ops.old(input, others, "tensor"), dtype)


def ones_like(
    input: Any = None,
    dtype: Any = None,
    name: str | None = None,
    layout: Any = None,
    **others: Any,  # noqa: A002
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
    return _broadcast(value, ints(dims))


def eye(
    num_rows: Any,
    num_columns: Any = None,
    batch_shape: Any = None,
    dtype: Any = "float32",
    name: str | None = None,
) -> Any:
    """The identity matrix, or a batch of them."""
    rows = integer(num_rows)
    columns = rows if num_columns is None else integer(num_columns)
    matrix = _new(lambda s, t: np.eye(*s, dtype=t), lambda s, t: ops.eye(*s, dtype=t), (rows, columns), dtype)
    return matrix if batch_shape is None else _broadcast(matrix, (*ints(batch_shape), rows, columns))


def range(start: Any, limit: Any = None, delta: Any = 1, dtype: Any = None, name: str = "range") -> Any:  # noqa: A001
    """start, start + delta, ... below limit; `tf.range(limit)` begins with 0."""
    if limit is None:
        start, limit = 0, start
    parts = [arg(part) if not _ops.is_python(part) else part for part in (start, limit, delta)]
    if not is_known(*parts):
        raise _ops.known("tf.range")
    values = [np.asarray(part) for part in parts]
    if dtype is None:
        kinds = [
            _host.tensor(part).dtype if _ops.is_python(part) else np.asarray(part).dtype for part in parts
        ]
        dtype = (
            np.result_type(*kinds)
            if any(kind.kind == "f" for kind in kinds)
            else max(kinds, key=lambda k: k.itemsize)
        )
        dtype = np.dtype(np.float32) if dtype == np.float64 and np.dtype(np.float64) not in kinds else dtype
    low, high, step = (value.reshape(()).item() for value in values)
    if step == 0:
        raise InvalidArgumentError("Requires delta != 0: 0 [Op:Range]")
    numpy_type = _host.np_dtype(dtype)
    count = builtins.max(0, int(np.ceil((high - low) / step)))
    steps = (
        (low + np.arange(count) * step)
        if isinstance(low + step, float)
        else low + np.arange(count) * int(step)
    )
    out = np.asarray(steps).astype(numpy_type)
    if _host.in_data():
        return out.view(HostTensor)
    from labora_tf._tensor import constant

    return constant(out, dtype)


def linspace(start: Any, stop: Any, num: Any = 50, name: str | None = None, axis: int = 0) -> Any:
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
        raise TypeError(
            f"Value for attr 'TI' of {x.dtype} is not in the list of allowed values: uint8, int8, int32, "
            "int64"
        )
    axis = -1 if axis is None else integer(axis)
    if dtype is None:
        given = on_value if on_value is not None else off_value
        dtype = "float32" if given is None else str(arg(given).dtype)
    on, off = (1 if on_value is None else on_value), (0 if off_value is None else off_value)
    place = axis if axis >= 0 else len(x.shape)
    if on_host(x):
        hot = np.expand_dims(plain(x), place) == np.arange(depth).reshape(
            (-1,) + (1,) * (len(x.shape) - place)
        )
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


def _broadcast(x: Any, shape: tuple[int, ...]) -> Any:
    return _ops.call(np.broadcast_to, ops.broadcast_to, x, shape)
