"""A sample of `tools/accuracy`, and conversions, both against JAX's CPU backend."""

from __future__ import annotations

import pathlib
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tools"))

from accuracy.measure import measure
from accuracy.rows import ROWS

SAMPLE = ("jnp.tanh", "jnp.expm1", "erf", "i1", "zeta", "polygamma(5)", "gammainc", "lax.igamma_grad_a", "nn.gelu",
          "jnp.sum", "jnp.sum of equal numbers", "jnp.var", "jnp.cumsum of equal numbers", "lax.cumlogsumexp",
          "lax.reduce_window, sums", "jnp.prod", "jnp.cumprod")
TYPES = ["bool", "int2", "uint2", "int4", "uint4", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64",
         "uint64", "float8_e4m3fn", "float8_e5m2", "float8_e4m3", "float8_e3m4", "float8_e4m3b11fnuz",
         "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu", "float16", "bfloat16", "float32", "float64"]


@pytest.mark.parametrize("name", SAMPLE)
def test_errors_are_not_much_larger_than_those_of_the_cpu_backend(name):
    rows = [row for row in ROWS if row.name == name]
    assert rows
    with jax.enable_x64(True):
        for row in (rows[0], rows[-1]):
            for dtype in row.types[-2:]:
                errors = measure(row, dtype)
                assert not errors.is_flagged, f"{row.name} of {row.where}, {dtype}: {errors.worst}, at {errors.at}"


def converted(x, dtype, platform):
    x = jax.device_put(x, jax.devices(platform)[0])
    return jax.jit(lambda x: jax.lax.convert_element_type(x, dtype))(x)


@pytest.mark.parametrize("source", TYPES)
def test_conversions_are_those_of_the_cpu_backend(source):
    limits = np.array([2.0**i for i in (0, 1, 2, 3, 4, 7, 8, 11, 15, 16, 24, 31, 32, 53, 63, 64, 127)])
    special = [0, 0.3, 0.5, 7.6, 12, 100, 240, 447, 449, 57344, 61440, 65519, 1e30, 2.5e38, 3e38, np.inf, np.nan]
    # The last one's reciprocal is subnormal in float32, which the CPU backend takes for zero.
    near = [limits, limits - 1, limits + 1, limits - 0.5, limits * (1 + 2.0**-9), limits / 3, 1 / limits[:-1]]
    numbers = np.concatenate([*near, special])
    numbers = np.concatenate([numbers, -numbers])
    with jax.enable_x64(True), np.errstate(all="ignore"):
        dtype = jnp.dtype(source)
        if source == "bool" or jnp.issubdtype(dtype, jnp.integer):
            info = None if source == "bool" else jnp.iinfo(dtype)
            low, high = (0, 1) if info is None else (int(info.min), int(info.max))
            whole = [min(max(int(x), low), high) for x in numbers if np.isfinite(x)]
            x = np.array(whole, dtype=np.uint64 if low == 0 else np.int64).astype(dtype)
        else:
            x = numbers.astype(dtype)
        for target in TYPES:
            ours, theirs = (converted(x, target, platform) for platform in ("labora", "cpu"))
            ours, theirs = (np.asarray(y).astype(np.float64 if "float" in target else object) for y in (ours, theirs))
            np.testing.assert_array_equal(ours, theirs, err_msg=f"{source} to {target}")
