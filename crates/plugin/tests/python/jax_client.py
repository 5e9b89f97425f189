"""JAX as a client of the plugin's shared library: devices, transfers and programs.

Environment: JAX_PLATFORMS=labora,cpu PJRT_NAMES_AND_LIBRARY_PATHS=labora:LIBRARY

Prints one line per test.
"""

import jax
import jax.numpy as jnp
import numpy as np

ours, cpu = jax.devices("labora"), jax.devices("cpu")[0]
print("devices:", len(ours), ours[0].platform, ours[0].device_kind)
array = jax.device_put(np.arange(6, dtype=np.int32).reshape(2, 3), ours[3])
print("array:", np.asarray(array).tolist(), "on", array.devices())
memory = ours[3].memory_stats()
print("memory:", memory["bytes_in_use"], "bytes; a statistic that is not counted is", memory["num_allocs"])
copy = jax.device_put(array, ours[5])
array.delete()
print("copy:", np.asarray(copy).tolist(), "on", copy.devices())


def failure(call):
    try:
        call()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "none"


def loss(weights, x, y):
    hidden = jnp.tanh(x @ weights[0])
    return jnp.mean((hidden @ weights[1] - y) ** 2)


def train(weights, x, y):
    """Steps of gradient descent, in a loop on the device."""

    def step(weights, _):
        value, gradients = jax.value_and_grad(loss)(weights, x, y)
        return jax.tree.map(lambda w, g: w - 0.1 * g, weights, gradients), value

    return jax.lax.scan(step, weights, length=20)


random = np.random.RandomState(0)
numbers = lambda *shape: random.standard_normal(shape).astype(np.float32)
weights, x, y = (numbers(4, 8), numbers(8, 2)), numbers(16, 4), numbers(16, 2)


def trained(device):
    # HIGHEST computes in f32 on every device.
    with jax.default_device(device), jax.default_matmul_precision("highest"):
        weights_there, losses = jax.jit(train)(jax.device_put(weights, device), x, y)
    assert all(w.devices() == {device} for w in weights_there)
    return [*map(np.asarray, weights_there), np.asarray(losses)]


pairs = list(zip(trained(ours[0]), trained(cpu)))
worst = max(float(np.abs(a - b).max()) for a, b in pairs)
losses = pairs[-1][0]
print("training:", "agrees" if worst < 1e-5 else f"differs by {worst}", "falls" if losses[-1] < losses[0] else losses)
print("second device:", "same" if all((a == b).all() for a, b in zip(trained(ours[7]), [a for a, _ in pairs])) else "other")
unknown = jax.ffi.ffi_call("no_such_call", jax.ShapeDtypeStruct((4,), jnp.float32))
print("unsupported:", failure(lambda: jax.jit(unknown)(jax.device_put(np.ones(4, np.float32), ours[0]))))
