"""Reading and writing by indices: `tf.gather`, `tf.where`, `tf.scatter_nd`, `tf.unique` ... at the root."""

from __future__ import annotations

import collections
from typing import Any

import keras
import numpy as np
from keras import ops

from labora_tf import _host, _ops
from labora_tf._glue import variables as _scatter
from labora_tf._ops import arg, backend, common, host, integer, ints, is_known, on_host, pair, plain
from labora_tf._ops import call as _call
from labora_tf.errors import InvalidArgumentError

__all__ = (
    "argsort batch_gather boolean_mask dynamic_partition dynamic_stitch edit_distance gather gather_nd "
    "scatter_nd searchsorted "
    "setdiff1d sort tensor_scatter_nd_add tensor_scatter_nd_max tensor_scatter_nd_min tensor_scatter_nd_sub "
    "tensor_scatter_nd_update unique unique_with_counts where where_v2 scatter_update scatter_add "
    "scatter_sub "
    "tensor_scatter_update tensor_scatter_add tensor_scatter_sub"
).split()


def _check_indices(indices: Any, size: Any, what: str) -> None:
    """An index out of range is an error where the values are known, as on TensorFlow's CPU."""
    if size is None or not is_known(indices):
        return
    found = np.asarray(indices)
    if found.size and (found.min() < 0 or found.max() >= size):
        wrong = found.reshape(-1)[(found.reshape(-1) < 0) | (found.reshape(-1) >= size)][0]
        raise InvalidArgumentError(f"indices = {wrong} is not in [0, {size}) [Op:{what}]")


def gather(
    params: Any,
    indices: Any,
    validate_indices: Any = None,
    axis: Any = None,
    batch_dims: Any = 0,
    name: str | None = None,
) -> Any:
    """The parts of `params` at these indices of an axis; the first `batch_dims` axes are common."""
    params, indices = common(params, indices)
    batch = integer(batch_dims)
    if batch < 0:
        batch += len(indices.shape)
    axis = batch if axis is None else integer(axis)
    axis = axis % len(params.shape) if axis < 0 else axis
    _check_indices(indices, params.shape[axis], "GatherV2")
    if on_host(params, indices):
        if not batch:
            return host(np.take(plain(params), plain(indices).astype(np.int64), axis=axis))
        parts = [gather(p, i, axis=axis - 1, batch_dims=batch - 1) for p, i in zip(params, indices)]
        return host(np.stack([plain(part) for part in parts]))
    if not batch:
        return ops.take(params, indices, axis=axis)
    return _gather_batch(params, indices, axis, batch)


def _gather_batch(params: Any, indices: Any, axis: int, batch: int) -> Any:
    inner = indices.shape[batch:]
    between, after = params.shape[batch:axis], params.shape[axis + 1 :]
    flat = ops.reshape(indices, (*indices.shape[:batch], *(1 for _ in between), -1, *(1 for _ in after)))
    found = ops.take_along_axis(params, flat, axis)
    return ops.reshape(found, (*params.shape[:axis], *inner, *after))


def batch_gather(params: Any, indices: Any, name: str | None = None) -> Any:
    return gather(params, indices, batch_dims=len(np.shape(indices)) - 1)


def gather_nd(
    params: Any,
    indices: Any,
    batch_dims: Any = 0,
    name: str | None = None,
    bad_indices_policy: str = "",
) -> Any:
    """The parts at the places that the last axis of `indices` names."""
    _ops.only("tf.gather_nd", "bad_indices_policy", bad_indices_policy, "", "DEFAULT", "ERROR")
    params, indices = common(params, indices)
    batch = integer(batch_dims)
    depth = indices.shape[-1]
    if depth > len(params.shape) - batch:
        raise InvalidArgumentError(
            f"index innermost dimension length must be <= params rank; saw: {depth} vs. {len(params.shape)}"
        )
    for place in range(depth):
        _check_indices(indices[..., place], params.shape[batch + place], "GatherNd")
    leading = []
    for axis in range(batch):
        shape = [1] * (len(indices.shape) - 1)
        shape[axis] = params.shape[axis]
        leading.append(np.arange(params.shape[axis]).reshape(shape))
    if on_host(params, indices):
        index = tuple([*leading, *(plain(indices)[..., place] for place in range(depth))])
        return host(plain(params)[index])
    index = tuple([*leading, *(indices[..., place] for place in range(depth))])
    if isinstance(params, keras.KerasTensor) or isinstance(indices, keras.KerasTensor):
        raise TypeError("tf.gather_nd of a symbolic Keras tensor: put it into a keras.layers.Lambda")
    return params[index] if depth or leading else params


def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Any:
    """`x` where the condition holds, else `y`; without them, the coordinates of its true elements, (count,
    rank).
    """
    if (x is None) != (y is None):
        raise ValueError("x and y must both be non-None or both be None.")
    if x is None:
        condition = arg(condition)
        if not is_known(condition):
            raise _ops.unknown(
                "tf.where(condition) has a size that depends on values, which compiled functions cannot "
                "have; "
                "use tf.where(condition, x, y), or a mask that is multiplied"
            )
        found = np.argwhere(np.asarray(condition))
        return host(found, np.int64) if on_host(condition) else ops.convert_to_tensor(found.astype(np.int32))
    condition = arg(condition)
    if str(condition.dtype) != "bool":
        raise InvalidArgumentError(
            f"cannot compute SelectV2 as input #0 was expected to be a bool tensor, not {condition.dtype}"
        )
    x, y = pair(x, y)
    if on_host(x, y) and x.dtype == object and is_known(condition):
        condition = host(condition)
    if on_host(condition, x, y):
        return host(np.where(plain(condition), plain(x), plain(y)))
    try:
        return ops.where(backend(condition), backend(x), backend(y))
    except (ValueError, TypeError) as error:
        raise InvalidArgumentError(
            f"condition {list(condition.shape)}, then {list(x.shape)}, and else {list(y.shape)} must be "
            "broadcastable: "
            f"{error}"
        ) from None


where_v2 = where


def where_v1(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Any:
    """TensorFlow 1's: a vector as the condition chooses rows."""
    if x is not None:
        condition, x = arg(condition), arg(x)
        missing = len(x.shape) - len(condition.shape)
        if len(condition.shape) == 1 and missing > 0:
            condition = condition.reshape((-1,) + (1,) * missing)
    return where(condition, x, y)


def boolean_mask(tensor: Any, mask: Any, axis: Any = None, name: str = "boolean_mask") -> Any:
    """The parts where the mask is true."""
    tensor, mask = common(tensor, mask)
    axis = 0 if axis is None else integer(axis)
    if not is_known(mask):
        raise _ops.unknown(
            "tf.boolean_mask has a size that depends on values, which compiled functions cannot have; "
            "use tf.where(mask, x, 0), or sums weighted with tf.cast(mask, x.dtype)"
        )
    rank = len(mask.shape)
    if not rank:
        raise ValueError("mask cannot be scalar.")
    found = np.asarray(mask)
    if tuple(tensor.shape)[axis : axis + rank] != tuple(found.shape):
        raise ValueError(
            f"Shapes {tuple(tensor.shape)[axis : axis + rank]} and {tuple(found.shape)} are incompatible"
        )
    index = (slice(None),) * axis + tuple(np.nonzero(found.astype(bool)))
    if on_host(tensor):
        return host(plain(tensor)[index])
    return tensor[index]


def _places(indices: Any, shape: tuple[int, ...], what: str) -> None:
    depth = indices.shape[-1]
    if depth > len(shape):
        raise InvalidArgumentError(f"indices.shape[-1] is {depth}, above the rank {len(shape)} [Op:{what}]")
    for place in range(depth):
        _check_indices(indices[..., place], shape[place], what)


def _write(tensor: Any, indices: Any, updates: Any, how: str, what: str) -> Any:
    tensor, indices, updates = _three(tensor, indices, updates)
    shape = tuple(tensor.shape)
    _places(indices, shape, what)
    depth = indices.shape[-1]
    wanted = (*tuple(indices.shape)[:-1], *shape[depth:])
    if tuple(updates.shape) != wanted and len(updates.shape):
        raise InvalidArgumentError(
            f"Dimensions of indices {list(indices.shape)}, updates {list(updates.shape)} and the tensor "
            f"{list(shape)} "
            f"do not match: updates must have the shape {list(wanted)} [Op:{what}]"
        )
    if on_host(tensor, indices, updates):
        out, places = np.array(plain(tensor)), tuple(plain(indices)[..., place] for place in range(depth))
        if how == "set":
            out[places] = plain(updates)
        else:
            {"add": np.add, "max": np.maximum, "min": np.minimum, "sub": np.subtract}[how].at(
                out, places, plain(updates)
            )
        return host(out)
    if how == "sub":
        how, updates = "add", -updates
    return _scatter.scatter_nd(tensor, indices, ops.cast(updates, tensor.dtype), how)


def _three(tensor: Any, indices: Any, updates: Any) -> list[Any]:
    tensor, indices = arg(tensor), arg(indices)
    updates = _ops.like(updates, tensor) if _ops.is_python(updates) else arg(updates)
    parts = [tensor, indices, updates]
    return parts if on_host(*parts) else [backend(part) for part in parts]


def tensor_scatter_nd_update(tensor: Any, indices: Any, updates: Any, name: str | None = None) -> Any:
    """A copy with `updates` at the places of `indices`."""
    return _write(tensor, indices, updates, "set", "TensorScatterUpdate")


def tensor_scatter_nd_add(tensor: Any, indices: Any, updates: Any, name: str | None = None) -> Any:
    """A copy with `updates` added at the places of `indices`."""
    return _write(tensor, indices, updates, "add", "TensorScatterAdd")


def tensor_scatter_nd_sub(tensor: Any, indices: Any, updates: Any, name: str | None = None) -> Any:
    return _write(tensor, indices, updates, "sub", "TensorScatterSub")


def tensor_scatter_nd_max(tensor: Any, indices: Any, updates: Any, name: str | None = None) -> Any:
    return _write(tensor, indices, updates, "max", "TensorScatterMax")


def tensor_scatter_nd_min(tensor: Any, indices: Any, updates: Any, name: str | None = None) -> Any:
    return _write(tensor, indices, updates, "min", "TensorScatterMin")


tensor_scatter_update, tensor_scatter_add, tensor_scatter_sub = (
    tensor_scatter_nd_update,
    tensor_scatter_nd_add,
    tensor_scatter_nd_sub,
)


def scatter_nd(indices: Any, updates: Any, shape: Any, name: str | None = None) -> Any:
    """Zeros with `updates` added at the places of `indices`."""
    updates = arg(updates)
    sizes = ints(shape)
    empty = host(np.zeros(sizes, updates.dtype)) if on_host(updates) else ops.zeros(sizes, str(updates.dtype))
    return _write(empty, indices, updates, "add", "ScatterNd")


def _rows(how: str) -> Any:
    def write(ref: Any, indices: Any, updates: Any, use_locking: Any = True, name: str | None = None) -> Any:
        places = backend(arg(indices))
        updates = _ops.like(updates, ref) if _ops.is_python(updates) else backend(arg(updates))
        updates = -updates if how == "sub" else updates
        ref.assign(_scatter.scatter(ref.value, places, updates, "set" if how == "set" else "add"))
        return ref

    return write


scatter_update, scatter_add, scatter_sub = _rows("set"), _rows("add"), _rows("sub")


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


def searchsorted(
    sorted_sequence: Any, values: Any, side: str = "left", out_type: Any = "int32", name: str | None = None
) -> Any:
    """Where the values would be inserted, row by row of the last axis."""
    sequence, values = pair(sorted_sequence, values)
    if on_host(sequence, values):
        rows = plain(sequence).reshape(-1, sequence.shape[-1])
        sought = plain(values).reshape(len(rows), -1)
        found = [np.searchsorted(row, some, side) for row, some in zip(rows, sought)]
        return host(np.stack(found).reshape(values.shape), _host.np_dtype(out_type))
    before = ops.less if side == "left" else ops.less_equal
    found = ops.sum(ops.cast(before(sequence[..., None, :], values[..., :, None]), "int32"), axis=-1)
    return _ops.cast(found, out_type)


Unique = collections.namedtuple("Unique", ("y", "idx"))
UniqueWithCounts = collections.namedtuple("UniqueWithCounts", ("y", "idx", "count"))


def _unique(x: Any, out_idx: Any, function: str) -> tuple[Any, ...]:
    x = arg(x)
    if not is_known(x):
        raise _ops.unknown(
            f"tf.{function} has a size that depends on values, which compiled functions cannot have"
        )
    if len(x.shape) != 1:
        raise InvalidArgumentError(f"unique expects a 1D vector. [Op:{function}]")
    # In the order of their first occurrence.
    seen: dict[Any, int] = {}
    places = [seen.setdefault(value, len(seen)) for value in np.asarray(x).tolist()]
    values = np.empty(len(seen), object) if x.dtype == object else np.array(list(seen), np.asarray(x).dtype)
    if x.dtype == object:
        values[:] = list(seen)
    counts = np.bincount(places, minlength=len(seen)) if places else np.zeros(0, int)
    kind = _host.np_dtype(out_idx)
    out = host(values), host(places, kind), host(counts, kind)
    return out if on_host(x) else tuple(backend(part) for part in out)


def unique(x: Any, out_idx: Any = "int32", name: str | None = None) -> Unique:
    """The distinct values in the order of their first occurrence, and the index of each element's value."""
    return Unique(*_unique(x, out_idx, "unique")[:2])


def unique_with_counts(x: Any, out_idx: Any = "int32", name: str | None = None) -> UniqueWithCounts:
    return UniqueWithCounts(*_unique(x, out_idx, "unique_with_counts"))


ListDiff = collections.namedtuple("ListDiff", ("out", "idx"))


def setdiff1d(x: Any, y: Any, index_dtype: Any = "int32", name: str | None = None) -> ListDiff:
    """The elements of `x` that are not in `y`, and their indices."""
    x, y = arg(x), arg(y)
    if not is_known(x, y):
        raise _ops.unknown(
            "tf.setdiff1d has a size that depends on values, which compiled functions cannot have"
        )
    keep = np.nonzero(~np.isin(np.asarray(x), np.asarray(y)))[0]
    kind = _host.np_dtype(index_dtype)
    return ListDiff(x[keep], host(keep, kind) if on_host(x) else backend(host(keep, np.int32)))


def dynamic_partition(data: Any, partitions: Any, num_partitions: int, name: str | None = None) -> list[Any]:
    """The parts of `data` whose partition is 0, 1, ..."""
    data, partitions = common(data, partitions)
    if not is_known(partitions):
        raise _ops.unknown(
            "tf.dynamic_partition has sizes that depend on values, which compiled functions cannot have"
        )
    which = np.asarray(partitions)
    return [boolean_mask(data, host(which == number)) for number in range(num_partitions)]


def dynamic_stitch(indices: Any, data: Any, name: str | None = None) -> Any:
    """Rows of several tensors put at their indices; a later one wins."""
    parts = [np.asarray(arg(one)) for one in indices]
    count = max((int(part.max()) for part in parts if part.size), default=-1) + 1
    data = [backend(arg(one)) for one in data]
    rest = tuple(data[0].shape)[parts[0].ndim :]
    out = ops.zeros((count, *rest), str(data[0].dtype))
    for part, rows in zip(parts, data):
        out = _scatter.scatter(out, part.reshape(-1), ops.reshape(rows, (-1, *rest)), "set")
    return out


def edit_distance(hypothesis: Any, truth: Any, normalize: bool = True, name: str = "edit_distance") -> Any:
    """Levenshtein's distance of rows of two SparseTensors."""
    rows = [_sparse_rows(tensor) for tensor in (hypothesis, truth)]
    shape = tuple(
        int(max(a, b)) for a, b in zip(np.asarray(hypothesis.dense_shape), np.asarray(truth.dense_shape))
    )[:-1]
    out = np.zeros(shape, np.float32)
    for place in np.ndindex(*shape):
        one, two = rows[0].get(place, []), rows[1].get(place, [])
        distance = _levenshtein(one, two)
        out[place] = distance if not normalize else (distance / len(two) if two else (np.inf if one else 0.0))
    return arg(out)


def _sparse_rows(tensor: Any) -> dict[tuple[int, ...], list[Any]]:
    rows: dict[tuple[int, ...], list[Any]] = {}
    for index, value in zip(np.asarray(tensor.indices).tolist(), np.asarray(tensor.values).tolist()):
        rows.setdefault(tuple(index[:-1]), []).append(value)
    return rows


def _levenshtein(one: list[Any], two: list[Any]) -> int:
    before = list(range(len(two) + 1))
    for i, a in enumerate(one, 1):
        now = [i]
        for j, b in enumerate(two, 1):
            now.append(min(before[j] + 1, now[-1] + 1, before[j - 1] + (a != b)))
        before = now
    return before[-1]
