"""`tf.config`: which devices there are. Settings of placement and speed are accepted and change nothing."""

from __future__ import annotations

import importlib
from typing import Any

from .. import _system
from .._glue import placement

__all__ = [
    "LogicalDevice",
    "LogicalDeviceConfiguration",
    "PhysicalDevice",
    "experimental_connect_to_cluster",
    "experimental_connect_to_host",
    "experimental_functions_run_eagerly",
    "experimental_run_functions_eagerly",
    "functions_run_eagerly",
    "get_logical_device_configuration",
    "get_soft_device_placement",
    "get_visible_devices",
    "list_logical_devices",
    "list_physical_devices",
    "run_functions_eagerly",
    "set_logical_device_configuration",
    "set_soft_device_placement",
    "set_visible_devices",
]
_soft = [True]


class _Device:
    def __init__(self, name: str, device_type: str) -> None:
        self.name, self.device_type = name, device_type

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.name == other.name  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r}, device_type={self.device_type!r})"


class LogicalDevice(_Device):
    """`tf.config.LogicalDevice`."""


class PhysicalDevice(_Device):
    """`tf.config.PhysicalDevice`."""


class LogicalDeviceConfiguration:
    """`tf.config.LogicalDeviceConfiguration`: accepted, and nothing else."""

    def __init__(self, memory_limit: Any = None, experimental_priority: Any = None, **_: Any) -> None:
        self.memory_limit = memory_limit


def _of_kind(devices: list[Any], device_type: str | None) -> list[Any]:
    return [d for d in devices if device_type is None or d.device_type == device_type]


def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The host's CPU, its GPUs, and the cores of the TPU."""
    devices = [PhysicalDevice("/physical_device:CPU:0", "CPU")]
    devices += [PhysicalDevice(f"/physical_device:GPU:{i}", "GPU") for i in range(len(placement.gpus()))]
    if placement.has_tpu():
        devices += [PhysicalDevice(f"/physical_device:TPU:{i}", "TPU") for i in range(len(placement.cores()))]
    return _of_kind(devices, device_type)


def list_logical_devices(device_type: str | None = None) -> list[LogicalDevice]:
    """The host's CPU, its GPUs, and the cores of the TPU, as programs name them."""
    devices = [LogicalDevice("/device:CPU:0", "CPU")]
    devices += [LogicalDevice(f"/device:GPU:{i}", "GPU") for i in range(len(placement.gpus()))]
    if placement.has_tpu():
        devices += [LogicalDevice(f"/device:TPU:{i}", "TPU") for i in range(len(placement.cores()))]
    return _of_kind(devices, device_type)


def get_visible_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """All devices."""
    return list_physical_devices(device_type)


def set_visible_devices(devices: Any, device_type: str | None = None) -> None:
    """Accepted, and nothing else."""


def get_logical_device_configuration(device: Any) -> None:
    """None: no device is divided."""


def set_logical_device_configuration(device: Any, logical_devices: Any) -> None:
    """Accepted for one logical device, whose limits change nothing.

    Raises:
        NotInLabora: there are to be several.
    """
    if len(list(logical_devices or ())) > 1:
        from ..errors import NotInLabora

        raise NotInLabora(
            f"tf.config.set_logical_device_configuration: {device} is not divided into "
            f"{len(logical_devices)} devices in Labora; TPUStrategy has the eight cores of the TPU"
        )


def get_soft_device_placement() -> bool:
    """What was set."""
    return _soft[0]


def set_soft_device_placement(enabled: bool) -> None:
    """Whether `tf.device` of a GPU, of which there is none, means the host; else it is an error."""
    _soft[0] = bool(enabled)


def experimental_connect_to_cluster(
    cluster_spec_or_resolver: Any = None,
    job_name: str = "localhost",
    task_index: int = 0,
    protocol: Any = None,
    make_master_device_default: bool = True,
    cluster_device_filters: Any = None,
) -> None:
    """The runtime is connected to its TPU already.

    Raises:
        ValueError: there is none.
    """
    _system.cores_or_error()


def experimental_connect_to_host(remote_host: Any = None, job_name: str = "worker") -> None:
    """The runtime is connected to its TPU already.

    Raises:
        ValueError: there is none.
    """
    _system.cores_or_error()


def run_functions_eagerly(run_eagerly: bool) -> None:
    """Lets `tf.function`s run as plain Python, or be compiled."""
    from .. import _function

    _function.run_functions_eagerly(bool(run_eagerly))


def functions_run_eagerly() -> bool:
    """What `run_functions_eagerly` set."""
    from .. import _function

    return _function.functions_run_eagerly()


experimental_run_functions_eagerly = run_functions_eagerly
experimental_functions_run_eagerly = functions_run_eagerly


def __getattr__(name: str) -> Any:
    if name in ("experimental", "threading", "optimizer"):
        return importlib.import_module(f"{__name__}.{name}")
    if name.startswith("__"):
        raise AttributeError(name)
    try:
        from .._names import missing
    except ImportError:
        raise AttributeError(f"module 'tensorflow.config' has no attribute {name!r}") from None
    raise missing("tf.config", name)
