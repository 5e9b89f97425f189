"""Finds the tests of a suite."""

from __future__ import annotations

import importlib.metadata
import os
import pathlib
import subprocess
import sys
import sysconfig
import tarfile
import tempfile

from .table import Suite


def cache_folder() -> pathlib.Path:
    """The folder of this project in the user's cache, which the virtual environments are in too."""
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(base) / "labora"


def folder(suite: Suite, given: pathlib.Path | None) -> pathlib.Path:
    """The folder that the patterns of the suite's files start from.

    Raises `SystemExit` if a checkout is needed, and neither a folder is given nor an archive is there.
    """
    if given:
        found = given.resolve()
    elif suite.source == "installed":
        found = pathlib.Path(sysconfig.get_path("purelib"))
    elif suite.source == "sdist":
        found = _sdist(suite.name)
    else:
        found = _archive(suite)
    if not files(suite, found):
        raise SystemExit(f"{found} has no tests of {suite.name} ({', '.join(suite.files)})")
    return found


def files(suite: Suite, folder: pathlib.Path) -> list[str]:
    """The suite's files, relative to the folder."""
    found = {str(path.relative_to(folder)) for pattern in suite.files for path in folder.glob(pattern)}
    return sorted(found)


def _sdist(package: str) -> pathlib.Path:
    """The unpacked source distribution of the installed release of a package."""
    version = importlib.metadata.version(package)
    target = cache_folder() / "suites" / f"{package}-{version}"
    if not target.is_dir():
        with tempfile.TemporaryDirectory() as temporary:
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
            command += ["--no-deps", f"--no-binary={package}", f"--dest={temporary}", f"{package}=={version}"]
            subprocess.run(command, check=True)
            (archive,) = pathlib.Path(temporary).glob("*.tar.gz")
            _unpack(archive, target)
    return _only_folder(target)


def _archive(suite: Suite) -> pathlib.Path:
    """The unpacked archive of a suite in the folder that `LABORA_SUITES` names."""
    given = os.environ.get("LABORA_SUITES")
    found = sorted(pathlib.Path(given).glob(f"{suite.name}-*tests*.tar.*")) if given else []
    if not found:
        raise SystemExit(
            f"the tests of {suite.name} are in no package: give a checkout of its repository with --source, or an "
            f"archive {suite.name}-*tests*.tar.xz in the folder that LABORA_SUITES names"
        )
    target = cache_folder() / "suites" / found[-1].name.split(".tar")[0]
    if not target.is_dir():
        _unpack(found[-1], target)
    return _only_folder(target)


def _unpack(archive: pathlib.Path, target: pathlib.Path) -> None:
    part = target.with_name(f"{target.name}.part-{os.getpid()}")
    with tarfile.open(archive) as tar:
        tar.extractall(part, filter="data")
    part.rename(target)


def _only_folder(target: pathlib.Path) -> pathlib.Path:
    inside = list(target.iterdir())
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else target
