"""A classifier of texts: embedding, LSTM of 128 units, batches of 32 texts of 80 words, `fit`."""

from __future__ import annotations

import numpy as np

from .common import Run, keras_fit, rng, torch_batches, torch_training

TITLE = "LSTM of 128 units, 32x80 words"
BATCH, STEPS, LENGTH, WORDS, WIDTH = 32, 8, 80, 10_000, 128


def data() -> tuple[np.ndarray, np.ndarray]:
    random = rng()
    rows = BATCH * STEPS
    return random.integers(0, WORDS, (rows, LENGTH)).astype(np.int32), random.integers(0, 2, (rows, 1)).astype(np.float32)


def keras(policy: str) -> Run:
    import keras
    from keras import layers

    model = keras.Sequential(
        [
            keras.Input((LENGTH,), dtype="int32"),
            layers.Embedding(WORDS, WIDTH),
            layers.LSTM(WIDTH),
            layers.Dense(1, activation="sigmoid", dtype="float32"),
        ]
    )
    model.compile("adam", "binary_crossentropy", metrics=["accuracy"])
    return keras_fit(model, *data(), BATCH)


def torch(policy: str, compiled: bool) -> Run:
    from torch import nn
    from torch.nn.functional import binary_cross_entropy_with_logits

    class Network(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.words, self.lstm = nn.Embedding(WORDS, WIDTH), nn.LSTM(WIDTH, WIDTH, batch_first=True)
            self.head = nn.Linear(WIDTH, 1)

        def forward(self, words):
            return self.head(self.lstm(self.words(words))[0][:, -1])

    x, y = data()
    batches = torch_batches([x.astype(np.int64), y], BATCH)
    loss = lambda m, a, b: binary_cross_entropy_with_logits(m(a).float(), b)  # noqa: E731
    return torch_training(Network(), loss, batches, policy, compiled)
