"""The rule of JAX's `tridiagonal_solve`: elimination with partial pivoting, as LAPACK's `gtsv` and `lagts` have it.
JAX's own rule for other platforms does not pivot, and has no `perturb_singular`."""

from __future__ import annotations

from typing import Any


def rule(ctx: Any, *operands: Any, perturb_singular: bool = False, **_: Any) -> Any:
    """The lowering rule of `tridiagonal_solve_p`."""
    import jax
    from jax._src.interpreters import mlir

    def solve(dl: jax.Array, d: jax.Array, du: jax.Array, b: jax.Array) -> jax.Array:
        one = _solve_perturbed if perturb_singular else _solve
        for _ in range(d.ndim - 1):
            one = jax.vmap(one)
        return one(dl, d, du, b)

    return mlir.lower_fun(solve, multiple_results=False)(ctx, *operands)


def _solve(dl: Any, d: Any, du: Any, b: Any) -> Any:
    """The solution of one system; NaN if the matrix is singular."""
    import jax.numpy as jnp

    rows, right = _eliminate(dl, d, du, b)
    return jnp.where((rows[0] == 0).any(), jnp.nan, _substitute(rows, right))


def _solve_perturbed(dl: Any, d: Any, du: Any, b: Any) -> Any:
    """The solution of one system, whose pivots are moved away from zero by the rounding of the largest element."""
    import jax.numpy as jnp

    rows, right = _eliminate(dl, d, du, b)
    pivots = rows[0]
    largest = jnp.max(jnp.stack([jnp.abs(row).max() for row in rows]))
    limits = jnp.finfo(pivots.dtype)
    least = jnp.maximum(limits.eps * largest, limits.tiny)
    towards = jnp.where(pivots.real < 0, -least, least).astype(pivots.dtype)
    return _substitute((jnp.where(jnp.abs(pivots) < least, towards, pivots), *rows[1:]), right)


def _eliminate(dl: Any, d: Any, du: Any, b: Any) -> tuple[tuple[Any, Any, Any], Any]:
    """The rows of U, of which each has a pivot and two elements on its right, and the right sides."""
    import jax
    import jax.numpy as jnp

    def step(row: tuple[Any, Any, Any], below: tuple[Any, Any, Any, Any]) -> tuple[Any, Any]:
        pivot, above, right = row
        left, diagonal, upper, side = below
        swap = jnp.abs(left) > jnp.abs(pivot)
        divisor = jnp.where(swap, left, pivot)
        # Without a divisor, both are zero, and there is nothing to eliminate.
        factor = jnp.where(swap, pivot, left) / jnp.where(divisor == 0, 1, divisor)
        zero = jnp.zeros_like(upper)
        chosen = (divisor, jnp.where(swap, diagonal, above), jnp.where(swap, upper, zero), jnp.where(swap, side, right))
        other = (
            jnp.where(swap, above, diagonal) - factor * chosen[1],
            jnp.where(swap, zero, upper) - factor * chosen[2],
            jnp.where(swap, right, side) - factor * chosen[3],
        )
        return other, chosen

    # The last element of the upper diagonal is outside of the matrix.
    du = du.at[-1].set(0)
    last, (*rows, right) = jax.lax.scan(step, (d[0], du[0], b[0]), (dl[1:], d[1:], du[1:], b[1:]))
    ends = (last[0], last[1], jnp.zeros_like(last[1]))
    pivots, first, second = (jnp.append(row, end) for row, end in zip(rows, ends))
    return (pivots, first, second), jnp.concatenate([right, last[2][None]])


def _substitute(rows: tuple[Any, Any, Any], right: Any) -> Any:
    """The solution of U x = right."""
    import jax
    import jax.numpy as jnp

    def step(solved: tuple[Any, Any], row: tuple[Any, Any, Any, Any]) -> tuple[Any, Any]:
        pivot, first, second, side = row
        x = (side - first * solved[0] - second * solved[1]) / pivot
        return (x, solved[0]), x

    zero = jnp.zeros_like(right[0])
    return jax.lax.scan(step, (zero, zero), (*rows, right), reverse=True)[1]
