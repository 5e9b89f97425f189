"""Data sets in Keras: `fit`, `evaluate`, `predict`, `adapt`, and Keras's own functions that make data sets.

Keras asks `get_data_adapter` for an adapter of what `fit` is given; here it knows our data sets too. Its
modules that use TensorFlow for data find this package in their lazy module `tensorflow`, which stays "not
available" to Keras.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from keras.src import tree
from keras.src.trainers import data_adapters
from keras.src.trainers.data_adapters import data_adapter_utils
from keras.src.trainers.data_adapters.data_adapter import DataAdapter
from keras.src.utils import module_utils

from labora_tf import _host, _nest


class DatasetAdapter(DataAdapter):
    """Gives Keras the elements of a data set as batches."""

    def __init__(self, dataset: Any, class_weight: dict[int, float] | None = None) -> None:
        self._dataset = dataset if class_weight is None else dataset.map(_weights(class_weight))

    def get_numpy_iterator(self) -> Iterator[Any]:
        for batch in self._dataset._make():
            yield _nest.map_structure(_batch_of, batch)

    get_jax_iterator = get_numpy_iterator

    def get_tf_dataset(self) -> Any:
        return self._dataset

    @property
    def num_batches(self) -> int | None:
        count = int(self._dataset.cardinality())
        return None if count < 0 else count

    @property
    def batch_size(self) -> int | None:
        spec = tree.flatten(self._dataset.element_spec)[0]
        return spec.shape[0] if spec.shape else None

    @property
    def has_partial_batch(self) -> None:
        return None

    @property
    def partial_batch_size(self) -> None:
        return None


def _batch_of(leaf: Any) -> Any:
    """A leaf as a plain array: Keras gives NumPy's to the backend at once."""
    if isinstance(leaf, np.ndarray):
        if leaf.dtype == object:
            raise TypeError(
                "A batch of tf.string cannot go into a model here: put the TextVectorization or StringLookup "
                "layer "
                "into the data set with `dataset.map`."
            )
        if leaf.dtype in (np.int64, np.uint64) and leaf.size:
            narrow = np.iinfo(np.int32 if leaf.dtype == np.int64 else np.uint32)
            if leaf.min() < narrow.min or leaf.max() > narrow.max:
                raise OverflowError(f"A batch has {leaf.dtype} values that do not fit {narrow.dtype}.")
        return leaf.view(np.ndarray)
    return leaf._to_dense().view(np.ndarray) if hasattr(leaf, "_to_dense") else leaf


def _weights(class_weight: dict[int, float]) -> Any:
    """Keras's sample weights of classes, as a function of `map`."""
    table = np.array([class_weight.get(c, 1.0) for c in range(max(class_weight) + 1)], np.float32)

    def add_weights(*data: Any) -> Any:
        x, y, weight = data_adapter_utils.unpack_x_y_sample_weight(data)
        if weight is not None:
            raise ValueError("You cannot `class_weight` and `sample_weight` at the same time.")
        if _nest.is_nested(y):
            raise ValueError("`class_weight` is only supported for Models with a single output.")
        labels = np.asarray(y).view(np.ndarray)
        if labels.ndim >= 2:
            labels = labels.argmax(-1) if labels.shape[-1] > 1 else np.squeeze(labels, -1)
        classes = np.round(labels).astype(np.int32)
        if classes.size and (classes.min() < 0 or classes.max() >= len(table)):
            raise ValueError(
                f"`class_weight` has weights of classes 0 to {len(table) - 1}; labels have others."
            )
        return x, y, table[classes].view(_host.HostTensor)

    return add_weights


_keras_adapter = data_adapters.get_data_adapter


def _get_data_adapter(
    x: Any,
    y: Any = None,
    sample_weight: Any = None,
    batch_size: Any = None,
    steps_per_epoch: Any = None,
    shuffle: Any = False,
    class_weight: Any = None,
) -> Any:
    from labora_tf.data._dataset import Dataset

    if isinstance(x, Dataset):
        if y is not None:
            data_adapters.raise_unsupported_arg("y", "the targets", "tf.data.Dataset")
        if sample_weight is not None:
            data_adapters.raise_unsupported_arg("sample_weights", "the sample weights", "tf.data.Dataset")
        return DatasetAdapter(x, class_weight)
    return _keras_adapter(
        x,
        y,
        sample_weight=sample_weight,
        batch_size=batch_size,
        steps_per_epoch=steps_per_epoch,
        shuffle=shuffle,
        class_weight=class_weight,
    )


def install() -> None:
    """Makes Keras accept data sets; once a process."""
    if data_adapters.get_data_adapter is not _get_data_adapter:
        data_adapters.get_data_adapter = _get_data_adapter
    if "tensorflow" not in sys.modules:
        import labora_tf

        if not module_utils.tensorflow.available:
            module_utils.tensorflow.module = labora_tf
