"""`tf.contrib.tpu.keras_to_tpu_model`: a model as Keras's users treat one."""

from __future__ import annotations

import os

import h5py
import keras
import numpy as np
import pytest

import labora_tf as tf
from labora_tf._glue import placement

ROWS = np.random.RandomState(0).rand(96, 4).astype("float32")
LABELS = np.random.RandomState(1).randint(0, 3, (96, 1))


def made(compiled: bool = True, kind: str = "functional"):
    layers = [tf.keras.Input((4,)), tf.keras.layers.Dense(3, activation="softmax")]
    if kind == "functional":
        model = tf.keras.Model(layers[0], layers[1](layers[0]))
    else:
        model = tf.keras.Sequential(layers)
    if compiled:
        model.compile("adam", "sparse_categorical_crossentropy", metrics=["acc"])
    return model


@pytest.fixture
def pair():
    model = made()
    return model, tf.contrib.tpu.keras_to_tpu_model(model)


@pytest.fixture(scope="module")
def trained():
    model = tf.contrib.tpu.keras_to_tpu_model(made())
    model.fit(ROWS, LABELS, batch_size=32, verbose=0)
    return model


def devices_of(model):
    return {device for v in model.weights for device in v._value.sharding.device_set}


def test_kind(pair):
    model, tpu = pair
    assert isinstance(tpu, tf.keras.Model)
    assert type(tpu).__name__ == "KerasTPUModel"
    assert devices_of(tpu) == set(placement.cores())
    assert devices_of(model) == {placement.host()}
    assert tpu.layers[-1].name == model.layers[-1].name
    assert tpu.get_layer(index=1).units == 3
    assert tf.contrib.tpu.keras_to_tpu_model(tpu) is tpu


def test_any_number_of_rows(trained):
    whole = trained.sync_to_cpu().predict(ROWS, verbose=0)
    for count in (1, 7, 8, 10, 90):
        np.testing.assert_allclose(trained.predict(ROWS[:count], verbose=0), whole[:count], rtol=1e-5)
    here = trained.evaluate(ROWS[:90], LABELS[:90], verbose=0)
    np.testing.assert_allclose(
        here, trained.sync_to_cpu().evaluate(ROWS[:90], LABELS[:90], verbose=0), rtol=1e-5
    )
    assert trained.predict_on_batch(ROWS[:8]).shape == (8, 3)
    assert len(trained.test_on_batch(ROWS[:7], LABELS[:7])) == 2


@pytest.mark.parametrize(
    ("rows", "batch"), [(96, 32), (90, 32), pytest.param(96, 20, marks=pytest.mark.long)]
)
def test_training_is_that_of_the_host(rows, batch):
    model = made()
    tpu = tf.contrib.tpu.keras_to_tpu_model(model)
    settings = dict(batch_size=batch, epochs=2, shuffle=False, verbose=0)
    there = tpu.fit(ROWS[:rows], LABELS[:rows], **settings).history
    before = model.get_weights()
    here = model.fit(ROWS[:rows], LABELS[:rows], **settings).history
    assert set(there) == {"loss", "acc"}
    np.testing.assert_allclose(there["loss"], here["loss"], rtol=1e-4)
    for a, b in zip(tpu.get_weights(), before, strict=True):
        assert not np.allclose(a, b)


def test_the_host_model_waits_for_a_sync(pair):
    model, tpu = pair
    before = model.get_weights()
    tpu.fit(ROWS, LABELS, batch_size=32, verbose=0)
    assert all(np.array_equal(a, b) for a, b in zip(before, model.get_weights(), strict=True))
    assert tpu.sync_to_cpu() is model
    for a, b in zip(tpu.get_weights(), model.get_weights(), strict=True):
        np.testing.assert_array_equal(a, b)
    assert devices_of(model) == {placement.host()}


def test_data_of_all_kinds(pair):
    _, tpu = pair

    def forever():
        while True:
            yield ROWS[:20], LABELS[:20]

    class Batches(keras.utils.PyDataset):
        def __len__(self):
            return 3

        def __getitem__(self, index):
            return ROWS[index * 32 :][:32], LABELS[index * 32 :][:32]

    def input_function():
        return tf.data.Dataset.from_tensor_slices((ROWS, LABELS)).repeat().batch(24)

    tpu.fit(forever(), steps_per_epoch=2, epochs=2, verbose=0)
    tpu.fit_generator(forever(), steps_per_epoch=2, validation_data=(ROWS, LABELS), verbose=0)
    tpu.fit(Batches(), verbose=0)
    tpu.fit(input_function, steps_per_epoch=3, epochs=1, verbose=0)
    history = tpu.fit(ROWS, LABELS, validation_split=0.1, batch_size=16, verbose=0).history
    assert {"loss", "val_loss", "acc", "val_acc"} == set(history)
    assert tpu.predict_generator(Batches()).shape == (96, 3)
    assert len(tpu.evaluate_generator(Batches())) == 2
    assert tpu.predict(input_function, steps=2, verbose=0).shape == (48, 3)
    assert len(tpu.train_on_batch(ROWS[:10], LABELS[:10])) == 2
    with pytest.raises(ValueError, match="gave None"):
        tpu.fit(lambda: None, steps_per_epoch=1)


def test_a_failed_call_leaves_the_model(pair):
    _, tpu = pair
    tpu.fit(ROWS, LABELS, batch_size=32, verbose=0)
    weights = tpu.get_weights()

    class Interrupts(keras.callbacks.Callback):
        def on_train_batch_end(self, batch, logs=None):
            if batch == 1:
                raise KeyboardInterrupt

    for call in (
        lambda: tpu.fit(ROWS[:, :3], LABELS, verbose=0),
        lambda: tpu.predict(ROWS[:, :3], verbose=0),
        lambda: tpu.evaluate(ROWS, LABELS[:5], verbose=0),
        lambda: tpu.train_on_batch(ROWS[:, :2], LABELS),
    ):
        with pytest.raises(Exception):  # noqa: B017
            call()
        for a, b in zip(weights, tpu.get_weights(), strict=True):
            np.testing.assert_array_equal(a, b)
    with pytest.raises(KeyboardInterrupt):
        tpu.fit(ROWS, LABELS, batch_size=16, verbose=0, callbacks=[Interrupts()])
    assert any(not np.array_equal(a, b) for a, b in zip(weights, tpu.get_weights(), strict=True))
    assert int(tpu.optimizer.iterations.numpy()) == 5
    tpu.fit(ROWS, LABELS, batch_size=32, verbose=0)
    assert tpu.predict(ROWS[:1], verbose=0).shape == (1, 3)


def test_callbacks(pair, tmp_path):
    _, tpu = pair
    of = tf.keras.callbacks
    os.chdir(tmp_path)
    seen = []
    history = tpu.fit(
        ROWS,
        LABELS,
        epochs=3,
        batch_size=32,
        validation_data=(ROWS[:30], LABELS[:30]),
        verbose=0,
        callbacks=[
            of.ModelCheckpoint("a.h5", monitor="val_acc", save_best_only=True),
            of.ModelCheckpoint("b.weights.h5", save_weights_only=True),
            of.ModelCheckpoint("c-{epoch:02d}.keras"),
            of.ModelCheckpoint("d.h5", save_weights_only=True, period=2),
            of.ReduceLROnPlateau(monitor="loss", patience=0, min_delta=100.0),
            of.EarlyStopping(monitor="loss", patience=5, restore_best_weights=True),
            of.LearningRateScheduler(lambda epoch, rate: rate * 0.5),
            of.CSVLogger("log.csv"),
            of.TensorBoard("logs"),
            of.LambdaCallback(on_epoch_end=lambda epoch, logs: seen.append(epoch)),
        ],
    ).history
    assert len(history["loss"]) == 3
    assert seen == [0, 1, 2]
    assert {"a.h5", "b.weights.h5", "c-01.keras", "c-03.keras", "d.h5", "log.csv"} <= set(os.listdir())
    assert os.listdir("logs/train")[0].startswith("events.out.tfevents.")
    for name in ("a.h5", "c-02.keras"):
        assert type(keras.models.load_model(name)).__name__ == "Functional"


def test_files(trained, tmp_path):
    os.chdir(tmp_path)
    expected = trained.predict(ROWS[:8], verbose=0)
    for name in ("whole.h5", "whole.keras", "whole.hd5"):
        trained.save(name)
        plain = tf.keras.models.load_model(name)
        assert type(plain).__name__ == "Functional"
        np.testing.assert_allclose(plain.predict(ROWS[:8], verbose=0), expected, rtol=1e-5)
    for name in ("w.h5", "w.weights.h5", "w.hdf5", "ckpt"):
        trained.save_weights(name)
        fresh = made()
        fresh.load_weights(name)
        np.testing.assert_allclose(fresh.predict(ROWS[:8], verbose=0), expected, rtol=1e-5)
        assert devices_of(fresh) == {placement.host()}
    assert tf.train.latest_checkpoint(".") == "./ckpt"
    with h5py.File("w.h5") as file:
        assert "layer_names" in file.attrs
    assert made().to_json() is not None
    assert "Functional" in trained.to_json()


def test_compile_again_and_rates(pair):
    _, tpu = pair
    tpu.fit(ROWS, LABELS, batch_size=32, verbose=0)
    tpu.compile(
        optimizer=tf.train.AdamOptimizer(1e-3),
        loss=tf.keras.losses.sparse_categorical_crossentropy,
        metrics=["sparse_categorical_accuracy"],
    )
    tpu.fit(ROWS, LABELS, batch_size=32, verbose=0)
    tf.keras.backend.set_value(tpu.optimizer.lr, 0.25)
    assert float(tf.keras.backend.get_value(tpu.optimizer.lr)) == 0.25
    tpu.optimizer.lr = 0.0
    weights = tpu.get_weights()
    tpu.fit(ROWS, LABELS, batch_size=32, verbose=0)
    for a, b in zip(weights, tpu.get_weights(), strict=True):
        np.testing.assert_array_equal(a, b)
    assert tpu.metrics_names == ["loss", "sparse_categorical_accuracy"]


def test_weights(pair):
    model, tpu = pair
    new = [np.full(w.shape, 0.5, np.float32) for w in model.get_weights()]
    tpu.set_weights(new)
    for weights in (tpu.get_weights(), model.get_weights()):
        assert all(np.array_equal(a, b) for a, b in zip(weights, new, strict=True))


def test_sources():
    sequential = tf.contrib.tpu.keras_to_tpu_model(made(kind="sequential"))
    assert isinstance(sequential, tf.keras.Sequential)
    sequential.fit(ROWS, LABELS, verbose=0)
    assert sequential.predict_classes(ROWS[:5]).shape == (5,)
    raw = tf.contrib.tpu.keras_to_tpu_model(made(compiled=False))
    raw.compile("sgd", "sparse_categorical_crossentropy")
    raw.fit(ROWS, LABELS, verbose=0)

    class Own(tf.keras.Model):
        def __init__(self, units=3, **kwargs):
            super().__init__(**kwargs)
            self.units, self.dense = units, tf.keras.layers.Dense(units)

        def call(self, inputs):
            return self.dense(inputs)

    own = Own()
    own.build((None, 4))
    tpu = tf.contrib.tpu.keras_to_tpu_model(own)
    np.testing.assert_allclose(tpu.predict(ROWS[:3], verbose=0), own.predict(ROWS[:3], verbose=0), rtol=1e-5)
    with pytest.raises(TypeError):
        tf.contrib.tpu.keras_to_tpu_model("model")


def test_other_models_stay_on_the_host(pair):
    _, tpu = pair
    tpu.fit(ROWS, LABELS, batch_size=32, verbose=0)
    tf.keras.backend.clear_session()
    fresh = made()
    fresh.fit(ROWS[:90], LABELS[:90], batch_size=30, verbose=0)
    assert fresh.predict(ROWS[:1], verbose=0).shape == (1, 3)
    assert devices_of(fresh) == {placement.host()}
    tpu.fit(ROWS, LABELS, batch_size=32, verbose=0)
