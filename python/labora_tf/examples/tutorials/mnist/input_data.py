"""`tensorflow.examples.tutorials.mnist.input_data`: MNIST in batches, from Keras's copy of it."""

from __future__ import annotations

from typing import Any, NamedTuple

import keras
import numpy as np

from labora_tf import _ops


class DataSet:
    """Images as rows between 0 and 1 (of type uint8: 0 and 255) with their labels; `next_batch` gives some,
    in random order each epoch."""

    def __init__(
        self,
        images: np.ndarray,
        labels: np.ndarray,
        reshape: bool = True,
        seed: Any = None,
        dtype: Any = np.float32,
    ) -> None:
        self.images = images.reshape(len(images), -1) if reshape else images[..., None]
        if np.dtype(dtype) != np.uint8:
            self.images = self.images.astype(np.float32) / 255.0
        self.labels = labels
        self.num_examples = len(images)
        self.epochs_completed = 0
        self._at, self._random = 0, np.random.RandomState(seed)

    def next_batch(
        self, batch_size: int, fake_data: bool = False, shuffle: bool = True
    ) -> tuple[np.ndarray, np.ndarray]:
        """The next images and labels."""
        _ops.only("next_batch", "fake_data", bool(fake_data), False)
        if self._at == 0 and self.epochs_completed == 0 and shuffle:
            self._mix()
        start, self._at = self._at, self._at + batch_size
        if self._at <= self.num_examples:
            return self.images[start : self._at], self.labels[start : self._at]
        rest = self.images[start:], self.labels[start:]
        self.epochs_completed += 1
        if shuffle:
            self._mix()
        self._at = batch_size - len(rest[0])
        return (
            np.concatenate([rest[0], self.images[: self._at]]),
            np.concatenate([rest[1], self.labels[: self._at]]),
        )

    def _mix(self) -> None:
        order = self._random.permutation(self.num_examples)
        self.images, self.labels = self.images[order], self.labels[order]


class Datasets(NamedTuple):
    """The parts of a data set."""

    train: DataSet
    validation: DataSet
    test: DataSet


def read_data_sets(
    train_dir: str,
    fake_data: bool = False,
    one_hot: bool = False,
    dtype: Any = None,
    reshape: bool = True,
    validation_size: int = 5000,
    seed: Any = None,
    source_url: Any = None,
) -> Datasets:
    """MNIST: 55,000 images for training, 5,000 for validation, 10,000 for tests. The folder is not used."""
    _ops.only("read_data_sets", "fake_data", bool(fake_data), False)
    dtype = getattr(dtype, "as_numpy_dtype", dtype) or np.float32
    (x, y), (x_test, y_test) = keras.datasets.mnist.load_data()
    if one_hot:
        y, y_test = keras.utils.to_categorical(y, 10), keras.utils.to_categorical(y_test, 10)
    size = validation_size
    return Datasets(
        DataSet(x[size:], y[size:], reshape, seed, dtype),
        DataSet(x[:size], y[:size], reshape, seed, dtype),
        DataSet(x_test, y_test, reshape, seed, dtype),
    )
