"""Values of replicas, and data sets whose batches are divided among them."""

from __future__ import annotations

from typing import Any

import keras
import numpy as np

from .._glue import compile, replicas  # noqa: A004

DistributedValues = replicas.PerReplica


class InputContext:
    """`tf.distribute.InputContext`: what a function that makes a data set is told."""

    def __init__(
        self, num_input_pipelines: int = 1, input_pipeline_id: int = 0, num_replicas_in_sync: int = 1
    ) -> None:
        self.num_input_pipelines = num_input_pipelines
        self.input_pipeline_id = input_pipeline_id
        self.num_replicas_in_sync = num_replicas_in_sync

    def get_per_replica_batch_size(self, global_batch_size: int) -> int:
        """The rows of one replica.

        Raises:
            ValueError: they do not divide evenly.
        """
        if global_batch_size % self.num_replicas_in_sync:
            raise ValueError(
                f"The `global_batch_size` {global_batch_size} is not divisible by `num_replicas_in_sync` "
                f"{self.num_replicas_in_sync}"
            )
        return global_batch_size // self.num_replicas_in_sync


class InputOptions:
    """`tf.distribute.InputOptions`: accepted, and nothing else."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.__dict__.update(kwargs)


class DistributedDataset:
    """A data set whose batches' rows are divided among replicas.

    With `joined`, each replica takes a batch of its own, as from `distribute_datasets_from_function`.
    """

    class Iterator:
        """Gives a nest of `PerReplica` values for each batch; plain tensors if there is one replica."""

        def __init__(self, dataset: Any, devices: tuple[Any, ...], joined: bool) -> None:
            self._batches, self._devices, self._joined = iter(dataset), devices, joined

        def __iter__(self) -> DistributedDataset.Iterator:
            return self

        def __next__(self) -> Any:
            return compile.draw(self, DistributedDataset.Iterator._fetch)

        def _fetch(self) -> Any:
            if len(self._devices) == 1:
                return next(self._batches)
            if not self._joined:
                return keras.tree.map_structure(self._divided, next(self._batches))
            batches = [next(self._batches)]
            for _ in range(len(self._devices) - 1):
                following = next(self._batches, None)
                if following is None:
                    break
                batches.append(following)
            missing = len(self._devices) - len(batches)
            return keras.tree.map_structure(lambda *parts: self._each(parts, missing), *batches)

        def _divided(self, value: Any) -> Any:
            return replicas.stack(_numbers(value), self._devices)

        def _each(self, parts: tuple[Any, ...], missing: int) -> Any:
            """A batch for each replica, without rows for those for which there is none."""
            arrays = [_numbers(part) for part in parts]
            return replicas.stack_each(arrays + [arrays[0][:0]] * missing, self._devices)

        def get_next(self) -> Any:
            """The next batch.

            Raises:
                tf.errors.OutOfRangeError: there is none.
            """
            try:
                return next(self)
            except StopIteration:
                from ..errors import OutOfRangeError

                raise OutOfRangeError(None, None, "End of sequence") from None

        def get_next_as_optional(self) -> Any:
            """The next batch, or an optional without a value."""
            return _Optional(self)

        def initialize(self) -> list[Any]:
            return []

        initializer = property(initialize)

        @property
        def element_spec(self) -> Any:
            return getattr(self._batches, "element_spec", None)

    def __init__(self, dataset: Any, devices: tuple[Any, ...], joined: bool = False) -> None:
        self._dataset, self._devices, self._joined = dataset, devices, joined

    def __iter__(self) -> DistributedDataset.Iterator:
        return DistributedDataset.Iterator(self._dataset, self._devices, self._joined)

    def __len__(self) -> int:
        batches = len(self._dataset)
        return -(-batches // len(self._devices)) if self._joined else batches

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._dataset, name)


class _Optional:
    def __init__(self, iterator: Any) -> None:
        try:
            self._value, self._has = next(iterator), True
        except StopIteration:
            self._value, self._has = None, False

    def has_value(self) -> bool:
        return self._has

    def get_value(self) -> Any:
        return self._value


def _numbers(value: Any) -> np.ndarray:
    array = np.asarray(value)
    if array.dtype == object or array.dtype.kind in "SU":
        raise TypeError("text cannot be sent to the cores of a TPU: leave it out of a distributed data set")
    return array
