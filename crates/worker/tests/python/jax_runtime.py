"""Stock JAX in a runtime with a TPU of the laboratory: with its module of `jax_plugins`, beside JAX's own processor.

Prints a line for each matter: its name, and `ok` or what differs from NumPy, SciPy or JAX on the processor.
"""

import sys
import threading

import jax
import jax.numpy as jnp
import jax.scipy.linalg
import numpy as np
import scipy.linalg
from jax.ad_checkpoint import checkpoint_name
from jax.experimental import io_callback
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

if sys.argv[1:] == ["wait"]:
    # The test ends the process in the middle of the call.
    jax.jit(lambda x: io_callback(lambda a: (print("called", flush=True), threading.Event().wait())[0], None, x))(1.0)
    sys.exit(1)

rng = np.random.default_rng(0)
jax.config.update("jax_default_matmul_precision", "float32")


def check(name, *pairs, tolerance=2e-4):
    """Compares results with what is right."""
    for result, right in pairs:
        result, right = np.asarray(result), np.asarray(right)
        if result.shape != right.shape or not np.allclose(result, right, rtol=tolerance, atol=tolerance):
            print(f"{name}: {result} is not {right}")
            return
    print(f"{name}: ok")


def matters():
    """Each matter of this file."""
    return [function for name, function in globals().items() if name.startswith("of_")]


def of_decompositions():
    for dtype in (np.float32, np.complex64):
        real, imaginary = rng.normal(size=(2, 2, 6, 6))
        a = (real if dtype == np.float32 else real + 1j * imaginary).astype(dtype)
        h = a @ np.conj(np.swapaxes(a, 1, 2)) + np.eye(6, dtype=dtype)
        name, wide = np.dtype(dtype).name, a.astype(np.complex128)
        check(f"solve {name}", (jnp.linalg.solve(h, a), np.linalg.solve(h, a)), tolerance=2e-3)
        check(f"det {name}", (jnp.linalg.slogdet(a), np.linalg.slogdet(wide)))
        lu, pivots, permutation = jax.lax.linalg.lu(a)
        lower, upper = np.tril(lu, -1) + np.eye(6), np.triu(lu)
        check(f"lu {name}", (lower @ upper, np.take_along_axis(a, np.asarray(permutation)[..., None], 1)))
        values, vectors = jnp.linalg.eigh(h)
        check(f"eigh {name}", (values, np.linalg.eigvalsh(h)), (np.asarray(vectors) * values[:, None], h @ vectors))
        u, s, v = jnp.linalg.svd(a, full_matrices=False)
        check(f"svd {name}", (s, np.linalg.svd(wide)[1]), ((np.asarray(u) * s[:, None]) @ v, a))
        q, r = jnp.linalg.qr(a)
        check(f"qr {name}", (q @ r, a), (jnp.triu(r), r))
        values, vectors = jnp.linalg.eig(a[0])
        check(f"eig {name}", (a[0] @ vectors, vectors * values), (values.sum(), np.trace(a[0])))
        t, z = jax.scipy.linalg.schur(a[0])
        check(f"schur {name}", (z @ t @ np.conj(z).T, a[0]))
        check(f"sqrtm {name}", (jax.scipy.linalg.sqrtm(h[0]), scipy.linalg.sqrtm(h[0])))
        check(f"expm {name}", (jax.scipy.linalg.expm(0.2 * a[0]), scipy.linalg.expm(0.2 * wide[0])))
    check("empty", *[(function(jnp.zeros((2, 0, 0)))[0], np.zeros((2, 0))) for function in (jnp.linalg.eigh,)])
    check("large eigh", (jnp.linalg.eigvalsh(np.diag(np.arange(300.0, dtype=np.float32))), np.arange(300.0)))


def of_gradients():
    a = rng.normal(size=(4, 4)).astype(np.float32)
    cpu = jax.devices("cpu")[0]
    for name, f in {
        "solve": lambda x: jnp.linalg.solve(x @ x.T + jnp.eye(4), x).sum(),
        "logdet": lambda x: jnp.linalg.slogdet(x)[1],
        "eigvalsh": lambda x: (jnp.linalg.eigvalsh(x + x.T) ** 3).sum(),
        "svdvals": lambda x: (jnp.linalg.svd(x, compute_uv=False) ** 3).sum(),
        "qr": lambda x: (jnp.linalg.qr(x)[1] ** 3).sum(),
    }.items():
        with jax.default_device(cpu):
            right = jax.grad(f)(a)
        check(f"gradient of {name}", (jax.grad(f)(a), right), tolerance=2e-3)


def of_kernels():
    from jax.experimental import pallas
    from jax.experimental.pallas import tpu as pltpu

    x, y = (rng.normal(size=(256, 128)).astype(np.float32) for _ in range(2))

    def add(a, b, o):
        o[...] = a[...] + b[...]

    block = pallas.BlockSpec((64, 128), lambda i: (i, 0))
    blocks = pallas.pallas_call(
        add, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype), grid=(4,), in_specs=[block, block], out_specs=block
    )
    check("kernel", (blocks(x, y), x + y), (jax.jit(jax.vmap(blocks))(x[None], y[None])[0], x + y))

    def copied(a, o, scratch, semaphore):
        copy = pltpu.make_async_copy(a, scratch, semaphore)
        copy.start()
        copy.wait()
        o[...] = scratch[...] * 2

    double = pallas.pallas_call(
        copied,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        in_specs=[pallas.BlockSpec(memory_space=pallas.ANY)],
        scratch_shapes=[pltpu.VMEM(x.shape, x.dtype), pltpu.SemaphoreType.DMA],
    )
    check("kernel with a copy", (double(x), 2 * x))
    print("description: ok" if pltpu.get_tpu_info().num_lanes == 128 else f"description: {pltpu.get_tpu_info()}")


def of_views():
    x = np.arange(24.0, dtype=np.float32).reshape(2, 3, 4)
    views = {
        "backwards": x[:, ::-1],
        "repeated": np.broadcast_to(x[:1], x.shape),
        "new axis": x[None, ::-1, :, None],
        "transposed": x.T,
        "steps": x[:, ::2, ::-3],
        "number": np.broadcast_to(np.float32(3), (2, 2)),
        "complex": x.astype(np.complex64)[::-1].real,
        "empty": x[:0, ::-1],
    }
    program = jax.jit(lambda v: v + 0)
    mesh = Mesh(np.array(jax.devices()), "x")
    for name, view in views.items():
        ways = [jnp.asarray(view), jax.device_put(view), program(view), program(view), jnp.sin(view)]
        check(f"view {name}", *zip(ways, [view] * 4 + [np.sin(view)], strict=True))
    rows = np.broadcast_to(np.arange(16.0, dtype=np.float32), (8, 16))[::-1]
    for spec in (P("x"), P(None, "x"), P()):
        sharding = NamedSharding(mesh, spec)
        made = jax.make_array_from_callback(rows.shape, sharding, lambda index: rows[index])
        check(f"view over {spec}", (jax.device_put(rows, sharding), rows), (made, rows))


def of_dlpack():
    x = jnp.arange(6.0).reshape(2, 3)
    check("dlpack", (np.from_dlpack(x), x), (jnp.from_dlpack(x), x), tolerance=0)
    try:
        np.from_dlpack(x, copy=False)
        print("dlpack without a copy: no error")
    except BufferError as error:
        print("dlpack without a copy: ok" if "copy" in str(error) else f"dlpack without a copy: {error}")


def of_costs():
    costs = jax.jit(lambda a: a @ a).lower(jnp.ones((8, 8))).cost_analysis()
    check("costs", (costs["flops"], 1024))


def of_host_memory():
    mesh = Mesh(np.array(jax.devices()), "x")
    kinds = [memory.kind for memory in jax.devices()[0].addressable_memories()]
    print("memories: ok" if kinds == ["device", "pinned_host", "unpinned_host"] else f"memories: {kinds}")
    x, one = np.arange(64.0, dtype=np.float32).reshape(8, 8), jax.sharding.SingleDeviceSharding(jax.devices()[2])
    double = jax.jit(lambda v: v * 2)
    for kind in kinds[1:]:
        for sharding in (one, NamedSharding(mesh, P("x")), NamedSharding(mesh, P())):
            there = jax.device_put(x, sharding.with_memory_kind(kind))
            moved = jax.device_put(jax.device_put(x, sharding), sharding.with_memory_kind(kind))
            back = jax.device_put(there, sharding)
            program = jax.jit(lambda v: v * 2, out_shardings=sharding.with_memory_kind(kind))
            out = program(back)
            found = [array.sharding.memory_kind for array in (there, moved, back, out)]
            check(f"{kind} {found == [kind, kind, 'device', kind]}", *[(array, x) for array in (there, moved, back)], (out, 2 * x), (double(jax.device_put(out, sharding)), 4 * x))  # fmt: skip
    policy = jax.checkpoint_policies.save_and_offload_only_these_names(
        names_which_can_be_saved=[], names_which_can_be_offloaded=["y"], offload_src="device", offload_dst="pinned_host"
    )

    def offloaded(v):
        return jnp.sum(jnp.sin(checkpoint_name(jnp.sin(v), "y")))

    gradient = jax.jit(jax.grad(jax.checkpoint(offloaded, policy=policy)))
    check("offloaded residuals", (gradient(x), np.cos(np.sin(x)) * np.cos(x)))


def of_meshes():
    for shape in [(8,), (4, 2), (2, 4), (2, 2, 2), (1, 8)]:
        mesh = jax.make_mesh(shape, tuple("xyz"[: len(shape)]))
        check(f"mesh {shape}", ([device.id for device in mesh.devices.flat], range(8)))
    devices = jax.devices()
    x = np.arange(64.0, dtype=np.float32).reshape(8, 8)
    places = {
        "rows": NamedSharding(Mesh(np.array(devices), "x"), P("x")),
        "reversed": NamedSharding(Mesh(np.array(devices[::-1]), "x"), P("x")),
        "grid": NamedSharding(Mesh(np.array(devices).reshape(4, 2), ("x", "y")), P("x", "y")),
        "shuffled": NamedSharding(
            Mesh(np.array(devices)[[3, 1, 4, 0, 5, 7, 2, 6]].reshape(2, 4), ("x", "y")), P("y", "x")
        ),
        "columns": NamedSharding(Mesh(np.array(devices).reshape(2, 4), ("x", "y")), P(None, "y")),
        "replicated": NamedSharding(Mesh(np.array(devices), "x"), P()),
        "half": NamedSharding(Mesh(np.array(devices[:4]), "x"), P("x")),
        "other half": NamedSharding(Mesh(np.array(devices[:3:-1]), "x"), P("x")),
        "one": jax.sharding.SingleDeviceSharding(devices[5]),
        "processor": jax.sharding.SingleDeviceSharding(jax.devices("cpu")[0]),
    }
    for name, place in places.items():
        there = jax.device_put(x, place)
        moved = [(jax.device_put(there, other), other) for other in places.values()]
        shards = [(shard.data, x[shard.index]) for array, _ in moved for shard in array.addressable_shards]
        check(f"from {name}", (all(array.sharding == other for array, other in moved), True), *shards, tolerance=0)


def of_arguments():
    many = [np.float32(i) for i in range(2001)]
    check("many arguments", (jax.jit(lambda *values: values[0] + values[-1])(*many), 2000))


def of_memory():
    device = jax.devices()[3]
    held = jax.block_until_ready(jax.device_put(np.ones(1 << 20, np.float32), device))
    stats = device.memory_stats()
    print("memory: ok" if held.nbytes <= stats["bytes_in_use"] <= stats["bytes_limit"] else f"memory: {stats}")


def of_callbacks():
    x, seen = jnp.arange(3.0), []
    shape = jax.ShapeDtypeStruct((3,), jnp.float32)

    def note(*values):
        seen.append([np.asarray(value).tolist() for value in values])

    def noted(name, program, right, *arguments):
        seen.clear()
        jax.block_until_ready(jax.jit(program)(*arguments))
        jax.effects_barrier()
        print(f"{name}: ok" if seen == right else f"{name}: {seen}")

    def body(carry, y):
        jax.debug.callback(note, carry, y)
        return carry + y, carry

    noted("debug.callback", lambda v: (jax.debug.callback(note, v, 1), v)[1], [[[0, 1, 2], 1]], x)
    noted("without arguments", lambda v: (jax.debug.callback(note), v)[1], [[]], x)
    noted("scan", lambda v: jax.lax.scan(body, 0.0, v), [[0, 0], [0, 1], [1, 2]], x)
    noted("fori", lambda: jax.lax.fori_loop(0, 3, lambda i, c: (io_callback(note, None, i, ordered=True), c)[1], 0),
          [[0], [1], [2]])  # fmt: skip
    noted("cond", lambda p: jax.lax.cond(p, lambda: jax.debug.callback(note, 1), lambda: None), [[1]], True)
    noted("vmap", jax.vmap(lambda v: jax.debug.callback(note, v, ordered=False)), [[0], [1], [2]], x)
    mesh = Mesh(np.array(jax.devices()), "x")
    eight = jax.device_put(jnp.arange(8.0), NamedSharding(mesh, P("x")))
    noted("eight devices", lambda v: (jax.debug.callback(note, v), v * 2)[1], [[list(range(8))]], eight)
    twice = jax.shard_map(
        lambda v: jax.pure_callback(lambda a: a * 2, jax.ShapeDtypeStruct((1,), jnp.float32), v),
        mesh=mesh, in_specs=P("x"), out_specs=P("x"), check_vma=False,
    )  # fmt: skip
    check("shard_map", (jax.jit(twice)(eight), 2 * np.arange(8)))
    pure = jax.jit(lambda v: jax.pure_callback(lambda a: np.sin(np.asarray(a)), shape, v) + 1)
    check("pure_callback", (pure(x), np.sin(x) + 1))
    dtypes = ["bool", "int4", "uint8", "int16", "bfloat16", "float8_e4m3fn", "complex64"]
    for dtype in map(jnp.dtype, dtypes):
        values = np.array([0, 1, 0]).astype(dtype)
        same = jax.pure_callback(lambda a: a, jax.ShapeDtypeStruct((3,), dtype), values)
        print(f"{dtype}: ok" if same.dtype == dtype and (np.asarray(same) == values).all() else f"{dtype}: {same}")
    inner = lambda a: np.asarray(pure(jax.device_put(np.asarray(a), jax.devices()[2])))  # noqa: E731
    outer = jax.jit(lambda v: jax.pure_callback(inner, shape, v))
    check("a callback in a callback", (outer(x), np.sin(x) + 1))
    # More programs than may be launched ahead, each of which waits for one that is launched later.
    chain = x
    for _ in range(100):
        chain = outer(chain)
    check("a chain of callbacks", (chain, np.full(3, 1.9345632)))

    def fails(_):
        raise ValueError("this is the reason")

    try:
        jax.block_until_ready(jax.jit(lambda v: jax.pure_callback(fails, shape, v))(x))
        print("exception: no error")
    except Exception as error:
        print("exception: ok" if "ValueError: this is the reason" in str(error) else f"exception: {error}")
    check("afterwards", (pure(x), np.sin(x) + 1))


for matter in matters():
    matter()
print("end")
