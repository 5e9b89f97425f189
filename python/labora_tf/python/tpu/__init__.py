"""`tensorflow.python.tpu`: modules whose names stand at the root of `tf` or in its namespaces."""

from __future__ import annotations

import importlib
from typing import Any

import labora_tf as _tf

_FEEDS = "labora_tf.contrib.tpu.python.tpu.tpu_feed"


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    if name in ("ops", "tpu_feed"):
        return importlib.import_module(_FEEDS if name == "tpu_feed" else f"{__name__}.ops")
    return getattr(
        _tf, {"math_ops": "math", "array_ops": "math", "nn_ops": "nn", "nn": "nn"}.get(name, name), _tf
    )
