"""Devices, arrays, donation, errors and threads."""

import inspect
import threading

import jax
import jax.numpy as jnp
import labora
import numpy as np
import pytest


def test_devices_are_those_of_the_platform():
    devices = jax.devices()
    assert [d.platform for d in devices] == ["labora"] * 8
    assert [d.id for d in devices] == list(range(8))
    assert labora.devices() == devices and jax.default_backend() == "labora"


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int32", "float16", "bfloat16", "float32", "complex64"])
def test_arrays_go_to_a_device_and_come_back(dtype):
    values = np.arange(6).reshape(2, 3).astype(jnp.dtype(dtype))
    for device in jax.devices()[::7]:
        array = jax.device_put(values, device)
        assert array.devices() == {device}
        np.testing.assert_array_equal(np.asarray(array), values)


def test_a_donated_array_is_gone_and_its_memory_is_used_again():
    x = jnp.arange(100_000, dtype=jnp.float32) + 0
    address = x.unsafe_buffer_pointer()
    y = jax.jit(lambda x: x * 2, donate_argnums=0)(x)
    assert x.is_deleted() and y.unsafe_buffer_pointer() == address


def test_a_donated_array_raises_what_it_raises_on_the_cpu_backend():
    def error_on(device):
        x = jax.device_put(jnp.arange(10.0), device) + 0
        jax.jit(lambda x: x * 2, donate_argnums=0)(x)
        # JAX 0.12 looks itself (RuntimeError). JAX 0.11 does not where it has compiled the sum before, so that the
        # device refuses the array (ValueError).
        with pytest.raises((RuntimeError, ValueError), match="deleted") as caught:
            x + 1
        return caught.type

    assert error_on(jax.devices()[0]) is error_on(jax.devices("cpu")[0])


def test_gradients_agree_with_the_cpu_backend():
    def loss(w, x):
        return jnp.sum(jnp.tanh(x @ w) ** 2)

    w, x = np.random.default_rng(0).standard_normal((2, 16, 16)).astype(np.float32)
    ours, theirs = (
        jax.jit(jax.grad(loss))(*jax.device_put((w, x), device)) for device in (jax.devices()[0], jax.devices("cpu")[0])
    )
    np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-5)


def test_random_numbers_are_those_of_the_cpu_backend():
    ours = jax.random.bits(jax.random.key(7), (1000,))
    with jax.default_device(jax.devices("cpu")[0]):
        theirs = jax.random.bits(jax.random.key(7), (1000,))
    np.testing.assert_array_equal(ours, theirs)


def test_int4_weights_are_packed_into_bytes_and_unpacked():
    values = np.arange(-8, 8, dtype=np.int8).reshape(2, 4, 2)
    packed = (values[..., 0] & 15) | (values[..., 1] << 4)
    bitcast = jax.jit(jax.lax.bitcast_convert_type, static_argnums=1)
    np.testing.assert_array_equal(bitcast(jnp.asarray(values, jnp.int4), jnp.int8), packed)
    np.testing.assert_array_equal(bitcast(jnp.asarray(packed), jnp.int4).astype(jnp.int8), values)


def test_a_custom_call_that_does_not_exist_is_named():
    call = jax.ffi.ffi_call("no_such_call", jax.ShapeDtypeStruct((2,), jnp.float32))
    with pytest.raises(jax.errors.JaxRuntimeError, match="no_such_call"):
        jax.jit(call)(jnp.ones(2))


def test_nan_is_found_by_debug_nans():
    with jax.debug_nans(True), pytest.raises(FloatingPointError, match="nan"):
        jnp.log(jnp.float32(-1)).block_until_ready()


def test_ten_threads_use_all_devices_at_once():
    errors = []

    def work(i):
        try:
            double = jax.jit(lambda x: x * 2 + i)
            for k in range(20):
                x = jax.device_put(np.full(100 + i, k, np.float32), jax.devices()[i % 8])
                np.testing.assert_array_equal(double(x), np.full(100 + i, 2 * k + i, np.float32))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


def test_a_program_over_eight_devices_agrees_with_one():
    mesh = jax.sharding.Mesh(np.array(jax.devices()), ("batch",))
    x = np.arange(64, dtype=np.float32).reshape(16, 4)
    rows = jax.device_put(x, jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("batch")))
    assert len(rows.addressable_shards) == 8 and rows.addressable_shards[0].data.shape == (2, 4)
    program = jax.jit(lambda x: x.sum(0) + jnp.max(x))
    np.testing.assert_array_equal(program(rows), program(x))


@pytest.mark.parametrize("dtype", ["bool", "int8", "int32", "float32", "float64", "complex64"])
def test_other_libraries_read_arrays_without_a_copy(dtype):
    with jax.enable_x64(True):
        array = jax.device_put(np.arange(6).reshape(2, 3).astype(dtype)) + np.zeros((), dtype)
    assert tuple(array.__dlpack_device__()) == (1, 0)
    view = np.from_dlpack(array)
    np.testing.assert_array_equal(view, np.asarray(array))
    assert view.dtype == array.dtype and not view.flags.writeable
    assert view.__array_interface__["data"][0] == np.asarray(array).__array_interface__["data"][0]


def test_a_reader_of_an_older_dlpack_gets_a_copy():
    array = jnp.arange(4.0)
    assert array.__dlpack__() is not None
    with pytest.raises(BufferError, match="constant"):
        array.__dlpack__(copy=False)


@pytest.mark.parametrize("dtype", ["float32", "complex64"])
def test_a_tridiagonal_system_that_needs_pivots(dtype):
    generator = np.random.default_rng(0)
    lower, diagonal, upper = generator.standard_normal((3, 2, 6)).astype(dtype)
    lower[:, 0], upper[:, -1], diagonal[:, 0] = 0, 0, 0
    right = generator.standard_normal((2, 6, 3)).astype(dtype)
    found = jax.jit(jax.lax.linalg.tridiagonal_solve)(lower, diagonal, upper, right)
    for k in range(2):
        matrix = np.diag(diagonal[k]) + np.diag(lower[k, 1:], -1) + np.diag(upper[k, :-1], 1)
        np.testing.assert_allclose(found[k], np.linalg.solve(matrix, right[k]), rtol=2e-4, atol=2e-5)


def test_eigenvectors_of_a_tridiagonal_matrix():
    if "perturb_singular" not in inspect.signature(jax.lax.linalg.tridiagonal_solve).parameters:
        pytest.skip("this release of JAX computes no eigenvectors of tridiagonal matrices")
    diagonal, beside = np.full(8, 2, np.float32), np.full(7, -1, np.float32)
    values, vectors = jax.scipy.linalg.eigh_tridiagonal(diagonal, beside)
    matrix = np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1)
    np.testing.assert_allclose(matrix @ vectors, vectors * values, atol=2e-5)
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(8), atol=2e-5)


def test_an_array_by_dlpack_stays_on_its_device():
    first, second = jax.devices()[:2]
    x = jax.device_put(np.arange(3.0, dtype=np.float32), second)
    same = jnp.from_dlpack(x)
    assert same.devices() == {second} and same.unsafe_buffer_pointer() == x.unsafe_buffer_pointer()
    copy = jax.dlpack.from_dlpack(x, copy=True)
    assert copy.devices() == {second} and copy.unsafe_buffer_pointer() != x.unsafe_buffer_pointer()
    assert jnp.from_dlpack(x, device=first).devices() == {first}
    with pytest.raises(ValueError, match="allow a copy"):
        jnp.from_dlpack(x, device=first, copy=False)
    np.testing.assert_array_equal(jnp.from_dlpack(np.arange(3)), np.arange(3))
