"""Collectives in two steps, as `jax.lax.psum_scatter_start` and its result's `done`: the first one computes, the second
one is the identity. The processor's devices share memory, so that a collective has no time to hide."""

from __future__ import annotations

from typing import Any


def register(platform: str) -> None:
    """Registers the rules of all such collectives that this release of JAX has."""
    from jax._src.interpreters import mlir
    from jax._src.lax import parallel

    for name in dir(parallel):
        if name.endswith("_done_p"):
            mlir.register_lowering(getattr(parallel, name), lambda ctx, future: [future], platform=platform)
        if name.endswith("_start_p"):
            # One of NVIDIA's GPUs has no rule for other platforms.
            at_once = mlir._lowerings.get(getattr(parallel, name.removesuffix("_start_p") + "_p", None))
            if at_once is not None:
                mlir.register_lowering(getattr(parallel, name), _rule(at_once.rule), platform=platform)


def _rule(at_once: Any) -> Any:
    """The rule of the first step, from that of the collective in one step."""

    def rule(ctx: Any, *operands: Any, **options: Any) -> Any:
        inner = [getattr(aval, "inner_aval", aval) for aval in ctx.avals_out]
        return at_once(ctx.replace(avals_out=inner), *operands, **options)

    return rule
