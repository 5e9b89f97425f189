"""`tf.distribute`: strategies over the eight cores of a TPU, and over one device.

`strategy.run(fn, args)` has TensorFlow's semantics: every replica sees its share of the batch, optimizers sum
the
gradients over the replicas, metrics add up, random numbers differ. `model.fit` of a model that was made in a
strategy's scope trains on all cores, with batch normalization over the whole batch, as Keras 3 does it.
"""

from __future__ import annotations

import importlib
from typing import Any

from .. import _placement, _replica
from .strategies import (
    MirroredStrategy,
    OneDeviceStrategy,
    ReduceOp,
    Strategy,
    StrategyExtended,
    TPUStrategy,
    default_strategy,
)
from .values import DistributedDataset, DistributedValues, InputContext, InputOptions

DistributedIterator = DistributedDataset.Iterator
CrossDeviceOps = object

__all__ = [
    "CrossDeviceOps",
    "DistributedDataset",
    "DistributedIterator",
    "DistributedValues",
    "HierarchicalCopyAllReduce",
    "InputContext",
    "InputOptions",
    "MirroredStrategy",
    "NcclAllReduce",
    "OneDeviceStrategy",
    "ReduceOp",
    "ReplicaContext",
    "ReductionToOneDevice",
    "RunOptions",
    "Strategy",
    "StrategyExtended",
    "TPUStrategy",
    "experimental_set_strategy",
    "get_loss_reduction",
    "get_replica_context",
    "get_strategy",
    "has_strategy",
    "in_cross_replica_context",
]
ReplicaContext = _replica.ReplicaContext


class _Accepted:
    """How replicas exchange values, which is JAX's matter here."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass


class NcclAllReduce(_Accepted):
    """Accepted, and nothing else."""


class HierarchicalCopyAllReduce(_Accepted):
    """Accepted, and nothing else."""


class ReductionToOneDevice(_Accepted):
    """Accepted, and nothing else."""


class RunOptions(_Accepted):
    """Options of `Strategy.run`: accepted, and nothing else."""


def get_strategy() -> Strategy:
    """The strategy in whose scope this is; outside of all, one of a single replica on the host."""
    context = _replica.current()
    if context is not None:
        return context.strategy
    return _placement.current_strategy() or default_strategy()


def has_strategy() -> bool:
    """True in the scope of a strategy (or its replicas) other than the default one."""
    return get_strategy() is not default_strategy()


def in_cross_replica_context() -> bool:
    """True in the scope of a strategy, outside of what it runs in replicas."""
    return _replica.current() is None and _placement.current_strategy() is not None


def get_replica_context() -> Any:
    """The replica that runs; None in a cross-replica context."""
    context = _replica.current()
    if context is not None or _placement.current_strategy() is not None:
        return context
    return _replica.ReplicaContext(default_strategy(), 0)


def experimental_set_strategy(strategy: Strategy | None) -> None:
    """Opens a strategy's scope for the rest of the program."""
    if strategy is not None:
        strategy.scope().__enter__()
    else:
        for opened in list(_placement.strategies()):
            _placement.strategies().remove(opened)


def get_loss_reduction() -> str:
    """How the default loss of a replica is reduced."""
    return ReduceOp.SUM


def __getattr__(name: str) -> Any:
    if name in ("cluster_resolver", "experimental", "strategies", "values"):
        return importlib.import_module(f"{__name__}.{name}")
    if name.startswith("__"):
        raise AttributeError(name)
    if name in ("MultiWorkerMirroredStrategy", "ParameterServerStrategy", "Server"):
        from ..errors import NotInLabora

        raise NotInLabora(
            f"tf.distribute.{name} is not in Labora, where one program has one machine: use TPUStrategy or "
            "MirroredStrategy"
        )
    from .._names import missing

    raise missing("tf.distribute", name)
