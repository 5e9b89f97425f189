"""The element types of programs: their names in MLIR, their NumPy types, and random values of each."""

from __future__ import annotations

from dataclasses import dataclass

import ml_dtypes
import numpy as np


@dataclass(frozen=True)
class ElementType:
    """An element type: its name in MLIR, its type in NumPy, and its kind: `b`, `i`, `u`, `f` or `c`."""

    name: str
    dtype: np.dtype
    kind: str
    bits: int

    @property
    def is_float(self) -> bool:
        return self.kind == "f"

    @property
    def is_integer(self) -> bool:
        return self.kind in "iu"

    @property
    def is_complex(self) -> bool:
        return self.kind == "c"

    @property
    def low(self) -> int:
        """The least integer of the type."""
        return 0 if self.kind == "u" else -(2 ** (self.bits - 1))

    @property
    def high(self) -> int:
        """The greatest integer of the type."""
        return 2 ** (self.bits - (self.kind == "i")) - 1

    @property
    def is_inexact(self) -> bool:
        return self.kind in "fc"


def _rows() -> list[ElementType]:
    rows = [ElementType("i1", np.dtype(bool), "b", 1)]
    for bits in (2, 4, 8, 16, 32, 64):
        for kind, prefix, word in (("i", "i", "int"), ("u", "ui", "uint")):
            scalar = getattr(ml_dtypes if bits < 8 else np, f"{word}{bits}")
            rows.append(ElementType(f"{prefix}{bits}", np.dtype(scalar), kind, bits))
    for name, scalar, bits in (
        ("f8E4M3FN", ml_dtypes.float8_e4m3fn, 8),
        ("f8E5M2", ml_dtypes.float8_e5m2, 8),
        ("f8E4M3B11FNUZ", ml_dtypes.float8_e4m3b11fnuz, 8),
        ("f8E4M3FNUZ", ml_dtypes.float8_e4m3fnuz, 8),
        ("f8E5M2FNUZ", ml_dtypes.float8_e5m2fnuz, 8),
        ("f16", np.float16, 16),
        ("bf16", ml_dtypes.bfloat16, 16),
        ("f32", np.float32, 32),
        ("f64", np.float64, 64),
    ):
        rows.append(ElementType(name, np.dtype(scalar), "f", bits))
    rows.append(ElementType("complex<f32>", np.dtype(np.complex64), "c", 64))
    rows.append(ElementType("complex<f64>", np.dtype(np.complex128), "c", 128))
    return rows


TYPES = {row.name: row for row in _rows()}
BOOL, I32, UI64, F32, F64 = (TYPES[name] for name in ("i1", "i32", "ui64", "f32", "f64"))
# How often a program is about each type.
WEIGHTS = {
    "f32": 30, "f64": 8, "bf16": 6, "f16": 6, "i32": 9, "i64": 3, "ui32": 3, "i8": 4, "ui8": 4, "i16": 2, "ui16": 2,
    "ui64": 2, "i1": 4, "i4": 2, "ui4": 2, "i2": 1, "ui2": 1, "complex<f32>": 6, "complex<f64>": 3, "f8E4M3FN": 1,
    "f8E5M2": 1,
}  # fmt: skip


def parts(element: ElementType) -> ElementType:
    """The element type of the parts of complex numbers."""
    return TYPES["f32" if element.bits == 64 else "f64"]


def tensor(dims: tuple[int, ...], element: ElementType) -> str:
    """The tensor's type in MLIR."""
    return "tensor<" + "".join(f"{d}x" for d in dims) + element.name + ">"


def _floats(random: np.random.Generator, dims: tuple[int, ...], element: ElementType, is_hostile: bool) -> np.ndarray:
    style = random.integers(4)
    if style == 0:
        values = random.integers(-4, 5, dims).astype(np.float64)
    elif style == 1:
        values = random.uniform(0, 1, dims)
    else:
        values = random.normal(size=dims) * 10.0 ** random.integers(-2, 3)
    if is_hostile:
        finite = ml_dtypes.finfo(element.dtype)
        largest, least = float(finite.max), float(finite.smallest_normal)
        specials = [0.0, -0.0, np.nan, np.inf, -np.inf, largest, -largest, least, 1.0, -1.0, 0.5, -0.5, 2.5]
        chosen = random.random(dims) < 0.3
        values = np.where(chosen, random.choice(specials, dims), values)
    with np.errstate(all="ignore"):
        return np.asarray(values).astype(element.dtype)


def random_values(
    random: np.random.Generator, dims: tuple[int, ...], element: ElementType, is_hostile: bool
) -> np.ndarray:
    """An array of ordinary values, or of values with infinities, NaN, zeros of both signs and limits among them."""
    if element.kind == "b":
        return random.random(dims) < 0.5
    if element.is_complex:
        real, imaginary = (_floats(random, dims, parts(element), is_hostile) for _ in range(2))
        values = np.empty(dims, element.dtype)
        values.real, values.imag = real, imaginary
        return values
    if element.is_float:
        return _floats(random, dims, element, is_hostile)
    low, high = element.low, element.high
    if is_hostile:
        values = random.integers(low, high, dims, dtype=np.uint64 if low == 0 else np.int64, endpoint=True)
        limits = np.array([low, high, 0, 1], values.dtype)
        values = np.where(random.random(dims) < 0.2, random.choice(limits, dims), values)
    else:
        values = random.integers(max(low, -9), min(high, 9), dims, endpoint=True)
    return np.asarray(values).astype(element.dtype)
