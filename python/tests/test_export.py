"""Functions of `jax.export` that were exported for this platform, or for JAX's CPU backend."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export

X = (np.arange(6, dtype=np.float32).reshape(2, 3) - 2) / 4


def on_cpu(function, *arguments):
    with jax.default_device(jax.devices("cpu")[0]):
        return function(*arguments)


def test_a_function_that_was_exported_for_the_cpu_backend_runs():
    def function(x):
        return jnp.fft.rfft(jnp.sort(jnp.tanh(x) @ x.T)).real

    exported = export.export(jax.jit(function), platforms=["cpu"])(X)
    np.testing.assert_allclose(exported.call(X), on_cpu(function, X), rtol=1e-5, atol=1e-6)
    assert exported.call(X).devices() == {jax.devices()[0]}
    gradient = jax.grad(lambda x: exported.call(x).sum())(X)
    np.testing.assert_allclose(gradient, on_cpu(jax.grad(lambda x: function(x).sum()), X), rtol=1e-5, atol=1e-6)


def test_of_several_platforms_the_cpu_backend_stands_for_this_one():
    def function(x):
        return jax.lax.platform_dependent(x, tpu=lambda x: x + 1, cpu=lambda x: x + 2)

    exported = export.export(jax.jit(function), platforms=["tpu", "cpu"])(X)
    np.testing.assert_array_equal(exported.call(X), X + 2)
    exported = export.export(jax.jit(lambda x: x * 2), platforms=["cpu", "labora"])(X)
    np.testing.assert_array_equal(exported.call(X), X * 2)


def test_a_function_for_other_platforms_alone_is_refused():
    exported = export.export(jax.jit(jnp.sin), platforms=["tpu"])(X)
    with pytest.raises(ValueError, match="exported for platforms"):
        exported.call(X)


def test_a_custom_call_of_the_cpu_backend_is_named():
    matrix = np.eye(3, dtype=np.float32)
    exported = export.export(jax.jit(jnp.linalg.eigh), platforms=["cpu"])(matrix)
    with pytest.raises(jax.errors.JaxRuntimeError, match=r"custom call \"lapack_\w+\".*exported for another platform"):
        exported.call(matrix)
    exported = export.export(jax.jit(jnp.linalg.eigh), platforms=["cpu", "labora"])(matrix)
    np.testing.assert_array_equal(exported.call(matrix).eigenvalues, np.ones(3))


def test_a_decomposition_of_symbolic_sizes_is_exported():
    rows, columns = export.symbolic_shape("m, n", constraints=["m <= 32", "n <= m"])
    shape = jax.ShapeDtypeStruct((rows, columns), jnp.float32)
    exported = export.export(jax.jit(lambda x: jnp.linalg.svd(x, compute_uv=False)), platforms=["labora"])(shape)
    np.testing.assert_allclose(exported.call(X.T), np.linalg.svd(X.T, compute_uv=False), rtol=1e-5, atol=1e-6)
