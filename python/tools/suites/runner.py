"""Runs a file of tests in a process of its own, and goes on behind a test that crashes or hangs."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
COLLECTION, END, REST = "(collection)", "(end of the process)", "(rest of the file)"
PLUGIN = pathlib.Path(__file__).parent / "plugin"
EXIT_LIMIT = 60
"""Seconds that a process has for its end after the last test."""


@dataclasses.dataclass
class Limits:
    """Seconds for a test, and for a file."""

    test: float = 300
    file: float = 1100


@dataclasses.dataclass
class Result:
    """What became of one test."""

    outcome: str = PASSED
    message: str = ""
    text: str = ""
    seconds: float = 0.0


@dataclasses.dataclass
class Run:
    """The results of a file on a platform: tests by their names."""

    tests: dict[str, Result]
    seconds: float
    library: str = ""
    """The digest of Labora's package, if the file ran on it."""
    date: str = ""
    """The day of the run."""
    is_partial: bool = False
    """True if only the tests ran that do not pass on Labora."""

    def names(self, outcome: str) -> list[str]:
        """The tests with an outcome."""
        return [name for name, test in self.tests.items() if test.outcome == outcome]

    def fails(self) -> bool:
        """Whether a test fails."""
        return bool(self.names(FAILED))

    def save(self, path: pathlib.Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_text(json.dumps(dataclasses.asdict(self), indent=0))
        part.replace(path)

    @staticmethod
    def load(path: pathlib.Path) -> Run:
        data = json.loads(path.read_text())
        tests = {name: Result(**test) for name, test in data.pop("tests").items()}
        return Run(tests, **data)


def run_file(command: list[str], folder: pathlib.Path, environment: dict[str, str], limits: Limits) -> Run:
    """Runs pytest with the arguments `command`, whose last one is the file, again and again until no test is left."""
    return run_files(command, command[-1:], folder, environment, limits)[command[-1]]


def run_files(
    command: list[str], files: list[str], folder: pathlib.Path, environment: dict[str, str], limits: Limits,
    left_out: Sequence[str] = (),
) -> dict[str, Run]:  # fmt: skip
    """Runs the files that `command` names in one process, which imports their packages once, but for the tests
    `left_out` (`file::test`). The time that belongs to no test is divided equally among the files; their limits are
    added up."""
    spent, limit = 0.0, limits.file * len(files)
    tests: dict[str, Result] = {}
    with tempfile.TemporaryDirectory() as temporary:
        while True:
            process = _Process(command, folder, environment, pathlib.Path(temporary), [*left_out, *tests])
            ended = process.wait(limits, limit - spent)
            spent += process.seconds
            found = process.results()
            progress = found.keys() - tests.keys()
            tests.update(found)
            last = next(reversed(found or tests or {files[0]: None})).split("::", 1)[0]
            if ended and process.has_end:
                if process.death:
                    tests[f"{last}::{END}"] = Result(FAILED, process.death, process.output())
                break
            if not ended:
                # Files without results have not begun, or have no tests.
                begun = {_owner(name, files) for name in tests}
                for file in [last, *(file for file in files if file not in begun)]:
                    tests[f"{file}::{REST}"] = Result(FAILED, f"the file took longer than {limits.file:.0f} s")
                break
            if not progress:
                death = process.death or "pytest wrote no report"
                tests[f"{last}::{COLLECTION}"] = Result(FAILED, death, process.output())
                break
    between = max(spent - sum(test.seconds for test in tests.values()), 0.0) / len(files)
    runs = {file: Run({}, between) for file in files}
    for name, test in tests.items():
        run = runs[_owner(name, files)]
        run.tests[name.split("::", 1)[-1]] = test
        run.seconds += test.seconds
    return runs


def _owner(name: str, files: list[str]) -> str:
    """The file of a test. Its name in pytest begins with the file's path from pytest's root folder."""
    path = name.split("::", 1)[0]
    return next((file for file in files if file == path or file.endswith(f"/{path}")), files[0])


class _Process:
    """One process of pytest, and the file of its events."""

    def __init__(
        self, command: list[str], folder: pathlib.Path, environment: dict[str, str], temporary: pathlib.Path,
        done: list[str],
    ) -> None:  # fmt: skip
        self.report, self.log = temporary / "report.jsonl", temporary / "log.txt"
        self.report.write_text("")
        (temporary / "done.json").write_text(json.dumps(done))
        environment = environment | {
            "LABORA_REPORT": str(self.report),
            "LABORA_DONE": str(temporary / "done.json"),
            "PYTHONPATH": os.pathsep.join(filter(None, [str(PLUGIN), environment.get("PYTHONPATH")])),
        }
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        self.death = ""
        self.has_end = False
        self.seconds = 0.0

    def wait(self, limits: Limits, left: float) -> bool:
        """Waits for the end of the process, or of a test's time; false if the file's time ends, of which so many
        seconds are left. The time that a prefix of the command waits before pytest starts does not count."""
        size, since, start = 0, 0.0, 0.0
        while self.process.poll() is None:
            time.sleep(0.2)
            now, new_size = time.monotonic(), self.report.stat().st_size
            if new_size == 0:
                continue
            start = start or now
            self.seconds = now - start
            if new_size != size:
                size, since = new_size, now
                self.has_end = self._has_event("end")
            if now - since > (EXIT_LIMIT if self.has_end else limits.test):
                self._kill()
                self.death = f"it hangs: nothing happens for {now - since:.0f} s"
                return True
            if self.seconds > left:
                self._kill()
                return False
        code = self.process.returncode
        self.has_end = self._has_event("end")
        # A shell reports the signal of its child as a status above 128.
        number = -code if code < 0 else code - 128
        if number > 0 or not self.has_end:
            known = number in {item.value for item in signal.Signals}
            name = signal.Signals(number).name if known else f"exit status {code}"
            self.death = f"the process dies: {name}{self._last_words()}"
        return True

    def _kill(self) -> None:
        """Ends pytest and the processes that it started. A prefix of the command can have its own group."""
        pid = next((event["pid"] for event in self._events() if event["event"] == "begin"), self.process.pid)
        for process in (pid, self.process.pid):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(os.getpgid(process), signal.SIGKILL)
        self.process.wait()

    def _has_event(self, kind: str) -> bool:
        return any(event["event"] == kind for event in self._events())

    def _events(self) -> list[dict]:
        # The last line is not complete if the process died while it wrote.
        lines = self.report.read_text().split("\n")[:-1]
        return [json.loads(line) for line in lines]

    def output(self) -> str:
        return self.log.read_text(errors="replace")[-6000:]

    def _last_words(self) -> str:
        """The line of the output that names a panic or an abort."""
        words = ("panicked at", "terminate called", "Check failed", "FATAL")
        lines = [line for line in self.output().split("\n") if any(word in line for word in words)]
        return f": {lines[0].strip()[:200]}" if lines else ""

    def results(self) -> dict[str, Result]:
        """The tests that this process ran; one without an end died with it."""
        tests: dict[str, Result] = {}
        running = None
        for event in self._events():
            if event["event"] == "start":
                running = event["test"]
            elif event["event"] == "finish":
                running = None
                tests.setdefault(event["test"], Result())
            elif event["event"] == "collection":
                tests[f"{event['test']}::{COLLECTION}"] = Result(FAILED, event["message"], event["text"])
            elif event["event"] == "report":
                test = tests.setdefault(event["test"], Result())
                test.seconds += event["seconds"]
                if event["outcome"] != PASSED and test.outcome != FAILED:
                    test.outcome, test.message, test.text = event["outcome"], event["message"], event["text"]
        if running is not None:
            tests[running] = Result(FAILED, self.death or "the file's time ended in this test", self.output())
        return tests


def pytest_command(prefix: list[str], arguments: list[str], *files: str) -> list[str]:
    """The command for files; `prefix` comes before it, such as `nice`."""
    options = ["-q", "--continue-on-collection-errors", "-p", "labora_report", "-p", "no:cacheprovider"]
    return [*prefix, sys.executable, "-m", "pytest", *options, "-p", "no:xdist", *arguments, *files]
