"""Cases of reductions, windows and sorts."""

import numpy as np

from cases import CLOSE, FLOATS, INF, NAMES, TYPES, add, integers, noise, program, rng, tensor, type_of, values


def reductions():
    def data(shape, element, op):
        return noise(shape, element) if element in FLOATS else (
            integers(shape, "i32", 0, 2).astype(bool) if element == "i1" else integers(shape, element, 0, 20))

    neutral = {"add": 0, "multiply": 1, "maximum": -INF, "minimum": INF, "and": 1, "or": 0}

    def start(op, element):
        v = neutral[op]
        if abs(v) == INF and element not in FLOATS:
            info = np.iinfo(TYPES[element])
            v = info.min if v < 0 else info.max
        return np.array(v).astype(TYPES[element])

    kinds = [("add", FLOATS + ["i32", "ui8"]), ("multiply", ["f32", "f64", "i32"]), ("maximum", FLOATS + ["i8", "ui32"]),
             ("minimum", ["f32", "bf16", "i64", "ui8"]), ("and", ["i1", "i32"]), ("or", ["i1", "ui8"])]
    for op, elements in kinds:
        for element in elements:
            x, init = data([2, 3, 4], element, op), start(op, element)
            # XLA adds f16 and bf16 in another order, and rounds more than once.
            tolerance = (2 * CLOSE[element], CLOSE[element]) if element in ("f16", "bf16") and op == "add" else None
            for dims, shape in (([1], [2, 4]), ([0, 2], [3]), ([0, 1, 2], [])):
                result = tensor(shape, element)
                body = f"%r0 = stablehlo.reduce(%a init: %b) applies stablehlo.{op} across dimensions = {dims} : ({type_of(x)}, tensor<{element}>) -> {result}"
                add("reduce", f"{op} of {element} over {dims}", program([x, init], [result], body), [x, init], tolerance)

    x = values("f32", 3.0, -1.0, 7.0, 7.0, 2.0).reshape(1, 5)
    body = """%place = stablehlo.iota dim = 1 : tensor<1x5xi32>
%least = stablehlo.constant dense<0xFF800000> : tensor<f32>
%none = stablehlo.constant dense<0> : tensor<i32>
%r:2 = stablehlo.reduce(%a init: %least), (%place init: %none) across dimensions = [1] : (tensor<1x5xf32>, tensor<1x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<1xf32>, tensor<1xi32>)
 reducer(%x: tensor<f32>, %z: tensor<f32>) (%y: tensor<i32>, %w: tensor<i32>)  {
  %first = stablehlo.compare GE, %x, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %value = stablehlo.select %first, %x, %z : tensor<i1>, tensor<f32>
  %index = stablehlo.select %first, %y, %w : tensor<i1>, tensor<i32>
  stablehlo.return %value, %index : tensor<f32>, tensor<i32>
}
%r0 = stablehlo.reshape %r#0 : (tensor<1xf32>) -> tensor<1xf32>
%r1 = stablehlo.reshape %r#1 : (tensor<1xi32>) -> tensor<1xi32>"""
    add("reduce", "the place of the maximum", program([x], ["tensor<1xf32>", "tensor<1xi32>"], body), [x],
        expected=[values("f32", 7.0), values("i32", 2)])

    def windows(name, op, x, dims, window):
        element = NAMES[x.dtype]
        init, result = start(op, element), tensor(dims, element)
        attributes = ", ".join(f"{k} = {v}" for k, v in window.items())
        body = f'''%r0 = "stablehlo.reduce_window"(%a, %b) <{{{attributes}}}> ({{
^bb0(%p: tensor<{element}>, %q: tensor<{element}>):
  %s = stablehlo.{op} %p, %q : tensor<{element}>
  stablehlo.return %s : tensor<{element}>
}}) : ({type_of(x)}, tensor<{element}>) -> {result}'''
        tolerance = (2 * CLOSE[element], CLOSE[element]) if element in ("f16", "bf16") and op == "add" else None
        add("reduce_window", f"{name}, {op} of {element}", program([x, init], [result], body), [x, init], tolerance)

    array = lambda *v: f"array<i64: {', '.join(map(str, v))}>"
    for op in ["add", "maximum", "minimum"]:
        for element in ["f32", "bf16", "i32", "f64"]:
            x = data([1, 4, 6, 2], element, op)
            windows("2x2 apart", op, x, [1, 2, 3, 2], {"window_dimensions": array(1, 2, 2, 1), "window_strides": array(1, 2, 2, 1)})
        x = data([1, 5, 4, 1], "f32", op)
        windows("3x3 padded", op, x, [1, 3, 2, 1], {"window_dimensions": array(1, 3, 3, 1), "window_strides": array(1, 2, 2, 1),
                "padding": "dense<[[0, 0], [1, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>"})
        windows("dilations", op, data([5, 4], "f32", op), [3, 5], {"window_dimensions": array(2, 2), "window_strides": array(3, 1),
                "base_dilations": array(2, 2), "window_dilations": array(1, 3), "padding": "dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>"})

    def selecting(name, x, source, window, padding=None):
        element = NAMES[x.dtype]
        init = np.array(0).astype(x.dtype)
        attributes = ", ".join(f"{k} = {v}" for k, v in window.items())
        body = f'''%r0 = "stablehlo.select_and_scatter"(%a, %b, %c) <{{{attributes}}}> ({{
^bb0(%p: tensor<{element}>, %q: tensor<{element}>):
  %s = stablehlo.compare GE, %p, %q : (tensor<{element}>, tensor<{element}>) -> tensor<i1>
  stablehlo.return %s : tensor<i1>
}}, {{
^bb0(%p: tensor<{element}>, %q: tensor<{element}>):
  %s = stablehlo.add %p, %q : tensor<{element}>
  stablehlo.return %s : tensor<{element}>
}}) : ({type_of(x)}, {type_of(source)}, tensor<{element}>) -> {type_of(x)}'''
        add("reduce_window", f"select_and_scatter {name} of {element}", program([x, source, init], [type_of(x)], body), [x, source, init])

    distinct = lambda shape, element: (rng.permutation(int(np.prod(shape))).reshape(shape) - 10).astype(TYPES[element])
    for element in ["f32", "bf16", "i32"]:
        selecting("2x2 apart", distinct([1, 4, 6, 2], element), distinct([1, 2, 3, 2], element),
                  {"window_dimensions": array(1, 2, 2, 1), "window_strides": array(1, 2, 2, 1)})
        selecting("3x3 overlapping, padded", distinct([4, 4], element), distinct([2, 2], element),
                  {"window_dimensions": array(3, 3), "window_strides": array(2, 2), "padding": "dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>"})


def sorting():
    for element in ["f32", "i32", "ui8", "bf16"]:
        for direction in ["LT", "GT"]:
            x = np.array([[5, 1, 4], [2, 2, 9], [7, 0, 3]]).astype(TYPES[element])
            for dimension in [0, 1]:
                body = f'''%r0 = "stablehlo.sort"(%a) <{{dimension = {dimension} : i64, is_stable = true}}> ({{
^bb0(%p: tensor<{element}>, %q: tensor<{element}>):
  %s = stablehlo.compare {direction}, %p, %q : (tensor<{element}>, tensor<{element}>) -> tensor<i1>
  stablehlo.return %s : tensor<i1>
}}) : ({type_of(x)}) -> {type_of(x)}'''
                add("sort", f"{element} by {direction} along {dimension}", program([x], [type_of(x)], body), [x])
    keys, values_ = values("i32", 3, 1, 3, 2, 1), values("f32", 10, 20, 30, 40, 50)
    body = f'''%s:2 = "stablehlo.sort"(%a, %b) <{{dimension = 0 : i64, is_stable = true}}> ({{
^bb0(%p: tensor<i32>, %q: tensor<i32>, %v: tensor<f32>, %w: tensor<f32>):
  %t = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %t : tensor<i1>
}}) : ({type_of(keys)}, {type_of(values_)}) -> ({type_of(keys)}, {type_of(values_)})
%r0 = stablehlo.reshape %s#0 : ({type_of(keys)}) -> {type_of(keys)}
%r1 = stablehlo.reshape %s#1 : ({type_of(values_)}) -> {type_of(values_)}'''
    add("sort", "keys with values, stable", program([keys, values_], [type_of(keys), type_of(values_)], body), [keys, values_])
