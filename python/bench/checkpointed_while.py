"""Times a step of Equinox's checkpointed `while_loop` with buffers, as its test `test_speed_buffer_while` uses it.

    JAX_PLATFORMS=labora,cpu python checkpointed_while.py [--read] [--checkpoints 50000] [--steps 20000]

Needs Equinox. With `--read` a step draws a number and reads an element; else it writes one.
"""

import argparse
import time

import equinox.internal as internal
import jax
import jax.numpy as jnp


def loop(read, checkpoints):
    """The function that is timed: it linearizes the loop, so that its checkpoints are kept."""

    def not_done(carry):
        return carry[0] < carry[1].size

    def step(carry):
        at, values = carry
        value = 1.0
        if read:
            other = jax.random.randint(jax.random.PRNGKey(at), shape=(), minval=0, maxval=at)
            value = 2 * jnp.tanh(values[other])
        return at + 1, values.at[at].set(value)

    def run(at, values):
        def of(values):
            options = {"buffers": lambda carry: carry[1], "kind": "checkpointed", "checkpoints": checkpoints}
            return internal.while_loop(not_done, step, (at, values), **options)

        return jax.linearize(of, values)

    return jax.jit(jax.vmap(run))


def main():
    """Prints the shortest of five runs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--read", action="store_true")
    parser.add_argument("--checkpoints", type=int, default=50_000)
    parser.add_argument("--steps", type=int, default=20_000)
    options = parser.parse_args()
    run = loop(options.read, options.checkpoints)
    arguments = jnp.array([0, 1]), jnp.zeros((2, options.steps))
    jax.block_until_ready(run(*arguments))
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        jax.block_until_ready(run(*arguments))
        times.append(time.perf_counter() - begin)
    print(f"{jax.default_backend()}: {min(times) / options.steps * 1e6:.1f} us for a step")


if __name__ == "__main__":
    main()
