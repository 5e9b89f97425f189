"""Tensors on the host: NumPy arrays with TensorFlow's habits, for `tf.data`, `tf.io` and strings.

A `HostTensor` keeps every type of TensorFlow exactly (int64, float64, uint8, strings as objects of `bytes`).
Functions of `tf.data` run in `scope()`: on the CPU, with 64 bits.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from labora_tf._shape import TensorShape

_state = threading.local()


_object = np.dtype(object)
_shape_of = np.ndarray.shape.__get__
_get = np.ndarray.__getitem__


def _plain(index: Any) -> Any:
    """An index with tensors as NumPy's arrays and numbers."""
    if isinstance(index, tuple):
        return tuple(_plain(part) for part in index)
    if isinstance(index, slice):
        return slice(*(None if end is None else int(end) for end in (index.start, index.stop, index.step)))
    if isinstance(index, HostTensor) or (hasattr(index, "__array__") and not isinstance(index, np.ndarray)):
        array = np.asarray(index).view(np.ndarray)
        return int(array) if array.ndim == 0 and array.dtype.kind in "iu" else array
    return index


def _scalar(value: Any, dtype: np.dtype) -> HostTensor:
    out = np.empty((), dtype)
    out[()] = value
    return out.view(HostTensor)


def _other(self: HostTensor, other: Any) -> Any:
    """The second operand as TensorFlow converts it: to the type of the first."""
    kind = type(other)
    if kind is HostTensor or kind is int or kind is bool:
        return other
    if kind is float:
        return other if self.dtype.kind in "fcV" else np.float32(other)
    if isinstance(other, (np.ndarray, np.generic, list, tuple)):
        if self.dtype == _object:
            return tensor(other)
        other = np.asarray(other)
        return other.astype(self.dtype) if other.dtype.kind in "biuf" and self.dtype.kind in "iuf" else other
    if isinstance(other, str):
        return other.encode()
    # Arrays of the backend, variables: their own operators.
    return other if isinstance(other, _OPERANDS) else NotImplemented


_OPERANDS = (np.ndarray, np.generic, list, tuple, bytes, complex, int, float)


def _operator(name: str) -> Callable[[HostTensor, Any], Any]:
    method = getattr(np.ndarray, name)

    def operator(self: HostTensor, other: Any) -> Any:
        other = _other(self, other)
        if other is NotImplemented:
            return other
        if type(other) is np.float32 and self.dtype.kind in "biu":
            self = self.astype(np.float32)
        got = method(self, other)
        if got is NotImplemented or isinstance(got, np.ndarray):
            return got
        return _scalar(got, got.dtype if isinstance(got, np.generic) else np.dtype(bool))

    operator.__name__ = name
    return operator


_SMALL = {np.dtype(t): np.float32 for t in (np.uint8, np.int8, np.uint16, np.int16)}


class HostTensor(np.ndarray):
    """An eager tensor on the host: a NumPy array that stays an array when it is indexed to a single value."""

    # NumPy's operators with arrays of the backend give arrays of the backend.
    __array_priority__ = 50

    def numpy(self) -> Any:
        """The value as a NumPy array or scalar; `bytes` for a single string."""
        plain = self.view(np.ndarray)
        if not self.ndim:
            return plain[()]
        return plain if plain.flags.writeable else plain.copy()

    @property
    def shape(self) -> TensorShape:  # type: ignore[override]
        return TensorShape(_shape_of(self))

    @shape.setter
    def shape(self, value: Any) -> None:
        np.ndarray.shape.__set__(self, value)

    def get_shape(self) -> TensorShape:
        return self.shape

    def set_shape(self, shape: Any) -> None:
        """Raises ValueError if the static shape is not compatible."""
        if not self.shape.is_compatible_with(None if shape is None else tuple(shape)):
            raise ValueError(
                f"Tensor's shape {tuple(self.shape)} is not compatible with supplied shape {shape}."
            )

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        return self.numpy()

    @property
    def device(self) -> str:
        return "/job:localhost/replica:0/task:0/device:CPU:0"

    def ref(self) -> Any:
        from labora_tf._glue.habits import Reference

        return Reference(self)

    experimental_ref = ref

    def __getitem__(self, index: Any) -> Any:
        if type(index) not in (int, slice):
            index = _plain(index)
        got = _get(self, index)
        if type(got) is HostTensor:
            return got
        if isinstance(got, np.ndarray):
            return got.view(HostTensor)
        return _scalar(got, self.dtype)

    def __iter__(self) -> Iterator[HostTensor]:
        if not self.ndim:
            raise TypeError("Cannot iterate over a scalar tensor.")
        return (self[i] for i in range(len(self)))

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        return (
            array if array.dtype == _object and not isinstance(array, np.ndarray) else array.view(HostTensor)
        )

    def __truediv__(self, other: Any) -> Any:
        other = _other(self, other)
        if other is NotImplemented:
            return other
        wide = _SMALL.get(self.dtype)
        if wide is None and type(other) is np.float32:
            wide = np.float32
        return _divide(self if wide is None else self.astype(wide), other)

    def __rtruediv__(self, other: Any) -> Any:
        wide = _SMALL.get(self.dtype)
        if wide is None and type(other) is float and self.dtype.kind in "iub":
            wide = np.float32
        mine = self if wide is None else self.astype(wide)
        return _rdivide(mine, _other(mine, other))

    def __len__(self) -> int:
        if not self.ndim:
            raise TypeError("Scalar tensor has no `len()`")
        return int(_shape_of(self)[0])

    def __bool__(self) -> bool:
        if self.dtype == _object:
            raise TypeError("A tensor of strings has no truth value.")
        return bool(self.view(np.ndarray))

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)

    def __format__(self, spec: str) -> str:
        return format(self.numpy(), spec) if not self.ndim else format(str(self), spec)

    def __str__(self) -> str:
        return f"tf.Tensor({_text(self)}, shape={tuple(self.shape)}, dtype={type_name(self.dtype)})"

    def __repr__(self) -> str:
        value = repr(self.view(np.ndarray)) if self.ndim else repr_scalar(self)
        return f"<tf.Tensor: shape={tuple(self.shape)}, dtype={type_name(self.dtype)}, numpy={value}>"


def repr_scalar(tensor: HostTensor) -> str:
    """A single value as TensorFlow prints it in `numpy=`."""
    value = tensor.view(np.ndarray)[()]
    return repr(value) if isinstance(value, bytes) else str(value)


def _text(tensor: HostTensor) -> str:
    value = tensor.view(np.ndarray)
    return str(value) if tensor.ndim else repr_scalar(tensor)


_divide, _rdivide = _operator("__truediv__"), _operator("__rtruediv__")
for _name in ("add", "sub", "mul", "floordiv", "mod", "pow", "matmul"):
    for _prefix in ("__", "__r"):
        setattr(HostTensor, f"{_prefix}{_name}__", _operator(f"{_prefix}{_name}__"))
for _name in ("eq", "ne", "lt", "le", "gt", "ge", "and", "or", "xor"):
    setattr(HostTensor, f"__{_name}__", _operator(f"__{_name}__"))
# `x += 1` is another tensor.
for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor"):
    setattr(HostTensor, f"__i{_name}__", getattr(HostTensor, f"__{_name}__"))


def type_name(dtype: Any) -> str:
    """TensorFlow's name of a NumPy type: `string` for objects."""
    dtype = np.dtype(dtype)
    return "string" if dtype.kind in "OSU" else dtype.name


def np_dtype(dtype: Any) -> np.dtype:
    """The NumPy type of a `tf.DType`, a name or a NumPy type; strings are objects."""
    if dtype is str or dtype is bytes or dtype in ("string", "str"):
        return _object
    as_numpy = getattr(dtype, "as_numpy_dtype", None)
    if isinstance(dtype, str):
        if dtype == "bfloat16":
            import ml_dtypes

            return np.dtype(ml_dtypes.bfloat16)
        return np.dtype(dtype)
    return np.dtype(as_numpy if as_numpy is not None else dtype)


def tf_dtype(dtype: Any) -> Any:
    """The `tf.DType` of a NumPy type."""
    from labora_tf import dtypes

    return dtypes.as_dtype(type_name(dtype))


def _encode(array: np.ndarray) -> np.ndarray:
    """Strings as objects of `bytes`."""
    out = np.empty(array.shape, object)
    flat, values = out.reshape(-1), array.reshape(-1)
    for i, value in enumerate(values.tolist()):
        if isinstance(value, str):
            value = value.encode()
        elif not isinstance(value, bytes):
            raise ValueError(
                f"Failed to convert a NumPy array to a Tensor (Unsupported object type "
                f"{type(value).__name__})."
            )
        flat[i] = value
    return out


def _from_array(array: np.ndarray) -> HostTensor:
    if array.dtype.kind in "OSU":
        if array.dtype == _object and all(type(v) is bytes for v in array.reshape(-1)[:1]):
            if all(type(v) is bytes for v in array.reshape(-1)):
                return array.view(HostTensor)
        array = _encode(array)
    return array.view(HostTensor)


def _from_list(values: Any) -> HostTensor:
    if any(isinstance(v, (np.ndarray, np.generic)) or hasattr(v, "__array__") for v in values):
        try:
            return _from_array(np.stack([tensor(v) for v in values]))
        except ValueError as error:
            raise ValueError(f"Can't convert non-rectangular Python sequence to Tensor. ({error})") from None
    try:
        array = np.array(values)
    except ValueError:
        raise ValueError("Can't convert non-rectangular Python sequence to Tensor.") from None
    if array.size == 0 and array.dtype == np.float64:
        return array.astype(np.float32).view(HostTensor)
    if array.dtype == np.float64 and not _has_arrays(values):
        return array.astype(np.float32).view(HostTensor)
    if array.dtype == np.int64 and not _has_arrays(values):
        return _narrow(array)
    return _from_array(array)


def _has_arrays(values: Any) -> bool:
    """Whether nested lists hold NumPy values, whose types are kept."""
    while isinstance(values, (list, tuple)) and len(values):
        values = values[0]
    return isinstance(values, (np.ndarray, np.generic))


def _narrow(array: np.ndarray) -> HostTensor:
    fits = array.size == 0 or (array.min() >= -(2**31) and array.max() < 2**31)
    return (array.astype(np.int32) if fits else array).view(HostTensor)


def tensor(value: Any, dtype: Any = None) -> HostTensor:
    """A value as a tensor on the host. Python's floats are float32, ints int32 (int64 if they do not fit),
    strings
    `bytes`; arrays keep their types. With `dtype`, values that do not fit raise OverflowError or
    ValueError."""
    if dtype is not None:
        return _with_dtype(value, np_dtype(dtype))
    kind = type(value)
    if kind is HostTensor:
        return value
    if isinstance(value, np.ndarray):
        return _from_array(value)
    if kind is bool:
        return _scalar(value, np.dtype(bool))
    if kind is int:
        return _narrow(np.array(value))
    if kind is float:
        return _scalar(value, np.dtype(np.float32))
    if kind is str or kind is bytes:
        return _scalar(value.encode() if kind is str else value, _object)
    if isinstance(value, np.generic):
        return _from_array(np.asarray(value))
    if isinstance(value, (list, tuple)):
        return _from_list(value)
    if isinstance(value, range):
        return _from_list(list(value))
    if kind is complex:
        return _scalar(value, np.dtype(np.complex128))
    if value is None:
        raise ValueError(
            "Attempt to convert a value (None) with an unsupported type (<class 'NoneType'>) to a Tensor."
        )
    if hasattr(value, "__array__"):
        return _from_array(np.asarray(value))
    if hasattr(value, "__fspath__"):
        return _scalar(str(value).encode(), _object)
    raise ValueError(f"Attempt to convert a value ({value}) with an unsupported type ({kind}) to a Tensor.")


def _with_dtype(value: Any, dtype: np.dtype) -> HostTensor:
    got = tensor(value)
    if got.dtype == dtype:
        return got
    if (got.dtype == _object) != (dtype == _object):
        raise TypeError(f"Cannot convert {value!r} to a tensor of type {type_name(dtype)}")
    if got.size == 0:
        return got.astype(dtype)
    if got.dtype.kind in "iub" and dtype.kind in "iu":
        info = np.iinfo(dtype)
        plain = got.view(np.ndarray)
        if int(plain.min()) < info.min or int(plain.max()) > info.max:
            raise OverflowError(
                f"Can't convert {value!r} to a tensor of type {type_name(dtype)}: out of range."
            )
    elif got.dtype.kind == "f" and dtype.kind in "iub":
        raise TypeError(f"Cannot convert {value!r} to a tensor of type {type_name(dtype)}")
    return got.astype(dtype)


def number(text: Any, dtype: np.dtype) -> Any:
    """The number that a text says, within its type; ValueError if it says none. `1_000` is Python's alone."""
    text = text if isinstance(text, str) else text.decode("utf-8", "replace")
    if "_" in text or not text.isascii():
        raise ValueError("not a number")
    if dtype.kind == "f":
        return float.fromhex(text) if "x" in text.lower() else float(text)
    value = int(text)
    if not np.iinfo(dtype).min <= value <= np.iinfo(dtype).max:
        raise ValueError("out of range")
    return value


@contextlib.contextmanager
def scope() -> Iterator[None]:
    """Runs functions of `tf.data`: on the CPU with 64 bits, of this thread alone."""
    if getattr(_state, "depth", 0):
        yield
        return
    from labora_tf._glue.host import host_scope

    _state.depth = 1
    try:
        with host_scope():
            yield
    finally:
        _state.depth = 0


def in_data() -> bool:
    """Whether a function of `tf.data` is running in this thread."""
    return bool(getattr(_state, "depth", 0))


def call(function: Callable[..., Any], *arguments: Any) -> Any:
    """Calls a function of the user in `scope()`."""
    if getattr(_state, "depth", 0):
        return function(*arguments)
    from labora_tf._glue.host import host_scope

    _state.depth = 1
    try:
        with host_scope():
            return function(*arguments)
    finally:
        _state.depth = 0
