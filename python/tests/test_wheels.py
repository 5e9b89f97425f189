"""Tests of `tools/wheels`, which tests the package on releases of JAX and Python."""

from __future__ import annotations

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tools"))

from wheels.__main__ import Outcome, page

VERSIONS = {"jax": "0.10.2", "numpy": "2.4.6", "keras": "3.15.1"}
PASSED = Outcome("3.11", VERSIONS, "98 passed, 2 skipped", [], "Success: no issues found in 1 source file")
FAILED = Outcome("3.12", VERSIONS, "1 failed, 97 passed", ["tests/test_keras.py::test_data_parallel"], PASSED.types)


def test_a_row_for_each_pair_and_a_line_for_each_failure() -> None:
    text = page([PASSED, FAILED])
    assert "| 3.11 | 0.10.2 | 2.4.6 | 3.15.1 | 98 passed, 2 skipped | Success: no issues found in 1 source file |" in text
    assert text.endswith("\n\n- Python 3.12, JAX 0.10.2: tests/test_keras.py::test_data_parallel\n")


def test_a_pair_passes_if_its_tests_ran_and_its_types_are_right() -> None:
    assert PASSED.passed and not FAILED.passed
    assert not Outcome("3.11", VERSIONS, "no tests ran", [], PASSED.types).passed
    assert not Outcome("3.11", VERSIONS, "98 passed", [], "Found 1 error in 1 file").passed
