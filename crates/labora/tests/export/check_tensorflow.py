"""Calls exported programs in TensorFlow, and prints what differs from the predictions in a manifest.

    check_tensorflow.py MODELS MANIFEST    MODELS has NAME.stablehlo for the cases
"""

import json
import pathlib
import sys

import numpy as np
from tensorflow.compiler.tf2xla.python import xla

models, manifest = map(pathlib.Path, sys.argv[1:])
checked = 0
for case in json.loads(manifest.read_text()):
    path = models / f"{case['name']}.stablehlo"
    if not path.exists():
        continue
    arrays = lambda listed: [np.asarray(a["values"], a["dtype"]).reshape(a["shape"]) for a in listed]
    inputs, expected = arrays(case["inputs"]), arrays(case["predictions"])
    try:
        found = xla.call_module(
            inputs,
            version=9,
            module=path.read_bytes(),
            Sout=[y.shape for y in expected],
            Tout=[y.dtype for y in expected],
            platforms=["CPU"],
        )
        for a, b in zip(found, expected, strict=True):
            np.testing.assert_allclose(a, b, 1e-5, 1e-5)
        checked += 1
    except Exception as error:
        print(f"{path.name} in TensorFlow: {' / '.join(str(error).strip().splitlines()[:4])}")
print(f"checked {checked}")
