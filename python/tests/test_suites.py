"""Tests of `tools/suites`, which runs the test suites of others."""

from __future__ import annotations

import fcntl
import math
import os
import pathlib
import sys
import textwrap
import time

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tools"))

from suites import causes, page, runner, table
from suites.runner import FAILED, PASSED, SKIPPED, Result, Run

HANG = """
    import fcntl, os, time, unittest

    def test_hang():
        lock = open("hangs", "w")
        fcntl.flock(lock, fcntl.LOCK_EX)
        time.sleep(100_000)
"""

FILE = """
    def test_first():
        assert True

    def test_wrong():
        assert [1, 2] == [1, 3], "they differ"

    def test_crash():
        os.kill(os.getpid(), 11)

    def test_skipped():
        raise unittest.SkipTest("not here")

    def test_last():
        assert True
"""


class Clock:
    """Stands for the module `time` of the runner: hours pass from look to look while `test_hang` waits."""

    HOUR = 3600

    def __init__(self, folder: pathlib.Path) -> None:
        self.lock = folder / "hangs"
        self.passed = 0

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    def monotonic(self) -> float:
        with self.lock.open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self.passed += self.HOUR
        return time.monotonic() + self.passed


def run(folder: pathlib.Path, text: str, limits: runner.Limits) -> Run:
    (folder / "test_of_suite.py").write_text(textwrap.dedent(text))
    command = runner.pytest_command([], [f"--rootdir={folder}", "-c", os.devnull], "test_of_suite.py")
    return runner.run_file(command, folder, dict(os.environ), limits)


def test_a_crash_and_a_hang_lose_one_test_each(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "time", Clock(tmp_path))
    tests = run(tmp_path, HANG + FILE, runner.Limits(test=Clock.HOUR / 2, file=math.inf)).tests
    assert {name: test.outcome for name, test in tests.items()} == {
        "test_first": PASSED,
        "test_wrong": FAILED,
        "test_crash": FAILED,
        "test_skipped": SKIPPED,
        "test_hang": FAILED,
        "test_last": PASSED,
    }
    assert "they differ" in tests["test_wrong"].message
    assert tests["test_crash"].message == "the process dies: SIGSEGV"
    assert tests["test_hang"].message.startswith("it hangs")


def test_a_file_that_cannot_be_imported_fails_once(tmp_path: pathlib.Path) -> None:
    tests = run(tmp_path, "import no_such_module", runner.Limits()).tests
    assert list(tests) == [runner.COLLECTION]
    assert "no_such_module" in tests[runner.COLLECTION].message


def test_the_file_has_a_limit(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "time", Clock(tmp_path))
    tests = run(tmp_path, HANG, runner.Limits(test=math.inf, file=Clock.HOUR / 2)).tests
    assert {name: test.outcome for name, test in tests.items()} == {"test_hang": FAILED, runner.REST: FAILED}


def test_shards_divide_a_file(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"def test_{name}(): pass\n" for name in "abcde")
    shards = []
    for shard in ("0/2", "1/2"):
        monkeypatch.setenv("LABORA_SHARD", shard)
        shards.append(list(run(tmp_path, text, runner.Limits()).tests))
    assert shards == [["test_a", "test_c", "test_e"], ["test_b", "test_d"]]


def test_the_page_names_each_library() -> None:
    suite = table.Suite("none", "No tests", "", "", ("src/**/*_test.py",), ("jax",))
    tests = {"a": Result()}
    results = {
        "src/x_test.py": (None, Run(tests, 1.0, "0123456789abcdef", "2026-01-02")),
        "src/y_test.py": (None, Run(tests, 1.0, "fedcba9876543210", "2026-01-03")),
        "src/z_test.py": (None, Run(tests, 1.0, "fedcba9876543210", "2026-01-03")),
    }
    text = page.Page(suite, results, list(results)).text().replace("\n", " ")
    assert "1 file on 2026-01-02 (library 0123456789ab), 2 files on 2026-01-03 (library fedcba987654)" in text


def test_results_are_kept(tmp_path: pathlib.Path) -> None:
    kept = Run({"a": Result(FAILED, "message", "text", 1.5)}, 2.0, "digest", "2026-01-02")
    kept.save(tmp_path / "folder" / "file.json")
    assert Run.load(tmp_path / "folder" / "file.json") == kept


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("AssertionError: \nNot equal to tolerance rtol=1e-06\n\nMismatched elements: 1 / 4",
         "AssertionError: Not equal to tolerance rtol=1e-06; Mismatched elements: 1 / 4"),
        ("ValueError: bad\nmore", "ValueError: bad"),
        ("", "no message"),
    ],
)  # fmt: skip
def test_the_first_line_says_something(message: str, line: str) -> None:
    assert causes.first_line(message) == line


def test_a_cause_has_no_numbers() -> None:
    assert causes.cause("E: 12 of 'x' at 0x1f, 1.5e-7") == causes.cause("E: 3 of 'yy' at 0x2, 4")


def test_the_page_lists_what_is_worse() -> None:
    suite = table.Suite("none", "No tests", "", "", ("src/**/*_test.py",), ("jax",), group_depth=1)
    cpu = {"a": Result(), "b": Result(), "c": Result(FAILED, "f"), "d": Result(FAILED, "f"), "e": Result(SKIPPED)}
    labora = {
        "a": Result(),
        "b": Result(FAILED, "E: refused 7"),
        "c": Result(FAILED, "f"),
        "d": Result(),
        "e": Result(SKIPPED),
    }
    results = {"src/ops/x_test.py": (Run(cpu, 1.0), Run(labora, 2.0))}
    written = page.Page(suite, results, [*results, "src/ops/y_test.py"])
    text = written.text()
    assert "| ops | 2 | 2 | 1 | 1 | 1 | 1 |" in text
    assert "| `src/ops/x_test.py::b` | E: refused 7 |" in text
    assert "**50.00% of the tests that pass on JAX's CPU backend do not pass on Labora** (1 of 2 " in text.replace("\n", " ")
    assert "in 1 of 2 files" in text.replace("\n", " ")
    assert text.endswith("## 1 files that were not run\n\n- `src/ops/y_test.py`\n")
    assert not written.keeps_the_rule()


def test_a_file_without_failures_needs_no_run_on_the_cpu_backend() -> None:
    suite = table.Suite("none", "No tests", "", "", ("src/**/*_test.py",), ("jax",))
    results = {
        "src/x_test.py": (None, Run({"a": Result(), "b": Result(SKIPPED)}, 1.0)),
        "src/y_test.py": (Run({"a": Result()}, 1.0), Run({"a": Result(FAILED, "E")}, 1.0)),
    }
    written = page.Page(suite, results, list(results))
    text = written.text()
    assert "| x_test.py | 1 | 0 | 0 | 0 | 1 |" in text
    assert "| y_test.py | 0 | 1 | 0 | 0 | 0 |" in text
    assert "1 of the 2 files have no failure on Labora" in text.replace("\n", " ")
    assert "in all 2 files of the suite" in text.replace("\n", " ")
    assert not written.keeps_the_rule()


def test_files_share_a_process(tmp_path: pathlib.Path) -> None:
    texts = {
        "test_a.py": "import os\n" + "def test_pid(): pass\n" + "def test_dies(): os.kill(os.getpid(), 11)\n",
        "test_b.py": "import no_such_module",
        "test_c.py": "def test_last(): assert False, 'wrong'",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    command = runner.pytest_command([], [f"--rootdir={tmp_path}", "-c", os.devnull], *texts)
    runs = runner.run_files(command, list(texts), tmp_path, dict(os.environ), runner.Limits())
    outcomes = {file: {name: test.outcome for name, test in run.tests.items()} for file, run in runs.items()}
    assert outcomes == {
        "test_a.py": {"test_pid": PASSED, "test_dies": FAILED},
        "test_b.py": {runner.COLLECTION: FAILED},
        "test_c.py": {"test_last": FAILED},
    }
    assert runs["test_c.py"].fails() and "wrong" in runs["test_c.py"].tests["test_last"].message


def test_what_passes_on_labora_can_be_left_out(tmp_path: pathlib.Path) -> None:
    (tmp_path / "test_a.py").write_text("def test_good(): pass\n\ndef test_bad(): assert False")
    command = runner.pytest_command([], [f"--rootdir={tmp_path}", "-c", os.devnull], "test_a.py")
    left_out = ["test_a.py::test_good"]
    cpu = runner.run_files(command, ["test_a.py"], tmp_path, dict(os.environ), runner.Limits(), left_out)["test_a.py"]
    assert {name: test.outcome for name, test in cpu.tests.items()} == {"test_bad": FAILED}
    cpu.is_partial = True
    labora = Run({"test_good": Result(), "test_bad": Result(FAILED, "E")}, 1.0)
    suite = table.Suite("none", "No tests", "", "", ("*.py",), ("jax",))
    written = page.Page(suite, {"test_a.py": (cpu, labora)}, ["test_a.py"])
    assert "| test_a.py | 1 | 0 | 0 | 1 | 0 |" in written.text() and written.keeps_the_rule()


def test_a_test_that_is_gone_or_skipped_here_only_is_worse() -> None:
    assert page.is_worse(PASSED, SKIPPED)
    assert page.is_worse(PASSED, page.MISSING.outcome)
    assert page.is_worse(SKIPPED, FAILED)
    assert not page.is_worse(SKIPPED, PASSED)
    assert not page.is_worse(FAILED, SKIPPED)
