"""Builds a model from a configuration in Keras and prints its summary, for tests/models.rs.

Usage: KERAS_BACKEND=jax COLUMNS=80 python read_config.py CONFIG.json
"""

import pathlib
import sys

import keras

model = keras.models.model_from_json(pathlib.Path(sys.argv[1]).read_text())
model.summary(print_fn=lambda text, **_: print(text, end=""))
