"""`tf.random.Generator`, and candidates for sampled losses."""

from __future__ import annotations

import math
import threading
from typing import Any

import numpy as np

from labora_tf import _ops
from labora_tf import random as _random
from labora_tf._ops import integer, ints

_lock = threading.Lock()
_global: dict[str, Any] = {}


class Algorithm:
    """Names of algorithms; the bits here are the backend's own."""

    PHILOX, THREEFRY, AUTO_SELECT = 1, 2, 3


class Generator:
    """`tf.random.Generator.from_seed(1)`: numbers with a state of its own; eager, on the host."""

    def __init__(self, copy_from: Generator | None = None, state: Any = None, alg: Any = None) -> None:
        seed = None if state is None else [int(one) & 0xFFFFFFFF for one in np.asarray(state).reshape(-1)]
        self._stream = copy_from._stream if copy_from is not None else np.random.default_rng(seed)
        self._seed = seed
        self.algorithm = Algorithm.PHILOX

    @classmethod
    def from_seed(cls, seed: Any, alg: Any = None) -> Generator:
        return cls(state=[integer(seed)])

    @classmethod
    def from_state(cls, state: Any, alg: Any = None) -> Generator:
        return cls(state=state)

    @classmethod
    def from_non_deterministic_state(cls, alg: Any = None) -> Generator:
        return cls()

    @classmethod
    def from_key_counter(cls, key: Any, counter: Any, alg: Any = None) -> Generator:
        return cls(state=[*np.asarray(counter).reshape(-1).tolist(), integer(key)])

    def reset_from_seed(self, seed: Any) -> None:
        self._stream = np.random.default_rng([integer(seed) & 0xFFFFFFFF])

    def _eager(self) -> None:
        if _ops.tracing():
            raise _ops.unknown(
                "tf.random.Generator draws on the host and not in compiled functions; use "
                "tf.random.stateless_* there"
            )

    def normal(
        self, shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = "float32", name: Any = None
    ) -> Any:
        self._eager()
        drawn = self._stream.standard_normal(ints(shape), np.float32)
        return _random._result(drawn * np.asarray(stddev, np.float32) + np.asarray(mean, np.float32), dtype)

    def truncated_normal(
        self, shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = "float32", name: Any = None
    ) -> Any:
        self._eager()
        drawn = _random._draw_truncated(self._stream, ints(shape))
        return _random._result(drawn * np.asarray(stddev, np.float32) + np.asarray(mean, np.float32), dtype)

    def uniform(
        self, shape: Any, minval: Any = 0, maxval: Any = None, dtype: Any = "float32", name: Any = None
    ) -> Any:
        self._eager()
        whole = _random._name(dtype).startswith(("int", "uint"))
        if maxval is None and whole:
            raise ValueError(f"Must specify maxval for integer dtype {_random._name(dtype)}")
        high = 1 if maxval is None else _random._number(maxval)
        return _random._result(
            _random._draw_uniform(self._stream, ints(shape), _random._number(minval), high, whole), dtype
        )

    def uniform_full_int(self, shape: Any, dtype: Any = "uint64", name: Any = None) -> Any:
        self._eager()
        info = np.iinfo(_random._name(dtype))
        return _random._result(
            self._stream.integers(info.min, info.max, ints(shape), _random._name(dtype), endpoint=True), dtype
        )

    def binomial(self, shape: Any, counts: Any, probs: Any, dtype: Any = "int32", name: Any = None) -> Any:
        self._eager()
        return _random._result(
            self._stream.binomial(np.asarray(counts).astype(int), np.asarray(probs), ints(shape)), dtype
        )

    def make_seeds(self, count: int = 1) -> Any:
        """Seeds for the stateless functions, (2, count)."""
        self._eager()
        return _random._result(self._stream.integers(0, 2**31 - 1, (2, integer(count))), "int64")

    def split(self, count: int = 1) -> list[Generator]:
        return [Generator(state=self._stream.integers(0, 2**32, 2)) for _ in range(count)]


def get_global_generator() -> Generator:
    with _lock:
        if "global" not in _global:
            _global["global"] = Generator()
    return _global["global"]


def set_global_generator(generator: Generator) -> None:
    _global["global"] = generator


def create_rng_state(seed: Any, alg: Any) -> Any:
    return _random._result(np.asarray([0, 0, integer(seed)]), "int64")


def log_uniform_candidate_sampler(
    true_classes: Any,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: Any = None,
    name: Any = None,
) -> tuple[Any, Any, Any]:
    """Classes drawn with log((k + 2) / (k + 1)) / log(range_max + 1); expected counts of the true and the
    sampled ones.
    """
    classes = np.arange(range_max)
    return _candidates(
        true_classes, num_sampled, unique, np.log1p(1 / (classes + 1)) / math.log(range_max + 1), seed
    )


def uniform_candidate_sampler(
    true_classes: Any,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: Any = None,
    name: Any = None,
) -> tuple[Any, Any, Any]:
    """Classes drawn with the same probability."""
    return _candidates(true_classes, num_sampled, unique, np.full(range_max, 1 / range_max), seed)


def _candidates(
    true_classes: Any, count: int, unique: bool, chances: np.ndarray, seed: Any
) -> tuple[Any, Any, Any]:
    stream = _random._stream("candidates", seed)
    drawn = stream.choice(len(chances), count, replace=not unique, p=chances / chances.sum())
    expected = -np.expm1(count * np.log1p(-chances)) if unique else count * chances
    true = np.asarray(true_classes)
    return (
        _random._result(drawn, "int64"),
        _random._result(expected[true], "float32"),
        _random._result(expected[drawn], "float32"),
    )
