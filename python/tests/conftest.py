"""Tests of the package with JAX. Most run in this process; those of options and of its end start processes."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable

# Debugging callbacks need a CPU device of JAX itself.
os.environ.setdefault("JAX_PLATFORMS", "labora,cpu")

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run() -> Run:
    """Runs a program with warnings as errors, in a process of its own; checks that it succeeds unless told not to."""

    def run(program: str, *, check: bool = True, **environment: str) -> subprocess.CompletedProcess[str]:
        result = subprocess.run(
            [sys.executable, "-W", "error", "-c", textwrap.dedent(program)],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert not check or result.returncode == 0, result.stderr
        return result

    return run
