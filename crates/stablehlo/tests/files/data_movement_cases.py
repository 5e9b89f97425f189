"""Cases of data movement and indexing."""

import numpy as np

from cases import NAMES, TYPES, add, integers, noise, program, tensor, type_of, values


def data_movement():
    def case(name, x, dims, body, others=()):
        result = tensor(dims, NAMES[x.dtype])
        others = list(others)
        text = program([x] + others, [result], body.replace("IN", type_of(x)).replace("OUT", result))
        add("data_movement", f"{name} of {NAMES[x.dtype]}", text, [x] + others)

    for element in ["f32", "bf16", "i8", "ui16", "i64"]:
        x = integers([2, 3], element, 0, 50)
        case("broadcast_in_dim along new dimensions", x, [4, 2, 3], "%r0 = stablehlo.broadcast_in_dim %a, dims = [1, 2] : (IN) -> OUT")
        case("transpose", integers([2, 3, 4], element, 0, 50), [4, 2, 3], "%r0 = stablehlo.transpose %a, dims = [2, 0, 1] : (IN) -> OUT")
        case("pad", x, [5, 6], "%r0 = stablehlo.pad %a, %b, low = [1, -1], high = [1, 2], interior = [1, 1] : (IN, tensor<ELEMENT>) -> OUT".replace("ELEMENT", element),
             [np.array(9).astype(TYPES[element])])
        case("slice", integers([4, 5], element, 0, 50), [2, 2], "%r0 = stablehlo.slice %a [1:4:2, 0:4:3] : (IN) -> OUT")
        case("concatenate", x, [2, 7], f"%r0 = stablehlo.concatenate %a, %b, %a, dim = 1 : (IN, {tensor([2, 1], element)}, IN) -> OUT",
             [integers([2, 1], element, 0, 50)])
        case("reverse", x, [2, 3], "%r0 = stablehlo.reverse %a, dims = [0, 1] : OUT")
    case("broadcast_in_dim of size 1", noise([2, 1]), [2, 3, 2], "%r0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (IN) -> OUT")
    case("broadcast_in_dim of a scalar", np.array(2.5, "f4"), [2, 2], "%r0 = stablehlo.broadcast_in_dim %a, dims = [] : (IN) -> OUT")
    case("reshape", noise([2, 6]), [3, 1, 4], "%r0 = stablehlo.reshape %a : (IN) -> OUT")
    case("reshape to a scalar", noise([1, 1]), [], "%r0 = stablehlo.reshape %a : (IN) -> OUT")
    case("slice of nothing", noise([3, 2]), [0, 2], "%r0 = stablehlo.slice %a [1:1, 0:2] : (IN) -> OUT")
    case("pad cut to nothing", noise([2]), [0], "%r0 = stablehlo.pad %a, %b, low = [-1], high = [-1], interior = [0] : (IN, tensor<f32>) -> OUT",
         [np.array(0, "f4")])
    case("pad with edges inside the interior", noise([3]), [4], "%r0 = stablehlo.pad %a, %b, low = [-2], high = [-1], interior = [2] : (IN, tensor<f32>) -> OUT",
         [np.array(7, "f4")])
    for element in ["i32", "f32", "ui8", "bf16", "i64"]:
        for dimension in [0, 1]:
            t = tensor([3, 2], element)
            add("data_movement", f"iota of {element} along {dimension}", program([], [t], f"%r0 = stablehlo.iota dim = {dimension} : {t}"), [])


def indexing():
    for element, index in [("f32", "i32"), ("i8", "i64"), ("bf16", "ui32"), ("f64", "i32")]:
        x, update = integers([4, 5], element, 0, 50), integers([2, 3], element, 50, 99)
        for i, j in [(1, 2), (9, 4)] + ([(-3, -1)] if index[0] == "i" else []):
            starts = [np.array(i, TYPES[index]), np.array(j, TYPES[index])]
            result = tensor([2, 3], element)
            scalars = f"tensor<{index}>, tensor<{index}>"
            text = program([x] + starts, [result], f"%r0 = stablehlo.dynamic_slice %a, %b, %c, sizes = [2, 3] : ({type_of(x)}, {scalars}) -> {result}")
            add("indexing", f"dynamic_slice of {element} at {i}, {j}", text, [x] + starts)
            text = program([x, update] + starts, [type_of(x)],
                           f"%r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d : ({type_of(x)}, {type_of(update)}, {scalars}) -> {type_of(x)}")
            add("indexing", f"dynamic_update_slice of {element} at {i}, {j}", text, [x, update] + starts)

    def gather(name, x, indices, dims, attributes, sizes):
        result = tensor(dims, NAMES[x.dtype])
        body = (f'%r0 = "stablehlo.gather"(%a, %b) <{{dimension_numbers = #stablehlo.gather<{attributes}>, '
                f"slice_sizes = array<i64: {', '.join(map(str, sizes))}>}}> : ({type_of(x)}, {type_of(indices)}) -> {result}")
        add("indexing", f"gather {name}", program([x, indices], [result], body), [x, indices])

    for element in ["f32", "bf16", "i64"]:
        gather(f"rows of {element}", integers([5, 3], element, 0, 99), values("i32", 4, 0, 4, -1, 9), [5, 3],
               "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1", [1, 3])
    gather("points", noise([3, 4]), values("i64", *[[0, 1], [2, 3], [1, 1]]), [3],
           "collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1", [1, 1])
    gather("windows, components in front", noise([4, 5]), values("i32", *[[0, 3, 1], [4, 1, 0]]), [3, 2, 2],
           "offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 0", [2, 2])
    gather("with batching", noise([2, 3, 4]), values("i32", *[[0, 2, 1], [3, 0, 9]])[..., None], [2, 3, 2],
           "offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], "
           "start_index_map = [2], index_vector_dim = 2", [1, 1, 2])

    def scatter(name, op, x, indices, updates, attributes, unique=False):
        element = NAMES[x.dtype]
        join = f"%j = stablehlo.{op} %p, %q : tensor<{element}>" if op else ""
        body = f'''%r0 = "stablehlo.scatter"(%a, %b, %c) <{{scatter_dimension_numbers = #stablehlo.scatter<{attributes}>, unique_indices = {str(unique).lower()}}}> ({{
^bb0(%p: tensor<{element}>, %q: tensor<{element}>):
  {join}
  stablehlo.return {"%j" if op else "%q"} : tensor<{element}>
}}) : ({type_of(x)}, {type_of(indices)}, {type_of(updates)}) -> {type_of(x)}'''
        add("indexing", f"scatter {name} of {element}", program([x, indices, updates], [type_of(x)], body), [x, indices, updates])

    rows = "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
    points = "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
    for element in ["f32", "f16", "i32", "ui8"]:
        indices = values("i32", 4, 0, 4, 5)
        scatter("sums rows", "add", integers([5, 2], element, 0, 9), indices, integers([4, 2], element, 0, 9), rows)
        scatter("maxima", "maximum", integers([4], element, 0, 9), indices, integers([4], element, 0, 20), points)
    scatter("overwrites", None, noise([4]), values("i64", 2, 0, 7), noise([3]), points, unique=True)
    scatter("windows", "add", noise([4, 5]), values("i32", *[[0, 3], [2, 0]]), noise([2, 2, 2]),
            "update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1")
