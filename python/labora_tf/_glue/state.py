"""What this thread is doing: which `tf.function`s it traces."""

from __future__ import annotations

import threading
from typing import Any


class Untraceable(Exception):
    """The function asks for a value that only a run has; the message says which."""


class _State(threading.local):
    def __init__(self) -> None:
        #: The `tf.function`s that are being traced, the innermost last.
        self.functions: list[Any] = []
        #: `tf.GradientTape`s that record, the innermost last.
        self.tapes: list[Any] = []


current = _State()


def in_function() -> bool:
    """Whether a `tf.function` is being traced."""
    return bool(current.functions)
