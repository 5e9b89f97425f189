"""ResNet-50 of keras.applications on pictures of 128 x 128, batches of 16, `fit`."""

from __future__ import annotations

import numpy as np

from .common import Run, keras_fit, rng, torch_batches, torch_training

TITLE = "ResNet-50, batch 16 of 128x128"
BATCH, STEPS, SIDE = 16, 2, 128


def data() -> tuple[np.ndarray, np.ndarray]:
    random = rng()
    rows = BATCH * STEPS
    return random.random((rows, SIDE, SIDE, 3), np.float32), random.integers(0, 1000, rows).astype(np.int32)


def keras(policy: str) -> Run:
    import keras

    model = keras.applications.ResNet50(weights=None, input_shape=(SIDE, SIDE, 3))
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    return keras_fit(model, *data(), BATCH)


def torch(policy: str, compiled: bool) -> Run:
    from torch import nn
    from torch.nn.functional import cross_entropy, relu

    import torch

    class Bottleneck(nn.Module):
        def __init__(self, channels: int, width: int, stride: int) -> None:
            super().__init__()
            out = 4 * width
            self.a = nn.Sequential(nn.Conv2d(channels, width, 1, stride), nn.BatchNorm2d(width), nn.ReLU())
            self.b = nn.Sequential(nn.Conv2d(width, width, 3, padding=1), nn.BatchNorm2d(width), nn.ReLU())
            self.c = nn.Sequential(nn.Conv2d(width, out, 1), nn.BatchNorm2d(out))
            self.shortcut = nn.Identity()
            if channels != out:
                self.shortcut = nn.Sequential(nn.Conv2d(channels, out, 1, stride), nn.BatchNorm2d(out))

        def forward(self, x):
            return relu(self.c(self.b(self.a(x))) + self.shortcut(x))

    blocks: list[nn.Module] = [nn.Conv2d(3, 64, 7, 2, 3), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    channels = 64
    for width, depth, stride in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
        for i in range(depth):
            blocks.append(Bottleneck(channels, width, stride if i == 0 else 1))
            channels = 4 * width
    model = nn.Sequential(*blocks, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(2048, 1000))
    model = model.to(memory_format=torch.channels_last)
    x, y = data()
    batches = [
        (a.to(memory_format=torch.channels_last), b)
        for a, b in torch_batches([x.transpose(0, 3, 1, 2).copy(), y.astype(np.int64)], BATCH)
    ]
    return torch_training(model, lambda m, a, b: cross_entropy(m(a).float(), b), batches, policy, compiled)
