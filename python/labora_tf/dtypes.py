"""`tf.dtypes`: types of elements. A `DType` equals, and is hashed like, NumPy's type of the same name."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

_DTYPE_NAMES = (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 float64 "
    "complex64 complex128 string resource variant qint8 quint8 qint16 quint16 qint32 half double"
).split()
__all__ = ["DType", "as_dtype", "cast", "complex", "saturate_cast", *_DTYPE_NAMES]
_AT_ROOT = ["DType", "as_dtype", *_DTYPE_NAMES]

# The order of TensorFlow's enumeration, which serialized tensors use.
_ENUMS = {
    "float32": 1,
    "float64": 2,
    "int32": 3,
    "uint8": 4,
    "int16": 5,
    "int8": 6,
    "string": 7,
    "complex64": 8,
    "int64": 9,
    "bool": 10,
    "qint8": 11,
    "quint8": 12,
    "qint32": 13,
    "bfloat16": 14,
    "qint16": 15,
    "quint16": 16,
    "uint16": 17,
    "complex128": 18,
    "float16": 19,
    "resource": 20,
    "variant": 21,
    "uint32": 22,
    "uint64": 23,
}
_NUMPY = {
    "bfloat16": np.dtype(ml_dtypes.bfloat16),
    "string": np.dtype(object),
    "resource": np.dtype(object),
    "variant": np.dtype(object),
    "qint8": np.dtype("int8"),
    "quint8": np.dtype("uint8"),
    "qint16": np.dtype("int16"),
    "quint16": np.dtype("uint16"),
    "qint32": np.dtype("int32"),
}


class DType:
    """A type of elements: `tf.float32`. Works as a `dtype` of NumPy, of Keras and of the backend."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.dtype = _NUMPY.get(name) or np.dtype(name)
        # NumPy's `dtype(x)` reads `dtype`.
        self._kind = "O" if self.dtype == object else "f" if name == "bfloat16" else self.dtype.kind

    @property
    def name(self) -> str:
        return self._name

    @property
    def as_numpy_dtype(self) -> type:
        return self.dtype.type if self.dtype != object else object

    @property
    def as_datatype_enum(self) -> int:
        return _ENUMS[self._name]

    @property
    def base_dtype(self) -> DType:
        return self

    @property
    def real_dtype(self) -> DType:
        return _BY_NAME[{"complex64": "float32", "complex128": "float64"}.get(self._name, self._name)]

    @property
    def size(self) -> int:
        return 1 if self._kind == "O" else self.dtype.itemsize

    itemsize = size

    @property
    def is_floating(self) -> bool:
        return self._kind == "f"

    @property
    def is_integer(self) -> bool:
        return self._kind in "iu" and not self.is_quantized

    @property
    def is_complex(self) -> bool:
        return self._kind == "c"

    @property
    def is_bool(self) -> bool:
        return self._kind == "b"

    @property
    def is_numeric(self) -> bool:
        return self.is_floating or self.is_integer or self.is_complex

    @property
    def is_unsigned(self) -> bool:
        return self._kind == "u" and not self.is_quantized

    @property
    def is_quantized(self) -> bool:
        return self._name.startswith(("qint", "quint"))

    @property
    def is_numpy_compatible(self) -> bool:
        return self._name not in ("resource", "variant")

    @property
    def min(self) -> Any:
        return self._limits()[0]

    @property
    def max(self) -> Any:
        return self._limits()[1]

    @property
    def limits(self) -> tuple[Any, Any]:
        return self._limits()

    def _limits(self) -> tuple[Any, Any]:
        if self._kind == "b":
            return False, True
        if self._kind not in "fiu":
            raise TypeError(f"Cannot find minimum value of {self!r}.")
        if self._kind == "f":
            info = ml_dtypes.finfo(self.dtype)
            return self.dtype.type(info.min), self.dtype.type(info.max)
        info = np.iinfo(self.dtype)
        return info.min, info.max

    def is_compatible_with(self, other: Any) -> bool:
        return self == as_dtype(other)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if other is None:
            return False
        if isinstance(other, DType):
            return self._name == other._name
        try:
            return self._name == as_dtype(other)._name
        except TypeError:
            return False

    def __hash__(self) -> int:
        return hash(self.dtype)

    def __repr__(self) -> str:
        return f"tf.{self._name}"

    def __str__(self) -> str:
        return f"<dtype: {self._name!r}>"

    def __int__(self) -> int:
        return self.as_datatype_enum

    def __reduce__(self) -> Any:
        return as_dtype, (self._name,)


_BY_NAME = {name: DType(name) for name in _ENUMS}
bool = _BY_NAME["bool"]  # noqa: A001
int8, int16, int32, int64 = (_BY_NAME[f"int{bits}"] for bits in (8, 16, 32, 64))
uint8, uint16, uint32, uint64 = (_BY_NAME[f"uint{bits}"] for bits in (8, 16, 32, 64))
half = float16 = _BY_NAME["float16"]
bfloat16, float32 = _BY_NAME["bfloat16"], _BY_NAME["float32"]
double = float64 = _BY_NAME["float64"]
complex64, complex128 = _BY_NAME["complex64"], _BY_NAME["complex128"]
string, resource, variant = _BY_NAME["string"], _BY_NAME["resource"], _BY_NAME["variant"]
qint8, quint8, qint16, quint16, qint32 = (
    _BY_NAME[name] for name in ("qint8", "quint8", "qint16", "quint16", "qint32")
)


def as_dtype(type_value: Any) -> DType:
    """The `DType` of a `DType`, a name, a type of NumPy or of Python, or a number of TensorFlow's
    enumeration.
    """
    if isinstance(type_value, DType):
        return type_value
    if type_value.__class__ is int:
        for name, number in _ENUMS.items():
            if number == type_value:
                return _BY_NAME[name]
    if isinstance(type_value, str):
        name = {"half": "float16", "double": "float64", "float": "float32"}.get(type_value, type_value)
        if name in _BY_NAME:
            return _BY_NAME[name]
    if type_value is float:
        return float32
    if type_value is int:
        return int32
    try:
        found = np.dtype(type_value)
    except TypeError:
        raise TypeError(
            f"Cannot convert the argument `type_value`: {type_value!r} to a TensorFlow DType."
        ) from None
    if found.kind in "OSU":
        return string
    if found.name in _BY_NAME:
        return _BY_NAME[found.name]
    raise TypeError(f"Cannot convert the argument `type_value`: {type_value!r} to a TensorFlow DType.")


def __getattr__(name: str) -> Any:
    if name in ("cast", "complex", "saturate_cast"):
        from labora_tf import _tensor, math

        return getattr(_tensor if hasattr(_tensor, name) else math, name)
    from labora_tf import _names

    raise _names.missing("tf.dtypes", name)
