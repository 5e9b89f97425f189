"""A sample of `tools/accuracy/decompositions.py`, and complex arithmetic over the whole range of its types."""

from __future__ import annotations

import pathlib
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tools"))

from accuracy.decompositions import PLATFORMS, ROWS, measure

SAMPLE = ("float32", "complex128")
ON_PLATFORMS = [jax.devices(platform)[0] for platform in PLATFORMS]


@pytest.mark.parametrize("dtype", SAMPLE)
def test_residuals_are_not_much_larger_than_those_of_the_cpu_backend(dtype):
    with jax.enable_x64(True):
        for row in ROWS:
            for kind in row.kinds[:3]:
                for part, errors in measure(row, kind, dtype, (6,)).items():
                    assert not errors.is_flagged, f"{row.name} of {kind}, {part}: {errors.at}"


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("dtype", SAMPLE)
def test_decompositions_of_what_is_not_finite_end(dtype, value):
    with jax.enable_x64(True):
        for row in ROWS:
            a = np.eye(*row.shape(4), dtype=dtype)
            a[0, 0] = value
            results = jax.jit(row.function)(jax.device_put(a[None], ON_PLATFORMS[0]))
            # The inverse of an infinity is zero.
            assert np.isinf(value) or any(np.isnan(x).any() for x in jax.tree.leaves(results)), row.name


def wide_ranging(dtype, random, count):
    """Complex numbers whose parts have exponents of two over the whole range, near each other and far apart. None is
    subnormal: JAX writes square roots as real operations, which lose these."""
    info = np.finfo(dtype)
    low, high = info.minexp, info.maxexp - 1
    exponents = random.integers(low, high, count, endpoint=True)
    others = np.clip(exponents + random.integers(-60, 60, count), low, high)
    re, im = (np.ldexp(random.uniform(1, 2, count) * random.choice([-1, 1], count), e) for e in (exponents, others))
    return (re + 1j * im).astype(dtype)


FUNCTIONS = {
    "divide": (jnp.divide, np.divide, 2),
    "reciprocal": (jnp.reciprocal, lambda x: 1 / x, 1),
    "abs": (jnp.abs, np.abs, 1),
    "sign": (jnp.sign, lambda x: x / np.abs(x), 1),
    "sqrt": (jnp.sqrt, np.sqrt, 1),
    "rsqrt": (jax.lax.rsqrt, lambda x: 1 / np.sqrt(x), 1),
    "log": (jnp.log, np.log, 1),
    "power": (lambda x: x ** jnp.asarray(0.25, x.dtype), lambda x: np.sqrt(np.sqrt(x)), 1),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_complex_functions_are_right_wherever_the_result_is_representable(dtype, name):
    if np.finfo(np.longdouble).maxexp <= np.finfo(np.float64).maxexp:
        pytest.skip("NumPy has no type of a wider range here")
    function, exact, count = FUNCTIONS[name]
    random, info = np.random.default_rng(0), np.finfo(dtype)
    operands = [wide_ranging(dtype, random, 5000) for _ in range(count)]
    with jax.enable_x64(True):
        result = np.asarray(jax.jit(function)(*jax.device_put(operands, ON_PLATFORMS[0])))
    expected = exact(*(x.astype(np.clongdouble) for x in operands))
    size = np.abs(expected)
    representable = (size > 4 * info.tiny) & (size < info.max / 2)
    errors = np.abs(result.astype(np.clongdouble) - expected)[representable] / size[representable] / info.eps
    assert representable.sum() > 500
    assert errors.max() < 8, errors.max()
