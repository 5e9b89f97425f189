"""The page of a suite's results."""

from __future__ import annotations

import collections
import dataclasses
import functools
import importlib.metadata
import os
import pathlib
import platform
import textwrap

from . import causes
from .runner import FAILED, PASSED, SKIPPED, Result, Run
from .table import Suite

LISTED = 400
"""Tests that are listed at most."""
MISSING = Result("not run", "the test is not there")


def version(package: str) -> str:
    """The version of an installed package; Labora can also be one of the source tree."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "of the source tree"


@dataclasses.dataclass
class Counts:
    """Counts of tests."""

    cpu: int = 0
    labora: int = 0
    both_fail: int = 0
    skipped: int = 0
    worse: int = 0
    better: int = 0

    def add(self, cpu: str | None, labora: str) -> None:
        """Counts a test; without an outcome on the CPU backend, one that does not fail on Labora."""
        self.cpu += cpu == PASSED
        cpu = cpu or labora
        self.labora += labora == PASSED
        self.both_fail += cpu == labora == FAILED
        self.skipped += cpu == labora == SKIPPED
        self.worse += is_worse(cpu, labora)
        self.better += labora == PASSED and cpu != PASSED

    def cells(self, is_partial: bool) -> str:
        """The cells of a row; without the passes on the CPU backend, if not all tests ran there."""
        cpu = [] if is_partial else [self.cpu]
        cells = [*cpu, self.labora, self.worse, self.better, self.both_fail, self.skipped]
        return " | ".join(f"{cell:,}" for cell in cells)


def is_worse(cpu: str, labora: str) -> bool:
    """Whether a test fails here and not on the CPU backend, or is skipped here and passes there."""
    return labora != PASSED and (cpu == PASSED or (labora == FAILED and cpu != FAILED))


class Page:
    """Results of the files that were run: for each the run on the CPU backend, and that on Labora. Without the former,
    no test of the file fails on Labora."""

    def __init__(
        self, suite: Suite, results: dict[str, tuple[Run | None, Run]], all_files: list[str]
    ) -> None:
        self.suite, self.results = suite, results
        self.all_files, self.not_run = all_files, [file for file in all_files if file not in results]
        self.alone = [file for file, (cpu, _) in results.items() if cpu is None]
        self.is_partial = bool(self.alone) or any(cpu.is_partial for cpu, _ in results.values() if cpu)
        self.rows: dict[str, Counts] = {}
        self.total = Counts()
        self.worse: list[tuple[str, str, Result]] = []
        for file, (cpu, labora) in results.items():
            row = self.rows.setdefault(self._group(file), Counts())
            # In the order of names: a crash changes the order of a report.
            for name in sorted({*(cpu.tests if cpu else ()), *labora.tests}):
                after = labora.tests.get(name, MISSING)
                if cpu is None or (cpu.is_partial and name not in cpu.tests and after.outcome == PASSED):
                    row.add(None, after.outcome)
                    self.total.add(None, after.outcome)
                    continue
                before = cpu.tests.get(name, MISSING)
                row.add(before.outcome, after.outcome)
                self.total.add(before.outcome, after.outcome)
                if is_worse(before.outcome, after.outcome):
                    self.worse.append((f"{file}::{name}", before.outcome, after))
        self.reasons = causes.Reasons(suite.name)

    @functools.cached_property
    def _common(self) -> str:
        return self.suite.files[0].split("*", 1)[0].rpartition("/")[0]

    def _group(self, file: str) -> str:
        short = file.removeprefix(self._common).lstrip("/")
        return "/".join(short.split("/")[: self.suite.group_depth]) if self.suite.group_depth else short

    def summary(self) -> str:
        total = self.total
        share = 100 * len(self.worse) / max(total.cpu, total.labora, 1)
        if self.is_partial:
            return (
                f"{total.labora:,} tests pass on Labora; {len(self.worse):,} ({share:.2f}%) are worse than on JAX's CPU "
                f"backend, {total.better:,} better"
            )
        return (
            f"{total.cpu:,} tests pass on JAX's CPU backend and {total.labora:,} on Labora; {len(self.worse):,} "
            f"({share:.2f}%) are worse on Labora, {total.better:,} better"
        )

    def rule(self) -> str:
        """The share of tests that are worse here, and what the suite's rule allows."""
        passes = "pass on Labora" if self.is_partial else "pass on JAX's CPU backend or on Labora"
        executed = max(self.total.cpu, self.total.labora, 1)
        share = 100 * len(self.worse) / executed
        allowed = f"at most {100 * self.suite.allowed:g}%" if self.suite.allowed else "none"
        files = f"all {len(self.all_files)}" if not self.not_run else f"{len(self.results)} of {len(self.all_files)}"
        return (
            f"**{share:.2f}% of the tests that pass on JAX's CPU backend do not pass on Labora** ({len(self.worse):,} of "
            f"{executed:,} that {passes}; the suite's rule allows {allowed}), in {files} files of the suite."
        )

    def unexplained(self) -> int:
        """Tests that are worse here and have no reason."""
        return sum(self.reasons.find(test, causes.first_line(found.message)) is None for test, _, found in self.worse)

    def keeps_the_rule(self) -> bool:
        return len(self.worse) <= self.suite.allowed * max(self.total.cpu, self.total.labora) and not self.unexplained()

    def text(self) -> str:
        lines = [f"# {self.suite.title}", "", *wrapped(self.rule()), "", *self._introduction(), ""]
        lines += [*wrapped(f"{self.summary()}."), ""]
        if self.is_partial:
            text = (
                f"{len(self.alone)} of the {len(self.results)} files have no failure on Labora and were not run on the CPU "
                "backend; of the others the tests ran there, in some only those that do not pass on Labora."
            )
            lines += [*wrapped(text), ""]
        what = "package" if self.suite.group_depth else "file"
        heads = [what, *([] if self.is_partial else ["pass on CPU"]), "pass on Labora", "worse", "better", "fail on both", "skipped"]
        lines += [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
        lines += [f"| {name} | {row.cells(self.is_partial)} |" for name, row in self.rows.items()]
        lines += [f"| **all** | {self.total.cells(self.is_partial)} |", ""]
        lines += self._causes()
        if self.not_run:
            lines += [f"## {len(self.not_run)} files that were not run", ""]
            lines += [f"- `{file}`" for file in self.not_run]
        return "\n".join(lines).rstrip() + "\n"

    def _introduction(self) -> list[str]:
        versions = ", ".join(f"{name} {version(name)}" for name in self.suite.versions)
        libraries = collections.Counter((run.date, run.library[:12]) for _, run in self.results.values())
        ran = ", ".join(
            f"{count} file{'s' * (count > 1)} on {date} (library {name})"
            for (date, name), count in sorted(libraries.items())
        )
        devices = self.suite.environment.get("LABORA_CORES", "eight")
        pairs = zip(*self.results.values(), strict=True)
        seconds = [sum(run.seconds for run in runs if run) for runs in pairs] or [0, 0]
        text = (
            f"`cargo xtask suite {self.suite.name}`: {versions}, Python {platform.python_version()}, labora "
            f"{version('labora')}, {ran}; numerics `float32`, {devices} devices, on {machine()}. Each test runs with "
            "`JAX_PLATFORMS=cpu` and with `JAX_PLATFORMS=labora,cpu`; the generators of Python and "
            f"NumPy have the same seeds on both. {seconds[0]:,.0f} s on JAX's CPU backend and {seconds[1]:,.0f} s on "
            "Labora, compilation included. `worse`: passes on the CPU backend and not here, or fails here only. "
            "`better`: passes here only."
        )
        return wrapped(text)

    def _causes(self) -> list[str]:
        """The tests that are worse here, by reason and cause, the most frequent first."""
        groups = collections.defaultdict(list)
        for test, before, found in self.worse:
            line = causes.first_line(found.message)
            reason = self.reasons.find(test, line)
            if found.outcome == SKIPPED:
                line = "skipped here: " + causes.first_line(found.text)
            groups[reason or causes.cause(line), reason is not None].append((test, before, line))
        lines, listed = [], 0
        for (cause, has_reason), tests in sorted(groups.items(), key=lambda item: (item[0][1], -len(item[1]))):
            kind = "with this reason" if has_reason else "without a reason yet"
            lines += [f"## {len(tests)} worse, {kind}", "", *wrapped(_plain(cause)), ""]
            lines += ["| test | message |", "|---|---|"]
            for test, before, line in tests[: max(LISTED - listed, 1)]:
                note = "" if before == PASSED else f" ({before} on CPU)"
                lines.append(f"| `{test}`{note} | {_plain(line)} |")
            listed += len(tests)
            lines.append("")
        return lines


def wrapped(text: str) -> list[str]:
    """A paragraph's lines."""
    return textwrap.wrap(text, 110, break_long_words=False, break_on_hyphens=False)


def _plain(text: str) -> str:
    """A text that Markdown shows as it is."""
    return text.replace("|", "/").replace("`", "'").replace("<", "\\<").replace("*", "\\*").replace("_", "\\_")


def machine() -> str:
    """The processor, and how many of it the process may use."""
    name = platform.machine()
    info = pathlib.Path("/proc/cpuinfo")
    if info.exists():
        names = [line.split(":", 1)[1] for line in info.read_text().split("\n") if line.startswith("model name")]
        name = names[0].strip() if names else name
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{count} cores of {name}"
