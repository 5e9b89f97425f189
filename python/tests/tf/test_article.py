"""The article "Keras on TPU" of 2018 as its readers write it, cut to a small network and two epochs."""

from __future__ import annotations

import logging
import os

import h5py
import numpy as np
import pytest

import labora_tf as tf
from labora_tf.keras.layers import BatchNormalization, Conv2D, Dense, Dropout, Flatten, Input, MaxPooling2D
from labora_tf.keras.models import Model


def create_model():
    image = Input(shape=(8, 8, 3), dtype=tf.float32, name="Input")
    x = BatchNormalization()(image)
    x = Conv2D(4, (3, 3), padding="same", activation="relu")(x)
    x = MaxPooling2D(pool_size=(2, 2))(x)
    x = Dropout(0.25)(x)
    x = Flatten()(x)
    x = Dense(16, activation="relu")(x)
    output = Dense(3, activation="softmax")(x)
    model = Model(inputs=[image], outputs=[output])
    model.compile(
        optimizer=tf.train.AdamOptimizer(0.01),
        loss=tf.keras.losses.sparse_categorical_crossentropy,
        metrics=["sparse_categorical_accuracy"],
    )
    return model


@pytest.fixture(scope="module")
def data():
    random = np.random.RandomState(0)
    labels = random.randint(0, 3, (330, 1))
    images = random.rand(330, 8, 8, 3).astype("float32") * 0.3
    for image, label in zip(images, labels, strict=True):
        image[..., label[0]] += 0.5
    return images, labels


class Log(logging.Handler):
    """Collects messages."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def test_article(data, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    images, labels = data
    worker = "grpc://" + os.environ["COLAB_TPU_ADDR"]
    log = Log()
    tf.logging.set_verbosity(tf.logging.INFO)
    tf.logging.get_logger().addHandler(log)
    try:
        cpu_model = create_model()
        tpu_model = tf.contrib.tpu.keras_to_tpu_model(
            cpu_model,
            strategy=tf.contrib.tpu.TPUDistributionStrategy(
                tf.contrib.cluster_resolver.TPUClusterResolver(worker)
            ),
        )
        history = tpu_model.fit(images[:256], labels[:256], batch_size=8 * 8, epochs=6, verbose=0)
        scores = tpu_model.evaluate(images[256:], labels[256:], verbose=0, batch_size=8 * 8)
        tpu_model.save_weights("model.h5")
    finally:
        tf.logging.get_logger().removeHandler(log)
        tf.logging.set_verbosity(tf.logging.WARN)
    text = "\n".join(log.lines)
    for line in (
        f"Querying Tensorflow master ({worker}) for TPU system metadata.",
        "Found TPU system:",
        "*** Num TPU Cores: 8",
        "*** Num TPU Workers: 1",
        "*** Num TPU Cores Per Worker: 8",
        "Copying TPU weights to the CPU",
    ):
        assert line in text, line
    assert set(history.history) == {"loss", "sparse_categorical_accuracy"}
    assert history.history["loss"][-1] < history.history["loss"][0]
    assert len(scores) == 2
    with h5py.File("model.h5") as file:
        assert "layer_names" in file.attrs
    model = create_model()
    model.load_weights("model.h5")
    picture = np.expand_dims(images[111], axis=0)
    prediction = model.predict(picture, verbose=0)
    assert prediction.shape == (1, 3)
    assert np.isclose(prediction.sum(), 1.0, atol=1e-5)
    np.testing.assert_allclose(prediction, tpu_model.predict(picture, verbose=0), atol=1e-5)
