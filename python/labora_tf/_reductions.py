"""Reductions, sums along an axis, segments, counts: names of `tf.math` and of the root."""

from __future__ import annotations

from typing import Any

import numpy as np
from keras import ops

from labora_tf import _ops
from labora_tf._glue import variables as _scatter
from labora_tf._ops import (
    arg,
    axes,
    backend,
    common,
    host,
    integer,
    is_float,
    is_int,
    is_known,
    no_more,
    old,
    on_host,
    plain,
)
from labora_tf.errors import InvalidArgumentError

__all__ = (
    "argmax argmin bincount confusion_matrix count_nonzero cumprod cumsum cumulative_logsumexp reduce_all "
    "reduce_any "
    "reduce_euclidean_norm reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod reduce_std "
    "reduce_sum "
    "reduce_variance segment_max segment_mean segment_min segment_prod segment_sum unsorted_segment_max "
    "unsorted_segment_mean unsorted_segment_min unsorted_segment_prod unsorted_segment_sqrt_n "
    "unsorted_segment_sum "
    "histogram_fixed_width histogram_fixed_width_bins"
).split()


def _check_axis(x: Any, axis: Any) -> None:
    rank = len(x.shape)
    for one in (axis,) if isinstance(axis, int) else axis or ():
        if not -rank <= one < max(rank, 1):
            raise InvalidArgumentError(
                f"Invalid reduction dimension ({one} for input with {rank} dimension(s)"
            )


def _arguments(
    function: str, x: Any, axis: Any, keepdims: Any, others: dict[str, Any]
) -> tuple[Any, Any, bool]:
    axis = old(axis, others, "reduction_indices")
    keepdims = old(keepdims, others, "keep_dims")
    no_more(function, others)
    x, axis = arg(x), axes(axis)
    _check_axis(x, axis)
    if axis == ():
        axis = None if not len(x.shape) else ()
    return x, axis, bool(keepdims)


def reduce_sum(
    input_tensor: Any, axis: Any = None, keepdims: Any = False, name: str | None = None, **old: Any
) -> Any:
    """The sum over `axis` (None: all)."""
    x, axis, keep = _arguments("reduce_sum", input_tensor, axis, keepdims, old)
    if on_host(x):
        return host(np.sum(plain(x), axis, keepdims=keep, dtype=x.dtype))
    return _typed(ops.sum(x, axis, keep), x)


def _typed(value: Any, x: Any) -> Any:
    """The result in the type of the argument: sums of small integers wrap, as in TensorFlow."""
    return value if value.dtype == x.dtype else ops.cast(value, x.dtype)


def reduce_prod(
    input_tensor: Any, axis: Any = None, keepdims: Any = False, name: str | None = None, **old: Any
) -> Any:
    """The product over `axis`."""
    x, axis, keep = _arguments("reduce_prod", input_tensor, axis, keepdims, old)
    if on_host(x):
        return host(np.prod(plain(x), axis, keepdims=keep, dtype=x.dtype))
    return _typed(ops.prod(x, axis, keep), x)


def reduce_mean(
    input_tensor: Any, axis: Any = None, keepdims: Any = False, name: str | None = None, **old: Any
) -> Any:
    """The mean over `axis`; of integers, cut to an integer as TensorFlow does."""
    x, axis, keep = _arguments("reduce_mean", input_tensor, axis, keepdims, old)
    if on_host(x):
        value = plain(x)
        if value.dtype.kind in "iu":
            total = np.sum(value, axis, keepdims=keep, dtype=value.dtype)
            count = value.size // max(np.size(total), 1)
            return host((np.sign(total) * (np.abs(total) // max(count, 1))).astype(value.dtype))
        return host(np.mean(value, axis, keepdims=keep), x.dtype)
    if is_int(x):
        total = ops.sum(x, axis, keep)
        count = int(np.prod(tuple(x.shape))) // max(int(np.prod(tuple(total.shape))), 1)
        return ops.cast(ops.sign(total) * ops.floor_divide(ops.abs(total), max(count, 1)), x.dtype)
    if str(x.dtype) == "bool":
        raise InvalidArgumentError(
            "reduce_mean does not take a tensor of type bool; cast it: tf.cast(x, tf.float32)"
        )
    return ops.mean(x, axis, keep)


def _extreme(function: str, of_numpy: Any, of_keras: Any, empty: float) -> Any:
    def reduce(
        input_tensor: Any, axis: Any = None, keepdims: Any = False, name: str | None = None, **old: Any
    ) -> Any:
        x, axis, keep = _arguments(function, input_tensor, axis, keepdims, old)
        if on_host(x):
            if not x.size:
                return host(of_numpy(plain(x), axis, keepdims=keep, initial=_limit(x.dtype, empty)))
            return host(of_numpy(plain(x), axis, keepdims=keep))
        if 0 in tuple(x.shape):
            return of_keras(x, axis, keep, initial=_limit(np.dtype(str(x.dtype)), empty))
        return of_keras(x, axis, keep)

    return _ops.named(reduce, function, "Over `axis` (None: all).")


def _limit(dtype: Any, empty: float) -> Any:
    if dtype.kind == "f":
        return dtype.type(empty)
    return np.iinfo(dtype).max if empty > 0 else np.iinfo(dtype).min


reduce_max = _extreme("reduce_max", np.max, ops.max, -np.inf)
reduce_min = _extreme("reduce_min", np.min, ops.min, np.inf)


def _logical(function: str, of_numpy: Any, of_keras: Any) -> Any:
    def reduce(
        input_tensor: Any, axis: Any = None, keepdims: Any = False, name: str | None = None, **old: Any
    ) -> Any:
        x, axis, keep = _arguments(function, input_tensor, axis, keepdims, old)
        if str(x.dtype) != "bool":
            raise InvalidArgumentError(f"{function} takes a tensor of type bool, not {x.dtype}")
        return host(of_numpy(plain(x), axis, keepdims=keep)) if on_host(x) else of_keras(x, axis, keep)

    return _ops.named(reduce, function, "Of a tensor of type bool, over `axis` (None: all).")


reduce_all = _logical("reduce_all", np.all, ops.all)
reduce_any = _logical("reduce_any", np.any, ops.any)


def reduce_variance(
    input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Any:
    """The mean squared distance from the mean."""
    x, axis, keep = _arguments("reduce_variance", input_tensor, axis, keepdims, {})
    _floats("reduce_variance", x)
    return host(np.var(plain(x), axis, keepdims=keep), x.dtype) if on_host(x) else ops.var(x, axis, keep)


def reduce_std(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None) -> Any:
    """The square root of the variance."""
    x, axis, keep = _arguments("reduce_std", input_tensor, axis, keepdims, {})
    _floats("reduce_std", x)
    return host(np.std(plain(x), axis, keepdims=keep), x.dtype) if on_host(x) else ops.std(x, axis, keep)


def _floats(function: str, x: Any) -> None:
    if not is_float(x) and "complex" not in str(x.dtype):
        raise TypeError(
            f"Input must be either real or complex in {function}. Received integer type {x.dtype}."
        )


def reduce_logsumexp(
    input_tensor: Any, axis: Any = None, keepdims: Any = False, name: str | None = None, **old: Any
) -> Any:
    """log(sum(exp(x))), without overflow."""
    x, axis, keep = _arguments("reduce_logsumexp", input_tensor, axis, keepdims, old)
    value = ops.logsumexp(backend(x), axis, keep)
    return host(value, x.dtype) if on_host(x) else value


def reduce_euclidean_norm(
    input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Any:
    """sqrt(sum(x ** 2))."""
    x, axis, keep = _arguments("reduce_euclidean_norm", input_tensor, axis, keepdims, {})
    return _ops.cast(ops.sqrt(ops.sum(ops.square(backend(x)), axis, keep)), str(x.dtype))


def count_nonzero(
    input: Any = None,  # noqa: A002
    axis: Any = None,
    keepdims: Any = None,
    dtype: Any = "int64",
    name: str | None = None,
    **others: Any,
) -> Any:
    """How many elements are not zero (of strings, not empty)."""
    x = old(input, others, "input_tensor")
    x, axis, keep = _arguments("count_nonzero", x, axis, keepdims, others)
    if on_host(x):
        some = plain(x) != (b"" if x.dtype == object else 0)
        return host(np.sum(some.astype(bool), axis, keepdims=keep), _ops._host.np_dtype(dtype))
    return _ops.cast(ops.sum(ops.cast(ops.not_equal(x, 0), "int32"), axis, keep), dtype)


def _position(function: str, of_numpy: Any, of_keras: Any) -> Any:
    def position(
        input: Any = None,  # noqa: A002
        axis: Any = None,
        output_type: Any = "int64",
        name: str | None = None,
        dimension: Any = None,
    ) -> Any:
        x = arg(input)
        axis = axis if axis is not None else dimension
        axis = 0 if axis is None else integer(axis)
        _check_axis(x, axis)
        if on_host(x):
            return host(of_numpy(plain(x), axis), _ops._host.np_dtype(output_type))
        return _ops.cast(of_keras(x, axis), output_type)

    return _ops.named(position, function, "The index of the extreme along `axis` (None: the first axis).")


argmax = _position("argmax", np.argmax, ops.argmax)
argmin = _position("argmin", np.argmin, ops.argmin)


def _running(function: str, of_numpy: Any, of_keras: Any, start: int) -> Any:
    def running(
        x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
    ) -> Any:
        x, axis = arg(x), integer(axis)
        _check_axis(x, axis)
        axis %= max(len(x.shape), 1)
        if on_host(x):
            value = plain(x)
            value = np.flip(value, axis) if reverse else value
            out = of_numpy(value, axis, dtype=x.dtype)
            out = _shifted(np, out, axis, start) if exclusive else out
            return host(np.flip(out, axis) if reverse else out)
        value = ops.flip(x, axis) if reverse else x
        out = _typed(of_keras(value, axis), x)
        out = _shifted(ops, out, axis, start) if exclusive else out
        return ops.flip(out, axis) if reverse else out

    return _ops.named(
        running, function, "Along `axis`. exclusive: without the element itself; reverse: from the end."
    )


def _shifted(xp: Any, value: Any, axis: int, start: int) -> Any:
    """Moved by one along an axis, with `start` first."""
    index = [slice(None)] * len(value.shape)
    index[axis] = slice(0, -1)
    kept = value[tuple(index)]
    index[axis] = slice(0, 1)
    first = xp.full_like(value[tuple(index)], start)
    return xp.concatenate([first, kept], axis)


cumsum = _running("cumsum", np.cumsum, ops.cumsum, 0)
cumprod = _running("cumprod", np.cumprod, ops.cumprod, 1)


def cumulative_logsumexp(
    x: Any, axis: int = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Any:
    """log of the running sum of exp(x)."""
    x = backend(arg(x))
    axis %= len(x.shape)
    value = ops.flip(x, axis) if reverse else x
    out = ops.associative_scan(ops.logaddexp, value, axis=axis)
    if exclusive:
        out = _shifted(ops, out, axis, float(np.finfo(np.float32).min))
    return ops.flip(out, axis) if reverse else out


_HOW = {
    "sum": (np.add, "add", 0),
    "prod": (np.multiply, "multiply", 1),
    "max": (np.maximum, "max", "lowest"),
    "min": (np.minimum, "min", "highest"),
}


def _segment(data: Any, segment_ids: Any, count: int, how: str, empty: Any) -> Any:
    """Reduces rows of the same segment; a negative id is left out. `segment_ids` has the first axes of
    `data`.
    """
    function, name, start = _HOW[how]
    data, segment_ids = common(data, segment_ids)
    rank = len(segment_ids.shape)
    if tuple(data.shape)[:rank] != tuple(segment_ids.shape):
        raise InvalidArgumentError(
            f"data.shape = {list(data.shape)} does not start with segment_ids.shape = "
            f"{list(segment_ids.shape)}"
        )
    rest = tuple(data.shape)[rank:]
    if empty is None:
        empty = _empty(data, start)
    if on_host(data):
        ids, rows = plain(segment_ids).reshape(-1), plain(data).reshape(-1, *rest)
        out = np.full((count, *rest), _empty(data, start), data.dtype)
        function.at(out, ids[ids >= 0], rows[ids >= 0])
        missing = np.bincount(ids[ids >= 0].astype(np.int64), minlength=count) == 0
        out[missing] = empty
        return host(out)
    ids, rows = ops.reshape(segment_ids, (-1,)), ops.reshape(data, (-1, *rest))
    ids = ops.where(ids < 0, count, ids)
    out = ops.full((count, *rest), _empty(data, start), str(data.dtype))
    out = _scatter.scatter(out, ids, rows, name)
    if how in ("max", "min") and empty != _empty(data, start):
        seen = _scatter.scatter(ops.zeros((count,), "int32"), ids, ops.ones_like(ids, dtype="int32"), "add")
        seen = ops.reshape(seen, (count,) + (1,) * len(rest))
        out = ops.where(seen > 0, out, ops.cast(empty, out.dtype))
    return out


def _empty(data: Any, start: Any) -> Any:
    if start not in ("lowest", "highest"):
        return start
    if is_float(data):
        limit = float(np.finfo(np.float32 if str(data.dtype) != "float64" else np.float64).max)
    else:
        info = np.iinfo(str(data.dtype))
        return int(info.min if start == "lowest" else info.max)
    return -limit if start == "lowest" else limit


def _sorted_count(segment_ids: Any) -> int:
    """The number of segments of sorted ids."""
    segment_ids = arg(segment_ids)
    if not is_known(segment_ids):
        raise _ops.unknown(
            "tf.math.segment_* needs the values of segment_ids for the size of its result, which a "
            "compiled function "
            "does not have; use tf.math.unsorted_segment_*(data, segment_ids, num_segments)"
        )
    ids = np.asarray(segment_ids)
    if ids.size and (np.any(np.diff(ids) < 0) or ids[0] < 0):
        raise InvalidArgumentError("segment ids are not increasing")
    return int(ids[-1]) + 1 if ids.size else 0


def segment_sum(data: Any, segment_ids: Any, name: str | None = None) -> Any:
    """Sums of the rows of each segment; `segment_ids` are sorted."""
    return _segment(data, segment_ids, _sorted_count(segment_ids), "sum", None)


def segment_prod(data: Any, segment_ids: Any, name: str | None = None) -> Any:
    return _segment(data, segment_ids, _sorted_count(segment_ids), "prod", None)


def segment_max(data: Any, segment_ids: Any, name: str | None = None) -> Any:
    return _segment(data, segment_ids, _sorted_count(segment_ids), "max", 0)


def segment_min(data: Any, segment_ids: Any, name: str | None = None) -> Any:
    return _segment(data, segment_ids, _sorted_count(segment_ids), "min", 0)


def segment_mean(data: Any, segment_ids: Any, name: str | None = None) -> Any:
    return unsorted_segment_mean(data, segment_ids, _sorted_count(segment_ids))


def unsorted_segment_sum(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """Sums of the rows of each segment; rows of negative ids are left out."""
    return _segment(data, segment_ids, integer(num_segments), "sum", None)


def unsorted_segment_prod(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    return _segment(data, segment_ids, integer(num_segments), "prod", None)


def unsorted_segment_max(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    return _segment(data, segment_ids, integer(num_segments), "max", None)


def unsorted_segment_min(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    return _segment(data, segment_ids, integer(num_segments), "min", None)


def _counts(data: Any, segment_ids: Any, count: int) -> Any:
    ids = arg(segment_ids)
    ones = (
        host(np.ones(tuple(ids.shape), np.float32)) if on_host(ids) else ops.ones(tuple(ids.shape), "float32")
    )
    counts = _segment(ones, ids, count, "sum", None)
    return counts, (count,) + (1,) * (len(np.shape(data)) - len(ids.shape))


def unsorted_segment_mean(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """Means of the rows of each segment; 0 for an empty one."""
    count = integer(num_segments)
    total, (counts, shape) = (
        _segment(data, segment_ids, count, "sum", None),
        _counts(data, segment_ids, count),
    )
    if on_host(total):
        return host(plain(total) / np.maximum(np.asarray(counts).reshape(shape), 1), total.dtype)
    return ops.cast(total / ops.maximum(ops.reshape(backend(counts), shape), 1), total.dtype)


def unsorted_segment_sqrt_n(data: Any, segment_ids: Any, num_segments: Any, name: str | None = None) -> Any:
    """Sums divided by the square root of the segment's size."""
    count = integer(num_segments)
    total, (counts, shape) = (
        _segment(data, segment_ids, count, "sum", None),
        _counts(data, segment_ids, count),
    )
    total, counts = backend(total), ops.reshape(backend(counts), shape)
    return total / ops.sqrt(ops.maximum(counts, 1))


def bincount(
    arr: Any,
    weights: Any = None,
    minlength: Any = None,
    maxlength: Any = None,
    dtype: Any = "int32",
    name: str | None = None,
    axis: Any = None,
    binary_output: bool = False,
) -> Any:
    """How often each number from 0 on occurs; `axis=-1` counts each row of a matrix."""
    arr = arg(arr)
    if not is_known(arr) and maxlength is None:
        raise _ops.unknown(
            "tf.math.bincount in a compiled function needs minlength= and maxlength= of the same size"
        )
    if is_known(arr):
        length = int(np.max(np.asarray(arr))) + 1 if np.size(np.asarray(arr)) else 0
        length = max(length, integer(minlength)) if minlength is not None else length
        length = min(length, integer(maxlength)) if maxlength is not None else length
    else:
        length = integer(maxlength)
    rows = backend(arr)
    if axis is None:
        rows = ops.reshape(rows, (1, -1))
    elif integer(axis) not in (0, -1):
        raise ValueError(
            f"Unsupported value for argument axis={axis}. Only 0 and -1 are currently supported."
        )
    elif axis == 0 or len(rows.shape) == 1:
        rows = ops.reshape(rows, (1, -1))
    hot = ops.one_hot(rows, length, dtype="float32" if weights is not None else "int32")
    if weights is not None:
        hot = hot * ops.cast(ops.reshape(backend(arg(weights)), tuple(rows.shape)), "float32")[..., None]
    counts = ops.max(hot, axis=1) if binary_output else ops.sum(hot, axis=1)
    if weights is None:
        counts = _ops.cast(counts, dtype)
    else:
        counts = _ops.cast(counts, str(arg(weights).dtype))
    return counts if axis is not None and integer(axis) == -1 and len(arr.shape) > 1 else counts[0]


def confusion_matrix(
    labels: Any,
    predictions: Any,
    num_classes: Any = None,
    weights: Any = None,
    dtype: Any = "int32",
    name: str | None = None,
) -> Any:
    """Rows are labels, columns predictions."""
    labels, predictions = (ops.reshape(backend(arg(value)), (-1,)) for value in (labels, predictions))
    if is_known(labels, predictions):
        values = np.concatenate([np.asarray(labels), np.asarray(predictions)])
        if values.size and values.min() < 0:
            raise InvalidArgumentError("`labels` and `predictions` contain negative values")
        if num_classes is None:
            num_classes = int(values.max()) + 1
        elif values.size and values.max() >= integer(num_classes):
            raise InvalidArgumentError("`labels` or `predictions` out of bound")
    elif num_classes is None:
        raise _ops.unknown("tf.math.confusion_matrix in a compiled function needs num_classes=")
    count = integer(num_classes)
    cells = ops.cast(labels, "int32") * count + ops.cast(predictions, "int32")
    ones = ops.ones_like(cells) if weights is None else ops.reshape(backend(arg(weights)), (-1,))
    matrix = _scatter.scatter(ops.zeros((count * count,), str(ones.dtype)), cells, ones, "add")
    return _ops.cast(ops.reshape(matrix, (count, count)), dtype)


def histogram_fixed_width_bins(
    values: Any, value_range: Any, nbins: int = 100, dtype: Any = "int32", name: str | None = None
) -> Any:
    """The bin of each value, among `nbins` of the same width."""
    values, (low, high) = backend(arg(values)), (np.asarray(value_range, np.float32))
    if low >= high:
        raise InvalidArgumentError("value_range should satisfy value_range[0] < value_range[1]")
    bins = ops.floor((values - low) / (high - low) * nbins)
    return _ops.cast(ops.clip(bins, 0, nbins - 1), dtype)


def histogram_fixed_width(
    values: Any, value_range: Any, nbins: int = 100, dtype: Any = "int32", name: str | None = None
) -> Any:
    """How many values fall into each bin."""
    bins = ops.reshape(histogram_fixed_width_bins(values, value_range, nbins), (-1,))
    return _ops.cast(_scatter.scatter(ops.zeros((nbins,), "int32"), bins, ops.ones_like(bins), "add"), dtype)
