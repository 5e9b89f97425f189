"""A training step of a perceptron 784-512-512-10 with Adam, as StableHLO text.

Usage: python mlp.py OUT.mlir [--batch 128] [--replicas 1] [--dtype mixed_bfloat16]
"""

import jax
import jax.numpy as jnp

import lowering

WIDTHS = [784, 512, 512, 10]


def parameters():
    return [(jnp.zeros((i, o)), jnp.zeros(o)) for i, o in zip(WIDTHS, WIDTHS[1:])]


def forward(layers, x):
    for layer in layers[:-1]:
        x = jax.nn.relu(lowering.dense(x, *layer))
    return lowering.dense(x, *layers[-1]).astype(jnp.float32)


def program(rows, replicas, dtype=jnp.float32):
    def step(state, x, labels):
        layers, moments = state
        loss, gradients = jax.value_and_grad(lambda p: lowering.cross_entropy(forward(p, x.astype(dtype)), labels))(layers)
        gradients = lowering.mean_over_replicas(gradients, replicas)
        return lowering.adam(layers, moments, gradients), loss

    layers = parameters()
    inputs = jax.ShapeDtypeStruct((rows, WIDTHS[0]), jnp.float32), jax.ShapeDtypeStruct((rows,), jnp.int32)
    return step, (layers, lowering.adam_state(layers)), inputs


if __name__ == "__main__":
    lowering.main(program, batch=128)
