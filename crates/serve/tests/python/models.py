"""Saves models with inputs, and what Keras predicts for them.

    models.py FOLDER
"""

import json
import pathlib
import sys

import keras
import numpy as np
from keras import layers as L


def image():
    x = i = L.Input((12, 12, 3), name="image")
    x = L.Conv2D(8, 3, padding="same", activation="relu")(x)
    x = L.BatchNormalization()(x)
    x = L.MaxPooling2D()(x)
    x = L.DepthwiseConv2D(3)(x)
    x = L.GlobalAveragePooling2D()(x)
    return keras.Model(i, L.Dense(5, activation="softmax", name="classes")(x))


def words():
    i = L.Input((7,), dtype="int32", name="words")
    x = L.Embedding(50, 6)(i)
    x = L.GRU(5)(x)
    return keras.Model(i, L.Dense(2, name="score")(x))


def several():
    a, b = L.Input((4,), name="a"), L.Input((3, 2), name="b")
    x = L.Concatenate()([a, L.Flatten()(b)])
    return keras.Model([a, b], [L.Dense(3, activation="tanh", name="p")(x), L.Reshape((2, 5), name="q")(x)])


def sizes():
    i = L.Input((None, None, 3), name="image")
    x = L.Conv2D(4, 3, strides=2, padding="same", activation="relu")(i)
    x = L.BatchNormalization()(x)
    means = L.Dense(3, name="means")(L.GlobalAveragePooling2D()(x))
    return keras.Model(i, [L.UpSampling2D(name="map")(x), means])


def main(folder):
    keras.utils.set_random_seed(7)
    generator = np.random.default_rng(7)
    models = {"image.keras": image(), "legacy.h5": image(), "words.keras": words(), "several.keras": several()}
    models["sizes.keras"] = sizes()
    cases = []
    for file, model in models.items():
        for layer in model.layers:
            if isinstance(layer, L.BatchNormalization):
                layer.moving_mean.assign(generator.normal(size=layer.moving_mean.shape))
                layer.moving_variance.assign(generator.uniform(0.5, 2, size=layer.moving_variance.shape))
        model.save(folder / file)
        for size in (8, 11) if file == "sizes.keras" else (None,):
            inputs = {}
            for tensor in model.inputs:
                shape = (5, *(size if dim is None else dim for dim in tensor.shape[1:]))
                integer = tensor.dtype == "int32"
                values = generator.integers(0, 50, shape) if integer else generator.normal(size=shape)
                inputs[tensor.name] = values.astype(tensor.dtype)
            given = list(inputs.values()) if len(inputs) > 1 else next(iter(inputs.values()))
            outputs = model.predict(given, verbose=0)
            outputs = outputs if isinstance(outputs, list) else [outputs]
            case = {
                "model": file.split(".")[0],
                "inputs": {name: value.tolist() for name, value in inputs.items()},
                "outputs": {name: value.tolist() for name, value in zip(model.output_names, outputs, strict=True)},
            }
            cases.append(case)
    (folder / "cases.json").write_text(json.dumps(cases))
    print(f"saved {len(models)} models")


main(pathlib.Path(sys.argv[1]))
