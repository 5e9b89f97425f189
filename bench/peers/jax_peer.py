"""JAX on XLA:CPU: the programs of `bench/programs`, compiled by jax.jit.

Usage: python jax_peer.py resnet50|transformer|mlp --batch N [--steps N]
"""

import importlib
import pathlib
import sys

import timing

given = timing.arguments(__doc__, ["resnet50", "transformer", "mlp"], dtypes=("float32",))
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "programs"))

import jax
import jax.numpy as jnp

step, state, shapes = importlib.import_module(given.work).program(given.batch, 1)
# Small numbers, since zeros as weights would make much of a step trivial.
random = iter(range(10**6))


def filled(shape):
    if shape.dtype == jnp.int32:
        return jnp.zeros(shape.shape, jnp.int32)
    return jax.random.uniform(jax.random.key(next(random)), shape.shape, shape.dtype, -0.05, 0.05)


step = jax.jit(step, donate_argnums=0)
state, inputs = jax.tree.map(filled, (state, shapes))


def call():
    global state
    state, loss = step(state, *inputs)
    jax.block_until_ready((state, loss))


timing.report(f"jax {jax.__version__}", given, call)
