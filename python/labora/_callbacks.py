"""Callbacks from programs to Python: `jax.pure_callback`, `io_callback`, `jax.debug.print` and `jax.debug.callback`.

A callback is the custom call ``labora.callback`` with the callback's number. The library calls one C function for all
of them, which finds the Python function by that number.
"""

from __future__ import annotations

import collections
import ctypes
import functools
import itertools
import os
import traceback
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from labora._lowering import ir_type

# The callbacks by their numbers.
_registry: dict[int, Callable[..., Sequence[np.ndarray]]] = {}
# Callbacks whose program was deleted, oldest first. Runs are asynchronous, so that some of them may still be called.
_retired: collections.deque[int] = collections.deque()
_MOST_RETIRED = 10_000
# Numbers differ between processes, so that a program from JAX's compilation cache never finds another's callback.
_numbers = itertools.count(int.from_bytes(os.urandom(6), "little") << 8)


class _Array(ctypes.Structure):
    _fields_ = [
        ("element_type", ctypes.c_int32),
        ("rank", ctypes.c_int32),
        ("dims", ctypes.POINTER(ctypes.c_int64)),
        ("data", ctypes.c_void_p),
    ]


_Trampoline = ctypes.CFUNCTYPE(
    ctypes.c_int32,
    ctypes.c_uint64,
    ctypes.c_size_t,
    ctypes.POINTER(_Array),
    ctypes.c_size_t,
    ctypes.POINTER(_Array),
    ctypes.POINTER(ctypes.c_char),
    ctypes.c_size_t,
)


def _dtypes() -> dict[int, np.dtype]:
    """NumPy's types by the numbers of `PJRT_Buffer_Type`."""
    import ml_dtypes

    names = [
        "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
        "float64", "bfloat16", "complex64", "complex128", "float8_e5m2", "float8_e4m3fn", "float8_e4m3b11fnuz",
        "float8_e5m2fnuz", "float8_e4m3fnuz", "int4", "uint4", None, "int2", "uint2", "float8_e4m3", "float8_e3m4",
        "float8_e8m0fnu", "float4_e2m1fn",
    ]  # fmt: skip
    found = {}
    for number, name in enumerate(names, start=1):
        if name is not None:
            kind = getattr(ml_dtypes, name, None)
            found[number] = np.dtype(kind if kind is not None else name)
    return found


_DTYPES = _dtypes()

# Types of fewer than 8 bits cross the call as wider ones, which have all of their values.
_WIDER = {
    "int2": np.dtype(np.int8), "int4": np.dtype(np.int8), "uint2": np.dtype(np.uint8), "uint4": np.dtype(np.uint8),
    "float4_e2m1fn": np.dtype(np.float32),
}  # fmt: skip


def _bytes(array: _Array) -> tuple[np.dtype, tuple[int, ...], ctypes.Array[ctypes.c_char]]:
    """The type and shape of an array, and its memory."""
    dtype = _DTYPES[array.element_type]
    shape = tuple(array.dims[i] for i in range(array.rank))
    size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    return dtype, shape, (ctypes.c_char * size).from_address(array.data or 0) if size else (ctypes.c_char * 0)()


@_Trampoline
def _trampoline(
    number: int, num_args: int, args: Any, num_results: int, results: Any, message: Any, capacity: int
) -> int:
    try:
        inputs = []
        for i in range(num_args):
            dtype, shape, memory = _bytes(args[i])
            # The memory belongs to the program, and is reused after the call.
            inputs.append(np.frombuffer(bytes(memory), dtype=dtype).reshape(shape))
        outputs = _registry[number](*inputs)
        for i in range(num_results):
            dtype, shape, memory = _bytes(results[i])
            content = np.ascontiguousarray(outputs[i], dtype=dtype).tobytes()
            if len(content) != len(memory):
                raise RuntimeError(f"result {i} has {len(content)} bytes, the program expects {len(memory)}")
            ctypes.memmove(memory, content, len(content))
        return 0
    except BaseException:
        text = traceback.format_exc().encode(errors="replace")[: capacity - 1] + b"\0"
        ctypes.memmove(message, text, len(text))
        return 1


def register(platform: str, library: str) -> None:
    """Gives the library its callback function, and JAX the rules that emit callbacks."""
    functions = ctypes.CDLL(library)
    functions.Labora_SetCallback.argtypes = [_Trampoline]
    functions.Labora_SetCallback.restype = None
    functions.Labora_SetCallback(_trampoline)

    from jax._src import callback, debugging
    from jax._src.interpreters import mlir

    original = callback.emit_python_callback

    def emit_python_callback(ctx: Any, function: Any, token: Any, operands: Any, *rest: Any, **options: Any) -> Any:
        if tuple(ctx.module_context.platforms) != (platform,):
            return original(ctx, function, token, operands, *rest, **options)
        return _emit(ctx, function, token, operands, *rest, **options)

    callback.emit_python_callback = emit_python_callback
    rules = {"debug_callback_p": "debug_callback_lowering", "debug_print_p": "debug_print_lowering_rule"}
    for name, rule in rules.items():
        primitive, lowering = getattr(debugging, name, None), getattr(debugging, rule, None)
        if primitive is not None and lowering is not None:
            mlir.register_lowering(primitive, lowering, platform=platform, cacheable=False)

    inspect_sharding = getattr(debugging, "inspect_sharding_p", None)
    if inspect_sharding is not None:
        mlir.register_lowering(inspect_sharding, _inspect_sharding, platform=platform, cacheable=False)

    from jax._src import checkify

    lowering = getattr(checkify, "check_lowering_rule", None)
    if lowering is not None:
        mlir.register_lowering(checkify.check_p, lowering, platform=platform, cacheable=False)


class _Handle:
    """Keeps a callback registered while the program that contains it exists."""


def _keep(ctx: Any, function: Callable[..., Sequence[np.ndarray]]) -> tuple[int, _Handle]:
    """Registers a callback for as long as the program exists: its number, and what keeps it alive."""
    number = next(_numbers)
    _registry[number] = function
    handle = _Handle()
    weakref.finalize(handle, _retire, number)
    ctx.module_context.add_keepalive(handle)
    return number, handle


def _retire(number: int) -> None:
    """Removes a callback, once many others have been retired after it."""
    _retired.append(number)
    while len(_retired) > _MOST_RETIRED:
        _registry.pop(_retired.popleft(), None)


def _emit(
    ctx: Any,
    function: Callable[..., Any],
    token: Any,
    operands: Sequence[Any],
    operand_avals: Sequence[Any],
    result_avals: Sequence[Any],
    *,
    has_side_effect: bool,
    returns_token: bool = True,
    partitioned: bool = False,
    sharding: Any = None,
) -> tuple[Any, Any, Any]:
    """Emits the custom call of a callback. Results, the new token, and what keeps the callback alive."""
    del returns_token, sharding
    from jax._src import dtypes
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir.dialects import hlo

    if partitioned:
        function = _of_shards(ctx, function, operands, operand_avals)
    canonical = getattr(dtypes, "canonicalize_value", None) or (lambda value: value)

    def widened(aval: Any) -> Any:
        wider = _WIDER.get(getattr(aval.dtype, "name", ""))
        return aval if wider is None else aval.update(dtype=wider)

    call_avals = [widened(aval) for aval in result_avals]

    def checked(*arguments: np.ndarray) -> tuple[np.ndarray, ...]:
        # The token of an ordered callback is no argument of it.
        narrow = (x.astype(aval.dtype, copy=False) for x, aval in zip(arguments, operand_avals, strict=True))
        results = function(*narrow)
        if len(results) != len(result_avals):
            raise RuntimeError(
                f"Mismatched number of outputs from callback. Expected: {len(result_avals)}, Actual: {len(results)}"
            )
        results = tuple(canonical(np.asarray(result)) for result in results)
        for i, (result, aval) in enumerate(zip(results, result_avals)):
            if result.shape != aval.shape:
                raise RuntimeError(
                    f"Incorrect output shape for return value #{i}: Expected: {aval.shape}, Actual: {result.shape}"
                )
            if result.dtype != aval.dtype:
                raise RuntimeError(
                    f"Incorrect output dtype for return value #{i}: Expected: {aval.dtype}, Actual: {result.dtype}"
                )
        return tuple(result.astype(aval.dtype, copy=False) for result, aval in zip(results, call_avals))

    number, handle = _keep(ctx, checked)
    operands = [
        hlo.convert(ir_type(ctx, widened(aval)), operand) if widened(aval) is not aval else operand
        for operand, aval in zip(operands, operand_avals, strict=True)
    ]
    types = [ir_type(ctx, aval) for aval in call_avals]
    if token is not None and token is not False:
        operands = [token, *operands]
        types = [hlo.TokenType.get(), *types]
    call = mlir.custom_call(
        "labora.callback",
        result_types=types,
        operands=list(operands),
        backend_config=str(number),
        has_side_effect=has_side_effect,
    )
    results = list(call.results)
    if token is not None and token is not False:
        token, *results = results
    results = [
        hlo.convert(ir_type(ctx, aval), result) if widened(aval) is not aval else result
        for result, aval in zip(results, result_avals, strict=True)
    ]
    return results, token, handle


def _of_shards(
    ctx: Any, function: Callable[..., Any], operands: Sequence[Any], avals: Sequence[Any]
) -> Callable[..., tuple[()]]:
    """A callback of whole arrays that calls `function` for each device, in their order, with the shards that the device
    has. In a function that the program calls several times, the shards are those of its last call."""
    from jax._src import op_shardings, sharding_impls

    context = ctx.module_context.axis_context
    if isinstance(context, sharding_impls.SPMDAxisContext) or context.num_devices == 1:
        # The arguments are those of one device already.
        return function
    # For each argument, the indices of the devices' shards. Until the library tells, each device has all of it.
    shards: list[Sequence[Any]] = [[...] * context.num_devices for _ in operands]

    def divide(place: int, sharding: Any) -> None:
        shards[place] = op_shardings.op_sharding_to_indices(sharding, avals[place].shape, context.num_devices)

    for place, operand in enumerate(operands):
        _inspect(ctx, operand, functools.partial(divide, place))

    def of_all(*arguments: np.ndarray) -> tuple[()]:
        for device in range(context.num_devices):
            function(*(argument[of[device]] for argument, of in zip(arguments, shards, strict=True)))
        return ()

    return of_all


def _inspect(ctx: Any, value: Any, tell: Callable[[Any], None]) -> None:
    """Lets the library tell a function the sharding of a value, when it compiles the program for several devices."""
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client

    def read(message: np.ndarray) -> tuple[np.ndarray, ...]:
        sharding = xla_client.OpSharding()
        sharding.ParseFromString(message.tobytes())
        tell(xla_client.HloSharding.from_proto(sharding))
        return ()

    number, _ = _keep(ctx, read)
    mlir.custom_call(
        "labora.inspect_sharding",
        result_types=[],
        operands=[value],
        backend_config=str(number),
        has_side_effect=True,
    )


def _inspect_sharding(ctx: Any, value: Any, *, callback: Callable[[Any], None]) -> list[Any]:
    """The rule of `jax.debug.inspect_array_sharding`."""
    from jax._src import mesh as meshes
    from jax._src import sharding_impls

    context = ctx.module_context.axis_context
    abstract = getattr(context, "abstract_mesh", None)
    if isinstance(context, sharding_impls.SPMDAxisContext):
        mesh = context.mesh
        devices = tuple(mesh.devices.flat)
    else:
        devices = context.device_assignment
        if abstract is None:
            mesh = meshes.thread_resources.env.physical_mesh
        else:
            mesh = meshes.Mesh(np.array(devices).reshape(abstract.axis_sizes), abstract.axis_names)

    def tell(sharding: Any) -> None:
        if mesh.empty:
            callback(sharding_impls.GSPMDSharding(devices, sharding))
        else:
            spec = sharding_impls.parse_flatten_op_sharding(sharding, mesh)[0]
            callback(sharding_impls.NamedSharding(mesh, spec))

    if len(devices) == 1:
        tell(sharding_impls.replicated_hlo_sharding)
        return []

    _inspect(ctx, value, tell)
    return []
