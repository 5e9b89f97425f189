"""The error of a function of JAX on a platform, against a reference of more precision."""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

PLATFORMS = ("labora", "cpu")
# The type of the reference for each type.
WIDER = {
    "float16": np.float64,
    "bfloat16": np.float64,
    "float32": np.float64,
    "float64": np.longdouble,
    "complex64": np.complex128,
    "complex128": np.clongdouble,
}


@dataclasses.dataclass(frozen=True)
class Row:
    """A line of the table: a function, and the numbers that it is measured at."""

    name: str
    # The function in JAX.
    function: Callable[..., Any]
    # The same of arrays of a wider type (see `WIDER`); it need not be defined for `longdouble`.
    exact: Callable[..., Any]
    # What the numbers are, in words.
    where: str
    # Makes the arguments in f64 (or complex128), given a generator.
    numbers: Callable[[np.random.Generator], Sequence[np.ndarray]]
    types: tuple[str, ...] = ("float16", "bfloat16", "float32", "float64")
    # For results that cancel: what their errors are relative to, of the arguments in a wider type. Otherwise each
    # number's own size.
    scale: Callable[..., Any] | None = None


@dataclasses.dataclass(frozen=True)
class Errors:
    """The largest error on each platform in units in the last place, and the arguments where Labora has it."""

    row: Row
    dtype: str
    worst: dict[str, float]
    at: str

    @property
    def is_flagged(self) -> bool:
        """Labora's error is more than four times that of JAX's CPU backend, and more than one unit."""
        ours, theirs = (self.worst[platform] for platform in PLATFORMS)
        return ours > max(4 * theirs, 1.01)


def part(dtype: str) -> np.dtype:
    """The type of a number's parts."""
    return jnp.dtype({"complex64": "float32", "complex128": "float64"}.get(dtype, dtype))


def units(got: np.ndarray, want: np.ndarray, scale: np.ndarray, dtype: str) -> np.ndarray:
    """The errors in units in the last place of `scale`; infinite where one of both is not a number, or infinite."""
    info = jnp.finfo(part(dtype))
    largest = float(info.max) * (1 + float(info.eps) / 4)
    if np.iscomplexobj(want):
        got = got.astype(want.dtype)
        is_large = ~(np.abs(want) < largest / 4)
        error = np.abs(got - want)
    else:
        got = got.astype(want.dtype)
        is_large = np.abs(want) > largest
        error = np.abs(got - want)
        want = np.where(is_large, np.copysign(np.inf, want), want)
    same = (got == want) | (np.isnan(got) & np.isnan(want))
    size = np.maximum(np.abs(scale), float(info.tiny)).astype(np.float64)
    unit = np.exp2(np.floor(np.log2(np.where(np.isfinite(size) & (size > 0), size, 1)))) * float(info.eps)
    error = np.where(same, 0, np.where(np.isfinite(error), error / unit, np.inf))
    if np.iscomplexobj(want):
        # Where an absolute value overflows, parts may still be numbers: not measured.
        error = np.where(is_large, 0, error)
    return error.astype(np.float64)


def measure(row: Row, dtype: str, seed: int = 0) -> Errors:
    """The errors of a row in a type."""
    given = [np.asarray(x) for x in row.numbers(np.random.default_rng(seed))]
    arguments = [x if x.dtype.kind in "iub" else x.astype(jnp.dtype(dtype)) for x in given]
    wide = [x if x.dtype.kind in "iub" else x.astype(WIDER[dtype]) for x in arguments]
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            want = np.asarray(row.exact(*wide))
        except TypeError:  # SciPy's functions have no `longdouble`.
            want = np.asarray(row.exact(*(x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)
                                          if x.dtype.kind in "fc" else x for x in wide)))
        scale = want if row.scale is None else np.broadcast_to(np.asarray(row.scale(*wide)), want.shape)
        worst, at = {}, ""
        for platform in PLATFORMS:
            device = jax.devices(platform)[0]
            got = np.asarray(jax.jit(row.function)(*(jax.device_put(x, device) for x in arguments)))
            if got.dtype.kind not in "fc":
                got = got.astype(np.float64)
            error = units(got, want, scale, dtype)
            worst[platform] = float(error.max())
            if platform == PLATFORMS[0]:
                i = int(error.argmax())
                same = [x for x in arguments if x.shape == want.shape]
                at = ", ".join(f"{x.flat[i]:.9g}" for x in same) + f": {got.flat[i]:.9g}, not {want.flat[i]:.9g}"
    return Errors(row, dtype, worst, at)
