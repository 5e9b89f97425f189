"""`tf.logging` of TensorFlow 1: Python's logger `tensorflow`, whose messages stand on standard error."""

from __future__ import annotations

import logging as _logging
from typing import Any

DEBUG, INFO, WARN, ERROR, FATAL = (
    _logging.DEBUG,
    _logging.INFO,
    _logging.WARNING,
    _logging.ERROR,
    _logging.CRITICAL,
)
_logger = _logging.getLogger("tensorflow")
if not _logger.handlers:
    _handler = _logging.StreamHandler()
    _handler.setFormatter(_logging.Formatter("%(levelname)s:%(name)s:%(message)s"))
    _logger.addHandler(_handler)
    _logger.propagate = False
    _logger.setLevel(WARN)


def get_logger() -> _logging.Logger:
    """Python's logger `tensorflow`."""
    return _logger


def set_verbosity(v: int | str) -> None:
    """Shows messages of this level and above, as `INFO:tensorflow:message`."""
    _logger.setLevel(v)


def get_verbosity() -> int:
    """The level from which on messages are shown."""
    return _logger.getEffectiveLevel()


def log(level: int, msg: str, *args: Any, **kwargs: Any) -> None:
    """A message of a level."""
    _logger.log(level, msg, *args, **kwargs)


def vlog(level: int, msg: str, *args: Any, **kwargs: Any) -> None:
    """A message of a level of absl: 1 is DEBUG."""
    _logger.log(DEBUG if level > 0 else INFO, msg, *args, **kwargs)


_seen: dict[str, int] = {}


def log_first_n(level: int, msg: str, n: int, *args: Any) -> None:
    """A message that is shown `n` times."""
    _seen[msg] = _seen.get(msg, 0) + 1
    if _seen[msg] <= n:
        _logger.log(level, msg, *args)


def log_every_n(level: int, msg: str, n: int, *args: Any) -> None:
    """A message that is shown every `n`th time."""
    _seen[msg] = _seen.get(msg, -1) + 1
    if _seen[msg] % n == 0:
        _logger.log(level, msg, *args)


def log_if(level: int, msg: str, condition: bool, *args: Any) -> None:
    """A message that is shown if a condition holds."""
    if condition:
        _logger.log(level, msg, *args)


def flush() -> None:
    """Nothing waits."""


debug, info, warn, warning = _logger.debug, _logger.info, _logger.warning, _logger.warning
error, fatal = _logger.error, _logger.critical


def TaskLevelStatusMessage(msg: str) -> None:  # noqa: N802
    """A message of level ERROR."""
    _logger.error(msg)
