"""Records TensorFlow's numbers for the cases of `tests/tf/keras_cases.py`, on eight virtual CPU devices.

    PYTHONPATH=python/tests/tf PYTHON_OF_TENSORFLOW python/tools/tf/record_keras.py
    python/tests/tf/keras_expected.json

Made with TensorFlow 2.21.0 and Keras 3.15.1.
"""

from __future__ import annotations

import json
import os
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["CUDA_VISIBLE_DEVICES"] = ""
import keras_cases as cases
import tensorflow as tf


def main(path: str) -> None:
    """Writes the file."""
    cpu = tf.config.list_physical_devices("CPU")[0]
    tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 8)
    strategy = tf.distribute.MirroredStrategy([f"/cpu:{i}" for i in range(8)])
    found = {
        "tensorflow": tf.__version__,
        "optimizers_of_1": cases.optimizers_of_1(tf),
        "rates_of_1": cases.rates_of_1(tf),
        "backend": cases.backend(tf),
        "context": cases.context(tf, strategy),
        "replicas": cases.replicas(tf, strategy),
        "uneven": cases.uneven(tf, strategy),
    }
    with open(path, "w", encoding="utf-8") as file:
        json.dump(found, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main(sys.argv[1])
