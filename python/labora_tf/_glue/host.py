"""Functions of data pipelines on the host: JAX's CPU, with 64 bits, for this thread alone."""

from __future__ import annotations

from typing import Any

import jax

from . import placement


class host_scope:  # noqa: N801  (used as a function)
    """JAX computes on the CPU and keeps int64 and float64 in this block (of this thread)."""

    __slots__ = ("_device", "_wide")

    def __enter__(self) -> None:
        self._device, self._wide = jax.default_device(placement.host()), jax.enable_x64(True)
        self._device.__enter__()
        self._wide.__enter__()

    def __exit__(self, *error: Any) -> None:
        self._wide.__exit__(*error)
        self._device.__exit__(*error)
