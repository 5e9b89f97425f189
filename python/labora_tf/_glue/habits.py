"""TensorFlow's habits for the arrays of the backend, for symbolic tensors, and for tensors of the host.

An array of the backend gets the methods and the kind of `shape` that TensorFlow's tensors have. A tensor that
the backend cannot hold without loss (strings, large 64-bit integers) is a `HostTensor`.
"""

from __future__ import annotations

import sys
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import core
from jax._src import core as core_src
from jax._src.array import ArrayImpl
from keras import KerasTensor

from labora_tf._host import HostTensor as HostTensor
from labora_tf._shape import TensorShape

from . import state

Tracer = core.Tracer


def host_tensor(value: Any, dtype: Any = None) -> HostTensor:
    """The value as a tensor of the host; text becomes bytes."""
    array = np.asarray(value, dtype)
    if array.dtype.kind in "SU" or array.dtype == object:
        encoded = np.empty(array.shape, object)
        encoded.reshape(-1)[:] = [v.encode() if isinstance(v, str) else v for v in array.reshape(-1).tolist()]
        array = encoded
    return array.view(HostTensor)


def is_symbolic(value: Any) -> bool:
    """Whether its elements are not known now: a tracer, or a tensor of a functional model."""
    return isinstance(value, (Tracer, KerasTensor))


def is_known(value: Any) -> bool:
    """Whether Python can ask for the value now."""
    if isinstance(value, Tracer):
        return core_src.is_concrete(value)
    return not isinstance(value, KerasTensor)


def is_array(value: Any) -> bool:
    """Whether it is an array of the backend (a traced one too)."""
    return isinstance(value, jax.Array)


def is_tensor(value: Any) -> bool:
    return isinstance(value, (jax.Array, HostTensor))


def _check_shape(value: Any, shape: Any) -> None:
    if not TensorShape(value.shape).is_compatible_with(shape):
        raise ValueError(
            f"Tensor's shape {tuple(value.shape)} is not compatible with supplied shape {shape}."
        )


def _numpy(self: Any) -> Any:
    """The value as NumPy's array; of a scalar, a number of NumPy."""
    value = np.asarray(self)
    return value[()] if value.ndim == 0 else value


def _traced_numpy(self: Any) -> Any:
    if (value := self.to_concrete_value()) is not None:
        return _numpy(value)
    if state.current.functions:
        raise state.Untraceable("it asks for numpy() of a tensor")
    raise NotImplementedError("numpy() is only available when eager execution is enabled.")


def _get_shape(self: Any) -> TensorShape:
    return TensorShape(self.shape)


def _eval(self: Any, feed_dict: Any = None, session: Any = None) -> Any:
    return self.numpy()


def _shape(self: Any) -> TensorShape:
    return TensorShape(self.aval.shape)


def _with_lists(original: Any) -> Any:
    """An operator that takes lists of numbers, as TensorFlow's do: with the type of the tensor."""

    def operator(self: Any, other: Any) -> Any:
        if other.__class__ is list or other.__class__ is tuple:
            other = jnp.asarray(np.asarray(other), self.dtype)
        return original(self, other)

    return operator


def _for_numpy(name: str, original: Any) -> Any:
    """A method that gives NumPy's result to NumPy's functions: `np.argmax(tensor)` is a number of NumPy's."""

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        if sys._getframe(1).f_globals.get("__name__", "").startswith("numpy."):
            return getattr(np.asarray(self), name)(*args, **kwargs)
        return original(self, *args, **kwargs)

    return method


# Methods that NumPy's functions of the same name call.
_NUMPY_METHODS = (
    "all any argmax argmin argsort clip cumprod cumsum diagonal dot max mean min nonzero prod ravel repeat "
    "reshape round searchsorted squeeze std sum swapaxes take trace transpose var"
).split()


def _iterated(original: Any) -> Any:
    """Iteration that, while a `tf.function` is traced, does not write long loops out in its program."""

    def iterate(self: Any) -> Any:
        if state.current.functions and len(self) > _WRITTEN_OUT:
            caller = sys._getframe(1).f_globals.get("__name__", "")
            if not caller.startswith(("keras.", "jax.", "labora_tf.", "numpy.")):
                raise state.Untraceable("Python loops over the elements of a tensor")
        return original(self)

    return iterate


# The longest loop over a tensor that becomes part of a program.
_WRITTEN_OUT = 8
_OPERATORS = "add sub mul truediv floordiv mod pow matmul".split()
_COMPARISONS = "lt le gt ge eq ne".split()


def _install() -> None:
    for kind in (ArrayImpl, Tracer):
        for name in [*_OPERATORS, *(f"r{name}" for name in _OPERATORS), *_COMPARISONS]:
            setattr(kind, f"__{name}__", _with_lists(getattr(kind, f"__{name}__")))
        kind.__iter__ = _iterated(kind.__iter__)
        kind.get_shape = _get_shape
        kind.set_shape = _check_shape
        kind.eval = _eval
        kind.shape = property(_shape)
        kind.experimental_ref = kind.ref = lambda self: Reference(self)
    for name in filter(lambda name: hasattr(ArrayImpl, name), _NUMPY_METHODS):
        setattr(ArrayImpl, name, _for_numpy(name, getattr(ArrayImpl, name)))
    HostTensor.__iter__ = _iterated(HostTensor.__iter__)
    ArrayImpl.numpy = _numpy
    Tracer.numpy = _traced_numpy
    KerasTensor.get_shape = _get_shape
    KerasTensor.set_shape = _check_shape
    immutable = KerasTensor.shape.fset
    KerasTensor.shape = property(lambda self: TensorShape(self._shape), immutable)


class Reference:
    """`x.ref()`: a key of dictionaries for a tensor or a variable; equal for the same object."""

    def __init__(self, target: Any) -> None:
        self._target = target

    def deref(self) -> Any:
        return self._target

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reference) and other._target is self._target

    def __hash__(self) -> int:
        return id(self._target)

    def __repr__(self) -> str:
        return f"<Reference wrapping {self._target!r}>"


_install()
