"""Writes collectives.mlir, the file tests of collectives that move operands among replicas.

Expected results are computed by numpy, from the specification's formulas. Run it as generate.py.
"""

import ml_dtypes
import numpy as np

import cases
from cases import TYPES, add, type_of

cases.TYPES.update({"complex<f32>": np.dtype("c8"), "i4": np.dtype(ml_dtypes.int4)})
cases.NAMES.update({np.dtype("c8"): "complex<f32>", np.dtype(ml_dtypes.int4): "i4"})
usual_text = cases.scalar_text
FILE = "collectives"
rng = np.random.default_rng(5)


def scalar_text(v):
    if v.dtype.kind == "c":
        return f"({usual_text(v.real)}, {usual_text(v.imag)})"
    return str(int(v)) if v.dtype == TYPES["i4"] else usual_text(v)


cases.scalar_text = scalar_text


def operands(replicas, shape, element="f32"):
    if element == "complex<f32>":
        part = lambda: rng.integers(-9, 9, shape)
        return [(part() + 1j * part()).astype(TYPES[element]) for _ in range(replicas)]
    return [rng.integers(-7, 8, shape).astype(np.float32).astype(TYPES[element]) for _ in range(replicas)]


def case(name, inputs, expected, op, attributes, region=""):
    """`inputs` and `expected`: per replica, lists of operands and results."""
    a, r = inputs[0], expected[0]
    parameters = ", ".join(f"%{chr(97 + i)}: {type_of(x)}" for i, x in enumerate(a))
    names = ", ".join(f"%{chr(97 + i)}" for i in range(len(a)))
    types = ", ".join(type_of(x) for x in a)
    results = ", ".join(type_of(np.asarray(x)) for x in r)
    several = f"({results})" if len(r) > 1 else results
    count = f":{len(r)}" if len(r) > 1 else ""
    returned = ", ".join(f"%0#{i}" for i in range(len(r))) if len(r) > 1 else "%0"
    text = f"""module attributes {{mhlo.num_replicas = {len(inputs)} : i32}} {{
  func.func public @main({parameters}) -> ({results}) {{
    %0{count} = "stablehlo.{op}"({names}) <{{{attributes}}}> {region}: ({types}) -> {several}
    return {returned} : {results}
  }}
}}"""
    add(FILE, name, text, inputs, None, [[np.ascontiguousarray(x) for x in list_] for list_ in expected])


def table(rows):
    rows = np.array(rows)
    return f"dense<{rows.tolist()}> : tensor<{rows.shape[0]}x{rows.shape[1]}xi64>"


def groups(rows):
    return f"replica_groups = {table(rows)}"


def group_of(rows, replica):
    return next(row for row in rows if replica in row)


GROUPS = [[[0, 1, 2, 3]], [[0, 2], [1, 3]], [[3, 1], [0, 2]], [[2], [0], [3], [1]]]


def all_gather():
    for rows in GROUPS:
        for dimension in (0, 1):
            x = operands(4, (2, 3))
            expected = [[np.concatenate([x[m] for m in group_of(rows, r)], dimension)] for r in range(4)]
            case(f"all_gather, dimension {dimension}, {rows}", [[v] for v in x], expected, "all_gather",
                 f"all_gather_dim = {dimension} : i64, {groups(rows)}")  # fmt: skip
    for element in ("complex<f32>", "i4", "i1", "bf16"):
        x = operands(2, (3, 2), element)
        case(f"all_gather of {element}", [[v] for v in x], [[np.concatenate(x, 1)]] * 2, "all_gather",
             f"all_gather_dim = 1 : i64, {groups([[0, 1]])}")  # fmt: skip
    x, y = operands(2, (2, 2)), operands(2, (3, 1), "i32")
    case("all_gather of two operands", [[a, b] for a, b in zip(x, y)], [[np.concatenate(x), np.concatenate(y)]] * 2,
         "all_gather", f"all_gather_dim = 0 : i64, {groups([[0, 1]])}")  # fmt: skip
    x = operands(2, (0, 2))
    case("all_gather of no elements", [[v] for v in x], [[np.concatenate(x, 1)]] * 2, "all_gather",
         f"all_gather_dim = 1 : i64, {groups([[0, 1]])}")  # fmt: skip


def reduce_scatter():
    def region(op, element):
        ty = f"tensor<{element}>"
        return (f"({{\n    ^bb0(%p: {ty}, %q: {ty}):\n      %s = stablehlo.{op} %p, %q : {ty}\n"
                f"      stablehlo.return %s : {ty}\n    }}) ")  # fmt: skip

    for op, combine, element in [("add", sum, "f32"), ("maximum", lambda v: np.max(v, 0), "i32"), ("add", sum, "bf16")]:
        for rows in GROUPS:
            for dimension in (0, 1):
                x = operands(4, (4, 8), element)
                expected = []
                for r in range(4):
                    group = group_of(rows, r)
                    total = combine([x[m].astype(np.float64) for m in group]).astype(TYPES[element])
                    expected.append([np.split(total, len(group), dimension)[group.index(r)]])
                case(f"reduce_scatter {op} of {element}, dimension {dimension}, {rows}", [[v] for v in x], expected,
                     "reduce_scatter", f"scatter_dimension = {dimension} : i64, {groups(rows)}", region(op, element))  # fmt: skip


def all_to_all():
    for rows in GROUPS[:3]:
        for split, concat in ((0, 0), (0, 1), (1, 0), (1, 1)):
            n = len(rows[0])
            x = operands(4, (4, 8))
            received = lambda r: [np.split(x[m], n, split)[group_of(rows, r).index(r)] for m in group_of(rows, r)]
            expected = [[np.concatenate(received(r), concat)] for r in range(4)]
            case(f"all_to_all from dimension {split} to {concat}, {rows}", [[v] for v in x], expected, "all_to_all",
                 f"split_dimension = {split} : i64, concat_dimension = {concat} : i64, split_count = {n} : i64, {groups(rows)}")  # fmt: skip
    x = operands(2, (2, 3), "complex<f32>")
    expected = [[np.stack([x[0][r], x[1][r]])] for r in range(2)]
    case("all_to_all of complex numbers", [[v] for v in x], expected, "all_to_all",
         f"split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, {groups([[0, 1]])}")  # fmt: skip


def permutations():
    for pairs in ([[0, 1], [1, 2], [2, 3], [3, 0]], [[0, 2], [2, 1]], [[1, 1], [0, 3]]):
        for element in ("f32", "complex<f32>", "ui8"):
            x = operands(4, (2, 3), element)
            source = {target: s for s, target in pairs}
            expected = [[x[source[r]] if r in source else np.zeros_like(x[0])] for r in range(4)]
            case(f"collective_permute of {element} by {pairs}", [[v] for v in x], expected, "collective_permute",
                 f"source_target_pairs = {table(pairs)}")  # fmt: skip
    for rows in ([[0, 1, 2, 3]], [[2, 0], [1, 3]], [[3, 1]]):
        x = operands(4, (5,))
        member = lambda r: next((row[0] for row in rows if r in row), None)
        expected = [[x[member(r)] if member(r) is not None else np.zeros_like(x[0])] for r in range(4)]
        case(f"collective_broadcast in {rows}", [[v] for v in x], expected, "collective_broadcast", groups(rows))


def partitions():
    """With a channel, among the partitions of each replica, of which there is one."""
    channel = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>"
    split = "split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64"
    for op, attributes in (
        ("all_to_all", f"{split}, {groups([[0]])}"),
        ("collective_permute", f"source_target_pairs = {table([[0, 0]])}"),
        ("collective_broadcast", groups([[0]])),
    ):
        x = operands(3, (4,))
        case(f"{op} among one partition", [[v] for v in x], [[v] for v in x], op, f"{channel}, {attributes}")


def loops():
    x = operands(3, (2,))
    text = """module attributes {mhlo.num_replicas = 3 : i32} {
  func.func public @main(%a: tensor<2xf32>) -> (tensor<6xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.constant dense<4> : tensor<i32>
    %0, %1 = stablehlo.while(%k = %zero, %v = %a) : tensor<i32>, tensor<2xf32>
     cond {
      %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
     } do {
      %next = stablehlo.add %k, %one : tensor<i32>
      %w = "stablehlo.collective_permute"(%v) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
      %s = stablehlo.add %w, %a : tensor<2xf32>
      stablehlo.return %next, %s : tensor<i32>, tensor<2xf32>
     }
    %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<2xf32>) -> tensor<6xf32>
    return %2 : tensor<6xf32>
  }
}"""
    v = list(x)
    for _ in range(4):
        v = [v[(r - 1) % 3] + x[r] for r in range(3)]
    add(FILE, "a ring in a loop", text, [[u] for u in x], None, [[np.concatenate(v)]] * 3)


if __name__ == "__main__":
    for group in (all_gather, reduce_scatter, all_to_all, permutations, loops, partitions):
        group()
    cases.write()
