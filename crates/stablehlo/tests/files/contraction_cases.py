"""Cases of products and convolutions."""

import numpy as np

from cases import CLOSE, FLOATS, NAMES, add, integers, noise, program, tensor, type_of


def contractions():
    def dot(name, x, y, dims, attributes, element=None):
        result = tensor(dims, element or NAMES[x.dtype])
        text = program([x, y], [result], f"%r0 = stablehlo.dot_general %a, %b, {attributes}, precision = [HIGHEST, HIGHEST] : ({type_of(x)}, {type_of(y)}) -> {result}")
        # Sums of products of multiples of 1/8 are exact in f32, and are rounded to the result's type.
        tolerance = None if (element or NAMES[x.dtype]) not in ("f16", "bf16") else (CLOSE[NAMES[x.dtype]], 0)
        add("dot_general", f"dot_general {name} of {NAMES[x.dtype]}", text, [x, y], tolerance)

    for element in ["f32", "f64", "f16", "bf16", "i8", "i32", "ui16"]:
        make = noise if element in FLOATS else (lambda s, e: integers(s, e, 0, 9))
        dot("matrices", make([2, 5], element), make([5, 3], element), [2, 3], "contracting_dims = [1] x [0]")
    dot("both transposed", noise([5, 2]), noise([3, 5]), [2, 3], "contracting_dims = [0] x [1]")
    dot("a batch", noise([2, 3, 4]), noise([2, 4, 2]), [2, 3, 2], "batching_dims = [0] x [0], contracting_dims = [2] x [1]")
    dot("batch elsewhere, two contracted", noise([3, 2, 4]), noise([4, 3, 2, 2]), [2, 2], "batching_dims = [1] x [3], contracting_dims = [0, 2] x [1, 0]")
    dot("vectors", noise([7]), noise([7]), [], "contracting_dims = [0] x [0]")
    dot("an outer product", noise([3]), noise([2]), [3, 2], "contracting_dims = [] x []")
    dot("nothing contracted over nothing", noise([2, 0]), noise([0, 3]), [2, 3], "contracting_dims = [1] x [0]")
    dot("to f32", noise([2, 5], "bf16"), noise([5, 3], "bf16"), [2, 3], "contracting_dims = [1] x [0]", "f32")
    dot("to i32", integers([2, 5], "i8", -99, 99), integers([5, 3], "i8", -99, 99), [2, 3], "contracting_dims = [1] x [0]", "i32")

    def convolution(name, x, kernel, dims, layout, window="", features=1, batches=1):
        result = tensor(dims, NAMES[x.dtype])
        text = program([x, kernel], [result], f"%r0 = stablehlo.convolution(%a, %b) dim_numbers = {layout}, window = {{{window}}} "
                       f"{{batch_group_count = {batches} : i64, feature_group_count = {features} : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]}} "
                       f": ({type_of(x)}, {type_of(kernel)}) -> {result}")
        tolerance = None if NAMES[x.dtype] in ("f32", "f64", "i32") else (CLOSE[NAMES[x.dtype]], 0)
        add("convolution", f"{name} of {NAMES[x.dtype]}", text, [x, kernel], tolerance)

    last = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
    first = "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]"
    for element in ["f32", "f64", "bf16"]:
        convolution("same padding", noise([2, 5, 4, 3], element), noise([3, 3, 3, 4], element), [2, 5, 4, 4], last, "pad = [[1, 1], [1, 1]]")
        convolution("valid, strides", noise([1, 7, 6, 2], element), noise([3, 2, 2, 3], element), [1, 3, 2, 3], last, "stride = [2, 3]")
        convolution("channels first", noise([2, 3, 5, 4], element), noise([4, 3, 2, 3], element), [2, 4, 4, 2], first)
    convolution("1x1", noise([2, 3, 3, 4]), noise([1, 1, 4, 2]), [2, 3, 3, 2], last)
    convolution("kernel dilation", noise([1, 7, 7, 2]), noise([3, 2, 2, 2]), [1, 3, 4, 2], last, "rhs_dilate = [2, 3]")
    convolution("input dilation", noise([1, 3, 3, 2]), noise([2, 2, 2, 2]), [1, 6, 6, 2], last, "pad = [[1, 1], [0, 0]], lhs_dilate = [2, 3]")
    convolution("negative padding", noise([1, 5, 5, 1]), noise([2, 2, 1, 1]), [1, 3, 4, 1], last, "pad = [[-1, 0], [1, -1]]")
    convolution("uneven padding", noise([1, 4, 4, 1]), noise([2, 3, 1, 1]), [1, 5, 3, 1], last, "pad = [[2, 0], [0, 1]]")
    convolution("feature groups", noise([2, 4, 4, 6]), noise([2, 2, 2, 3]), [2, 3, 3, 3], last, features=3)
    convolution("depthwise", noise([1, 4, 4, 3]), noise([3, 3, 1, 6]), [1, 2, 2, 6], last, features=3)
    convolution("batch groups", noise([4, 4, 4, 2]), noise([3, 3, 2, 4]), [2, 2, 2, 4], last, batches=2)
    convolution("a filter gradient's layout", noise([2, 6, 6, 3]), noise([2, 6, 6, 4]), [3, 3, 3, 4], "[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]", "pad = [[1, 1], [1, 1]]")
    convolution("reversed", noise([1, 5, 5, 2]), noise([3, 3, 2, 2]), [1, 3, 3, 2], last, "reverse = [true, true]")
    convolution("one dimension", noise([2, 7, 3]), noise([3, 3, 2]), [2, 5, 2], "[b, 0, f]x[0, i, o]->[b, 0, f]")
    convolution("three dimensions", noise([1, 3, 4, 3, 2]), noise([2, 2, 2, 2, 2]), [1, 2, 3, 2, 2], "[b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f]")
    convolution("whole numbers", integers([1, 4, 4, 2]), integers([3, 3, 2, 2]), [1, 2, 2, 2], last)

    # Sums beyond the integers that f32 holds, of 1,030 products near the largest.
    near = [-128, -128, -127, -128, 127]
    row, column = (np.array([near[(i * step) % 5] for i in range(1030)], "i1") for step in (1, 2))
    dot("long sums to i32", row.reshape(1, 1030), column.reshape(1030, 1), [1, 1], "contracting_dims = [1] x [0]", "i32")
    top = np.full([1, 300], 255, "u1")
    dot("long sums to ui32", top, top.reshape(300, 1), [1, 1], "contracting_dims = [1] x [0]", "ui32")
    y, k = np.arange(-16, 16, dtype="i1").reshape(1, 4, 4, 2), np.arange(-18, 18, dtype="i1").reshape(3, 3, 2, 2)
    text = f"%r0 = stablehlo.convolution(%a, %b) dim_numbers = {last}, window = {{}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : ({type_of(y)}, {type_of(k)}) -> tensor<1x2x2x2xi32>"
    add("convolution", "i8 to i32", program([y, k], ["tensor<1x2x2x2xi32>"], text), [y, k])

    x, y, w = (np.array(rows, "f4") for rows in ([[1, -2], [3, 0.5]], [[0.25, 4], [-1, 2]], [[1, 2], [0, 1]]))
    t = type_of(x)
    add("dot_general", "two sums, each of an operand of one product and the result of the other", f"""
func.func public @main(%x: {t}, %y: {t}, %w: {t}) -> ({t}, {t}) {{
  %a = stablehlo.negate %x : {t}
  %s = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : ({t}, {t}) -> {t}
  %b = stablehlo.abs %y : {t}
  %t = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : ({t}, {t}) -> {t}
  %c = stablehlo.add %a, %t : {t}
  %d = stablehlo.add %b, %s : {t}
  return %c, %d : {t}, {t}
}}""", [x, y, w])
