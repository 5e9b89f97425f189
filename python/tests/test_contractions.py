"""Contractions of every pair of types into every type, against JAX's CPU backend."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

NUMBERS = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "bfloat16",
           "float32", "float64", "complex64", "complex128"]
MINIFLOATS = ["float8_e4m3fn", "float8_e5m2", "float8_e4m3b11fnuz", "float8_e4m3"]
TYPES = NUMBERS + MINIFLOATS
INTEGERS = ["int2", "int4", "uint2", "uint4"]


def numbers(dtype, shape, seed):
    """Numbers with fractions, whose products go beyond small types but whose sums are exact in most."""
    random = np.random.default_rng(seed)
    dtype = jnp.dtype(dtype)
    if dtype == bool:
        return random.integers(0, 2, shape) > 0
    if jnp.issubdtype(dtype, jnp.integer):
        info = jnp.iinfo(dtype)
        low, high = max(int(info.min), -70_000), min(int(info.max), 70_000)
        return random.integers(low, high, shape, endpoint=True).astype(dtype)
    limit = min(float(jnp.finfo(dtype).max), 500)
    values = np.round(random.uniform(-limit, limit, shape) * 4) / 4
    if dtype.kind == "c":
        values = values + 1j * np.round(random.uniform(-9, 9, shape))
    return values.astype(dtype)


def dot(lhs, rhs, dtype):
    return lax.dot_general(lhs, rhs, (((1,), (0,)), ((), ())), preferred_element_type=dtype)


def convolution(lhs, rhs, dtype):
    return lax.conv_general_dilated(lhs, rhs, (1, 1), "VALID", preferred_element_type=dtype)


def is_accepted(function, *operands):
    """JAX itself refuses some types, for any platform."""
    try:
        jax.eval_shape(function, *operands)
    except (TypeError, ValueError):
        return False
    return True


def agree(functions, operands):
    """Compares results on the two platforms. `functions` are named by their types."""
    functions = {name: f for name, f in functions.items() if is_accepted(f, *operands[name])}

    def run(platform):
        device = jax.devices(platform)[0]
        compiled = jax.jit(lambda operands: {name: f(*operands[name]) for name, f in functions.items()})
        return compiled(jax.device_put({name: operands[name] for name in functions}, device))

    ours, theirs = run("labora"), run("cpu")
    for name in functions:
        result, types = str(theirs[name].dtype), [str(x.dtype) for x in operands[name]]
        x, y = (np.asarray(z[name]) for z in (ours, theirs))
        assert x.dtype == y.dtype
        floats = [t for t in (*types, result) if not jnp.issubdtype(jnp.dtype(t), jnp.integer) and t != "bool"]
        # Sums are rounded once or more.
        tolerance = 4 * max(float(jnp.finfo(t).eps) for t in floats) if result in floats else 0
        wide = np.complex128 if x.dtype.kind == "c" else np.float64 if result in floats else object
        x, y = x.astype(wide), y.astype(wide)
        if wide is object:
            np.testing.assert_array_equal(x, y, err_msg=str(name))
        else:
            np.testing.assert_allclose(x, y, rtol=tolerance, err_msg=str(name))


@pytest.mark.parametrize("lhs", TYPES)
def test_products_of_all_types_are_those_of_the_cpu_backend(lhs):
    with jax.enable_x64(True):
        # The same type, and another one: JAX converts operands of different types itself.
        others = [lhs, TYPES[(TYPES.index(lhs) + 4) % len(TYPES)]]
        names = [("dot", rhs, result) for rhs in others for result in TYPES] + [("conv", lhs, r) for r in TYPES]
        functions = {name: functools.partial(dot if name[0] == "dot" else convolution, dtype=name[2]) for name in names}
        operands = {
            name: (numbers(lhs, (2, 3), 1), numbers(name[1], (3, 2), 2))
            if name[0] == "dot"
            else (numbers(lhs, (1, 1, 4, 4), 3), numbers(lhs, (2, 1, 2, 2), 4))
            for name in names
        }
        agree(functions, operands)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_products_of_small_integers_are_exact(dtype):
    """JAX's CPU backend has only their own type; the result is that of 64 bits, wrapped or rounded."""
    with jax.enable_x64(True):
        lhs, rhs = numbers(dtype, (2, 3), 1), numbers(dtype, (3, 2), 2)
        exact = lhs.astype(np.int64) @ rhs.astype(np.int64)
        for result in [dtype, *TYPES[1:13]]:
            if not is_accepted(functools.partial(dot, dtype=result), lhs, rhs):
                continue
            ours = np.asarray(jax.jit(functools.partial(dot, dtype=result))(lhs, rhs))
            np.testing.assert_array_equal(ours, exact.astype(ours.dtype), err_msg=result)
