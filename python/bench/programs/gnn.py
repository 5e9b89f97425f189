"""A training step of a graph network: three layers that sum messages of 20,000 edges at 2,000 nodes."""

from __future__ import annotations

from typing import Any

import numpy as np

from .common import Run, adam, adam_state, rng, torch_training

TITLE = "graph network, 20,000 edges"
NODES, EDGES, WIDTH, CLASSES, LAYERS, STEPS = 2_000, 20_000, 64, 8, 3, 8


def data() -> dict[str, np.ndarray]:
    random = rng()
    return {
        "features": random.standard_normal((NODES, WIDTH), np.float32),
        "from": random.integers(0, NODES, EDGES).astype(np.int32),
        "to": random.integers(0, NODES, EDGES).astype(np.int32),
        "classes": random.integers(0, CLASSES, NODES).astype(np.int32),
    }


def weights() -> list[tuple[np.ndarray, ...]]:
    """Of each layer: the node's own, the messages'; last, the classifier's."""
    random = rng()

    def matrix(columns: int) -> np.ndarray:
        return random.standard_normal((WIDTH, columns), np.float32) * np.float32(WIDTH**-0.5)

    return [(matrix(WIDTH), matrix(WIDTH)) for _ in range(LAYERS)] + [(matrix(CLASSES),)]


def jax(policy: str) -> Run:
    import jax
    import jax.numpy as jnp

    graph = {name: jnp.asarray(a) for name, a in data().items()}

    def loss(parameters, graph):
        x = graph["features"]
        counts = jax.ops.segment_sum(jnp.ones(EDGES), graph["to"], NODES).clip(1)
        for own, message in parameters[:-1]:
            messages = jax.nn.relu(x @ message)[graph["from"]]
            x = jax.nn.relu(x @ own + jax.ops.segment_sum(messages, graph["to"], NODES) / counts[:, None])
        logs = jax.nn.log_softmax(x @ parameters[-1][0])
        return -jnp.take_along_axis(logs, graph["classes"][:, None], 1).mean()

    @jax.jit
    def step(parameters, state, graph):
        value, gradients = jax.value_and_grad(loss)(parameters, graph)
        return *adam(parameters, gradients, state), value

    parameters: Any = jax.tree.map(jnp.asarray, weights())
    held = [parameters, adam_state(parameters)]

    def call() -> float:
        values = []
        for _ in range(STEPS):
            held[0], held[1], value = step(*held, graph)
            values.append(value)
        return float(np.mean([float(v) for v in values]))

    return Run(call, STEPS)


def torch(policy: str, compiled: bool) -> Run:
    from torch import nn
    from torch.nn.functional import cross_entropy, relu

    import torch

    arrays = {name: torch.from_numpy(a) for name, a in data().items()}
    sources, targets = arrays["from"].long(), arrays["to"].long()

    class Network(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            flat = [torch.from_numpy(w) for layer in weights() for w in layer]
            self.w = nn.ParameterList([nn.Parameter(w) for w in flat])

        def forward(self, x):
            counts = torch.zeros(NODES).index_add_(0, targets, torch.ones(EDGES)).clamp(1)
            for i in range(LAYERS):
                messages = relu(x @ self.w[2 * i + 1])[sources]
                sums = torch.zeros(NODES, WIDTH).index_add_(0, targets, messages)
                x = relu(x @ self.w[2 * i] + sums / counts[:, None])
            return x @ self.w[-1]

    batch = (arrays["features"], arrays["classes"].long())
    return torch_training(Network(), lambda m, x, y: cross_entropy(m(x), y), [batch] * STEPS, policy, compiled)
