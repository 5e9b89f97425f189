"""Programs over the eight cores: their text, and effects inside of them."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P


def test_a_program_with_a_sharding_constraint_prints_as_hlo():
    mesh = Mesh(jax.devices(), ("x",))
    rows = NamedSharding(mesh, P("x"))
    program = jax.jit(lambda x: jax.lax.with_sharding_constraint(x @ x.T, rows))
    x = jax.device_put(np.arange(32, dtype=np.float32).reshape(8, 4), rows)
    assert "dot(" in program.lower(x).compile().as_text()
    np.testing.assert_array_equal(program(x), np.asarray(x) @ np.asarray(x).T)


def test_io_callback_without_results_in_a_shard_map():
    seen = []
    mesh = Mesh(jax.devices(), ("x",))

    def shard(x):
        io_callback(lambda x: seen.append(float(x[0])), None, x)
        return x * 2

    program = jax.jit(jax.shard_map(shard, mesh=mesh, in_specs=P("x"), out_specs=P("x")))
    np.testing.assert_array_equal(program(jnp.arange(8.0)), np.arange(8) * 2)
    jax.effects_barrier()
    assert sorted(seen) == list(range(8))


def test_ordered_io_callback_without_results_in_a_shard_map():
    calls = []
    mesh = Mesh(jax.devices()[:4], ("x",))

    def shard(x):
        io_callback(lambda x: calls.append(1), None, x, ordered=True)
        return x + 1

    program = jax.jit(jax.shard_map(shard, mesh=mesh, in_specs=P("x"), out_specs=P("x")))
    for _ in range(2):
        np.testing.assert_array_equal(program(jnp.zeros(8)), np.ones(8))
    jax.effects_barrier()
    assert calls
