"""Runs exported models in ONNX Runtime, and prints what differs from the predictions in a manifest.

    check_onnx.py MODELS MANIFEST    MODELS has NAME.onnx for the cases
"""

import json
import pathlib
import sys

import numpy as np
import onnx
import onnxruntime

models, manifest = map(pathlib.Path, sys.argv[1:])
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
options.log_severity_level = 3
checked = 0
for case in json.loads(manifest.read_text()):
    path = models / f"{case['name']}.onnx"
    if not path.exists():
        continue
    arrays = lambda listed: [np.asarray(a["values"], a["dtype"]).reshape(a["shape"]) for a in listed]
    try:
        onnx.checker.check_model(onnx.load(path), full_check=True)
        session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        inputs, expected = arrays(case["inputs"]), arrays(case["predictions"])
        # All rows, and fewer.
        for rows in [len(inputs[0]), 2]:
            given = {i.name: x[:rows] for i, x in zip(session.get_inputs(), inputs, strict=True)}
            for found, prediction in zip(session.run(None, given), expected, strict=True):
                scale = max(1.0, float(np.abs(prediction).max()))
                np.testing.assert_allclose(found / scale, prediction[:rows] / scale, 1e-5, 1e-5)
        checked += 1
    except Exception as error:
        print(f"{path.name} in ONNX Runtime: {' / '.join(str(error).strip().splitlines()[:4])}")
print(f"checked {checked}")
