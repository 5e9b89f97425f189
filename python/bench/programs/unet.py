"""A denoising diffusion step: a U-Net over pictures of 32 x 32 predicts the noise, batches of 16, `fit`."""

from __future__ import annotations

import numpy as np

from .common import Run, keras_fit, rng, torch_batches, torch_training

TITLE = "diffusion U-Net, batch 16 of 32x32"
BATCH, STEPS, SIDE, WIDTHS = 16, 4, 32, (32, 64, 128)
TIME = 64


def data() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Noised pictures, sines of their times, and the noise."""
    random = rng()
    rows = BATCH * STEPS
    noise = random.standard_normal((rows, SIDE, SIDE, 3), np.float32)
    pictures = random.random((rows, SIDE, SIDE, 3), np.float32)
    t = random.random((rows, 1), np.float32)
    angles = t * np.exp(np.linspace(0, 7, TIME // 2, dtype=np.float32))
    level = t[:, :, None, None]
    return pictures * (1 - level) + noise * level, np.concatenate([np.sin(angles), np.cos(angles)], 1), noise


def keras(policy: str) -> Run:
    import keras
    from keras import layers

    def block(x, time, channels: int):
        y = layers.GroupNormalization(8)(x)
        y = layers.Conv2D(channels, 3, padding="same")(layers.Activation("silu")(y))
        y = y + layers.Reshape((1, 1, channels))(layers.Dense(channels)(time))
        y = layers.GroupNormalization(8)(y)
        y = layers.Conv2D(channels, 3, padding="same")(layers.Activation("silu")(y))
        return y + (x if x.shape[-1] == channels else layers.Conv2D(channels, 1)(x))

    picture, sines = keras.Input((SIDE, SIDE, 3)), keras.Input((TIME,))
    time = layers.Dense(128, activation="silu")(sines)
    x = layers.Conv2D(WIDTHS[0], 3, padding="same")(picture)
    skips = []
    for width in WIDTHS:
        x = block(x, time, width)
        skips.append(x)
        if width != WIDTHS[-1]:
            x = layers.AveragePooling2D(2)(x)
    x = block(skips.pop(), time, WIDTHS[-1])
    for width in WIDTHS[-2::-1]:
        x = layers.Concatenate()([layers.UpSampling2D()(x), skips.pop()])
        x = block(x, time, width)
    x = layers.Activation("silu")(layers.GroupNormalization(8)(x))
    outputs = layers.Conv2D(3, 3, padding="same", dtype="float32")(x)
    model = keras.Model([picture, sines], outputs)
    model.compile("adam", "mse")
    x, t, noise = data()
    return keras_fit(model, [x, t], noise, BATCH)


def torch(policy: str, compiled: bool) -> Run:
    from torch import nn
    from torch.nn.functional import avg_pool2d, interpolate, mse_loss, silu

    import torch

    class Block(nn.Module):
        def __init__(self, channels: int, width: int) -> None:
            super().__init__()
            self.norms = nn.ModuleList([nn.GroupNorm(8, channels), nn.GroupNorm(8, width)])
            self.a, self.b = nn.Conv2d(channels, width, 3, padding=1), nn.Conv2d(width, width, 3, padding=1)
            self.time = nn.Linear(128, width)
            self.shortcut = nn.Identity() if channels == width else nn.Conv2d(channels, width, 1)

        def forward(self, x, time):
            y = self.a(silu(self.norms[0](x))) + self.time(time)[:, :, None, None]
            return self.b(silu(self.norms[1](y))) + self.shortcut(x)

    class Network(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            a, b, c = WIDTHS
            self.time, self.first = nn.Linear(TIME, 128), nn.Conv2d(3, a, 3, padding=1)
            sizes = [(a, a), (a, b), (b, c), (c, c), (c + b, b), (b + a, a)]
            self.blocks = nn.ModuleList([Block(*size) for size in sizes])
            self.norm, self.last = nn.GroupNorm(8, a), nn.Conv2d(a, 3, 3, padding=1)

        def forward(self, x, sines):
            time = silu(self.time(sines))
            one = self.blocks[0](self.first(x), time)
            two = self.blocks[1](avg_pool2d(one, 2), time)
            x = self.blocks[2](avg_pool2d(two, 2), time)
            x = interpolate(self.blocks[3](x, time), scale_factor=2)
            x = interpolate(self.blocks[4](torch.cat([x, two], 1), time), scale_factor=2)
            x = self.blocks[5](torch.cat([x, one], 1), time)
            return self.last(silu(self.norm(x)))

    x, t, noise = data()
    turned = [a.transpose(0, 3, 1, 2).copy() for a in (x, noise)]
    model = Network().to(memory_format=torch.channels_last)
    loss = lambda m, a, t, b: mse_loss(m(a, t).float(), b)  # noqa: E731
    return torch_training(model, loss, torch_batches([turned[0], t, turned[1]], BATCH), policy, compiled)
