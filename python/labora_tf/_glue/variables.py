"""Variables of Keras with TensorFlow's habits, and what is told when one is read, written, created."""

from __future__ import annotations

import contextlib
import dis
import sys
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import keras
import numpy as np
from jax._src import core as core_src
from keras.src.backend.common.stateless_scope import get_stateless_scope, in_stateless_scope

from labora_tf._shape import TensorShape

from . import state, tape
from .habits import Reference

_LOAD_ATTR = dis.opmap["LOAD_ATTR"]
_LOAD_METHOD = dis.opmap.get("LOAD_METHOD", -1)
_original_init = keras.Variable.__init__
_original_assign = keras.Variable.assign


@contextlib.contextmanager
def outside() -> Iterator[None]:
    """Operations run at once and no tape sees them: TensorFlow's `init_scope`."""
    tapes, functions = state.current.tapes, state.current.functions
    state.current.tapes, state.current.functions = [], []
    try:
        with core_src.set_current_trace(core_src.eval_trace):
            yield
    finally:
        state.current.tapes, state.current.functions = tapes, functions


def _is_called(frame: Any) -> bool:
    """Whether the attribute that this frame reads is called at once: `v.value()`."""
    if frame.f_globals.get("__name__", "").startswith(("keras.", "jax.")):
        return False
    code, at = frame.f_code.co_code, frame.f_lasti
    return code[at] == _LOAD_METHOD or (
        code[at] == _LOAD_ATTR and sys.version_info >= (3, 12) and code[at + 1] & 1
    )


def raw_value(variable: keras.Variable) -> Any:
    """The value where operations are now: of a Keras scope, of a function that is traced, or the variable's
    own.
    """
    if in_stateless_scope():
        value = get_stateless_scope().get_current_value(variable)
        if value is not None:
            return value
    if state.current.functions:
        return state.current.functions[-1].read(variable)
    return variable._value


def _read(variable: keras.Variable) -> Any:
    value = raw_value(variable)
    if value is None:
        return variable._maybe_autocast(variable._initializer(variable._shape, dtype=variable._dtype))
    if state.current.tapes:
        value = tape.note_read(variable, value)
    return variable._maybe_autocast(value)


def _value(self: keras.Variable) -> Any:
    value = _read(self)
    if _is_called(sys._getframe(1)):
        return lambda: value
    return value


def _assign(
    self: keras.Variable,
    value: Any,
    use_locking: bool = False,
    name: str | None = None,
    read_value: bool = True,
) -> Any:
    return _original_assign(self, value)


def _assign_add(
    self: keras.Variable,
    delta: Any,
    use_locking: bool = False,
    name: str | None = None,
    read_value: bool = True,
) -> Any:
    return self.assign(self + delta)


def _assign_sub(
    self: keras.Variable,
    delta: Any,
    use_locking: bool = False,
    name: str | None = None,
    read_value: bool = True,
) -> Any:
    return self.assign(self - delta)


def _direct_assign(original: Callable[..., None]) -> Callable[..., None]:
    def assign(self: keras.Variable, value: Any) -> None:
        if state.current.functions:
            state.current.functions[-1].write(self, value)
        else:
            original(self, value)

    return assign


def _init(self: keras.Variable, initializer: Any, *args: Any, **kwargs: Any) -> None:
    """Variables are made outside of the function that is traced, with values that are known."""
    if state.current.functions and not in_stateless_scope():
        frame = state.current.functions[-1]
        if not callable(initializer) and not isinstance(initializer, str):
            initializer = frame.known_value(initializer)
        with outside():
            _original_init(self, initializer, *args, **kwargs)
    elif state.current.tapes and not in_stateless_scope():
        with outside_of_tapes():
            _original_init(self, initializer, *args, **kwargs)
    else:
        _original_init(self, initializer, *args, **kwargs)


@contextlib.contextmanager
def outside_of_tapes() -> Iterator[None]:
    """Tapes do not see what happens in this block."""
    tapes, state.current.tapes = state.current.tapes, []
    try:
        with tape._without_tapes():
            yield
    finally:
        state.current.tapes = tapes


def concrete(variable: keras.Variable) -> Any:
    """The value as NumPy's array, or None while it is traced."""
    value = variable._value
    if value is None or isinstance(value, jax.core.Tracer):
        return None
    array = np.asarray(value)
    return array[()] if array.ndim == 0 else array


def scatter(value: jax.Array, indices: Any, updates: Any, how: str) -> jax.Array:
    """Rows `updates` set or added at the rows `indices`."""
    return getattr(value.at[jnp.asarray(indices)], how)(jnp.asarray(updates))


def scatter_nd(value: jax.Array, indices: Any, updates: Any, how: str) -> jax.Array:
    """`updates` set or added at the places that the last axis of `indices` names."""
    indices = jnp.asarray(indices)
    places = tuple(indices[..., i] for i in range(indices.shape[-1]))
    return getattr(value.at[places], how)(jnp.asarray(updates))


def _install() -> None:
    kind = keras.Variable
    kind.__init__ = _init
    kind.value = property(_value)
    kind.__jax_array__ = _read
    kind._direct_assign = _direct_assign(kind._direct_assign)
    kind.assign, kind.assign_add, kind.assign_sub = _assign, _assign_add, _assign_sub
    kind.read_value = kind.initialized_value = lambda self: _read(self)
    kind.eval = lambda self, session=None: self.numpy()
    kind.get_shape = lambda self: TensorShape(self.shape)
    kind.is_initialized = lambda self, name=None: self._value is not None
    kind.ref = kind.experimental_ref = lambda self: Reference(self)
    kind.device = "/job:localhost/replica:0/task:0/device:CPU:0"
    kind.numpy = _numpy
    kind.op = property(lambda self: self)


def _numpy(self: keras.Variable) -> Any:
    """The value as NumPy's array; of a scalar, a number of NumPy."""
    return _read(self).numpy()


_install()
