"""A variational autoencoder of pictures of 28 x 28 by dense layers, batches of 128, `fit`."""

from __future__ import annotations

import numpy as np

from .common import Run, keras_fit, rng, torch_batches, torch_training

TITLE = "variational autoencoder, batch 128"
BATCH, STEPS, PIXELS, HIDDEN, LATENT = 128, 16, 784, 512, 16


def data() -> np.ndarray:
    return rng().random((BATCH * STEPS, PIXELS), np.float32)


def keras(policy: str) -> Run:
    import keras
    from keras import layers, ops

    class Sample(layers.Layer):
        """A sample of the posterior, whose divergence from the prior is a loss."""

        def __init__(self) -> None:
            super().__init__(dtype="float32")
            self.seed = keras.random.SeedGenerator(0)

        def call(self, parameters):
            mean, logvar = ops.split(parameters, 2, axis=-1)
            self.add_loss(ops.mean(ops.sum(ops.square(mean) + ops.exp(logvar) - 1 - logvar, -1)) / 2 / PIXELS)
            return mean + ops.exp(logvar / 2) * keras.random.normal(ops.shape(mean), seed=self.seed)

    pixels = keras.Input((PIXELS,))
    x = layers.Dense(HIDDEN, activation="relu")(pixels)
    x = layers.Dense(HIDDEN, activation="relu")(x)
    x = Sample()(layers.Dense(2 * LATENT)(x))
    x = layers.Dense(HIDDEN, activation="relu")(x)
    x = layers.Dense(HIDDEN, activation="relu")(x)
    outputs = layers.Dense(PIXELS, activation="sigmoid", dtype="float32")(x)
    model = keras.Model(pixels, outputs)
    model.compile("adam", "binary_crossentropy")
    x = data()
    return keras_fit(model, x, x, BATCH)


def torch(policy: str, compiled: bool) -> Run:
    from torch import nn
    from torch.nn.functional import binary_cross_entropy_with_logits

    import torch

    def mlp(*widths: int) -> nn.Sequential:
        layers: list[nn.Module] = []
        for a, b in zip(widths, widths[1:]):
            layers += [nn.Linear(a, b), nn.ReLU()]
        return nn.Sequential(*layers[:-1])

    model = nn.ModuleList([mlp(PIXELS, HIDDEN, HIDDEN, 2 * LATENT), mlp(LATENT, HIDDEN, HIDDEN, PIXELS)])

    def loss(model, pixels):
        mean, logvar = model[0](pixels).float().chunk(2, -1)
        divergence = (mean**2 + logvar.exp() - 1 - logvar).sum(-1).mean() / 2 / PIXELS
        logits = model[1](mean + (logvar / 2).exp() * torch.randn_like(mean)).float()
        return binary_cross_entropy_with_logits(logits, pixels) + divergence

    return torch_training(model, loss, torch_batches([data()], BATCH), policy, compiled)
