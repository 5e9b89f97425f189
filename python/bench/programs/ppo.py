"""Proximal policy optimization: 64 cart poles for 128 steps in a scan, then 4 epochs of 4 minibatches, in one program."""

from __future__ import annotations

from typing import Any

import numpy as np

from .common import Run, adam, adam_state, rng

TITLE = "PPO, 64 cart poles, 128 steps"
POLES, STEPS, EPOCHS, BATCHES, WIDTH = 64, 128, 4, 4, 64
DISCOUNT, LAMBDA, CLIP = 0.99, 0.95, 0.2
LIMITS = (2.4, 0.2095)


def weights() -> list[tuple[np.ndarray, np.ndarray]]:
    """Two hidden layers; the heads of two actions and of the value."""
    random = rng()
    return [
        (random.standard_normal((a, b), np.float32) * np.float32(a**-0.5), np.zeros(b, np.float32))
        for a, b in ((4, WIDTH), (WIDTH, WIDTH), (WIDTH, 3))
    ]


def starts() -> np.ndarray:
    return (rng().random((POLES, 4), np.float32) - np.float32(0.5)) / 10


def moved(xp: Any, state: Any, action: Any) -> Any:
    """The state after 0.02 s. `xp` is the module of arrays."""
    x, speed, angle, rate = (state[:, i] for i in range(4))
    force = xp.where(action == 1, 10.0, -10.0)
    cos, sin = xp.cos(angle), xp.sin(angle)
    push = (force + 0.05 * rate * rate * sin) / 1.1
    spin = (9.8 * sin - cos * push) / (0.5 * (4 / 3 - 0.1 * cos * cos / 1.1))
    return state + 0.02 * xp.stack([speed, push - 0.05 * spin * cos / 1.1, rate, spin], 1)


def jax(policy: str) -> Run:
    import jax
    import jax.numpy as jnp

    first = jnp.asarray(starts())

    def network(parameters, x):
        for w, b in parameters[:-1]:
            x = jnp.tanh(x @ w + b)
        w, b = parameters[-1]
        heads = x @ w + b
        return jax.nn.log_softmax(heads[..., :2]), heads[..., 2]

    def rollout(parameters, state, key):
        def step(carry, key):
            state = carry
            logs, value = network(parameters, state)
            action = jax.random.categorical(key, logs)
            after = moved(jnp, state, action)
            fallen = (jnp.abs(after[:, 0]) > LIMITS[0]) | (jnp.abs(after[:, 2]) > LIMITS[1])
            log = jnp.take_along_axis(logs, action[:, None], 1)[:, 0]
            return jnp.where(fallen[:, None], first, after), (state, action, log, value, fallen)

        return jax.lax.scan(step, state, jax.random.split(key, STEPS))

    def advantages(values, fallen, last):
        def step(carry, row):
            advantage, after = carry
            value, over = row
            alive = 1 - over.astype(jnp.float32)
            advantage = 1 + DISCOUNT * after * alive - value + DISCOUNT * LAMBDA * alive * advantage
            return (advantage, value), advantage

        return jax.lax.scan(step, (jnp.zeros(POLES), last), (values, fallen), reverse=True)[1]

    def loss(parameters, batch):
        state, action, log, advantage, target = batch
        logs, value = network(parameters, state)
        ratio = jnp.exp(jnp.take_along_axis(logs, action[:, None], 1)[:, 0] - log)
        gain = jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * advantage).mean()
        entropy = -(jnp.exp(logs) * logs).sum(-1).mean()
        return 0.5 * jnp.square(value - target).mean() - gain - 0.01 * entropy

    @jax.jit
    def iteration(parameters, optimizer, state, key):
        key, rolled, shuffled = jax.random.split(key, 3)
        state, (states, actions, logs, values, fallen) = rollout(parameters, state, rolled)
        gains = advantages(values, fallen, network(parameters, state)[1])
        scaled = (gains - gains.mean()) / (gains.std() + 1e-8)
        rows = POLES * STEPS
        flat = [a.reshape(rows, *a.shape[2:]) for a in (states, actions, logs, scaled, gains + values)]

        def epoch(carry, key):
            order = jax.random.permutation(key, rows).reshape(BATCHES, -1)

            def minibatch(carry, chosen):
                parameters, optimizer = carry
                value, gradients = jax.value_and_grad(loss)(parameters, [a[chosen] for a in flat])
                return adam(parameters, gradients, optimizer), value

            return jax.lax.scan(minibatch, carry, order)

        (parameters, optimizer), losses = jax.lax.scan(
            epoch, (parameters, optimizer), jax.random.split(shuffled, EPOCHS)
        )
        return parameters, optimizer, state, key, losses.mean()

    parameters: Any = jax.tree.map(jnp.asarray, weights())
    held = [parameters, adam_state(parameters), first, jax.random.key(0)]

    def call() -> float:
        *held[:], value = iteration(*held)
        return float(value)

    return Run(call, 1)


def torch(policy: str, compiled: bool) -> Run:
    import torch

    parameters = [torch.from_numpy(a).requires_grad_() for layer in weights() for a in layer]
    optimizer = torch.optim.Adam(parameters, lr=1e-3, eps=1e-7, fused=True)
    first = torch.from_numpy(starts())

    def network(x):
        for i in (0, 2):
            x = torch.tanh(x @ parameters[i] + parameters[i + 1])
        heads = x @ parameters[4] + parameters[5]
        return heads[..., :2].log_softmax(-1), heads[..., 2]

    def act(state):
        logs, value = network(state)
        action = (logs[:, 1].exp() > torch.rand(POLES)).long()
        after = moved(torch, state, action)
        fallen = (after[:, 0].abs() > LIMITS[0]) | (after[:, 2].abs() > LIMITS[1])
        log = logs.gather(1, action[:, None])[:, 0]
        return torch.where(fallen[:, None], first, after), action, log, value, fallen

    def loss(state, action, log, advantage, target):
        logs, value = network(state)
        ratio = (logs.gather(1, action[:, None])[:, 0] - log).exp()
        gain = torch.minimum(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
        entropy = -(logs.exp() * logs).sum(-1).mean()
        return 0.5 * (value - target).square().mean() - gain - 0.01 * entropy

    if compiled:
        act, loss = torch.compile(act), torch.compile(loss)
    held = [first]

    def call() -> float:
        kept = []
        state = held[0]
        with torch.no_grad():
            for _ in range(STEPS):
                after, *row = act(state)
                kept.append((state, *row))
                state = after
            held[0] = state
            states, actions, logs, values, fallen = (torch.stack(a) for a in zip(*kept))
            advantage, after = torch.zeros(POLES), network(state)[1]
            gains = []
            for t in reversed(range(STEPS)):
                alive = 1 - fallen[t].float()
                advantage = 1 + DISCOUNT * after * alive - values[t] + DISCOUNT * LAMBDA * alive * advantage
                after = values[t]
                gains.append(advantage)
            gain = torch.stack(gains[::-1])
            scaled = (gain - gain.mean()) / (gain.std() + 1e-8)
            flat = [a.flatten(0, 1) for a in (states, actions, logs, scaled, gain + values)]
        total = 0.0
        for _ in range(EPOCHS):
            for chosen in torch.randperm(POLES * STEPS).view(BATCHES, -1):
                optimizer.zero_grad(set_to_none=True)
                value = loss(*(a[chosen] for a in flat))
                value.backward()
                optimizer.step()
                total += float(value.detach())
        return total / EPOCHS / BATCHES

    return Run(call, 1)
