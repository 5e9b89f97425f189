"""The arguments of the calls in `ops_cases.txt`: the same numbers for the same line."""

import itertools
import os
import zlib

import numpy as np


def cases() -> list[str]:
    """The lines that are calls."""
    with open(
        os.path.join(os.path.dirname(os.path.abspath(__file__)), "ops_cases.txt"), encoding="utf-8"
    ) as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


def makers(line: str) -> dict[str, object]:
    """`f`, `u`, `i`, `c` for a line; a second call in the line gives other numbers."""
    first = zlib.crc32(line.encode())
    count = itertools.count()

    def stream() -> np.random.RandomState:
        return np.random.RandomState((first + next(count)) % 2**32)

    return {
        "f": lambda *shape: stream().standard_normal(shape).astype(np.float32),
        "u": lambda *shape: stream().random_sample(shape).astype(np.float32),
        "i": lambda high, *shape: stream().randint(0, high, shape).astype(np.int32),
        "c": lambda *shape: stream().randint(0, 256, shape).astype(np.uint8),
    }
