"""What the modules of operations share: arguments as tensors, results of the host, checks.

An operation computes by `keras.ops`. If all its tensors are on the host (`HostTensor`s; in functions of
`tf.data` also plain values), it computes by NumPy and gives tensors of the host, with TensorFlow's exact
types.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import keras
import numpy as np
from keras import ops

from labora_tf import _host
from labora_tf._glue.habits import is_array, is_symbolic
from labora_tf._host import HostTensor
from labora_tf.errors import InvalidArgumentError

Function = Callable[..., Any]
_PYTHON = (int, float, bool, complex)


def arg(value: Any, dtype: Any = None) -> Any:
    """An argument as a tensor of the host or of the backend; the type of a tensor stays."""
    if isinstance(value, HostTensor):
        # A tape sees the array of the backend that stands for a tensor that it watches.
        return value.__jax_array__() if hasattr(value, "is_watched") else value
    if isinstance(value, keras.KerasTensor):
        return value
    if is_array(value):
        return value
    if isinstance(value, keras.Variable):
        return value.value
    if hasattr(value, "to_dense") and hasattr(value, "indices"):
        raise TypeError("a SparseTensor is not accepted here; make it dense first: tf.sparse.to_dense(x)")
    if _host.in_data() and not _has_backend(value):
        return _host.tensor(value, dtype)
    from labora_tf._tensor import convert_to_tensor

    return convert_to_tensor(value, dtype)


def _has_backend(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(_has_backend(part) for part in value)
    return is_array(value) or is_symbolic(value) or isinstance(value, keras.Variable)


def on_host(*tensors: Any) -> bool:
    """Whether all these arguments, after `arg`, are tensors of the host."""
    return all(isinstance(tensor, HostTensor) for tensor in tensors)


def plain(tensor: Any) -> np.ndarray:
    """The NumPy array of a tensor of the host."""
    return tensor.view(np.ndarray) if isinstance(tensor, np.ndarray) else np.asarray(tensor)


def host(value: Any, dtype: Any = None) -> HostTensor:
    """A result of NumPy as a tensor of the host."""
    return np.asarray(value, dtype).view(HostTensor)


def backend(tensor: Any) -> Any:
    """A tensor on the backend; 64-bit types are narrowed there."""
    if isinstance(tensor, HostTensor):
        if tensor.dtype == object:
            raise TypeError("this operation does not take tensors of strings")
        return ops.convert_to_tensor(tensor.view(np.ndarray))
    return tensor


def common(*values: Any) -> list[Any]:
    """Arguments as tensors that are all of the host or all of the backend."""
    tensors = [arg(value) for value in values]
    if on_host(*tensors):
        return tensors
    if any(isinstance(one, HostTensor) and one.dtype == object for one in tensors) and is_known(*tensors):
        return [one if isinstance(one, HostTensor) else host(one) for one in tensors]
    return [backend(tensor) for tensor in tensors]


def is_python(value: Any) -> bool:
    """Whether a value has no type of its own: Python's numbers, and lists of them."""
    while isinstance(value, (list, tuple)):
        if not value:
            return True
        value = value[0]
    return type(value) in _PYTHON


def like(value: Any, tensor: Any) -> Any:
    """A value of Python as a tensor of the type of another one, as TensorFlow converts it."""
    dtype = np.dtype(str(tensor.dtype)) if str(tensor.dtype) != "bfloat16" else tensor.dtype
    array = np.asarray(value)
    if array.dtype.kind == "f" and np.dtype(dtype).kind in "iu":
        raise TypeError(f"Cannot convert {value!r} to a tensor of type {dtype}")
    if array.dtype.kind in "OSU":
        return arg(value)
    array = array.astype(dtype)
    return array.view(HostTensor) if isinstance(tensor, HostTensor) else ops.convert_to_tensor(array)


def pair(x: Any, y: Any) -> tuple[Any, Any]:
    """Two operands; one of Python takes the type of the other."""
    if is_python(y) and not is_python(x):
        x = arg(x)
        y = arg(y) if _has_backend(y) else like(y, x)
    elif is_python(x) and not is_python(y):
        y = arg(y)
        x = arg(x) if _has_backend(x) else like(x, y)
    elif is_python(x) and is_python(y):
        x = arg(x)
        y = arg(y)
        if x.dtype != y.dtype:
            y = like(np.asarray(plain(y)).tolist(), x)
    else:
        x, y = arg(x), arg(y)
    if on_host(x, y):
        return x, y
    return backend(x), backend(y)


def unary(name: str, of_numpy: Function, of_keras: Function, doc: str) -> Function:
    """An operation of one tensor."""

    def operation(x: Any, name: str | None = None) -> Any:
        x = arg(x)
        if isinstance(x, HostTensor):
            with np.errstate(all="ignore"):
                value = of_numpy(x.view(np.ndarray))
            return host(value, x.dtype if x.dtype.kind == "f" and value.dtype.kind == "f" else None)
        return of_keras(x)

    return named(operation, name, doc)


def binary(name: str, of_numpy: Function, of_keras: Function, doc: str) -> Function:
    """An operation of two tensors, with broadcasting."""

    def operation(x: Any, y: Any, name: str | None = None) -> Any:
        x, y = pair(x, y)
        if isinstance(x, HostTensor):
            with np.errstate(all="ignore"):
                return host(of_numpy(x.view(np.ndarray), y.view(np.ndarray)))
        try:
            return of_keras(x, y)
        except (ValueError, TypeError) as error:
            raise incompatible(x, y, name or operation.__name__, error) from None

    return named(operation, name, doc)


def incompatible(x: Any, y: Any, name: str, error: Exception) -> Exception:
    """The error of operands whose shapes do not broadcast; any other error as it is."""
    try:
        if None not in tuple(x.shape) and None not in tuple(y.shape):
            np.broadcast_shapes(tuple(x.shape), tuple(y.shape))
    except ValueError:
        return InvalidArgumentError(f"Incompatible shapes: {list(x.shape)} vs. {list(y.shape)} [Op:{name}]")
    return error


def call(of_numpy: Function, of_keras: Function, x: Any, *args: Any, **kwargs: Any) -> Any:
    """A function of one tensor that NumPy and Keras have alike."""
    if isinstance(x, HostTensor):
        return host(of_numpy(x.view(np.ndarray), *args, **kwargs))
    return of_keras(x, *args, **kwargs)


def named(operation: Function, name: str, doc: str) -> Function:
    operation.__name__ = operation.__qualname__ = name
    operation.__doc__ = doc
    return operation


def ints(value: Any) -> tuple[int, ...]:
    """A shape, or other integers that have to be known: of a list, a `TensorShape`, a tensor. Unknown sizes
    are -1.
    """
    if isinstance(value, tuple) and all(type(size) is int for size in value):
        return tuple(value)
    if isinstance(value, (list, tuple)):
        return tuple(-1 if size is None else integer(size) for size in value)
    if is_symbolic(value):
        raise known("a shape")
    array = np.asarray(value)
    return tuple(int(size) for size in array.reshape(-1).tolist())


def integer(value: Any) -> int:
    """An integer that has to be known while a function is traced."""
    if type(value) is int or is_size(value):
        return value
    if isinstance(value, keras.Variable):
        value = value.value
    if is_symbolic(value):
        raise known("a size or an axis")
    array = np.asarray(value)
    if array.dtype.kind not in "iub":
        raise TypeError(f"Expected an integer, got {value!r}")
    return int(array)


def unknown(message: str) -> Exception:
    """The error of what a compiled function cannot do; a `tf.function` runs eagerly instead."""
    from labora_tf import _function

    _function.untraceable(message)
    return ValueError(message)


def is_size(value: Any) -> bool:
    """Whether it is a size that Keras keeps open while it infers the shapes of a layer's results."""
    return type(value).__name__ == "_DimExpr"


def is_open_shape(value: Any) -> bool:
    """Whether it is a shape with such sizes, or with None."""
    return isinstance(value, (list, tuple)) and any(size is None or is_size(size) for size in value)


def known(what: str) -> Exception:
    return unknown(
        f"{what} depends on the values of a tensor; compiled functions need it from the shapes of tensors "
        "(x.shape, tf.shape(x)) or from Python's numbers"
    )


def axes(axis: Any) -> Any:
    """An axis or axes of a reduction: None, an int, or a tuple of ints."""
    if axis is None or type(axis) is int:
        return axis
    if isinstance(axis, (list, tuple)):
        return tuple(integer(one) for one in axis)
    found = np.asarray(axis)
    return int(found) if found.ndim == 0 else tuple(int(one) for one in found)


def is_float(tensor: Any) -> bool:
    return "float" in str(tensor.dtype)


def is_int(tensor: Any) -> bool:
    name = str(tensor.dtype)
    return name.startswith(("int", "uint"))


def is_known(*tensors: Any) -> bool:
    """Whether the values are known now: none is traced or symbolic."""
    return not any(is_symbolic(tensor) for tensor in tensors)


def cast(x: Any, dtype: Any) -> Any:
    """A tensor of another type, on its own side."""
    if isinstance(x, HostTensor):
        return host(x.view(np.ndarray).astype(_host.np_dtype(dtype)))
    from labora_tf._tensor import cast as cast_on_backend

    return cast_on_backend(x, dtype)


def old(value: Any, others: dict[str, Any], *names: str) -> Any:
    """An argument that TensorFlow 1 had under another name. Any other name is an error."""
    for name in names:
        if name in others:
            found = others.pop(name)
            value = found if found is not None else value
    return value


def no_more(function: str, others: dict[str, Any]) -> None:
    if others:
        raise TypeError(f"{function}() got an unexpected keyword argument {next(iter(others))!r}")


def only(function: str, argument: str, value: Any, *allowed: Any) -> None:
    """Refuses a value of an argument that changes results and is not done.

    Raises:
        NotInLabora: it is not one of these.
    """
    if value not in allowed:
        from labora_tf.errors import NotInLabora

        shown = " or ".join(map(repr, allowed))
        raise NotInLabora(f"{function}: {argument}={value!r} is not in Labora; leave it out, or give {shown}")


def tracing() -> bool:
    """Whether a function is being traced now."""
    if _host.in_data():
        return False
    return _is_tracing()()


@functools.cache
def _is_tracing() -> Function:
    from labora_tf._glue import placement

    return placement.tracing
