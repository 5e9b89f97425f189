"""Runs a call on both platforms, and says how the results differ."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from fuzz.compare import ALLOWANCE, FACTOR, UNITS, UNITS_OF_DOUBLES, have_equal_bits, is_inexact, units, widened
from fuzz.functions.calls import Call, draw_call
from fuzz.known import is_extreme
from fuzz.worker import first_line

# Factors that are unique only up to signs or a rotation: the results that are unique. `accuracy` measures the others.
UNIQUE: dict[str, tuple[int, ...]] = {
    "lax.linalg.eig": (), "lax.linalg.eigh": (1,), "lax.linalg.svd": (1,), "lax.linalg.schur": (),
    "lax.linalg.hessenberg": (), "lax.linalg.tridiagonal": (), "lax.linalg.qr": (), "numpy.linalg.eig": (),
    "numpy.linalg.eigvals": (), "numpy.linalg.eigh": (0,), "numpy.linalg.svd": (1,), "numpy.linalg.qr": (),
    "scipy.linalg.eigh": (0,), "scipy.linalg.hessenberg": (), "scipy.linalg.schur": (), "scipy.linalg.svd": (1,),
    "scipy.linalg.qr": (), "scipy.linalg.lu": (), "scipy.linalg.qr_multiply": (), "numpy.roots": (),
}  # fmt: skip
# What JAX's CPU backend is known to do, looked at by hand.
KNOWN = {
    "scipy.special.expi": "XLA gives NaN at the largest number, whose integral is infinite",
    "numpy.poly": "XLA multiplies where a sum of one product has a zero to start with",
}


def run(call: Call, device, arrays: list[np.ndarray]) -> list[np.ndarray]:
    import jax

    with jax.default_device(device):
        placed = [jax.device_put(x, device) for x in arrays]
        try:
            result = jax.jit(call.program())(*placed)
        except jax.errors.JAXTypeError:
            # Its shape depends on the numbers.
            result = call.program()(*placed)
        return [np.asarray(x) for x in jax.tree.leaves(result)]


def _difference(ours: np.ndarray, theirs: np.ndarray) -> tuple[str, float | None] | None:
    """What to look at in a result, if anything."""
    if ours.dtype != theirs.dtype or ours.shape != theirs.shape:
        return "type", None
    if not is_inexact(theirs.dtype):
        return None if have_equal_bits(ours, theirs) else ("bits", None)
    difference = units(ours, theirs, theirs.dtype)
    if difference == 0.0 and not have_equal_bits(ours, theirs):
        return "zeros", 0.0
    is_double = theirs.dtype in (np.float64, np.complex128)
    return ("units", difference) if difference > (UNITS_OF_DOUBLES if is_double else UNITS) else None


def _errors(call: Call, cpu, results: dict[str, list[np.ndarray]], suspicious: list) -> dict:
    """The errors of both platforms against double precision, where the plugin's is much larger."""
    truth = run(call, cpu, [widened(x) for x in call.arrays()])
    errors = {}
    for i, _, _ in suspicious:
        pair = [units(results[name][i], truth[i], results[name][i].dtype) for name in ("cpu", "labora")]
        if not (pair[1] <= FACTOR * pair[0] + ALLOWANCE):
            errors[i] = pair
    return errors


def look_at(number: int, begins: Callable[[str], None]) -> dict:
    """Calls a function on both platforms. `begins` is told which runs it next."""
    import jax

    # Not a refusal of the call if there is no such platform.
    devices = {platform: jax.devices(platform)[0] for platform in ("labora", "cpu")}
    call = draw_call(number)
    if call is None:
        return {"number": number, "operations": [], "outcome": "no arguments fit"}
    row: dict = {"number": number, "operations": [call.name], "call": str(call)[:300]}
    results, refused = {}, {}
    for platform, device in devices.items():
        begins(platform)
        try:
            results[platform] = run(call, device, call.arrays())
        except Exception as error:
            refused[platform] = first_line(error)
    if refused:
        outcome = "both refuse" if len(refused) == 2 else f"{next(iter(refused))} refuses"
        return row | {"outcome": outcome, **refused}
    pairs = list(zip(results["labora"], results["cpu"], strict=True))
    kept = UNIQUE.get(call.name, range(len(pairs))) if len(pairs) > 1 or call.name.endswith("roots") else range(1)
    found = [(i, difference) for i in kept if (difference := _difference(*pairs[i]))]
    suspicious = [(i, *difference) for i, difference in found]
    if not suspicious:
        return row | {"outcome": "equal"}
    if call.name in KNOWN:
        return row | {"outcome": f"explained: {KNOWN[call.name]}"}
    is_sum = any(word in call.name for word in ("linalg", "fft", "correlate", "convolve", "conv_", "dot", "einsum"))
    if is_sum and any(map(is_extreme, call.arrays())):
        return row | {"outcome": "explained: whether a sum leaves the range depends on its order"}
    if all(kind == "units" for _, kind, _ in suspicious):
        try:
            errors = _errors(call, devices["cpu"], results, suspicious)
        except Exception as error:
            return row | {"outcome": "differ", "results": suspicious, "reference": first_line(error)}
        if not errors:
            return row | {"outcome": "as near to double precision"}
        row |= {"errors": errors}
    return row | {"outcome": "differ", "results": suspicious}
