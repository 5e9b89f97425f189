"""A training step of ResNet-50 (He et al., 2015; stride in the 3x3 convolution, as in v1.5) at 224x224 with momentum SGD.

Batch normalisation uses each replica's own rows; its running moments are part of the state.
Usage: python resnet50.py OUT.mlir [--batch 32] [--replicas 1] [--dtype mixed_bfloat16]
"""

import jax
import jax.numpy as jnp

import lowering

SIZE, CLASSES = 224, 1000
# Blocks, inner width and first stride of each stage.
STAGES = [(3, 64, 1), (4, 128, 2), (6, 256, 2), (3, 512, 2)]


def convolution(height, inputs, outputs):
    return jnp.zeros((height, height, inputs, outputs))


def norm(width):
    return jnp.ones(width), jnp.zeros(width)


def moments(width):
    return jnp.zeros(width), jnp.ones(width)


def parameters():
    """The trained variables and the running moments of the normalizations, as two trees of one structure."""
    trained, running = [convolution(7, 3, 64), norm(64)], [moments(64)]
    width = 64
    for blocks, inner, _ in STAGES:
        for index in range(blocks):
            block = [convolution(1, width, inner), norm(inner), convolution(3, inner, inner), norm(inner)]
            block += [convolution(1, inner, 4 * inner), norm(4 * inner)]
            state = [moments(inner), moments(inner), moments(4 * inner)]
            if index == 0:
                block += [convolution(1, width, 4 * inner), norm(4 * inner)]
                state.append(moments(4 * inner))
            trained.append(block)
            running.append(state)
            width = 4 * inner
    trained += [jnp.zeros((width, CLASSES)), jnp.zeros(CLASSES)]
    return trained, running


def convolve(x, weights, stride=1):
    return jax.lax.conv_general_dilated(
        x, weights.astype(x.dtype), (stride, stride), [(weights.shape[0] // 2,) * 2] * 2, dimension_numbers=("NHWC", "HWIO", "NHWC")
    )


def normalise(x, scale_offset, running, momentum=0.9):
    dtype, x = x.dtype, x.astype(jnp.float32)
    mean = x.mean((0, 1, 2))
    variance = jnp.square(x).mean((0, 1, 2)) - jnp.square(mean)
    scale, offset = scale_offset
    result = (x - mean) * (jax.lax.rsqrt(variance + 1e-5) * scale) + offset
    new = [momentum * old + (1 - momentum) * now for old, now in zip(running, (mean, variance))]
    return result.astype(dtype), tuple(jax.lax.stop_gradient(v) for v in new)


def forward(trained, running, x):
    new = []

    def conv_norm(x, weights, scale_offset, moments, stride=1):
        result, after = normalise(convolve(x, weights, stride), scale_offset, moments)
        return result, after

    x, after = conv_norm(x, trained[0], trained[1], running[0], 2)
    new.append(after)
    x = jax.nn.relu(x)
    x = jax.lax.reduce_window(
        x, -jnp.inf, jax.lax.max, (1, 3, 3, 1), (1, 2, 2, 1), [(0, 0), (1, 1), (1, 1), (0, 0)]
    )
    number = 0
    for blocks, _, first_stride in STAGES:
        for index in range(blocks):
            block, state = trained[2 + number], running[1 + number]
            number += 1
            stride = first_stride if index == 0 else 1
            y, s1 = conv_norm(x, block[0], block[1], state[0])
            y, s2 = conv_norm(jax.nn.relu(y), block[2], block[3], state[1], stride)
            y, s3 = conv_norm(jax.nn.relu(y), block[4], block[5], state[2])
            after = [s1, s2, s3]
            if index == 0:
                x, s4 = conv_norm(x, block[6], block[7], state[3], stride)
                after.append(s4)
            new.append(after)
            x = jax.nn.relu(x + y)
    return lowering.dense(x.mean((1, 2)), trained[-2], trained[-1]).astype(jnp.float32), new


def program(rows, replicas, dtype=jnp.float32):
    def step(state, x, labels):
        trained, velocity, running = state

        def loss(trained):
            logits, new = forward(trained, running, x.astype(dtype))
            return lowering.cross_entropy(logits, labels), new

        (value, running), gradients = jax.value_and_grad(loss, has_aux=True)(trained)
        gradients = lowering.mean_over_replicas(gradients, replicas)
        trained, velocity = lowering.momentum(trained, velocity, gradients)
        return (trained, velocity, running), value

    trained, running = parameters()
    velocity = jax.tree.map(jnp.zeros_like, trained)
    inputs = jax.ShapeDtypeStruct((rows, SIZE, SIZE, 3), jnp.float32), jax.ShapeDtypeStruct((rows,), jnp.int32)
    return step, (trained, velocity, running), inputs


if __name__ == "__main__":
    lowering.main(program, batch=32)
