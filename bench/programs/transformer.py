"""A training step of six transformer blocks (pre-norm; width 512, 8 heads, inner width 2048, 256 positions) with Adam.

The loss is the mean square distance to a target of the input's shape: blocks alone, without embedding or vocabulary.
Usage: python transformer.py OUT.mlir [--batch 8] [--replicas 1] [--dtype mixed_bfloat16]
"""

import jax
import jax.numpy as jnp

import lowering

BLOCKS, WIDTH, HEADS, INNER, POSITIONS = 6, 512, 8, 2048, 256


def parameters():
    def dense(inputs, outputs):
        return jnp.zeros((inputs, outputs)), jnp.zeros(outputs)

    def norm():
        return jnp.ones(WIDTH), jnp.zeros(WIDTH)

    block = {
        "norm1": norm(),
        "qkv": dense(WIDTH, 3 * WIDTH),
        "out": dense(WIDTH, WIDTH),
        "norm2": norm(),
        "up": dense(WIDTH, INNER),
        "down": dense(INNER, WIDTH),
    }
    return [block] * BLOCKS


def layer_norm(x, scale, offset):
    dtype, x = x.dtype, x.astype(jnp.float32)
    mean = x.mean(-1, keepdims=True)
    variance = jnp.square(x - mean).mean(-1, keepdims=True)
    return ((x - mean) * jax.lax.rsqrt(variance + 1e-5) * scale + offset).astype(dtype)


def attention(x, block):
    batch = x.shape[0]
    parts = lowering.dense(x, *block["qkv"]).reshape(batch, POSITIONS, 3, HEADS, WIDTH // HEADS)
    q, k, v = parts[:, :, 0], parts[:, :, 1], parts[:, :, 2]
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k).astype(jnp.float32) / jnp.sqrt(WIDTH / HEADS)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores).astype(x.dtype), v)
    return lowering.dense(mixed.reshape(batch, POSITIONS, WIDTH), *block["out"])


def feed_forward(x, block):
    return lowering.dense(jax.nn.gelu(lowering.dense(x, *block["up"])), *block["down"])


def forward(blocks, x):
    for block in blocks:
        x = x + attention(layer_norm(x, *block["norm1"]), block)
        x = x + feed_forward(layer_norm(x, *block["norm2"]), block)
    return x


def program(rows, replicas, dtype=jnp.float32):
    def step(state, x, target):
        blocks, moments = state

        def loss_of(blocks):
            return jnp.square(forward(blocks, x.astype(dtype)).astype(jnp.float32) - target).mean()

        loss, gradients = jax.value_and_grad(loss_of)(blocks)
        gradients = lowering.mean_over_replicas(gradients, replicas)
        return lowering.adam(blocks, moments, gradients), loss

    blocks = parameters()
    x = jax.ShapeDtypeStruct((rows, POSITIONS, WIDTH), jnp.float32)
    return step, (blocks, lowering.adam_state(blocks)), (x, x)


if __name__ == "__main__":
    lowering.main(program, batch=8)
