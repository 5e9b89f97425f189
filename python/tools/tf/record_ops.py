"""Records what TensorFlow gives for the calls in `tests/tf/ops_cases.txt`, for `tests/tf/test_ops.py`.

    python python/tools/tf/record_ops.py > python/tests/tf/ops_cases.json

runs with a Python that has TensorFlow (recorded with 2.21.0). A result is a list of arrays: type, shape,
values; an error is the name of its class and those of its bases.
"""

import json
import os
import sys
import zlib

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tests", "tf")
sys.path.insert(0, HERE)

import ops_values  # noqa: E402


def array(value, np):
    value = np.asarray(value)
    if value.dtype.kind in "OSU":
        flat = [
            one.decode("latin-1") if isinstance(one, bytes) else str(one)
            for one in value.reshape(-1).tolist()
        ]
        return ["string", list(value.shape), flat]
    if value.dtype.kind == "c":
        pairs = value.reshape(-1).astype(np.complex128)
        return [
            value.dtype.name,
            list(value.shape),
            [float(f"{x:.7g}") for z in pairs for x in (z.real, z.imag)],
        ]
    if value.dtype.kind == "f":
        return [value.dtype.name, list(value.shape), [float(f"{x:.8g}") for x in value.reshape(-1).tolist()]]
    return [value.dtype.name, list(value.shape), value.reshape(-1).tolist()]


def main():
    import numpy as np
    import tensorflow as tf

    out = {}
    for line in ops_values.cases():
        try:
            value = eval(line, {"tf": tf, "np": np, **ops_values.makers(line)})
            leaves = [one for one in tf.nest.flatten(value) if one is not None]
            out[line] = [array(one, np) for one in leaves]
        except Exception as error:
            out[line] = {"error": [kind.__name__ for kind in type(error).__mro__[:-3]]}
    text = ",\n".join(
        f"{json.dumps(line)}: {json.dumps(found, separators=(',', ':'))}" for line, found in out.items()
    )
    sys.stdout.write("{\n" + text + "\n}\n")
    sys.stderr.write(f"{len(out)} calls, crc {zlib.crc32(text.encode())}\n")


main()
