"""`tf.test`: questions about devices, and `TestCase`."""

from __future__ import annotations

import os
import tempfile
import unittest
from typing import Any

import numpy as np

__all__ = (
    "TestCase compute_gradient get_temp_dir gpu_device_name is_built_with_cuda "
    "is_built_with_gpu_support is_built_with_rocm is_built_with_xla is_gpu_available main test_src_dir_path"
).split()


def gpu_device_name() -> str:
    """There is no GPU: ''."""
    return ""


def is_gpu_available(cuda_only: bool = False, min_cuda_compute_capability: Any = None) -> bool:
    return False


def is_built_with_cuda() -> bool:
    return False


def is_built_with_rocm() -> bool:
    return False


def is_built_with_gpu_support() -> bool:
    return False


def is_built_with_xla() -> bool:
    return True


def get_temp_dir() -> str:
    """A folder for a test's files."""
    return tempfile.mkdtemp()


def test_src_dir_path(relative_path: str) -> str:
    return os.path.abspath(relative_path)


def compute_gradient(f: Any, x: Any, delta: Any = None) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Jacobians of `f` at the list `x`: by the tape, and by differences."""
    from labora_tf import _ops
    from labora_tf._tape import GradientTape

    points = [_ops.arg(one) for one in x]
    step = 1e-2 if delta is None else float(delta)
    exact, measured = [], []
    for place, point in enumerate(points):
        with GradientTape() as tape:
            tape.watch(points)
            out = f(*points)
        jacobian = np.asarray(tape.jacobian(out, point))
        exact.append(jacobian.reshape(int(np.prod(tuple(out.shape))), -1))
        columns = []
        for index in np.ndindex(*tuple(point.shape)):
            values = []
            for sign in (1, -1):
                moved = np.array(point)
                moved[index] += sign * step
                args = [_ops.arg(moved) if i == place else p for i, p in enumerate(points)]
                values.append(np.asarray(f(*args)).reshape(-1))
            columns.append((values[0] - values[1]) / (2 * step))
        measured.append(np.stack(columns, 1))
    return exact, measured


class TestCase(unittest.TestCase):
    """`unittest.TestCase` with assertions for tensors."""

    def assertAllEqual(self, a: Any, b: Any, msg: Any = None) -> None:  # noqa: N802
        np.testing.assert_array_equal(np.asarray(a), np.asarray(b), err_msg=msg or "")

    def assertAllClose(self, a: Any, b: Any, rtol: float = 1e-6, atol: float = 1e-6, msg: Any = None) -> None:  # noqa: N802
        np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=rtol, atol=atol, err_msg=msg or "")

    def assertShapeEqual(self, a: Any, b: Any, msg: Any = None) -> None:  # noqa: N802
        self.assertEqual(tuple(a.shape), tuple(b.shape), msg)

    def evaluate(self, tensors: Any) -> Any:
        import keras

        return keras.tree.map_structure(np.asarray, tensors)

    def get_temp_dir(self) -> str:
        return get_temp_dir()


def main(argv: Any = None) -> None:
    """Runs the tests of the module that calls."""
    unittest.main(argv=argv or ["test"], exit=False)


def __getattr__(name: str) -> Any:
    from labora_tf import _names

    raise _names.missing("tf.test", name)
