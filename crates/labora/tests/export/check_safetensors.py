"""Compares weights with those in a manifest, and writes them again.

    check_safetensors.py FOLDER MANIFEST    FOLDER has NAME.safetensors, and gets NAME.again.safetensors
"""

import json
import pathlib
import sys

import numpy as np
from safetensors.numpy import load_file, save_file

folder, manifest = map(pathlib.Path, sys.argv[1:])
for case in json.loads(manifest.read_text()):
    path = folder / f"{case['name']}.safetensors"
    if path.exists():
        tensors = load_file(path)
        expected = [np.asarray(w["values"], w["dtype"]).reshape(w["shape"]) for w in case["weights"]]
        # The order of a file is its writer's; the numbers are drawn, so that they tell which is which.
        key = lambda w: (w.size, w.astype("float64").ravel().tolist())
        for found, weight in zip(sorted(tensors.values(), key=key), sorted(expected, key=key), strict=True):
            np.testing.assert_array_equal(found, weight.astype(found.dtype))
        save_file({name: 2 * w for name, w in tensors.items()}, path.with_suffix(".again.safetensors"))
        print(case["name"], *sorted(tensors))
