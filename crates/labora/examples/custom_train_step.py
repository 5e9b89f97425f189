"""A training step of one's own: two gradients for one update. `custom_train_step.rs` is the same program in Rust.

Sharpness-aware minimization (Foret et al., 2021) asks for weights around which the loss is flat. A step goes a
little uphill, along the gradient, and applies to the weights the gradient that it finds there.
"""

import sys

import jax
import keras
import numpy as np
from keras import ops

# How far a step goes uphill.
RADIUS = 0.05
LEARNING_RATE = 0.2


def build():
    """Predicts a number from another one."""
    x = keras.Input((1,))
    return keras.Model(x, keras.layers.Dense(1)(keras.layers.Dense(8, activation="tanh")(x)))


def train(model):
    """Three steps; their losses."""
    x = np.float32(np.arange(48)).reshape(48, 1) / np.float32(24) - 1
    y = 2 - x * x

    def loss(variables):
        """The mean squared error of the model with these variables."""
        outputs, _ = model.stateless_call(variables, [], x, training=True)
        return ops.mean(ops.square(y - outputs))

    @jax.jit
    def step(variables):
        before, uphill = jax.value_and_grad(loss)(variables)
        norm = ops.sqrt(sum(ops.sum(ops.square(g)) for g in uphill))
        moved = [v + g * RADIUS / norm for v, g in zip(variables, uphill)]
        there = jax.grad(loss)(moved)
        return [v - g * LEARNING_RATE for v, g in zip(variables, there)], before

    variables = [v.value for v in model.trainable_variables]
    losses = []
    for _ in range(3):
        variables, before = step(variables)
        losses.append(float(before))
    for variable, value in zip(model.trainable_variables, variables):
        variable.assign(value)
    return losses


if __name__ == "__main__":
    file = sys.argv[1] if len(sys.argv) > 1 else "custom_train_step.keras"
    model = build()
    print(train(model))
    model.save(file)
    keras.saving.load_model(file).summary()
