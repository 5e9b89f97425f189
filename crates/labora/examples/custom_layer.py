"""A layer of one's own: it is trained, saved, and read back. `custom_layer.rs` is the same program in Rust."""

import sys

import keras
import numpy as np
from keras import ops


@keras.saving.register_keras_serializable()
class GatedDense(keras.layers.Layer):
    """A product that is gated by another one: `x · kernel * sigmoid(x · gate)`."""

    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def build(self, input_shape):
        shape = (input_shape[-1], self.units)
        self.kernel = self.add_weight(name="kernel", shape=shape)
        self.gate = self.add_weight(name="gate", shape=shape)

    def call(self, x):
        return ops.matmul(x, self.kernel) * ops.sigmoid(ops.matmul(x, self.gate))

    def get_config(self):
        return {**super().get_config(), "units": self.units}


def build():
    """Finds the quadrant of a point."""
    x = keras.Input((2,))
    model = keras.Model(x, keras.layers.Dense(4, activation="softmax")(GatedDense(16)(x)))
    model.compile(keras.optimizers.SGD(0.5), "sparse_categorical_crossentropy")
    return model


def train(model):
    """Three steps; the losses."""
    points = np.float32(np.arange(96) * 37 % 97).reshape(48, 2) / np.float32(48) - 1
    quadrants = (points[:, 0] > 0) + 2 * (points[:, 1] > 0)
    return model.fit(points, quadrants, batch_size=48, epochs=3).history["loss"]


if __name__ == "__main__":
    file = sys.argv[1] if len(sys.argv) > 1 else "custom_layer.keras"
    model = build()
    train(model)
    model.save(file)
    keras.saving.load_model(file).summary()
