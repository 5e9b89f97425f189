"""The article's network in real Keras, and CIFAR-10 rows: what the cross-checks share."""
import os

os.environ.setdefault("KERAS_BACKEND", "jax")
os.environ.setdefault("JAX_PLATFORMS", "cpu")
import numpy as np
import keras
from keras import layers as L


def read(folder, *names):
    """Images (n, 32, 32, 3) as float32 in 0..255, and labels, of files in CIFAR-10's binary form."""
    rows = np.concatenate([np.fromfile(os.path.join(folder, n), np.uint8).reshape(-1, 3073) for n in names])
    return rows[:, 1:].reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1).astype("float32"), rows[:, 0].astype("int32")


def model(dropout=True):
    """The article's network; without dropout its steps can be repeated elsewhere."""
    rate = (lambda r: r) if dropout else (lambda r: 0.0)
    i = L.Input((32, 32, 3), name="Input")
    h = L.BatchNormalization()(i)
    h = L.Conv2D(32, (3, 3), padding="same", activation="relu")(h)
    h = L.Conv2D(32, (3, 3), padding="same", activation="relu")(h)
    h = L.MaxPooling2D((2, 2))(h)
    h = L.Dropout(rate(0.25))(h)
    h = L.BatchNormalization()(h)
    h = L.Conv2D(64, (3, 3), padding="same", activation="relu")(h)
    h = L.Conv2D(64, (3, 3), activation="relu")(h)
    h = L.MaxPooling2D((2, 2))(h)
    h = L.Dropout(rate(0.25))(h)
    h = L.Flatten()(h)
    h = L.Dense(512, activation="relu")(h)
    h = L.Dropout(rate(0.5))(h)
    return keras.Model(i, L.Dense(10, activation="softmax")(h))
