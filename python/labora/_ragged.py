"""The rule of JAX's `ragged_all_to_all`, by collectives whose shapes do not depend on values."""

from __future__ import annotations

from typing import Any


def rule(ctx: Any, *operands: Any, axis_name: Any, axis_index_groups: Any = None, **_: Any) -> Any:
    """The lowering rule of `ragged_all_to_all_p`: each device gets the operands of all, and copies its slices."""
    import jax
    import jax.numpy as jnp
    from jax import lax
    from jax._src import config, core
    from jax._src.interpreters import mlir

    def exchange(
        operand: Any, output: Any, input_offsets: Any, send_sizes: Any, output_offsets: Any, recv_sizes: Any
    ) -> Any:
        del send_sizes
        groups = {"axis_index_groups": axis_index_groups}
        of_all = lax.all_gather(operand, axis_name, **groups)
        starts = lax.all_to_all(input_offsets, axis_name, 0, 0, tiled=True, **groups)
        targets = lax.all_to_all(output_offsets, axis_name, 0, 0, tiled=True, **groups)
        per_device = starts.shape[0] // of_all.shape[0]
        rows = jnp.arange(output.shape[0], dtype=starts.dtype)

        def copy(i: Any, result: Any) -> Any:
            sender = lax.dynamic_index_in_dim(of_all, i // per_device, keepdims=False)
            row = rows - targets[i]
            taken = jnp.take(sender, row + starts[i], axis=0, mode="clip")
            is_received = (row >= 0) & (row < recv_sizes[i])
            return jnp.where(is_received.reshape((-1,) + (1,) * (result.ndim - 1)), taken, result)

        return lax.fori_loop(0, starts.shape[0], copy, output)

    mesh = ctx.module_context.axis_context.mesh
    with core.extend_axis_env_nd(mesh.shape.items()), config._check_vma(False), jax.numpy_dtype_promotion("standard"):
        return mlir.lower_fun(exchange, multiple_results=False)(ctx, *operands)
