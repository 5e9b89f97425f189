"""Decompositions as custom calls of the worker, and functions with a partition of the user's."""

import inspect
import json

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


ADDITIONS = (add_decompositions,)
