"""Grad-CAM of two models as Keras's example computes it, with JAX's gradients.

Usage: KERAS_BACKEND=jax python grad_cam.py FOLDER
Writes the models NAME.keras, images x.npy, and for two layers of each the outputs NAME_LAYER_output.npy and the
maps of class 2, NAME_LAYER_class.npy, and of the predicted classes, NAME_LAYER_predicted.npy.
"""

import pathlib
import sys

import jax
import keras
import numpy as np
from keras import layers as L


def plain():
    i = L.Input((12, 10, 3), name="image")
    x = L.Conv2D(6, 3, activation="relu", name="first")(i)
    x = L.MaxPooling2D(2, name="pool")(x)
    x = L.Conv2D(8, 3, padding="same", activation="relu", name="last")(x)
    x = L.Flatten(name="flat")(x)
    return keras.Model(i, L.Dense(4, activation="softmax", name="scores")(x))


def branched():
    i = L.Input((12, 10, 3), name="image")
    x = L.Conv2D(6, 3, padding="same", name="first")(i)
    y = L.ReLU(name="positive")(L.BatchNormalization(name="norm")(x))
    y = L.Conv2D(6, 3, padding="same", name="second")(y)
    x = L.Add(name="last")([x, y])
    x = L.GlobalAveragePooling2D(name="mean")(x)
    x = L.Dense(4, name="scores")(x)
    return keras.Model(i, L.Softmax(name="softmax")(x))


folder = pathlib.Path(sys.argv[1])
keras.utils.set_random_seed(7)
x = np.random.default_rng(7).normal(size=(3, 12, 10, 3)).astype("float32")
np.save(folder / "x.npy", x)
for make in [plain, branched]:
    name, model = make.__name__, make()
    weights = [w + np.random.default_rng(3).normal(size=w.shape) * 0.1 for w in model.get_weights()]
    model.set_weights(weights)
    for v in model.variables:
        if v.name == "moving_variance":
            v.assign(np.abs(v) + 0.5)
    model.save(folder / f"{name}.keras")
    predicted = np.argmax(model.predict(x, verbose=0), axis=1)
    if name == "plain":
        model.layers[-1].activation = keras.activations.linear
    for layer in ["first", "last"]:
        tensor = model.get_layer(layer).output
        output = np.asarray(keras.Model(model.inputs, tensor)(x))
        rest = keras.Model(tensor, model.get_layer("scores").output)
        trained, fixed = [[v.value for v in vs] for vs in (rest.trainable_variables, rest.non_trainable_variables)]
        np.save(folder / f"{name}_{layer}_output.npy", output)
        for which, classes in [("class", np.full(3, 2)), ("predicted", predicted)]:
            maps = []
            for row in range(3):
                score = lambda a: rest.stateless_call(trained, fixed, a)[0][0, classes[row]]
                gradient = jax.grad(score)(output[row : row + 1])
                heatmap = output[row] @ gradient.mean(axis=(0, 1, 2))
                heatmap = np.maximum(heatmap, 0)
                maps.append(heatmap / max(heatmap.max(), 1e-30))
            np.save(folder / f"{name}_{layer}_{which}.npy", np.stack(maps).astype("float32"))
