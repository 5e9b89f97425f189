"""`tf.config.optimizer`: accepted, and nothing else."""

from __future__ import annotations

from typing import Any

_jit = [True]


def set_jit(enabled: Any) -> None:
    """Accepted: functions are always compiled."""
    _jit[0] = enabled


def get_jit() -> Any:
    """What was set."""
    return _jit[0]


def set_experimental_options(options: dict[str, Any]) -> None:
    """Accepted."""


def get_experimental_options() -> dict[str, Any]:
    """None."""
    return {}
