"""DLPack: other libraries read arrays of the processor, which are in the memory of the host, without a copy."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np


def register(platform: str) -> None:
    """Lets JAX export and import the platform's arrays, which it does for platforms that it knows only."""
    import jax.dlpack
    from jax._src import array, dlpack

    cls = array.ArrayImpl
    original, original_device = cls.__dlpack__, cls.__dlpack_device__

    @functools.wraps(original_device)
    def __dlpack_device__(self: Any) -> tuple[Any, int]:
        if self.platform() != platform or len(self.sharding.device_set) != 1:
            return original_device(self)
        return dlpack.DLDeviceType.kDLCPU, 0

    @functools.wraps(original)
    def __dlpack__(self: Any, *, copy: bool | None = None, **options: Any) -> Any:
        if self.platform() != platform or len(self.sharding.device_set) != 1:
            return original(self, copy=copy, **options)
        options.pop("stream", None)
        version = options.get("max_version")
        # JAX's arrays are constant. Only DLPack 1.0 and later can say so; older readers get memory of their own.
        says_constant = version is not None and version >= (1, 0)
        if copy is False and not says_constant:
            raise BufferError("an array of JAX is constant: without a copy it needs max_version=(1, 0) or later")
        values = np.asarray(self)
        return (values if says_constant else values.copy()).__dlpack__(copy=copy, **options)

    cls.__dlpack__, cls.__dlpack_device__ = __dlpack__, __dlpack_device__
    from_others = dlpack.from_dlpack

    @functools.wraps(from_others)
    def from_dlpack(external_array: Any, device: Any = None, copy: bool | None = None) -> Any:
        if not isinstance(external_array, cls) or external_array.platform() != platform:
            return from_others(external_array, device, copy)
        # DLPack has no name for the platform: the array would become one of JAX's CPU backend.
        devices = getattr(device, "device_set", {device})
        if device is not None and devices != external_array.sharding.device_set:
            if copy is False:
                raise ValueError(f"from_dlpack to {device} copies an array on {external_array.sharding}: allow a copy")
            return jax.device_put(external_array, device)
        return jax.numpy.array(external_array, copy=True) if copy else external_array

    dlpack.from_dlpack = from_dlpack
    jax.dlpack.from_dlpack = from_dlpack
