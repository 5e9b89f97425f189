"""Makes the TPU of the runtime JAX's default device.

JAX imports the modules of `jax_plugins` before it looks for devices. The client is the one of stock jaxlib. What that
lacks is added here: calls of Python functions, decompositions that JAX computes on processors only, copies to and from
JAX's processor, statistics of memory, and meshes with the devices in their order.
"""

import collections
import inspect
import itertools
import json
import os
import queue
import socket
import struct
import threading
import time
import traceback
import weakref

START_SECONDS = 60


def initialize():
    """Takes the place of JAX's search for a TPU of this machine."""
    from jax.extend.backend import register_backend_factory

    register_backend_factory("tpu", connect, priority=500)
    for add in ADDITIONS:
        try:
            add()
        except (ImportError, AttributeError):
            # A release of JAX that has other modules: it works as it does on its own.
            pass


def connect():
    """The devices behind `TPU_NAME`, when the worker is up."""
    from jax.extend.backend import ifrt_proxy

    os.environ.setdefault("IFRT_PROXY_USE_INSECURE_GRPC_CREDENTIALS", "true")
    options = ifrt_proxy.ClientConnectionOptions()
    options.initialization_data = {"authorization": authorization()}
    end = time.monotonic() + START_SECONDS
    while True:
        try:
            client = ifrt_proxy.get_client(os.environ["TPU_NAME"], options)
        except Exception:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
        else:
            Host.current = None
            return client


def authorization():
    return b"Bearer " + os.environ["LABORA_WORKER_TOKEN"].encode()


def quieten():
    """Hides warnings of the client, which logs each error of a program before it raises it."""
    from jax._src.lib import utils

    # JAX sets 1 where nothing is set.
    if os.environ.get("TF_CPP_MIN_LOG_LEVEL", "1") == "1":
        utils.absl_set_min_log_level(2)


def order_meshes():
    """Lets `jax.make_mesh` have the devices in the order of their numbers: all are equally far from each other."""
    import numpy as np
    from jax._src import mesh_utils

    def in_order(shape, devices, **_):
        return np.asarray(devices).reshape(shape)

    mesh_utils.device_kind_handler_dict["Labora software TPU core"] = in_order


def add_copies():
    """Copies arrays between the TPU and JAX's processor through the host: neither client knows the other's devices."""
    import numpy as np
    from jax._src.interpreters import pxla
    from jax._src.lib import xla_client

    stock = xla_client.batched_copy_array_to_devices_with_sharding

    def copy(arrays, devices, shardings, semantics):
        results = [None] * len(arrays)
        within = []
        for i, (array, places) in enumerate(zip(arrays, devices)):
            (here, *_), (there, *_) = array.devices(), places
            if here.client is there.client:
                within.append(i)
            else:
                results[i] = pxla.shard_args([shardings[i]], [None], [semantics[i]], [np.asarray(array)])[0]
        copies = stock(*([of_each[i] for i in within] for of_each in (arrays, devices, shardings, semantics)))
        for i, result in zip(within, copies):
            results[i] = result
        return results

    xla_client.batched_copy_array_to_devices_with_sharding = copy


# Primitives of JAX, each with the parameters that the worker's custom call of that name has as options.
DECOMPOSITIONS = {
    "eigh": {"lower": "lower"},
    "svd": {"full_matrices": "full_matrices", "compute_uv": "compute_uv"},
    "eig": {"left": "compute_left_eigenvectors", "right": "compute_right_eigenvectors"},
    "schur": {"compute_vectors": "compute_schur_vectors", "sort": "sort_eig_vals"},
    "tridiagonal": {"lower": "lower"},
    "hessenberg": {},
    "geqp3": {},
}


def add_decompositions():
    """Lowers decompositions to custom calls of the worker, and functions with a partition of the user's to themselves:
    the worker partitions them as all others."""
    from jax._src import core, custom_partitioning
    from jax._src.export import _export
    from jax._src.interpreters import mlir
    from jax._src.lax import linalg

    def itself(ctx, *values, call, **_):
        return mlir.lower_fun(core.jaxpr_as_fun(call), multiple_results=True)(ctx, *values)

    mlir.register_lowering(custom_partitioning.custom_partitioning_p, itself, platform="tpu")
    _export._CUSTOM_CALL_TARGETS_GUARANTEED_STABLE |= {f"labora.{name}" for name in DECOMPOSITIONS}

    for name, options in DECOMPOSITIONS.items():
        primitive = getattr(linalg, f"{name}_p", None)
        if primitive is not None:
            mlir.register_lowering(primitive, decomposition(primitive, name, options), platform="tpu")


def decomposition(primitive, name, options):
    """The rule of a primitive."""

    def rule(ctx, *operands, subset_by_index=None, **parameters):
        from jax._src.interpreters import mlir

        if subset_by_index is not None:

            def subset(operand):
                start, end = subset_by_index
                values = primitive.bind(operand, subset_by_index=None, **parameters)
                # The last of three results, of svd, has the vectors in rows.
                return [v[..., start:end, :] if i == 2 else v[..., start:end] for i, v in enumerate(values)]

            return mlir.lower_fun(subset, multiple_results=True)(ctx, *operands)
        if parameters.get("sort_eig_vals"):
            raise NotImplementedError("schur on this TPU does not sort eigenvalues")
        shapes = None
        if any(not isinstance(size, int) for aval in ctx.avals_out for size in aval.shape):
            shapes = [mlir.eval_dynamic_shape_as_tensor(ctx, aval.shape) for aval in ctx.avals_out]
        config = {ours: bool(parameters.get(theirs, False)) for ours, theirs in options.items()}
        types = [ir_type(ctx, aval) for aval in ctx.avals_out]
        call = mlir.custom_call(
            f"labora.{name}",
            result_types=types,
            operands=list(operands),
            backend_config=json.dumps(config, sort_keys=True),
            result_shapes=shapes,
        )
        return list(call.results)

    return rule


def ir_type(ctx, aval):
    from jax._src.interpreters import mlir

    if "ctx" in inspect.signature(mlir.aval_to_ir_type).parameters:
        return mlir.aval_to_ir_type(ctx.module_context, aval)
    return mlir.aval_to_ir_type(aval)


class Host:
    """The connection by which the worker calls functions of this process. `crates/worker/src/server/callbacks.rs` of
    Labora describes it."""

    # The one of the present client, and of its process: a fork has none.
    current = None
    lock = threading.Lock()
    # Functions whose program is gone may still be called by runs that were started before: so many are kept.
    RETIRED = 10_000

    @classmethod
    def get(cls):
        with cls.lock:
            if cls.current is None or cls.current.process != os.getpid() or not cls.current.is_open:
                cls.current = cls()
            return cls.current

    def __init__(self):
        address = os.environ["TPU_NAME"].partition("://")[2]
        try:
            if address.startswith("unix:"):
                self.socket = socket.socket(socket.AF_UNIX)
                self.socket.connect(address.removeprefix("unix:"))
            else:
                name, _, port = address.rpartition(":")
                self.socket = socket.create_connection((name.strip("[]"), int(port)))
                self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError as error:
            raise ConnectionError(f"the TPU at {address} is gone ({error}): restart the runtime") from error
        self.process, self.is_open, self.sending = os.getpid(), True, threading.Lock()
        self.functions, self.retired = {}, collections.deque()
        self.asking, self.told = threading.Lock(), queue.SimpleQueue()
        token = authorization()
        self.socket.sendall(b"LABORA CALLBACKS 1\n" + struct.pack("<I", len(token)) + token)
        self.stream = self.socket.makefile("rb")
        (first,) = struct.unpack("<Q", self.stream.read(8))
        if first == 0:
            raise RuntimeError("the worker refuses calls of functions: LABORA_WORKER_TOKEN is not its token")
        self.numbers = itertools.count(first)
        threading.Thread(target=self.receive, name="labora-callbacks", daemon=True).start()

    def add(self, function, keep):
        """The number of a function, which is kept as long as `keep`."""
        number = next(self.numbers)
        self.functions[number] = function
        weakref.finalize(keep, self.retire, number)
        return number

    def retire(self, number):
        self.retired.append(number)
        while len(self.retired) > self.RETIRED:
            self.functions.pop(self.retired.popleft(), None)

    def receive(self):
        try:
            while head := self.stream.read(24):
                call, number, size = struct.unpack("<QQQ", head)
                arguments = self.stream.read(size)
                if number == 0:
                    self.told.put(arguments)
                    continue
                # A function may wait for a program that calls another one.
                threading.Thread(target=self.answer, args=(call, number, arguments), daemon=True).start()
        except (OSError, struct.error):
            pass
        finally:
            self.is_open = False
            self.told.put(None)

    def answer(self, call, number, arguments):
        try:
            status, content = 0, self.functions[number](arguments)
        except BaseException:
            status, content = 1, traceback.format_exc().encode(errors="replace")[-60_000:]
        try:
            with self.sending:
                self.socket.sendall(struct.pack("<QBQ", call, status, len(content)) + content)
        except OSError:
            # The worker is gone: the client raises that.
            pass


    def memory_stats(self, device):
        """The use of a device's memory, as far as the worker counts it."""
        with self.asking:
            with self.sending:
                self.socket.sendall(struct.pack("<QBQ", device, 2, 0))
            told = self.told.get()
        if told is None:
            raise RuntimeError("the worker is gone")
        names = ("bytes_in_use", "peak_bytes_in_use", "bytes_limit", "num_allocs", "largest_alloc_size")
        stats = {name: number for name, number in zip(names, struct.unpack("<5q", told)) if number >= 0}
        return stats or None


def add_memory_stats():
    """Lets devices have statistics of their memory, which the client refuses."""
    from jax._src.lib import xla_client

    stock = xla_client.Device.memory_stats

    def memory_stats(self):
        return Host.get().memory_stats(self.id) if self.platform == "tpu" else stock(self)

    xla_client.Device.memory_stats = memory_stats


class Keep:
    """Lives as long as the program that calls a function."""


def add_callbacks():
    """Lets programs call Python's functions: `jax.debug.print`, `jax.pure_callback`, `io_callback`."""
    import numpy as np
    from jax._src import callback, core, dtypes, sharding_impls
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir.dialects import hlo

    stock = callback.emit_python_callback
    # Types that the custom call does not take are sent as wider ones, which have all of their values.
    wider = {"float0": bool, "int2": np.int8, "int4": np.int8, "uint2": np.uint8, "uint4": np.uint8}

    def sent(aval):
        aval = core.physical_aval(aval)
        name = np.dtype(aval.dtype).name if aval.dtype != dtypes.float0 else "float0"
        type_sent = np.float32 if name.startswith(("float8", "float4")) else wider.get(name)
        return aval if type_sent is None else aval.update(dtype=np.dtype(type_sent))

    def read(content, avals):
        at, values = 0, []
        for aval in avals:
            array = sent(aval)
            count = int(np.prod(array.shape, dtype=np.int64))
            value = np.frombuffer(content, array.dtype, count, at).reshape(array.shape)
            at += value.nbytes
            values.append(value.astype(core.physical_aval(aval).dtype, copy=False))
        return values

    def written(results, avals):
        if len(results) != len(avals):
            raise RuntimeError(
                f"Mismatched number of outputs from callback. Expected: {len(avals)}, Actual: {len(results)}"
            )
        parts = []
        for i, (result, aval) in enumerate(zip(results, avals)):
            canonical = getattr(dtypes, "canonicalize_value", None) or (lambda value: value)
            result = np.asarray(canonical(np.asarray(result)))
            for what in ("shape", "dtype"):
                expected, actual = getattr(aval, what), getattr(result, what)
                if expected != actual:
                    raise RuntimeError(
                        f"Incorrect output {what} for return value #{i}: Expected: {expected}, Actual: {actual}"
                    )
            parts.append(np.ascontiguousarray(result.astype(sent(aval).dtype, copy=False)).tobytes())
        return b"".join(parts)

    def emit(ctx, function, token, operands, operand_avals, result_avals, *, has_side_effect, **options):
        context = ctx.module_context.axis_context
        # The arguments are those of one device already, or the devices' shards would be.
        is_of_one = isinstance(context, sharding_impls.SPMDAxisContext) or context.num_devices == 1
        if tuple(ctx.module_context.platforms) != ("tpu",) or options.get("partitioned") and not is_of_one:
            return stock(
                ctx, function, token, operands, operand_avals, result_avals, has_side_effect=has_side_effect, **options
            )
        keep = Keep()
        ctx.module_context.add_keepalive(keep)
        number = Host.get().add(lambda content: written(function(*read(content, operand_avals)), result_avals), keep)

        def convert(value, aval, to):
            return value if aval.dtype == to.dtype else hlo.convert(ir_type(ctx, to), value)

        physical = [core.physical_aval(aval) for aval in operand_avals]
        operands = [convert(value, aval, sent(aval)) for value, aval in zip(operands, physical, strict=True)]
        types = [ir_type(ctx, sent(aval)) for aval in result_avals]
        has_token = token is not None and token is not False
        if has_token:
            operands, types = [token, *operands], [hlo.TokenType.get(), *types]
        call = mlir.custom_call(
            "labora.callback",
            result_types=types,
            operands=operands,
            backend_config=str(number),
            has_side_effect=has_side_effect,
        )
        results = list(call.results)
        if has_token:
            token, *results = results
        return [convert(r, sent(aval), aval) for r, aval in zip(results, result_avals, strict=True)], token, keep

    callback.emit_python_callback = emit


def add_inspections():
    """Lets the worker tell `jax.debug.inspect_array_sharding` the sharding of a value, while it compiles."""
    import numpy as np
    from jax._src import debugging, sharding_impls
    from jax._src import mesh as meshes
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client

    def inspect_sharding(ctx, value, *, callback):
        context = ctx.module_context.axis_context
        if isinstance(context, sharding_impls.SPMDAxisContext):
            mesh = context.mesh
            devices = tuple(mesh.devices.flat)
        else:
            devices, mesh = context.device_assignment, meshes.thread_resources.env.physical_mesh
            if (abstract := getattr(context, "abstract_mesh", None)) is not None:
                mesh = meshes.Mesh(np.array(devices).reshape(abstract.axis_sizes), abstract.axis_names)

        def tell(sharding):
            if mesh.empty:
                callback(sharding_impls.GSPMDSharding(devices, sharding))
            else:
                spec = sharding_impls.parse_flatten_op_sharding(sharding, mesh)[0]
                callback(sharding_impls.NamedSharding(mesh, spec))

        def told(content):
            sharding = xla_client.OpSharding()
            sharding.ParseFromString(content)
            tell(xla_client.HloSharding.from_proto(sharding))
            return b""

        if len(devices) == 1:
            tell(sharding_impls.replicated_hlo_sharding)
            return []
        keep = Keep()
        ctx.module_context.add_keepalive(keep)
        number = Host.get().add(told, keep)
        mlir.custom_call(
            "labora.inspect_sharding",
            result_types=[],
            operands=[value],
            backend_config=str(number),
            has_side_effect=True,
        )
        return []

    mlir.register_lowering(debugging.inspect_sharding_p, inspect_sharding, platform="tpu", cacheable=False)


ADDITIONS = (
    quieten, order_meshes, add_decompositions, add_copies, add_callbacks, add_inspections, add_memory_stats,
)  # fmt: skip
