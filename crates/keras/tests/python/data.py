"""Windows of series and splits of data sets, as Keras with TensorFlow makes them. Prints JSON."""

import json
import os

os.environ["KERAS_BACKEND"] = "tensorflow"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import keras
import numpy as np

series = np.arange(60, dtype="float32").reshape(30, 2)
targets = np.arange(100, 125, dtype="int32")


def windows(targets, **arguments):
    dataset = keras.utils.timeseries_dataset_from_array(series, targets, **arguments)
    if targets is None:
        return [{"x": x.numpy().tolist(), "y": []} for x in dataset]
    return [{"x": x.numpy().tolist(), "y": y.numpy().tolist()} for x, y in dataset]


def split(**arguments):
    rows = np.arange(11, dtype="float32").reshape(11, 1)
    left, right = keras.utils.split_dataset(rows, **arguments)
    return {name: [row.numpy().tolist() for row in part] for name, part in [("left", left), ("right", right)]}


print(
    json.dumps(
        {
            "plain": windows(None, sequence_length=4),
            "strides": windows(targets, sequence_length=5, sequence_stride=3, sampling_rate=2, batch_size=4),
            "part": windows(targets, sequence_length=3, start_index=3, end_index=21, batch_size=5),
            "split": {
                "left": split(left_size=0.7),
                "right": split(right_size=3),
                "both": split(left_size=0.5, right_size=0.2),
                "shuffled": split(left_size=0.7, shuffle=True, seed=1337),
            },
        }
    )
)
