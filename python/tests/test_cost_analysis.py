"""Tests of the cost of programs before they are compiled."""

import jax
import jax.numpy as jnp
import numpy as np


def test_the_cost_of_a_lowered_program_is_that_on_the_cpu_backend():
    program = jax.jit(lambda x: (jnp.sin(x) @ x).sum())
    x = np.ones((6, 6), np.float32)
    labora, cpu = (
        program.lower(jax.device_put(x, jax.devices(name)[0])).cost_analysis() for name in ("labora", "cpu")
    )
    assert cpu["flops"] > 2 * 6**3 - 6**2 and cpu["transcendentals"] == 36
    assert labora == cpu


def test_without_the_cpu_backend_the_cost_of_a_lowered_program_is_none(run):
    program = "import jax; print(jax.jit(lambda x: x @ x).lower(jax.numpy.ones((3, 3))).cost_analysis())"
    assert run(program, JAX_PLATFORMS="labora").stdout == "None\n"
