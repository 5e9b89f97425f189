"""The cost of a program before it is compiled, `jax.stages.Lowered.cost_analysis`."""

from __future__ import annotations

from typing import Any


def register(platform: str) -> None:
    """Lets JAX's CPU backend estimate the cost of programs that are lowered for the platform, which JAX refuses for
    every plugin. The estimate is XLA's, of the program before any compiler has changed it.

    If `JAX_PLATFORMS` leaves the CPU backend out, the result is None, as JAX has it.
    """
    from jax._src import xla_bridge
    from jax._src.interpreters import pxla
    from jaxlib import _jax

    original = pxla.MeshComputation.cost_analysis

    def cost_analysis(self: Any) -> dict[str, float]:
        if self.compile_args["backend"].platform != platform or "cpu" not in xla_bridge.backends():
            return original(self)
        return _jax.hlo_module_cost_analysis(xla_bridge.get_backend("cpu"), self.hlo().as_hlo_module())

    pxla.MeshComputation.cost_analysis = cost_analysis
