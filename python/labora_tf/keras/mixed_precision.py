"""`tf.keras.mixed_precision`: Keras's policies, under the names of 2019 as well."""

from __future__ import annotations

import sys
import types
from typing import Any

import keras

from . import _mirror

__path__: list[str] = []
_mirror.fill(globals(), "mixed_precision")
Policy = keras.mixed_precision.Policy


def set_global_policy(policy: Any) -> None:
    """The type in which layers compute that are made from now on: `mixed_bfloat16`, `float32`, ..."""
    keras.mixed_precision.set_global_policy(policy)


def global_policy() -> Any:
    """The present policy."""
    return keras.mixed_precision.global_policy()


LossScaleOptimizer = keras.mixed_precision.LossScaleOptimizer
experimental = types.ModuleType(f"{__name__}.experimental", "`tf.keras.mixed_precision.experimental`.")
experimental.set_policy = set_global_policy  # type: ignore[attr-defined]
experimental.global_policy = global_policy  # type: ignore[attr-defined]
experimental.Policy = Policy  # type: ignore[attr-defined]
experimental.LossScaleOptimizer = LossScaleOptimizer  # type: ignore[attr-defined]
sys.modules[experimental.__name__] = experimental
__all__ = ["LossScaleOptimizer", "Policy", "global_policy", "set_global_policy"]
