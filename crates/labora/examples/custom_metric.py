"""A metric of one's own: a training reports it, files have it. `custom_metric.rs` is the same program in Rust."""

import sys

import keras
import numpy as np
from keras import ops


@keras.saving.register_keras_serializable()
class ErrorSpread(keras.metrics.Metric):
    """The standard deviation of the errors. It is no mean over rows: three sums make it."""

    def __init__(self, name="error_spread", **kwargs):
        super().__init__(name=name, **kwargs)
        self.total = self.add_variable((), "zeros", name="total")
        self.squares = self.add_variable((), "zeros", name="squares")
        self.count = self.add_variable((), "zeros", name="count")

    def update_state(self, y_true, y_pred, sample_weight=None):
        errors = ops.mean(y_true - y_pred, axis=-1)
        counts = ops.ones_like(errors) if sample_weight is None else sample_weight
        self.total.assign_add(ops.sum(errors * counts))
        self.squares.assign_add(ops.sum(ops.square(errors) * counts))
        self.count.assign_add(ops.sum(counts))

    def result(self):
        variance = self.squares / self.count - ops.square(self.total / self.count)
        return ops.sqrt(ops.maximum(variance, 0))


def build():
    """Predicts a number from another one."""
    x = keras.Input((1,))
    model = keras.Model(x, keras.layers.Dense(1)(keras.layers.Dense(8, activation="tanh")(x)))
    model.compile(keras.optimizers.SGD(0.1), "mse", metrics=[ErrorSpread()])
    return model


def train(model):
    """Three steps of one epoch; the spread of their errors."""
    x = np.float32(np.arange(48) * 29 % 48).reshape(48, 1) / np.float32(24) - 1
    return model.fit(x, 2 - x * x, batch_size=16, shuffle=False).history["error_spread"]


if __name__ == "__main__":
    file = sys.argv[1] if len(sys.argv) > 1 else "custom_metric.keras"
    model = build()
    print(train(model))
    model.save(file)
    print(keras.saving.load_model(file).get_compile_config()["metrics"])
