"""Functions of data pipelines on the host: JAX's CPU, with 64 bits, for this thread alone."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import jax

from . import placement


@contextlib.contextmanager
def host_scope() -> Iterator[None]:
    """JAX computes on the CPU and keeps int64 and float64 in this block (of this thread)."""
    with jax.default_device(placement.host()), jax.enable_x64(True):
        yield
