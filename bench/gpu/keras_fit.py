"""Keras 3 on JAX: the article's training by `fit` as it comes, validated after each epoch.

Usage: python keras_fit.py --data cifar-10-batches-bin [--epochs N] [--batch N] [--dtype bfloat16|float32] [--device gpu|cpu]

`compile_s` is a first epoch with its validation, after which weights and optimizer go back to where they were; `training_s`
is all epochs then, with nothing left to compile.
"""

import os

os.environ["KERAS_BACKEND"] = "jax"

import race

given = race.arguments(__doc__)
os.environ["JAX_PLATFORMS"] = {"gpu": "cuda", "cpu": "cpu"}[given.device]

import cifar
import jax
import keras
from article_keras import cifar10

keras.mixed_precision.set_dtype_policy("mixed_bfloat16" if given.dtype == "bfloat16" else "float32")
keras.utils.set_random_seed(0)
(x, y), test = cifar.load(given.data)

model = cifar10()
model.compile(keras.optimizers.Adam(), "sparse_categorical_crossentropy", metrics=["sparse_categorical_accuracy"])


def fit(epochs):
    return model.fit(x, y, batch_size=given.batch, epochs=epochs, validation_data=test, verbose=0)


peer, device = f"keras {keras.__version__} on jax {jax.__version__}", jax.devices()[0].device_kind
if given.first_only:
    first = race.timed(lambda: model.train_on_batch(x[: given.batch], y[: given.batch]))[0]
    race.report(peer, device, given, first_step_s=first)
else:
    model.optimizer.build(model.trainable_variables)
    state = model.variables + model.optimizer.variables
    before = [variable.numpy() for variable in state]
    compile_s = race.timed(lambda: fit(1))[0]
    for variable, value in zip(state, before):
        variable.assign(value)
    seconds, history = race.timed(lambda: fit(given.epochs))
    accuracy = model.evaluate(*test, batch_size=given.batch, verbose=0, return_dict=True)["sparse_categorical_accuracy"]
    race.report(
        peer, device, given, training_s=seconds, compile_s=compile_s, images_per_s=given.epochs * len(x) / seconds,
        loss=history.history["loss"][-1], test_accuracy=float(accuracy),
    )
