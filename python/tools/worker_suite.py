"""Runs JAX's own tests on stock JAX with a worker, and with the plugin in its own process, and compares them by name.

    python worker_suite.py TESTS --build FOLDER [--runtime] [--files lax_test pjit_test] [--only TEST...]
        [--out PAGE.md]

TESTS is the folder `tests` of JAX's repository. FOLDER is Cargo's, `target/release` or `target/debug`, with `labora-worker` and
the library of `labora-plugin`. Python's packages are those of `suites/jax.txt`, with any release of JAX that has the tests;
Labora's wheel, whose rules and options stock JAX lacks, must not be installed. Both sides have eight devices of the
platform `labora`, numerics `float32`.

With `--runtime` the worker alone runs them, as the platform `tpu` of a notebook's runtime: with the laboratory's module
of `jax_plugins`, and the numerics of a TPU. The page then has what fails, by the first line of the error.
"""

import argparse
import collections
import concurrent.futures
import datetime
import importlib.metadata
import importlib.util
import os
import pathlib
import secrets
import shlex
import shutil
import subprocess
import sys
import tempfile

from suites import causes, runner
from suites.page import is_worse, machine
from suites.runner import FAILED, PASSED, SKIPPED

DEVICES = 8
ENVIRONMENT = {
    "JAX_PLATFORMS": "labora,cpu",
    "JAX_NUM_CPU_DEVICES": str(DEVICES),
    "JAX_SKIP_SLOW_TESTS": "1",
    "JAX_NUM_GENERATED_CASES": "1",
    "IFRT_PROXY_USE_INSECURE_GRPC_CREDENTIALS": "true",
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
}


PLACES = {"LABORA_SUITE_WORKER": "worker", "TPU_NAME": "runtime"}
"""Where tests run, by a variable of the environment; the others run here."""
COMPARED = ["--device", "cpu", "--cores", str(DEVICES), "--platform", "labora"]
"""The devices of both sides."""


def start_worker(build: pathlib.Path, arguments: list[str]) -> tuple[subprocess.Popen, str]:
    """A worker, and its address."""
    command = [build / "labora-worker", "--listen", "127.0.0.1:0", "--log-level", "error", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    for line in process.stdout:
        if line.startswith("export COLAB_TPU_ADDR="):
            return process, "grpc://" + line.strip().partition("=")[2]
    raise SystemExit("the worker ended")


def run(side: dict[str, str], tests: pathlib.Path, options: argparse.Namespace) -> dict[str, runner.Run]:
    """The results of each file, each in a process of its own."""
    environment = dict(os.environ) | ENVIRONMENT | side
    limits = runner.Limits(options.test_limit, options.file_limit)
    results = {}
    place = next((place for variable, place in PLACES.items() if variable in side), "here")
    for name in options.files:
        file = str(tests / f"{name}.py")
        # Results of some tests must not pass for those of the file.
        kept = options.results and not options.only and options.results / f"{place}-{name}.json"
        if kept and kept.exists():
            results[name] = runner.Run.load(kept)
            continue
        chosen = ["-k", " or ".join(options.only)] if options.only else []
        command = runner.pytest_command(shlex.split(options.prefix), [f"--rootdir={tests.parent}", *chosen], file)
        results[name] = runner.run_file(command, tests.parent, environment, limits)
        if kept:
            results[name].save(kept)
        passed = sum(test.outcome == PASSED for test in results[name].tests.values())
        print(f"{place}: {name}: {passed} pass", flush=True)
    return results


def page(here: dict[str, runner.Run], worker: dict[str, runner.Run]) -> tuple[str, int]:
    """The page, and the number of tests that are worse on the worker."""
    jax = importlib.metadata.version("jax")
    lines = [
        "# JAX's own tests on a worker",
        "",
        f"`python python/tools/worker_suite.py`, {datetime.date.today()}, stock jax {jax}, one generated case per test,",
        f"{DEVICES} devices, numerics `float32`, on {machine()}. `here`: the plugin in JAX's process. `worker`: a worker of",
        "this machine. Both without the wheel, whose rules for lowering some tests need.",
        "",
        "| file | pass here | pass on the worker | worse | better | s here | s worker |",
        "|---|---|---|---|---|---|---|",
    ]
    worse: list[str] = []
    for name, local in here.items():
        remote, counts = worker[name], [0, 0]
        for test in sorted({*local.tests, *remote.tests}):
            before, after = (run.tests.get(test, runner.Result("not run")) for run in (local, remote))
            counts[1] += after.outcome == PASSED and before.outcome != PASSED
            if is_worse(before.outcome, after.outcome):
                counts[0] += 1
                worse.append(f"- `{name}::{test}`: {causes.first_line(after.message)[:200]}")
        passed = [sum(test.outcome == PASSED for test in run.tests.values()) for run in (local, remote)]
        lines.append(
            f"| {name} | {passed[0]:,} | {passed[1]:,} | {counts[0]} | {counts[1]} | {local.seconds:,.0f} | "
            f"{remote.seconds:,.0f} |"
        )
    if worse:
        lines += ["", "## Worse on the worker", "", *worse]
    return "\n".join(lines) + "\n", len(worse)


def runtime(tests: pathlib.Path, options: argparse.Namespace) -> dict[str, runner.Run]:
    """The results on the TPU of a runtime."""
    with tempfile.TemporaryDirectory() as folder:
        modules, token = pathlib.Path(__file__).parents[2] / "crates/lab/image/python", pathlib.Path(folder, "token")
        # Without the hook by which tests would import a TensorFlow.
        shutil.copytree(modules / "jax_plugins", pathlib.Path(folder, "jax_plugins"))
        token.write_text(secrets.token_hex())
        process, address = start_worker(options.build.resolve(), ["--token-file", str(token)])
        try:
            side = {"TPU_NAME": address, "LABORA_WORKER_TOKEN": token.read_text(), "PYTHONPATH": folder}
            return run(side | {"JAX_PLATFORMS": "tpu,cpu", "TF_CPP_MIN_LOG_LEVEL": "1"}, tests, options)
        finally:
            process.terminate()


def runtime_page(runs: dict[str, runner.Run]) -> tuple[str, int]:
    """The page of a runtime, and the number of tests that fail."""
    lines = [
        "# JAX's own tests in a runtime",
        "",
        f"`python python/tools/worker_suite.py --runtime`, {datetime.date.today()}, stock jax "
        f"{importlib.metadata.version('jax')} with the module that a",
        f"notebook's runtime has, one generated case per test, {DEVICES} devices of the platform `tpu` behind a",
        f"worker, with a TPU's numerics, on {machine()}. JAX itself skips what it knows no TPU to do.",
        "",
        "| file | passed | failed | skipped | s |",
        "|---|---|---|---|---|",
    ]
    failed = []
    for name, of_file in runs.items():
        counts = [len(of_file.names(outcome)) for outcome in (PASSED, FAILED, SKIPPED)]
        lines.append(f"| {name} | {' | '.join(f'{count:,}' for count in counts)} | {of_file.seconds:,.0f} |")
        failed += [(name, test, of_file.tests[test]) for test in of_file.names(FAILED)]
    by_reason = collections.defaultdict(list)
    for name, test, result in failed:
        by_reason[causes.first_line(result.message)[:160]].append(f"`{name}::{test.split('::')[-1]}`")
    if by_reason:
        lines += ["", "## What fails", "", "| first line of the failure | tests |", "|---|---|"]
        for reason, names in sorted(by_reason.items(), key=lambda item: -len(item[1])):
            shown = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
            lines.append(f"| {reason.replace('|', '&#124;')} | {len(names)}: {shown} |")
    return "\n".join(lines) + "\n", len(failed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tests", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="Cargo's folder with the programs")
    parser.add_argument("--runtime", action="store_true", help="the TPU of a notebook's runtime, not compared")
    parser.add_argument("--files", nargs="*", default=["lax_test", "pjit_test"], help="names of files without .py")
    parser.add_argument("--only", nargs="*", default=[], help="words that the names of tests have one of")
    parser.add_argument("--test-limit", type=float, default=300, help="seconds for a test")
    parser.add_argument("--file-limit", type=float, default=3000, help="seconds for a file")
    parser.add_argument("--prefix", default="", help="a command before each pytest, such as 'nice -n 19'")
    parser.add_argument("--results", type=pathlib.Path, help="a folder that keeps results: a run that was ended goes on")
    parser.add_argument("--out", type=pathlib.Path, help="the page")
    options = parser.parse_args()
    if importlib.util.find_spec("labora"):
        raise SystemExit("labora is installed here: its rules are not those of stock JAX")
    tests, build = options.tests.resolve(), options.build.resolve()
    if options.runtime:
        text, failed = runtime_page(runtime(tests, options))
        return end(text, failed, options)
    names = ("liblabora_plugin.so", "liblabora_plugin.dylib", "labora_plugin.dll")
    library = next((build / name for name in names if (build / name).is_file()), None)
    if library is None:
        raise SystemExit(f"{build} has no library of labora-plugin: cargo build -p labora-plugin -p labora-worker")
    process, address = start_worker(build, COMPARED)
    try:
        sides = [{"LABORA_SUITE_PLUGIN": str(library)}, {"LABORA_SUITE_WORKER": address}]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            here, worker = pool.map(lambda side: run(side, tests, options), sides)
    finally:
        process.terminate()
    # A file that cannot be imported fails alike on both sides.
    if empty := [name for name, run in here.items() if not any(test.outcome == PASSED for test in run.tests.values())]:
        raise SystemExit(f"no test passes here: {', '.join(empty)}; are they those of this release of JAX?")
    text, worse = page(here, worker)
    return end(text, worse, options)


def end(text: str, bad: int, options: argparse.Namespace) -> int:
    """Writes a page. Returns the status for the number of tests that are not as they should be."""
    if options.out:
        options.out.write_text(text)
    print(text)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
