"""Runs JAX's own tests on a platform, a process per file, and writes a table.

    python jax_suite.py TESTS [--files lax_test nn_test] [--platform labora] [--out TABLE.md] [--cases 1]

TESTS is the folder `tests` of JAX's repository at the tag of the installed release. Needs pytest, pytest-xdist,
pytest-timeout, absl-py, hypothesis and what else the tests import.
"""

import argparse
import collections
import datetime
import importlib.metadata
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


def run(file: pathlib.Path, options: argparse.Namespace) -> list[tuple[str, str, str]]:
    """The name, the outcome and the message of each test of a file."""
    environment = dict(os.environ, JAX_SKIP_SLOW_TESTS="1", JAX_NUM_GENERATED_CASES=str(options.cases))
    environment["JAX_PLATFORMS"] = "cpu" if options.platform == "cpu" else f"{options.platform},cpu"
    environment.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.xml"
        # A worker that crashes fails one test, and is started again.
        command = [sys.executable, "-m", "pytest", "-q", "-n1", "--max-worker-restart=200", "-p", "no:cacheprovider"]
        command += [f"--timeout={options.timeout}", f"--junitxml={report}", str(file)]
        try:
            process = subprocess.run(
                command, cwd=file.parent.parent, env=environment, capture_output=True, text=True,
                timeout=options.file_timeout,
            )  # fmt: skip
            output = process.stdout[-2000:] + process.stderr[-2000:]
        except subprocess.TimeoutExpired:
            return [(file.stem, FAILED, f"the file took longer than {options.file_timeout} s")]
        if not report.exists():
            return [(file.stem, FAILED, "no report: " + output.strip()[-300:])]
        return [outcome(case) for case in xml.parse(report).iter("testcase")]


def outcome(case: xml.Element) -> tuple[str, str, str]:
    """One test of a report."""
    name = f"{case.get('classname', '').rsplit('.', 1)[-1]}.{case.get('name')}"
    for kind, result in (("failure", FAILED), ("error", FAILED), ("skipped", SKIPPED)):
        found = case.find(kind)
        if found is not None:
            return name, result, found.get("message", "").strip().split("\n")[0]
    return name, PASSED, ""


def cause(message: str) -> str:
    """A message without what differs from test to test."""
    message = re.sub(r"byte \d+|0x[0-9a-f]+|@\w+|\d+", "_", message)
    return message[:160]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tests", type=pathlib.Path)
    parser.add_argument("--files", nargs="*", help="names of files without .py; default: all")
    parser.add_argument("--platform", default="labora")
    parser.add_argument("--cases", type=int, default=1, help="generated cases of each parameterized test")
    parser.add_argument("--timeout", type=int, default=120, help="seconds for a test")
    parser.add_argument("--file-timeout", type=int, default=1800, help="seconds for a file")
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    tests = options.tests.resolve()
    files = sorted(tests.glob("*_test.py"))
    if options.files:
        files = [tests / f"{name.removesuffix('.py')}.py" for name in options.files]
    rows, causes, failures = [], collections.Counter(), []
    for file in files:
        results = run(file, options)
        counts = collections.Counter(result for _, result, _ in results)
        rows.append((file.stem, counts[PASSED], counts[FAILED], counts[SKIPPED]))
        print(f"{file.stem}: {counts[PASSED]} passed, {counts[FAILED]} failed, {counts[SKIPPED]} skipped", flush=True)
        for name, result, message in results:
            if result == FAILED:
                causes[cause(message)] += 1
                failures.append(f"{file.stem}::{name}: {message[:240]}")
        if options.out:
            write(options, rows, causes, failures)


def write(options: argparse.Namespace, rows: list, causes: collections.Counter, failures: list[str]) -> None:
    """Writes the table, and beside it the list of failures."""
    passed, failed = sum(row[1] for row in rows), sum(row[2] for row in rows)
    versions = {name: importlib.metadata.version(name) for name in ("jax", "numpy")}
    lines = [
        "# JAX's own tests",
        "",
        f"{datetime.date.today()}, jax {versions['jax']}, NumPy {versions['numpy']}, platform {options.platform}, "
        f"{options.cases} generated case(s) per test: {passed} of {passed + failed} executed tests pass "
        f"({100 * passed / max(passed + failed, 1):.2f}%).",
        "",
        "| file | passed | failed | skipped |",
        "|---|---|---|---|",
        *(f"| {file} | {p} | {f} | {s} |" for file, p, f, s in rows),
        "",
        "| failures | message |",
        "|---|---|",
        *(f"| {count} | {message.replace('|', '/')} |" for message, count in causes.most_common(40)),
    ]
    options.out.write_text("\n".join(lines) + "\n")
    options.out.with_suffix(".failures.txt").write_text("\n".join(failures) + "\n")


if __name__ == "__main__":
    main()
