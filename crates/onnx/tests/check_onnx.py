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
        # All rows, and fewer if the number of rows is free.
        free = inputs and isinstance(next(iter(session.get_inputs()[0].shape), 0), str)
        for rows in [None, 2] if free else [None]:
            cut = lambda array: array if rows is None else array[:rows]
            given = {i.name: cut(x) for i, x in zip(session.get_inputs(), inputs, strict=True)}
            for found, prediction in zip(session.run(None, given), map(cut, expected), strict=True):
                assert found.dtype == prediction.dtype
                scale = max(1.0, float(np.abs(prediction).max()))
                np.testing.assert_allclose(found / scale, prediction / scale, 1e-5, 1e-5)
        checked += 1
    except Exception as error:
        print(f"{path.name} in ONNX Runtime: {' / '.join(str(error).strip().splitlines()[:4])}")
print(f"checked {checked}")
