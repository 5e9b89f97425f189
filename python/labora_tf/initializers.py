"""`tf.initializers`: Keras's initializers."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    from labora_tf.keras import initializers

    if name.startswith("__"):
        raise AttributeError(name)
    try:
        return getattr(initializers, name)
    except AttributeError:
        from labora_tf import _names

        raise _names.missing("tf.initializers", name) from None
