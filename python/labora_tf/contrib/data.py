"""`tf.contrib.data`: what became `tf.data.experimental`."""

from __future__ import annotations

from typing import Any


def batch_and_drop_remainder(batch_size: int) -> Any:
    """A function for `Dataset.apply`: batches, without a last one that is smaller."""
    return lambda dataset: dataset.batch(batch_size, drop_remainder=True)


def map_and_batch(
    map_func: Any,
    batch_size: int,
    num_parallel_batches: int | None = None,
    drop_remainder: bool = False,
    num_parallel_calls: int | None = None,
) -> Any:
    """A function for `Dataset.apply`: `map`, then `batch`."""
    return lambda dataset: dataset.map(map_func).batch(batch_size, drop_remainder=drop_remainder)


def shuffle_and_repeat(buffer_size: int, count: int | None = None, seed: int | None = None) -> Any:
    """A function for `Dataset.apply`: `shuffle`, then `repeat`."""
    return lambda dataset: dataset.shuffle(buffer_size, seed=seed).repeat(count)


def __getattr__(name: str) -> Any:
    from .. import data

    if name.startswith("__"):
        raise AttributeError(name)
    if name == "Dataset":
        return data.Dataset
    return getattr(data.experimental, name)
