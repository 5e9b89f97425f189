"""Times the dispatch of small programs and of eager operations, on this processor beside JAX's own CPU backend.

    python python/bench/dispatch.py [--rounds 7] [--numbers]

Each round starts one process per backend, in turn, so that changes of the machine's speed concern both. The table
has the least time of all rounds per call, in microseconds. `call` is the time until a call returns, with the result
perhaps still to come; `done` is the time until the result is there.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time


def programs():
    import jax
    import jax.numpy as jnp

    x = jnp.arange(8, dtype=jnp.float32)
    m = jnp.ones((64, 64), jnp.float32)
    many = [jnp.full((4,), i, jnp.float32) for i in range(32)]
    add = jax.jit(lambda x: x + 1)
    product = jax.jit(lambda m: m @ m)
    tree = jax.jit(lambda many: [x * 2 for x in many])
    donated = jax.jit(lambda x: x + 1, donate_argnums=0)
    state = [jnp.ones(8)]

    def donate():
        state[0] = donated(state[0])
        return state[0]

    return {
        "jit: x + 1, f32[8]": lambda: add(x),
        "jit: donated x + 1": donate,
        "jit: 32 arguments, 32 results": lambda: tree(many)[-1],
        "jit: m @ m, f32[64,64]": lambda: product(m),
        "eager: x + x": lambda: x + x,
        "eager: jnp.sin(x)": lambda: jnp.sin(x),
        "eager: x[3]": lambda: x[3],
        "eager: x.sum()": lambda: x.sum(),
        "eager: jnp.where(x > 3, x, 0)": lambda: jnp.where(x > 3, x, 0),
        "eager: m @ m": lambda: m @ m,
    }


def least(call, wait, calls=200, rounds=15):
    """The least time of a call over some rounds of many, in microseconds."""
    best = float("inf")
    for _ in range(rounds):
        begin = time.perf_counter()
        for _ in range(calls):
            result = call()
            if wait:
                result.block_until_ready()
        best = min(best, time.perf_counter() - begin)
        result.block_until_ready()
    return best / calls * 1e6


def measure():
    """Prints the times on the backend that `JAX_PLATFORMS` chooses."""
    times = {}
    for name, call in programs().items():
        for _ in range(50):
            call().block_until_ready()
        times[name] = [least(call, False), least(call, True)]
    json.dump(times, sys.stdout)


def run(platform):
    environment = dict(os.environ, JAX_PLATFORMS=platform)
    output = subprocess.run(
        [sys.executable, __file__, "--measure"], env=environment, check=True, capture_output=True, text=True
    )
    return json.loads(output.stdout.splitlines()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure()
        return
    best = {"labora": {}, "cpu": {}}
    for round_ in range(options.rounds):
        print(f"round {round_ + 1} of {options.rounds}", file=sys.stderr)
        for platform, times in best.items():
            for name, pair in run(platform).items():
                times[name] = [min(a, b) for a, b in zip(pair, times.get(name, pair))]
    print("| program | Labora: call | JAX CPU: call | ratio | Labora: done | JAX CPU: done | ratio |")
    print("|---|---|---|---|---|---|---|")
    for name in best["cpu"]:
        (ours, ours_done), (theirs, theirs_done) = best["labora"][name], best["cpu"][name]
        print(
            f"| {name} | {ours:.1f} | {theirs:.1f} | {ours / theirs:.2f} "
            f"| {ours_done:.1f} | {theirs_done:.1f} | {ours_done / theirs_done:.2f} |"
        )


if __name__ == "__main__":
    main()
