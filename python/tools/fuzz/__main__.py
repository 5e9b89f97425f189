"""The command: `python -m fuzz (--library FILE | --functions) [--first N] [--programs N] [--seconds N]`."""

from __future__ import annotations

import argparse
import collections
import json
import os
import pathlib
import selectors
import subprocess
import sys
import time

from fuzz.functions.calls import draw_call
from fuzz.generate import generate

CHUNK = 200
# A program that takes longer than this many seconds is taken for one that never ends.
LONGEST = 60
# Outcomes in which nothing is wrong here. XLA refuses some programs, and ends the process at a few.
RIGHT = (
    "equal", "as near to double precision", "both refuse", "cpu refuses", "cpu ends the process", "no arguments fit",
)  # fmt: skip


def environment_of(library: str | None) -> dict[str, str]:
    """What a process runs in: with a library for programs, with the package `labora` for functions."""
    tools = str(pathlib.Path(__file__).parent.parent)
    common = {**os.environ, "JAX_PLATFORMS": "labora,cpu", "TF_CPP_MIN_LOG_LEVEL": "3"}
    if library is None:
        return common | {"PYTHONPATH": os.pathsep.join(filter(None, [tools, os.environ.get("PYTHONPATH")]))}
    return common | {
        "PJRT_NAMES_AND_LIBRARY_PATHS": f"labora:{library}",
        "JAX_PJRT_CLIENT_CREATE_OPTIONS": "numerics:float32;cores:1",
        "PYTHONPATH": tools,
    }


def operations_of(number: int, library: str | None) -> list[str]:
    if library is None:
        call = draw_call(number)
        return [] if call is None else [call.name]
    return sorted(set(generate(number).operations))


def processes(library: str | None, first: int, limit: int, deadline: float):
    """Runs programs, or functions without a library, in processes of their own, and yields a row for each."""
    environment = environment_of(library)
    while first < limit and time.monotonic() < deadline:
        until = min(first + CHUNK, limit)
        command = [sys.executable, "-m", "fuzz.worker", str(first), str(until)]
        command += [] if library else ["--functions"]
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            wait = selectors.DefaultSelector()
            wait.register(process.stdout, selectors.EVENT_READ)
            running, on, outcome = None, "", None
            while time.monotonic() < deadline:
                if not wait.select(LONGEST):
                    outcome = f"{on} runs for more than {LONGEST} s"
                    break
                line = process.stdout.readline()
                if not line:
                    break
                row = json.loads(line)
                if "begins" in row:
                    running, on = row["begins"], row["on"]
                else:
                    running, first = None, row["number"] + 1
                    yield row
            process.kill()
            errors = process.stderr.read()
            code = process.wait()
        if running is not None and time.monotonic() < deadline:
            last = (errors.strip().splitlines() or [""])[-1][:300]
            yield {
                "number": running,
                "operations": operations_of(running, library),
                "outcome": outcome or f"{on} ends the process",
                on: f"exit status {code}: {last}",
            }
            first = running + 1
        elif first < until and time.monotonic() < deadline:
            sys.exit(f"the process that runs programs ended with {code} before a program:\n{errors}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--library", help="the shared library of the plugin")
    what.add_argument("--functions", action="store_true", help="calls of JAX's functions with the package `labora`")
    parser.add_argument("--first", type=int, default=0, help="the number of the first program (default 0)")
    parser.add_argument("--programs", type=int, default=1 << 40, help="how many programs (default: as time allows)")
    parser.add_argument("--seconds", type=float, default=60.0, help="for how long, at most (default 60)")
    parser.add_argument("--without", action="append", default=[], help="leaves out programs with this operation")
    parser.add_argument("--show", type=int, help="prints the program of this number, and ends")
    parser.add_argument("--out", type=pathlib.Path, help="a folder for the programs that differ")
    arguments = parser.parse_args()
    if arguments.show is not None and arguments.functions:
        print(draw_call(arguments.show))
        return
    if arguments.show is not None:
        case = generate(arguments.show)
        print(case.text)
        for x in case.inputs:
            print(repr(x))
        return
    counts: collections.Counter[str] = collections.Counter()
    wrong = 0
    limit = arguments.first + arguments.programs
    deadline = time.monotonic() + arguments.seconds
    operations: collections.Counter[str] = collections.Counter()
    for row in processes(arguments.library, arguments.first, limit, deadline):
        if not set(arguments.without).isdisjoint(row["operations"]):
            continue
        counts[row["outcome"]] += 1
        operations.update(row["operations"])
        if row["outcome"] not in RIGHT and not row["outcome"].startswith("explained"):
            wrong += 1
            print(json.dumps(row), flush=True)
            if arguments.out is not None and arguments.library:
                arguments.out.mkdir(parents=True, exist_ok=True)
                (arguments.out / f"{row['number']}.mlir").write_text(generate(row["number"]).text)
    print(f"{sum(counts.values())} programs with {len(operations)} operations, from number {arguments.first}:")
    for outcome, count in counts.most_common():
        print(f"{count:8} {outcome}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
