"""Tensors: `tf.Tensor`, `tf.constant`, `tf.convert_to_tensor`, `tf.cast`.

Tensors are the arrays of Keras's backend; those that it cannot hold without loss are on the host. Python's
floats become float32, its integers int32. The backend computes 64-bit floats as float32 (said once).
"""

from __future__ import annotations

import sys
from typing import Any

import keras
import numpy as np
from keras import ops

from labora_tf import dtypes
from labora_tf._glue import state, variables
from labora_tf._glue.habits import HostTensor, host_tensor, is_array, is_known, is_symbolic, is_tensor
from labora_tf._shape import TensorShape

__all__ = [
    "Tensor",
    "TensorShape",
    "cast",
    "constant",
    "convert_to_tensor",
    "executing_eagerly",
    "is_tensor",
    "rank",
    "shape",
    "size",
    "to_bfloat16",
    "to_double",
    "to_float",
    "to_int32",
    "to_int64",
]


class _TensorMeta(type):
    def __instancecheck__(cls, instance: Any) -> bool:
        return is_tensor(instance)


class Tensor(metaclass=_TensorMeta):
    """`tf.Tensor`, for `isinstance` and annotations: tensors are the arrays of Keras's backend."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        raise TypeError("tf.Tensor is not constructed; use tf.constant or tf.convert_to_tensor")


_said: set[str] = set()


def say_once(text: str) -> None:
    """A line on standard error, once a process."""
    if text not in _said:
        _said.add(text)
        print(f"tensorflow: {text}", file=sys.stderr)


def _narrow(array: np.ndarray) -> Any:
    """A NumPy array with a type of the backend, or a tensor of the host where values do not fit."""
    if array.dtype.kind in "OSU":
        return host_tensor(array)
    if array.dtype == np.float64:
        say_once("64-bit floats are computed as float32 here")
        return array.astype(np.float32)
    if array.dtype == np.complex128:
        say_once("128-bit complex numbers are computed as complex64 here")
        return array.astype(np.complex64)
    if array.dtype in (np.int64, np.uint64):
        small = np.int32 if array.dtype == np.int64 else np.uint32
        limits = np.iinfo(small)
        if array.size and (array.min() < limits.min or array.max() > limits.max):
            return array.view(HostTensor)
        return array.astype(small)
    return array


def _has_traced(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(_has_traced(part) for part in value)
    return is_symbolic(value) or is_array(value) or isinstance(value, keras.Variable)


def convert_to_tensor(
    value: Any,
    dtype: Any = None,
    dtype_hint: Any = None,
    name: str | None = None,
    preferred_dtype: Any = None,
) -> Any:
    """The value as a tensor. Of another type than `dtype`, a tensor raises ValueError, as in TensorFlow.

    Python's numbers take `dtype`, or float32, int32, bool. Text becomes a tensor of bytes on the host.
    """
    hint = dtype_hint if dtype_hint is not None else preferred_dtype
    if dtype is None and hint is not None:
        try:
            return convert_to_tensor(value, hint)
        except (TypeError, ValueError):
            pass  # A hint only.
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    if isinstance(value, keras.Variable):
        value = value.value
    if isinstance(value, keras.KerasTensor):
        return value
    if hasattr(value, "is_watched"):
        value = value.__jax_array__()
    if is_tensor(value):
        if wanted is not None and not _same_type(value.dtype, wanted):
            raise ValueError(
                f"Tensor conversion requested dtype {wanted.name} for Tensor with dtype {value.dtype.name}"
            )
        return value
    if isinstance(value, (list, tuple)) and _has_traced(value):
        parts = [convert_to_tensor(part, dtype) for part in value]
        return ops.stack(parts) if parts else constant([], dtype)
    return constant(value, dtype)


def _same_type(found: Any, wanted: dtypes.DType) -> bool:
    narrowed = {"int64": "int32", "uint64": "uint32", "float64": "float32", "complex128": "complex64"}
    found = dtypes.as_dtype(found)
    return found == wanted or found.name == narrowed.get(wanted.name)


def constant(
    value: Any, dtype: Any = None, shape: Any = None, name: str = "Const", verify_shape: bool = False
) -> Any:
    """A tensor of these values; a single value fills `shape`. Integers that do not fit `dtype` raise an
    error.
    """
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    if isinstance(value, keras.Variable):
        value = value.value
    if is_symbolic(value) or (isinstance(value, (list, tuple)) and _has_traced(value)):
        tensor = value if is_symbolic(value) else ops.stack([constant(part, dtype) for part in value])
        tensor = tensor if wanted is None else cast(tensor, wanted)
        return tensor if shape is None else _fill(tensor, shape)
    array = np.asarray(value)
    if wanted is None:
        if not hasattr(value, "dtype") and _is_python(value):
            array = array.astype(
                {"f": np.float32, "i": array.dtype, "c": np.complex128}.get(array.dtype.kind, array.dtype)
            )
    elif not array.size or wanted == dtypes.string:
        # Without a value the type alone says something, which the backend may not have.
        array = host_tensor(array.astype(wanted.as_numpy_dtype) if not array.size else array)
    else:
        array = _checked_astype(array, wanted)
    if verify_shape and shape is not None and tuple(shape) != array.shape:
        raise TypeError(f"Expected Tensor's shape: {tuple(shape)}, got {array.shape}.")
    if shape is not None:
        array = _fill(array, shape)
    array = _narrow(array) if not isinstance(array, HostTensor) else array
    return array if isinstance(array, HostTensor) else _array(array)


def _array(array: np.ndarray) -> Any:
    """An array of the backend; a value that is known, also while a function is traced."""
    with variables.outside():
        return ops.convert_to_tensor(array)


def _is_python(value: Any) -> bool:
    while isinstance(value, (list, tuple)) and value:
        value = value[0]
    return not isinstance(value, (np.ndarray, np.generic))


def _checked_astype(array: np.ndarray, wanted: dtypes.DType) -> np.ndarray:
    if array.dtype.kind in "OSU":
        raise ValueError(f"Can't convert values of text to a tensor of type {wanted.name}")
    if wanted.is_integer and array.dtype.kind == "f" and array.size:
        if np.any(array != np.trunc(array)):
            raise TypeError(f"Cannot convert {array.reshape(-1)[0]!r} to EagerTensor of dtype {wanted.name}")
    converted = array.astype(wanted.as_numpy_dtype)
    if wanted.is_integer and array.dtype.kind in "iu" and not np.array_equal(converted, array):
        raise OverflowError(f"Values out of the range of {wanted.name}")
    return converted


def _fill(array: Any, shape: Any) -> Any:
    shape = tuple(int(size) for size in np.atleast_1d(np.asarray(shape)))
    count = int(np.prod(shape))
    if int(np.prod(array.shape)) == count:
        return array.reshape(shape)
    if int(np.prod(array.shape)) == 1:
        like = np if isinstance(array, np.ndarray) else ops
        return like.broadcast_to(array.reshape(()), shape)
    raise TypeError(
        f"Eager execution of tf.constant with unsupported shape: {array.shape} does not fill {shape}"
    )


def cast(x: Any, dtype: Any, name: str | None = None) -> Any:
    """`x` with another type; floats are cut towards zero. 64-bit integers stay 32-bit on the backend where
    they fit.
    """
    wanted = dtypes.as_dtype(dtype)
    if isinstance(x, keras.KerasTensor):
        return ops.cast(x, _backend_name(wanted))
    if is_array(x) or isinstance(x, keras.Variable) or hasattr(x, "is_watched"):
        x = convert_to_tensor(x)
        if wanted.name == "float64":
            say_once("64-bit floats are computed as float32 here")
        if x.dtype == _backend_name(wanted):
            return x
        if str(x.dtype).startswith("complex") and not wanted.is_complex:
            x = ops.real(x)
        if wanted.name in ("int64", "uint64") and is_known(x):
            # On the host, where nothing is lost.
            return cast(np.asarray(x), wanted)
        return ops.cast(x, _backend_name(wanted))
    array = np.asarray(x)
    if array.dtype.kind in "OSU":
        if wanted == dtypes.string:
            return host_tensor(array)
        raise TypeError("Cast string to " + wanted.name + " is not supported; use tf.strings.to_number")
    narrowed = _narrow(array.astype(wanted.as_numpy_dtype))
    return narrowed if isinstance(narrowed, HostTensor) else _array(narrowed)


def _backend_name(dtype: dtypes.DType) -> str:
    narrow = {"int64": "int32", "uint64": "uint32", "float64": "float32", "complex128": "complex64"}
    return narrow.get(dtype.name, dtype.name)


def to_float(x: Any, name: str | None = None) -> Any:
    return cast(x, dtypes.float32)


def to_double(x: Any, name: str | None = None) -> Any:
    return cast(x, dtypes.float64)


def to_int32(x: Any, name: str | None = None) -> Any:
    return cast(x, dtypes.int32)


def to_int64(x: Any, name: str | None = None) -> Any:
    return cast(x, dtypes.int64)


def to_bfloat16(x: Any, name: str | None = None) -> Any:
    return cast(x, dtypes.bfloat16)


def shape(input: Any, out_type: Any = None, name: str | None = None) -> Any:  # noqa: A002
    """The shape as a tensor of integers. It is known while a function is traced, so it is a host's constant
    there.
    """
    found = tuple(getattr(input, "shape", None) or np.shape(input))
    if not all(isinstance(size, int) for size in found):
        return ops.shape(input)
    return host_tensor(np.asarray(found, np.int32))


def size(input: Any, out_type: Any = None, name: str | None = None) -> Any:  # noqa: A002
    """The number of elements."""
    return host_tensor(np.asarray(np.prod(np.shape(input), dtype=np.int64), np.int32))


def rank(input: Any, name: str | None = None) -> Any:  # noqa: A002
    return host_tensor(np.asarray(len(np.shape(input)), np.int32))


def executing_eagerly() -> bool:
    """Whether operations run at once: false while a `tf.function` is traced."""
    return not state.in_function()
