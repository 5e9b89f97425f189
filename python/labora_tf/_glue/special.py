"""Special functions, and reductions over segments, that Keras's operations do not have."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
from jax.scipy import special

lgamma, digamma, zeta = special.gammaln, special.digamma, special.zeta
igamma, igammac, betainc, ndtri = special.gammainc, special.gammaincc, special.betainc, special.ndtri
i0, i0e, i1, i1e, expi, spence = (
    special.i0,
    special.i0e,
    special.i1,
    special.i1e,
    special.expi,
    special.spence,
)
bitcast = jax.lax.bitcast_convert_type
population_count = jax.lax.population_count


def polygamma(n: Any, x: Any) -> Any:
    """The derivative of order `n` of `digamma`; TensorFlow's orders are floats."""
    return special.polygamma(jnp.asarray(n).astype(jnp.int32), x)


def reduce_window(x: Any, how: str, window: tuple[int, ...], strides: tuple[int, ...], padding: Any) -> Any:
    """The maximum or the sum of windows, over all axes."""
    if how == "max":
        start = -jnp.inf if jnp.issubdtype(x.dtype, jnp.floating) else jnp.iinfo(x.dtype).min
        return jax.lax.reduce_window(x, jnp.asarray(start, x.dtype), jax.lax.max, window, strides, padding)
    return jax.lax.reduce_window(x, jnp.zeros((), x.dtype), jax.lax.add, window, strides, padding)


def conv_gradient_of_input(
    x: Any, kernel: Any, strides: Any, padding: Any, dilations: Any, numbers: Any
) -> Any:
    """A transposed convolution: `x` dilated by the strides, the kernel turned round; padding as pairs."""
    kernel = jnp.flip(kernel, tuple(range(kernel.ndim - 2)))
    return jax.lax.conv_general_dilated(
        x,
        kernel,
        (1,) * len(strides),
        padding,
        lhs_dilation=strides,
        rhs_dilation=dilations,
        dimension_numbers=numbers,
    )


def conv(x: Any, kernel: Any, strides: Any, padding: Any, dilations: Any, numbers: Any, groups: int) -> Any:
    """A convolution with any padding, as pairs."""
    return jax.lax.conv_general_dilated(
        x,
        kernel,
        strides,
        padding,
        rhs_dilation=dilations,
        dimension_numbers=numbers,
        feature_group_count=groups,
    )


def key(seed: Any) -> Any:
    """A key of two 32-bit words for Keras's random functions."""
    return jnp.asarray(seed).astype(jnp.uint32)
