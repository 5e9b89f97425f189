"""Differences that are not faults of the plugin: what XLA's CPU client is known to do, and what no order of a sum
fixes. Each was looked at by hand; the table names the programs it concerns as narrowly as their text allows."""

from __future__ import annotations

import re

import ml_dtypes
import numpy as np

from fuzz.generate import Case

OF_TWO_BITS = r"x[u]?i2>|<[u]?i2>"
PATTERNS = {
    # The bits above those of a negative number are ones in XLA's byte.
    "XLA counts the sign's copies in bytes of int2 and int4": r"stablehlo\.popcnt.*[x<]i[24]>",
    # glibc reports a damaged heap at the end of such a process.
    "XLA sorts int2 and uint2 beyond the end of their arrays": rf"(?s)stablehlo\.sort.*({OF_TWO_BITS})",
    "XLA takes x / x for 1, also of a zero": r"stablehlo\.divide\"\((%\w+), \1\)",
    "XLA drops dilations of a base in reduce_window": r"base_dilations = array<i64:[^>]*[2-9]",
    # A conversion after an operation reads the unrounded number.
    "XLA does not round narrow floats between operations":
        r"stablehlo\.convert.*(f8E\w+|bf16|f16)>\) -> tensor<[0-9x]*(f16|bf16|f32|f64)>",
}
EXTREMES = re.compile(r"(?s)stablehlo\.(reduce|reduce_window|select_and_scatter)\".*?stablehlo\.(minimum|maximum)")
SUMS = re.compile(r"stablehlo\.(reduce|reduce_window|dot_general|convolution|scatter|fft|select_and_scatter|power|while)\"")


def _is_inexact(x: np.ndarray) -> bool:
    return x.dtype.kind in "fcV"


def is_extreme(x: np.ndarray) -> bool:
    """Whether products of two of these numbers, or sums of some, leave the range of their type."""
    if not _is_inexact(x) or x.size == 0:
        return False
    part = x.real.dtype if x.dtype.kind == "c" else x.dtype
    size = np.abs(x.astype(np.complex128 if x.dtype.kind == "c" else np.float64))
    return not bool((size < np.sqrt(float(ml_dtypes.finfo(part).max))).all())


def explain(case: Case, is_unbounded: bool) -> str | None:
    """Why the results of a program may differ; None if they may not. `is_unbounded`: one is finite or a number where
    the other is not."""
    for reason, pattern in PATTERNS.items():
        if re.search(pattern, case.text):
            return reason
    has_nan = any(_is_inexact(x) and bool(np.isnan(x.astype(np.complex128)).any()) for x in case.inputs)
    if has_nan and EXTREMES.search(case.text):
        return "XLA's vectors of minima and maxima lose NaN"
    if is_unbounded and SUMS.search(case.text) and any(map(is_extreme, case.inputs)):
        return "whether a sum leaves the range depends on its order"
    return None
