"""Times functions of JAX on Labora and on JAX's own CPU backend, in turn, and compares their results.

    python python/bench/functions.py [--rounds 3] [--only NAME]... [--markdown FILE]

Each round runs both backends, each in a process of its own. A time is the shortest of all calls of all rounds,
after the first, which compiles. Results agree if their mean magnitudes differ by less than one part in a thousand.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

PLATFORMS = {"Labora": "labora,cpu", "JAX": "cpu"}
"""The backends by their names in the table: values of JAX_PLATFORMS."""
CALLS = 15
TOLERANCE = 1e-3

Case = tuple[str, Callable[..., Any], tuple[Any, ...]]


def cases() -> list[Case]:
    """Names, functions and arguments. Imports JAX, which reads the platform from the environment."""
    import jax
    import jax.numpy as jnp
    from jax.scipy.stats import norm

    jax.config.update("jax_enable_x64", True)
    f32 = jnp.float32
    key = iter(jax.random.split(jax.random.key(0), 100))

    def normal(*shape: int, dtype: Any = f32) -> jax.Array:
        return jax.random.normal(next(key), shape, dtype)

    def sines(x):
        def step(x, _):
            x = jnp.sin(x) * f32(0.9) + f32(0.1)
            return x, x.sum()

        return jax.lax.scan(step, x, None, length=500)

    def lorenz(s):
        """Runge-Kutta of fourth order."""

        def f(s):
            return jnp.stack([10 * (s[1] - s[0]), s[0] * (28 - s[2]) - s[1], s[0] * s[1] - f32(8 / 3) * s[2]])

        def step(s, _):
            h = f32(0.01)
            k1 = f(s)
            k2 = f(s + h / 2 * k1)
            k3 = f(s + h / 2 * k2)
            k4 = f(s + h * k3)
            return s + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), s

        return jax.lax.scan(step, s, None, length=300)[1]

    def cart_poles(weights, state, key):
        """A rollout of 64 environments under a policy of two hidden layers."""

        def step(carry, _):
            state, key = carry
            key, sub = jax.random.split(key)
            hidden = jnp.tanh(state @ weights[0])
            logits = jnp.tanh(hidden @ weights[1]) @ weights[2]
            action = jax.random.categorical(sub, logits)
            x, v, angle, turn = state.T
            force = jnp.where(action == 1, f32(10), f32(-10))
            cos, sin = jnp.cos(angle), jnp.sin(angle)
            push = (force + f32(0.05) * turn**2 * sin) / f32(1.1)
            spin = (f32(9.8) * sin - cos * push) / (f32(0.5) * (f32(4 / 3) - f32(0.1) * cos**2 / f32(1.1)))
            speed = push - f32(0.05) * spin * cos / f32(1.1)
            rates = jnp.stack([v, speed, turn, spin], 1)
            state = state + f32(0.02) * rates
            done = (jnp.abs(state[:, 0]) > 2.4) | (jnp.abs(state[:, 2]) > 0.2095)
            return (jnp.where(done[:, None], f32(0.01), state), key), (state, done)

        return jax.lax.scan(step, (state, key), None, length=128)[1]

    def bodies(p, v):
        def step(carry, _):
            p, v = carry
            d = p[None] - p[:, None]
            r = (d**2).sum(-1) + f32(1e-2)
            v = v + f32(1e-3) * (d * (r ** f32(-1.5))[..., None]).sum(1)
            return (p + f32(1e-3) * v, v), (v**2).sum()

        return jax.lax.scan(step, (p, v), None, length=100)

    def lstm(w, x):
        def step(carry, x):
            h, c = carry
            i, f, g, o = jnp.split(jnp.concatenate([x, h], 1) @ w, 4, 1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), h

        zero = jnp.zeros((x.shape[1], w.shape[1] // 4), f32)
        return jax.lax.scan(step, (zero, zero), x)[1]

    def evidence(x, y):
        """The log likelihood of a Gaussian process."""
        k = jnp.exp(f32(-0.5) * ((x[:, None] - x[None]) ** 2).sum(-1)) + f32(0.1) * jnp.eye(len(x), dtype=f32)
        l = jnp.linalg.cholesky(k)
        return f32(0.5) * y @ jax.scipy.linalg.cho_solve((l, True), y) + jnp.log(jnp.diag(l)).sum()

    def graph(w, h, source, target):
        """Two layers of messages along the edges of a graph."""
        for _ in range(2):
            messages = jax.nn.relu(h[source] @ w)
            h = h + f32(0.1) * jax.ops.segment_sum(messages, target, num_segments=h.shape[0])
        return (h**2).sum()

    def norms(x, g):
        centred = x - x.mean(-1, keepdims=True)
        return jax.nn.softmax(centred * jax.lax.rsqrt(x.var(-1, keepdims=True) + f32(1e-5)) * g)

    def options(s, k, t):
        """Prices of European options (Black and Scholes)."""
        d1 = (jnp.log(s / k) + f32(0.065) * t) / (f32(0.3) * jnp.sqrt(t))
        return s * norm.cdf(d1) - k * jnp.exp(f32(-0.02) * t) * norm.cdf(d1 - f32(0.3) * jnp.sqrt(t))

    def mobile(x, expand, depthwise, project):
        """The inverted residual of MobileNetV2."""

        def conv(x, kernel, groups=1):
            layout = ("NHWC", "HWIO", "NHWC")
            return jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=layout, feature_group_count=groups)

        hidden = jax.nn.relu6(conv(x, expand))
        hidden = jax.nn.relu6(conv(hidden, depthwise, hidden.shape[-1]))
        return x + conv(hidden, project)

    def heat(x):
        """Steps of the heat equation: a stencil of five points."""

        def step(_, x):
            padded = jnp.pad(x, 1, mode="edge")
            around = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
            return x + f32(0.1) * (around - 4 * x)

        return jax.lax.fori_loop(0, 50, step, x)

    def loop(body):
        """A loop of 10,000 steps."""
        return lambda x: jax.lax.fori_loop(0, 10000, body, x)

    def branch(i, x):
        return jax.lax.cond(i % 2 == 0, lambda x: x + 1, lambda x: x * f32(0.5), x)

    def swap(i, x):
        j = i % 7
        return x.at[j].set(x[j + 1]).at[j + 1].set(x[j])

    def draw(i, total):
        return total + jax.random.uniform(jax.random.fold_in(jax.random.key(0), i), dtype=f32)

    def definite(dtype):
        a = normal(512, 512, dtype=dtype)
        return a @ a.T / 512 + jnp.eye(512, dtype=dtype)

    weights = [normal(4, 64), normal(64, 64) * f32(0.1), normal(64, 2) * f32(0.1)]
    source, target = (jax.random.randint(next(key), (20000,), 0, 2000) for _ in range(2))
    price = [jnp.linspace(a, b, 1000000, dtype=f32) for a, b in ((50, 150), (60, 140), (0.1, 2))]
    sequence = (normal(256, 512) * f32(0.05), normal(64, 32, 128))
    edges = (normal(64, 64) * f32(0.1), normal(2000, 64), source, target)
    system, system64 = definite(f32), definite(jnp.float64)
    small = normal(1000, 8, 8)
    transition = normal(8, 8) * f32(0.1)
    block = (normal(8, 56, 56, 24), normal(1, 1, 24, 144) * f32(0.1), normal(3, 3, 1, 144), normal(1, 1, 144, 24) * f32(0.1))
    table, rows = normal(100000, 64), normal(1024, 4096)
    picked = jax.random.randint(next(key), (20000, 16), 0, 100000)
    segments = jax.random.randint(next(key), (100000,), 0, 1000)
    integers = jax.random.randint(next(key), (512, 512), -128, 128).astype(jnp.int8)
    wide = jax.lax.Precision.HIGHEST
    listed: list[Case] = [
        ("scan of 500 steps over 16 numbers", sines, (jnp.arange(16, dtype=f32),)),
        ("Runge-Kutta, 300 steps of 3 numbers", lorenz, (jnp.ones(3, f32),)),
        ("loop: x.at[i].set of a number", loop(lambda i, x: x.at[i].set(i * f32(2))), (jnp.zeros(10000, f32),)),
        ("loop: x.at[i].add(x[i - 1])", loop(lambda i, x: x.at[i].add(x[i - 1] + 1)), (jnp.zeros(10000, f32),)),
        ("loop: a row of 8 into 100", loop(lambda i, x: x.at[i % 100].set(x[(7 * i) % 100] + 1)), (normal(100, 8),)),
        ("loop: a histogram", loop(lambda i, x: x.at[(i * 7919) % 64].add(1)), (jnp.zeros(64, jnp.int32),)),
        ("loop: 8 of 8 numbers by indices", loop(lambda i, x: x[(jnp.arange(8) + i) % 8] + 1), (normal(8),)),
        ("loop: lax.cond", loop(branch), (normal(8),)),
        ("loop: two numbers change places", loop(swap), (normal(8),)),
        ("loop: 8x8 times 8 numbers", loop(lambda i, x: jnp.tanh(transition @ x)), (normal(8),)),
        ("loop: argmax of 8", loop(lambda i, x: x.at[jnp.argmax(x)].add(-1)), (normal(8),)),
        ("loop: cumsum of 8", loop(lambda i, x: jnp.cumsum(x) * f32(0.1)), (normal(8),)),
        ("loop: a random number", loop(draw), (jnp.zeros((), f32),)),
        ("64 cart poles, 128 steps", cart_poles, (weights, normal(64, 4) * f32(0.05), next(key))),
        ("64 bodies, 100 steps", bodies, (normal(64, 3), jnp.zeros((64, 3), f32))),
        ("heat in 512x512 points, 50 steps", heat, (normal(512, 512),)),
        ("LSTM of 64 steps, forward", lstm, sequence),
        ("LSTM of 64 steps, gradient", jax.grad(lambda w, x: (lstm(w, x) ** 2).sum()), sequence),
        ("Gaussian process of 512 points", evidence, (normal(512, 4), normal(512))),
        ("Gaussian process, gradient", jax.grad(evidence), (normal(512, 4), normal(512))),
        ("graph of 20,000 edges, gradient", jax.grad(graph), edges),
        ("sort of a million numbers", jnp.sort, (normal(1000000),)),
        ("argsort of rows, 1024x1024", jnp.argsort, (normal(1024, 1024),)),
        ("cumulative sums of rows, 1024x4096", lambda x: jnp.cumsum(x, axis=1), (rows,)),
        ("a million random normals", lambda key: jax.random.normal(key, (1000000,), f32), (next(key),)),
        ("sums of 16 of 100,000 rows of 64, 20,000 times", lambda t, i: t[i].sum(1), (table, picked)),
        ("sums of 100,000 rows of 64 in 1,000 segments", lambda t, i: jax.ops.segment_sum(t, i, 1000), (table, segments)),
        ("MobileNet block, 8x56x56x24", mobile, block),
        ("layer norm and softmax of 4096x1024", norms, (normal(4096, 1024), jnp.ones(1024, f32))),
        ("Black-Scholes of a million options", options, tuple(price)),
        ("product of 512x512, f32", lambda a: jnp.matmul(a, a, precision=wide), (normal(512, 512),)),
        ("product of 512x512, f64", lambda a: a @ a, (normal(512, 512, dtype=jnp.float64),)),
        ("product of 512x512, f16", lambda a: a @ a, (normal(512, 512, dtype=jnp.float16),)),
        ("product of 512x512, i8 to i32", lambda a: jax.lax.dot(a, a, preferred_element_type=jnp.int32), (integers,)),
        ("product of 512x512, i32", lambda a: a @ a, (integers.astype(jnp.int32),)),
        ("Cholesky of 512x512, f32", jnp.linalg.cholesky, (system,)),
        ("Cholesky of 512x512, f64", jnp.linalg.cholesky, (system64,)),
        ("solve of 512x512, f32", jnp.linalg.solve, (system, normal(512))),
        ("inverse of 512x512, f32", jnp.linalg.inv, (system,)),
        ("QR of 512x512, f32", lambda a: jnp.abs(jnp.linalg.qr(a)[1]), (normal(512, 512),)),
        ("eigenvalues of 512x512, symmetric, f32", lambda a: jnp.linalg.eigh(a)[0], (system,)),
        ("solve of 1,000 of 8x8, f32", jnp.linalg.solve, (small @ small.mT + jnp.eye(8, dtype=f32), small)),
    ]
    return listed


def measure(only: list[str]) -> dict[str, list[float]]:
    """The shortest time of each case in seconds, and the mean magnitude of its results."""
    import jax
    import numpy as np

    measured = {}
    for name, function, arguments in cases():
        if only and not any(part in name for part in only):
            continue
        compiled = jax.jit(function)
        results = jax.block_until_ready(compiled(*arguments))
        seconds = []
        for _ in range(CALLS):
            start = time.perf_counter()
            jax.block_until_ready(compiled(*arguments))
            seconds.append(time.perf_counter() - start)
        magnitudes = [np.abs(np.asarray(leaf, np.float64)).mean() for leaf in jax.tree.leaves(results)]
        measured[name] = [min(seconds), float(np.mean(magnitudes))]
    return measured


def run(platform: str, only: list[str]) -> dict[str, list[float]]:
    """Measures in a process of its own."""
    command = [sys.executable, __file__, "--measure", *(part for name in only for part in ("--only", name))]
    environment = {**os.environ, "JAX_PLATFORMS": platform}
    result = subprocess.run(command, env=environment, capture_output=True, text=True)
    if result.returncode:
        raise SystemExit(f"{platform} failed:\n{result.stderr}")
    return json.loads(result.stdout.splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", action="append", default=[], help="a part of the names of cases to run")
    parser.add_argument("--markdown", help="a file for the table")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps(measure(arguments.only)))
        return
    best: dict[str, dict[str, list[float]]] = {}
    for round_ in range(arguments.rounds):
        for backend, platform in PLATFORMS.items():
            print(f"round {round_ + 1} of {arguments.rounds}: {backend}", file=sys.stderr)
            for name, figures in run(platform, arguments.only).items():
                known = best.setdefault(name, {}).get(backend, figures)
                best[name][backend] = min(known, figures)
    lines = ["| function | Labora, ms | JAX, ms | ratio |", "|---|---|---|---|"]
    wrong = []
    for name, figures in best.items():
        (ours, mine), (theirs, expected) = figures["Labora"], figures["JAX"]
        lines.append(f"| {name} | {ours * 1e3:.3g} | {theirs * 1e3:.3g} | {theirs / ours:.2f} |")
        if not abs(mine - expected) <= TOLERANCE * abs(expected):
            wrong.append(f"{name}: results of magnitude {mine}, and {expected} on JAX's own backend")
    table = "\n".join(lines)
    print(table)
    if arguments.markdown:
        with open(arguments.markdown, "w") as file:
            file.write(table + "\n")
    if wrong:
        raise SystemExit("\n".join(["results differ:", *wrong]))


if __name__ == "__main__":
    main()
