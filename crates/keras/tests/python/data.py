"""Windows of series, splits of data sets, layers that adapt to batches, and arrays of `keras.utils`, as Keras with
TensorFlow makes them. Prints JSON."""

import json
import os

os.environ["KERAS_BACKEND"] = "tensorflow"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import keras
import numpy as np
import tensorflow as tf

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


NUMBERS = (np.random.default_rng(5).normal(size=(90, 2)) * [1, 20] + [0, 7]).astype("float32")
SEQUENCES = [[1, 2, 3, 4, 5], [], [6], [7, 8, 9]]


def adapted():
    """Layers that adapted to batches of numbers."""
    batches = lambda rows: tf.data.Dataset.from_tensor_slices(NUMBERS).batch(rows)
    found = {"numbers": NUMBERS.tolist(), "boundaries": []}
    for bins, epsilon, rows in [(4, 0.01, 90), (5, 0.05, 13), (3, 0.3, 7), (200, 0.01, 90)]:
        layer = keras.layers.Discretization(num_bins=bins, epsilon=epsilon)
        layer.adapt(batches(rows))
        case = {"bins": bins, "epsilon": epsilon, "rows": rows, "boundaries": layer.bin_boundaries}
        found["boundaries"].append(case)
    layer = keras.layers.Normalization()
    layer.adapt(batches(13))
    return found | {"mean": np.ravel(layer.mean).tolist(), "variance": np.ravel(layer.variance).tolist()}


def arrays():
    """What functions of `keras.utils` make."""
    u = keras.utils
    x = NUMBERS[:6].reshape(2, 3, 2)
    return {
        "to_categorical": u.to_categorical([[1], [0], [3]]).tolist(),
        "to_categorical of 5": u.to_categorical([[1, 0], [3, 2]], 5).tolist(),
        "normalize": u.normalize(x).tolist(),
        "normalize by 1": u.normalize(x, 1, 1).tolist(),
        "normalize by the greatest": u.normalize(x, -1, np.inf).tolist(),
        "pad_sequences": u.pad_sequences(SEQUENCES).tolist(),
        "pad_sequences to 3": u.pad_sequences(SEQUENCES, 3, padding="post", truncating="post", value=-1).tolist(),
        "pad_sequences before": u.pad_sequences(SEQUENCES, 4, padding="post").tolist(),
    }


print(
    json.dumps(
        {
            "plain": windows(None, sequence_length=4),
            "strides": windows(targets, sequence_length=5, sequence_stride=3, sampling_rate=2, batch_size=4),
            "part": windows(targets, sequence_length=3, start_index=3, end_index=21, batch_size=5),
            "adapted": adapted(),
            "arrays": arrays(),
            "split": {
                "left": split(left_size=0.7),
                "right": split(right_size=3),
                "both": split(left_size=0.5, right_size=0.2),
                "shuffled": split(left_size=0.7, shuffle=True, seed=1337),
            },
        }
    )
)
