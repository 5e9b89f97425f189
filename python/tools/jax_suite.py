"""Runs JAX's own tests on one platform, and writes a table. `cargo xtask suite jax` runs them on
two, and compares.

    python jax_suite.py TESTS [--files lax_test nn_test] [--platform labora] [--out TABLE.md] [--cases 1] [--shard 0/4]

TESTS is the folder `tests` of JAX's repository at the tag of the installed release. Needs what
`suites/jax.txt` lists.
"""

import argparse
import collections
import datetime
import importlib.metadata
import os
import pathlib

from suites import causes, runner
from suites.runner import FAILED, PASSED, SKIPPED


def run(files: list[pathlib.Path], options: argparse.Namespace) -> dict[pathlib.Path, list[tuple[str, str, str]]]:
    """The name, the outcome and the message of each test of files, which run in one process."""
    environment = dict(os.environ, JAX_SKIP_SLOW_TESTS="1", JAX_NUM_GENERATED_CASES=str(options.cases))
    environment["JAX_PLATFORMS"] = "cpu" if options.platform == "cpu" else f"{options.platform},cpu"
    environment["LABORA_SHARD"] = options.shard
    environment.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    limits = runner.Limits(options.timeout, options.file_timeout)
    names = [str(file) for file in files]
    runs = runner.run_files(
        runner.pytest_command([], [], *names), names, files[0].parent.parent, environment, limits
    )
    return {
        file: [
            (name.replace("::", "."), test.outcome, causes.first_line(test.message))
            for name, test in runs[str(file)].tests.items()
        ]
        for file in files
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tests", type=pathlib.Path)
    parser.add_argument("--files", nargs="*", help="names of files without .py; default: all")
    parser.add_argument("--platform", default="labora")
    parser.add_argument("--cases", type=int, default=1, help="generated cases of each parameterized test")
    parser.add_argument("--timeout", type=int, default=120, help="seconds for a test")
    parser.add_argument("--file-timeout", type=int, default=1800, help="seconds for a file")
    parser.add_argument("--shard", default="0/1", help="I/N: every N-th test of a file, from the I-th on")
    parser.add_argument("--batch", type=int, default=1, help="files per process")
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    tests = options.tests.resolve()
    files = sorted(tests.glob("*_test.py"))
    if options.files:
        files = [tests / f"{name.removesuffix('.py')}.py" for name in options.files]
    rows, counted, failures = [], collections.Counter(), []
    batches = [files[first : first + options.batch] for first in range(0, len(files), options.batch)]
    for file, results in (item for batch in batches for item in run(batch, options).items()):
        counts = collections.Counter(result for _, result, _ in results)
        rows.append((file.stem, counts[PASSED], counts[FAILED], counts[SKIPPED]))
        print(f"{file.stem}: {counts[PASSED]} passed, {counts[FAILED]} failed, {counts[SKIPPED]} skipped", flush=True)
        for name, result, message in results:
            if result == FAILED:
                counted[causes.cause(message)] += 1
                failures.append(f"{file.stem}::{name}: {message[:240]}")
        if options.out:
            write(options, rows, counted, failures)


def write(options: argparse.Namespace, rows: list, counted: collections.Counter, failures: list[str]) -> None:
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
        *(f"| {count} | {message.replace('|', '/')} |" for message, count in counted.most_common(40)),
    ]
    options.out.write_text("\n".join(lines) + "\n")
    options.out.with_suffix(".failures.txt").write_text("\n".join(failures) + "\n")


if __name__ == "__main__":
    main()
