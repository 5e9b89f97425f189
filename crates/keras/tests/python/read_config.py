"""Builds models from configurations in Keras and prints their summaries, a list in JSON, for tests/models.rs.

Usage: KERAS_BACKEND=jax COLUMNS=80 python read_config.py CONFIGURATIONS.json
"""

import json
import pathlib
import sys

import keras

summaries = []
for config in json.loads(pathlib.Path(sys.argv[1]).read_text()):
    lines = []
    model = keras.models.model_from_json(json.dumps(config))
    model.summary(print_fn=lambda text, **_: lines.append(text))
    summaries.append("".join(lines))
print(json.dumps(summaries))
