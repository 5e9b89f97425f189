"""Trains the models of examples by their twins in Python, from the weights that the Rust programs began with.

    twins.py EXAMPLES FOLDER NAME...    EXAMPLES has the twins; FOLDER has NAME.built.keras and NAME.trained.keras

FOLDER gets NAME.python.keras, the trained model, and NAME.json: what the training reports, the weights after it, and
those that Keras finds in NAME.trained.keras.
"""

import importlib
import json
import pathlib
import sys

import keras

examples, folder = sys.argv[1], pathlib.Path(sys.argv[2])
sys.path.insert(0, examples)


def weights(model):
    return [w.ravel().astype(float).tolist() for w in model.get_weights()]


for name in sys.argv[3:]:
    twin = importlib.import_module(name)
    model = keras.saving.load_model(folder / f"{name}.built.keras")
    built = twin.build()
    assert [w.shape for w in model.weights] == [w.shape for w in built.weights], f"{name}: the twins' models differ"
    reported = [float(value) for value in twin.train(model)]
    model.save(folder / f"{name}.python.keras")
    opened = keras.saving.load_model(folder / f"{name}.trained.keras")
    found = {"reported": reported, "weights": weights(model), "opened": weights(opened)}
    (folder / f"{name}.json").write_text(json.dumps(found))
