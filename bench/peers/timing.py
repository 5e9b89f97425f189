"""Shared by the peers' scripts: their arguments, the clock, and the line of JSON that each prints.

One seeded generator gives every peer the same numbers. Their values do not matter to the time.
"""

import argparse
import json
import sys
import time

import numpy as np

WARM_UP = 2


def arguments(description, works, dtypes=("float32", "bfloat16"), modes=("eager",)):
    """The command line of all scripts."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("work", choices=works)
    parser.add_argument("--batch", type=int, required=True)
    parser.add_argument("--dtype", choices=dtypes, default="float32")
    parser.add_argument("--mode", choices=modes, default=modes[0])
    parser.add_argument("--steps", type=int, default=8, help="steps to time after the first ones; 0: the first step only")
    parser.add_argument("--serve", action="store_true", help="measure once for each line on standard input")
    return parser.parse_args()


def report(peer, given, call):
    """Prints the median time of a call in seconds. `call` must return when its work is done.

    With `--serve` it measures once per line on standard input, so that others can be measured in turn.
    """
    first = timed(call)
    for _ in range(WARM_UP - 1 if given.steps else 0):
        call()
    line = {"peer": peer, "work": given.work, "dtype": given.dtype, "mode": given.mode, "batch": given.batch}
    for _ in sys.stdin if given.serve else [None]:
        seconds = [timed(call) for _ in range(given.steps)] or [first]
        print(json.dumps({**line, "seconds": float(np.median(seconds)), "first_s": first}), flush=True)


def timed(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def images(batch, size=32, classes=10, channels_first=False):
    """Images of noise with pixels 0 to 255 as float32, and labels."""
    random = np.random.RandomState(0)
    shape = (batch, 3, size, size) if channels_first else (batch, size, size, 3)
    return random.randint(0, 256, shape).astype("float32"), random.randint(0, classes, batch)


def vectors(batch, *shape):
    """Normally distributed numbers, float32."""
    return np.random.RandomState(0).standard_normal((batch, *shape)).astype("float32")
