"""`tf.tpu`, and the functions of `tf.contrib.tpu` that run a function on cores."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _ops, _replica, _system
from .._glue import replicas
from ..session import Deferred

__all__ = ["XLAOptions", "batch_parallel", "core", "cross_replica_sum", "replicate", "rewrite", "shard"]


class XLAOptions:
    """`tf.tpu.XLAOptions`: accepted, and nothing else."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass


def _outputs(values: Any) -> list[Any]:
    """The results as a list, without operations."""
    values = list(values) if isinstance(values, (list, tuple)) else [values]
    return [np.asarray(value) for value in values if value is not None]


def _training(computation: Callable[..., Any]) -> Callable[..., Any]:
    def call(*values: Any) -> Any:
        with _replica.training_tape():
            return computation(*values)

    return call


def _on_core(computation: Callable[..., Any], inputs: list[Any], device: Any, name: str) -> Deferred:
    from .._function import function

    compiled = function(_training(computation))

    def evaluate(resolve: Callable[[Any], Any]) -> Any:
        with replicas.on_core(device):
            return _outputs(compiled(*replicas.arrays([resolve(value) for value in inputs])))

    return Deferred(evaluate, name)


def rewrite(computation: Callable[..., Any], inputs: Any = None, *_: Any, **__: Any) -> Deferred:
    """The results of `computation(*inputs)` on a core of the TPU, as a list, when `Session.run` asks for
    them."""
    return _on_core(computation, list(inputs or []), _system.cores_or_error()[0], "TPUOutput")


def shard(
    computation: Callable[..., Any],
    inputs: Any = None,
    num_shards: int = 1,
    input_shard_axes: Any = None,
    outputs_from_all_shards: Any = True,
    output_shard_axes: Any = None,
    *_: Any,
    **__: Any,
) -> Deferred:
    """The results of `computation` on shares of the inputs, one a core, joined along the first axis.

    Raises:
        ValueError: there are fewer cores than shares, or the rows do not divide.
        NotImplementedError: other axes than the first.
    """
    cores = _system.cores_or_error()
    if any(axis for axis in [*(input_shard_axes or []), *(output_shard_axes or [])]):
        raise NotImplementedError("tf.contrib.tpu.shard divides the first axis only")
    if num_shards > len(cores):
        raise ValueError(f"num_shards is {num_shards}, and there are {len(cores)} cores")
    if num_shards == 1:
        return rewrite(computation, inputs)
    from ..distribute.strategies import Strategy

    inputs, names = list(inputs or []), tuple(_system.device_names()[:num_shards])
    strategy, trained = Strategy(cores[:num_shards], names), _training(computation)

    def evaluate(resolve: Callable[[Any], Any]) -> Any:
        values = [np.asarray(resolve(value)) for value in inputs]
        if any(value.shape[0] % num_shards for value in values):
            raise ValueError(
                f"the first axis of {[v.shape for v in values]} is not divisible by {num_shards}"
            )
        found = strategy.run(trained, [replicas.stack(value, strategy._devices) for value in values])
        parts = [np.asarray(part.stacked) for part in _leaves(found)]
        if outputs_from_all_shards is False:
            return [part[0] for part in parts]
        return [part if part.ndim == 1 else part.reshape(-1, *part.shape[2:]) for part in parts]

    return Deferred(evaluate, "TPUOutput")


def _leaves(values: Any) -> list[Any]:
    values = list(values) if isinstance(values, (list, tuple)) else [values]
    return [value for value in values if value is not None]


def batch_parallel(
    computation: Callable[..., Any], inputs: Any = None, num_shards: int = 1, *_: Any, **__: Any
) -> Any:
    """`shard` along the first axis of inputs and results."""
    return shard(computation, inputs, num_shards)


def replicate(computation: Callable[..., Any], inputs: Any = None, *_: Any, **__: Any) -> list[Deferred]:
    """For each list of inputs the results of `computation`, each on a core of its own."""
    cores = _system.cores_or_error()
    each = [list(values or []) for values in inputs or [[]]]
    return [_on_core(computation, values, cores[i], f"TPUOutput_{i}") for i, values in enumerate(each)]


def core(num: int) -> str:
    """The name of a core, for `tf.device`."""
    return f"device:TPU_REPLICATED_CORE:{num}"


def cross_replica_sum(x: Any, group_assignment: Any = None, name: str | None = None) -> Any:
    """The sum over the replicas, in a replica."""
    _ops.only("tf.tpu.cross_replica_sum", "group_assignment", group_assignment, None)
    return x if replicas.current() is None else replicas.all_reduce("SUM", x)


def __getattr__(name: str) -> Any:
    if name == "experimental":
        return importlib.import_module(f"{__name__}.experimental")
    if name.startswith("__"):
        raise AttributeError(name)
    from ..errors import NotInLabora

    raise NotInLabora(f"tf.tpu.{name} is not in Labora; there are {', '.join(__all__)} and experimental")
