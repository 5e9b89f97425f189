"""The process that runs programs: one line of JSON for each program, written when it is done.

It is a process of its own so that a program that ends it, or never ends, is found and passed over.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import sys
from collections.abc import Callable

import numpy as np


def first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:300]


class Runner:
    """XLA's CPU client and the plugin's, side by side."""

    def __init__(self) -> None:
        import jax
        from jax._src import xla_bridge
        from jax._src.lib import xla_client

        jax.config.update("jax_enable_x64", True)
        self.jax, self.xla_client = jax, xla_client
        self.clients = {name: xla_bridge.get_backend(name) for name in ("cpu", "labora")}

    def run(self, name: str, text: str, inputs: list[np.ndarray]) -> list[np.ndarray]:
        client = self.clients[name]
        device = client.devices()[0]
        devices = self.xla_client._xla.DeviceList((device,))
        program = client.compile_and_load(text, devices, self.xla_client.CompileOptions())
        arguments = [self.jax.device_put(x, device) for x in inputs]
        return [np.asarray(result) for result in program.execute(arguments)]


def look_at(runner: Runner, number: int, begins: Callable[[str], None]) -> dict:
    """Runs a program on both, and says how the results differ. `begins` is told who runs it next."""
    from fuzz.compare import ALLOWANCE, FACTOR, UNITS, UNITS_OF_DOUBLES, WIDENS, have_equal_bits, in_double_precision, is_inexact, units, widened
    from fuzz.generate import generate
    from fuzz.known import explain

    case = generate(number)
    row: dict = {"number": number, "operations": sorted(set(case.operations))}
    results, refused = {}, {}
    for name in ("labora", "cpu"):
        begins(name)
        try:
            results[name] = runner.run(name, case.text, case.inputs)
        except Exception as error:
            refused[name] = first_line(error)
    if refused:
        outcome = "both refuse" if len(refused) == 2 else f"{next(iter(refused))} refuses"
        return row | {"outcome": outcome, **refused}
    is_double = "f64" in case.text
    # A double that was a narrower float has the errors of that.
    limit = UNITS_OF_DOUBLES * (2.0**16 if WIDENS.search(case.text) else 1.0) if is_double else UNITS
    suspicious = []
    for i, (theirs, ours) in enumerate(zip(results["cpu"], results["labora"], strict=True)):
        if case.is_exact[i] or not is_inexact(theirs.dtype):
            if not have_equal_bits(ours, theirs):
                suspicious.append((i, "bits", units(ours, theirs, theirs.dtype) if is_inexact(theirs.dtype) else None))
        elif (difference := units(ours, theirs, theirs.dtype)) > limit:
            suspicious.append((i, "units", difference))
    if not suspicious:
        return row | {"outcome": "equal"}
    if all(kind == "units" for _, kind, _ in suspicious) and case.has_reference and not is_double:
        try:
            inputs = [widened(x) for x in case.inputs]
            truth = runner.run("cpu", in_double_precision(case.text), inputs)
        except Exception as error:
            return row | {"outcome": "differ", "results": suspicious, "reference": first_line(error)}
        errors = {}
        for i, _, _ in suspicious:
            pair = [units(results[name][i], truth[i], results[name][i].dtype) for name in ("cpu", "labora")]
            if not (pair[1] <= FACTOR * pair[0] + ALLOWANCE):
                errors[i] = pair
        if not errors:
            return row | {"outcome": "as near to double precision"}
        row |= {"errors": errors}
    is_unbounded = any(difference is not None and not np.isfinite(difference) for _, _, difference in suspicious)
    if reason := explain(case, is_unbounded):
        return row | {"outcome": f"explained: {reason}", "results": suspicious}
    return row | {"outcome": "differ", "results": suspicious}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("first", type=int)
    parser.add_argument("limit", type=int)
    parser.add_argument("--functions", action="store_true")
    arguments = parser.parse_args()
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    if arguments.functions:
        import jax

        from fuzz.functions.look import look_at as look

        jax.config.update("jax_enable_x64", True)
    else:
        look = functools.partial(look_at, Runner())
    for number in range(arguments.first, arguments.limit):
        begins = lambda name, number=number: print(json.dumps({"begins": number, "on": name}), file=out, flush=True)
        print(json.dumps(look(number, begins)), file=out, flush=True)


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    np.seterr(all="ignore")
    main()
