"""`tf.contrib.tpu` of 2018: models of Keras and plain functions on the eight cores of a TPU."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from ... import _system
from ..._glue import placement
from ...session import Operation
from ...tpu import batch_parallel, core, cross_replica_sum, replicate, rewrite, shard
from .model import KerasTPUModel, TPUDistributionStrategy, keras_to_tpu_model

__all__ = [
    "CrossShardOptimizer",
    "KerasTPUModel",
    "TPUDistributionStrategy",
    "batch_parallel",
    "bfloat16_scope",
    "core",
    "cross_replica_sum",
    "initialize_system",
    "keras_to_tpu_model",
    "replicate",
    "rewrite",
    "shard",
    "shutdown_system",
]


def initialize_system(embedding_config: Any = None, job: str | None = None) -> Operation:
    """An operation for `Session.run` that initializes the TPU; its value describes the TPU's topology."""
    return Operation("ConfigureDistributedTPU", _topology)


def _topology() -> bytes:
    if not placement.cores():
        raise ValueError(_system.NO_TPU)
    return b"\n\x03\x02\x02\x02\x10\x01\x18" + bytes([len(placement.cores())])


def shutdown_system(job: str | None = None) -> Operation:
    """An operation for `Session.run` that shuts the TPU down."""
    return Operation("ShutdownDistributedTPU", lambda: None)


def CrossShardOptimizer(opt: Any, reduction: Any = None, name: str = "CrossShardOptimizer", **_: Any) -> Any:  # noqa: N802
    """The optimizer itself: gradients are summed over the cores anyway, and `minimize` takes the mean of
    losses."""
    object.__setattr__(opt, "_labora_cross_shard", reduction not in ("sum", "weighted_sum"))
    return opt


def bfloat16_scope() -> Any:
    """Refused: layers are made with a policy in Keras 3."""
    raise NotImplementedError("tf.contrib.tpu.bfloat16_scope: use tf.keras.mixed_precision.set_global_policy")


def outside_compilation(computation: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Calls a function."""
    return computation(*args, **kwargs)


def __getattr__(name: str) -> Any:
    if name == "python":
        return importlib.import_module(f"{__name__}.python")
    if name.startswith("__"):
        raise AttributeError(name)
    from ... import _feeds
    from ...errors import NotInLabora

    if _feeds.is_feed(name):
        raise _feeds.missing("tf.contrib.tpu", name)
    if name in ("TPUEstimator", "TPUEstimatorSpec", "RunConfig", "TPUConfig", "InputPipelineConfig"):
        raise NotInLabora(
            f"tf.contrib.tpu.{name}: estimators are not in Labora; make a Keras model and train it with "
            "tf.contrib.tpu.keras_to_tpu_model or in the scope of tf.distribute.TPUStrategy"
        )
    raise NotInLabora(f"tf.contrib.tpu.{name} is not in Labora; there are {', '.join(__all__)}")
