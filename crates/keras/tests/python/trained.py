"""Saves trained models as FOLDER/NAME.keras and prints their summaries as JSON, for tests/visualization.

Usage: KERAS_BACKEND=tensorflow COLUMNS=80 python trained.py FOLDER
"""

import json
import pathlib
import sys

import keras
import numpy as np
from keras import layers as L

OPTIMIZERS = {
    "adam": lambda: keras.optimizers.Adam(),
    "schedule": lambda: keras.optimizers.SGD(keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.5), momentum=0.9),
    "shared": lambda: keras.optimizers.Nadam(),
    "average": lambda: keras.optimizers.RMSprop(use_ema=True),
}
folder = pathlib.Path(sys.argv[1])
summaries = {}
for name, optimizer in OPTIMIZERS.items():
    i = L.Input((4,), name="i")
    x = L.BatchNormalization(name="norm")(L.Dense(300, name="first")(i))
    model = keras.Model(i, L.Dense(2, name="last")(x), name=name)
    model.layers[1].trainable = name != "shared"
    model.compile(optimizer(), "mean_squared_error")
    model.fit(np.zeros((2, 4)), np.zeros((2, 2)), verbose=0)
    model.save(folder / f"{name}.keras")
    lines = []
    model.summary(print_fn=lambda line, **_: lines.append(line))
    summaries[name] = "\n".join(lines)
print(json.dumps(summaries))
