"""The article's program on the processor's cores beside the same program on JAX's own CPU backend."""

from __future__ import annotations

import importlib.util
import pathlib
import re
import subprocess
import sys
from typing import NamedTuple

import numpy as np
import pytest

ARTICLE = pathlib.Path(__file__).parents[1] / "examples" / "article.py"
CLASSES, PICTURES, BATCH = 10, 64, 16
TRAINED = re.compile(r"^epoch \d+: .* {'accuracy': ([\d.]+), 'loss': ([\d.e-]+)}$", re.MULTILINE)
TESTED = re.compile(r"^on \S+: test loss ([\d.]+), test accuracy ([\d.]+)$", re.MULTILINE)
RECOGNIZED = re.compile(r"^  \w+: recognized as (\w+) \(([\d.]+)%\)$", re.MULTILINE)


class Figures(NamedTuple):
    """What the program prints."""

    trained: list[float]
    """Accuracy and loss of each epoch."""
    tested: list[float]
    """Loss and accuracy of the test pictures, on JAX's CPU backend."""
    recognized: list[str]
    """What it sees in the first test pictures."""
    sureness: list[float]
    """How sure it is of each, in percent."""


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A folder with files in CIFAR-10's form: each class has a pattern of 4 x 4 colors, below noise."""
    folder = tmp_path_factory.mktemp("pictures")
    source = np.random.default_rng(3)
    patterns = source.integers(0, 192, (CLASSES, 3, 4, 4)).repeat(8, axis=2).repeat(8, axis=3).reshape(CLASSES, -1)
    for name in [*(f"data_batch_{i}.bin" for i in range(1, 6)), "test_batch.bin"]:
        labels = source.integers(0, CLASSES, (PICTURES, 1))
        noise = source.integers(0, 64, (PICTURES, 3 * 32 * 32))
        records = np.concatenate([labels, patterns[labels[:, 0]] + noise], axis=1)
        (folder / name).write_bytes(records.astype(np.uint8).tobytes())
    return folder


def run_article(pictures: pathlib.Path, folder: pathlib.Path, *options: str) -> Figures:
    command = [sys.executable, "-P", str(ARTICLE), "--data", str(pictures), "--epochs=2", f"--batch={BATCH}"]
    command += [f"--weights={folder / 'cifar10.weights.h5'}", *options]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    numbers = lambda form: [float(text) for match in form.findall(result.stdout) for text in match]
    recognized = RECOGNIZED.findall(result.stdout)
    figures = Figures(
        numbers(TRAINED),
        numbers(TESTED),
        [name for name, _ in recognized],
        [float(percent) for _, percent in recognized],
    )
    assert [len(part) for part in figures] == [4, 2, 5, 5], result.stdout
    return figures


@pytest.mark.long
@pytest.mark.skipif(importlib.util.find_spec("keras") is None, reason="Keras is not installed")
def test_it_trains_as_on_the_cpu_backend(pictures: pathlib.Path, tmp_path: pathlib.Path) -> None:
    expected = run_article(pictures, tmp_path, "--stock")
    # It learns, in the second epoch better than in the first.
    assert expected.trained[2] > 0.9 > expected.trained[0]
    for devices in (1, 8):
        figures = run_article(pictures, tmp_path, f"--devices={devices}")
        np.testing.assert_allclose(figures.trained, expected.trained, rtol=1e-4)
        np.testing.assert_allclose(figures.tested, expected.tested, rtol=1e-3)
        np.testing.assert_allclose(figures.sureness, expected.sureness, atol=0.2)
        assert figures.recognized == expected.recognized
