"""`tensorflow.python.client.device_lib`."""

from __future__ import annotations

from typing import Any

from ...session import Session


def list_local_devices(session_config: Any = None) -> list[Any]:
    """The devices of the host."""
    devices = Session().list_devices()
    for device in devices:
        device.name = device.name.replace("/job:localhost/replica:0/task:0", "")
    return devices
