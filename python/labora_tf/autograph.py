"""`tf.autograph`: a `tf.function` is traced as Python runs it; Python's control flow of tensors runs eagerly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from labora_tf._names import Namespace
from labora_tf.errors import NotInLabora


class _Experimental(Namespace):
    """`tf.autograph.experimental`."""

    @staticmethod
    def do_not_convert(func: Callable[..., Any] | None = None) -> Any:
        """The function: nothing is converted here."""
        return experimental.do_not_convert if func is None else func

    @staticmethod
    def set_loop_options(*_: Any, **__: Any) -> None:
        """Accepted."""


experimental = _Experimental("tf.autograph.experimental")


def set_verbosity(level: int, alsologtostdout: bool = False) -> None:
    """Accepted: there are no messages of a conversion."""


def trace(*_: Any) -> None:
    """Accepted."""


def to_graph(*_: Any, **__: Any) -> Any:
    """Refused: Python's control flow is not converted."""
    raise NotInLabora(
        "tf.autograph converts no Python code in Labora; use tf.cond and tf.while_loop in a tf.function"
    )


to_code = to_graph
