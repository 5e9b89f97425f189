"""Builds the wheel, and runs the package's tests with it on releases of JAX and of Python.

    PYTHONPATH=python/tools python -m wheels [--wheel FILE] [--python 3.12] [--jax 0.12.0.1] [--out PAGE.md]

Without --wheel it needs Rust, and what `build.txt` lists. Each pair of a JAX and a Python has a virtual environment
in the user's cache, with what `tests.txt` lists; Pythons that are not installed are left out.
"""

from __future__ import annotations

import argparse
import dataclasses
import datetime
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from suites.sources import cache_folder

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parent.parent
RELEASES = {"0.10.2": 11, "0.11.2": 12, "0.12.0.1": 12}
"""Releases of JAX, the last of each minor version, and the oldest Python 3 of each."""
PYTHONS = (11, 12, 13)
"""Minor versions of Python 3."""
SHOWN = ("jax", "numpy", "keras")
"""Packages whose versions the table has."""


@dataclasses.dataclass
class Outcome:
    """What the tests of one pair did."""

    python: str
    versions: dict[str, str]
    summary: str
    """The last line of pytest, such as `90 passed, 2 skipped`."""
    failures: list[str]
    types: str
    """The last line of mypy."""

    @property
    def passed(self) -> bool:
        return not self.failures and "passed" in self.summary and self.types.startswith("Success")


def build(folder: pathlib.Path) -> pathlib.Path:
    """The wheel of these sources."""
    command = [sys.executable, "-m", "maturin", "build", "--release", "--locked", "--interpreter", sys.executable]
    subprocess.run([*command, "--out", str(folder)], cwd=PACKAGE, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def interpreter(minor: int) -> str | None:
    """A Python 3 of this minor version, on the path or of pyenv."""
    root = pathlib.Path(os.environ.get("PYENV_ROOT") or pathlib.Path.home() / ".pyenv")
    installed = sorted(root.glob(f"versions/3.{minor}.*/bin/python"))
    found = [sys.executable, *map(str, installed), shutil.which(f"python3.{minor}")]
    script = f"import sys, venv; sys.exit(sys.version_info[:2] != (3, {minor}))"
    return next((python for python in found if python and not subprocess.run([python, "-c", script]).returncode), None)


def environment(python: str, minor: int, jax: str) -> pathlib.Path:
    """The Python of a virtual environment with a release of JAX and what the tests need."""
    folder = cache_folder() / f"wheel-python-3.{minor}-jax-{jax}"
    inside = folder / "bin" / "python"
    if not (folder / "labora-ready").is_file():
        subprocess.run([python, "-m", "venv", "--clear", str(folder)], check=True)
        pip(inside, f"jax=={jax}", f"jaxlib=={jax}", "-r", str(HERE / "tests.txt"))
        (folder / "labora-ready").touch()
    return inside


def pip(python: pathlib.Path, *arguments: str) -> None:
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments]
    subprocess.run(command, check=True)


def test(python: pathlib.Path, minor: int, wheel: pathlib.Path) -> Outcome:
    """Installs the wheel, runs all tests with it, and checks its types as a user's checker does."""
    pip(python, "--force-reinstall", "--no-deps", str(wheel))
    script = "import sys, importlib.metadata as m; print(*(m.version(name) for name in sys.argv[1:]))"
    versions = subprocess.run([python, "-c", script, *SHOWN], check=True, capture_output=True, text=True).stdout.split()
    with tempfile.TemporaryDirectory() as folder:
        # `-P`: the sources beside the tests have no extension module.
        pytest = [python, "-P", "-m", "pytest", "-q", "-rfEs", "--tb=short", "-p", "no:cacheprovider"]
        output = subprocess.run([*pytest, str(PACKAGE / "tests")], cwd=folder, capture_output=True, text=True).stdout
        mypy = [python, "-m", "mypy", "--strict", "--cache-dir", folder, str(HERE / "user.py")]
        types = subprocess.run(mypy, cwd=folder, capture_output=True, text=True).stdout
    print(output, types, sep="\n", flush=True)
    failures = re.findall(r"^(?:FAILED|ERROR) (.*)", output, re.MULTILINE)
    summary = re.sub(r" in [\d.]+s.*", "", output.strip().splitlines()[-1])
    last = (types.strip().splitlines() or ["no output"])[-1]
    return Outcome(f"3.{minor}", dict(zip(SHOWN, versions, strict=True)), summary, failures, last)


def page(outcomes: list[Outcome]) -> str:
    """The table of results."""
    heads = ["Python", *("JAX" if name == "jax" else name for name in SHOWN), "tests", "types, by mypy"]
    lines = [
        "# The package on releases of JAX and Python",
        "",
        f"`cargo xtask wheel --out docs/results/versions.md`, {datetime.date.today()}: `python/tests`, with",
        "the wheel installed in a virtual environment. Types are those that a user's checker sees: `mypy --strict` of",
        "[user.py](../../python/tools/wheels/user.py). What is skipped needs a worker, or another version of JAX.",
        "",
        f"| {' | '.join(heads)} |",
        "|" + "---|" * len(heads),
    ]
    for o in outcomes:
        lines.append(f"| {' | '.join([o.python, *o.versions.values(), o.summary, o.types])} |")
    failures = [f"- Python {o.python}, JAX {o.versions['jax']}: {text}" for o in outcomes for text in o.failures]
    return "\n".join([*lines, "", *failures]).rstrip() + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=pathlib.Path, help="a wheel that was built before")
    parser.add_argument("--python", nargs="*", default=[f"3.{minor}" for minor in PYTHONS], help="minor versions")
    parser.add_argument("--jax", nargs="*", default=list(RELEASES), choices=list(RELEASES), help="releases")
    parser.add_argument("--dist", type=pathlib.Path, help="keep the built wheel in this folder, and run no tests")
    parser.add_argument("--out", type=pathlib.Path, help="a file for the table")
    options = parser.parse_args()
    if options.dist:
        print(build(options.dist.resolve()))
        return
    with tempfile.TemporaryDirectory() as folder:
        wheel = options.wheel.resolve() if options.wheel else build(pathlib.Path(folder))
        outcomes = []
        for minor in (int(version.removeprefix("3.")) for version in options.python):
            python = interpreter(minor)
            for jax in options.jax if python else ():
                if minor >= RELEASES[jax]:
                    print(f"== Python 3.{minor}, JAX {jax}", flush=True)
                    outcomes.append(test(environment(python, minor, jax), minor, wheel))
                    if options.out:
                        options.out.write_text(page(outcomes))
    print(page(outcomes))
    if not outcomes or not all(outcome.passed for outcome in outcomes):
        raise SystemExit("not everything passed")


if __name__ == "__main__":
    main()
