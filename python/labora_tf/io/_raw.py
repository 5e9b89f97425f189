"""Files and strings as tensors: `tf.io.read_file`, `write_file`, `decode_raw`, `decode_base64` and others."""

from __future__ import annotations

import base64
import binascii
import gzip
import os
import zlib
from typing import Any

import numpy as np

from labora_tf import _host, errors
from labora_tf.io import gfile
from labora_tf.io._features import _bytes, _strings


def read_file(filename: Any, name: str | None = None) -> Any:
    """The bytes of a file as a string."""
    with gfile._open(filename, "rb") as file:
        return _host.tensor(file.read())


def write_file(filename: Any, contents: Any, name: str | None = None) -> None:
    """Writes a string to a file; folders are made."""
    path = gfile._path(filename)
    data = _bytes(contents)
    if folder := os.path.dirname(path):
        gfile.makedirs(folder)
    with gfile._open(path, "wb") as file:
        file.write(data)


def matching_files(pattern: Any, name: str | None = None) -> Any:
    """The sorted names of the files that match patterns, as strings."""
    from labora_tf.data import _sources

    names = sorted(name for one in _sources.patterns(pattern) for name in gfile.glob(one))
    return _host.tensor(np.array(names, object)) if names else np.empty(0, object).view(_host.HostTensor)


def decode_raw(
    input_bytes: Any = None,
    out_type: Any = None,
    little_endian: bool = True,
    fixed_length: Any = None,
    name: str | None = None,
    bytes: Any = None,
) -> Any:
    """Strings as numbers, along a new last dimension. `fixed_length`: cut, or padded with zeros, to so many
    bytes."""
    strings = _strings(input_bytes if input_bytes is not None else bytes)
    dtype = _host.np_dtype(out_type)
    source = dtype if little_endian or dtype.itemsize == 1 else dtype.newbyteorder(">")
    flat = strings.reshape(-1).tolist()
    if fixed_length is not None:
        length = int(fixed_length)
        if length <= 0 or length % dtype.itemsize:
            raise errors.InvalidArgumentError(
                None, None, f"fixed_length ({length}) must be a positive multiple of the size of {dtype.name}"
            )
        flat = [value[:length].ljust(length, b"\0") for value in flat]
    sizes = {len(value) for value in flat}
    if len(sizes) > 1:
        raise errors.InvalidArgumentError(
            None,
            None,
            "DecodeRaw requires input strings to all be the same size, but they are "
            f"{sorted(sizes)} bytes long",
        )
    size = sizes.pop() if sizes else 0
    if size % dtype.itemsize:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Input to DecodeRaw has length {size} that is not a multiple of {dtype.itemsize}, the size of "
            f"{_host.type_name(dtype)}",
        )
    numbers = np.frombuffer(b"".join(flat), source).astype(dtype)
    return numbers.reshape(*strings.shape, size // dtype.itemsize).view(_host.HostTensor)


def _each(strings: Any, function: Any) -> Any:
    array = _strings(strings)
    out = np.empty(array.shape, object)
    flat = out.reshape(-1)
    for i, value in enumerate(array.reshape(-1).tolist()):
        flat[i] = function(value)
    return out.view(_host.HostTensor)


def decode_base64(input: Any, name: str | None = None) -> Any:
    """Web-safe base64, with or without padding."""

    def decode(value: bytes) -> bytes:
        try:
            padded = value + b"=" * (-len(value) % 4)
            return base64.b64decode(padded, b"-_", validate=True)
        except binascii.Error:
            raise errors.InvalidArgumentError(None, None, "Invalid character found in base64.") from None

    return _each(input, decode)


def encode_base64(input: Any, pad: bool = False, name: str | None = None) -> Any:
    """Web-safe base64."""
    return _each(
        input, lambda value: (lambda t: t if pad else t.rstrip(b"="))(base64.urlsafe_b64encode(value))
    )


def decode_compressed(bytes: Any, compression_type: str = "", name: str | None = None) -> Any:
    """Strings that are compressed with "ZLIB" or "GZIP"."""
    from labora_tf.data._readers import compression_name

    kind = compression_name(compression_type)
    decode = {"": lambda value: value, "ZLIB": zlib.decompress, "GZIP": gzip.decompress}[kind]

    def one(value: Any) -> Any:
        try:
            return decode(value)
        except (zlib.error, EOFError, OSError) as error:
            raise errors.DataLossError(None, None, f"Corrupted compressed string: {error}") from None

    return _each(bytes, one)
