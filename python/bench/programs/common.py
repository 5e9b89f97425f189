"""What the programs share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

MIXED = "mixed_bfloat16"
"""The policy of mixed precision, by Keras's name; the other is float32."""


class Run(NamedTuple):
    call: Callable[[], float]
    """Runs the program and waits for it. Gives a figure of the result, which differs little between frameworks
    that begin with the same weights."""
    steps: int
    """Steps (or tokens) of a call: times are given for one."""


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def keras_fit(model: Any, x: Any, y: Any, batch: int) -> Run:
    """Epochs of `fit` of a compiled model. The figure is the loss of the last epoch."""
    rows = len(y)

    def call() -> float:
        history = model.fit(x, y, batch_size=batch, epochs=1, shuffle=False, verbose=0)
        return float(history.history["loss"][-1])

    return Run(call, -(-rows // batch))


def adam(parameters: Any, gradients: Any, state: Any, rate: float = 1e-3) -> tuple[Any, Any]:
    """A step of Adam on trees of JAX arrays. `state` is from `adam_state`."""
    import jax
    import jax.numpy as jnp

    count, mean, square = state
    count = count + 1
    mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, gradients)
    square = jax.tree.map(lambda s, g: 0.999 * s + 0.001 * g * g, square, gradients)
    scale = rate * jnp.sqrt(1 - 0.999**count) / (1 - 0.9**count)
    parameters = jax.tree.map(lambda p, m, s: p - scale * m / (jnp.sqrt(s) + 1e-7), parameters, mean, square)
    return parameters, (count, mean, square)


def adam_state(parameters: Any) -> Any:
    import jax
    import jax.numpy as jnp

    zeros = jax.tree.map(jnp.zeros_like, parameters)
    return jnp.float32(0), zeros, zeros


def torch_training(model: Any, loss: Callable[..., Any], batches: list[tuple[Any, ...]], policy: str, compiled: bool) -> Run:
    """An epoch of training with Adam. `loss` takes the model and a batch."""
    import torch

    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, eps=1e-7, fused=True)
    model.train()

    def forward(*batch: Any) -> Any:
        with torch.autocast("cpu", torch.bfloat16, enabled=policy == MIXED):
            return loss(model, *batch)

    if compiled:
        forward = torch.compile(forward)

    def call() -> float:
        total = 0.0
        for batch in batches:
            optimizer.zero_grad(set_to_none=True)
            value = forward(*batch)
            value.backward()
            optimizer.step()
            total += float(value.detach())
        return total / len(batches)

    return Run(call, len(batches))


def torch_batches(arrays: list[np.ndarray], batch: int) -> list[tuple[Any, ...]]:
    """Batches of rows of the arrays."""
    import torch

    rows = len(arrays[0])
    tensors = [torch.from_numpy(a) for a in arrays]
    return [tuple(t[i : i + batch].contiguous() for t in tensors) for i in range(0, rows, batch)]
