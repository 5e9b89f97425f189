"""`tensorflow.python.tpu`: modules whose names stand at the root of `tf` or in its namespaces."""

from __future__ import annotations

from typing import Any

import labora_tf as _tf


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(
        _tf, {"math_ops": "math", "array_ops": "math", "nn_ops": "nn", "nn": "nn"}.get(name, name), _tf
    )
