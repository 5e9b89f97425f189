"""Calls of Python functions: `jax.debug.print`, `jax.pure_callback`, `io_callback` and `jax.debug.inspect_array_sharding`."""

from .connection import Host
from .lowering import ir_type


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


ADDITIONS = (add_callbacks, add_inspections)
