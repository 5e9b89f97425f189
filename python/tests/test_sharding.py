"""Programs over the eight cores: their text, and effects inside of them."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax._src.lax import parallel
from jax.experimental import io_callback
from jax.experimental.layout import Format, Layout
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


def test_arrays_have_the_layout_that_was_asked_for():
    columns = Layout(major_to_minor=(1, 0))
    device = jax.sharding.SingleDeviceSharding(jax.devices()[0])
    values = np.arange(6, dtype=np.float32).reshape(2, 3)
    x = jax.device_put(values, Format(columns, device))
    assert x.format.layout.major_to_minor == (1, 0)
    np.testing.assert_array_equal(x, values)
    program = jax.jit(lambda x: x * 2, in_shardings=Format(columns, device), out_shardings=Format(columns, device))
    y = program(x)
    assert y.format.layout.major_to_minor == (1, 0)
    np.testing.assert_array_equal(y, values * 2)
    # A transposition into a layout of the compiler's choice moves no data.
    turned = jax.jit(lambda x: x.T, out_shardings=Format(Layout.AUTO)).lower(values).compile()
    assert turned.output_formats.layout.major_to_minor == (1, 0)
    np.testing.assert_array_equal(turned(values), values.T)


def test_shards_have_the_layout_of_their_array():
    mesh = Mesh(np.array(jax.devices()).reshape(2, 4), ("x", "y"))
    format = Format(Layout(major_to_minor=(1, 0)), NamedSharding(mesh, P("x", "y")))
    values = np.arange(64, dtype=np.int32).reshape(4, 16)
    x = jax.device_put(values, format)
    assert all(shard.data.format.layout.major_to_minor == (1, 0) for shard in x.addressable_shards)
    np.testing.assert_array_equal(x, values)
    np.testing.assert_array_equal(jax.jit(lambda x: x @ x.T)(x), values @ values.T)


def test_arrays_move_between_the_memories_of_a_device():
    values = np.arange(16, dtype=np.float32).reshape(8, 2)
    rows = NamedSharding(Mesh(jax.devices(), ("x",)), P("x"))
    host = rows.with_memory_kind("pinned_host")
    x = jax.device_put(values, host)
    assert {shard.data.sharding.memory_kind for shard in x.addressable_shards} == {"pinned_host"}
    program = jax.jit(lambda x: jax.device_put(x, rows.with_memory_kind("device")) * 2, out_shardings=host)
    y = program(x)
    assert y.sharding.memory_kind == "pinned_host"
    z = jax.device_put(y, rows.with_memory_kind("unpinned_host"))
    assert z.sharding.memory_kind == "unpinned_host"
    np.testing.assert_array_equal(z, values * 2)


def test_a_sharding_is_inspected_inside_of_a_program():
    seen = []
    rows = NamedSharding(Mesh(jax.devices(), ("x",)), P("x"))

    @jax.jit
    def program(x):
        jax.debug.inspect_array_sharding(x.T + 1, callback=seen.append)
        return x.sum()

    x = jax.device_put(np.ones((8, 3), np.float32), rows)
    assert float(program(x)) == 24
    assert [sharding.is_equivalent_to(NamedSharding(rows.mesh, P(None, "x")), 2) for sharding in seen] == [True]


def test_a_function_with_custom_partitioning_computes_what_it_says():
    from jax.experimental.custom_partitioning import custom_partitioning

    @custom_partitioning
    def product(x, y):
        return x @ y

    product.def_partition(
        partition=lambda mesh, arguments, result: (mesh, jnp.matmul, result.sharding, [x.sharding for x in arguments]),
        infer_sharding_from_operands=lambda mesh, arguments, result: NamedSharding(mesh, P("x", None)),
        sharding_rule="i j, j k -> i k",
    )
    mesh = Mesh(jax.devices(), ("x",))
    x = np.arange(64, dtype=np.float32).reshape(16, 4)
    y = np.arange(12, dtype=np.float32).reshape(4, 3)
    rows = jax.device_put(x, NamedSharding(mesh, P("x", None)))
    result = jax.jit(product)(rows, jax.device_put(y, NamedSharding(mesh, P())))
    np.testing.assert_array_equal(result, x @ y)
    assert result.sharding.is_equivalent_to(rows.sharding, 2)


@pytest.mark.parametrize("per_device", [1, 2])
def test_ragged_all_to_all(per_device):
    """Against a loop over senders, slices and receivers."""
    devices, rows, room = 4, 12, 40
    generator = np.random.default_rng(per_device)
    slices = devices * per_device
    sizes = generator.integers(0, 3, (devices, slices))
    starts = generator.integers(0, rows - 2, (devices, slices))
    operand = generator.standard_normal((devices, rows, 2)).astype(np.float32)
    output = np.full((devices, room, 2), -1, np.float32)
    expected, targets, received = output.copy(), np.zeros_like(sizes), np.zeros_like(sizes)
    filled = np.zeros(devices, int)
    for sender in range(devices):
        for i in range(slices):
            receiver, size = i // per_device, sizes[sender, i]
            targets[sender, i], start = filled[receiver], starts[sender, i]
            expected[receiver, filled[receiver] :][:size] = operand[sender, start : start + size]
            received[receiver, sender * per_device + i % per_device] = size
            filled[receiver] += size

    def shard(*arguments):
        arguments = [argument[0] for argument in arguments]
        return jax.lax.ragged_all_to_all(*arguments, axis_name="x")[None]

    mesh = Mesh(jax.devices()[:devices], ("x",))
    program = jax.jit(jax.shard_map(shard, mesh=mesh, in_specs=P("x"), out_specs=P("x"), check_vma=False))
    offsets = (array.astype(np.int32) for array in (starts, sizes, targets, received))
    np.testing.assert_array_equal(program(operand, output, *offsets), expected)


def test_collectives_in_two_steps_are_those_in_one():
    mesh = Mesh(jax.devices(), ("x",))
    ring = [(i, (i + 1) % 8) for i in range(8)]
    of_name = {
        "all_gather": dict(tiled=True),
        "all_to_all": dict(split_axis=0, concat_axis=0, tiled=True),
        "ppermute": dict(perm=ring),
        "psum": dict(),
        "psum_scatter": dict(scatter_dimension=0, tiled=True),
    }
    x = np.random.default_rng(0).normal(size=(64, 3)).astype(np.float32)
    for name, options in of_name.items():
        start, at_once = getattr(parallel, f"{name}_start"), getattr(jax.lax, name)

        def both(x):
            future = start(x, "x", **options)
            return at_once(x, "x", **options) * 1, future.done() * 1

        shards = jax.shard_map(both, mesh=mesh, in_specs=P("x"), out_specs=P("x"))
        expected, found = jax.jit(shards)(x)
        np.testing.assert_array_equal(found, expected, err_msg=name)
