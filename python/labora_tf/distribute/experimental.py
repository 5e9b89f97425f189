"""`tf.distribute.experimental`."""

from __future__ import annotations

from typing import Any

from .strategies import MirroredStrategy, TPUStrategy

__all__ = ["CentralStorageStrategy", "CollectiveHints", "MirroredStrategy", "TPUStrategy", "ValueContext"]


class CentralStorageStrategy(MirroredStrategy):
    """As `MirroredStrategy`."""


class CollectiveHints:
    """Accepted, and nothing else."""

    def __init__(self, bytes_per_pack: int = 0, timeout_seconds: float | None = None) -> None:
        self.bytes_per_pack, self.timeout_seconds = bytes_per_pack, timeout_seconds


CommunicationOptions = CollectiveHints


class ValueContext:
    """The number of a replica, for `experimental_distribute_values_from_function`."""

    def __init__(self, replica_id_in_sync_group: int = 0, num_replicas_in_sync: int = 1) -> None:
        self.replica_id_in_sync_group = replica_id_in_sync_group
        self.num_replicas_in_sync = num_replicas_in_sync


def __getattr__(name: str) -> Any:
    if name in ("MultiWorkerMirroredStrategy", "ParameterServerStrategy"):
        from ..errors import NotInLabora

        raise NotInLabora(
            f"tf.distribute.experimental.{name} is not in Labora: use tf.distribute.TPUStrategy"
        )
    from .._names import missing

    raise missing("tf.distribute.experimental", name)
