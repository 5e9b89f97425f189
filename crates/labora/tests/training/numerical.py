"""An epoch of a small convolutional network by real Keras, of 100 rows in order.

    numerical.py FOLDER DATA    DATA has MNIST's training files; FOLDER gets first.keras, last.weights.h5, rows.npz
                                and history.json
"""

import gzip
import json
import sys

import keras
import numpy as np

ROWS, CLASSES = 100, 10
folder, data = sys.argv[1:3]


def read(name, header, *shape):
    with gzip.open(f"{data}/mnist-small/train-{name}-ubyte.gz") as file:
        return np.frombuffer(file.read(), np.uint8, ROWS * int(np.prod(shape)), header).reshape(ROWS, *shape)


keras.utils.set_random_seed(1)
x = read("images-idx3", 16, 28, 28, 1).astype("float32") / 255
y = keras.utils.to_categorical(read("labels-idx1", 8), CLASSES)
L = keras.layers
model = keras.Sequential([
    L.Input((28, 28, 1)),
    L.Conv2D(32, 3, activation="relu"),
    L.BatchNormalization(),
    L.MaxPooling2D(2),
    L.Conv2D(64, 3, activation="relu"),
    L.BatchNormalization(scale=False),
    L.MaxPooling2D(2),
    L.Flatten(),
    L.Dense(CLASSES, activation="softmax"),
])
model.compile("adam", "categorical_crossentropy", metrics=["mae", "accuracy"])
model.save(f"{folder}/first.keras")
history = model.fit(x, y, batch_size=32, epochs=1, shuffle=False, verbose=0).history
model.save_weights(f"{folder}/last.weights.h5")
np.savez(f"{folder}/rows.npz", x=x, y=y, predictions=model.predict(x, verbose=0))
with open(f"{folder}/history.json", "w") as file:
    json.dump({name: values[0] for name, values in history.items()}, file)
