"""`tf.get_variable` and `tf.variable_scope` of TensorFlow 1: variables that functions find again by their
names."""

from __future__ import annotations

import threading
from typing import Any

import keras

from . import _ops

__all__ = ["AUTO_REUSE", "get_variable", "get_variable_scope", "variable_scope"]
AUTO_REUSE = "AUTO_REUSE"
_variables: dict[str, Any] = {}
_state = threading.local()
#: Where and how graphs make variables; and losses, which are collected under names that are refused.
_OF_GRAPHS = (
    "aggregation auxiliary_name_scope caching_device collections partitioner synchronization use_resource "
    "validate_shape"
).split()


class variable_scope:  # noqa: N801
    """Names begin with the scope's; `reuse` says whether variables of a name exist (True), or are made once
    (`tf.AUTO_REUSE`)."""

    def __init__(
        self,
        name_or_scope: Any,
        default_name: str | None = None,
        values: Any = None,
        initializer: Any = None,
        regularizer: Any = None,
        reuse: Any = None,
        dtype: Any = None,
        custom_getter: Any = None,
        constraint: Any = None,
        **others: Any,
    ) -> None:
        _ops.no_more("tf.variable_scope", {k: v for k, v in others.items() if k not in _OF_GRAPHS})
        _ops.only("tf.variable_scope", "custom_getter", custom_getter, None)
        self._dtype, self._constraint = dtype, constraint
        scope = name_or_scope if name_or_scope is not None else default_name
        self._is_whole = isinstance(scope, variable_scope)
        self.name = scope.name if self._is_whole else str(scope)
        self.reuse, self._initializer = reuse, initializer

    def __enter__(self) -> variable_scope:
        outer = get_variable_scope()
        if not self._is_whole and outer.name:
            self.name = f"{outer.name}/{self.name}"
        self.reuse = self.reuse or outer.reuse
        self._initializer = self._initializer or outer._initializer
        self._dtype, self._constraint = self._dtype or outer._dtype, self._constraint or outer._constraint
        self._before, _state.scope = outer, self
        return self

    def __exit__(self, *_: Any) -> None:
        _state.scope = self._before

    def reuse_variables(self) -> None:
        """Variables of this scope exist from now on."""
        self.reuse = True


def get_variable_scope() -> variable_scope:
    """The scope whose block this is."""
    if not hasattr(_state, "scope"):
        _state.scope = variable_scope("")
    return _state.scope


def get_variable(
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool = True,
    custom_getter: Any = None,
    constraint: Any = None,
    **others: Any,
) -> Any:
    """The variable of a name: made, or found again where the scope reuses variables.

    Raises:
        ValueError: it exists and the scope does not reuse, or it does not exist and the scope reuses.
    """
    from ._variable import Variable

    _ops.no_more("tf.get_variable", {k: v for k, v in others.items() if k not in _OF_GRAPHS})
    _ops.only("tf.get_variable", "custom_getter", custom_getter, None)
    scope = get_variable_scope()
    full = f"{scope.name}/{name}" if scope.name else name
    if full in _variables:
        if not scope.reuse:
            raise ValueError(
                f"Variable {full} already exists, disallowed. Did you mean to set reuse=True or "
                "reuse=tf.AUTO_REUSE in VarScope?"
            )
        return _variables[full]
    if scope.reuse is True:
        raise ValueError(f"Variable {full} does not exist, or was not created with tf.get_variable().")
    initializer = initializer or scope._initializer or "glorot_uniform"
    dtype = dtype or scope._dtype
    dtype = getattr(dtype, "name", dtype) or "float32"
    if isinstance(initializer, type):
        initializer = initializer()
    if callable(initializer) or isinstance(initializer, str):
        made = keras.initializers.get(initializer)
        sizes = tuple(int(size) for size in (shape if shape is not None else ()))

        def value() -> Any:
            return made(sizes, dtype=dtype)
    else:
        value = initializer
    _variables[full] = Variable(
        value, trainable=trainable, name=full.replace("/", "_"), constraint=constraint or scope._constraint
    )
    return _variables[full]


def forget() -> None:
    """Forgets all names."""
    _variables.clear()
