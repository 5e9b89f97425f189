"""Host memory that the user overwrites, frees or unmaps as soon as a call has returned: what JAX holds is what it was
given."""

from __future__ import annotations

import gc
import mmap
import warnings
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import Mesh, NamedSharding, PartitionSpec, SingleDeviceSharding

Way = Callable[[np.ndarray], Any]

DEVICES = jax.devices()
MESH = Mesh(np.array(DEVICES), ("x",))
ROWS, EVERYWHERE = NamedSharding(MESH, PartitionSpec("x")), NamedSharding(MESH, PartitionSpec())
HOST = SingleDeviceSharding(DEVICES[0], memory_kind="pinned_host")

# Around the size from which devices share a copy, that of short runs, and larger ones. Multiples of 8, for eight
# devices.
SIZES = [8, 1016, 1024, 16_384, 65_536, 300_000, 4_000_000]
DTYPES = ["float32", "float64", "uint8", "int32", "bfloat16", "complex64", "bool"]


def slow(x: jax.Array) -> jax.Array:
    """The argument, after a loop that takes a while."""
    return jax.lax.fori_loop(0, 3, lambda _, y: jnp.where(y == y, x, x), x)


def of_shards(x: np.ndarray) -> jax.Array:
    parts = [jax.device_put(part, device) for part, device in zip(np.split(x, 8), DEVICES, strict=True)]
    return jax.make_array_from_single_device_arrays(x.shape, ROWS, parts)


_add, _slow, _sharded = jax.jit(lambda x, y: x + y), jax.jit(slow), jax.jit(slow, in_shardings=ROWS, out_shardings=ROWS)
_donating = jax.jit(slow, donate_argnums=0)
_kept = jax.jit(lambda x: (x, jnp.sum(x != x)))


def donated(x: np.ndarray) -> jax.Array:
    return _donating(jax.device_put(x))


def behind_another_run(x: np.ndarray) -> jax.Array:
    _slow(np.ones(100_000, np.float32))
    return _slow(x)


# How arrays of NumPy come to JAX. Each value is equal to the argument.
WAYS: dict[str, Way] = {
    "array": jnp.array,
    "asarray": jnp.asarray,
    "array, copy": lambda x: jnp.array(x, copy=True),
    "asarray, copy": lambda x: jnp.asarray(x, copy=True),
    "array on a device": lambda x: jnp.array(x, device=DEVICES[3]),
    "array of a list": lambda x: jnp.array([x, x])[1],
    "tree": lambda x: jax.tree.map(jnp.array, {"a": x})["a"],
    "stack": lambda x: jnp.stack([x, x])[0],
    "concatenate": lambda x: jnp.concatenate([x, x])[: len(x)],
    "device_put": jax.device_put,
    "device_put, no alias": lambda x: jax.device_put(x, may_alias=False),
    "device_put, may alias": lambda x: jax.device_put(x, may_alias=True),
    "device_put to a device": lambda x: jax.device_put(x, DEVICES[5]),
    "device_put to the host": lambda x: jax.device_put(x, HOST),
    "device_put by rows": lambda x: jax.device_put(x, ROWS),
    "device_put everywhere": lambda x: jax.device_put(x, EVERYWHERE),
    "device_put of a column": lambda x: jax.device_put(np.stack([x, x], 1)[:, 0]),
    "from one device to another": lambda x: jax.device_put(jax.device_put(x, DEVICES[1]), DEVICES[2]),
    "callback": lambda x: jax.make_array_from_callback(x.shape, ROWS, lambda index: x[index]),
    "callback everywhere": lambda x: jax.make_array_from_callback(x.shape, EVERYWHERE, lambda index: x),
    "process": lambda x: jax.make_array_from_process_local_data(ROWS, x),
    "single device arrays": of_shards,
    "argument": _slow,
    "argument of two": lambda x: _add(x, np.zeros_like(x)),
    "argument twice": lambda x: jnp.where(x == x, x, x),
    "argument that is passed on": lambda x: _kept(x)[0],
    "argument by rows": _sharded,
    "argument behind another run": behind_another_run,
    "donated": donated,
    "donated argument": _donating,
    "add": lambda x: jnp.add(x, np.zeros((), x.dtype)),
    "set": lambda x: jnp.zeros(x.shape, x.dtype).at[:].set(x),
    "vmap": jax.vmap(lambda x: x * 1),
    "lower and compile": lambda x: _slow.lower(x).compile()(x),
    "constant": lambda x: jax.jit(lambda: jnp.asarray(x))(),
    "dlpack": lambda x: jax.device_put(jnp.from_dlpack(x), DEVICES[0]) if x.dtype.kind in "iufc" else jnp.array(x),
    "float32": lambda x: jnp.array(x, jnp.float32),
    "bfloat16": lambda x: jnp.asarray(x, jnp.bfloat16),
}


def numbers(n: int, dtype: str) -> np.ndarray:
    """Small numbers, which all types have."""
    return (np.arange(n) % 2).astype(jnp.dtype(dtype))


def check(way: Way, source: np.ndarray, end: Callable[[np.ndarray], None]) -> None:
    expected = source.astype(np.complex64)
    with warnings.catch_warnings():
        # Types of 64 bits are truncated, and not every donated array is used.
        warnings.simplefilter("ignore")
        result = way(source)
        end(source)
        np.testing.assert_array_equal(np.asarray(result).astype(np.complex64), expected)


def overwrite(source: np.ndarray) -> None:
    source[...] = np.ones((), source.dtype) if source.dtype == bool else np.asarray(3, source.dtype)


@pytest.mark.parametrize("name", WAYS)
def test_overwritten_memory(name: str):
    for n, dtype in [(1024, "float32"), (65_536, "float32"), (65_536, "float64"), (300_000, "float32")]:
        check(WAYS[name], numbers(n, dtype), overwrite)


@pytest.mark.long
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", WAYS)
def test_overwritten_memory_of_all_types_and_sizes(name: str, dtype: str):
    for n in SIZES:
        for _ in range(3):
            check(WAYS[name], numbers(n, dtype), overwrite)


@pytest.mark.parametrize("name", [name for name in WAYS if name != "dlpack"])
def test_unmapped_memory(name: str):
    content = numbers(65_536, "float32")
    memory = mmap.mmap(-1, content.nbytes)
    source = np.frombuffer(memory, np.float32)
    source[:] = content
    expected = content.astype(np.complex64)
    result = WAYS[name](source)
    del source
    # JAX drops its references a little later, at the latest here.
    gc.collect()
    # Nothing refers to the memory, so that it can be unmapped; later uses would end the process.
    memory.close()
    np.testing.assert_array_equal(np.asarray(result).astype(np.complex64), expected)


def test_memory_in_any_order_and_alignment():
    n = 40_000
    bytes_ = np.zeros(4 * n + 64, np.uint8)
    for offset in (0, 1, 2, 4, 16):
        odd = bytes_[offset : offset + 4 * n].view(np.float32)
        odd[:] = numbers(n, "float32")
        for view in (odd, odd[::-1], odd.reshape(200, 200).T, odd.reshape(200, 200)[::2, 1::2]):
            for way in (jnp.array, jax.device_put, _slow):
                check(way, view, lambda _: bytes_.fill(7))
                odd[:] = numbers(n, "float32")


def test_devices_share_one_copy():
    source = numbers(65_536, "float32")
    shards = jax.device_put(source, EVERYWHERE).addressable_shards
    assert len({shard.data.unsafe_buffer_pointer() for shard in shards}) == 1
    # What was changed in between is another array, although the memory is the same.
    first = jax.device_put(source, DEVICES[0])
    source[-1] = 5
    second = jax.device_put(source, DEVICES[1])
    assert (float(first[-1]), float(second[-1])) == (1, 5)


def test_views_of_results_do_not_change():
    x = jax.device_put(numbers(65_536, "float32"))
    view, expected = np.asarray(x), numbers(65_536, "float32")
    assert not view.flags.writeable
    y = _donating(x)
    jax.block_until_ready([_donating(y), _slow(np.full(65_536, 9, np.float32))])
    np.testing.assert_array_equal(view, expected)


@pytest.mark.parametrize("threads", ["1", "3"])
def test_batches_read_into_one_buffer(run, threads):
    run(
        """
        import jax, numpy as np, jax.numpy as jnp
        buffer = np.zeros(400_000, np.float32)
        step = jax.jit(lambda total, batch: total + batch.sum())
        total, expected, kept = jnp.zeros(()), 0, []
        for i in range(1, 31):
            buffer[:] = i
            total, expected = step(total, buffer), expected + i * 400_000
            kept.append(jnp.array(buffer))
            buffer[:] = -1
        assert float(total) == expected, (float(total), expected)
        assert [float(array.min()) for array in kept] == [float(array.max()) for array in kept] == list(range(1, 31))
        """,
        LABORA_THREADS=threads,
    )
