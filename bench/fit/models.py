"""The models and the data of the comparison: each is compiled and saved as a whole model, with its rows beside it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import numpy as np


@dataclasses.dataclass(frozen=True)
class Work:
    """A model, its rows, and how it is trained."""

    make: Callable
    rows: int
    batch: int


def article():
    """The network of the article, on pictures of 32 x 32."""
    from keras import Sequential, layers

    model = Sequential([layers.Input((32, 32, 3))])
    for filters in (32, 64):
        for _ in range(2):
            model.add(layers.Conv2D(filters, 3, padding="same", activation="relu"))
            model.add(layers.BatchNormalization())
        model.add(layers.MaxPooling2D())
        model.add(layers.Dropout(0.25))
    model.add(layers.Flatten())
    model.add(layers.Dense(512, activation="relu"))
    model.add(layers.Dropout(0.5))
    model.add(layers.Dense(10, activation="softmax"))
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    return model, lambda random, n: (random.random((n, 32, 32, 3), "float32"), random.integers(0, 10, n))


def of_applications(name: str):
    """A network of `keras.applications`, on pictures of 224 x 224."""

    def make():
        import keras

        model = getattr(keras.applications, name)(weights=None)
        model.compile("adam", "sparse_categorical_crossentropy")
        return model, lambda random, n: (random.random((n, 224, 224, 3), "float32"), random.integers(0, 1000, n))

    return make


def lstm():
    """Two bidirectional LSTMs on 200 tokens."""
    from keras import Input, Model, layers

    tokens = Input((200,), dtype="int32")
    x = layers.Embedding(20_000, 128)(tokens)
    x = layers.Bidirectional(layers.LSTM(64, return_sequences=True))(x)
    x = layers.Bidirectional(layers.LSTM(64))(x)
    model = Model(tokens, layers.Dense(1, activation="sigmoid")(x))
    model.compile("adam", "binary_crossentropy", metrics=["accuracy"])
    return model, lambda random, n: (random.integers(0, 20_000, (n, 200), "int32"), random.integers(0, 2, n))


def transformer():
    """Four blocks of attention with eight heads, of 256 features, on 128 tokens."""
    from keras import Input, Model, layers

    tokens = Input((128,), dtype="int32")
    x = layers.Embedding(20_000, 256)(tokens)
    for _ in range(4):
        y = layers.LayerNormalization()(x)
        x = layers.Add()([x, layers.MultiHeadAttention(8, 32)(y, y)])
        y = layers.LayerNormalization()(x)
        y = layers.Dense(1024, activation="gelu")(y)
        x = layers.Add()([x, layers.Dense(256)(y)])
    x = layers.GlobalAveragePooling1D()(x)
    model = Model(tokens, layers.Dense(2, activation="softmax")(x))
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    return model, lambda random, n: (random.integers(0, 20_000, (n, 128), "int32"), random.integers(0, 2, n))


def autoencoder():
    """A convolutional autoencoder, on pictures of 28 x 28."""
    from keras import Sequential, layers

    model = Sequential([layers.Input((28, 28, 1))])
    for filters in (32, 64):
        model.add(layers.Conv2D(filters, 3, strides=2, padding="same", activation="relu"))
    for filters in (64, 32):
        model.add(layers.Conv2DTranspose(filters, 3, strides=2, padding="same", activation="relu"))
    model.add(layers.Conv2D(1, 3, padding="same", activation="sigmoid"))
    model.compile("adam", "binary_crossentropy")

    def rows(random, n):
        images = random.random((n, 28, 28, 1), "float32")
        return images, images

    return model, rows


def tabular():
    """A multilayer perceptron on 32 numbers."""
    from keras import Sequential, layers

    model = Sequential([layers.Input((32,))])
    for width in (256, 128, 64):
        model.add(layers.Dense(width, activation="relu"))
    model.add(layers.Dense(1))
    model.compile("adam", "mean_squared_error")
    return model, lambda random, n: (random.random((n, 32), "float32"), random.random((n, 1), "float32"))


WORKS = {
    "article": Work(article, 4096, 256),
    "resnet50": Work(of_applications("ResNet50"), 64, 16),
    "mobilenet_v2": Work(of_applications("MobileNetV2"), 128, 16),
    "lstm": Work(lstm, 1024, 64),
    "transformer": Work(transformer, 512, 32),
    "autoencoder": Work(autoencoder, 8192, 128),
    "tabular": Work(tabular, 131_072, 256),
}


def write(name: str, folder: Path) -> None:
    """Writes NAME.keras, NAME.x.npy and NAME.y.npy, unless they are there."""
    if (folder / f"{name}.y.npy").exists():
        return
    import keras

    keras.utils.set_random_seed(0)
    model, rows = WORKS[name].make()
    model.save(folder / f"{name}.keras")
    x, y = rows(np.random.default_rng(0), WORKS[name].rows)
    np.save(folder / f"{name}.x.npy", x)
    np.save(folder / f"{name}.y.npy", y if y.dtype.kind == "f" else y.astype("int32"))
