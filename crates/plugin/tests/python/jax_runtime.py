"""How JAX meets the plugin's runtime: asynchronous calls, errors, callbacks, memory, threads, forks and exit.

Usage: python jax_runtime.py LIBRARY
Environment: JAX_PLATFORMS=labora,cpu PJRT_NAMES_AND_LIBRARY_PATHS=labora:LIBRARY
Prints one line per test, and ends while a program runs.
"""

import ctypes
import os
import sys
import threading

import jax
import jax.numpy as jnp
import numpy as np
from jax._src.interpreters import mlir
from jax.experimental import serialize_executable

mlir._platforms_with_donation.append("labora")
ours = jax.devices("labora")
library = ctypes.CDLL(sys.argv[1])


def failure(call):
    try:
        return f"none: {call()}"
    except Exception as error:
        return f"{type(error).__name__}: {' '.join(str(error).split())[:100]}"


def turns(n):
    """A program whose duration grows with n."""
    return jax.jit(lambda x: jax.lax.fori_loop(0, n, lambda i, x: jnp.sin(x) + 0.1, x))


x = jax.device_put(np.ones(50_000, np.float32), ours[0])
long = turns(1000).lower(x).compile()
y = long(x)
was_ready = y.is_ready()
z = jnp.sum(y)
print("asynchronous:", not was_ready, abs(float(z) / 50_000 - float(y[0])) < 1e-3, y.is_ready())
view = np.asarray(y)
print("numpy in place:", view.ctypes.data == y.unsafe_buffer_pointer(), view.flags.writeable)

donating = jax.jit(lambda x: x * 2, donate_argnums=0)
y = turns(1)(x)
address = y.unsafe_buffer_pointer()
z = donating(y)
print("donated:", y.is_deleted(), z.unsafe_buffer_pointer() == address)
y = long(x)
z = donating(y)
print("donated before it is there:", y.is_deleted(), np.isfinite(np.asarray(z)).all())
print("deleted:", failure(lambda: y + 1))
y = long(x)
w = y + 1
y.delete()
print("deleted while in use:", np.isfinite(np.asarray(w)).all())


class LaboraArray(ctypes.Structure):
    _fields_ = [
        ("element_type", ctypes.c_int32), ("rank", ctypes.c_int32), ("dims", ctypes.POINTER(ctypes.c_int64)),
        ("data", ctypes.POINTER(ctypes.c_float)),
    ]


Callback = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_uint64, ctypes.c_size_t, ctypes.POINTER(LaboraArray), ctypes.c_size_t,
    ctypes.POINTER(LaboraArray), ctypes.c_void_p, ctypes.c_size_t,
)
later = []


def fail(argument):
    raise ValueError(f"the host refuses {argument[0]}")


functions = [
    lambda a: -a,
    fail,
    # Runs JAX itself, on a program of its own.
    lambda a: np.asarray(jax.device_put(a, ours[0]) ** 2),
    # Needs the result of a program that was called after the one that waits for this callback.
    lambda a: a + np.asarray(later[0])[: a.size],
]


@Callback
def call(index, num_args, args, num_results, results, message, capacity):
    def array(a):
        return np.ctypeslib.as_array(a.data, shape=tuple(a.dims[i] for i in range(a.rank)))

    try:
        array(results[0])[...] = functions[index](array(args[0]).copy())
        return 0
    except Exception as error:
        text = str(error).encode()[: capacity - 1] + b"\0"
        ctypes.memmove(message, text, len(text))
        return 1


library.Labora_SetCallback(call)


def host(index):
    def program(x):
        result = jax.ShapeDtypeStruct(x.shape, x.dtype)
        settings = dict(has_side_effect=True, custom_call_api_version=1, legacy_backend_config=str(index))
        return jax.ffi.ffi_call("labora.callback", result, **settings)(x)

    return jax.jit(program)


small = jax.device_put(np.arange(3, dtype=np.float32), ours[0])
print("callback:", np.asarray(host(0)(small)).tolist(), np.asarray(host(2)(small)).tolist())
y = host(1)(small)
print("failed callback:", failure(lambda: np.asarray(y)))
print("what depends on it:", failure((y + 1).block_until_ready))
print("afterwards:", np.asarray(small + 1).tolist())
released = threading.Event()
functions.append(lambda a: released.wait() and functions[3](a))
y = host(4)(small)
later.append(long(x))
released.set()
print("callback that waits for a later program:", np.isfinite(np.asarray(y)).all())

errors = []


def work(i):
    try:
        for k in range(20):
            part = jax.device_put(np.full(100 + i, k, np.float32), ours[i % 8])
            assert float((part + i)[0]) == k + i
    except BaseException as error:
        errors.append(error)


threads = [threading.Thread(target=work, args=(i,)) for i in range(10)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print("ten threads:", errors)

product = jax.jit(lambda a, b: a @ b).lower(np.ones((2, 3), np.float32), np.ones((3, 4), np.float32)).compile()
loaded = serialize_executable.deserialize_and_load(
    *serialize_executable.serialize(product), execution_devices=ours[:1]
)
print("serialized:", np.asarray(loaded(np.ones((2, 3), np.float32), np.ones((3, 4), np.float32))).tolist())
print("text:", product.as_text().split(",")[0])
costs = product.cost_analysis()
print("costs:", (costs if isinstance(costs, dict) else costs[0])["flops"], product.memory_analysis().output_size_in_bytes)
with jax.debug_nans(True):
    print("nan:", failure(lambda: jnp.log(jax.device_put(np.float32(-1), ours[0]))))
option = lambda **options: jax.jit(lambda x: x @ x, compiler_options=options)(np.ones((2, 2), np.float32))
print("options:", option(numerics="highest").tolist(), failure(lambda: option(xla_cpu_fast=True)))
print("too much:", failure(lambda: jnp.zeros((1 << 20, 1 << 20)).block_until_ready()))

sys.stdout.flush()
y = long(long(x))
child = os.fork()
if child == 0:
    print("fork:", failure(lambda: np.asarray(y)), "|", failure(lambda: np.asarray(small + 2)))
    sys.stdout.flush()
    os._exit(0)
os.waitpid(child, 0)
y = long(long(x))
print("end:", y.is_ready())
