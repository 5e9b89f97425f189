"""Wrong programs: each ends in an exception of Python that names the operation, and the next program runs."""

import concurrent.futures

import jax
import jax.numpy as jnp
import numpy as np
import pytest


def still_computes() -> bool:
    return float(jnp.arange(4.0).sum()) == 6


def test_a_type_that_an_operation_does_not_take_names_both():
    # Since JAX 0.12, JAX itself refuses the type.
    message = r"UNIMPLEMENTED: .*jit\(lu\)/lu.*on bf16: f32, f64|lu does not accept dtype bfloat16"
    with pytest.raises((jax.errors.JaxRuntimeError, TypeError), match=message):
        jax.lax.linalg.lu(jnp.ones((3, 3), jnp.bfloat16))
    assert still_computes()


def test_a_custom_call_that_the_processor_does_not_know_is_named():
    call = jax.ffi.ffi_call("of_another_library", jax.ShapeDtypeStruct((3,), jnp.float32))
    with pytest.raises(jax.errors.JaxRuntimeError, match=r'ffi_call\): .*no custom call "of_another_library"'):
        jax.jit(lambda x: call(x) + 1)(jnp.ones(3))
    assert still_computes()


@pytest.mark.parametrize(
    "program",
    ["jnp.ones((10_000, 10_000))", "jax.jit(lambda x: jnp.outer(x, x) @ jnp.outer(x, x))(jnp.ones(5_000))"],
    ids=["array", "product"],
)
def test_a_program_beyond_the_limit_of_memory_is_refused_and_a_smaller_one_runs(run, program):
    text = f"""
    import jax, jax.numpy as jnp
    for _ in range(2):
        try:
            jax.block_until_ready({program})
        except jax.errors.JaxRuntimeError as error:
            print(error)
        print(float(jnp.ones((1_000, 1_000)).sum()))
    """
    lines = run(text, LABORA_MEMORY_LIMIT="100000000").stdout.splitlines()
    assert [line for line in lines if not line.startswith("RESOURCE")] == ["1000000.0"] * 2
    refused = [line for line in lines if line.startswith("RESOURCE_EXHAUSTED: a run of executable jit_")]
    assert len(refused) == 2 and all("100000000 bytes of memory_limit" in line for line in refused)


def invalid_log(x):
    return jnp.log(x) * 2


def invalid_in_a_loop(x):
    return jax.lax.fori_loop(0, 3, lambda i, x: jnp.sqrt(x - 1), x)


@pytest.mark.parametrize(
    ("program", "primitive"),
    [(invalid_log, "log"), (jax.jit(invalid_log), "log"), (jax.jit(invalid_in_a_loop), "scan")],
    ids=["eager", "jit", "loop"],
)
def test_debug_nans_names_the_operation(program, primitive):
    x = jnp.float32(-1)
    with jax.debug_nans(True), pytest.raises(FloatingPointError, match=rf"\(nan\) encountered in ({primitive})"):
        jax.block_until_ready(program(x))
    assert np.isnan(program(x))


def test_debug_infs_names_the_operation():
    with jax.debug_infs(True), pytest.raises(FloatingPointError, match=r"\(inf\) encountered in div"):
        jax.block_until_ready(jax.jit(lambda x: 1 / x)(jnp.float32(0)))


def test_ten_threads_compile_and_run_at_once_and_an_error_stays_in_its_thread():
    @jax.jit
    def step(x):
        return jax.lax.fori_loop(0, 20, lambda i, x: (x @ x) % 7, x)

    def refuse(x):
        raise ValueError("the host refuses")

    def call(number: int) -> list[bool]:
        equal = []
        for turn in range(8):
            # A shape per thread is a program per thread; all threads share the second one.
            size = (4 + number, 4)[turn % 2]
            x = np.arange(size * size, dtype=np.int32).reshape(size, size) % 5 + number
            expected = x
            for _ in range(20):
                expected = (expected @ expected) % 7
            equal.append(np.array_equal(step(x), expected))
            if number == 3:
                callback = jax.jit(lambda x: jax.pure_callback(refuse, jax.ShapeDtypeStruct((), np.int32), x))
                with pytest.raises(jax.errors.JaxRuntimeError, match="the host refuses"):
                    callback(np.int32(turn)).block_until_ready()
        return equal

    with concurrent.futures.ThreadPoolExecutor(10) as pool:
        results = list(pool.map(call, range(10)))
    assert results == [[True] * 8] * 10
