"""Lowering rules: primitives of JAX that the processor computes by custom calls of its own.

Each custom call has its results in the order of the primitive's, and its options as JSON in ``backend_config``.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
from collections.abc import Callable
from typing import Any

from labora import _async_collectives, _gamma, _ragged, _tridiagonal_solve


def register(platform: str) -> None:
    """Registers the rules, those of primitives that this release of JAX has."""
    from jax._src.interpreters import mlir
    from jax._src.lax import linalg

    for name, rule in _RULES.items():
        primitive = getattr(linalg, f"{name}_p", None)
        if primitive is not None:
            mlir.register_lowering(primitive, rule, platform=platform)

    mlir.register_lowering(linalg.tridiagonal_solve_p, _tridiagonal_solve.rule, platform=platform)
    _gamma.register(platform)

    from jax._src.lax import parallel

    if hasattr(parallel, "ragged_all_to_all_p"):
        mlir.register_lowering(parallel.ragged_all_to_all_p, _ragged.rule, platform=platform)
    _async_collectives.register(platform)

    try:
        from jax._src import shard_alike
    except ImportError:
        # JAX 0.12 does not have it.
        pass
    else:
        # That two values have one sharding is a wish for speed: the library chooses each by what computes it.
        mlir.register_lowering(shard_alike.shard_alike_p, lambda ctx, *values: list(values), platform=platform)

    from jax._src import custom_partitioning

    mlir.register_lowering(custom_partitioning.custom_partitioning_p, _custom_partitioning, platform=platform)

    from jax._src.export import _export

    stable = getattr(_export, "_CUSTOM_CALL_TARGETS_GUARANTEED_STABLE", None)
    if stable is not None:
        stable |= {f"labora.{name}" for name in _RULES}
    mlir.register_lowering(_export.call_exported_p, _call_exported, platform=platform)


def ir_type(ctx: Any, aval: Any) -> Any:
    """The MLIR type of an abstract value. JAX 0.12 added the context to the function's parameters."""
    from jax._src.interpreters import mlir

    if "ctx" in inspect.signature(mlir.aval_to_ir_type).parameters:
        return mlir.aval_to_ir_type(ctx.module_context, aval)
    return mlir.aval_to_ir_type(aval)


def _custom_call(ctx: Any, name: str, operands: Any, options: dict[str, Any]) -> Any:
    from jax._src.interpreters import mlir

    shapes = None
    if any(not isinstance(size, int) for aval in ctx.avals_out for size in aval.shape):
        shapes = [mlir.eval_dynamic_shape_as_tensor(ctx, aval.shape) for aval in ctx.avals_out]
    call = mlir.custom_call(
        f"labora.{name}",
        result_types=[ir_type(ctx, aval) for aval in ctx.avals_out],
        operands=list(operands),
        backend_config=json.dumps(options, sort_keys=True),
        result_shapes=shapes,
    )
    return list(call.results)


def _custom_partitioning(ctx: Any, *values: Any, call: Any, **rest: Any) -> Any:
    """The rule of `custom_partitioning`: the function itself, which the library partitions as it does all others.

    The user's `partition` and `sharding_rule` are not called: a partitioner that is a function of Python has no place
    in the PJRT C API. They say how to compute the function's results faster, not other results.
    """
    from jax._src import config, core, custom_partitioning
    from jax._src.interpreters import mlir

    if not config.use_shardy_partitioner.value:
        # JAX's own rule checks that there is a rule for GSPMD, and raises its error if not.
        return custom_partitioning._custom_partitioning_lowering_rule(ctx, *values, call=call, **rest)
    return mlir.lower_fun(core.jaxpr_as_fun(call), multiple_results=True)(ctx, *values)


def _call_exported(ctx: Any, *values: Any, exported: Any) -> Any:
    """The rule of calls of exported functions. One that was exported for JAX's CPU backend, and not for this platform,
    runs as it is, unless it contains custom calls of that backend: the other operations are the same on both."""
    from jax._src.export import _export

    here = ctx.module_context.platforms
    if len(here) == 1 and here[0] not in exported.platforms:
        names = tuple(here[0] if name == "cpu" else name for name in exported.platforms)
        exported = dataclasses.replace(exported, platforms=names)
    return _export._call_exported_lowering(ctx, *values, exported=exported)


def _is_full(subset: Any, size: int) -> bool:
    return subset is None or tuple(subset) == (0, size)


def _eigh(ctx: Any, operand: Any, *, lower: bool, subset_by_index: Any = None, **_: Any) -> Any:
    if not _is_full(subset_by_index, ctx.avals_in[0].shape[-1]):
        raise NotImplementedError("eigh on labora computes all eigenvalues: leave subset_by_index out")
    return _custom_call(ctx, "eigh", [operand], {"lower": bool(lower)})


def _svd(
    ctx: Any, operand: Any, *, full_matrices: bool, compute_uv: bool, subset_by_index: Any = None, **_: Any
) -> Any:
    # Symbolic sizes need not have a least one, so that they are compared only where there is a subset.
    if subset_by_index is not None and not _is_full(subset_by_index, min(ctx.avals_in[0].shape[-2:])):
        raise NotImplementedError("svd on labora computes all singular values: leave subset_by_index out")
    return _custom_call(
        ctx, "svd", [operand], {"full_matrices": bool(full_matrices), "compute_uv": bool(compute_uv)}
    )


def _eig(
    ctx: Any, operand: Any, *, compute_left_eigenvectors: bool, compute_right_eigenvectors: bool, **_: Any
) -> Any:
    options = {"left": bool(compute_left_eigenvectors), "right": bool(compute_right_eigenvectors)}
    return _custom_call(ctx, "eig", [operand], options)


def _schur(ctx: Any, operand: Any, *, compute_schur_vectors: bool, sort_eig_vals: bool = False, **_: Any) -> Any:
    if sort_eig_vals:
        raise NotImplementedError("schur on labora does not sort eigenvalues")
    return _custom_call(ctx, "schur", [operand], {"compute_vectors": bool(compute_schur_vectors), "sort": False})


def _tridiagonal(ctx: Any, operand: Any, *, lower: bool, **_: Any) -> Any:
    return _custom_call(ctx, "tridiagonal", [operand], {"lower": bool(lower)})


def _plain(name: str) -> Callable[..., Any]:
    """The rule of a primitive without options."""
    return lambda ctx, *operands, **_: _custom_call(ctx, name, operands, {})


_RULES: dict[str, Callable[..., Any]] = {
    "eigh": _eigh,
    "svd": _svd,
    "eig": _eig,
    "schur": _schur,
    "tridiagonal": _tridiagonal,
    "hessenberg": _plain("hessenberg"),
    "geqp3": _plain("geqp3"),
    "lu": _plain("lu"),
}
