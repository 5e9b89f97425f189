"""Cases of arrays without elements."""

import numpy as np

from cases import INF, NAMES, TYPES, add, noise, program, tensor, type_of, values


def zero_size():
    def case(name, inputs, results, body, expected=None):
        add("zero_size", name, program(inputs, results, body), inputs, expected=expected)

    def empty(*shape, element="f32"):
        return np.zeros(shape, TYPES[element])

    f = lambda *dims: tensor(dims, "f32")
    scalar = np.array(2.5, "f4")
    two, none = noise([2]), empty(0)

    # Element-wise.
    case("tanh", [none], [f(0)], f"%r0 = stablehlo.tanh %a : {f(0)}")
    case("add", [empty(2, 0), empty(2, 0)], [f(2, 0)], f"%r0 = stablehlo.add %a, %b : {f(2, 0)}")
    case("compare", [none, none], ["tensor<0xi1>"], f"%r0 = stablehlo.compare LT, %a, %b : ({f(0)}, {f(0)}) -> tensor<0xi1>")
    case("select by a scalar", [np.array(True), none, none], [f(0)], f"%r0 = stablehlo.select %a, %b, %c : tensor<i1>, {f(0)}")
    case("select by a tensor", [empty(0, element="i1"), none, none], [f(0)], f"%r0 = stablehlo.select %a, %b, %c : tensor<0xi1>, {f(0)}")
    case("clamp", [scalar, none, scalar], [f(0)], f"%r0 = stablehlo.clamp %a, %b, %c : ({f()}, {f(0)}, {f()}) -> {f(0)}")
    case("convert", [empty(0, 3)], ["tensor<0x3xi8>"], f"%r0 = stablehlo.convert %a : ({f(0, 3)}) -> tensor<0x3xi8>")
    case("bitcast_convert to a narrower type", [none], ["tensor<0x4xui8>"], f"%r0 = stablehlo.bitcast_convert %a : ({f(0)}) -> tensor<0x4xui8>")
    case("reduce_precision", [none], [f(0)], f"%r0 = stablehlo.reduce_precision %a, format = e5m10 : {f(0)}")

    # Data movement.
    case("constant", [], [f(2, 0)], f"%r0 = stablehlo.constant dense<> : {f(2, 0)}")
    for dims, dimension in (([0], 0), ([0, 3], 0), ([0, 3], 1), ([3, 0], 0)):
        ty = tensor(dims, "i32")
        case(f"iota of {dims} along {dimension}", [], [ty], f"%r0 = stablehlo.iota dim = {dimension} : {ty}")
    case("broadcast_in_dim of a scalar", [scalar], [f(0)], f"%r0 = stablehlo.broadcast_in_dim %a, dims = [] : ({f()}) -> {f(0)}")
    case("broadcast_in_dim of size 1", [noise([1])], [f(0)], f"%r0 = stablehlo.broadcast_in_dim %a, dims = [0] : ({f(1)}) -> {f(0)}")
    case("broadcast_in_dim along a new dimension", [two], [f(2, 0)], f"%r0 = stablehlo.broadcast_in_dim %a, dims = [0] : ({f(2)}) -> {f(2, 0)}")
    case("reshape", [empty(0, 3)], [f(2, 0, 5)], f"%r0 = stablehlo.reshape %a : ({f(0, 3)}) -> {f(2, 0, 5)}")
    case("transpose", [empty(0, 3)], [f(3, 0)], f"%r0 = stablehlo.transpose %a, dims = [1, 0] : ({f(0, 3)}) -> {f(3, 0)}")
    case("reverse", [empty(0, 3)], [f(0, 3)], f"%r0 = stablehlo.reverse %a, dims = [0, 1] : {f(0, 3)}")
    case("slice of the end", [two], [f(0)], f"%r0 = stablehlo.slice %a [2:2] : ({f(2)}) -> {f(0)}")
    case("slice of no elements", [empty(3, 0)], [f(2, 0)], f"%r0 = stablehlo.slice %a [0:3:2, 0:0] : ({f(3, 0)}) -> {f(2, 0)}")
    case("pad of no elements", [none, scalar], [f(3)], f"%r0 = stablehlo.pad %a, %b, low = [1], high = [2], interior = [4] : ({f(0)}, {f()}) -> {f(3)}")
    case("pad to no elements", [two, scalar], [f(0)], f"%r0 = stablehlo.pad %a, %b, low = [-3], high = [1], interior = [0] : ({f(2)}, {f()}) -> {f(0)}")
    case("pad of another dimension", [empty(0, 2), scalar], [f(0, 3)], f"%r0 = stablehlo.pad %a, %b, low = [0, 1], high = [0, 0], interior = [0, 0] : ({f(0, 2)}, {f()}) -> {f(0, 3)}")
    case("concatenate with elements", [none, two, none], [f(2)], f"%r0 = stablehlo.concatenate %a, %b, %c, dim = 0 : ({f(0)}, {f(2)}, {f(0)}) -> {f(2)}")
    case("concatenate without elements", [empty(0, 2), empty(0, 1)], [f(0, 3)], f"%r0 = stablehlo.concatenate %a, %b, dim = 1 : ({f(0, 2)}, {f(0, 1)}) -> {f(0, 3)}")
    case("optimization_barrier", [none], [f(0)], f"%r0 = stablehlo.optimization_barrier %a : {f(0)}")

    # Indexing.
    start = np.array(1, "i4")
    case("dynamic_slice", [two, start], [f(0)], f"%r0 = stablehlo.dynamic_slice %a, %b, sizes = [0] : ({f(2)}, tensor<i32>) -> {f(0)}")
    case("dynamic_slice of no elements", [none, start], [f(0)], f"%r0 = stablehlo.dynamic_slice %a, %b, sizes = [0] : ({f(0)}, tensor<i32>) -> {f(0)}")
    case("dynamic_update_slice", [two, none, start], [f(2)], f"%r0 = stablehlo.dynamic_update_slice %a, %b, %c : ({f(2)}, {f(0)}, tensor<i32>) -> {f(2)}")
    case("dynamic_update_slice of no elements", [none, none, start], [f(0)], f"%r0 = stablehlo.dynamic_update_slice %a, %b, %c : ({f(0)}, {f(0)}, tensor<i32>) -> {f(0)}")

    def gather(name, x, indices, dims, attributes, sizes):
        result = tensor(dims, NAMES[x.dtype])
        body = (f'%r0 = "stablehlo.gather"(%a, %b) <{{dimension_numbers = #stablehlo.gather<{attributes}>, '
                f"slice_sizes = array<i64: {', '.join(map(str, sizes))}>}}> : ({type_of(x)}, {type_of(indices)}) -> {result}")
        case(name, [x, indices], [result], body)

    rows = "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1"
    gather("gather at no indices", noise([3, 2]), empty(0, element="i32"), [0, 2], rows, [1, 2])
    gather("gather of slices without elements", noise([3, 2]), values("i32", 2, 0), [2, 0], rows, [1, 0])
    gather("gather of columns without elements", empty(3, 0), values("i32", 2, 0), [2, 0], rows, [1, 0])

    def scatter(name, x, indices, updates, attributes):
        case(name, [x, indices, updates], [type_of(x)], f'''%r0 = "stablehlo.scatter"(%a, %b, %c) <{{scatter_dimension_numbers = #stablehlo.scatter<{attributes}>}}> ({{
^bb0(%p: tensor<f32>, %q: tensor<f32>):
  %s = stablehlo.add %p, %q : tensor<f32>
  stablehlo.return %s : tensor<f32>
}}) : ({type_of(x)}, {type_of(indices)}, {type_of(updates)}) -> {type_of(x)}''')

    rows = "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
    scatter("scatter of no updates", noise([3, 2]), empty(0, element="i32"), empty(0, 2), rows)
    scatter("scatter of windows without elements", noise([3, 2]), values("i32", 2, 0), empty(2, 0), rows)
    scatter("scatter into no elements", empty(0, 2), values("i32", 2, 0), noise([2, 2]), rows)

    # Contractions.
    def dot(name, x, y, dims, attributes):
        result = tensor(dims, NAMES[x.dtype])
        case(f"dot_general {name}", [x, y], [result], f"%r0 = stablehlo.dot_general %a, %b, {attributes} : ({type_of(x)}, {type_of(y)}) -> {result}")

    for element in ["f32", "i32", "bf16"]:
        dot(f"over no elements of {element}", empty(2, 0, element=element), empty(0, 3, element=element), [2, 3], "contracting_dims = [1] x [0]")
    dot("without rows", empty(0, 4), noise([4, 3]), [0, 3], "contracting_dims = [1] x [0]")
    dot("without columns", noise([2, 4]), empty(4, 0), [2, 0], "contracting_dims = [1] x [0]")
    dot("with an empty batch", empty(0, 2, 4), empty(0, 4, 3), [0, 2, 3], "batching_dims = [0] x [0], contracting_dims = [2] x [1]")

    def convolution(name, x, kernel, dims, window="", features=1):
        result = tensor(dims, "f32")
        case(f"convolution {name}", [x, kernel], [result], f"%r0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{{window}}} "
             f"{{batch_group_count = 1 : i64, feature_group_count = {features} : i64}} : ({type_of(x)}, {type_of(kernel)}) -> {result}")

    convolution("with an empty batch", empty(0, 4, 4, 2), noise([3, 3, 2, 5]), [0, 2, 2, 5])
    convolution("without input features", empty(1, 4, 4, 0), empty(3, 3, 0, 2), [1, 2, 2, 2])
    convolution("without output features", noise([1, 4, 4, 2]), empty(3, 3, 2, 0), [1, 2, 2, 0])
    convolution("of no elements, padded", empty(1, 0, 3, 2), noise([3, 3, 2, 2]), [1, 2, 1, 2], "pad = [[2, 2], [0, 0]]")
    convolution("of a window that does not fit", noise([1, 2, 3, 1]), noise([3, 3, 1, 2]), [1, 0, 1, 2])

    # Reductions.
    for op, init in (("add", 0), ("multiply", 1), ("maximum", -INF), ("minimum", INF)):
        init = np.array(init, "f4")
        for dims, shape in (([0], [2]), ([1], [0]), ([0, 1], [])):
            body = f"%r0 = stablehlo.reduce(%a init: %b) applies stablehlo.{op} across dimensions = {dims} : ({f(0, 2)}, {f()}) -> {f(*shape)}"
            case(f"reduce by {op} over {dims}", [empty(0, 2), init], [f(*shape)], body)
    body = """%r:2 = stablehlo.reduce(%a init: %c), (%b init: %d) across dimensions = [1] : (tensor<2x0xf32>, tensor<2x0xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
 reducer(%x: tensor<f32>, %z: tensor<f32>) (%y: tensor<i32>, %w: tensor<i32>)  {
  %first = stablehlo.compare GE, %x, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %value = stablehlo.select %first, %x, %z : tensor<i1>, tensor<f32>
  %index = stablehlo.select %first, %y, %w : tensor<i1>, tensor<i32>
  stablehlo.return %value, %index : tensor<f32>, tensor<i32>
}
%r0 = stablehlo.optimization_barrier %r#0 : tensor<2xf32>
%r1 = stablehlo.optimization_barrier %r#1 : tensor<2xi32>"""
    case("reduce of two tensors", [empty(2, 0), empty(2, 0, element="i32"), scalar, np.array(7, "i4")], [f(2), "tensor<2xi32>"], body,
         [np.full(2, scalar), np.full(2, 7, "i4")])

    def windows(name, x, dims, window):
        attributes = ", ".join(f"{k} = {v}" for k, v in window.items())
        case(f"reduce_window {name}", [x, scalar], [f(*dims)], f'''%r0 = "stablehlo.reduce_window"(%a, %b) <{{{attributes}}}> ({{
^bb0(%p: tensor<f32>, %q: tensor<f32>):
  %s = stablehlo.maximum %p, %q : tensor<f32>
  stablehlo.return %s : tensor<f32>
}}) : ({type_of(x)}, tensor<f32>) -> {f(*dims)}''')

    array = lambda *v: f"array<i64: {', '.join(map(str, v))}>"
    windows("of no elements", empty(0, 4), [0, 3], {"window_dimensions": array(1, 2)})
    windows("of no elements, padded", none, [2], {"window_dimensions": array(2), "padding": "dense<[[2, 1]]> : tensor<1x2xi64>"})
    windows("of a window that does not fit", two, [0], {"window_dimensions": array(3)})
    for name, x, source in (("of no elements", empty(0, 4), empty(0, 2)), ("without windows", noise([3, 1]), empty(3, 0))):
        case(f"select_and_scatter {name}", [x, source], [type_of(x)], f'''%z = stablehlo.constant dense<0.0> : tensor<f32>
%r0 = "stablehlo.select_and_scatter"(%a, %b, %z) <{{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}}> ({{
^bb0(%p: tensor<f32>, %q: tensor<f32>):
  %s = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %s : tensor<i1>
}}, {{
^bb0(%p: tensor<f32>, %q: tensor<f32>):
  %s = stablehlo.add %p, %q : tensor<f32>
  stablehlo.return %s : tensor<f32>
}}) : ({type_of(x)}, {type_of(source)}, tensor<f32>) -> {type_of(x)}''')
    for shape, dimension in (([0], 0), ([0, 3], 0), ([0, 3], 1), ([3, 0], 0)):
        x = empty(*shape)
        case(f"sort of {shape} along {dimension}", [x], [type_of(x)], f'''%r0 = "stablehlo.sort"(%a) <{{dimension = {dimension} : i64, is_stable = true}}> ({{
^bb0(%p: tensor<f32>, %q: tensor<f32>):
  %s = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %s : tensor<i1>
}}) : ({type_of(x)}) -> {type_of(x)}''')

    # Random bits, control flow, collectives.
    state = np.array([5, 7, 9], "u8")
    case("rng_bit_generator", [state], ["tensor<3xui64>", "tensor<0x2xui32>"],
         "%r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<0x2xui32>)")
    case("while", [none], [f(0), "tensor<i32>"], f"""%zero = stablehlo.constant dense<0> : tensor<i32>
%r0, %r1 = stablehlo.while(%x = %a, %i = %zero) : {f(0)}, tensor<i32>
cond {{
  %n = stablehlo.constant dense<3> : tensor<i32>
  %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %c : tensor<i1>
}} do {{
  %y = stablehlo.add %x, %x : {f(0)}
  %one = stablehlo.constant dense<1> : tensor<i32>
  %j = stablehlo.add %i, %one : tensor<i32>
  stablehlo.return %y, %j : {f(0)}, tensor<i32>
}}""")
    for op in ["add", "maximum"]:
        text = f'''module attributes {{mhlo.num_replicas = 2 : i32}} {{
  func.func public @main(%a: {f(0)}) -> {f(0)} {{
    %0 = "stablehlo.all_reduce"(%a) <{{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}}> ({{
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.{op} %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }}) : ({f(0)}) -> {f(0)}
    return %0 : {f(0)}
  }}
}}'''
        add("zero_size", f"all_reduce by {op}", text, [[none], [none]], expected=[[none], [none]])
