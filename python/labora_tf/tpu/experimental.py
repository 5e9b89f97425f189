"""`tf.tpu.experimental`."""

from __future__ import annotations

from typing import Any

from .. import _system
from .._glue import placement
from ..logging import info

__all__ = ["DeviceAssignment", "Topology", "initialize_tpu_system", "shutdown_tpu_system"]


class Topology:
    """Where the cores are."""

    def __init__(self, *_: Any, **__: Any) -> None:
        count = len(placement.cores())
        self.mesh_shape = (count // 2 or 1, 1, 1, 2 if count > 1 else 1)
        self.num_tasks, self.num_tpus_per_task = 1, count

    mesh_rank = 4

    def cpu_device_name_at_coordinates(self, device_coordinates: Any, job: str | None = None) -> str:
        return "/job:worker/replica:0/task:0/device:CPU:0"


class DeviceAssignment:
    """Refused: strategies take all cores."""

    def __init__(self, *_: Any, **__: Any) -> None:
        raise NotImplementedError("tf.tpu.experimental.DeviceAssignment: strategies take all cores here")

    build = classmethod(lambda cls, *_, **__: cls())


def initialize_tpu_system(cluster_resolver: Any = None) -> Topology:
    """Finds the TPU; what was computed stays.

    Raises:
        tf.errors.NotFoundError: there is none.
    """
    if not placement.cores():
        from ..errors import NotFoundError

        raise NotFoundError(None, None, "TPUs not found in the cluster: this runtime has none.")
    master = (
        cluster_resolver.master() if cluster_resolver is not None else _system.default_address() or "local"
    )
    info("Initializing the TPU system: %s", master)
    info("Finished initializing TPU system.")
    return Topology()


def shutdown_tpu_system(cluster_resolver: Any = None) -> None:
    """Nothing to shut down: the TPU ends with the runtime."""
    info("Shutting down the TPU system: %s", "local")


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    from ..errors import NotInLabora

    raise NotInLabora(
        f"tf.tpu.experimental.{name} is not in Labora (embeddings on TPUs: use tf.keras.layers.Embedding)"
    )
