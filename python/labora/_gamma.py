"""Lowering rules: the incomplete gamma functions and their derivative by `a`, computed in f64.

JAX's own series take about nine times the square root of `a` terms near `x = a`, and in f32, where 1 is too small to
be added to a large `a`, millions. There, this is the uniform asymptotic expansion of N. Temme (DLMF 8.12): with
`mu = (x - a) / a` and `eta^2 / 2 = mu - log(1 + mu)`, `P(a, x) = erfc(-eta sqrt(a / 2)) / 2 - E T` of
`E = exp(-a eta^2 / 2) / sqrt(2 pi a)`, and `T` a series in `eta` and `1 / a`. Elsewhere JAX's loops have some hundreds
of terms at most. In f32 their first factor, `exp(a log x - x - log gamma(a))`, would lose most digits, too.
"""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import Any

# Where the expansion is as exact as f64: `a` from here on, and `mu` up to here.
LEAST_A = 200.0
LARGEST_MU = 0.3
# Powers of 1 / a and of eta, and of mu in the series of the logarithm.
A_TERMS = 7
ETA_TERMS = 20
LOG_TERMS = 32


@functools.cache
def coefficients() -> list[list[float]]:
    """The coefficients of `T`: for each power of `1 / a` those of the powers of `eta`."""
    count = ETA_TERMS + 2 * A_TERMS
    # `mu` as a series in `eta`, by which `mu mu' = (1 + mu) eta`.
    mu = [Fraction(0), Fraction(1)]
    for n in range(2, count + 2):
        products = sum(mu[i] * (n + 1 - i) * mu[n + 1 - i] for i in range(2, n))
        mu.append((mu[n - 1] - products) / (n + 1))
    # The coefficients of Stirling's series (DLMF 5.11.5) are products of odd numbers and the series' coefficients.
    stirling = []
    odd = Fraction(1)
    for k in range(A_TERMS):
        stirling.append(odd * mu[2 * k + 1])
        odd *= 2 * k + 3
    row = [(n + 2) * mu[n + 2] - (n == 0) for n in range(count)]
    first, rows = row, [row]
    for k in range(1, A_TERMS):
        row = [(-1) ** k * stirling[k] * first[n] + (n + 2) * row[n + 2] for n in range(len(row) - 2)]
        rows.append(row)
    return [[float(c) for c in row[: ETA_TERMS - 2 * k]] for k, row in enumerate(rows)]


def polynomial(x: Any, coefficients: list[Any]) -> Any:
    result = coefficients[-1]
    for c in reversed(coefficients[:-1]):
        result = result * x + c
    return result


def expansion(a: Any, x: Any) -> tuple[Any, Any, Any]:
    """`eta sqrt(a / 2)`, `T` and `log E`."""
    import jax.numpy as jnp

    mu = (x - a) / a
    half = mu * mu * polynomial(mu, [(-1.0) ** n / (n + 2) for n in range(LOG_TERMS)])
    # The sign stays apart, so that there is a derivative where mu is zero.
    eta = mu * jnp.sqrt(2 * polynomial(mu, [(-1.0) ** n / (n + 2) for n in range(LOG_TERMS)]))
    t = polynomial(1 / a, [polynomial(eta, row) for row in coefficients()])
    return eta * jnp.sqrt(a / 2), t, -a * half - jnp.log(2 * jnp.pi * a) / 2


def rule(kind: str, own: Any) -> Any:
    """The function of two arrays of one type, given JAX's own."""

    def function(a: Any, x: Any, *, dtype: Any) -> Any:
        import jax
        import jax.numpy as jnp
        from jax import lax

        a, x = a.astype(jnp.float64), x.astype(jnp.float64)
        is_near = (a > LEAST_A) & (abs(x - a) < LARGEST_MU * a)
        one = jnp.ones_like(a)
        far = own(jnp.where(is_near, one, a), jnp.where(is_near, one, x), dtype=jnp.float64)
        a, x = jnp.where(is_near, a, one), jnp.where(is_near, x, one)
        (z, t, log_e), (dz, dt, dlog_e) = jax.jvp(lambda a: expansion(a, x), (a,), (one,))
        if kind == "igamma":
            near = lax.erfc(-z) / 2 - jnp.exp(log_e) * t
        elif kind == "igammac":
            near = lax.erfc(z) / 2 + jnp.exp(log_e) * t
        else:
            near = (jnp.sqrt(2 * a) * dz - dt - t * dlog_e) * jnp.exp(log_e)
        return jnp.where(is_near, near, far).astype(dtype)

    return function


def register(platform: str) -> None:
    """Registers the rules."""
    from jax._src import config
    from jax._src.interpreters import mlir
    from jax._src.lax import special

    for kind in ("igamma", "igammac", "igamma_grad_a"):
        lower = mlir.lower_fun(special._up_and_broadcast(rule(kind, getattr(special, f"{kind}_impl"))), False)

        def in_f64(ctx: Any, *values: Any, lower: Any = lower, **parameters: Any) -> Any:
            with config.enable_x64(True):
                return lower(ctx, *values, **parameters)

        mlir.register_lowering(getattr(special, f"{kind}_p"), in_f64, platform=platform)
