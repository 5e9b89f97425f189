"""Runs a suite on JAX's CPU backend and on Labora, and writes a page of what differs.

    python -m suites NAME [--source FOLDER] [--files TEXT...] [--wheel FILE] [--jobs N] [--prefix COMMAND]

`cargo xtask suite NAME` calls it in the suite's virtual environment. Results are kept in the user's cache, so that a
run that was ended goes on where it stopped: those of the CPU backend as long as the packages are the same, those of
Labora as long as its library is. With `--earlier`, a file without results of this library has those of an earlier one,
which the page names.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import datetime
import functools
import hashlib
import importlib.metadata
import importlib.util
import os
import pathlib
import shlex
import subprocess
import sys

from . import page, runner, sources
from .table import SUITES, Suite

ROOT = pathlib.Path(__file__).parents[3]
PLATFORMS = {"cpu": "cpu", "labora": "labora,cpu"}
"""Names, and what `JAX_PLATFORMS` is for them."""
DEVICES = 8
"""Devices on both platforms: else the tests of several devices would run on one of them only."""


def environment(suite: Suite, platform: str) -> dict[str, str]:
    """The environment of the tests on a platform."""
    common = {
        "JAX_PLATFORMS": PLATFORMS[platform],
        "JAX_NUM_CPU_DEVICES": str(DEVICES),
        "LABORA_CORES": str(DEVICES),
        "PYTHONHASHSEED": "0",
        # What else it names belongs to another environment.
        "PYTHONPATH": str(pathlib.Path(__file__).parent / "support" / suite.support) if suite.support else "",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return dict(os.environ) | common | suite.environment


def install(wheel: pathlib.Path | None) -> None:
    """Installs the wheel, or builds the package of this tree."""
    what = str(wheel.resolve() if wheel else ROOT / "python")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*command, "--no-deps", "--force-reinstall", what], check=True)


@functools.cache
def packages() -> str:
    """All packages but Labora, with their versions."""
    found = sorted(f"{item.name}=={item.version}" for item in importlib.metadata.distributions())
    return "\n".join(item for item in found if not item.startswith("labora=="))


@functools.cache
def library() -> str:
    """A digest of the installed package of Labora, its library included."""
    spec = importlib.util.find_spec("labora")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("labora is not installed: give --wheel FILE, or let the command build it")
    digest = hashlib.sha256()
    for path in sorted(pathlib.Path(spec.submodule_search_locations[0]).rglob("*")):
        if path.suffix in (".py", ".so", ".pyd", ".dylib"):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def result_file(suite: Suite, platform: str, file: str) -> pathlib.Path:
    """Where the results of a file are kept."""
    described = [packages(), repr(suite.environment), repr(suite.arguments), library() if platform == "labora" else ""]
    key = hashlib.sha256("".join(described).encode()).hexdigest()[:12]
    folder = sources.cache_folder() / "suite-results" / suite.name / f"{platform}-{key}"
    return folder / (file.replace("/", "+") + ".json")


def run_some(
    suite: Suite, platform: str, files: list[str], folder: pathlib.Path, options: argparse.Namespace
) -> None:
    """Runs files in one process and keeps their results. Those that are kept already do not run."""
    again = options.again and platform == "labora"
    files = [file for file in files if again or not is_kept(suite, platform, file)]
    if not files:
        return
    command = runner.pytest_command(shlex.split(options.prefix), [*suite.arguments, f"--rootdir={folder}"], *files)
    limits = runner.Limits(options.test_limit, options.file_limit)
    left_out = []
    if options.doubtful and platform == "cpu":
        runs = {file: kept(suite, "labora", file) for file in files}
        left_out = [f"{file}::{name}" for file, run in runs.items() if run for name in run.names(runner.PASSED)]
    runs = runner.run_files(command, files, folder, environment(suite, platform), limits, left_out)
    for file, result in runs.items():
        result.is_partial = bool(left_out)
        result.library = library() if platform == "labora" else ""
        result.date = str(datetime.date.today())
        result.save(result_file(suite, platform, file))
        counts = " ".join(
            f"{sum(test.outcome == kind for test in result.tests.values())} {kind}"
            for kind in (runner.PASSED, runner.FAILED, runner.SKIPPED)
        )
        print(f"{platform:6} {file}: {counts}, {result.seconds:.0f} s", flush=True)


def kept(suite: Suite, platform: str, file: str) -> runner.Run | None:
    """The results of a file that are kept, if any."""
    path = result_file(suite, platform, file)
    return runner.Run.load(path) if path.exists() else None


def is_kept(suite: Suite, platform: str, file: str) -> bool:
    """Whether a file need not run; what only has the tests that failed on an earlier library may lack some."""
    run = kept(suite, platform, file)
    if run is None or not run.is_partial:
        return run is not None
    labora = kept(suite, "labora", file)
    return labora is None or set(labora.names(runner.FAILED)) <= run.tests.keys()


def kept_earlier(suite: Suite, platform: str, file: str) -> runner.Run | None:
    """The newest results of a file with earlier packages and libraries of Labora, if any."""
    name = result_file(suite, platform, file).name
    found = (sources.cache_folder() / "suite-results" / suite.name).glob(f"{platform}-*/{name}")
    newest = max(found, key=lambda path: path.stat().st_mtime, default=None)
    return runner.Run.load(newest) if newest else None


def run_both(suite: Suite, files: list[str], folder: pathlib.Path, options: argparse.Namespace) -> None:
    """Runs files on Labora and on the CPU backend; on the latter, if asked, only what does not pass on Labora in files
    with failures there."""
    run_some(suite, "labora", files, folder, options)
    if options.doubtful:
        files = [file for file in files if (run := kept(suite, "labora", file)) and run.fails()]
    run_some(suite, "cpu", files, folder, options)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], prog="suites")
    parser.add_argument("suite", choices=[suite.name for suite in SUITES])
    parser.add_argument("--source", type=pathlib.Path, help="a checkout with the tests")
    parser.add_argument("--files", nargs="*", default=[], help="parts of the paths of the files to run; default: all")
    parser.add_argument("--wheel", type=pathlib.Path, help="Labora's wheel; default: the package of this tree is built")
    parser.add_argument("--installed", action="store_true", help="Labora is installed already")
    parser.add_argument("--again", action="store_true", help="run on Labora what has results of this library")
    parser.add_argument("--earlier", action="store_true", help="write the page with results of earlier libraries too")
    parser.add_argument("--no-run", action="store_true", help="write the page from the results that are there")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once")
    parser.add_argument("--batch", type=int, default=1, help="files per process; imports take most of a short file's time")
    parser.add_argument(
        "--doubtful", action="store_true", help="run on the CPU backend, of the files with failures on Labora, what does not pass there"
    )
    parser.add_argument("--prefix", default="", help="a command before each pytest, such as 'nice -n 19'")
    parser.add_argument("--test-limit", type=float, default=300, help="seconds for a test")
    parser.add_argument("--file-limit", type=float, default=1100, help="seconds for a file")
    parser.add_argument(
        "--out", type=pathlib.Path, help="the page; default, if all ran: docs/results/suites/SUITE.md"
    )
    options = parser.parse_args()
    suite = next(suite for suite in SUITES if suite.name == options.suite)
    if not (options.installed or options.no_run):
        install(options.wheel)
    folder = sources.folder(suite, options.source)
    all_files = sources.files(suite, folder)
    asked = [file for file in all_files if not options.files or any(part in file for part in options.files)]
    if not options.no_run:
        batches = [asked[first : first + options.batch] for first in range(0, len(asked), options.batch)]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            list(pool.map(lambda files: run_both(suite, files, folder, options), batches))
    # The page is about all files that have results, of this run and of earlier ones.
    results = {}
    for file in all_files:
        cpu, labora = (kept(suite, platform, file) for platform in PLATFORMS)
        if options.earlier:
            cpu = cpu or kept_earlier(suite, "cpu", file)
            labora = labora or kept_earlier(suite, "labora", file)
        if labora and (cpu or not labora.fails()):
            results[file] = cpu, labora
    written = page.Page(suite, results, all_files)
    out = options.out
    if len(results) == len(all_files):
        out = out or ROOT / "docs/results/suites" / f"{suite.name}.md"
    if out:
        out.write_text(written.text())
    else:
        print(written.text())
    print(written.summary())
    return 0 if written.keeps_the_rule() else 1


if __name__ == "__main__":
    sys.exit(main())
