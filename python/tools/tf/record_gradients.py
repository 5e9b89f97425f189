"""Records what real TensorFlow gives for the cases of gradients, functions and tensors:

python python/tools/tf/record_gradients.py [MODULE...]     # with a Python that has TensorFlow

rewrites python/tests/tf/MODULE_expected.json for each MODULE of python/tests/tf (gradient_cases,
function_cases, tensor_cases unless named).
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import traceback

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["KERAS_BACKEND"] = "tensorflow"
TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "tf")
sys.path.insert(0, TESTS)

import tensorflow as tf  # noqa: E402
from recorded import encoded  # noqa: E402

for name in sys.argv[1:] or ["gradient_cases", "function_cases", "tensor_cases"]:
    found = {}
    for case, function in importlib.import_module(name).CASES.items():
        try:
            found[case] = [encoded(value) for value in function(tf)]
        except Exception:  # noqa: BLE001
            traceback.print_exc(limit=-4)
            print(f"{name}.{case} fails in TensorFlow", file=sys.stderr)
    with open(os.path.join(TESTS, f"{name.removesuffix('_cases')}_expected.json"), "w") as file:
        json.dump(found, file, separators=(",", ":"))
        file.write("\n")
