"""Variables of Keras with TensorFlow's habits, and what is told when one is read, written, created."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import jax
import jax.numpy as jnp
import keras
import numpy as np



def initial(value: Any) -> Any:
    """What a `keras.Variable` begins with."""
    return value


@contextlib.contextmanager
def outside_of_functions() -> Iterator[None]:
    yield


def created(variable: keras.Variable, value: Any) -> None:
    """A `tf.Variable` was made with this value."""


def concrete(variable: keras.Variable) -> Any:
    """The value as NumPy's array, or None while it is traced."""
    value = variable._value
    if value is None or isinstance(value, jax.core.Tracer):
        return None
    array = np.asarray(value)
    return array[()] if array.ndim == 0 else array


def scatter(value: jax.Array, indices: Any, updates: Any, how: str) -> jax.Array:
    """Rows `updates` set or added at the rows `indices`."""
    return getattr(value.at[jnp.asarray(indices)], how)(jnp.asarray(updates))


def scatter_nd(value: jax.Array, indices: Any, updates: Any, how: str) -> jax.Array:
    """`updates` set or added at the places that the last axis of `indices` names."""
    indices = jnp.asarray(indices)
    places = tuple(indices[..., i] for i in range(indices.shape[-1]))
    return getattr(value.at[places], how)(jnp.asarray(updates))
