"""Seeds and random streams of `tf.data`: Philox 4x32-10 as TensorFlow's kernels draw, so that orders are the
same."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

_DEFAULT_SEED = 87654321
_BLOCK = 256
_unseeded = random.SystemRandom()


def get_seeds(seed: int | None) -> tuple[int, int]:
    """The two seeds of an operation, from the global seed of `tf.random.set_seed` and the operation's own."""
    first, second = _given_seeds(seed)
    if first is None:
        return _unseeded.getrandbits(31) | 1, _unseeded.getrandbits(31)
    first, second = int(first), int(second or 0)
    return (0, 2**31 - 1) if (first, second) == (0, 0) else (first, second)


def _given_seeds(seed: int | None) -> tuple[int | None, int | None]:
    try:
        from labora_tf.random import get_op_seeds
    except ImportError:
        return (None, None) if seed is None else (_DEFAULT_SEED, int(seed))
    return get_op_seeds(seed)


def _philox(key: int, counter_low: int, counter_high: int, blocks: int) -> np.ndarray:
    """`blocks` times four numbers of 32 bits, from the counter on."""
    mask = np.uint64(0xFFFFFFFF)
    low = np.arange(counter_low, counter_low + blocks, dtype=np.uint64)
    high = np.full(blocks, counter_high & (2**64 - 1), np.uint64)
    shift = np.uint64(32)
    c0, c1, c2, c3 = low & mask, low >> shift, high & mask, high >> shift
    k0, k1 = key & 0xFFFFFFFF, (key >> 32) & 0xFFFFFFFF
    for _ in range(10):
        product0, product1 = c0 * np.uint64(0xD2511F53), c2 * np.uint64(0xCD9E8D57)
        c0, c1, c2, c3 = (
            (product1 >> shift) ^ c1 ^ np.uint64(k0),
            product1 & mask,
            (product0 >> shift) ^ c3 ^ np.uint64(k1),
            product0 & mask,
        )
        k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return np.stack([c0, c1, c2, c3], axis=1).reshape(-1)


def stream(seed: int, seed2: int) -> Iterator[int]:
    """Numbers of 32 bits without end."""
    seed, seed2 = seed & (2**64 - 1), seed2 & (2**64 - 1)
    counter = 0
    while True:
        yield from _philox(seed, counter, seed2, _BLOCK).tolist()
        counter += _BLOCK


class SeedGenerator:
    """The seeds of each iteration of a data set: new ones, or always the same."""

    def __init__(self, seed: int | None, reshuffle: bool) -> None:
        self._seeds = get_seeds(seed)
        self._stream = stream(*self._seeds) if reshuffle else None

    def next(self) -> tuple[int, int]:
        if self._stream is None:
            return self._seeds
        return next(self._stream), next(self._stream)
