"""256 bodies under gravity: a scan of 100 leapfrog steps."""

from __future__ import annotations

import numpy as np

from .common import Run, rng

TITLE = "256 bodies, one leapfrog step"
BODIES, STEPS = 256, 100
DT, SOFTENING = 1e-3, 1e-2


def data() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = rng()
    position = random.standard_normal((BODIES, 3), np.float32)
    velocity = random.standard_normal((BODIES, 3), np.float32) * np.float32(0.1)
    return position, velocity, random.random(BODIES, np.float32) / BODIES


def jax(policy: str) -> Run:
    import jax
    import jax.numpy as jnp

    def pull(position, mass):
        difference = position[None] - position[:, None]
        squares = jnp.square(difference).sum(-1) + SOFTENING
        return (difference * (mass * squares**-1.5)[..., None]).sum(1)

    @jax.jit
    def simulate(position, velocity, mass):
        def step(state, _):
            position, velocity = state
            velocity = velocity + DT / 2 * pull(position, mass)
            position = position + DT * velocity
            velocity = velocity + DT / 2 * pull(position, mass)
            return (position, velocity), jnp.square(velocity).sum()

        return jax.lax.scan(step, (position, velocity), length=STEPS)

    arrays = tuple(map(jnp.asarray, data()))

    def call() -> float:
        return float(simulate(*arrays)[1][-1])

    return Run(call, STEPS)


def torch(policy: str, compiled: bool) -> Run:
    import torch

    position, velocity, mass = (torch.from_numpy(a) for a in data())

    def pull(position):
        difference = position[None] - position[:, None]
        squares = difference.square().sum(-1) + SOFTENING
        return (difference * (mass * squares**-1.5)[..., None]).sum(1)

    def step(position, velocity):
        velocity = velocity + DT / 2 * pull(position)
        position = position + DT * velocity
        velocity = velocity + DT / 2 * pull(position)
        return position, velocity, velocity.square().sum()

    if compiled:
        step = torch.compile(step)

    def call() -> float:
        state = position, velocity
        with torch.inference_mode():
            for _ in range(STEPS):
                *state, energy = step(*state)
        return float(energy)

    return Run(call, STEPS)
