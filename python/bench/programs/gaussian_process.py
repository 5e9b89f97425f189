"""A step on the evidence of a Gaussian process of 512 points, by Cholesky, and its gradient."""

from __future__ import annotations

import numpy as np

from .common import Run, adam, adam_state, rng, torch_training

TITLE = "Gaussian process of 512 points"
POINTS, STEPS = 512, 8


def data() -> tuple[np.ndarray, np.ndarray]:
    random = rng()
    x = random.standard_normal((POINTS, 4), np.float32)
    return x, np.sin(x.sum(1)) + np.float32(0.1) * random.standard_normal(POINTS, np.float32)


def jax(policy: str) -> Run:
    import jax
    import jax.numpy as jnp
    from jax.scipy.linalg import cho_solve

    def evidence(parameters, x, y):
        scale, height, noise = jnp.exp(parameters)
        distances = jnp.square((x[:, None] - x[None]) / scale).sum(-1)
        matrix = height * jnp.exp(-distances / 2) + (noise + 1e-4) * jnp.eye(POINTS)
        factor = jnp.linalg.cholesky(matrix)
        solved = cho_solve((factor, True), y)
        return (y @ solved / 2 + jnp.log(jnp.diag(factor)).sum()) / POINTS

    @jax.jit
    def step(parameters, state, x, y):
        value, gradients = jax.value_and_grad(evidence)(parameters, x, y)
        return *adam(parameters, gradients, state, 0.01), value

    x, y = map(jnp.asarray, data())
    parameters = jnp.asarray([0.0, 0.0, -2.0])
    held = [parameters, adam_state(parameters)]

    def call() -> float:
        for _ in range(STEPS):
            held[0], held[1], value = step(*held, x, y)
        return float(value)

    return Run(call, STEPS)


def torch(policy: str, compiled: bool) -> Run:
    from torch import nn

    import torch

    class Evidence(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.parameters_ = nn.Parameter(torch.tensor([0.0, 0.0, -2.0]))

        def forward(self, x, y):
            scale, height, noise = self.parameters_.exp()
            distances = ((x[:, None] - x[None]) / scale).square().sum(-1)
            matrix = height * (-distances / 2).exp() + (noise + 1e-4) * torch.eye(POINTS)
            factor = torch.linalg.cholesky(matrix)
            solved = torch.cholesky_solve(y[:, None], factor)[:, 0]
            return (y @ solved / 2 + factor.diagonal().log().sum()) / POINTS

    batch = tuple(torch.from_numpy(a) for a in data())
    return torch_training(Evidence(), lambda m, x, y: m(x, y), [batch] * STEPS, policy, compiled)
