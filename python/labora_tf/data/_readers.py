"""Data sets of files: TFRecords, lines, records of fixed length, CSV."""

from __future__ import annotations

import contextlib
import gzip
import io
import itertools
import zlib
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import numpy as np

from labora_tf import _host, errors
from labora_tf.data import _pipeline, _sources, _spec, _threads
from labora_tf.data._dataset import DatasetV2

_CHUNK = 1 << 18


class _Inflater(io.RawIOBase):
    """The bytes of a zlib stream."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._inflate = file, zlib.decompressobj()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """At most a buffer's size is inflated at a time."""
        data = b""
        while not data and (chunk := self._inflate.unconsumed_tail or self._file.read(_CHUNK)):
            data = self._inflate.decompress(chunk, len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._file.close()
        super().close()


def open_file(name: str, compression: Any = "") -> Any:
    """A file for reading bytes, decompressed; `NotFoundError` and others of TensorFlow's."""
    from labora_tf.io import gfile

    kind = compression_name(compression)
    file = gfile._open(name, "rb")
    if kind == "GZIP":
        reader = gzip.GzipFile(fileobj=file)
        # The file that it closes when it is closed.
        reader.myfileobj = file
        return reader
    return io.BufferedReader(_Inflater(file), _CHUNK) if kind == "ZLIB" else file


def compression_name(value: Any) -> str:
    """`""`, `"GZIP"` or `"ZLIB"`, of what callers give."""
    value = value.numpy() if isinstance(value, _host.HostTensor) else value
    value = value.decode() if isinstance(value, bytes) else value or ""
    value = getattr(value, "compression_type", value) or ""
    if isinstance(value, int):
        value = {0: "", 1: "ZLIB", 2: "GZIP"}.get(value, str(value))
    if value not in ("", "GZIP", "ZLIB"):
        raise errors.InvalidArgumentError(None, None, f"Unsupported compression_type: {value}.")
    return value


def guarded(name: str, items: Iterator[Any]) -> Iterator[Any]:
    """Errors of decompression as `DataLossError` with the file's name."""
    try:
        yield from items
    except (zlib.error, gzip.BadGzipFile, EOFError) as error:
        raise errors.DataLossError(None, None, f"{name}: corrupted compressed data ({error})") from None


def _names(filenames: Any) -> Callable[[], Iterator[str]]:
    if hasattr(filenames, "_make"):
        return lambda: (_sources._text(name) for name in filenames._make())
    names = _sources.patterns(filenames)
    return lambda: iter(names)


def _strings(make: _pipeline.Make, name: str) -> tuple[Any, ...]:
    # No example: functions of `map` decode and parse what files have, and only that.
    return make, _pipeline.UNKNOWN, lambda: _spec.tensor_spec((), object), None, name


def _text_tensor(value: bytes) -> Any:
    out = np.empty((), object)
    out[()] = value
    return out.view(_host.HostTensor)


class _FileDataset(DatasetV2):
    """A data set of the items of files, one file after another, or several side by side."""

    def _read(self, filenames: Any, read: Callable[[str], Iterator[bytes]], parallel: Any, name: str) -> None:
        names = _names(filenames)
        # As TensorFlow: files side by side, one item of each in turn.
        cycle = 1 if parallel is None else int(parallel)
        cycle = _threads.processors() if cycle < 0 else cycle

        def one(file: str) -> DatasetV2:
            return DatasetV2(lambda: (_text_tensor(item) for item in read(file)))

        super().__init__(*_strings(lambda: _pipeline.interleave(names, one, cycle, 1), name))


class TFRecordDataset(_FileDataset):
    """`tf.data.TFRecordDataset`: the records of files, as strings. Checksums are checked."""

    def __init__(
        self,
        filenames: Any,
        compression_type: Any = None,
        buffer_size: Any = None,
        num_parallel_reads: Any = None,
        name: str | None = None,
    ) -> None:
        from labora_tf.io import _records

        kind = compression_name(compression_type)
        self._read(
            filenames, lambda file: _records.read_file(file, kind), num_parallel_reads, "TFRecordDataset"
        )


class TextLineDataset(_FileDataset):
    """`tf.data.TextLineDataset`: the lines of files, without their ends."""

    def __init__(
        self,
        filenames: Any,
        compression_type: Any = None,
        buffer_size: Any = None,
        num_parallel_reads: Any = None,
        name: str | None = None,
    ) -> None:
        def read(file: str) -> Iterator[bytes]:
            return guarded(file, _lines(file, compression_type))

        self._read(filenames, read, num_parallel_reads, "TextLineDataset")


def _lines(name: str, compression: Any) -> Iterator[bytes]:
    # As TensorFlow's reader, without any carriage return.
    with contextlib.closing(open_file(name, compression)) as file:
        rest: list[bytes] = []
        while chunk := file.read(_CHUNK):
            first, *lines = chunk.replace(b"\r", b"").split(b"\n")
            rest.append(first)
            for line in lines:
                yield b"".join(rest)
                rest = [line]
        if last := b"".join(rest):
            yield last


class FixedLengthRecordDataset(_FileDataset):
    """`tf.data.FixedLengthRecordDataset`: the records of `record_bytes` bytes of files."""

    def __init__(
        self,
        filenames: Any,
        record_bytes: Any,
        header_bytes: Any = None,
        footer_bytes: Any = None,
        buffer_size: Any = None,
        compression_type: Any = None,
        num_parallel_reads: Any = None,
        name: str | None = None,
    ) -> None:
        sizes = int(record_bytes), int(header_bytes or 0), int(footer_bytes or 0)
        if sizes[0] <= 0:
            raise errors.InvalidArgumentError(None, None, "record_bytes must be positive")

        def read(file: str) -> Iterator[bytes]:
            return guarded(file, _fixed(file, compression_type, *sizes))

        self._read(filenames, read, num_parallel_reads, "FixedLengthRecordDataset")


def _fixed(name: str, compression: Any, size: int, header: int, footer: int) -> Iterator[bytes]:
    with contextlib.closing(open_file(name, compression)) as file:
        if len(file.read(header)) < header:
            raise errors.DataLossError(None, None, f"{name}: shorter than its header")
        ahead = b""
        while True:
            chunk = file.read(size + footer - len(ahead))
            ahead += chunk
            if len(ahead) < size + footer:
                break
            yield ahead[:size]
            ahead = ahead[size:]
        if len(ahead) != footer:
            raise errors.InvalidArgumentError(
                None,
                None,
                f"Excess bytes of {len(ahead) - footer} are present in the input file {name}, whose body is "
                f"not a "
                f"multiple of {size} bytes.",
            )


class CsvDataset(DatasetV2):
    """`tf.data.experimental.CsvDataset`: tuples of the fields of rows, with the types of
    `record_defaults`."""

    def __init__(
        self,
        filenames: Any,
        record_defaults: Any,
        compression_type: Any = None,
        buffer_size: Any = None,
        header: bool = False,
        field_delim: str = ",",
        use_quote_delim: bool = True,
        na_value: str = "",
        select_cols: Any = None,
        exclude_cols: Any = None,
    ) -> None:
        from labora_tf.io import _csv

        names, defaults = _names(filenames), _csv.defaults_of(record_defaults)
        if select_cols is not None and exclude_cols is not None:
            raise ValueError("`select_cols` and `exclude_cols` cannot both be given.")

        def rows() -> Iterator[list[str]]:
            for name in names():
                found = _csv.rows(open_file(name, compression_type), field_delim, use_quote_delim)
                yield from itertools.islice(guarded(name, found), 1 if header else 0, None)

        def element(row: list[str]) -> Any:
            if select_cols is not None:
                row = [row[int(column)] for column in select_cols if int(column) < len(row)]
            elif exclude_cols is not None:
                row = [field for column, field in enumerate(row) if column not in exclude_cols]
            return tuple(_csv.parse_row(row, defaults, na_value))

        make = _pipeline.resumable(rows, lambda make: map(element, make()))

        def spec() -> Any:
            return tuple(_spec.tensor_spec((), default[0]) for default in defaults)

        super().__init__(make, _pipeline.UNKNOWN, spec, None, "CsvDataset")


TFRecordDatasetV2, TextLineDatasetV2, FixedLengthRecordDatasetV2 = (
    TFRecordDataset,
    TextLineDataset,
    FixedLengthRecordDataset,
)
