"""Saves the model of the load tests, and a body for each interface.

    models.py FOLDER
"""

import json
import pathlib
import sys

import keras
import numpy as np
from keras import layers as L


def image():
    """A network for images of 32 x 32 pixels, with 0.3 million weights."""
    x = i = L.Input((32, 32, 3), name="image")
    for filters in (32, 64, 128):
        x = L.Conv2D(filters, 3, padding="same", use_bias=False)(x)
        x = L.BatchNormalization()(x)
        x = L.ReLU()(x)
        x = L.MaxPooling2D()(x)
    x = L.Flatten()(x)
    x = L.Dense(96, activation="relu")(x)
    return keras.Model(i, L.Dense(10, activation="softmax", name="classes")(x))


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    keras.utils.set_random_seed(7)
    model = image()
    model.save(folder / "image.keras")
    x = np.random.default_rng(7).uniform(size=(1, 32, 32, 3)).astype("float32").round(3)
    (folder / "rows.json").write_text(json.dumps({"instances": [[[[float(f"{v:.3f}") for v in p] for p in r] for r in x[0]]]}))
    head = json.dumps({
        "parameters": {"binary_data_output": True},
        "inputs": [{"name": "image", "shape": list(x.shape), "datatype": "FP32", "parameters": {"binary_data_size": x.nbytes}}],
    }).encode()
    (folder / "binary.body").write_bytes(head + x.tobytes())
    print(f"image.keras: {model.count_params()} weights; binary.body: --json-bytes {len(head)}")


main(pathlib.Path(sys.argv[1]))
