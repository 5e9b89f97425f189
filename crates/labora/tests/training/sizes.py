"""What real Keras makes of models that leave sizes open, on data sets whose batches have several sizes.

Usage: KERAS_BACKEND=tensorflow python sizes.py sizes.json     (Keras 3.15.1)

On JAX, Keras's metrics of a training do not see the masks.
"""

import json
import os
import sys

os.environ["CUDA_VISIBLE_DEVICES"] = ""

import keras
import numpy as np
from keras import layers as L

EPOCHS = 2
random = np.random.RandomState(1)


def texts():
    """Classes of texts: (rows, words) of each batch, padded with zeros."""
    i = L.Input((None,), dtype="int32")
    x = L.LSTM(3)(L.Embedding(6, 4, mask_zero=True)(i))
    model = keras.Model(i, L.Dense(3, activation="softmax")(x))
    batches = []
    for shape in [(4, 5), (4, 3), (4, 3), (3, 6)]:
        x = random.randint(1, 6, shape)
        x[0, shape[1] - 1 :] = 0
        batches.append((x, random.randint(0, 3, shape[0])))
    return model, batches, {"loss": "sparse_categorical_crossentropy", "metrics": ["accuracy"]}


def tags():
    """A number for each step of a sequence."""
    i = L.Input((None, 2))
    model = keras.Model(i, L.Dense(1)(L.GRU(3, return_sequences=True)(L.Masking(0.25)(i))))
    batches = []
    for rows, steps in [(2, 4), (4, 2), (4, 6)]:
        x = random.uniform(-1, 1, (rows, steps, 2))
        x[0, 0] = 0.25
        batches.append((x, random.uniform(-1, 1, (rows, steps, 1))))
    return model, batches, {"loss": "mse", "metrics": ["mae"]}


class Batches(keras.utils.PyDataset):
    def __init__(self, batches):
        super().__init__()
        self.batches = batches

    def __len__(self):
        return len(self.batches)

    def __getitem__(self, index):
        return self.batches[index]


def array(values):
    values = np.asarray(values)
    return {"shape": list(values.shape), "values": np.asarray(values, "float64").ravel().tolist()}


def case(build):
    keras.backend.clear_session()
    model, batches, fit = build()
    weights = [random.uniform(-1, 1, w.shape) for w in model.get_weights()]
    model.set_weights(weights)
    model.compile(keras.optimizers.SGD(0.1), **fit)
    data = Batches(batches)
    result = {"name": build.__name__, "model": json.loads(model.to_json()), "fit": fit, "epochs": EPOCHS}
    result["weights"] = [array(w) for w in weights]
    result["batches"] = [[array(x), array(y)] for x, y in batches]
    result["evaluation"] = model.evaluate(data, return_dict=True, verbose=0)
    result["history"] = model.fit(data, epochs=EPOCHS, shuffle=False, validation_data=data, verbose=0).history
    result["trained"] = [array(w) for w in model.get_weights()]
    result["predictions"] = [array(model.predict_on_batch(x)) for x, _ in batches]
    return result


if __name__ == "__main__":
    with open(sys.argv[1], "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(case(build)) for build in (texts, tags)) + "\n]\n")
