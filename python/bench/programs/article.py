"""The article's network on pictures of 32 x 32, batches of 1,024, `fit`."""

from __future__ import annotations

import numpy as np

from .common import Run, keras_fit, rng, torch_batches, torch_training

TITLE = "article's network, batch 1,024"
BATCH, STEPS = 1024, 4


def data() -> tuple[np.ndarray, np.ndarray]:
    random = rng()
    rows = BATCH * STEPS
    return random.random((rows, 32, 32, 3), np.float32), random.integers(0, 10, rows).astype(np.int32)


def keras(policy: str) -> Run:
    import keras
    from keras import layers

    model = keras.Sequential([keras.Input((32, 32, 3)), layers.BatchNormalization()])
    for channels, padding in ((32, "same"), (64, "valid")):
        model.add(layers.Conv2D(channels, 3, padding="same", activation="relu"))
        model.add(layers.Conv2D(channels, 3, padding=padding, activation="relu"))
        model.add(layers.MaxPooling2D())
        model.add(layers.Dropout(0.25))
        if channels == 32:
            model.add(layers.BatchNormalization())
    model.add(layers.Flatten())
    model.add(layers.Dense(512, activation="relu"))
    model.add(layers.Dropout(0.5))
    model.add(layers.Dense(10, activation="softmax", dtype="float32"))
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    return keras_fit(model, *data(), BATCH)


def torch(policy: str, compiled: bool) -> Run:
    from torch import nn
    from torch.nn.functional import cross_entropy

    import torch

    model = nn.Sequential(
        nn.BatchNorm2d(3),
        nn.Conv2d(3, 32, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(32, 32, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Dropout(0.25),
        nn.BatchNorm2d(32),
        nn.Conv2d(32, 64, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(64, 64, 3),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Dropout(0.25),
        nn.Flatten(),
        nn.Linear(64 * 7 * 7, 512),
        nn.ReLU(),
        nn.Dropout(0.5),
        nn.Linear(512, 10),
    ).to(memory_format=torch.channels_last)
    x, y = data()
    batches = [
        (a.to(memory_format=torch.channels_last), b)
        for a, b in torch_batches([x.transpose(0, 3, 1, 2).copy(), y.astype(np.int64)], BATCH)
    ]
    return torch_training(model, lambda m, a, b: cross_entropy(m(a).float(), b), batches, policy, compiled)
