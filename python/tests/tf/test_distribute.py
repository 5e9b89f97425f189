"""`tf.distribute` beside TensorFlow's `MirroredStrategy` on eight CPU devices (keras_expected.json, by
tools/tf/record_keras.py)."""

from __future__ import annotations

import json
import os
import sys

import numpy as np
import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import keras_cases as cases  # noqa: E402

import labora_tf as tf  # noqa: E402
from labora_tf._glue import placement  # noqa: E402

with open(os.path.join(HERE, "keras_expected.json"), encoding="utf-8") as _file:
    EXPECTED = json.load(_file)
ROWS, LABELS = cases.ROWS, cases.LABELS


@pytest.fixture(scope="module")
def strategy():
    resolver = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="")
    tf.config.experimental_connect_to_cluster(resolver)
    tf.tpu.experimental.initialize_tpu_system(resolver)
    return tf.distribute.TPUStrategy(resolver)


def close(found, expected, path=""):
    """Compares nests of numbers."""
    if isinstance(expected, dict):
        assert set(found) == set(expected), path
        for key in expected:
            close(found[key], expected[key], f"{path}/{key}")
    elif isinstance(expected, list) and expected and isinstance(expected[0], dict):
        assert len(found) == len(expected), path
        for place, (one, other) in enumerate(zip(found, expected, strict=True)):
            close(one, other, f"{path}[{place}]")
    else:
        np.testing.assert_allclose(found, expected, rtol=2e-4, atol=2e-6, err_msg=path)


def test_run_is_tensorflows(strategy):
    close(cases.replicas(tf, strategy), EXPECTED["replicas"])


def test_uneven_batches_are_tensorflows(strategy):
    close(cases.uneven(tf, strategy), EXPECTED["uneven"])


def test_statistics_of_uneven_batches(strategy):
    with strategy.scope():
        layer = tf.keras.layers.BatchNormalization(momentum=0.5)
        layer.build((None, 4))
    for batch in strategy.experimental_distribute_dataset(
        tf.data.Dataset.from_tensor_slices(ROWS[:10]).batch(10)
    ):
        outputs = strategy.run(lambda x: layer(x, training=True), args=(batch,))
    shares = [ROWS[i : i + 2] for i in range(0, 10, 2)]
    for found, share in zip(outputs.values, shares, strict=False):
        expected = (share - share.mean(axis=0)) / np.sqrt(share.var(axis=0) + 1e-3)
        np.testing.assert_allclose(found, expected, atol=1e-4)
    assert [value.shape[0] for value in outputs.values] == [2, 2, 2, 2, 2, 0, 0, 0]
    # Replicas without rows keep what they had.
    means = np.concatenate([[share.mean(axis=0) for share in shares], np.zeros((3, 4))])
    np.testing.assert_allclose(layer.moving_mean.numpy(), 0.5 * means.mean(axis=0), atol=1e-6)


def test_gradients_of_statistics_of_uneven_batches(strategy):
    """The sums of the shares' gradients; replicas without rows, whose means are NaN, add nothing."""

    def made():
        layers = [tf.keras.Input((4,)), tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(3)]
        model = tf.keras.Sequential(layers)
        model.layers[-1].set_weights([cases.KERNEL, np.zeros(3, np.float32)])
        return model

    def gradients_of(model, x):
        with tf.GradientTape() as tape:
            loss = tf.nn.compute_average_loss(
                tf.reduce_sum(model(x, training=True) ** 2, axis=1), global_batch_size=10
            )
        return tape.gradient(loss, model.trainable_variables)

    with strategy.scope():
        model, optimizer = made(), tf.keras.optimizers.SGD(1.0)

    def step(x):
        gradients = gradients_of(model, x)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))

    plain, rows = made(), ROWS[3:13] ** 3
    expected = [variable.numpy().astype(np.float64) for variable in plain.trainable_variables]
    for start in range(0, 10, 2):
        for value, gradient in zip(expected, gradients_of(plain, rows[start : start + 2]), strict=True):
            value -= gradient.numpy()
    dataset = tf.data.Dataset.from_tensor_slices(rows).batch(10)
    for batch in strategy.experimental_distribute_dataset(dataset):
        strategy.run(step, args=(batch,))
    for found, value in zip(model.trainable_variables, expected, strict=True):
        np.testing.assert_allclose(found.numpy(), value, rtol=1e-4, atol=1e-5)


def test_replicas_of_uneven_batches_differ(strategy):
    with strategy.scope():
        dropout, total = tf.keras.layers.Dropout(0.5), tf.keras.metrics.Sum()
    total.update_state(100.0)
    dataset = tf.data.Dataset.from_tensor_slices(ROWS[:10]).batch(10)
    batch = next(iter(strategy.experimental_distribute_dataset(dataset)))

    def step(x):
        total.update_state(tf.ones((x.shape[0],)))
        numbers = tf.distribute.get_replica_context().replica_id_in_sync_group
        return numbers, dropout(tf.ones((64,)), training=True)

    numbers, dropped = strategy.run(step, args=(batch,))
    assert [int(number) for number in numbers.values] == list(range(8))
    assert len({tuple(np.asarray(value)) for value in dropped.values}) == 8
    assert float(total.result()) == 110.0


def test_what_uneven_batches_cannot_have(strategy):
    dataset = tf.data.Dataset.from_tensor_slices(ROWS[:10]).batch(10)
    batch = next(iter(strategy.experimental_distribute_dataset(dataset)))
    with pytest.raises(tf.errors.InvalidArgumentError, match="must have the same shape"):
        strategy.reduce("SUM", strategy.run(lambda x: x * 2.0, args=(batch,)), axis=None)

    def gathered(x):
        return tf.distribute.get_replica_context().all_gather(x, axis=0)

    with pytest.raises(NotImplementedError, match="drop_remainder=True"):
        strategy.run(gathered, args=(batch,))
    with pytest.raises(ValueError, match="has to have batches"):
        next(iter(strategy.experimental_distribute_dataset(tf.data.Dataset.range(3))))


def test_the_mean_of_integers_has_a_fraction(strategy):
    numbers = strategy.run(lambda: tf.distribute.get_replica_context().replica_id_in_sync_group)
    assert float(strategy.reduce("MEAN", numbers, axis=None)) == 3.5
    with pytest.raises(ValueError, match="0 dimensions"):
        strategy.reduce("SUM", numbers, axis=0)


def test_collectives_are_tensorflows(strategy):
    close(cases.context(tf, strategy), EXPECTED["context"])


def test_fit_in_a_scope(strategy):
    with strategy.scope():
        model = cases._model(tf, normalize=False)
        model.compile(
            "sgd", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"]
        )
        assert tf.distribute.has_strategy() and tf.distribute.in_cross_replica_context()
    assert not tf.distribute.has_strategy()
    plain = cases._model(tf, normalize=False)
    plain.compile(
        "sgd", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"]
    )
    dataset = tf.data.Dataset.from_tensor_slices((ROWS, LABELS)).batch(10)
    there = model.fit(dataset, epochs=2, verbose=0).history
    here = plain.fit(dataset, epochs=2, verbose=0).history
    np.testing.assert_allclose(there["loss"], here["loss"], rtol=1e-5)
    assert model.weights[0]._value.sharding.device_set == set(placement.cores())
    assert plain.weights[0]._value.sharding.device_set == {placement.host()}
    np.testing.assert_allclose(
        model.predict(ROWS[:1], verbose=0), plain.predict(ROWS[:1], verbose=0), rtol=1e-4
    )
    # An optimizer that was made outside of the scope, and layers that another model shares.
    model.compile(tf.keras.optimizers.Adam(), "mse")
    model.fit(ROWS, np.zeros((24, 3), np.float32), verbose=0)
    features = tf.keras.Model(model.inputs, model.layers[-1].output)
    assert features.predict(ROWS[:3], verbose=0).shape == (3, 3)
    model.fit(ROWS, np.zeros((24, 3), np.float32), verbose=0)


def test_steps_with_iterators(strategy):
    with strategy.scope():
        model = cases._model(tf, normalize=True)
        optimizer = tf.keras.optimizers.SGD(0.1)

    def dataset_of(context):
        size = context.get_per_replica_batch_size(24)
        return tf.data.Dataset.from_tensor_slices((ROWS, LABELS)).repeat().batch(size, drop_remainder=True)

    iterator = iter(strategy.distribute_datasets_from_function(dataset_of))

    @tf.function
    def train(iterator):
        def step(inputs):
            images, labels = inputs
            with tf.GradientTape() as tape:
                logits = model(images, training=True)
                loss = tf.reduce_mean(
                    tf.keras.losses.sparse_categorical_crossentropy(labels, logits, from_logits=True)
                )
                loss /= strategy.num_replicas_in_sync
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
            return loss

        return strategy.reduce("SUM", strategy.run(step, args=(next(iterator),)), axis=None)

    losses = [float(train(iterator)) for _ in range(3)]
    assert losses[2] < losses[0]
    assert int(optimizer.iterations.numpy()) == 3
    # Statistics are means of the replicas' ones.
    expected = np.zeros(4)
    for _ in range(3):
        expected = 0.5 * expected + 0.5 * ROWS.mean(axis=0)
    np.testing.assert_allclose(model.layers[0].moving_mean.numpy(), expected, atol=1e-5)


def test_random_numbers_and_uneven_batches(strategy):
    with strategy.scope():
        dropout = tf.keras.layers.Dropout(0.5)

    @tf.function
    def step():
        return dropout(tf.ones((64,)), training=True)

    values = strategy.run(step).values
    assert len({tuple(np.asarray(value)) for value in values}) == 8
    dataset = tf.data.Dataset.from_tensor_slices(ROWS[:10]).batch(8)
    total = 0.0
    for batch in strategy.experimental_distribute_dataset(dataset):
        sums = strategy.run(tf.function(lambda x: tf.reduce_sum(x)), args=(batch,))
        total += float(strategy.reduce(tf.distribute.ReduceOp.SUM, sums, axis=None))
    np.testing.assert_allclose(total, ROWS[:10].sum(), rtol=1e-5)


def test_custom_training_steps(strategy):
    class Own(tf.keras.Model):
        def train_step(self, data):
            images, labels = data
            with tf.GradientTape() as tape:
                predicted = self(images, training=True)
                loss = self.compiled_loss(labels, predicted, regularization_losses=self.losses)
            gradients = tape.gradient(loss, self.trainable_variables)
            self.optimizer.apply_gradients(zip(gradients, self.trainable_variables, strict=True))
            self.compiled_metrics.update_state(labels, predicted)
            return {metric.name: metric.result() for metric in self.metrics}

    for scope in (True, False):
        inputs = None
        with strategy.scope() if scope else tf.distribute.get_strategy().scope():
            inputs = tf.keras.Input((4,))
            model = Own(inputs, tf.keras.layers.Dense(3, activation="softmax")(inputs))
            model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
        history = model.fit(ROWS, LABELS, epochs=2, verbose=0).history
        assert {"loss", "accuracy"} <= set(history)
        assert history["loss"][1] < history["loss"][0]


def test_one_replica():
    mirrored = tf.distribute.MirroredStrategy()
    assert mirrored.num_replicas_in_sync == 1
    with mirrored.scope():
        total = mirrored.run(lambda x: tf.reduce_sum(x), args=(tf.constant([1.0, 2.0]),))
    assert float(mirrored.reduce(tf.distribute.ReduceOp.SUM, total, axis=None)) == 3.0
    core = tf.distribute.OneDeviceStrategy("/device:TPU:3")
    with core.scope():
        variable = tf.Variable(1.0)
    assert variable._value.sharding.device_set == {placement.cores()[3]}
    assert tf.distribute.get_strategy().num_replicas_in_sync == 1
    with pytest.raises(ValueError, match="are not there"):
        tf.distribute.MirroredStrategy(["/gpu:0", "/gpu:1"])


def test_without_a_tpu(monkeypatch):
    for name in ("COLAB_TPU_ADDR", "TPU_NAME"):
        monkeypatch.delenv(name, raising=False)
    for call in (
        lambda: tf.distribute.cluster_resolver.TPUClusterResolver(),
        lambda: tf.distribute.cluster_resolver.TPUClusterResolver.connect(tpu="local"),
    ):
        with pytest.raises(ValueError, match="TPU"):
            call()
    assert tf.config.list_logical_devices("TPU") == []


def test_resolver():
    of = tf.distribute.cluster_resolver.TPUClusterResolver
    resolver = of("grpc://10.0.0.1:8470")
    assert resolver.master() == resolver.get_master() == "grpc://10.0.0.1:8470"
    assert resolver.cluster_spec().as_dict() == {"worker": ["10.0.0.1:8470"]}
    assert of(tpu=["grpc://10.0.0.1:8470"]).master() == "grpc://10.0.0.1:8470"
    assert of.connect().master().startswith("grpc://")
