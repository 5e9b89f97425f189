"""Writes Keras's summaries and configurations for tests/models.rs.

Usage: KERAS_BACKEND=jax python models.py ../fixtures/models     (Keras 3.15.1)
Writes for each model NAME_80.txt, NAME_120.txt (the summary at 80 and 120 columns) and NAME.json (to_json).
"""

import json
import os
import pathlib
import sys

import keras
import numpy as np
from keras import layers as L

folder = pathlib.Path(sys.argv[1])


def article():
    i = L.Input((32, 32, 3), name="Input")
    x = L.BatchNormalization()(i)
    x = L.Conv2D(32, (3, 3), padding="same", activation="relu")(x)
    x = L.Conv2D(32, (3, 3), padding="same", activation="relu")(x)
    x = L.MaxPooling2D((2, 2))(x)
    x = L.Dropout(0.25)(x)
    x = L.BatchNormalization()(x)
    x = L.Conv2D(64, (3, 3), padding="same", activation="relu")(x)
    x = L.Conv2D(64, (3, 3), activation="relu")(x)
    x = L.MaxPooling2D((2, 2))(x)
    x = L.Dropout(0.25)(x)
    x = L.Flatten()(x)
    x = L.Dense(512, activation="relu")(x)
    x = L.Dropout(0.5)(x)
    return keras.Model(i, L.Dense(10, activation="softmax")(x))


def branched():
    i = L.Input((8, 8, 4))
    a = L.Conv2D(4, 3, padding="same")(i)
    b = L.Conv2D(4, 1, use_bias=False)(i)
    s = L.Add()([a, b])
    s = L.Activation("relu")(s)
    c = L.Concatenate()([s, a, i])
    g = L.GlobalAveragePooling2D()(c)
    return keras.Model(i, L.Dense(3)(g))


def shared():
    i = L.Input((8,))
    d = L.Dense(8)
    x = d(i)
    y = d(x)
    return keras.Model(i, L.Add()([x, y]))


def sequential():
    return keras.Sequential(
        [L.Input((28, 28, 1)), L.Flatten(), L.Dense(128, activation="relu"), L.Dense(10, activation="softmax")]
    )


def augmented():
    i = L.Input((32, 32, 3))
    x = L.RandomFlip("horizontal")(i)
    x = L.RandomTranslation(0.125, (-0.25, 0.5), "constant", "nearest", fill_value=0.5)(x)
    x = L.RandomFlip(seed=7)(x)
    x = L.RandomTranslation(0.0, 0.25)(x)
    return keras.Model(i, L.GlobalAveragePooling2D()(x))


def several():
    a, b = L.Input((6,), name="a"), L.Input((6,), name="b")
    x = L.Input((6,))
    inner = keras.Model(x, [L.Dense(4, activation="tanh")(x), L.BatchNormalization()(x)], name="inner")
    p, q = inner(a, training=False)
    r, s = inner(b)
    tail = keras.Sequential([L.Input((4,)), L.Dense(3, name="tail_dense")], name="tail")
    m = L.Add()([p, r])
    return keras.Model([a, b], [tail(m), L.Concatenate()([q, s])], name="several")


def expressions():
    ops = keras.ops
    i = L.Input((4, 6))
    x = L.Dense(6)(i)
    x = 0.5 * (x + i) / (1.0 - x) % 2.0
    x = ops.concatenate([-x, i[:, 1:3], i[..., ::2, :]], axis=1)
    x = ops.reshape(ops.softmax(ops.transpose(x, (0, 2, 1)), axis=-1), (-1, 12, 4))
    x = ops.clip(ops.maximum(ops.power(x, 2.0), ops.mean(x, axis=1, keepdims=True)), 0.1, 0.9)
    return keras.Model(i, [ops.sum(x, axis=(1, 2)), x[:, -1, None]])


def trained():
    i = L.Input((4,))
    model = keras.Model(i, L.Dense(2)(L.Dense(300)(i)))
    model.compile("adam", "mean_squared_error")
    model.fit(np.zeros((2, 4)), np.zeros((2, 2)), verbose=0)
    return model


for make in [article, branched, shared, sequential, augmented, several, expressions, trained]:
    keras.backend.clear_session()
    model = make()
    for columns in [80, 120]:
        os.environ["COLUMNS"] = str(columns)
        lines = []
        model.summary(print_fn=lambda line, **_: lines.append(line))
        (folder / f"{make.__name__}_{columns}.txt").write_text("\n".join(lines))
    (folder / f"{make.__name__}.json").write_text(json.dumps(json.loads(model.to_json()), indent=1) + "\n")
