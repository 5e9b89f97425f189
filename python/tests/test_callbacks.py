"""Each kind of callback from a program to Python."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental import checkify, io_callback
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

F3 = jax.ShapeDtypeStruct((3,), jnp.float32)


def test_pure_callback():
    program = jax.jit(lambda x: jax.pure_callback(lambda x: np.sin(x), F3, x) + 1)
    x = np.arange(3, dtype=np.float32)
    np.testing.assert_array_equal(program(x), np.sin(x) + 1)


@pytest.mark.parametrize("name", ["int4", "uint4", "float4_e2m1fn"])
def test_pure_callback_of_types_below_a_byte(name):
    dtype = jnp.dtype(getattr(jnp, name))
    values = np.array([0, 1, 2, 3, 4, 6]).astype(dtype)
    seen = []

    def reverse(x):
        seen.append(x.dtype)
        return x[::-1]

    result = jax.jit(lambda x: jax.pure_callback(reverse, jax.ShapeDtypeStruct((6,), dtype), x))(values)
    assert seen == [dtype] and result.dtype == dtype
    np.testing.assert_array_equal(result, values[::-1])


def test_pure_callback_under_vmap():
    def program(x):
        return jax.pure_callback(lambda x: x * 2, F3, x, vmap_method="sequential")

    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    np.testing.assert_array_equal(jax.jit(jax.vmap(program))(x), x * 2)


@pytest.mark.parametrize("ordered", [False, True])
def test_io_callback_is_called_once_per_iteration_of_a_loop(ordered):
    seen = []

    def program(x):
        def body(i, x):
            io_callback(lambda i: seen.append(int(i)), None, i, ordered=ordered)
            return x + 1

        return jax.lax.fori_loop(0, 5, body, x)

    assert float(jax.jit(program)(jnp.float32(1))) == 6
    jax.effects_barrier()
    assert seen == list(range(5))


def test_debug_print_and_debug_callback(capfd):
    seen = []

    @jax.jit
    def program(x):
        jax.debug.print("x is {x}", x=x)
        jax.debug.callback(lambda x: seen.append(float(x)), x)
        return x + 1

    program(jnp.float32(2)).block_until_ready()
    jax.effects_barrier()
    assert capfd.readouterr().out == "x is 2.0\n" and seen == [2.0]


def test_what_a_small_program_prints_is_there_after_its_call(capfd):
    @jax.jit
    def program(x):
        def body(i):
            jax.debug.print("{i}", i=i, ordered=True)
            return i + 1

        return jax.lax.while_loop(lambda i: i < 3, body, x)

    jax.block_until_ready(program(jnp.int32(3)))
    # An idle client runs it in the call, also if it loops.
    program(jnp.int32(0))
    assert capfd.readouterr().out == "0\n1\n2\n"
    jax.effects_barrier()


def test_what_a_small_program_of_many_steps_prints_is_there_after_its_call(capfd):
    @jax.jit
    def program(x):
        for _ in range(50):
            x = jnp.sort(jnp.sin(x))
        jax.debug.print("{x}", x=jnp.isfinite(x).all())
        return x

    x = jnp.arange(8.0)
    jax.block_until_ready(program(x))
    jax.effects_barrier()
    capfd.readouterr()
    program(x)
    assert capfd.readouterr().out == "True\n"
    jax.effects_barrier()


def test_an_exception_becomes_the_error_of_the_program():
    def refuse(x):
        raise ValueError("the host refuses")

    with pytest.raises(jax.errors.JaxRuntimeError, match="the host refuses"):
        jax.block_until_ready(jax.jit(lambda x: jax.pure_callback(refuse, F3, x))(jnp.ones(3)))
    assert float(jnp.ones(3).sum()) == 3


def test_an_exception_of_a_short_program_is_one_of_its_call():
    def refuse(x):
        raise ValueError("the host refuses")

    program = jax.jit(lambda x: jax.pure_callback(refuse, F3, x))
    x = jnp.ones(3).block_until_ready()
    with pytest.raises(jax.errors.JaxRuntimeError, match="the host refuses"):
        program(x)


def test_the_end_of_a_process_waits_for_its_callbacks(run):
    program = """
    import time, jax, jax.numpy as jnp
    def tell(x):
        time.sleep(0.5)
        print(float(x), flush=True)
    step = jax.jit(lambda x: (jax.debug.callback(tell, x.sum()), jax.lax.fori_loop(0, 10, lambda i, x: x + 1, x)))
    step(jnp.ones((300, 300)))
    """
    assert run(program).stdout == "90000.0\n"


def test_a_result_of_another_shape_is_refused():
    with pytest.raises(jax.errors.JaxRuntimeError, match="Incorrect output shape"):
        jax.block_until_ready(jax.jit(lambda x: jax.pure_callback(lambda x: x[:2], F3, x))(jnp.ones(3)))


def test_a_callback_may_run_jax():
    program = jax.jit(lambda x: jax.pure_callback(lambda x: np.asarray(jnp.asarray(x) ** 2), F3, x))
    np.testing.assert_array_equal(program(np.arange(3, dtype=np.float32)), [0, 1, 4])


def test_checkify():
    def program(x):
        checkify.check(x > 0, "x is {x}", x=x)
        return jnp.log(x)

    error, _ = jax.jit(checkify.checkify(program))(jnp.float32(-1))
    with pytest.raises(checkify.JaxRuntimeError, match="x is -1.0"):
        error.throw()


def test_a_partitioned_callback_gets_the_shards_of_each_device():
    mesh = Mesh(np.array(jax.devices()).reshape(4, 2), ("a", "b"))
    x = jax.device_put(np.arange(32).reshape(8, 4), NamedSharding(mesh, P("a", "b")))
    y = jax.device_put(np.arange(3), NamedSharding(mesh, P()))
    seen = []

    @jax.jit
    def program(x, y):
        def body(i, x):
            jax.debug.callback(lambda *shards: seen.append([s.tolist() for s in shards]), x, y, i, partitioned=True)
            return x + 100

        return jax.lax.fori_loop(0, 2, body, x)

    program(x, y)
    jax.effects_barrier()
    of_devices = [shard.data.tolist() for shard in x.addressable_shards]
    expected = [[(np.array(part) + 100 * i).tolist(), [0, 1, 2], i] for i in range(2) for part in of_devices]
    assert seen == expected


def test_a_partitioned_print_without_arguments_is_one_of_each_device(capfd):
    mesh = Mesh(jax.devices()[:2], ("a",))
    x = jax.device_put(np.arange(4), NamedSharding(mesh, P("a")))
    jax.jit(lambda x: (jax.debug.print("here", partitioned=True), x + 1)[1])(x)
    jax.jit(lambda x: jax.debug.print("{}", x, partitioned=True))(3)
    jax.effects_barrier()
    assert capfd.readouterr().out == "here\nhere\n3\n"
