"""The article's program beside JAX's own CPU backend."""

from __future__ import annotations

import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tarfile

import pytest

pytestmark = pytest.mark.skipif(importlib.util.find_spec("keras") is None, reason="Keras is not installed")
ARTICLE = pathlib.Path(__file__).parents[1] / "examples" / "article.py"
ARCHIVE = pathlib.Path(os.environ.get("LABORA_DATA", "data")) / "cifar-10-binary.tar.xz"
PICTURES, RECORD = 128, 1 + 3 * 32 * 32
FIGURE = re.compile(r"(?:'loss': |'accuracy': |test loss |test accuracy )([\d.]+)")


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A folder with the first pictures of each file of CIFAR-10."""
    if not ARCHIVE.is_file():
        pytest.skip(f"there is no {ARCHIVE}; LABORA_DATA names the folder")
    folder = tmp_path_factory.mktemp("cifar-10")
    with tarfile.open(ARCHIVE, "r|*") as archive:
        for member in archive:
            if member.name.endswith("_batch.bin") or "data_batch_" in member.name:
                (folder / pathlib.Path(member.name).name).write_bytes(archive.extractfile(member).read(PICTURES * RECORD))
    return folder


def train(pictures: pathlib.Path, folder: pathlib.Path, *options: str) -> list[float]:
    """Losses and accuracies of two epochs, then those of the test pictures."""
    command = [sys.executable, "-P", str(ARTICLE), "--data", str(pictures), "--epochs=2", "--batch=128"]
    command += [f"--weights={folder / 'cifar10.weights.h5'}", *options]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    figures = [float(text) for text in FIGURE.findall(result.stdout)]
    assert len(figures) == 6, result.stdout
    return figures


@pytest.mark.long
def test_it_trains_as_on_the_cpu_backend(pictures, tmp_path):
    expected = train(pictures, tmp_path, "--stock")
    for devices in (1, 8):
        figures = train(pictures, tmp_path, f"--devices={devices}")
        # Rounding differs, so that a picture near a boundary may be recognized as another class.
        assert figures == pytest.approx(expected, rel=2e-3, abs=2e-3), devices
