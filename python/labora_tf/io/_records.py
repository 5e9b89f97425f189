"""TFRecord files: a length of 8 bytes with its checksum, the record, its checksum."""

from __future__ import annotations

import gzip
import struct
import zlib
from collections.abc import Iterator
from typing import Any

from labora_tf import errors
from labora_tf.io import _crc32c

_LONGEST = 1 << 31  # longer records are no protocol buffers
_CHUNK = 1 << 24


class TFRecordCompressionType:
    """`tf.io.TFRecordCompressionType` of TensorFlow 1."""

    NONE, ZLIB, GZIP = 0, 1, 2


class TFRecordOptions:
    """`tf.io.TFRecordOptions("GZIP")`. Other arguments than the level only concern speed."""

    compression_type_map = {0: "", 1: "ZLIB", 2: "GZIP"}

    def __init__(
        self,
        compression_type: Any = None,
        flush_mode: Any = None,
        input_buffer_size: Any = None,
        output_buffer_size: Any = None,
        window_bits: Any = None,
        compression_level: int | None = None,
        compression_method: Any = None,
        mem_level: Any = None,
        compression_strategy: Any = None,
    ) -> None:
        from labora_tf.data._readers import compression_name

        self.compression_type = compression_name(compression_type)
        self.compression_level = compression_level

    @classmethod
    def get_compression_type_string(cls, options: Any) -> str:
        from labora_tf.data._readers import compression_name

        return compression_name(options)


def _read(file: Any, size: int) -> bytes:
    """At most `size` bytes, in parts, so that a wrong length does not allocate."""
    if size <= _CHUNK:
        return file.read(size)
    parts = []
    while size > 0 and (part := file.read(min(size, _CHUNK))):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def read_records(file: Any, name: str) -> Iterator[bytes]:
    """The records of an open file; `DataLossError` where one is broken."""
    offset = 0
    while header := file.read(12):
        if len(header) < 12:
            raise errors.DataLossError(None, None, f"{name}: truncated record at {offset}")
        length, check = struct.unpack("<QI", header)
        if _crc32c.masked(header[:8]) != check:
            raise errors.DataLossError(
                None,
                None,
                f"{name}: corrupted record at {offset} (is this a TFRecord file, and its compression right?)",
            )
        if length > _LONGEST:
            raise errors.DataLossError(
                None, None, f"{name}: record of {length} bytes at {offset}, more than 2 GiB"
            )
        record = _read(file, length)
        footer = file.read(4)
        if len(record) < length or len(footer) < 4:
            raise errors.DataLossError(None, None, f"{name}: truncated record at {offset}")
        if _crc32c.masked(record) != struct.unpack("<I", footer)[0]:
            raise errors.DataLossError(None, None, f"{name}: corrupted record at {offset}")
        yield record
        offset += 16 + length


def read_file(name: str, compression: Any = None) -> Iterator[bytes]:
    """The records of a file."""
    from labora_tf.data import _readers

    file = _readers.open_file(name, compression)
    try:
        yield from _readers.guarded(name, read_records(file, name))
    finally:
        file.close()


def tf_record_iterator(path: str, options: Any = None) -> Iterator[bytes]:
    """`tf.compat.v1.io.tf_record_iterator`: the records of a file as `bytes`."""
    from labora_tf.data import _readers

    return read_file(str(path), _readers.compression_name(options))


class TFRecordWriter:
    """`tf.io.TFRecordWriter(path)`: writes records to a file; use it in a `with` statement or call
    `close`."""

    def __init__(self, path: Any, options: Any = None) -> None:
        from labora_tf.data import _readers
        from labora_tf.io import gfile

        compression = _readers.compression_name(options)
        level = getattr(options, "compression_level", None)
        self._file = gfile._open(path, "wb")
        self._deflate: Any = None
        self._gzip: Any = None
        if compression == "GZIP":
            self._gzip = gzip.GzipFile(
                filename="",
                mode="wb",
                fileobj=self._file,
                mtime=0,
                compresslevel=-1 if level is None else level,
            )
        elif compression == "ZLIB":
            self._deflate = zlib.compressobj(-1 if level is None else level)

    def _put(self, data: bytes) -> None:
        if self._gzip is not None:
            self._gzip.write(data)
        else:
            self._file.write(data if self._deflate is None else self._deflate.compress(data))

    def write(self, record: Any) -> None:
        """Writes a record: `bytes`, a string tensor."""
        if self._file is None:
            raise errors.FailedPreconditionError(None, None, "Writer is closed.")
        record = record.numpy() if hasattr(record, "numpy") else record
        record = record.encode() if isinstance(record, str) else record
        if not isinstance(record, (bytes, bytearray, memoryview)):
            raise TypeError(f"A record must be bytes, got {type(record).__name__}.")
        record = bytes(record)
        head = struct.pack("<Q", len(record))
        self._put(
            b"".join(
                [
                    head,
                    struct.pack("<I", _crc32c.masked(head)),
                    record,
                    struct.pack("<I", _crc32c.masked(record)),
                ]
            )
        )

    def flush(self) -> None:
        """Writes what is buffered."""
        if self._gzip is not None:
            self._gzip.flush()
        elif self._deflate is not None:
            self._file.write(self._deflate.flush(zlib.Z_SYNC_FLUSH))
        self._file.flush()

    def close(self) -> None:
        """Ends the file."""
        if self._file is None:
            return
        if self._gzip is not None:
            self._gzip.close()
        elif self._deflate is not None:
            self._file.write(self._deflate.flush())
        self._file.close()
        self._file = None

    def __enter__(self) -> TFRecordWriter:
        return self

    def __exit__(self, *args: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_file", None) is not None:
            self.close()
