"""Stock JAX on a worker: what a user does, with nothing of this project installed.

Argument: the worker's address. Prints a line for each step.
"""

import sys

import jax
from jax.extend.backend import ifrt_proxy, register_backend_factory

address = sys.argv[1]
register_backend_factory(
    "tpu", lambda: ifrt_proxy.get_client(address, ifrt_proxy.ClientConnectionOptions()), priority=-1
)

import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax.sharding import Mesh, NamedSharding  # noqa: E402
from jax.sharding import PartitionSpec as P  # noqa: E402

try:
    from jax import shard_map
except ImportError:
    from jax.experimental.shard_map import shard_map


def numbers(array):
    return np.asarray(array).ravel().tolist()


def error(function):
    try:
        jax.block_until_ready(function())
        return "no error"
    except Exception as e:
        return f"{type(e).__name__}: {e}".splitlines()[0]


devices = jax.devices()
print("devices:", len(devices), devices[0].platform, devices[0].device_kind)

x = jnp.arange(6.0).reshape(2, 3)
f = jax.jit(lambda a: (a @ a.T).sum())
print("jit:", float(f(x)))
print("grad:", numbers(jax.grad(f)(x)))
print("random:", [round(v, 5) for v in numbers(jax.random.normal(jax.random.key(0), (3,)))])
print("transposed:", numbers(jax.device_put(np.arange(6, dtype=np.int16).reshape(2, 3).T)))
print("types:", [str(jax.device_put(np.ones(2, t)).dtype) for t in (np.bool_, np.uint8, np.complex64, jnp.bfloat16)])
print("empty:", numbers(jnp.zeros((0, 3)) + 1), "scalar:", float(jnp.float32(2) * 3))

y = jax.device_put(x, devices[3])
print("copy:", numbers(y), y.devices() == {devices[3]})


def sharded():
    mesh = Mesh(np.array(devices), ("x",))
    rows = NamedSharding(mesh, P("x"))
    a = jax.device_put(np.arange(16, dtype=np.float32), rows)
    b = jax.jit(lambda v: v * 2 + v.sum())(a)
    print("sharded:", numbers(b)[:3], b.sharding.is_equivalent_to(rows, 1), len(b.addressable_shards))
    print("shards:", [numbers(shard.data) for shard in b.addressable_shards][:2])
    replicated = jax.device_put(np.arange(3, dtype=np.float32), NamedSharding(mesh, P()))
    print("replicated:", numbers(replicated + 1), len(replicated.addressable_shards))
    psum = jax.jit(shard_map(lambda v: jax.lax.psum(v, "x"), mesh=mesh, in_specs=P("x"), out_specs=P()))
    print("psum:", numbers(psum(a)))
    grid = Mesh(np.array(devices).reshape(4, 2), ("x", "y"))
    both = shard_map(lambda v: jax.lax.psum(v, "y"), mesh=grid, in_specs=P("x", "y"), out_specs=P("x", None))
    print("psum of one axis:", numbers(jax.jit(both)(np.arange(8, dtype=np.float32).reshape(4, 2))))
    print("mesh:", jax.make_mesh((4, 2), ("x", "y")).devices.shape)


sharded()

step = jax.jit(lambda v: v + 1, donate_argnums=0)
before = jnp.ones(4)
after = step(before)
print("donated:", numbers(after), before.is_deleted())
kept = jax.jit(lambda v: v + 1)(after)
print("kept:", numbers(kept), after.is_deleted())
value = jnp.zeros(())
increment = jax.jit(lambda v: v + 1)
for _ in range(1000):
    value = increment(value)
print("pipelined:", float(value))

kept.delete()
print("deleted:", error(lambda: kept + 1).split(" with")[0])
unknown = jax.ffi.ffi_call("unknown", jax.ShapeDtypeStruct((2,), np.float32))
print("refused:", ":".join(error(lambda: unknown(jnp.ones(2))).split(":")[:2]))
print("solve:", numbers(jnp.linalg.solve(2 * jnp.eye(2), jnp.ones(2))), "eigh:", numbers(jnp.linalg.eigh(jnp.eye(2))[0]))
print("afterwards:", numbers(increment(jnp.ones(2))))
compiled = jax.jit(lambda v: v @ v).lower(jnp.ones((4, 4))).compile()
costs = compiled.cost_analysis()
print("costs:", costs["flops"] if costs else "unknown")
print("ready:", jax.block_until_ready(compiled(jnp.ones((4, 4)))) is not None)
print("text:", (compiled.as_text() or "").startswith("HloModule"))
jax.effects_barrier()
print("end:", len(jax.live_arrays()) > 0)
