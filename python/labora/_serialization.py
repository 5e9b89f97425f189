"""Serialized executables (`jax.experimental.serialize_executable`), which go to the devices they were compiled for."""

from __future__ import annotations

import ctypes
from typing import Any

# What an executable of the library begins with. JAX writes a header of its own before it.
_MAGIC = b"LABORAXE"


def register(platform: str, library: str) -> None:
    """Lets JAX load an executable onto its own devices. JAX takes all devices of a platform where the caller names
    none, and then hands arrays for all of them to a program that runs on one."""
    from jax._src.lib import xla_client
    from jax.experimental import serialize_executable

    find = ctypes.CDLL(library).Labora_SerializedDevices
    find.restype = ctypes.c_size_t
    find.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_int32), ctypes.c_size_t]
    unpickler = serialize_executable._JaxPjrtUnpickler
    load = unpickler.persistent_load

    def persistent_load(self: Any, pid: Any) -> Any:
        if pid[0] == "exec" and self.backend.platform == platform:
            ids = (ctypes.c_int32 * len(self.backend.devices()))()
            executable = pid[1][max(pid[1].find(_MAGIC), 0) :]
            count = find(executable, len(executable), ids, len(ids))
            own = [self.devices_by_id.get(number) for number in ids[:count]]
            # Devices that the caller names may be others.
            if own and None not in own:
                self.execution_devices = xla_client.DeviceList(tuple(own))
        return load(self, pid)

    unpickler.persistent_load = persistent_load
