"""`tf.tpu`, and the functions of `tf.contrib.tpu` that run a function on cores."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _system
from .._glue import replicas
from ..session import Deferred

__all__ = ["XLAOptions", "batch_parallel", "core", "cross_replica_sum", "replicate", "rewrite", "shard"]


class XLAOptions:
    """`tf.tpu.XLAOptions`: accepted, and nothing else."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass


def _outputs(deferred: Deferred, values: Any) -> Any:
    return [np.asarray(value) for value in values] if isinstance(values, (list, tuple)) else [np.asarray(values)]


def rewrite(computation: Callable[..., Any], inputs: Any = None, *_: Any, **__: Any) -> Deferred:
    """The results of `computation(*inputs)` on a core of the TPU, as a list, when `Session.run` asks for them."""
    cores = _system.cores_or_error()
    inputs = list(inputs or [])

    def evaluate(resolve: Callable[[Any], Any]) -> Any:
        return _outputs(deferred, replicas.on_core(computation, [resolve(value) for value in inputs], cores[0]))

    deferred = Deferred(evaluate, "TPUOutput")
    return deferred


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
        ValueError: there are fewer cores than shares.
        NotImplementedError: other axes than the first.
    """
    cores = _system.cores_or_error()
    if any(axis for axis in [*(input_shard_axes or []), *(output_shard_axes or [])]):
        raise NotImplementedError("tf.contrib.tpu.shard divides the first axis only")
    if num_shards > len(cores):
        raise ValueError(f"num_shards is {num_shards}, and there are {len(cores)} cores")
    inputs = list(inputs or [])

    def evaluate(resolve: Callable[[Any], Any]) -> Any:
        values = [np.split(np.asarray(resolve(value)), num_shards) for value in inputs]
        parts = [
            _outputs(deferred, replicas.on_core(computation, [value[i] for value in values], cores[i]))
            for i in range(num_shards)
        ]
        joined = [np.concatenate([np.atleast_1d(part) for part in each]) for each in zip(*parts, strict=True)]
        if outputs_from_all_shards is False:
            return list(parts[0])
        return joined

    deferred = Deferred(evaluate, "TPUOutput")
    return deferred


def batch_parallel(computation: Callable[..., Any], inputs: Any = None, num_shards: int = 1, *_: Any, **__: Any) -> Any:
    """`shard` along the first axis of inputs and results."""
    return shard(computation, inputs, num_shards)


def replicate(computation: Callable[..., Any], inputs: Any = None, *_: Any, **__: Any) -> list[Deferred]:
    """For each list of inputs the results of `computation`, each on a core of its own."""
    cores = _system.cores_or_error()

    def on(index: int, values: list[Any]) -> Deferred:
        def evaluate(resolve: Callable[[Any], Any]) -> Any:
            return _outputs(deferred, replicas.on_core(computation, [resolve(v) for v in values], cores[index]))

        deferred = Deferred(evaluate, f"TPUOutput_{index}")
        return deferred

    return [on(i, list(values or [])) for i, values in enumerate(inputs or [[]])]


def core(num: int) -> str:
    """The name of a core, for `tf.device`."""
    return f"device:TPU_REPLICATED_CORE:{num}"


def cross_replica_sum(x: Any, group_assignment: Any = None, name: str | None = None) -> Any:
    """The sum over the replicas, in a replica."""
    return x if replicas.current() is None else replicas.all_reduce("SUM", x)


def __getattr__(name: str) -> Any:
    if name == "experimental":
        return importlib.import_module(f"{__name__}.experimental")
    if name.startswith("__"):
        raise AttributeError(name)
    from ..errors import NotInLabora

    raise NotInLabora(f"tf.tpu.{name} is not in Labora; there are {', '.join(__all__)} and experimental")


