"""`tf.sysconfig`: there is no library of TensorFlow to build against."""

from __future__ import annotations

from typing import Any

__all__ = ["get_build_info"]


def get_build_info() -> dict[str, Any]:
    """How this `tensorflow` was built: without CUDA."""
    return {"is_cuda_build": False, "is_rocm_build": False, "is_tensorrt_build": False}


def __getattr__(name: str) -> Any:
    from labora_tf import _names

    raise _names.missing("tf.sysconfig", name)
