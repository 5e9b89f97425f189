"""Text from a transformer of four blocks of width 256, one token a call, with a cache of keys and values."""

from __future__ import annotations

import numpy as np

from .common import MIXED, Run, rng

TITLE = "GPT generation, one token"
LENGTH, WORDS, WIDTH, HEADS, BLOCKS = 128, 4096, 256, 4, 4
HEAD = WIDTH // HEADS


def weights() -> list[np.ndarray]:
    """Embedding, positions, then of each block: queries, keys and values; output; up; down."""
    random = rng()
    shapes = [(WORDS, WIDTH), (LENGTH, WIDTH)]
    for _ in range(BLOCKS):
        shapes += [(WIDTH, 3 * WIDTH), (WIDTH, WIDTH), (WIDTH, 4 * WIDTH), (4 * WIDTH, WIDTH)]
    return [random.standard_normal(shape, np.float32) * np.float32(0.05) for shape in shapes]


def jax(policy: str) -> Run:
    import jax
    import jax.numpy as jnp

    dtype = jnp.bfloat16 if policy == MIXED else jnp.float32
    parameters = [jnp.asarray(w, dtype) for w in weights()]

    def norm(x):
        x = x.astype(jnp.float32)
        mean = x.mean(-1, keepdims=True)
        return ((x - mean) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)).astype(dtype)

    @jax.jit(donate_argnums=1)
    def step(parameters, cache, token, place):
        x = parameters[0][token] + parameters[1][place]
        kept = []
        for i in range(BLOCKS):
            qkv, out, up, down = parameters[2 + 4 * i : 6 + 4 * i]
            q, k, v = (norm(x) @ qkv).reshape(3, HEADS, HEAD)
            keys = jax.lax.dynamic_update_index_in_dim(cache[i][0], k, place, 0)
            values = jax.lax.dynamic_update_index_in_dim(cache[i][1], v, place, 0)
            kept.append((keys, values))
            scores = jnp.einsum("hd,thd->ht", q, keys, preferred_element_type=jnp.float32) / HEAD**0.5
            scores = jnp.where(jnp.arange(LENGTH) <= place, scores, -jnp.inf)
            attended = jnp.einsum("ht,thd->hd", jax.nn.softmax(scores).astype(dtype), values)
            x = x + attended.reshape(WIDTH) @ out
            x = x + jax.nn.gelu(norm(x) @ up) @ down
        return kept, jnp.argmax(norm(x) @ parameters[0].T)

    def call() -> float:
        # Distinct arrays, since each call donates them.
        cache = [(jnp.zeros((LENGTH, HEADS, HEAD), dtype), jnp.zeros((LENGTH, HEADS, HEAD), dtype)) for _ in range(BLOCKS)]
        token = jnp.int32(1)
        total = 0
        for place in range(LENGTH):
            cache, token = step(parameters, cache, token, place)
            total += int(token)
        return total / LENGTH

    return Run(call, LENGTH)


def torch(policy: str, compiled: bool) -> Run:
    from torch.nn.functional import gelu, layer_norm

    import torch

    dtype = torch.bfloat16 if policy == MIXED else torch.float32
    parameters = [torch.from_numpy(w).to(dtype) for w in weights()]

    def norm(x):
        return layer_norm(x, (WIDTH,))

    def step(cache, token, place):
        x = parameters[0][token] + parameters[1][place]
        for i in range(BLOCKS):
            qkv, out, up, down = parameters[2 + 4 * i : 6 + 4 * i]
            q, k, v = (norm(x) @ qkv).view(3, HEADS, HEAD)
            cache[i, 0].index_copy_(0, place.view(1), k[None])
            cache[i, 1].index_copy_(0, place.view(1), v[None])
            scores = torch.einsum("hd,thd->ht", q, cache[i, 0]).float() / HEAD**0.5
            scores = scores.masked_fill(torch.arange(LENGTH) > place, float("-inf"))
            attended = torch.einsum("ht,thd->hd", scores.softmax(-1).to(dtype), cache[i, 1])
            x = x + attended.reshape(WIDTH) @ out
            x = x + gelu(norm(x) @ up, approximate="tanh") @ down
        return (norm(x) @ parameters[0].T).argmax()

    if compiled:
        step = torch.compile(step)

    def call() -> float:
        cache = torch.zeros((BLOCKS, 2, LENGTH, HEADS, HEAD), dtype=dtype)
        token = torch.tensor(1)
        total = 0
        with torch.inference_mode():
            for place in range(LENGTH):
                token = step(cache, token, torch.tensor(place))
                total += int(token)
        return total / LENGTH

    return Run(call, LENGTH)
