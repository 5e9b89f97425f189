"""Element-wise operations and conversions."""

from __future__ import annotations

import numpy as np

from fuzz.element_types import BOOL, TYPES, ElementType, parts
from fuzz.program import Program, Value, predicate
from fuzz.table import step

# Operations with a jump take exact values only: rounding could turn them over.
UNARY = {
    "abs": "iufc", "cbrt": "f", "ceil": "f!", "cosine": "fc", "count_leading_zeros": "iu", "exponential": "fc",
    "exponential_minus_one": "fc", "floor": "f!", "is_finite": "f!", "log": "fc", "log_plus_one": "fc",
    "logistic": "fc", "negate": "iufc", "not": "biu", "popcnt": "iu", "round_nearest_afz": "f!",
    "round_nearest_even": "f!", "rsqrt": "fc", "sign": "ifc!", "sine": "fc", "sqrt": "fc", "tan": "fc", "tanh": "fc",
    "real": "c", "imag": "c",
}  # fmt: skip
BINARY = {
    "add": "biufc", "and": "biu", "atan2": "f", "divide": "iufc", "maximum": "biuf", "minimum": "biuf",
    "multiply": "biufc", "or": "biu", "power": "iufc", "remainder": "iuf!", "shift_left": "iu",
    "shift_right_arithmetic": "iu", "shift_right_logical": "iu", "subtract": "iufc", "xor": "biu",
}  # fmt: skip
# Equal bits for equal operands.
EXACT = {
    "abs", "ceil", "floor", "is_finite", "negate", "not", "round_nearest_afz", "round_nearest_even", "sign", "real",
    "imag", "maximum", "minimum", "remainder",
}  # fmt: skip


def is_exact(operation: str, operands: list[Value]) -> bool:
    """Whether both sides must compute the same bits."""
    kept = operation in EXACT or operands[0].element.kind in "biu"
    if operands[0].element.is_complex and operation in ("abs", "sign"):
        kept = False
    return kept and all(value.is_exact for value in operands)


def accepts(row: str, value: Value) -> bool:
    return value.element.kind in row and (value.is_exact or "!" not in row)


@step(14)
def unary(p: Program) -> list[Value]:
    x = p.any()
    fits = [operation for operation, row in UNARY.items() if x is not None and accepts(row, x)]
    if not fits:
        return []
    operation = p.choose(fits)
    element = BOOL if operation == "is_finite" else x.element
    if x.element.is_complex and operation in ("abs", "real", "imag"):
        element = parts(x.element)
    return p.emit(operation, [x], [(x.dims, element)], is_exact=is_exact(operation, [x]))


@step(12)
def binary(p: Program) -> list[Value]:
    x = p.any()
    if x is None:
        return []
    y = p.like(x.dims, x.element)
    fits = [operation for operation, row in BINARY.items() if accepts(row, x) and accepts(row, y)]
    operation = p.choose(fits)
    if operation == "power" and x.element.is_integer:
        y = p.integers(x.dims, 0, min(5, 2 ** (x.element.bits - 1) - 1), x.element)
    return p.emit(operation, [x, y], [(x.dims, x.element)], is_exact=is_exact(operation, [x, y]))


@step(4)
def compare(p: Program) -> list[Value]:
    x = p.any(lambda value: value.is_exact)
    if x is None:
        return []
    y = p.like(x.dims, x.element)
    if not y.is_exact:
        return []
    direction = p.choose(["EQ", "NE"] if x.element.is_complex else ["EQ", "NE", "LT", "LE", "GT", "GE"])
    kind = {"b": "UNSIGNED", "u": "UNSIGNED", "i": "SIGNED", "f": "FLOAT", "c": "FLOAT"}[x.element.kind]
    if x.element.is_float and x.element.bits > 8 and p.chance(0.2):
        kind = "TOTALORDER"
    properties = (
        f"comparison_direction = #stablehlo<comparison_direction {direction}>, "
        f"compare_type = #stablehlo<comparison_type {kind}>"
    )
    return p.emit("compare", [x, y], [(x.dims, BOOL)], properties)


@step(4)
def select(p: Program) -> list[Value]:
    x = p.any()
    if x is None:
        return []
    y = p.like(x.dims, x.element)
    which = predicate(p, x.dims if p.chance(0.7) else ())
    return p.emit("select", [which, x, y], [(x.dims, x.element)]) if which.is_exact else []


@step(2)
def clamp(p: Program) -> list[Value]:
    x = p.any(lambda value: value.element.kind in "iuf")
    if x is None:
        return []
    low, high = (p.like(x.dims if p.chance(0.5) else (), x.element) for _ in range(2))
    return p.emit("clamp", [low, x, high], [(x.dims, x.element)])


@step(7)
def convert(p: Program) -> list[Value]:
    x = p.any()
    if x is None:
        return []
    to = p.element_type()
    if x.element.is_complex and not to.is_complex:
        return []
    has_jump = x.element.is_inexact and not to.is_inexact or to.bits < x.element.bits and to.bits <= 8
    if has_jump and not x.is_exact:
        return []
    return p.emit("convert", [x], [(x.dims, to)])


@step(2)
def bitcast_convert(p: Program) -> list[Value]:
    x = p.any(lambda value: value.is_exact and value.element.bits >= 8 and not value.element.is_complex)
    if x is None:
        return []
    to = p.choose([t for t in TYPES.values() if t.bits >= 8 and not t.is_complex])
    dims = x.dims
    if to.bits < x.element.bits:
        dims = (*dims, x.element.bits // to.bits)
    elif to.bits > x.element.bits:
        if not dims or dims[-1] != to.bits // x.element.bits:
            return []
        dims = dims[:-1]
    p.has_reference = False
    return p.emit("bitcast_convert", [x], [(dims, to)])


@step(1)
def reduce_precision(p: Program) -> list[Value]:
    x = p.any(lambda value: value.element.is_float and value.is_exact and value.element.bits >= 16)
    if x is None:
        return []
    p.has_reference = False
    properties = f"exponent_bits = {p.choose([2, 4, 5, 8])} : i32, mantissa_bits = {p.choose([1, 2, 3, 7, 10])} : i32"
    return p.emit("reduce_precision", [x], [(x.dims, x.element)], properties)


@step(2)
def complex_of_parts(p: Program) -> list[Value]:
    x = p.any(lambda value: value.element.name in ("f32", "f64"))
    if x is None:
        return []
    y = p.like(x.dims, x.element)
    return p.emit("complex", [x, y], [(x.dims, TYPES[f"complex<{x.element.name}>"])])


@step(1)
def optimization_barrier(p: Program) -> list[Value]:
    values = [value for value in (p.any(), p.any()) if value is not None]
    return p.emit("optimization_barrier", values, [(value.dims, value.element) for value in values])


@step(1)
def iota(p: Program) -> list[Value]:
    dims = p.dims(p.choose([1, 1, 2, 3]))
    element: ElementType = p.element if p.element.kind in "iuf" and p.element.bits > 8 else TYPES["i32"]
    return p.emit("iota", [], [(dims, element)], f"iota_dimension = {p.below(len(dims))} : i64", is_exact=True)


@step(2)
def constant(p: Program) -> list[Value]:
    kind = p.element.kind
    if kind == "c" or p.element.bits < 8 and kind != "b":
        return []
    dims = p.dims(most=64)
    values = p.random.integers(0, 2 if kind == "b" else 9, dims)
    values = values / 2 if kind == "f" and p.element.bits > 8 else values
    return [p.constant(np.asarray(values), p.element)]
