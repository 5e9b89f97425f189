"""Profiles: the time of each step of the compiled programs that run in a block."""

from __future__ import annotations

import contextlib
import ctypes
import dataclasses
import json
import os
import pathlib
from collections.abc import Iterator
from typing import Any

from labora import _plugin


@dataclasses.dataclass
class Step:
    """All executions of the steps of one name. Times are in seconds, added up over threads."""

    name: str
    """Operations and shapes."""
    locations: str
    """Lines of the Python program that the operations come from."""
    count: int = 0
    """Executions."""
    cpu: float = 0.0
    """CPU time."""
    wall: float = 0.0
    """Wall-clock time; the difference to `cpu` is time in which the system ran something else."""
    flops: int = 0
    """Arithmetic operations."""
    bytes: int = 0
    """Bytes read and written, from caches or memory."""


class Profile:
    """What ran in the block of `profile`. It has its content when the block has ended; printed, it is a table."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        """The events, in Chrome's trace event format."""

    @property
    def programs(self) -> list[str]:
        """The name of the program of each run, in the order in which they ended."""
        return [event["name"] for event in self.events if event.get("cat") == "run"]

    @property
    def seconds(self) -> float:
        """The wall-clock time of all runs, added up."""
        return float(sum(event["dur"] for event in self.events if event.get("cat") == "run") / 1e6)

    @property
    def steps(self) -> list[Step]:
        """The steps added up by name, those with the most CPU time first."""
        totals: dict[str, Step] = {}
        for event in self.events:
            if event.get("cat") != "step":
                continue
            arguments = event["args"]
            total = totals.setdefault(event["name"], Step(event["name"], arguments["from"]))
            # Threads that help with a step have events of their own.
            total.count += not arguments["helps"]
            total.cpu += arguments["cpu_us"] / 1e6
            total.wall += event["dur"] / 1e6
            total.flops += arguments["flops"]
            total.bytes += arguments["bytes"]
        return sorted(totals.values(), key=lambda step: (-step.cpu, step.name))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the events to a file that https://ui.perfetto.dev opens."""
        pathlib.Path(path).write_text(json.dumps(self.events))

    def __str__(self) -> str:
        lines = [f"{len(self.programs)} runs, {self.seconds * 1e3:.3f} ms", f"{'ms':>10} {'times':>7} {'GFLOP/s':>8} step"]
        for step in self.steps:
            rate = step.flops / step.cpu / 1e9 if step.cpu else 0.0
            lines.append(f"{step.cpu * 1e3:10.3f} {step.count:7} {rate:8.1f} {step.name}")
        return "\n".join(lines)


@contextlib.contextmanager
def profile() -> Iterator[Profile]:
    """Profiles everything that runs on the processor in a block, on all threads.

    Runs that the block started are waited for at its end. Without a profile in progress, nothing is measured.

    >>> with labora.profile() as profile:
    ...     step(state, batch)
    >>> print(profile)
    >>> profile.save("step.json")

    Raises:
      RuntimeError: the library could not begin or end the profile.
    """
    functions = ctypes.CDLL(_plugin.library_path())
    functions.Labora_StartProfile.restype = ctypes.c_void_p
    functions.Labora_StopProfile.restype = ctypes.c_void_p
    functions.Labora_StopProfile.argtypes = functions.Labora_FreeText.argtypes = [ctypes.c_void_p]
    functions.Labora_FreeText.restype = None
    handle = functions.Labora_StartProfile()
    if not handle:
        raise RuntimeError("labora could not begin a profile")
    result = Profile()
    try:
        yield result
    finally:
        text = functions.Labora_StopProfile(handle)
        if text:
            result.events = json.loads(ctypes.string_at(text))
            functions.Labora_FreeText(text)
    if not text:
        raise RuntimeError("labora could not end the profile")
