"""`tf.io.serialize_tensor` and `parse_tensor`: tensors as protocol buffers."""

from __future__ import annotations

from typing import Any

import numpy as np

from labora_tf import _host, _wire, errors

_LARGEST = 1 << 31  # bytes, as of a protocol buffer: a short message may say one value for all elements
_FIXED = {5: ("<f4", 4), 6: ("<f8", 8), 9: ("<f4", 4), 12: ("<f8", 8)}


def _numbers() -> dict[str, int]:
    from labora_tf import dtypes

    return dtypes._ENUMS


def serialize_tensor(tensor: Any, name: str | None = None) -> Any:
    """The tensor as a string."""
    value = _host.tensor(tensor)
    plain = np.ascontiguousarray(value.view(np.ndarray))
    shape = b"".join(
        _wire.put_bytes(2, b"\x08" + _wire.put_varint(size) if size else b"") for size in value.shape
    )
    number = _numbers()[_host.type_name(value.dtype)]
    data = b"\x08" + _wire.put_varint(number) + _wire.put_bytes(2, shape)
    if value.dtype == object:
        return _host.tensor(data + b"".join(_wire.put_bytes(8, s) for s in plain.reshape(-1).tolist()))
    content = plain.astype(plain.dtype.newbyteorder("<"), copy=False).tobytes()
    return _host.tensor(data + (_wire.put_bytes(4, content) if content else b""))


def _bad(why: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, f"Could not parse `serialized` as TensorProto: {why}")


def _sizes(data: bytes) -> list[int]:
    sizes = []
    for number, wire, value in _wire.fields(data):
        if number == 2 and wire == 2:
            size = 0
            for inner, kind, part in _wire.fields(value):
                if inner == 1 and kind == 0:
                    size = _wire.signed(part)
            sizes.append(size)
        elif number == 3 and value:
            raise _bad("its rank is unknown")
    return sizes


def parse_tensor(serialized: Any, out_type: Any, name: str | None = None) -> Any:
    """The tensor of a string that `serialize_tensor` made; `InvalidArgumentError` for another type or broken
    bytes."""
    from labora_tf.io._features import _bytes

    try:
        return _parse(_bytes(serialized), _host.np_dtype(out_type))
    except _wire.DecodeError as error:
        raise _bad(str(error)) from None


def _parse(data: bytes, wanted: np.dtype) -> Any:
    number, sizes, content, fields = 0, [], None, []
    for field, wire, value in _wire.fields(data):
        if field == 1 and wire == 0:
            number = value
        elif field == 2 and wire == 2:
            sizes = _sizes(value)
        elif field == 4 and wire == 2:
            content = value
        elif field >= 5:
            fields.append((field, wire, value))
    names = {code: kind for kind, code in _numbers().items()}
    found = names.get(number, "unknown")
    if found != _host.type_name(wanted):
        raise errors.InvalidArgumentError(
            None, None, f"Type mismatch between parsed tensor ({found}) and dtype ({_host.type_name(wanted)})"
        )
    count = 1
    for size in sizes:
        if size < 0:
            raise _bad("a size is negative")
        count *= size
    if count * max(wanted.itemsize, 1) > _LARGEST:
        raise _bad(f"its shape {sizes} is too large")
    values = _contents(content, wanted, count) if content is not None else _typed(fields, wanted, count)
    return values.reshape(sizes).view(_host.HostTensor)


def _contents(content: bytes, dtype: np.dtype, count: int) -> np.ndarray:
    if dtype != object:
        if len(content) != count * dtype.itemsize:
            raise _bad("its content does not have the size of its shape")
        return np.frombuffer(content, dtype).copy()
    if count > len(content):
        raise _bad("its content does not have the size of its shape")
    lengths, at = [], 0
    for _ in range(count):
        length, at = _wire.varint(content, at)
        lengths.append(length)
    out = np.empty(count, object)
    for i, length in enumerate(lengths):
        if length > len(content) - at:
            raise _bad("a string is longer than its content")
        out[i] = content[at : at + length]
        at += length
    return out


def _typed(fields: list[Any], dtype: np.dtype, count: int) -> np.ndarray:
    """Values in fields of their types; the last one fills the rest."""
    values: list[Any] = []
    for field, wire, value in fields:
        if field == 8:
            values.append(value)
        elif field in _FIXED:
            kind, size = _FIXED[field]
            data = value if wire == 2 else value.to_bytes(size, "little")
            if len(data) % size:
                raise _bad("packed values of odd size")
            values.extend(np.frombuffer(data, kind).tolist())
        elif field in (7, 10, 11, 13, 16, 17):
            values.extend(_wire.packed_varints(value).tolist() if wire == 2 else [_wire.signed(value)])
    if len(values) > count:
        raise _bad("more values than its shape has")
    out = np.empty(count, dtype)
    if dtype == object:
        out[:] = b""
        out[: len(values)] = values
        out[len(values) :] = values[-1] if values else b""
        return out
    if dtype.kind == "c":
        values = [complex(a, b) for a, b in zip(values[::2], values[1::2])]
    if dtype.itemsize == 2 and dtype.kind in "fV":
        parsed = np.array(values, np.uint16).view(dtype)
    else:
        parsed = np.array(values).astype(dtype) if values else np.zeros(1, dtype)
    out[: len(parsed)] = parsed[:count]
    out[len(parsed) :] = parsed[-1] if len(parsed) else 0
    return out
