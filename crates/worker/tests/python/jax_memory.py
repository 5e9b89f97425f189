"""Stock JAX on a worker that allows 64 MiB: what does not fit is an error, and the session goes on; and host memory that
is overwritten when the array is ready.

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

MIB = 1 << 18  # numbers of 32 bits
MESH = Mesh(np.array(jax.devices()), ("x",))


def error(function):
    try:
        jax.block_until_ready(function())
        return "none"
    except Exception as e:
        return f"{type(e).__name__}: {e}".split(" of ")[0]


kept = jax.device_put(np.full(4 * MIB, 2, np.float32))
print("too large:", error(lambda: jax.device_put(np.ones(100 * MIB, np.float32))))
print("argument:", error(lambda: jax.jit(lambda x: x + 1)(np.ones(100 * MIB, np.float32))))
print("everywhere:", error(lambda: jax.device_put(np.ones(10 * MIB, np.float32), NamedSharding(MESH, P()))))
print("rows:", error(lambda: jax.device_put(np.ones(80 * MIB, np.float32), NamedSharding(MESH, P("x")))))
print("afterwards:", float((kept + jnp.ones(())).sum()) / MIB)

# The client of JAX may send a NumPy array after the call has returned: it is whole when the array on the device is
# ready.
ways = {
    "array": jnp.array,
    "device_put": jax.device_put,
    "rows": lambda x: jax.device_put(x, NamedSharding(MESH, P("x"))),
    "argument": jax.jit(lambda x: x * 1),
}
changed = []
for name, way in ways.items():
    for n in (1024, MIB, 4 * MIB):
        for i in range(5):
            x = np.full(n, i, np.float32)
            y = jax.block_until_ready(way(x))
            x[:] = -1
            if (np.asarray(y) != i).any():
                changed.append((name, n))
print("overwritten:", sorted(set(changed)))
