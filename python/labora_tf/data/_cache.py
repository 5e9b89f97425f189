"""`cache`: the elements of a data set in memory or in a file, once an iteration has reached their end."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import Any

from labora_tf import _host, _nest, errors
from labora_tf.data import _pipeline

_HEAD = "Labora's cache of tf.data, of {} elements\n"


class Cache:
    """Elements in memory."""

    def __init__(self, make: _pipeline.Make) -> None:
        self._make, self._kept = make, None

    def __call__(self) -> Iterator[Any]:
        if self._kept is not None:
            yield from self._kept
            return
        kept = []
        for element in self._make():
            kept.append(element)
            yield element
        self._kept = kept


class FileCache:
    """Elements in `path.data-00000-of-00001`, complete as soon as there is `path.index`. As in TensorFlow,
    files that are there are read, whatever the data set is."""

    def __init__(self, make: _pipeline.Make, path: str, spec: Callable[[], Any]) -> None:
        self._make, self._spec = make, spec
        self._index, self._data = f"{path}.index", f"{path}.data-00000-of-00001"

    def __call__(self) -> Iterator[Any]:
        return self._read() if os.path.exists(self._index) else self._write()

    def _write(self) -> Iterator[Any]:
        from labora_tf.io import TFRecordWriter, serialize_tensor

        part, count = f"{self._data}.{os.getpid()}-{id(object())}", 0
        try:
            with TFRecordWriter(part) as writer:
                for element in self._make():
                    for leaf in _nest.flatten(element):
                        if not isinstance(leaf, _host.HostTensor):
                            raise errors.UnimplementedError(
                                None, None, "cache(filename) takes dense tensors alone: use cache()."
                            )
                        writer.write(serialize_tensor(leaf).numpy())
                    count += 1
                    yield element
            os.replace(part, self._data)
            with open(self._index, "w") as index:
                index.write(_HEAD.format(count))
        finally:
            with contextlib.suppress(FileNotFoundError):
                os.remove(part)

    def _read(self) -> Iterator[Any]:
        from labora_tf.io import _records, parse_tensor

        with open(self._index, "rb") as index:
            head = index.read(100).decode("utf-8", "replace")
        count = next((int(word) for word in head.split() if word.isdigit()), -1)
        if head != _HEAD.format(count):
            raise errors.DataLossError(
                None,
                None,
                f"{self._index} is not a cache that Labora wrote: remove it, or take another name.",
            )
        spec = self._spec()
        types = [_host.np_dtype(leaf.dtype) for leaf in _nest.flatten(spec)]
        with contextlib.closing(_records.read_file(self._data, "")) as records:
            for _ in range(count):
                leaves = [parse_tensor(next(records), dtype) for dtype in types]
                yield _nest.pack_sequence_as(spec, leaves)
