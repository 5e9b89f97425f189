"""Model files for the command, and what Keras says about them.

    model_files.py write FOLDER    a trained model as .keras and .h5, rows and targets, and Keras's own numbers
    model_files.py read FOLDER     what the command wrote, in numbers, as JSON on standard output
"""

import json
import pathlib
import sys

import keras
import numpy as np
from keras import layers as L

HEADING = ["w", "x", "y", "z", "kind"]


def write(folder):
    keras.utils.set_random_seed(5)
    rng = np.random.default_rng(5)
    x = rng.normal(size=(48, 4)).astype("float32").round(3)
    y = (x.sum(axis=1) > 0).astype("int64")
    model = keras.Sequential([L.Input((4,), name="rows"), L.Dense(6, activation="tanh"), L.Dense(2, activation="softmax")])
    model.compile(keras.optimizers.Adam(0.05), "sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(x, y, epochs=2, verbose=0)
    model.save(folder / "model.keras")
    model.save(folder / "model.h5")
    np.save(folder / "x.npy", x.astype("float64"))
    np.save(folder / "y.npy", y)
    np.savez_compressed(folder / "both.npz", rows=x, y=y)
    table = np.concatenate([x, y[:, None]], axis=1)
    np.savetxt(folder / "table.csv", table, delimiter=",", header=",".join(HEADING), comments="", fmt="%.3f")
    said = {"output": model.predict(x, verbose=0).tolist(), "evaluation": model.evaluate(x, y, verbose=0, return_dict=True)}
    lines = []
    model.summary(line_length=76, print_fn=lambda line, line_break=None: lines.append(line))
    said["summary"] = "\n".join(lines)
    history = model.fit(x, y, epochs=3, batch_size=16, shuffle=False, validation_split=0.25, verbose=0)
    said["trained"] = [w.tolist() for w in model.get_weights()]
    said["history"] = history.history
    (folder / "keras.json").write_text(json.dumps(said))


def read(folder):
    model = keras.models.load_model(folder / "trained.keras")
    converted = keras.models.load_model(folder / "converted.keras")
    x = np.load(folder / "x.npy").astype("float32")
    weights_alone = keras.models.clone_model(model)
    weights_alone.load_weights(folder / "converted.weights.h5")
    print(json.dumps({
        "trained": [w.tolist() for w in model.get_weights()],
        "iterations": int(model.optimizer.iterations),
        "converted": converted.predict(x, verbose=0).tolist(),
        "weights_alone": weights_alone.predict(x, verbose=0).tolist(),
        "outputs": np.load(folder / "out.npy").tolist(),
        "named": {name: array.tolist() for name, array in np.load(folder / "out.npz").items()},
    }))


{"write": write, "read": read}[sys.argv[1]](pathlib.Path(sys.argv[2]))
