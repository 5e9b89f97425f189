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
    """Runs a program in a process of its own, and checks that it succeeds unless told not to. Warnings are errors in
    it, unless `strict` is false, as for Keras."""

    def run(
        program: str, *, check: bool = True, strict: bool = True, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        warnings = ["-W", "error"] if strict else []
        result = subprocess.run(
            [sys.executable, *warnings, "-c", textwrap.dedent(program)],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert not check or result.returncode == 0, result.stderr
        return result

    return run
