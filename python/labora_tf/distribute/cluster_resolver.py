"""`tf.distribute.cluster_resolver`: where the TPU is."""

from __future__ import annotations

from typing import Any

from .. import _system
from .._glue import placement

__all__ = ["ClusterResolver", "ClusterSpec", "SimpleClusterResolver", "TPUClusterResolver"]


class ClusterSpec:
    """`tf.train.ClusterSpec`: the tasks of jobs."""

    def __init__(self, cluster: Any) -> None:
        self._jobs = dict(cluster._jobs if isinstance(cluster, ClusterSpec) else cluster)

    def as_dict(self) -> dict[str, list[str]]:
        return {job: list(tasks) for job, tasks in self._jobs.items()}

    @property
    def jobs(self) -> list[str]:
        return sorted(self._jobs)

    def num_tasks(self, job_name: str) -> int:
        return len(self._jobs[job_name])

    def job_tasks(self, job_name: str) -> list[str]:
        return list(self._jobs[job_name])

    def task_address(self, job_name: str, task_index: int) -> str:
        return self._jobs[job_name][task_index]

    def as_cluster_def(self) -> ClusterSpec:
        return self

    def __bool__(self) -> bool:
        return bool(self._jobs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ClusterSpec) and self._jobs == other._jobs

    def __repr__(self) -> str:
        return f"ClusterSpec({self._jobs!r})"


class ClusterResolver:
    """The base of cluster resolvers."""


class SimpleClusterResolver(ClusterResolver):
    """A resolver of a given cluster."""

    def __init__(self, cluster_spec: Any, master: str = "", **_: Any) -> None:
        self._spec, self._master = ClusterSpec(cluster_spec), master

    def cluster_spec(self) -> ClusterSpec:
        return self._spec

    def master(self, *_: Any, **__: Any) -> str:
        return self._master


class TPUClusterResolver(ClusterResolver):
    """`TPUClusterResolver(tpu)`: the TPU at an address; `""`, None and "local" are that of this runtime.

    Raises:
        ValueError: there is none.
    """

    def __init__(
        self,
        tpu: Any = None,
        zone: str | None = None,
        project: str | None = None,
        job_name: str = "worker",
        coordinator_name: str | None = None,
        coordinator_address: str | None = None,
        credentials: Any = "default",
        service: Any = None,
        discovery_url: str | None = None,
        **_: Any,
    ) -> None:
        if isinstance(tpu, (list, tuple)):
            tpu = tpu[0] if tpu else None
        self._tpu = tpu.decode() if isinstance(tpu, bytes) else tpu
        self._job = job_name
        self.task_type, self.task_id, self.environment, self.rpc_layer = job_name, 0, "", "grpc"
        if self._tpu and self._tpu.startswith("/device"):
            self._tpu = "local"
        if not self._tpu or self._tpu == "local":
            self._check_present()
        elif not placement.cores():
            raise ValueError(f"{_system.NO_TPU} There is no TPU at {self._tpu!r}: this runtime has none.")

    def _check_present(self) -> None:
        if not placement.has_tpu():
            raise ValueError(f"{_system.NO_TPU} This runtime has no TPU; choose one of type TPU.")

    @staticmethod
    def connect(tpu: Any = None, zone: str | None = None, project: str | None = None) -> TPUClusterResolver:
        """A resolver whose TPU is connected and initialized."""
        from ..tpu.experimental import initialize_tpu_system

        resolver = TPUClusterResolver(tpu, zone, project)
        initialize_tpu_system(resolver)
        return resolver

    def master(self, task_type: Any = None, task_id: Any = None, rpc_layer: Any = None) -> str:
        """The address, `grpc://HOST:PORT`."""
        if self._tpu and self._tpu != "local":
            return self._tpu if "://" in self._tpu or ":" not in self._tpu else f"grpc://{self._tpu}"
        return _system.default_address() or "local"

    def get_master(self) -> str:
        return self.master()

    def get_job_name(self) -> str:
        return self._job

    def get_coordinator_name(self) -> None:
        return None

    def get_tpu_system_metadata(self) -> TPUSystemMetadata:
        return TPUSystemMetadata()

    tpu_hardware_feature = None

    def cluster_spec(self) -> ClusterSpec:
        """The one worker."""
        return ClusterSpec({self._job: [_system.host_and_port(self.master())]})

    def num_accelerators(self, *_: Any, **__: Any) -> dict[str, int]:
        return {"TPU": len(placement.cores())}

    def __enter__(self) -> TPUClusterResolver:
        return self

    def __exit__(self, *_: Any) -> None:
        return None


class ContribTPUClusterResolver(TPUClusterResolver):
    """The resolver of 2018, which asks no question when it is made."""

    def _check_present(self) -> None:
        if not placement.cores():
            super()._check_present()


class TPUSystemMetadata:
    """What a TPU says of itself."""

    @property
    def num_cores(self) -> int:
        return len(placement.cores())

    num_hosts = 1
    num_of_cores_per_host = num_cores
    topology = None

    @property
    def devices(self) -> list[str]:
        return _system.device_names()


def __getattr__(name: str) -> Any:
    from .._names import missing

    raise missing("tf.distribute.cluster_resolver", name)
