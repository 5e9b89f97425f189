"""Differences of results, in units in the last place."""

from __future__ import annotations

import re

import ml_dtypes
import numpy as np

# A float that is computed differently may differ by so many units of the largest magnitude of the tensor without being
# looked at.
UNITS = 4.0
# The same for programs in double precision, to which nothing is the truth.
UNITS_OF_DOUBLES = 2.0**16
WIDENS = re.compile(r"stablehlo\.convert.*(f32|f16|f8\w+)>\) -> tensor<[0-9x]*f64>")
# The error of a result that is wrong: this multiple of the error of XLA's, and some units.
FACTOR, ALLOWANCE = 4.0, 16.0


def _real(x: np.ndarray) -> np.ndarray:
    """Complex numbers as pairs, and floats in double precision."""
    if x.dtype.kind == "c":
        return np.stack([x.real, x.imag]).astype(np.float64)
    return x.astype(np.float64)


def is_inexact(dtype: np.dtype) -> bool:
    return dtype.kind == "c" or dtype == ml_dtypes.bfloat16 or dtype.kind == "f" or "float8" in dtype.name


def part_type(dtype: np.dtype) -> np.dtype:
    if dtype.kind == "c":
        return np.dtype(np.float32 if dtype.itemsize == 8 else np.float64)
    return dtype


def units(x: np.ndarray, reference: np.ndarray, dtype: np.dtype) -> float:
    """The largest distance of `x` from `reference`, in units of the largest finite magnitude of `reference`; infinite
    if one is finite or NaN where the other is not, or infinities have other signs."""
    x, reference = _real(x), _real(reference)
    if x.size == 0:
        return 0.0
    finite = np.isfinite(reference)
    same = np.where(finite, np.isfinite(x), (x == reference) | (np.isnan(x) & np.isnan(reference)))
    if not same.all():
        return float("inf")
    if not finite.any():
        return 0.0
    info = ml_dtypes.finfo(part_type(dtype))
    largest = max(float(np.abs(reference[finite]).max()), float(info.smallest_normal))
    unit = 2.0 ** np.floor(np.log2(largest)) * float(info.eps)
    return float(np.abs(x[finite] - reference[finite]).max() / unit)


def have_equal_bits(x: np.ndarray, y: np.ndarray) -> bool:
    """Whether two arrays are equal, with zeros of both signs apart and all NaN alike."""
    if not is_inexact(x.dtype):
        return bool(np.array_equal(x, y))
    x, y = _real(x), _real(y)
    tiny = np.abs(x) + np.abs(y) < 1e-37
    with np.errstate(all="ignore"):
        signs = (np.signbit(x) == np.signbit(y)) | np.isnan(x) | tiny & (x != 0)
    return bool((((x == y) | np.isnan(x) & np.isnan(y)) & signs).all())


def in_double_precision(text: str) -> str:
    """The program with `f64` in the place of all floats that are narrower."""
    return re.sub(r"(?<=[x<])(?:bf16|f16|f32|f8E\w+)(?=>)", "f64", text)


def widened(x: np.ndarray) -> np.ndarray:
    if x.dtype.kind == "c":
        return x.astype(np.complex128)
    return x.astype(np.float64) if is_inexact(x.dtype) else x
