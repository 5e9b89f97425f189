"""Replica contexts: `tf.distribute.get_replica_context()`, and optimizers that sum gradients over
replicas."""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Callable, Iterator
from typing import Any

import keras

from ._glue import replicas

_state = threading.local()


class ReplicaContext:
    """Where a replica runs: `replica_id_in_sync_group`, `all_reduce` and so on."""

    def __init__(self, strategy: Any, replica_id: Any) -> None:
        self._strategy, self._id = strategy, replica_id

    @property
    def strategy(self) -> Any:
        return self._strategy

    @property
    def num_replicas_in_sync(self) -> int:
        return self._strategy.num_replicas_in_sync

    @property
    def replica_id_in_sync_group(self) -> Any:
        """0 to `num_replicas_in_sync - 1`; an integer tensor in replicas that are compiled as one."""
        return self._id

    @property
    def devices(self) -> tuple[str, ...]:
        return (self._strategy.extended.worker_devices[0],)

    def _alone(self) -> bool:
        return replicas.current() is None

    def all_reduce(self, reduce_op: Any, value: Any, options: Any = None) -> Any:
        """Sum or mean of a nest of tensors over all replicas."""
        from .distribute import ReduceOp

        return value if self._alone() else replicas.all_reduce(ReduceOp.name_of(reduce_op), value)

    def all_gather(self, value: Any, axis: int, options: Any = None) -> Any:
        """The replicas' tensors one after another along `axis`."""
        return value if self._alone() else replicas.all_gather(value, axis)

    def merge_call(self, merge_fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        """`merge_fn(strategy, *args)`, where what replicas differ in is not merged: each calls it with its
        own."""
        return merge_fn(self._strategy, *args, **(kwargs or {}))

    def __enter__(self) -> ReplicaContext:
        return self

    def __exit__(self, *_: Any) -> None:
        return None


def current() -> ReplicaContext | None:
    """The context of the replica that runs, None in a cross-replica context."""
    return getattr(_state, "context", None)


@contextlib.contextmanager
def entered(strategy: Any, replica_id: Any) -> Iterator[ReplicaContext]:
    """Runs a block as a replica."""
    before = current()
    _state.context = ReplicaContext(strategy, replica_id)
    try:
        yield _state.context
    finally:
        _state.context = before


@contextlib.contextmanager
def training_tape() -> Iterator[None]:
    """Functions of TensorFlow 1 that run in this block may call `optimizer.minimize(loss)` with a tensor."""
    from ._tape import GradientTape

    before = getattr(_state, "tape", None)
    with GradientTape(persistent=True) as tape:
        _state.tape = tape
        try:
            yield
        finally:
            _state.tape = before


def open_tape() -> Any:
    """The tape of `training_tape`, or None."""
    return getattr(_state, "tape", None)


def install_optimizers() -> None:
    """Optimizers sum gradients over the replicas where several run, as TensorFlow's do.

    Keras does this in its optimizers for TensorFlow; its optimizers for JAX know no replicas.
    """
    base = keras.optimizers.Optimizer
    apply = base.apply

    @functools.wraps(apply)
    def summed(self: Any, grads: Any, trainable_variables: Any = None) -> Any:
        scope = replicas.current()
        if scope is None or scope.depth_of_same:
            return apply(self, grads, trainable_variables)
        if getattr(_state, "own_gradients", False):
            return apply(self, grads, trainable_variables)
        grads = replicas.reduce_gradients(list(grads))
        scope.depth_of_same += 1
        try:
            return apply(self, grads, trainable_variables)
        finally:
            scope.depth_of_same -= 1

    base.apply = summed
    for kind in _overriding(base):
        kind.apply = _through(kind.apply)

    def apply_gradients(
        self: Any,
        grads_and_vars: Any,
        name: str | None = None,
        experimental_aggregate_gradients: bool = True,
        skip_gradients_aggregation: bool = False,
        global_step: Any = None,
    ) -> Any:
        pairs = [(g, v) for g, v in grads_and_vars]
        before = getattr(_state, "own_gradients", False)
        _state.own_gradients = skip_gradients_aggregation or not experimental_aggregate_gradients
        try:
            if pairs:
                self.apply([g for g, _ in pairs], [v for _, v in pairs])
        finally:
            _state.own_gradients = before
        if global_step is not None:
            global_step.assign_add(1)
        return self.iterations

    base.apply_gradients = apply_gradients


def _overriding(base: type) -> list[type]:
    """Subclasses of Keras's with an `apply` of their own (of loss scaling)."""
    return (
        [keras.optimizers.LossScaleOptimizer] if "apply" in vars(keras.optimizers.LossScaleOptimizer) else []
    )


def _through(apply: Callable[..., Any]) -> Callable[..., Any]:
    """An `apply` that calls another optimizer's in a branch, where replicas cannot meet: gradients come
    summed."""

    @functools.wraps(apply)
    def summed(self: Any, grads: Any, trainable_variables: Any = None) -> Any:
        scope = replicas.current()
        if scope is None or scope.depth_of_same:
            return apply(self, grads, trainable_variables)
        grads = replicas.reduce_gradients(list(grads))
        scope.depth_of_same += 1
        try:
            return apply(self, grads, trainable_variables)
        finally:
            scope.depth_of_same -= 1

    return summed
