"""Writes extrema.mlir: `maximum`, `minimum` and `clamp` where the sign of a zero or a NaN decides.

Both are those of IEEE 754-2019: NaN if either operand is NaN, and -0 is less than +0. Expected results are from XLA's
CPU compiler, and are compared with this definition. Run it in this folder, in the environment of `generate.py`.
"""

import itertools

import numpy as np

from cases import FLOATS, INF, NAN, TYPES, add, program, tensor, type_of, values, write, xla

SPECIAL = [0.0, -0.0, 1.0, -1.0, INF, -INF, NAN]
OPS = ["maximum", "minimum"]


def extremum(op, x, y):
    """The definition. `x` and `y` have the same element type."""
    x, y = np.broadcast_arrays(x, y)
    first_is_greater = (x > y) | ((x == y) & np.signbit(y))
    result = np.where(first_is_greater == (op == "maximum"), x, y)
    return np.where(np.isnan(x), x, np.where(np.isnan(y), y, result))


def checked(name, text, inputs, definition=None):
    """Adds a case. `definition` has the results by the definition, if they are short to write."""
    for got, want in zip(xla(text, inputs), definition or []):
        bits = f"u{got.itemsize}"
        same = (got.view(bits) == want.astype(got.dtype).view(bits)) | (np.isnan(got) & np.isnan(want))
        assert same.all(), f"{name}: XLA differs from the definition\n{got}\n{want}"
    add("extrema", name, text, inputs)


def scalar(element, value):
    return values(element, value)[0]


def constant(name, value):
    bits = value.tobytes()[::-1].hex().upper()
    return f"%{name} = stablehlo.constant dense<0x{bits}> : {type_of(value)}"


def splat(name, value, size):
    return constant(f"{name}_", value) + f"\n%{name} = stablehlo.broadcast_in_dim %{name}_, dims = [] : ({type_of(value)}) -> {tensor([size], type_of(value)[7:-1])}"


def elementwise(op, element):
    special = values(element, *SPECIAL)
    pairs = np.array(list(itertools.product(special, special)), special.dtype)
    x, y = (np.ascontiguousarray(pairs[:, i]) for i in (0, 1))
    ty = type_of(x)
    checked(f"{op} of {element}, all pairs", program([x, y], [ty], f"%r0 = stablehlo.{op} %a, %b : {ty}"), [x, y],
            [extremum(op, x, y)])
    ty, body = type_of(special), []
    for i, c in enumerate(special):
        body += [splat(f"c{i}", c, special.size), f"%r{2 * i} = stablehlo.{op} %a, %c{i} : {ty}",
                 f"%r{2 * i + 1} = stablehlo.{op} %c{i}, %a : {ty}"]
    checked(f"{op} of {element}, a constant on either side", program([special], 14 * [ty], "\n".join(body)), [special],
            [extremum(op, special, c) for c in special for _ in OPS])
    zeros = values(element, 0.0, -0.0, NAN)
    body = [constant(f"c{i}", c) for i, c in enumerate(zeros)]
    body += [f"%r{3 * i + j} = stablehlo.{op} %c{i}, %c{j} : tensor<{element}>" for i in range(3) for j in range(3)]
    checked(f"{op} of {element}, constants", program([], 9 * [f"tensor<{element}>"], "\n".join(body)), [],
            [extremum(op, a, b) for a in zeros for b in zeros])
    grid = tensor([7, 7], element)
    body = f"""%rows = stablehlo.broadcast_in_dim %a, dims = [0] : ({ty}) -> {grid}
%columns = stablehlo.broadcast_in_dim %b, dims = [1] : ({ty}) -> {grid}
%r0 = stablehlo.{op} %rows, %columns : {grid}
%r1 = stablehlo.{op} %columns, %rows : {grid}"""
    table = extremum(op, special[:, None], special[None, :])
    checked(f"{op} of {element}, broadcast", program([special, special], [grid, grid], body), [special, special], [table, table])
    for value in (0.0, -0.0):
        one = scalar(element, value)
        body = f"""%s = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<{element}>) -> {ty}
%r0 = stablehlo.{op} %a, %s : {ty}
%r1 = stablehlo.{op} %s, %a : {ty}"""
        checked(f"{op} of {element} and the scalar {value}", program([special, one], [ty, ty], body), [special, one],
                2 * [extremum(op, special, one)])


def clamp(element):
    special = values(element, *SPECIAL)
    bounds = [(-0.0, 0.0), (0.0, 0.0), (-0.0, -0.0), (0.0, 1.0), (-0.0, 1.0), (-1.0, -0.0), (-1.0, 0.0), (NAN, 0.0)]
    ty, body, expected = type_of(special), [], []
    for i, (low, high) in enumerate(bounds):
        low, high = scalar(element, low), scalar(element, high)
        body += [constant(f"l{i}", low), constant(f"h{i}", high), splat(f"m{i}", low, 7), splat(f"n{i}", high, 7),
                 f"%r{2 * i} = stablehlo.clamp %l{i}, %a, %h{i} : (tensor<{element}>, {ty}, tensor<{element}>) -> {ty}",
                 f"%r{2 * i + 1} = stablehlo.clamp %m{i}, %a, %n{i} : {ty}"]
        expected += 2 * [extremum("minimum", extremum("maximum", special, low), high)]
    checked(f"clamp of {element}", program([special], len(expected) * [ty], "\n".join(body)), [special], expected)
    triples = np.array(list(itertools.product([0.0, -0.0, NAN], repeat=3))).astype(special.dtype)
    low, x, high = (np.ascontiguousarray(triples[:, i]) for i in range(3))
    ty = type_of(x)
    checked(f"clamp of {element}, tensors of bounds", program([low, x, high], [ty], f"%r0 = stablehlo.clamp %a, %b, %c : {ty}"),
            [low, x, high], [extremum("minimum", extremum("maximum", x, low), high)])


def selections(element):
    """Selections that equal a maximum, or nearly do."""
    special = values(element, *SPECIAL)
    ty, flags, body = type_of(special), "tensor<7xi1>", []
    for i, c in enumerate(special):
        body += [splat(f"c{i}", c, 7), f"%p{i} = stablehlo.compare LE, %a, %c{i} : ({ty}, {ty}) -> {flags}",
                 f"%r{i} = stablehlo.select %p{i}, %c{i}, %a : {flags}, {ty}"]
    checked(f"selections of {element} by a comparison with a constant", program([special], 7 * [ty], "\n".join(body)),
            [special], [np.where(special <= c, c, special) for c in special])
    pairs = np.array(list(itertools.product(special, special)), special.dtype)
    x, y = (np.ascontiguousarray(pairs[:, i]) for i in (0, 1))
    ty, flags = type_of(x), "tensor<49xi1>"
    body = f"""%p = stablehlo.compare LE, %a, %b : ({ty}, {ty}) -> {flags}
%r0 = stablehlo.select %p, %b, %a : {flags}, {ty}"""
    checked(f"selections of {element} by a comparison", program([x, y], [ty], body), [x, y], [np.where(x <= y, y, x)])


def reduced(op, x, init, axis):
    result = init
    for part in np.moveaxis(x, axis, 0):
        result = extremum(op, result, part)
    return np.broadcast_to(result, np.delete(x.shape, axis)).astype(x.dtype)


def rows_of_zeros(op, element, length):
    """Rows of the zero that loses, with the other one at some places; the last row has a NaN."""
    loses, wins = (-0.0, 0.0) if op == "maximum" else (0.0, -0.0)
    places = [None, 0, 1, length // 2, length - 1]
    rows = np.full([len(places) + 1, length], loses)
    for row, place in zip(rows, places):
        if place is not None:
            row[place] = wins
    rows[-1, length // 2] = NAN
    return rows.astype(TYPES[element])


def reductions(op, element):
    reduce = "%{r} = stablehlo.reduce({x} init: {init}) applies stablehlo.{op} across dimensions = [{axis}] : ({ty}, tensor<{e}>) -> {out}"
    identity = -INF if op == "maximum" else INF
    for length in (2, 3, 19, 70) if element == "f32" else (3, 35):
        x = rows_of_zeros(op, element, length)
        out = tensor([x.shape[0]], element)
        body, expected = [], []
        for i, init in enumerate([identity, 0.0, -0.0]):
            init = scalar(element, init)
            body += [constant(f"i{i}", init), reduce.format(r=f"r{i}", x="%a", init=f"%i{i}", op=op, axis=1, ty=type_of(x), e=element, out=out)]
            expected.append(reduced(op, x, init, 1))
        checked(f"{op} of rows of {length} {element}", program([x], 3 * [out], "\n".join(body)), [x], expected)
        columns = np.ascontiguousarray(x.T)
        body = [line.replace("[1]", "[0]").replace(type_of(x), type_of(columns)) for line in body]
        checked(f"{op} of columns of {length} {element}", program([columns], 3 * [out], "\n".join(body)), [columns], expected)
    # Long rows: the zeros are in the middle of others.
    x = rows_of_zeros(op, element, 3)
    wide, init, out = tensor([6, 320], element), scalar(element, identity), tensor([6], element)
    around = scalar(element, -0.0 if op == "maximum" else 0.0)
    body = [constant("i", init), constant("p", around),
            f"%w = stablehlo.pad %a, %p, low = [0, 101], high = [0, 216], interior = [0, 0] : ({type_of(x)}, tensor<{element}>) -> {wide}",
            reduce.format(r="r0", x="%w", init="%i", op=op, axis=1, ty=wide, e=element, out=out)]
    checked(f"{op} of rows of 320 {element}", program([x], [out], "\n".join(body)), [x], [reduced(op, x, around, 1)])


def windows(op, element):
    """Pooling, running reductions, and updates of a scatter."""
    x = np.concatenate([rows_of_zeros(op, element, 4)[:4], rows_of_zeros(op, element, 4)[5:]]).reshape(1, 5, 4, 1)[:, 1:]
    x = np.ascontiguousarray(np.repeat(np.flip(x, 1), 3, axis=3))
    init, region = scalar(element, -INF if op == "maximum" else INF), f"""({{
^bb0(%x: tensor<{element}>, %y: tensor<{element}>):
  %z = stablehlo.{op} %x, %y : tensor<{element}>
  stablehlo.return %z : tensor<{element}>
}})"""
    out = tensor([1, 2, 2, 3], element)
    attributes = "window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>"
    body = constant("i", init) + f"""\n%r0 = "stablehlo.reduce_window"(%a, %i) <{{{attributes}}}> {region} : ({type_of(x)}, tensor<{element}>) -> {out}"""
    checked(f"{op} of 2x2 windows of {element}", program([x], [out], body), [x])
    out = tensor([1, 2, 2, 3], element)
    body = body.replace("1, 2, 2, 1>, window_strides", "1, 3, 3, 1>, window_strides").replace(
        "array<i64: 1, 2, 2, 1>}", "array<i64: 1, 1, 1, 1>}")
    checked(f"{op} of 3x3 windows of {element}", program([x], [out], body), [x])
    x = rows_of_zeros(op, element, 5)
    for name, padding in (("from the first", "[4, 0]"), ("from the last", "[0, 4]")):
        attributes = f"window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], {padding}]> : tensor<2x2xi64>"
        body = constant("i", init) + f"""\n%r0 = "stablehlo.reduce_window"(%a, %i) <{{{attributes}}}> {region} : ({type_of(x)}, tensor<{element}>) -> {type_of(x)}"""
        checked(f"running {op} of {element}, {name}", program([x], [type_of(x)], body), [x])
    pairs = np.array(list(itertools.product(SPECIAL, SPECIAL))).astype(x.dtype)
    old, new = (np.ascontiguousarray(pairs[:, i:i + 1]) for i in (0, 1))
    indices = np.arange(49, dtype="i4").reshape(49, 1)
    attributes = "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>"
    body = f"""%r0 = "stablehlo.scatter"(%a, %b, %c) <{{{attributes}}}> {region} : ({type_of(old)}, {type_of(indices)}, {type_of(new)}) -> {type_of(old)}"""
    checked(f"scatter of {element} by {op}", program([old, indices, new], [type_of(old)], body), [old, indices, new],
            [extremum(op, old, new)])


def loops(op, element):
    """A loop over few elements: each iteration rotates the second operand."""
    for size in (3, 7):
        x, y = values(element, *SPECIAL[:size]), values(element, *SPECIAL[1:size], SPECIAL[0])
        ty, expected, other = type_of(x), x, y
        for _ in range(2):
            expected, other = extremum(op, expected, other), np.roll(other, -1)
        body = f"""%zero = stablehlo.constant dense<0> : tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%n = stablehlo.constant dense<2> : tensor<i32>
%l:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, {ty}, {ty}
cond {{
  %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %p : tensor<i1>
}} do {{
  %j = stablehlo.add %i, %one : tensor<i32>
  %z = stablehlo.{op} %x, %y : {ty}
  %u = stablehlo.slice %y [1:{size}] : ({ty}) -> {tensor([size - 1], element)}
  %v = stablehlo.slice %y [0:1] : ({ty}) -> {tensor([1], element)}
  %w = stablehlo.concatenate %u, %v, dim = 0 : ({tensor([size - 1], element)}, {tensor([1], element)}) -> {ty}
  stablehlo.return %j, %z, %w : tensor<i32>, {ty}, {ty}
}}
%r0 = stablehlo.reshape %l#1 : ({ty}) -> {ty}"""
        checked(f"{op} of {size} {element} in a loop", program([x, y], [ty], body), [x, y], [expected])


def products(element):
    """A layer with ReLU whose sums are negative zeros."""
    x, w, bias = values(element, [-1e-30], [1e-30]), values(element, [1e-30, 1e-30, -1e-30]), values(element, -0.0, -0.0, -0.0)
    out = tensor([2, 3], element)
    body = f"""%p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ({type_of(x)}, {type_of(w)}) -> {out}
%c_ = stablehlo.broadcast_in_dim %c, dims = [1] : ({type_of(bias)}) -> {out}
%s = stablehlo.add %p, %c_ : {out}
%zero = stablehlo.constant dense<0.0> : {out}
%r0 = stablehlo.maximum %s, %zero : {out}
%r1 = stablehlo.maximum %zero, %s : {out}"""
    checked(f"a layer of {element} with ReLU", program([x, w, bias], [out, out], body), [x, w, bias], 2 * [np.zeros([2, 3])])


for op, element in itertools.product(OPS, FLOATS):
    elementwise(op, element)
    reductions(op, element)
    windows(op, element)
    loops(op, element)
for element in FLOATS:
    clamp(element)
    selections(element)
for element in ["bf16", "f32"]:
    products(element)
write()
