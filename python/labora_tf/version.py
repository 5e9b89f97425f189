"""`tf.version`."""

from __future__ import annotations

from typing import Any

import labora_tf as _tf

COMPILER_VERSION = GIT_VERSION = "labora"
GRAPH_DEF_VERSION, GRAPH_DEF_VERSION_MIN_CONSUMER, GRAPH_DEF_VERSION_MIN_PRODUCER = 1987, 0, 0

__all__ = [
    "COMPILER_VERSION",
    "GIT_VERSION",
    "GRAPH_DEF_VERSION",
    "GRAPH_DEF_VERSION_MIN_CONSUMER",
    "GRAPH_DEF_VERSION_MIN_PRODUCER",
    "VERSION",
]


def __getattr__(name: str) -> Any:
    if name == "VERSION":
        return _tf.__version__
    from labora_tf import _names

    raise _names.missing("tf.version", name)
