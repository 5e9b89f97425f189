"""Measures errors of JAX's functions on Labora and on JAX's CPU backend, and writes docs/results/accuracy.md.

python python/tools/accuracy [--filter TEXT] [--no-page] runs in an environment with the package `labora`, JAX and
SciPy, and prints each row with its time. With `--filter`, rows whose names have the text are measured, and no page
is written.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import sys
import time

os.environ.setdefault("JAX_PLATFORMS", "labora,cpu")
sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import jax

jax.config.update("jax_enable_x64", True)

from accuracy.measure import Errors, measure
from accuracy.rows import ROWS

PAGE = pathlib.Path(__file__).parents[3] / "docs" / "results" / "accuracy.md"
HEAD = """# Errors in units in the last place

The largest error of each function of JAX at the numbers of its row, on Labora and on JAX's CPU backend,
against the same function in f64, or for f64 in 80 bits where NumPy has it, else SciPy's. A unit in the last
place is that of the exact result, or, where it is said so, of the sum of the magnitudes. A row is flagged
where Labora's error is more than one unit and more than four times that of JAX's CPU backend.

The row of `nn.gelu` of bfloat16 is flagged because XLA leaves out roundings between operations of that
type, which the program asks for; with `XLA_FLAGS=--xla_allow_excess_precision=false` both have the same
error. JAX's recurrence of `bessel_jn` overflows in float32, and gives NaN on both.

Written by `python python/tools/accuracy` with JAX {jax}. `inf` is a number that should be infinite or NaN,
or the other way round.

| function | numbers | type | Labora | JAX's CPU backend | |
|---|---|---|---|---|---|
"""


def shown(units: float) -> str:
    return f"{units:.1f}" if units < 1e4 else f"{units:.0e}"


def line(errors: Errors) -> str:
    ours, theirs = errors.worst.values()
    flag = "!" if errors.is_flagged else ""
    return f"| {errors.row.name} | {errors.row.where} | {errors.dtype} | {shown(ours)} | {shown(theirs)} | {flag} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--filter", default="", help="rows whose names have this text")
    parser.add_argument("--types", default="", help="types with commas between; all if not given")
    parser.add_argument("--no-page", action="store_true", help="only print")
    options = parser.parse_args()
    lines, flagged, failed, start = [], 0, 0, time.monotonic()
    for row in ROWS:
        if options.filter not in row.name:
            continue
        for dtype in row.types:
            if options.types and dtype not in options.types.split(","):
                continue
            began = time.monotonic()
            try:
                errors = measure(row, dtype)
            except Exception as error:  # A row that fails is to be seen, and the others too.
                print(f"{row.name} {dtype}: {type(error).__name__}: {error}"[:300], flush=True)
                failed += 1
                continue
            lines.append(line(errors))
            flagged += errors.is_flagged
            print(f"{time.monotonic() - began:4.1f} s {lines[-1]}", errors.at if errors.is_flagged else "", flush=True)
    print(f"{len(lines)} rows, {flagged} flagged, {failed} failed, {time.monotonic() - start:.0f} s")
    if failed:
        sys.exit("no page is written without the rows that failed")
    if not (options.no_page or options.filter or options.types):
        PAGE.write_text(HEAD.format(jax=jax.__version__) + "\n".join(lines) + "\n")


main()
