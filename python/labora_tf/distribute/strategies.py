"""The strategies of `tf.distribute`."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any

import keras

from .. import _placement, _replica
from .._glue import placement, replicas
from .values import DistributedDataset, InputContext


class ReduceOp:
    """`tf.distribute.ReduceOp`."""

    SUM, MEAN = "SUM", "MEAN"

    @staticmethod
    def name_of(op: Any) -> str:
        """`SUM` or `MEAN` of what users write: the members, and their names in any case."""
        name = str(op).rsplit(".", 1)[-1].upper()
        if name not in ("SUM", "MEAN"):
            raise ValueError(f"ReduceOp {op!r} is none of SUM, MEAN")
        return name

    @staticmethod
    def from_variable_aggregation(aggregation: Any) -> str:
        """The operation for a variable's aggregation."""
        return ReduceOp.name_of(aggregation)


class StrategyExtended:
    """`strategy.extended`."""

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy

    @property
    def worker_devices(self) -> tuple[str, ...]:
        return self._strategy._names

    parameter_devices = worker_devices

    @property
    def num_replicas_in_sync(self) -> int:
        return self._strategy.num_replicas_in_sync

    _num_replicas_in_sync = num_replicas_in_sync
    num_hosts = 1
    experimental_require_static_shapes = True

    def call_for_each_replica(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        return self._strategy.run(fn, args, kwargs)

    def reduce_to(self, reduce_op: Any, value: Any, destinations: Any = None, options: Any = None) -> Any:
        return self._strategy.reduce(reduce_op, value, axis=None)

    def batch_reduce_to(self, reduce_op: Any, value_destination_pairs: Any, options: Any = None) -> list[Any]:
        return [self.reduce_to(reduce_op, value) for value, _ in value_destination_pairs]

    def update(
        self, var: Any, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, group: bool = True
    ) -> Any:
        return fn(var, *args, **(kwargs or {}))

    def value_container(self, value: Any) -> Any:
        return value

    @contextlib.contextmanager
    def colocate_vars_with(self, colocate_with_variable: Any) -> Any:
        yield

    def variable_created_in_scope(self, v: Any) -> bool:
        """True if the variable's values are on the strategy's devices."""
        return placement.on_devices(v._value, self._strategy._devices)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"strategy.extended.{name} is not in Labora")


class Strategy:
    """A way to divide work among devices; `tf.distribute.Strategy`."""

    def __init__(self, devices: tuple[Any, ...], names: tuple[str, ...]) -> None:
        self._devices, self._names = devices, names
        self._distribution = _placement.DevicesDistribution(devices) if len(devices) > 1 else None
        self.extended = StrategyExtended(self)

    @property
    def num_replicas_in_sync(self) -> int:
        """Over how many replicas gradients are summed."""
        return len(self._devices)

    @property
    def cluster_resolver(self) -> Any:
        return getattr(self, "_resolver", None)

    def scope(self) -> Any:
        """Models, optimizers and variables that are made in this scope are on the strategy's devices; such
        models train there, outside of the scope, too."""
        return _placement.strategy_scope(self)

    def run(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, options: Any = None) -> Any:
        """Runs `fn(*args, **kwargs)` in every replica, each with its share of `PerReplica` values.

        Returns:
            What the replicas return, each tensor as a `PerReplica`; plain values if there is one replica.
        """
        kwargs = kwargs or {}
        args = tuple(args)
        if len(self._devices) == 1:
            with self.scope(), _replica.entered(self, 0):
                return fn(*args, **kwargs)
        with self.scope():
            enter = functools.partial(_replica.entered, self)
            return replicas.run(fn, args, kwargs, self._devices, enter)

    experimental_run_v2 = run

    def experimental_run(self, fn: Callable[..., Any], input_iterator: Any = None) -> Any:
        """`fn` in every replica, with its share of the iterator's next batch."""
        return self.run(fn, () if input_iterator is None else (next(input_iterator),))

    call_for_each_replica = run

    def reduce(self, reduce_op: Any, value: Any, axis: int | None = None) -> Any:
        """Sum or mean of a value over the replicas and, with `axis`, along that axis of each replica's
        value."""
        op = ReduceOp.name_of(reduce_op)
        return keras.tree.map_structure(lambda leaf: self._reduce(op, leaf, axis), value)

    def _reduce(self, op: str, value: Any, axis: int | None) -> Any:
        if isinstance(value, replicas.PerReplica):
            return replicas.reduce(op, value, axis)
        tensor = keras.ops.convert_to_tensor(value)
        if axis is not None:
            return (keras.ops.sum if op == "SUM" else keras.ops.mean)(tensor, axis=axis)
        if op == "SUM" and len(self._devices) > 1:
            return tensor * len(self._devices)  # A value that every replica has.
        return tensor

    def gather(self, value: Any, axis: int) -> Any:
        """The replicas' values one after another along `axis`."""

        def joined(leaf: Any) -> Any:
            if not isinstance(leaf, replicas.PerReplica):
                return leaf
            return keras.ops.concatenate(list(leaf.values), axis=axis)

        return keras.tree.map_structure(joined, value)

    def experimental_local_results(self, value: Any) -> Any:
        """A tuple of the replicas' values."""
        if isinstance(value, replicas.PerReplica):
            return value.values
        if isinstance(value, (tuple, list, dict)) and keras.tree.flatten(value):
            parts = [self.experimental_local_results(leaf) for leaf in keras.tree.flatten(value)]
            return tuple(keras.tree.pack_sequence_as(value, list(part)) for part in zip(*parts, strict=True))
        return (value,)

    unwrap = experimental_local_results

    def experimental_distribute_dataset(self, dataset: Any, options: Any = None) -> DistributedDataset:
        """A data set of global batches, whose rows are divided among the replicas."""
        return DistributedDataset(dataset, self._devices)

    def make_dataset_iterator(self, dataset: Any) -> DistributedDataset.Iterator:
        """`iter(strategy.experimental_distribute_dataset(dataset))`."""
        return iter(self.experimental_distribute_dataset(dataset))

    def experimental_make_numpy_dataset(self, numpy_input: Any, session: Any = None) -> Any:
        """A data set of the rows of arrays."""
        from ..data import Dataset

        return Dataset.from_tensor_slices(numpy_input)

    def distribute_datasets_from_function(
        self, dataset_fn: Callable[..., Any], options: Any = None
    ) -> DistributedDataset:
        """The data set that `dataset_fn(input_context)` makes: each replica takes a batch of it."""
        context = InputContext(1, 0, self.num_replicas_in_sync)
        return DistributedDataset(dataset_fn(context), self._devices, joined=len(self._devices) > 1)

    experimental_distribute_datasets_from_function = distribute_datasets_from_function

    def make_input_fn_iterator(self, input_fn: Callable[..., Any], replication_mode: Any = None) -> Any:
        """`iter(strategy.distribute_datasets_from_function(input_fn))`."""
        return iter(self.distribute_datasets_from_function(input_fn))

    def experimental_distribute_values_from_function(self, value_fn: Callable[..., Any]) -> Any:
        """A value for each replica: `value_fn(context)` with the replica's number in
        `replica_id_in_sync_group`."""
        contexts = [_replica.ReplicaContext(self, i) for i in range(len(self._devices))]
        values = [value_fn(context) for context in contexts]
        if len(values) == 1:
            return values[0]
        return keras.tree.map_structure(lambda *each: replicas.stack_each(list(each), self._devices), *values)

    def configure(self, *args: Any, **kwargs: Any) -> None:
        """Accepted, and nothing else."""

    def __repr__(self) -> str:
        return f"<tensorflow.python.distribute.{type(self).__name__} of {self.num_replicas_in_sync} replicas>"


class TPUStrategy(Strategy):
    """All cores of the TPU; `tf.distribute.TPUStrategy(resolver)`.

    Raises:
        ValueError: there is no TPU.
    """

    def __init__(
        self,
        tpu_cluster_resolver: Any = None,
        steps_per_run: Any = None,
        device_assignment: Any = None,
        experimental_device_assignment: Any = None,
        experimental_spmd_xla_partitioning: bool = False,
    ) -> None:
        from .. import _system
        from .cluster_resolver import TPUClusterResolver

        if device_assignment is not None or experimental_device_assignment is not None:
            raise NotImplementedError("TPUStrategy takes all cores here; leave device_assignment out")
        if experimental_spmd_xla_partitioning:
            raise NotImplementedError(
                "TPUStrategy replicates here; leave experimental_spmd_xla_partitioning out"
            )
        self._resolver = tpu_cluster_resolver or TPUClusterResolver("")
        cores = _system.cores_or_error()
        super().__init__(cores, tuple(_system.device_names()))
        _system.log_metadata(self._resolver.master())

    @property
    def steps_per_run(self) -> int:
        return 1


class OneDeviceStrategy(Strategy):
    """One device: `/cpu:0`, or a core such as `/device:TPU:3`."""

    def __init__(self, device: str = "/cpu:0") -> None:
        name = device.rsplit("/", 1)[-1].removeprefix("device:").upper()
        kind, _, number = name.partition(":")
        if kind == "TPU":
            device_of = placement.cores()[int(number or 0) :][:1]
        elif kind == "GPU":
            device_of = tuple(placement.gpus()[int(number or 0) :][:1])
        else:
            device_of = (placement.host(),)
        if not device_of:
            raise ValueError(f"There is no device {device!r} here")
        super().__init__(device_of, (device,))
        if device_of[0] is not placement.host():
            self._distribution = _placement.DevicesDistribution(device_of)


class MirroredStrategy(Strategy):
    """The GPUs, or the named devices; without any, the host alone with one replica."""

    def __init__(self, devices: Any = None, cross_device_ops: Any = None) -> None:
        from ..logging import warning

        kinds = [str(name).rsplit("/", 1)[-1].removeprefix("device:").upper() for name in devices or ()]
        gpus = tuple(placement.gpus())
        if any(kind.startswith("TPU") for kind in kinds):
            chosen = tuple(placement.cores()[int(kind.partition(":")[2] or 0)] for kind in kinds)
        elif kinds and gpus:
            chosen = tuple(gpus[int(kind.partition(":")[2] or 0)] for kind in kinds if kind.startswith("GPU"))
        else:
            chosen = gpus
        if not chosen:
            if len(kinds) > 1:
                raise ValueError(f"The devices {list(devices)} are not there: this runtime has {_present()}")
            if not kinds:
                warning("There are non-GPU devices in `tf.distribute.Strategy`, not using nccl allreduce.")
            elif any(not kind.startswith("CPU") for kind in kinds):
                raise ValueError(f"The devices {list(devices)} are not there: this runtime has {_present()}")
            chosen = (placement.host(),)
        names = (
            tuple(f"/job:localhost/replica:0/task:0/device:GPU:{i}" for i in range(len(chosen)))
            if gpus
            else ()
        )
        names = names or ("/job:localhost/replica:0/task:0/device:CPU:0",)
        super().__init__(chosen, names)
        from ..logging import info

        info("Using MirroredStrategy with devices %s", repr(self._names))


def _present() -> str:
    cores = len(placement.cores()) if placement.has_tpu() else 0
    return f"the CPU and {cores} cores of a TPU" if cores else "the CPU"


@functools.cache
def default_strategy() -> Strategy:
    """The strategy outside of all scopes: one replica on the host."""
    return _DefaultStrategy((placement.host(),), ("/job:localhost/replica:0/task:0/device:CPU:0",))


class _DefaultStrategy(Strategy):
    def scope(self) -> Any:
        return contextlib.nullcontext(self)
