"""Sums of products, linear algebra, Fourier transforms and normalization."""

from __future__ import annotations

import numpy as np

from fuzz.element_types import BOOL, TYPES, ElementType, parts
from fuzz.movement import array
from fuzz.program import MAX_ELEMENTS, Program, Value
from fuzz.table import step

WORK = 2_000_000


def _precision() -> str:
    return "precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]"


def _result(p: Program, *values: Value) -> ElementType:
    """The element type of a contraction's result. Of rounded operands it is their own: errors of a narrow type count
    as many units of a wide one."""
    element = values[0].element
    if p.chance(0.75) or not all(value.is_exact for value in values):
        return element
    wider = {"i": ["i32", "i64"], "u": ["ui32", "ui64"], "f": ["f32", "f64"], "c": ["complex<f64>"], "b": ["i1"]}
    options = [TYPES[name] for name in wider[element.kind] if TYPES[name].bits >= element.bits]
    return p.choose(options or [element])


def _is_exact(*values: Value) -> bool:
    return all(value.is_exact and not value.element.is_inexact for value in values)


@step(8)
def dot_general(p: Program) -> list[Value]:
    x = p.any(lambda value: value.element.kind in "iufc")
    if x is None:
        return []
    order = p.random.permutation(x.rank).tolist()
    batching = order[: p.choose([0, 0, 1, 2])]
    rest = order[len(batching) :]
    contracted = rest[: p.choose([0, 1, 1, 1, 2])]
    free = [p.size() for _ in range(p.choose([0, 1, 1, 2]))]
    shape = [("b", d) for d in batching] + [("c", d) for d in contracted] + [("f", n) for n in free]
    where = p.random.permutation(len(shape)).tolist()
    right = [x.dims[shape[i][1]] if shape[i][0] != "f" else shape[i][1] for i in where]
    kept = [x.dims[d] for d in range(x.rank) if d not in batching and d not in contracted]
    dims = [x.dims[d] for d in batching] + kept + [right[k] for k, i in enumerate(where) if shape[i][0] == "f"]
    inner = int(np.prod([x.dims[d] for d in contracted], dtype=np.int64))
    if np.prod(right) > MAX_ELEMENTS or np.prod(dims) > MAX_ELEMENTS or np.prod(dims) * max(inner, 1) > WORK:
        return []
    y = p.like(tuple(right), x.element)
    find = lambda kind, d: where.index(shape.index((kind, d)))
    lists = {
        "lhs_batching_dimensions": batching,
        "rhs_batching_dimensions": [find("b", d) for d in batching],
        "lhs_contracting_dimensions": contracted,
        "rhs_contracting_dimensions": [find("c", d) for d in contracted],
    }
    fields = ", ".join(f"{name} = [{', '.join(map(str, numbers))}]" for name, numbers in lists.items())
    properties = f"dot_dimension_numbers = #stablehlo.dot<{fields}>, {_precision()}"
    return p.emit("dot_general", [x, y], [(dims, _result(p, x, y))], properties, is_exact=_is_exact(x, y))


@step(6)
def convolution(p: Program) -> list[Value]:
    spatial = p.choose([0, 1, 1, 2, 2, 2, 3])
    groups, batch_groups = (p.choose([(1, 1), (1, 1), (2, 1), (3, 1), (1, 2)])) if spatial else (1, 1)
    inputs, outputs = p.choose([1, 2, 3, 8]), p.choose([1, 2, 4, 16]) * groups * batch_groups
    sizes = [p.choose([1, 3, 4, 5, 8, 9, 16]) for _ in range(spatial)]
    window = [p.choose([1, 2, 3, 3, 5]) for _ in range(spatial)]
    strides, left, right, low, high, out = [], [], [], [], [], []
    for size, length in zip(sizes, window, strict=True):
        stretch, dilation = p.choose([1, 1, 1, 2]), p.choose([1, 1, 1, 2])
        stride, before, after = p.choose([1, 1, 2, 3]), p.choose([0, 0, 1, 2, -1]), p.choose([0, 0, 1, 2, -1])
        total, reach = (size - 1) * stretch + 1 + before + after, (length - 1) * dilation + 1
        if total < 0:
            return []
        strides.append(stride), left.append(stretch), right.append(dilation), low.append(before), high.append(after)
        out.append(0 if total < reach else (total - reach) // stride + 1)
    batch = p.choose([1, 2, 4]) * batch_groups
    work = batch * outputs * inputs * int(np.prod(window)) * int(np.prod(out))
    if work > WORK or p.element.kind not in "iufc" or p.element.bits < 8:
        return []
    letters = "0123456789"[:spatial]

    def laid_out(named: dict[str, int], first: str, second: str) -> tuple[str, tuple[int, ...]]:
        names = [first, second, *letters]
        order = [names[i] for i in p.random.permutation(len(names))]
        return ", ".join(order), tuple(named[name] for name in order)

    space = dict(zip(letters, sizes, strict=True))
    lhs_text, lhs_dims = laid_out({"b": batch, "f": inputs * groups, **space}, "b", "f")
    space = dict(zip(letters, window, strict=True))
    rhs_text, rhs_dims = laid_out({"i": inputs, "o": outputs, **space}, "i", "o")
    space = dict(zip(letters, out, strict=True))
    out_text, out_dims = laid_out({"b": batch // batch_groups, "f": outputs, **space}, "b", "f")
    x, y = p.like(lhs_dims, p.element), p.like(rhs_dims, p.element)
    reversal = "array<i1" + (": " if spatial else "") + ", ".join(p.choose(["false", "false", "true"]) for _ in out) + ">"
    padding = ", ".join(f"[{a}, {b}]" for a, b in zip(low, high, strict=True))
    padded = f"padding = dense<[{padding}]> : tensor<{spatial}x2xi64>, " if spatial else ""
    properties = (
        f"dimension_numbers = #stablehlo.conv<[{lhs_text}]x[{rhs_text}]->[{out_text}]>, "
        f"window_strides = {array(strides)}, lhs_dilation = {array(left)}, rhs_dilation = {array(right)}, {padded}"
        f"window_reversal = {reversal}, feature_group_count = {groups} : i64, "
        f"batch_group_count = {batch_groups} : i64, {_precision()}"
    )
    return p.emit("convolution", [x, y], [(out_dims, _result(p, x, y))], properties, is_exact=_is_exact(x, y))


@step(2)
def fft(p: Program) -> list[Value]:
    kind = p.choose(["FFT", "IFFT", "RFFT", "IRFFT"])
    wants = (lambda v: v.element.name in ("f32", "f64")) if kind == "RFFT" else (lambda v: v.element.is_complex)
    x = p.any(lambda value: value.rank > 0 and wants(value))
    if x is None or p.is_hostile or 0 in x.dims:
        return []
    rank = 1 + p.below(min(x.rank, 3))
    lengths, dims, element = list(x.dims[-rank:]), list(x.dims), x.element
    if kind == "RFFT":
        dims[-1], element = lengths[-1] // 2 + 1, TYPES[f"complex<{x.element.name}>"]
    elif kind == "IRFFT":
        lengths[-1] = 2 * (dims[-1] - 1) + p.below(2)
        if lengths[-1] < 1:
            return []
        dims[-1], element = lengths[-1], parts(x.element)
    properties = f"fft_type = #stablehlo<fft_type {kind}>, fft_length = {array(lengths)}"
    return p.emit("fft", [x], [(dims, element)], properties, is_exact=False)


def _square(p: Program) -> tuple[tuple[int, ...], ElementType]:
    n, batch = p.choose([1, 2, 3, 5, 8, 17]), p.choose([(), (), (2,), (3, 2)])
    return (*batch, n, n), TYPES[p.choose(["f32", "f32", "f64", "complex<f32>", "complex<f64>"])]


@step(1)
def cholesky(p: Program) -> list[Value]:
    if p.is_hostile:
        return []
    dims, element = _square(p)
    a = p.random.normal(size=dims) + (1j * p.random.normal(size=dims) if element.is_complex else 0)
    a = a @ np.conj(np.swapaxes(a, -1, -2)) + dims[-1] * np.eye(dims[-1])
    x, is_lower = p.parameter(dims, element, a.astype(element.dtype)), p.chance(0.5)
    (factor,) = p.emit("cholesky", [x], [(dims, element)], f"lower = {str(is_lower).lower()}", is_exact=False)
    # The other triangle is not defined.
    (row,) = p.emit("iota", [], [(dims, TYPES["i32"])], f"iota_dimension = {len(dims) - 2} : i64", is_exact=True)
    (column,) = p.emit("iota", [], [(dims, TYPES["i32"])], f"iota_dimension = {len(dims) - 1} : i64", is_exact=True)
    properties = f"comparison_direction = #stablehlo<comparison_direction {'GE' if is_lower else 'LE'}>"
    (kept,) = p.emit("compare", [row, column], [(dims, BOOL)], properties)
    zeros = p.parameter(dims, element, np.zeros(dims, element.dtype))
    return p.emit("select", [kept, factor, zeros], [(dims, element)])


@step(1)
def triangular_solve(p: Program) -> list[Value]:
    if p.is_hostile:
        return []
    dims, element = _square(p)
    a = p.random.normal(size=dims) + (1j * p.random.normal(size=dims) if element.is_complex else 0)
    a = a + 2 * dims[-1] * np.eye(dims[-1])
    left, other = p.chance(0.5), p.choose([1, 2, 5, 9])
    x = p.parameter(dims, element, a.astype(element.dtype))
    b = p.like((*dims[:-2], *((dims[-1], other) if left else (other, dims[-1]))), element)
    form = p.choose(["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"])
    words = [str(p.chance(0.5)).lower() for _ in range(2)]
    properties = (
        f"left_side = {str(left).lower()}, lower = {words[0]}, unit_diagonal = false, "
        f"transpose_a = #stablehlo<transpose {form}>"
    )
    return p.emit("triangular_solve", [x, b], [(b.dims, element)], properties, is_exact=False)


@step(2)
def batch_norm(p: Program) -> list[Value]:
    x = p.any(lambda value: value.rank > 0 and value.element.name in ("f32", "f64") and value.size > 0)
    if x is None or p.is_hostile:
        return []
    feature = p.below(x.rank)
    n, element = (x.dims[feature],), x.element
    properties = f"epsilon = 1.000000e-03 : f32, feature_index = {feature} : i64"
    positive = lambda: p.parameter(n, element, p.random.uniform(0.5, 2, n).astype(element.dtype))
    kind = p.choose(["inference", "training", "grad"])
    if kind == "inference":
        operands = [x, positive(), positive(), positive(), positive()]
        return p.emit("batch_norm_inference", operands, [(x.dims, element)], properties, is_exact=False)
    if kind == "training":
        results = [(x.dims, element), (n, element), (n, element)]
        return p.emit("batch_norm_training", [x, positive(), positive()], results, properties, is_exact=False)
    operands = [x, positive(), positive(), positive(), p.like(x.dims, element)]
    results = [(x.dims, element), (n, element), (n, element)]
    return p.emit("batch_norm_grad", operands, results, properties, is_exact=False)
