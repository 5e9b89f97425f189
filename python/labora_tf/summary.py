"""`tf.summary`: scalars and texts in event files that TensorBoard reads."""

from __future__ import annotations

import contextlib
import os
import socket
import struct
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from . import _wire

__all__ = [
    "FileWriter",
    "SummaryWriter",
    "create_file_writer",
    "create_noop_writer",
    "flush",
    "histogram",
    "image",
    "record_if",
    "scalar",
    "should_record_summaries",
    "text",
    "trace_export",
    "trace_off",
    "trace_on",
]
_writers: list[Any] = []
_names: list[str] = []
_step: list[Any] = [None]


def _key(number: int, kind: int) -> bytes:
    return _wire.put_varint(number << 3 | kind)


class SummaryWriter:
    """A file of events in a folder."""

    def __init__(self, logdir: Any, filename_suffix: str = "", **_: Any) -> None:
        from .io import TFRecordWriter

        folder = os.fspath(logdir)
        os.makedirs(folder, exist_ok=True)
        name = (
            f"events.out.tfevents.{int(time.time())}.{socket.gethostname()}.{os.getpid()}.{id(self) % 1000}"
        )
        self._records = TFRecordWriter(os.path.join(folder, name + (filename_suffix or "")))
        self._event(_wire.put_bytes(3, b"brain.Event:2"))

    def _event(self, what: bytes, step: int = 0) -> None:
        head = _key(1, 1) + struct.pack("<d", time.time()) + _key(2, 0) + _wire.put_varint(int(step))
        self._records.write(head + what)

    def write_scalar(self, tag: str, value: float, step: int) -> None:
        """An event with one number."""
        summary = _wire.put_bytes(1, tag.encode()) + _key(2, 5) + struct.pack("<f", value)
        self._event(_wire.put_bytes(5, _wire.put_bytes(1, summary)), step)

    def write_text(self, tag: str, value: str, step: int) -> None:
        """An event with a text."""
        plugin = _wire.put_bytes(9, _wire.put_bytes(1, _wire.put_bytes(1, b"text")))
        shape = _wire.put_bytes(2, _wire.put_bytes(2, _key(1, 0) + _wire.put_varint(1)))
        tensor = _key(1, 0) + _wire.put_varint(7) + shape + _wire.put_bytes(8, value.encode())
        summary = _wire.put_bytes(1, tag.encode()) + plugin + _wire.put_bytes(8, tensor)
        self._event(_wire.put_bytes(5, _wire.put_bytes(1, summary)), step)

    @contextlib.contextmanager
    def as_default(self, step: Any = None) -> Iterator[SummaryWriter]:
        """Summaries of the block go here."""
        before = _step[0]
        _writers.append(self)
        _step[0] = before if step is None else step
        try:
            yield self
        finally:
            _writers.remove(self)
            _step[0] = before

    def set_as_default(self, step: Any = None) -> None:
        """Summaries go here from now on."""
        _writers.append(self)
        _step[0] = _step[0] if step is None else step

    def init(self) -> None:
        """Nothing to do."""

    def add_graph(self, graph: Any = None, global_step: Any = None) -> None:
        """Graphs are not written; said once."""
        _left_out("FileWriter.add_graph")

    def add_summary(self, summary: Any, global_step: Any = None) -> None:
        """Summaries of graphs are not written; said once."""
        _left_out("FileWriter.add_summary")

    def flush(self) -> None:
        """Writes what waits."""
        self._records.flush()

    def close(self) -> None:
        """Writes what waits, and ends."""
        self._records.close()


FileWriter = SummaryWriter


def create_file_writer(
    logdir: Any,
    max_queue: Any = None,
    flush_millis: Any = None,
    filename_suffix: Any = None,
    name: Any = None,
    experimental_trackable: bool = False,
) -> SummaryWriter:
    """A writer of a file in a folder."""
    return SummaryWriter(logdir, filename_suffix or "")


class _Nowhere(SummaryWriter):
    def __init__(self) -> None:
        pass

    def _event(self, what: bytes, step: int = 0) -> None:
        pass

    flush = close = SummaryWriter.init


def create_noop_writer() -> SummaryWriter:
    """A writer that writes nothing."""
    return _Nowhere()


def _now(step: Any) -> int:
    step = _step[0] if step is None else step
    if step is None:
        raise ValueError("No step set. Please specify one either through the `step` argument or through "
                         "`tf.summary.experimental.set_step()`")  # fmt: skip
    return int(np.asarray(getattr(step, "value", step)))


def scalar(name: str, data: Any, step: Any = None, description: Any = None, **_: Any) -> bool:
    """Writes a number, if there is a writer."""
    if not _writers:
        return False
    _writers[-1].write_scalar(
        "/".join([*_names, name]), float(np.asarray(getattr(data, "value", data))), _now(step)
    )
    return True


def text(name: str, data: Any, step: Any = None, description: Any = None) -> bool:
    """Writes a text, if there is a writer."""
    if not _writers:
        return False
    value = data.decode() if isinstance(data, bytes) else str(data)
    _writers[-1].write_text("/".join([*_names, name]), value, _now(step))
    return True


_told: set[str] = set()


def _left_out(kind: str) -> bool:
    if kind not in _told:
        _told.add(kind)
        from .logging import warning

        warning("tf.summary.%s is not written here: only scalars and texts are", kind)
    return False


def histogram(name: str, data: Any, step: Any = None, buckets: Any = None, description: Any = None) -> bool:
    """Not written; said once."""
    return _left_out("histogram")


def image(name: str, data: Any, step: Any = None, max_outputs: int = 3, description: Any = None) -> bool:
    """Not written; said once."""
    return _left_out("image")


def audio(name: str, data: Any, *_: Any, **__: Any) -> bool:
    """Not written; said once."""
    return _left_out("audio")


def record_if(condition: Any) -> Any:
    """Summaries of the block are written if the condition holds."""

    @contextlib.contextmanager
    def block() -> Iterator[None]:
        if condition() if callable(condition) else condition:
            yield
            return
        nowhere = _Nowhere()
        _writers.append(nowhere)
        try:
            yield
        finally:
            _writers.remove(nowhere)

    return block()


def should_record_summaries() -> bool:
    """True if there is a writer."""
    return bool(_writers)


def flush(writer: Any = None, name: Any = None) -> None:
    """Writes what waits."""
    for one in [writer] if writer else _writers:
        one.flush()


def merge_all(*_: Any, **__: Any) -> None:
    """None: summaries of graphs do not exist."""


def trace_on(*_: Any, **__: Any) -> None:
    """Accepted: no traces are made."""


def trace_export(*_: Any, **__: Any) -> None:
    """Accepted: no traces are made."""


def trace_off(*_: Any, **__: Any) -> None:
    """Accepted: no traces are made."""


class _Experimental:
    @staticmethod
    def set_step(step: Any) -> None:
        _step[0] = step

    @staticmethod
    def get_step() -> Any:
        return _step[0]

    def __getattr__(self, name: str) -> Any:
        from ._names import missing

        raise missing("tf.summary.experimental", name)


experimental = _Experimental()


def __getattr__(name: str) -> Any:
    from ._names import missing

    raise missing("tf.summary", name)
