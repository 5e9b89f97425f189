"""Keras's distributions over the eight cores train as JAX's own CPU backend does on one device."""

from __future__ import annotations

import os
from typing import NamedTuple

import numpy as np
import pytest

os.environ.setdefault("KERAS_BACKEND", "jax")
keras = pytest.importorskip("keras")

import jax
from jax.sharding import PartitionSpec as P


class Trained(NamedTuple):
    """What a training leaves."""

    losses: list[float]
    predictions: np.ndarray
    first: jax.Array
    """The kernel of the first layer of the block."""
    second: jax.Array


def train(distribution=None) -> Trained:
    """Trains a network of embeddings and a block of two dense layers for a few steps."""
    layers = keras.layers
    keras.utils.set_random_seed(1)
    keras.distribution.set_distribution(distribution)
    try:
        first, second = layers.Dense(32, activation="gelu", name="up"), layers.Dense(16, name="down")
        model = keras.Sequential(
            [keras.Input((6,), dtype="int32"), layers.Embedding(20, 16), first, second, layers.Flatten(), layers.Dense(4)]
        )
        model.compile(keras.optimizers.SGD(0.5, momentum=0.9), keras.losses.SparseCategoricalCrossentropy(from_logits=True))
        source = np.random.default_rng(1)
        words, labels = source.integers(0, 20, (32, 6)), source.integers(0, 4, 32)
        history = model.fit(words, labels, batch_size=16, epochs=3, shuffle=False, verbose=0)
        predictions = model.predict(words, batch_size=32, verbose=0)
        return Trained(history.history["loss"], predictions, first.kernel.value, second.kernel.value)
    finally:
        keras.distribution.set_distribution(None)


@pytest.fixture(scope="module")
def expected() -> Trained:
    """Of one device of JAX's own CPU backend."""
    with jax.default_device(jax.devices("cpu")[0]):
        trained = train()
    assert trained.losses[-1] < trained.losses[0]
    return trained


def check(trained: Trained, expected: Trained) -> None:
    assert trained.first.devices() == set(jax.devices("labora"))
    np.testing.assert_allclose(trained.losses, expected.losses, rtol=1e-5)
    np.testing.assert_allclose(trained.predictions, expected.predictions, rtol=1e-4, atol=1e-5)


def test_data_parallel(expected):
    trained = train(keras.distribution.DataParallel(devices=keras.distribution.list_devices()))
    check(trained, expected)
    assert trained.first.sharding.is_fully_replicated


def test_model_parallel(expected):
    """Columns of the first kernel and rows of the second are divided among four cores, batches between two."""
    mesh = keras.distribution.DeviceMesh((2, 4), ("batch", "model"), keras.distribution.list_devices())
    layout = keras.distribution.LayoutMap(mesh)
    layout[".*up/kernel"] = (None, "model")
    layout[".*up/bias"] = ("model",)
    layout[".*down/kernel"] = ("model", None)
    trained = train(keras.distribution.ModelParallel(layout_map=layout, batch_dim_name="batch"))
    check(trained, expected)
    assert (trained.first.sharding.spec, trained.second.sharding.spec) == (P(None, "model"), P("model", None))
    assert {shard.data.shape for shard in trained.first.addressable_shards} == {(16, 8)}
