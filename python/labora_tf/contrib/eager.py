"""`tf.contrib.eager`: everything runs eagerly here."""

from __future__ import annotations

from typing import Any

_NAMES = (
    "Variable",
    "GradientTape",
    "py_func",
    "function",
    "custom_gradient",
    "executing_eagerly",
    "Iterator",
)


def enable_eager_execution(*_: Any, **__: Any) -> None:
    """Nothing to do."""


def __getattr__(name: str) -> Any:
    import labora_tf

    if name in ("defun", "function"):
        return labora_tf.function
    if name == "metrics":
        return labora_tf.keras.metrics
    if name == "Iterator":
        return iter
    if name == "Checkpoint":
        return labora_tf.train.Checkpoint
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(labora_tf, name)
