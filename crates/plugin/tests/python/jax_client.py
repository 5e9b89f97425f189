"""JAX as a client of the plugin's shared library: devices, transfers and programs.

Usage: python jax_client.py LIBRARY OFFSET
Environment: JAX_PLATFORMS=labora,cpu PJRT_NAMES_AND_LIBRARY_PATHS=labora:LIBRARY

JAX sends programs as portable artifacts in MLIR bytecode, which the plugin refuses. To test the rest of the
interface, the script replaces the plugin's `PJRT_Client_Compile`, whose pointer is OFFSET bytes into the function
table, by a function that converts each artifact to text with JAX's own StableHLO. Prints one line per test.
"""

import ctypes
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax._src.interpreters import mlir
from jaxlib.mlir.dialects import stablehlo

library, offset = sys.argv[1], int(sys.argv[2])
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


print("bytecode:", failure(lambda: jax.jit(jnp.sin)(1.0)))

pointer, size = ctypes.c_void_p, ctypes.c_size_t


class Program(ctypes.Structure):
    _fields_ = [
        ("struct_size", size), ("extension_start", pointer), ("code", pointer), ("code_size", size),
        ("format", pointer), ("format_size", size),
    ]


class Compile(ctypes.Structure):
    _fields_ = [
        ("struct_size", size), ("extension_start", pointer), ("client", pointer), ("program", ctypes.POINTER(Program)),
        ("options", pointer), ("options_size", size), ("executable", pointer),
    ]


Function = ctypes.CFUNCTYPE(pointer, ctypes.POINTER(Compile))
plugin = ctypes.CDLL(library)
plugin.GetPjrtApi.restype = pointer
slot = pointer.from_address(plugin.GetPjrtApi() + offset)
compile_text = Function(slot.value)


def compile_bytecode(given):
    args, program = given.contents, given.contents.program.contents
    with mlir.make_ir_context() as context:
        module = stablehlo.deserialize_portable_artifact(context, ctypes.string_at(program.code, program.code_size))
        text = str(module).encode()
    # `text` keeps the memory alive until the end of the call.
    code = ctypes.cast(ctypes.c_char_p(text), pointer)
    program = Program(program.struct_size, None, code, len(text), program.format, program.format_size)
    own = Compile(args.struct_size, None, args.client, ctypes.pointer(program), args.options, args.options_size, None)
    error = compile_text(ctypes.byref(own))
    args.executable = own.executable
    return error


replacement = Function(compile_bytecode)
slot.value = ctypes.cast(replacement, pointer).value


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
print("unsupported:", failure(lambda: jax.jit(jnp.fft.fft)(jax.device_put(np.ones(4, np.complex64), ours[0]))))
