"""`tf.metrics`: Keras's metrics; TensorFlow 1's functions, which counted in a graph, are refused."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    from labora_tf.keras import metrics

    if name.startswith("__"):
        raise AttributeError(name)
    try:
        return getattr(metrics, name)
    except AttributeError:
        from labora_tf import _names

        raise _names.missing("tf.metrics", name) from None
