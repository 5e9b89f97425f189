"""Finds in Keras what configurations of ours name, for tests/objects/names.rs: names.py NAMES.json

Prints the names that Keras does not have, and the activations whose values differ.
"""

import importlib
import json
import pathlib
import sys

import keras
import numpy as np

names = json.loads(pathlib.Path(sys.argv[1]).read_text())
for name in names["classes"]:
    if not hasattr(importlib.import_module(name["module"]), name["class_name"]):
        print(f"{name['module']} has no {name['class_name']}")
x = np.array(names["x"], "float32")
for activation in names["activations"]:
    try:
        found = np.asarray(keras.activations.get(activation["config"])(keras.ops.convert_to_tensor(x)))
        np.testing.assert_allclose(np.ravel(activation["values"]), found.ravel(), 1e-5, 1e-6)
    except Exception as error:
        print(f"activation {activation['config']}: {' / '.join(str(error).strip().splitlines()[:3])}")
