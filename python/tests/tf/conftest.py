"""The package on JAX's CPU with eight virtual devices, which stand for the cores of a TPU."""

from __future__ import annotations

import os
import sys

os.environ.setdefault("KERAS_BACKEND", "jax")
if "jax" not in sys.modules:
    os.environ["JAX_PLATFORMS"] = "cpu"
    flag = "--xla_force_host_platform_device_count=8"
    if flag not in os.environ.get("XLA_FLAGS", ""):
        os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {flag}".strip()
    os.environ.setdefault("COLAB_TPU_ADDR", "127.0.0.1:8470")
    os.environ.setdefault("TPU_NAME", "grpc://127.0.0.1:8470")
