"""Records what real TensorFlow gives for the cases of tf.data and tf.io:

python python/tools/tf/record_data.py     # with a Python that has TensorFlow; rewrites
python/tests/tf/*_expected.json
"""

from __future__ import annotations

import base64
import json
import os
import sys
import tempfile
import traceback

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
TESTS = os.path.join(os.path.dirname(__file__), "..", "..", "tests", "tf")
sys.path.insert(0, TESTS)

import data_cases  # noqa: E402
import io_cases  # noqa: E402
import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from tensorflow.python.eager import context  # noqa: E402


def files_of_tensorflow() -> dict[str, str]:
    """Small files that real TensorFlow wrote, as base64."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("", "GZIP", "ZLIB"):
            with tf.io.TFRecordWriter(f"{folder}/f", kind) as writer:
                for i in range(3):
                    feature = {
                        "i": tf.train.Feature(int64_list=tf.train.Int64List(value=[i])),
                        "x": tf.train.Feature(float_list=tf.train.FloatList(value=[i / 2, -1.0])),
                        "s": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"row %d" % i])),
                    }
                    example = tf.train.Example(features=tf.train.Features(feature=feature))
                    writer.write(example.SerializeToString())
            with open(f"{folder}/f", "rb") as file:
                found["records" + kind] = base64.b64encode(file.read()).decode()
    x = np.linspace(0, 255, 16 * 16 * 3).reshape(16, 16, 3).astype(np.uint8)
    found["jpeg"] = base64.b64encode(tf.io.encode_jpeg(x, quality=95).numpy()).decode()
    found["jpeg_pixels"] = data_cases.encode(tf.io.decode_jpeg(base64.b64decode(found["jpeg"])))
    exact = tf.io.decode_jpeg(base64.b64decode(found["jpeg"]), dct_method="INTEGER_ACCURATE")
    found["jpeg_exact"] = data_cases.encode(exact)
    return found


def recorded(function, folder: str) -> list:
    """The results of a case; an error of the case itself is printed."""
    found = []
    try:
        for value in function(tf, folder):
            found.append(data_cases.encode(value))
    except Exception:  # noqa: BLE001
        traceback.print_exc(limit=-3)
        print(f"{function.__name__}: only {len(found)} results", file=sys.stderr)
    return found


def main() -> None:
    for module, name in ((data_cases, "data"), (io_cases, "io")):
        results = {}
        for case, function in module.CASES.items():
            with tempfile.TemporaryDirectory() as folder:
                context.context()._seed = None  # no global seed
                results[case] = recorded(function, folder)
        if name == "io":
            results["files_of_tensorflow"] = files_of_tensorflow()
        results["tensorflow"] = tf.__version__
        with open(os.path.join(TESTS, f"{name}_expected.json"), "w") as file:
            json.dump(results, file, separators=(",", ":"))
            file.write("\n")


if __name__ == "__main__":
    main()
