"""`tf.config.experimental`."""

from __future__ import annotations

from typing import Any

from . import (
    LogicalDeviceConfiguration,
    get_logical_device_configuration,
    get_visible_devices,
    list_logical_devices,
    list_physical_devices,
    set_logical_device_configuration,
    set_visible_devices,
)

VirtualDeviceConfiguration = LogicalDeviceConfiguration
get_virtual_device_configuration = get_logical_device_configuration
set_virtual_device_configuration = set_logical_device_configuration
__all__ = [
    "VirtualDeviceConfiguration",
    "enable_mlir_bridge",
    "enable_op_determinism",
    "enable_tensor_float_32_execution",
    "get_device_details",
    "get_memory_growth",
    "get_memory_info",
    "get_memory_usage",
    "get_synchronous_execution",
    "get_virtual_device_configuration",
    "get_visible_devices",
    "list_logical_devices",
    "list_physical_devices",
    "set_memory_growth",
    "set_synchronous_execution",
    "set_virtual_device_configuration",
    "set_visible_devices",
]


def set_memory_growth(device: Any, enable: bool) -> None:
    """Accepted, and nothing else."""


def get_memory_growth(device: Any) -> bool:
    """True."""
    return True


def get_memory_info(device: Any) -> dict[str, int]:
    """Not known."""
    return {"current": 0, "peak": 0}


def get_memory_usage(device: Any) -> int:
    """Not known."""
    return 0


def get_device_details(device: Any) -> dict[str, Any]:
    """Nothing."""
    return {}


def enable_op_determinism() -> None:
    """Operations are deterministic."""


def enable_tensor_float_32_execution(enabled: bool) -> None:
    """Accepted, and nothing else."""


def enable_mlir_bridge(*_: Any) -> None:
    """Accepted, and nothing else."""


disable_mlir_bridge = enable_mlir_bridge


def set_synchronous_execution(enable: bool) -> None:
    """Accepted, and nothing else."""


def get_synchronous_execution() -> bool:
    """True."""
    return True


def __getattr__(name: str) -> Any:
    from .. import config

    if name.startswith("__"):
        raise AttributeError(name)
    try:
        return getattr(config, name)
    except AttributeError:
        from .._names import missing

        raise missing("tf.config.experimental", name) from None
