"""A sample of `python -m fuzz --functions`: random calls of JAX's functions, against JAX's CPU backend."""

from __future__ import annotations

import pathlib
import sys
import warnings

import jax
import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tools"))

from fuzz.__main__ import RIGHT
from fuzz.functions.calls import draw_call
from fuzz.functions.look import look_at

# Calls of functions of every module, without incomplete gamma functions, which take seconds to compile.
SAMPLE = [number for number in range(7, 5000, 173) if number not in (699, 2256, 3813)]


def outcome(number):
    with jax.enable_x64(True), np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return look_at(number, lambda platform: None)


@pytest.mark.parametrize("number", SAMPLE)
def test_random_calls_give_the_results_of_the_cpu_backend(number):
    row = outcome(number)
    assert row["outcome"] in RIGHT or row["outcome"].startswith("explained"), row


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 1500, 100))
def test_many_random_calls_give_the_results_of_the_cpu_backend(first):
    rows = [outcome(number) for number in range(first, first + 100)]
    wrong = [row for row in rows if row["outcome"] not in RIGHT and not row["outcome"].startswith("explained")]
    assert not wrong, wrong


def test_the_call_of_a_number_is_always_the_same():
    with jax.enable_x64(True):
        first, second = draw_call(42), draw_call(42)
        assert str(first) == str(second)
        for x, y in zip(first.arrays(), second.arrays(), strict=True):
            np.testing.assert_array_equal(x, y)
