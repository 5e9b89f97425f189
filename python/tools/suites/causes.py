"""Groups failures by their cause."""

from __future__ import annotations

import pathlib
import re
import tomllib

REASONS = pathlib.Path(__file__).parent / "reasons.toml"
LENGTH = 200
"""Characters of a message on the page."""


def first_line(message: str) -> str:
    """The first line of a message that says something; an exception's name alone is joined with the next."""
    lines = [line.strip() for line in message.strip().split("\n") if line.strip()]
    if not lines:
        return "no message"
    line = lines[0]
    if len(lines) > 1 and re.fullmatch(r"[\w.]*(Error|Exception|Warning):?", line):
        line = f"{line.rstrip(':')}: {lines[1]}"
    if "Not equal to tolerance" in line:
        # How far off the values are stands further below.
        line += "; " + "; ".join(found for found in lines if found.startswith(("Mismatched", "Max")))[:120]
    return line[:LENGTH]


def cause(message: str) -> str:
    """A first line without what differs from test to test."""
    line = re.sub(r"; Mismatched.*", "", first_line(message))
    line = re.sub(r"'[^']*'|\"[^\"]*\"", "'...'", line)
    return re.sub(r"0x[0-9a-f]+|@\w+|\d+(\.\d+)?(e[-+]?\d+)?", "_", line)[:160]


class Reasons:
    """Why tests that pass on the CPU backend do not pass here: `reasons.toml` has, for each suite, tables with
    `tests` (a regular expression for `file::test: first line`) and `reason`."""

    def __init__(self, suite: str) -> None:
        entries = tomllib.loads(REASONS.read_text()).get(suite, [])
        self.entries = [(re.compile(entry["tests"]), entry["reason"]) for entry in entries]

    def find(self, test: str, line: str) -> str | None:
        described = f"{test}: {line}"
        return next((reason for pattern, reason in self.entries if pattern.search(described)), None)
