"""The TPU as TensorFlow names it: addresses, the names of its devices, and what the log says of it."""

from __future__ import annotations

import os
from typing import Any

from ._glue import placement

NO_TPU = "Please provide a TPU Name to connect to."


def default_address() -> str | None:
    """The address that the environment names, as `grpc://HOST:PORT`, or None."""
    name = os.environ.get("TPU_NAME") or os.environ.get("COLAB_TPU_ADDR")
    if not name:
        return None
    return name if name.startswith("grpc://") or ":" not in name else f"grpc://{name}"


def host_and_port(address: str) -> str:
    """`HOST:PORT` of an address."""
    return address.removeprefix("grpc://")


def device_names(job: str = "worker") -> list[str]:
    """TensorFlow's names of the cores."""
    count = len(placement.cores())
    return [f"/job:{job}/replica:0/task:0/device:TPU:{index}" for index in range(count)]


def log_metadata(master: str) -> None:
    """What TensorFlow logged (level INFO) when it asked a TPU for its devices."""
    from .logging import info

    names = device_names()
    info("Querying Tensorflow master (%s) for TPU system metadata.", master)
    info("Found TPU system:")
    info("*** Num TPU Cores: %d", len(names))
    info("*** Num TPU Workers: %d", 1)
    info("*** Num TPU Cores Per Worker: %d", len(names))
    for name in ["/job:worker/replica:0/task:0/device:CPU:0", *names]:
        kind = name.rsplit(":", 2)[1]
        info("*** Available Device: _DeviceAttributes(%s, %s, %d)", name, kind, memory(kind))


def memory(kind: str) -> int:
    """Bytes that TensorFlow's lists give for a device of this kind."""
    return 17179869184 if kind == "TPU" else 268435456


def cores_or_error() -> tuple[Any, ...]:
    """The cores of the TPU.

    Raises:
        ValueError: there are none.
    """
    cores = placement.cores()
    if not cores:
        raise ValueError(NO_TPU)
    return cores
