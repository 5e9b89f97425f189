"""Devices of the host and of the TPU, and layouts of variables and batches over them.

"The host" is JAX's CPU if JAX's default device is a TPU, else that default device. "The cores" are the
devices of the platform `tpu` (a worker's), else those of `labora`, else several virtual CPU devices (of
tests).
"""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Iterator
from typing import Any

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from .. import _environment

#: The name of the only axis of all meshes here: the replicas, over which a batch is divided.
AXIS = "batch"

if _environment.CONNECTS_ITSELF and "tpu" in os.environ["JAX_PLATFORMS"].split(","):
    from jax.extend.backend import ifrt_proxy, register_backend_factory

    def _connect() -> Any:
        options = ifrt_proxy.ClientConnectionOptions()
        if token := os.environ.get("LABORA_WORKER_TOKEN"):
            options.initialization_data = {"authorization": f"Bearer {token}".encode()}
        return ifrt_proxy.get_client(f"grpc://{_environment.WORKER}", options)

    register_backend_factory("tpu", _connect, priority=-1)


def _of_platform(platform: str) -> list[Any]:
    try:
        return list(jax.devices(platform))
    except RuntimeError:
        return []


@functools.cache
def host() -> Any:
    """The device on which eager operations, fresh variables and models are."""
    default = jax.devices()[0]
    if default.platform == "tpu":
        return (_of_platform("cpu") or [default])[0]
    return default


@functools.cache
def cores() -> tuple[Any, ...]:
    """The cores of the TPU; empty where there is none."""
    for platform in ("tpu", "labora"):
        if found := _of_platform(platform):
            return tuple(found)
    virtual = _of_platform("cpu")
    return tuple(virtual) if len(virtual) > 1 else ()


def default() -> Any:
    """JAX's own default device."""
    return jax.devices()[0]


def has_tpu() -> bool:
    """True if this runtime is one with a TPU: JAX has the platform, or the environment names one."""
    return bool(cores()) and (cores()[0].platform == "tpu" or _environment.names_tpu())


def gpus() -> list[Any]:
    """The GPUs of JAX."""
    return _of_platform("gpu")


@functools.cache
def mesh(devices: tuple[Any, ...]) -> Mesh:
    """A mesh of one axis over devices."""
    return Mesh(np.array(devices), (AXIS,))


@functools.cache
def replicated(devices: tuple[Any, ...]) -> NamedSharding:
    """The layout of values of which every device has a copy."""
    return NamedSharding(mesh(devices), PartitionSpec())


@functools.cache
def divided(devices: tuple[Any, ...]) -> NamedSharding:
    """The layout of batches of which every device has a share of the rows."""
    return NamedSharding(mesh(devices), PartitionSpec(AXIS))


def batch_layout(shape: tuple[int, ...], devices: tuple[Any, ...]) -> NamedSharding:
    """Divided by rows if the devices can share them evenly, else a copy for each device."""
    even = len(shape) > 0 and shape[0] > 0 and shape[0] % len(devices) == 0
    return divided(devices) if even else replicated(devices)


def put(value: Any, layout: NamedSharding) -> Any:
    """A value on the devices of a layout."""
    return jax.device_put(value, layout)


def to_host(value: Any) -> Any:
    """An array on the host's device, uncommitted, as eager values are."""
    return jax.device_put(np.asarray(value)) if isinstance(value, jax.Array) else value


def on_devices(value: Any, devices: tuple[Any, ...]) -> bool:
    """True if an array is on exactly these devices."""
    return isinstance(value, jax.Array) and value.sharding.device_set == set(devices)


def default_to_host(whether: bool) -> None:
    """Makes the host JAX's default device, or gives JAX its own default back."""
    jax.config.update("jax_default_device", host() if whether and jax.devices()[0] is not host() else None)


@contextlib.contextmanager
def on_host() -> Iterator[None]:
    """JAX's default device is the host in this block (of this thread)."""
    with jax.default_device(host()):
        yield


def is_traced(value: Any) -> bool:
    """True for a value of a function that is being compiled."""
    return isinstance(value, jax.core.Tracer)


def tracing() -> bool:
    """Whether operations go into a program instead of being run."""
    from .tape import is_traced as goes_into_program

    return goes_into_program()
