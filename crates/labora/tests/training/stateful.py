"""What stateful models of real Keras compute, call after call.

Usage: KERAS_BACKEND=tensorflow python stateful.py stateful.json     (Keras 3.15.1)

On JAX, Keras drops the states of compiled programs.
"""

import json
import os
import sys

os.environ["CUDA_VISIBLE_DEVICES"] = ""

import keras
import numpy as np
from keras import layers as L

ROWS, BATCHES = 3, 2
random = np.random.RandomState(1)


def lstm():
    i = L.Input(batch_shape=(ROWS, 4, 3))
    x = L.LSTM(3, stateful=True, return_sequences=True)(i)
    return keras.Model(i, L.Dense(2)(L.GRU(2, stateful=True)(x)))


def masked():
    i = L.Input(batch_shape=(ROWS, 4, 3))
    x = L.SimpleRNN(3, stateful=True, return_sequences=True, go_backwards=True)(L.Masking(0.25)(i))
    return keras.Model(i, L.Dense(2)(L.LSTM(2, stateful=True, unroll=True)(x)))


def both_directions():
    i = L.Input(batch_shape=(ROWS, 4, 3))
    x = L.Bidirectional(L.LSTM(2, stateful=True, return_sequences=True))(i)
    cells = L.StackedRNNCells([L.LSTMCell(3), L.GRUCell(2)])
    return keras.Model(i, L.RNN(cells, stateful=True)(x))


def convolutions():
    i = L.Input(batch_shape=(ROWS, 3, 4, 2))
    return keras.Model(i, L.Dense(2)(L.Flatten()(L.ConvLSTM1D(2, 3, stateful=True)(i))))


def images():
    i = L.Input(batch_shape=(ROWS, 2, 3, 3, 1))
    x = L.ConvLSTM2D(2, 2, stateful=True, padding="same", strides=2, return_sequences=True)(i)
    return keras.Model(i, L.Dense(2)(L.Flatten()(x)))


def volumes():
    i = L.Input(batch_shape=(ROWS, 2, 2, 2, 2, 1))
    return keras.Model(i, L.Dense(2)(L.Flatten()(L.ConvLSTM3D(1, 2, stateful=True, padding="same")(i))))


def numbers(array):
    return np.asarray(array, "float64").ravel().tolist()


def draw(shape):
    values = random.uniform(-1, 1, shape).astype("float32")
    if len(shape) == 3:
        # Not the first step in either direction, whose output depends on Keras's backend if it is masked.
        values[:, 1:-1][random.uniform(size=(shape[0], shape[1] - 2)) < 0.4] = 0.25
    return values


def reset(model):
    for layer in model._flatten_layers():
        # A layer's own method does not know the nested states of cells.
        for state in keras.tree.flatten(getattr(layer, "states", None) or []):
            state.assign(np.zeros(state.shape))


def case(build):
    model = build()
    for weight in model.weights:
        weight.assign(random.uniform(-0.8, 0.8, weight.shape))
    model.compile(keras.optimizers.SGD(0.1), "mse")
    written = {"name": build.__name__, "model": json.loads(model.to_json()), "rows": ROWS}
    written["weights"] = [numbers(weight) for weight in model.weights]
    written["count_params"] = model.count_params()
    x, y = draw((ROWS * BATCHES, *model.inputs[0].shape[1:])), draw((ROWS * BATCHES, 2))
    written |= {"x": numbers(x), "y": numbers(y)}
    predict = lambda: numbers(model.predict(x, batch_size=ROWS, verbose=0))

    def train():
        model.reset_metrics()
        return float(model.train_on_batch(x[:ROWS], y[:ROWS]))

    fit = {"batch_size": ROWS, "epochs": 2, "shuffle": False, "verbose": 0}
    written["predictions"] = [predict(), predict()]
    written["evaluations"] = [float(model.evaluate(x, y, batch_size=ROWS, verbose=0)) for _ in range(2)]
    reset(model)
    written["losses"] = [train() for _ in range(3)]
    history = model.fit(x, y, validation_data=(x[:ROWS], y[:ROWS]), **fit).history
    written["history"] = {name: numbers(values) for name, values in history.items()}
    written["trained"] = [predict()]
    reset(model)
    written["trained"].append(predict())
    return written


builders = [lstm, masked, both_directions, convolutions, images, volumes]
with open(sys.argv[1], "w") as file:
    json.dump([case(build) for build in builders], file, separators=(",", ":"))
    file.write("\n")
