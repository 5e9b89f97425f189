"""The program whose requests are in this folder; see `../captured.rs`. Its argument is the server's address."""

import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend import backend
from jax.extend.backend import ifrt_proxy
from jax.sharding import Mesh, NamedSharding, PartitionSpec


def connect():
    options = ifrt_proxy.ClientConnectionOptions()
    options.initialization_data = {"authorization": b"Bearer abc", "cores": 8}
    return ifrt_proxy.get_client(sys.argv[1], options)


backend.register_backend_factory("proxy", connect, priority=-1)
jax.config.update("jax_platforms", "proxy")

# One device: an array up, a program twice, its result down.
x = jax.device_put(np.arange(8, dtype=np.float32))
f = jax.jit(lambda x: x + 1)
y = f(f(x))
jax.block_until_ready(y)
print(np.asarray(y))
# Strides that are not row-major, and elements of four bits.
jax.block_until_ready(jax.device_put(np.arange(6, dtype=np.int16).reshape(2, 3).T))
jax.block_until_ready(jax.device_put(np.array([1, -2, 3], dtype=jnp.int4)))
y.delete()

# Eight devices: a sharded array, a program over it, a replicated array, a copy to another device.
mesh = Mesh(np.array(jax.devices()), ("x",))
sharded = NamedSharding(mesh, PartitionSpec("x"))
z = jax.device_put(np.arange(8, dtype=np.float32), sharded)
jax.block_until_ready(jax.jit(lambda x: x * 2, out_shardings=sharded)(z))
jax.block_until_ready(jax.device_put(np.arange(4, dtype=np.float32), NamedSharding(mesh, PartitionSpec())))
jax.block_until_ready(jax.device_put(x, jax.devices()[1]))
