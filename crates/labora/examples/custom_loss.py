"""A loss of one's own: it is trained with, saved, and read back. `custom_loss.rs` is the same program in Rust."""

import sys

import keras
import numpy as np
from keras import ops


@keras.saving.register_keras_serializable()
class Pinball(keras.losses.Loss):
    """The pinball loss: the best prediction is a quantile of the targets."""

    def __init__(self, quantile=0.5, name="pinball", **kwargs):
        super().__init__(name=name, **kwargs)
        self.quantile = quantile

    def call(self, y_true, y_pred):
        error = y_true - y_pred
        return ops.mean(ops.maximum(error * self.quantile, error * (self.quantile - 1)), axis=-1)

    def get_config(self):
        return {**super().get_config(), "quantile": self.quantile}


def build():
    """Predicts a number that nine of ten targets are below."""
    x = keras.Input((1,))
    model = keras.Model(x, keras.layers.Dense(1)(keras.layers.Dense(8, activation="tanh")(x)))
    model.compile(keras.optimizers.SGD(0.2), Pinball(0.9))
    return model


def train(model):
    """Three steps; the losses."""
    x = np.float32(np.arange(64)).reshape(64, 1) / np.float32(32) - 1
    y = x * x + np.float32(np.arange(64) * 29 % 64).reshape(64, 1) / np.float32(64)
    return model.fit(x, y, batch_size=64, epochs=3).history["loss"]


if __name__ == "__main__":
    file = sys.argv[1] if len(sys.argv) > 1 else "custom_loss.keras"
    model = build()
    train(model)
    model.save(file)
    print(keras.saving.load_model(file).loss.get_config())
