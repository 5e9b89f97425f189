"""Operations with regions: reductions, windows, sorting, maps and control flow."""

from __future__ import annotations

import numpy as np

from fuzz.element_types import BOOL, I32, ElementType
from fuzz.program import MAX_ELEMENTS, Program, Value
from fuzz.table import STEPS, step

COMBINERS = {
    "add": "biufc", "multiply": "biufc", "maximum": "biuf", "minimum": "biuf", "and": "biu", "or": "biu", "xor": "iu"
}  # fmt: skip


def array(numbers) -> str:
    numbers = list(numbers)
    return "array<i64" + (": " if numbers else "") + ", ".join(str(int(n)) for n in numbers) + ">"


def combine(
    p: Program, element: ElementType, with_set: bool = False, operation: str | None = None
) -> tuple[str, bool]:
    """A region that combines two elements, and whether the order of combination cannot change the result."""
    operation = _combiner(p, element) if operation is None else operation
    is_exact = element.kind in "biu" or operation in ("maximum", "minimum")
    x, y = (p.block_argument((), element) for _ in range(2))
    if with_set and p.chance(0.3):
        # Which of two updates of an element wins is not defined: programs of one write are right all the same.
        return p.region([x, y], lambda: [y]), is_exact
    return p.region([x, y], lambda: p.emit(operation, [x, y], [((), element)])), is_exact


def initial(p: Program, element: ElementType, operation: str) -> Value:
    """The identity of the combination: with any other number, how often it is applied is not defined."""
    if element.kind == "b":
        number = operation in ("multiply", "and", "minimum")
    elif operation in ("maximum", "minimum", "and"):
        infinity = np.inf if element.is_inexact and element.name != "f8E4M3FN" else 448.0
        low, high = (-infinity, infinity) if element.is_inexact else (element.low, element.high)
        number = {"maximum": low, "minimum": high, "and": high if element.kind == "u" else -1}[operation]
    else:
        number = operation == "multiply"
    return p.parameter((), element, np.asarray(number).astype(element.dtype))


def _combiner(p: Program, element: ElementType) -> str:
    fits = [name for name, kinds in COMBINERS.items() if element.kind in kinds]
    if element.is_float and element.bits == 8:
        # Sums of few bits depend on their order entirely.
        fits = ["maximum", "minimum"]
    return p.choose(fits)


@step(8)
def reduce(p: Program) -> list[Value]:
    x = p.any(lambda value: value.rank > 0)
    if x is None:
        return []
    over = [d for d in range(x.rank) if p.chance(0.5)] or [p.below(x.rank)]
    dims = [size for d, size in enumerate(x.dims) if d not in over]
    operation = _combiner(p, x.element)
    body, is_exact = combine(p, x.element, operation=operation)
    return p.emit(
        "reduce",
        [x, initial(p, x.element, operation)],
        [(dims, x.element)],
        f"dimensions = {array(over)}",
        [body],
        is_exact and x.is_exact,
    )


def _greater(p: Program, x: Value, y: Value, direction: str = "GT") -> Value:
    kind = {"b": "UNSIGNED", "u": "UNSIGNED", "i": "SIGNED", "f": "FLOAT"}[x.element.kind]
    properties = (
        f"comparison_direction = #stablehlo<comparison_direction {direction}>, "
        f"compare_type = #stablehlo<comparison_type {kind}>"
    )
    return p.emit("compare", [x, y], [((), BOOL)], properties)[0]


@step(2)
def argmax(p: Program) -> list[Value]:
    x = p.any(lambda value: value.rank > 0 and value.is_exact and value.element.kind in "iuf" and 0 not in value.dims)
    if x is None or p.is_hostile:
        return []
    over = p.below(x.rank)
    dims = [size for d, size in enumerate(x.dims) if d != over]
    (numbers,) = p.emit("iota", [], [(x.dims, I32)], f"iota_dimension = {over} : i64", is_exact=True)
    a, i, b, j = (p.block_argument((), element) for element in (x.element, I32, x.element, I32))

    def body() -> list[Value]:
        larger = _greater(p, a, b)
        equal = _greater(p, a, b, "EQ")
        earlier = _greater(p, i, j, "LT")
        (tie,) = p.emit("and", [equal, earlier], [((), BOOL)])
        (first,) = p.emit("or", [larger, tie], [((), BOOL)])
        (value,) = p.emit("select", [first, a, b], [((), x.element)])
        (index,) = p.emit("select", [first, i, j], [((), I32)])
        return [value, index]

    least = random_least(p, x.element)
    results = [(dims, x.element), (dims, I32)]
    region = p.region([a, i, b, j], body)
    return p.emit("reduce", [x, numbers, least, p.scalar(0, I32)], results, f"dimensions = {array([over])}", [region])


def random_least(p: Program, element: ElementType) -> Value:
    """A number below all others of a program that is not hostile."""
    least = 0 if element.kind == "u" else max(-(2 ** (element.bits - 1)), -100_000)
    if element.is_float:
        least = -448.0 if element.bits == 8 else -60_000.0
    return p.parameter((), element, np.asarray(least).astype(element.dtype))


def _windows(p: Program, dims: tuple[int, ...], is_plain: bool = False):
    """Random windows over an array: their properties, and the dimensions of the result."""
    sizes, strides, base, window, low, high, out = [], [], [], [], [], [], []
    for size in dims:
        stretch = 1 if is_plain else p.choose([1, 1, 1, 2])
        dilation = 1 if is_plain else p.choose([1, 1, 1, 2])
        length = p.choose([1, 1, 2, 3, 5, max(size, 1)])
        stride = p.choose([1, 1, 2, 3])
        before, after = (0, 0) if is_plain else (p.choose([0, 0, 1, length - 1]), p.choose([0, 0, 1, 2]))
        total = max(0, (size - 1) * stretch + 1 if size else 0) + before + after
        reach = (length - 1) * dilation + 1
        sizes.append(length), strides.append(stride), base.append(stretch), window.append(dilation)
        low.append(before), high.append(after), out.append(0 if total < reach else (total - reach) // stride + 1)
    padding = ", ".join(f"[{a}, {b}]" for a, b in zip(low, high, strict=True))
    properties = f"window_dimensions = {array(sizes)}, window_strides = {array(strides)}"
    if not is_plain:
        properties += f", base_dilations = {array(base)}, window_dilations = {array(window)}"
    return f"{properties}, padding = dense<[{padding}]> : tensor<{len(dims)}x2xi64>", out, int(np.prod(sizes))


@step(5)
def reduce_window(p: Program) -> list[Value]:
    x = p.any(lambda value: value.rank > 0, dims_most=5_000)
    if x is None:
        return []
    properties, dims, size = _windows(p, x.dims)
    if np.prod(dims) > MAX_ELEMENTS or np.prod(dims) * size > 2_000_000:
        return []
    operation = _combiner(p, x.element)
    body, is_exact = combine(p, x.element, operation=operation)
    operands = [x, initial(p, x.element, operation)]
    return p.emit("reduce_window", operands, [(dims, x.element)], properties, [body], is_exact and x.is_exact)


@step(2)
def running(p: Program) -> list[Value]:
    """A running reduction, as JAX's cumulative functions are lowered."""
    x = p.any(lambda value: value.rank > 0 and 0 not in value.dims, dims_most=2_000)
    if x is None:
        return []
    over, is_reversed = p.below(x.rank), p.chance(0.3)
    lengths = [size if d == over else 1 for d, size in enumerate(x.dims)]
    ends = [(0, n - 1) if is_reversed else (n - 1, 0) for n in lengths]
    padding = ", ".join(f"[{a}, {b}]" for a, b in ends)
    properties = f"window_dimensions = {array(lengths)}, padding = dense<[{padding}]> : tensor<{x.rank}x2xi64>"
    operation = _combiner(p, x.element)
    body, is_exact = combine(p, x.element, operation=operation)
    operands = [x, initial(p, x.element, operation)]
    return p.emit("reduce_window", operands, [(x.dims, x.element)], properties, [body], is_exact and x.is_exact)


@step(2)
def select_and_scatter(p: Program) -> list[Value]:
    x = p.any(lambda v: v.rank > 0 and v.element.kind in "iuf" and v.is_exact and v.element.bits > 8, dims_most=5_000)
    if x is None or p.is_hostile:
        return []
    properties, dims, _ = _windows(p, x.dims, is_plain=True)
    if 0 in dims:
        return []
    source = p.like(tuple(dims), x.element)
    a, b = (p.block_argument((), x.element) for _ in range(2))
    choice = p.region([a, b], lambda: [_greater(p, a, b, "GE")])
    body, is_exact = combine(p, x.element, operation="add")
    operands = [x, source, p.scalar(0, x.element)]
    return p.emit("select_and_scatter", operands, [(x.dims, x.element)], properties, [choice, body], is_exact)


@step(4)
def sort(p: Program) -> list[Value]:
    x = p.any(lambda value: value.rank > 0 and value.is_exact and value.element.kind in "iuf")
    if x is None:
        return []
    operands = [x]
    for _ in range(p.below(3)):
        other = p.like(x.dims, p.element if p.chance(0.5) else x.element)
        operands.append(other)
    blocks = [p.block_argument((), value.element) for value in operands for _ in range(2)]
    direction, kind = p.choose(["LT", "GT"]), {"b": "UNSIGNED", "u": "UNSIGNED", "i": "SIGNED", "f": "TOTALORDER"}
    kind = kind[x.element.kind]
    if kind == "TOTALORDER" and x.element.bits == 8:
        return []
    properties = (
        f"comparison_direction = #stablehlo<comparison_direction {direction}>, "
        f"compare_type = #stablehlo<comparison_type {kind}>"
    )
    body = p.region(blocks, lambda: p.emit("compare", blocks[:2], [((), BOOL)], properties))
    results = [(value.dims, value.element) for value in operands]
    # Whether two elements are equal in bits is the same on both sides, so a stable order is defined.
    return p.emit("sort", operands, results, f"dimension = {p.below(x.rank)} : i64, is_stable = true", [body])


@step(1)
def map_(p: Program) -> list[Value]:
    x = p.any(lambda value: value.element.kind in "iufc")
    if x is None:
        return []
    y = p.like(x.dims, x.element)
    a, b = (p.block_argument((), value.element, value.is_exact) for value in (x, y))

    def body() -> list[Value]:
        (sum_,) = p.emit("add", [a, b], [((), x.element)], is_exact=x.element.is_integer)
        return p.emit("multiply", [sum_, a], [((), x.element)], is_exact=x.element.is_integer)

    region = p.region([a, b], body)
    exact = x.element.is_integer and x.is_exact and y.is_exact
    return p.emit("map", [x, y], [(x.dims, x.element)], f"dimensions = {array(range(x.rank))}", [region], exact)


def some_steps(p: Program, most: int) -> None:
    """Appends a few operations without regions, or with them where the depth allows it."""
    names = [name for name in STEPS if not (p.is_hostile and name in ("while_", "case", "map_", "running"))]
    weights = np.array([STEPS[name][1] for name in names], float)
    made = 0
    while made < 1 + p.below(most):
        made += 1
        name = p.random.choice(names, p=weights / weights.sum())
        if p.depth > 1 and name in ("while_", "case"):
            continue
        p.pool += [value for value in STEPS[name][0](p) if value.size <= MAX_ELEMENTS]


@step(3)
def case(p: Program) -> list[Value]:
    """`if` or `case`: branches that compute values of one type from what is around them."""
    x = p.any(lambda value: value.element.kind in "iufc")
    if x is None:
        return []
    branches, exact = [], True
    is_if = p.chance(0.5)
    for _ in range(2 if is_if else 1 + p.below(4)):
        outer = list(p.pool)

        def body() -> list[Value]:
            some_steps(p, 3)
            fits = [value for value in p.pool if (value.dims, value.element) == (x.dims, x.element)]
            return [fits[-1] if fits else x]

        first = len(p.operations)
        branches.append(p.region([], body))
        exact = exact and len(p.operations) == first
        p.pool = outer
    index = p.parameter((), BOOL) if is_if else p.integers((), -1, len(branches) + 1)
    return p.emit("if" if is_if else "case", [index], [(x.dims, x.element)], regions=branches, is_exact=exact or x.element.kind in "iu")


@step(4)
def while_(p: Program) -> list[Value]:
    """A counted loop that carries up to three values."""
    carried = [value for value in (p.any(dims_most=600) for _ in range(1 + p.below(3))) if value is not None]
    if not carried:
        return []
    operands = [p.scalar(0, I32), *carried]
    blocks = [p.block_argument(value.dims, value.element) for value in operands]
    limit = p.choose([0, 1, 2, 3, 7])
    condition = p.region(blocks, lambda: [_greater(p, blocks[0], p.scalar(limit, I32), "LT")])
    blocks = [p.block_argument(v.dims, v.element, not v.element.is_inexact) for v in operands]
    outer = list(p.pool)

    def body() -> list[Value]:
        p.pool = list(blocks[1:]) * 3 + outer
        (next_,) = p.emit("add", [blocks[0], p.scalar(1, I32)], [((), I32)], is_exact=True)
        p.pool.append(Value(blocks[0].name, (), I32, True))
        some_steps(p, 4)
        results = [next_]
        for block in blocks[1:]:
            fits = [value for value in p.pool if (value.dims, value.element) == (block.dims, block.element)]
            results.append(fits[-1 - min(p.below(len(fits)), p.below(len(fits)))])
        return results

    region = p.region(blocks, body)
    p.pool = outer
    types = [(value.dims, value.element) for value in operands]
    made = p.emit("while", operands, types, regions=[condition, region], is_exact=False)[1:]
    return [Value(v.name, v.dims, v.element, not v.element.is_inexact) for v in made]
