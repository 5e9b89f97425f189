"""A causal transformer of four blocks of width 256, batches of 8 texts of 128 tokens, `fit`."""

from __future__ import annotations

import numpy as np

from .common import Run, keras_fit, rng, torch_batches, torch_training

TITLE = "GPT of 4 blocks, width 256, 8x128 tokens"
BATCH, STEPS, LENGTH, WORDS, WIDTH, HEADS, BLOCKS = 8, 4, 128, 4096, 256, 4, 4


def data() -> tuple[np.ndarray, np.ndarray]:
    tokens = rng().integers(0, WORDS, (BATCH * STEPS, LENGTH + 1)).astype(np.int32)
    return tokens[:, :-1].copy(), tokens[:, 1:].copy()


def keras(policy: str) -> Run:
    import keras
    from keras import layers, ops

    tokens = keras.Input((LENGTH,), dtype="int32")
    x = layers.Embedding(WORDS, WIDTH)(tokens)
    x = x + layers.Embedding(LENGTH, WIDTH)(ops.broadcast_to(ops.arange(LENGTH), (1, LENGTH)))
    for _ in range(BLOCKS):
        y = layers.LayerNormalization()(x)
        x = x + layers.MultiHeadAttention(HEADS, WIDTH // HEADS)(y, y, use_causal_mask=True)
        y = layers.LayerNormalization()(x)
        x = x + layers.Dense(WIDTH)(layers.Dense(4 * WIDTH, activation="gelu")(y))
    x = layers.LayerNormalization()(x)
    logits = layers.Dense(WORDS, dtype="float32")(x)
    model = keras.Model(tokens, logits)
    model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    return keras_fit(model, *data(), BATCH)


def torch(policy: str, compiled: bool) -> Run:
    from torch import nn
    from torch.nn.functional import cross_entropy, gelu, scaled_dot_product_attention

    import torch

    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.norms = nn.ModuleList([nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)])
            self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
            self.up, self.down = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)

        def forward(self, x):
            n, t, _ = x.shape
            q, k, v = self.qkv(self.norms[0](x)).view(n, t, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
            y = scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(n, t, WIDTH)
            x = x + self.out(y)
            return x + self.down(gelu(self.up(self.norms[1](x))))

    class Network(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.words, self.places = nn.Embedding(WORDS, WIDTH), nn.Embedding(LENGTH, WIDTH)
            self.blocks = nn.Sequential(*(Block() for _ in range(BLOCKS)))
            self.norm, self.head = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, WORDS)

        def forward(self, tokens):
            x = self.words(tokens) + self.places(torch.arange(LENGTH))
            return self.head(self.norm(self.blocks(x)))

    def loss(model, tokens, targets):
        return cross_entropy(model(tokens).float().view(-1, WORDS), targets.reshape(-1))

    batches = torch_batches([a.astype(np.int64) for a in data()], BATCH)
    return torch_training(Network(), loss, batches, policy, compiled)
