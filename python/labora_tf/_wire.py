"""The wire format of protocol buffers: fields of numbers, of fixed size, and of bytes."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

import numpy as np


class DecodeError(ValueError):
    """Bytes that are no message of the kind that was asked for."""

    def __init__(self, message: str = "Error parsing message") -> None:
        super().__init__(message)


def varint(data: bytes, at: int) -> tuple[int, int]:
    """The number at `at`, and where it ends."""
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise DecodeError("Error parsing message: a number has no end")
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value & 0xFFFFFFFFFFFFFFFF, at
        shift += 7


def fields(data: bytes) -> Iterator[tuple[int, int, Any]]:
    """The fields of a message: number, wire type, and an integer or bytes."""
    at, end = 0, len(data)
    while at < end:
        tag = data[at]
        at += 1
        if tag > 127:
            tag, at = varint(data, at - 1)
        number, kind = tag >> 3, tag & 7
        if number == 0:
            raise DecodeError("Error parsing message: field 0")
        if kind == 2:
            size = data[at] if at < end else 0
            if at < end and size < 128:
                at += 1
            else:
                size, at = varint(data, at)
            if size > end - at:
                raise DecodeError("Error parsing message: a field is longer than its message")
            yield number, 2, data[at : at + size]
            at += size
        elif kind == 0:
            value, at = varint(data, at)
            yield number, 0, value
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
            if size > end - at:
                raise DecodeError("Error parsing message: a field is longer than its message")
            yield number, kind, int.from_bytes(data[at : at + size], "little")
            at += size
        else:
            raise DecodeError(f"Error parsing message: wire type {kind}")


def signed(value: int) -> int:
    """A number of 64 bits as int64."""
    return value - (1 << 64) if value >> 63 else value


def packed_varints(data: bytes) -> np.ndarray:
    """The int64 values of a packed field."""
    if not data:
        return np.empty(0, np.int64)
    if len(data) < 48:
        values, at = [], 0
        while at < len(data):
            value, at = varint(data, at)
            values.append(signed(value))
        return np.array(values, np.int64)
    raw = np.frombuffer(data, np.uint8)
    last = np.flatnonzero(raw < 128)
    if not len(last) or last[-1] != len(raw) - 1:
        raise DecodeError("Error parsing message: a number has no end")
    first = np.concatenate([[0], last[:-1] + 1])
    sizes = last - first + 1
    if sizes.max() > 10:
        raise DecodeError("Error parsing message: a number is too long")
    values = np.zeros(len(last), np.uint64)
    for place in range(int(sizes.max())):
        has = sizes > place
        part = (raw[first[has] + place] & np.uint8(127)).astype(np.uint64) << np.uint64(7 * place)
        values[has] |= part
    return values.view(np.int64)


def put_varint(value: int) -> bytes:
    """A number; negative ones have ten bytes."""
    value &= 0xFFFFFFFFFFFFFFFF
    out = bytearray()
    while value > 127:
        out.append((value & 127) | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def put_bytes(number: int, data: bytes) -> bytes:
    """A field of bytes."""
    return put_varint(number << 3 | 2) + put_varint(len(data)) + data


def put_floats(values: Any) -> bytes:
    """Packed float32 values."""
    return struct.pack(f"<{len(values)}f", *values)
