"""Keras's `fit` of a whole model: seconds and loss of each epoch, as a line of JSON.

    KERAS_BACKEND=tensorflow|jax|torch python peer.py MODEL.keras X.npy Y.npy BATCH EPOCHS [auto|no-jit|jit]
"""

import json
import os
import sys
import time

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import keras
import numpy as np


class Clock(keras.callbacks.Callback):
    """The time of each epoch. An epoch ends when its loss is known, so all of its steps are done."""

    def __init__(self):
        super().__init__()
        self.seconds, self.losses = [], []

    def on_epoch_begin(self, epoch, logs=None):
        self.start = time.perf_counter()

    def on_epoch_end(self, epoch, logs=None):
        self.losses.append(float(logs["loss"]))
        self.seconds.append(time.perf_counter() - self.start)


def main():
    path, x, y, batch, epochs, mode = sys.argv[1:7]
    model = keras.models.load_model(path)
    if mode != "auto":
        # As the model was compiled, with or without a compiler for its steps.
        config = model.get_compile_config()
        model.compile_from_config({**config, "jit_compile": mode == "jit"})
    clock = Clock()
    model.fit(np.load(x), np.load(y), batch_size=int(batch), epochs=int(epochs), verbose=0, shuffle=False, callbacks=[clock])
    print(json.dumps({"seconds": clock.seconds, "losses": clock.losses}))


main()
