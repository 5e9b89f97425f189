"""`tensorflow.python.platform`."""

from __future__ import annotations

import importlib
from typing import Any


def __getattr__(name: str) -> Any:
    if name == "tf_logging":
        return importlib.import_module("labora_tf.logging")
    if name == "gfile":
        return importlib.import_module("labora_tf.gfile")
    if name == "build_info":
        return _Build
    if name == "test":
        return importlib.import_module("labora_tf").test
    raise AttributeError(f"module 'tensorflow.python.platform' has no attribute {name!r}")


class _Build:
    build_info = {"is_cuda_build": False, "is_rocm_build": False, "is_tensorrt_build": False}
    is_cuda_build = False
