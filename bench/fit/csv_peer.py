"""The network of `csv_stream` in Keras, on the same CSV file: rows a second of one epoch, as a line of JSON.

    KERAS_BACKEND=tensorflow|jax|torch python csv_peer.py FILE.csv pandas|stream [auto|no-jit]

`pandas` reads the whole file first, and trains on arrays; `stream` trains on TensorFlow's `make_csv_dataset`, which
holds a few batches. Both times count from the open file to the last step.
"""

import json
import os
import resource
import sys
import time

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import keras
from keras import layers

BATCH = 1024


def network(columns):
    x = inputs = keras.Input((columns,))
    for _ in range(2):
        x = layers.Dense(64, activation="relu")(x)
    return keras.Model(inputs, layers.Dense(1)(x))


def arrays(path):
    import pandas

    table = pandas.read_csv(path, dtype="float32")
    target = table.pop("y").to_numpy()
    return {"x": table.to_numpy(), "y": target, "batch_size": BATCH}, len(table)


def stream(path):
    import tensorflow as tf

    with open(path, encoding="utf-8") as file:
        names = file.readline().strip().split(",")
        rows = sum(1 for _ in file)
    dataset = tf.data.experimental.make_csv_dataset(
        path, BATCH, column_defaults=[tf.float32] * len(names), label_name="y", num_epochs=1, shuffle=False,
        num_parallel_reads=1,
    )  # fmt: skip
    joined = dataset.map(lambda row, y: (tf.stack(list(row.values()), -1), y), num_parallel_calls=tf.data.AUTOTUNE)
    return {"x": joined.prefetch(tf.data.AUTOTUNE)}, rows


def main():
    path, how, mode = [*sys.argv[1:], "auto"][:3]
    with open(path, encoding="utf-8") as file:
        columns = file.readline().count(",")
    model = network(columns)
    model.compile("adam", "mean_squared_error", jit_compile="auto" if mode == "auto" else False)
    start = time.perf_counter()
    data, rows = arrays(path) if how == "pandas" else stream(path)
    read = time.perf_counter() - start
    if how == "stream":
        start = time.perf_counter()  # The rows were counted, which the training does not need.
    loss = model.fit(**data, epochs=1, shuffle=False, verbose=0).history["loss"][0]
    seconds = time.perf_counter() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(json.dumps({"rows/s": round(rows / seconds), "read": round(read, 2), "seconds": round(seconds, 2),
                      "loss": loss, "MiB": memory}))  # fmt: skip


main()
