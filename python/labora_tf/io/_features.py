"""`tf.io.parse_example` and its relatives: features of serialized examples as tensors."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from labora_tf import _example, _host, _wire, errors
from labora_tf.sparse import SparseTensor


class FixedLenFeature(namedtuple("FixedLenFeature", ["shape", "dtype", "default_value"])):
    """`tf.io.FixedLenFeature(shape, dtype, default_value=None)`: a dense tensor; without default it is
    required."""

    def __new__(cls, shape: Any, dtype: Any, default_value: Any = None) -> Any:
        return super().__new__(cls, shape, dtype, default_value)


class VarLenFeature(namedtuple("VarLenFeature", ["dtype"])):
    """`tf.io.VarLenFeature(dtype)`: a sparse tensor."""


class FixedLenSequenceFeature(
    namedtuple("FixedLenSequenceFeature", ["shape", "dtype", "allow_missing", "default_value"])
):
    """`tf.io.FixedLenSequenceFeature(shape, dtype, allow_missing=False)`: a dense tensor of any first
    size."""

    def __new__(cls, shape: Any, dtype: Any, allow_missing: bool = False, default_value: Any = None) -> Any:
        return super().__new__(cls, shape, dtype, allow_missing, default_value)


class SparseFeature(
    namedtuple("SparseFeature", ["index_key", "value_key", "dtype", "size", "already_sorted"])
):
    """`tf.io.SparseFeature(index_key, value_key, dtype, size)`: a sparse tensor of two features."""

    def __new__(
        cls, index_key: Any, value_key: str, dtype: Any, size: Any, already_sorted: bool = False
    ) -> Any:
        return super().__new__(cls, index_key, value_key, dtype, size, already_sorted)


class RaggedFeature:
    """`tf.io.RaggedFeature` is refused: there are no ragged tensors."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError(
            "tf.io.RaggedFeature is not in Labora: use VarLenFeature and tf.sparse.to_dense."
        )


_READ = {1: _example.bytes_values, 2: _example.float_values, 3: _example.int_values}
_NUMBER = {"O": 1, "f": 2, "i": 3}
_NAME = {1: "string", 2: "float", 3: "int64"}


def _field_of(dtype: Any) -> int:
    """The number of the list that holds values of a type; ValueError for types that examples do not have."""
    kind = _host.np_dtype(dtype)
    if kind not in (np.dtype(object), np.dtype(np.float32), np.dtype(np.int64)):
        raise ValueError(f"Features have the types float32, int64 and string, not {_host.type_name(kind)}.")
    return _NUMBER[kind.kind]


def _invalid(message: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, message)


def _entries(data: bytes, field: int = 1) -> dict[str, bytes]:
    """The encoded features of an encoded example, by name."""
    found: dict[str, bytes] = {}
    try:
        for number, wire, value in _wire.fields(data):
            if number == field and wire == 2:
                for key, feature in _example.map_entries(value):
                    found[key.decode("utf-8", "surrogateescape")] = feature
    except _wire.DecodeError:
        raise _invalid(f"Could not parse example input, value: '{data[:50]!r}'") from None
    return found


def _values(feature: bytes | None, wanted: int, key: str) -> Any:
    """The values of an encoded feature; None if it has none."""
    if not feature:
        return None
    found = None
    try:
        for number, wire, value in _wire.fields(feature):
            if wire == 2 and 1 <= number <= 3:
                if number != wanted:
                    raise _invalid(
                        f"Key: {key}.  Data types don't match. Data type: {_NAME[number]} but expected type: "
                        f"{_NAME[wanted]}"
                    )
                found = _READ[number](value)
    except _wire.DecodeError:
        raise _invalid(f"Key: {key}.  Can't parse serialized Example.") from None
    return found


def _array(values: Any, wanted: int) -> np.ndarray:
    if wanted != 1:
        return np.asarray(values, np.float32 if wanted == 2 else np.int64)
    out = np.empty(len(values), object)
    out[:] = values
    return out


def _shape(shape: Any) -> tuple[int | None, ...]:
    if hasattr(shape, "as_list"):
        shape = shape.as_list()
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    return tuple(None if size is None or int(size) < 0 else int(size) for size in shape)


def _fixed(key: str, feature: Any, entries: dict[str, bytes]) -> Any:
    wanted, shape = _field_of(feature.dtype), _shape(feature.shape)
    values = _values(entries.get(key), wanted, key)
    if values is None:
        if feature.default_value is None:
            raise _invalid(f"Feature: {key} (data type: {_NAME[wanted]}) is required but could not be found.")
        default = _host.tensor(feature.default_value)
        default = default if default.dtype == object else default.astype(_host.np_dtype(feature.dtype))
        return np.broadcast_to(default, shape).copy().view(_host.HostTensor)
    array = _array(values, wanted)
    try:
        return array.reshape([-1 if size is None else size for size in shape]).view(_host.HostTensor)
    except ValueError:
        raise _invalid(
            f"Key: {key}.  Number of {_NAME[wanted]} values != expected.  Values size: {array.size} but "
            f"output shape: "
            f"{list(shape)}"
        ) from None


def _sequence(key: str, feature: Any, entries: dict[str, bytes]) -> Any:
    wanted, shape = _field_of(feature.dtype), _shape(feature.shape)
    values = _values(entries.get(key), wanted, key)
    if values is None:
        if not feature.allow_missing:
            raise _invalid(f"Feature: {key} (data type: {_NAME[wanted]}) is required but could not be found.")
        values = []
    array, row = _array(values, wanted), int(np.prod(shape, dtype=np.int64))
    if not row or array.size % row:
        raise _invalid(
            f"Key: {key}.  Number of {_NAME[wanted]} values is not a multiple of stride length. Saw "
            f"{array.size} "
            f"values but output shape is: {list(shape)}"
        )
    return array.reshape(-1, *shape).view(_host.HostTensor)


def _variable(key: str, feature: Any, entries: dict[str, bytes]) -> SparseTensor:
    wanted = _field_of(feature.dtype)
    values = _values(entries.get(key), wanted, key)
    array = _array([] if values is None else values, wanted)
    return SparseTensor(np.arange(len(array))[:, None], array, [len(array)])


def _sparse(key: str, feature: Any, entries: dict[str, bytes]) -> SparseTensor:
    keys = [feature.index_key] if isinstance(feature.index_key, str) else list(feature.index_key)
    sizes = [feature.size] if np.ndim(feature.size) == 0 else list(feature.size)
    wanted = _field_of(feature.dtype)
    values = _values(entries.get(feature.value_key), wanted, feature.value_key)
    array = _array([] if values is None else values, wanted)
    columns = []
    for name in keys:
        found = _values(entries.get(name), 3, name)
        columns.append(_array([] if found is None else found, 3))
    indices = np.stack(columns, 1)
    if len(indices) != len(array) or (len(indices) and (indices.min() < 0 or (indices >= sizes).any())):
        raise _invalid(f"Key: {key}. The indices of a SparseFeature do not fit its values or size.")
    order = np.lexsort(indices.T[::-1])
    return SparseTensor(indices[order], array[order], sizes)


_PARSERS = {
    FixedLenFeature: _fixed,
    FixedLenSequenceFeature: _sequence,
    VarLenFeature: _variable,
    SparseFeature: _sparse,
}


def _parse(data: bytes, features: dict[str, Any], field: int = 1) -> dict[str, Any]:
    entries = _entries(data, field)
    dense: dict[str, Any] = {}
    sparse: dict[str, Any] = {}
    for key in sorted(features):
        feature = features[key]
        parser = _PARSERS.get(type(feature))
        if parser is None:
            raise ValueError(f"Unsupported {type(feature).__name__} {feature} for the feature {key!r}.")
        value = parser(key, feature, entries)
        (sparse if isinstance(value, SparseTensor) else dense)[key] = value
    return {**sparse, **dense}


def _bytes(value: Any) -> bytes:
    value = value.numpy() if hasattr(value, "numpy") else value
    value = value[()] if isinstance(value, np.ndarray) and value.ndim == 0 else value
    value = value.encode() if isinstance(value, str) else value
    if not isinstance(value, bytes):
        raise ValueError(f"Expected a scalar string, got {value!r}.")
    return value


def parse_single_example(
    serialized: Any, features: dict[str, Any], example_names: Any = None, name: str | None = None
) -> dict[str, Any]:
    """The features of one serialized `tf.train.Example`: FixedLenFeature as dense tensors, VarLenFeature as
    sparse."""
    if not features:
        raise ValueError("Missing: features was {}.")
    return _parse(_bytes(serialized), features)


def _strings(serialized: Any) -> np.ndarray:
    array = np.asarray(_host.tensor(serialized)).view(np.ndarray)
    if array.dtype != object:
        raise ValueError("`serialized` must be strings.")
    return array


def _pad_rows(rows: list[Any], default: Any) -> Any:
    longest = max((len(row) for row in rows), default=0)
    out = np.empty((len(rows), longest, *rows[0].shape[1:]), rows[0].dtype)
    out[...] = (b"" if rows[0].dtype == object else 0) if default is None else default
    for i, row in enumerate(rows):
        out[i, : len(row)] = row
    return out.view(_host.HostTensor)


def parse_example(
    serialized: Any, features: dict[str, Any], example_names: Any = None, name: str | None = None
) -> dict[str, Any]:
    """The features of a vector of serialized examples, with a first dimension for the examples."""
    if not features:
        raise ValueError("Missing: features was {}.")
    array = _strings(serialized)
    if array.ndim == 0:
        return _parse(array[()], features)
    if array.ndim != 1:
        raise ValueError(f"`serialized` must be a vector of strings, got the shape {array.shape}.")
    rows = [_parse(data, features) for data in array.tolist()]
    if not rows:
        raise ValueError("`serialized` has no examples.")
    result: dict[str, Any] = {}
    for key, first in rows[0].items():
        column = [row[key] for row in rows]
        if isinstance(first, SparseTensor):
            result[key] = first._batch(column)
        elif isinstance(features[key], FixedLenSequenceFeature):
            result[key] = _pad_rows(column, features[key].default_value)
        else:
            result[key] = np.stack(column).view(_host.HostTensor)
    return result


def _feature_list(data: bytes | None) -> list[bytes]:
    return (
        []
        if data is None
        else [value for number, wire, value in _wire.fields(data) if number == 1 and wire == 2]
    )


def parse_single_sequence_example(
    serialized: Any,
    context_features: dict[str, Any] | None = None,
    sequence_features: dict[str, Any] | None = None,
    example_name: Any = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The context and the feature lists of one serialized `tf.train.SequenceExample`."""
    if not context_features and not sequence_features:
        raise ValueError("Missing features.")
    data = _bytes(serialized)
    context = _parse(data, context_features) if context_features else {}
    lists, result = _entries(data, 2), {}
    for key in sorted(sequence_features or {}):
        feature = sequence_features[key]  # type: ignore[index]
        wanted = _field_of(feature.dtype)
        found = lists.get(key)
        if found is None and isinstance(feature, FixedLenSequenceFeature) and not feature.allow_missing:
            raise _invalid(f"Name: <unknown>, Feature list '{key}' is required but could not be found.")
        steps = [_values(step, wanted, key) for step in _feature_list(found)]
        arrays = [_array([] if step is None else step, wanted) for step in steps]
        if isinstance(feature, VarLenFeature):
            parts = [SparseTensor(np.arange(len(a))[:, None], a, [len(a)]) for a in arrays]
            result[key] = parts[0]._batch(parts) if parts else SparseTensor([], _array([], wanted), [0, 0])
        elif isinstance(feature, FixedLenSequenceFeature):
            shape = _shape(feature.shape)
            try:
                rows = [array.reshape(shape) for array in arrays]
            except ValueError:
                raise _invalid(
                    f"Key: {key}.  A step of the feature list does not have the shape {shape}."
                ) from None
            dense = np.stack(rows) if rows else np.empty((0, *shape), _host.np_dtype(feature.dtype))
            result[key] = dense.view(_host.HostTensor)
        else:
            raise ValueError(f"Unsupported {type(feature).__name__} for the feature list {key!r}.")
    return context, result


def parse_sequence_example(*args: Any, **kwargs: Any) -> Any:
    raise NotImplementedError(
        "tf.io.parse_sequence_example is not in Labora: map tf.io.parse_single_sequence_example, then "
        "padded_batch."
    )
