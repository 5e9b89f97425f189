"""Calls exported functions in JAX, and prints what differs from the predictions in a manifest.

    check_jax.py MODELS MANIFEST    MODELS has NAME.jax for the cases, and NAME.weights.jax, whose first argument
                                    are the weights of NAME.npz
"""

import json
import pathlib
import sys

import numpy as np
from jax import export

models, manifest = map(pathlib.Path, sys.argv[1:])
checked = 0
for case in json.loads(manifest.read_text()):
    arrays = lambda listed: [np.asarray(a["values"], a["dtype"]).reshape(a["shape"]) for a in listed]
    inputs, expected = arrays(case["inputs"]), arrays(case["predictions"])
    for name, first in [("jax", []), ("weights.jax", [[w.astype("float32") for w in arrays(case["weights"])]])]:
        path = models / f"{case['name']}.{name}"
        if not path.exists():
            continue
        try:
            function = export.deserialize(bytearray(path.read_bytes()))
            found = function.call(*first, *inputs)
            for a, b in zip(found if isinstance(found, list) else [found], expected, strict=True):
                np.testing.assert_allclose(a, b, 1e-5, 1e-5)
            checked += 1
        except Exception as error:
            print(f"{path.name} in JAX: {' / '.join(str(error).strip().splitlines()[:4])}")
print(f"checked {checked}")
