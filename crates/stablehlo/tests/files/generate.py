"""Writes the file tests of this folder: programs, inputs, and expected results.

Expected results are from XLA's CPU compiler, which is another implementation of the same specification. They are from
numpy if XLA deviates from the specification (a comment states each case) or does not support the program. Run it in
an environment with

    pip install jax==0.10.2 numpy ml_dtypes
    python generate.py

and review the changes before they are committed. Programs are loaded through an internal interface of JAX, which may
differ in other versions.
"""

import pathlib

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax
from jax._src import xla_bridge
from jax._src.lib import xla_client

jax.config.update("jax_enable_x64", True)

HERE = pathlib.Path(__file__).parent
BF16 = np.dtype(ml_dtypes.bfloat16)
TYPES = {
    "i1": np.dtype(bool), "i8": np.dtype("i1"), "i16": np.dtype("i2"), "i32": np.dtype("i4"), "i64": np.dtype("i8"),
    "ui8": np.dtype("u1"), "ui16": np.dtype("u2"), "ui32": np.dtype("u4"), "ui64": np.dtype("u8"),
    "f16": np.dtype("f2"), "bf16": BF16, "f32": np.dtype("f4"), "f64": np.dtype("f8"),
}
NAMES = {dtype: name for name, dtype in TYPES.items()}
SIGNED = ["i8", "i16", "i32", "i64"]
UNSIGNED = ["ui8", "ui16", "ui32", "ui64"]
INTEGERS = SIGNED + UNSIGNED
FLOATS = ["f16", "bf16", "f32", "f64"]
# The relative tolerance of functions that are not correctly rounded.
CLOSE = {"f16": 2e-3, "bf16": 1.6e-2, "f32": 4e-6, "f64": 1e-12}
NAN, INF = float("nan"), float("inf")


# --- text of types and values -------------------------------------------------------------------------------------


def type_of(x):
    x = np.asarray(x)
    return "tensor<" + "".join(f"{d}x" for d in x.shape) + NAMES[x.dtype] + ">"


def scalar_text(v):
    if v.dtype == bool:
        return "true" if v else "false"
    if v.dtype.kind in "iu":
        return str(int(v))
    if not np.isfinite(v.astype("f8")):
        bits = v.tobytes()[::-1].hex().upper()
        return "0x" + bits
    short = np.format_float_scientific(v.astype("f8") if v.dtype == BF16 else v, unique=True, trim="0")
    exact = np.array(float(short)).astype(v.dtype)
    return short if exact.tobytes() == v.tobytes() else repr(float(v))


def nested(x):
    if x.ndim == 0:
        return scalar_text(x)
    return "[" + ", ".join(nested(part) for part in x) + "]"


def literal(x):
    x = np.asarray(x)
    flat = x.reshape(-1)
    if x.size == 0:
        return f"dense<> : {type_of(x)}"
    if x.size > 1 and all(v.tobytes() == flat[0].tobytes() for v in flat):
        return f"dense<{scalar_text(flat[0])}> : {type_of(x)}"
    return f"dense<{nested(x)}> : {type_of(x)}"


# --- running and writing ------------------------------------------------------------------------------------------

CLIENT = xla_bridge.get_backend("cpu")


def xla(text, inputs):
    """Results of a program on the CPU of XLA."""
    devices = xla_client._xla.DeviceList(tuple(CLIENT.devices()[:1]))
    program = CLIENT.compile_and_load(text, devices, xla_client.CompileOptions())
    return [np.asarray(r) for r in program.execute([jax.device_put(x) for x in inputs])]


FILES = {}


def add(file, name, text, inputs, tolerance=None, expected=None):
    """Adds a case. `tolerance`: None for equal bits, or (relative, absolute). `expected`: by default, the results of XLA.
    `inputs` and `expected` are lists, or one list per replica."""
    if expected is None:
        try:
            expected = xla(text, inputs)
        except Exception as error:
            raise RuntimeError(f"{file}: {name}\n{text}") from error
    directive = "expect" if tolerance is None else f"expect_close({tolerance[0]:g}, {tolerance[1]:g})"
    lines = [f"//! name: {name}"]
    replicas = bool(inputs and isinstance(inputs[0], list) or expected and isinstance(expected[0], list))
    for word, values in (("input", inputs), (directive, expected)):
        for replica, value in ((r, v) for r, list_ in enumerate(values) for v in list_) if replicas else ((0, v) for v in values):
            lines.append(f"//! {word}{f'@{replica}' if replicas else ''}: {literal(value)}")
    FILES.setdefault(file, []).append("\n".join(lines) + "\n" + text.strip() + "\n")


def program(params, results, body):
    """A module of one function. `params` are values of the parameters' types; the parameters are named %a, %b, ...
    `results` are types; the results are named %r0, %r1, ..."""
    arguments = ", ".join(f"%{chr(97 + i)}: {type_of(p)}" for i, p in enumerate(params))
    returned = ", ".join(f"%r{i}" for i in range(len(results)))
    body = "\n".join("  " + line for line in body.strip().splitlines())
    types = ", ".join(results)
    return f"func.func public @main({arguments}) -> ({types}) {{\n{body}\n  return {returned} : {types}\n}}"


def tensor(dims, element):
    return "tensor<" + "".join(f"{d}x" for d in dims) + element + ">"


def values(element, *list_):
    return np.array(list_).astype(TYPES[element])


rng = np.random.default_rng(20)


def noise(shape, element="f32", low=-2, high=2):
    """Random multiples of 1/8, which are exact in every float type, without -0."""
    return (np.round(rng.uniform(low, high, shape) * 8) / 8 + 0.0).astype(TYPES[element])


def integers(shape, element="i32", low=-9, high=10):
    return rng.integers(low, high, shape).astype(TYPES[element])


# --- element-wise ---------------------------------------------------------------------------------------------------


def unary():
    around_zero = [-3.5, -1.5, -0.75, -0.25, 0.25, 0.5, 1.0, 2.5, 5.0]
    above_zero = [0.0, 0.125, 0.5, 1.0, 2.0, 3.0, 10.0, 100.0, INF]
    edges = [-INF, INF, NAN]
    points = {
        "abs": around_zero + [-0.0, -INF, INF], "negate": around_zero + [0.0, -0.0, INF],
        "ceil": around_zero + edges, "floor": around_zero + edges,
        "round_nearest_afz": around_zero + [-2.5, 3.5] + edges, "round_nearest_even": around_zero + [-2.5, 3.5] + edges,
        "sign": around_zero + [0.0, -INF, INF, NAN],
        "cbrt": around_zero + [0.0, 8.0, -27.0], "cosine": around_zero + [0.0], "sine": around_zero + [0.0],
        "tan": around_zero + [0.0], "tanh": around_zero + edges + [0.0], "logistic": around_zero + edges + [-80.0, 80.0],
        "exponential": around_zero + edges + [0.0, -100.0], "exponential_minus_one": around_zero + edges + [0.0, 0.0009765625],
        "log": above_zero + [NAN, -1.0], "log_plus_one": [-1.0, -0.5, 0.0, 0.0009765625, 1.0, 100.0, INF, NAN],
        "sqrt": above_zero + [NAN, -1.0], "rsqrt": above_zero[1:] + [NAN, -1.0],
    }
    exact = {"abs", "negate", "ceil", "floor", "round_nearest_afz", "round_nearest_even", "sign"}
    for op, xs in points.items():
        for element in FLOATS:
            x = values(element, *xs)
            tolerance = None if op in exact else (CLOSE[element], CLOSE[element] / 16)
            add("unary", f"{op} of {element}", program([x], [type_of(x)], f"%r0 = stablehlo.{op} %a : {type_of(x)}"), [x], tolerance)
    for element in FLOATS:
        x = values(element, 1.0, -0.0, INF, -INF, NAN)
        flags = f"tensor<{x.size}xi1>"
        add("unary", f"is_finite of {element}", program([x], [flags], f"%r0 = stablehlo.is_finite %a : ({type_of(x)}) -> {flags}"), [x])
    for element in INTEGERS:
        info = np.iinfo(TYPES[element])
        x = np.array([info.min, info.max, 0, 1, 2, 5, 100], dtype=object).astype(TYPES[element])
        ops = ["negate", "not", "popcnt", "count_leading_zeros"] + (["abs", "sign"] if element in SIGNED else [])
        for op in ops:
            add("unary", f"{op} of {element}", program([x], [type_of(x)], f"%r0 = stablehlo.{op} %a : {type_of(x)}"), [x])
    x = np.array([True, False])
    add("unary", "not of i1", program([x], [type_of(x)], f"%r0 = stablehlo.not %a : {type_of(x)}"), [x])


def binary():
    def case(op, element, x, y, tolerance=None, expected=None):
        text = program([x, y], [type_of(x)], f"%r0 = stablehlo.{op} %a, %b : {type_of(x)}")
        add("binary", f"{op} of {element}", text, [x, y], tolerance, expected)

    xs = [1.5, -1.5, 0.25, -7.0, 5.5, 0.0, INF, NAN, 1.0]
    ys = [2.0, 3.0, -0.5, 2.0, -2.0, 4.0, 1.0, 1.0, NAN]
    for element in FLOATS:
        x, y = values(element, *xs), values(element, *ys)
        for op in ["add", "subtract", "multiply", "divide", "maximum", "minimum"]:
            case(op, element, x, y)
        case("remainder", element, x[:6], y[:6])
        case("atan2", element, x[:6], y[:6], (CLOSE[element], 0))
        # Powers that are finite in f16.
        case("power", element, values(element, 2.0, 0.5, 1.5, -3.0, 0.0, 4.0), values(element, 3.0, -2.0, 2.0, 3.0, 2.0, 0.0), (CLOSE[element], 0))
    for element in INTEGERS:
        info = np.iinfo(TYPES[element])
        low, high = info.min, info.max
        x = np.array([low, high, 7, 100, 5, low, high, 0], dtype=object).astype(TYPES[element])
        y = np.array([1, 1, 3, 2, 0, high, high, 5], dtype=object).astype(TYPES[element])
        for op in ["add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "and", "or", "xor"]:
            case(op, element, x, y)
        case("power", element, np.array([2, 3, 7, 0, 1], TYPES[element]), np.array([6, 4, 1, 0, 9], TYPES[element]))
        bits = info.bits
        amounts = np.array([1, 1, bits - 1, bits, 0, 2, bits - 2, 3], TYPES[element])
        for op in ["shift_left", "shift_right_logical", "shift_right_arithmetic"]:
            case(op, element, x, amounts)
        if element in SIGNED:
            minus = np.array([-1, -1, -2, -7], TYPES[element])
            for op in ["divide", "remainder", "multiply"]:
                case(op, f"{element}, negative", np.array([low, high, 7, -50], dtype=object).astype(TYPES[element]), minus)
    x, y = np.array([False, False, True, True]), np.array([False, True, False, True])
    for op in ["and", "or", "xor", "add", "multiply", "maximum", "minimum"]:
        case(op, "i1", x, y)


def compare():
    def case(element, x, y, how, direction):
        flags = tensor(x.shape, "i1")
        body = f"%r0 = stablehlo.compare {direction}, %a, %b, {how} : ({type_of(x)}, {type_of(x)}) -> {flags}"
        add("compare", f"{direction} {how} of {element}", program([x, y], [flags], body), [x, y])

    for direction in ["EQ", "NE", "GE", "GT", "LE", "LT"]:
        for element in FLOATS:
            x = values(element, 1.0, 2.0, -0.0, NAN, NAN, INF)
            y = values(element, 2.0, 1.0, 0.0, NAN, 1.0, INF)
            case(element, x, y, "FLOAT", direction)
        x, y = values("f32", -0.0, 0.0, NAN, INF, -INF, 1.0), values("f32", 0.0, 0.0, INF, NAN, 1.0, 1.0)
        case("f32", x, y, "TOTALORDER", direction)
        case("i32", values("i32", -1, 3, 5), values("i32", 1, 3, -5), "SIGNED", direction)
        case("ui8", values("ui8", 255, 3, 5), values("ui8", 1, 3, 250), "UNSIGNED", direction)
        case("i1", np.array([False, True, True]), np.array([True, True, False]), "UNSIGNED", direction)


def convert():
    for source, dtype in TYPES.items():
        for target, target_dtype in TYPES.items():
            if source == target:
                continue
            if source == "i1":
                x = np.array([True, False])
            elif source in FLOATS:
                x = values(source, 0.0, 1.0, -1.75, 100.5, -100.5, 300.0, -40000.0, INF, -INF, NAN)
            else:
                info = np.iinfo(dtype)
                x = np.array([0, 1, 100, info.max, info.min], dtype=object).astype(dtype)
            result = tensor(x.shape, target)
            text = program([x], [result], f"%r0 = stablehlo.convert %a : ({type_of(x)}) -> {result}")
            add("convert", f"{source} to {target}", text, [x])


def selection():
    for element in ["f32", "bf16", "i8", "ui64", "i1", "f64"]:
        x, y = (np.array([True, False, True]), np.array([False, False, True])) if element == "i1" else (
            values(element, 1, 2, 3), values(element, 4, 5, 6))
        t = type_of(x)
        for name, p in (("a tensor", np.array([True, False, True])), ("a scalar", np.array(False))):
            text = program([p, x, y], [t], f"%r0 = stablehlo.select %a, %b, %c : {type_of(p)}, {t}")
            add("selection", f"select {element} by {name}", text, [p, x, y])
    for element in ["f32", "f16", "i32", "ui8", "f64"]:
        x = values(element, 0, 3, 7, 100)
        for name, low, high in (
            ("scalars", values(element, 2)[0], values(element, 9)[0]),
            ("tensors", values(element, 1, 4, 5, 6), values(element, 2, 8, 6, 50)),
        ):
            low, high = np.asarray(low), np.asarray(high)
            types = f"({type_of(low)}, {type_of(x)}, {type_of(high)}) -> {type_of(x)}"
            text = program([low, x, high], [type_of(x)], f"%r0 = stablehlo.clamp %a, %b, %c : {types}")
            add("selection", f"clamp {element} between {name}", text, [low, x, high])
    x = values("f32", 1.0, 1.00390625, 1.01171875, -65520.0, 1e-6, 3e38, NAN, INF)
    for exponent, mantissa in [(5, 10), (8, 7), (8, 23), (4, 3), (8, 0)]:
        text = program([x], [type_of(x)], f"%r0 = stablehlo.reduce_precision %a, format = e{exponent}m{mantissa} : {type_of(x)}")
        add("selection", f"reduce_precision to e{exponent}m{mantissa}", text, [x])
    for source, target, dims in [("f32", "i32", [3]), ("f64", "ui64", [3]), ("f32", "ui8", [3, 4]), ("f16", "i16", [3])]:
        x = values(source, 1.0, -2.5, 0.0)
        result = tensor(dims, target)
        text = program([x], [result], f"%r0 = stablehlo.bitcast_convert %a : ({type_of(x)}) -> {result}")
        add("selection", f"bitcast_convert {source} to {target}", text, [x])


# --- data movement ------------------------------------------------------------------------------------------------


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


# --- indexing -----------------------------------------------------------------------------------------------------


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


# --- contractions -----------------------------------------------------------------------------------------------------


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


# --- reductions ---------------------------------------------------------------------------------------------------


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


# --- control, randomness, replicas ------------------------------------------------------------------------------------


def control():
    loop = """%zero = stablehlo.constant dense<0> : tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%w:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<2xf32>
cond {
  %go = stablehlo.compare LT, %i, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %go : tensor<i1>
} do {
  %n = stablehlo.add %i, %one : tensor<i32>
  %y = stablehlo.add %x, %x : tensor<2xf32>
  stablehlo.return %n, %y : tensor<i32>, tensor<2xf32>
}
%r0 = stablehlo.add %w#0, %zero : tensor<i32>
%r1 = stablehlo.negate %w#1 : tensor<2xf32>"""
    for n in [0, 1, 10]:
        inputs = [values("f32", 1.0, -0.5), np.array(n, "i4")]
        add("control", f"while {n} times", program(inputs, ["tensor<i32>", "tensor<2xf32>"], loop), inputs)
    branch = """%r0 = "stablehlo.if"(%a) ({
  %s = stablehlo.multiply %b, %b : tensor<2xf32>
  stablehlo.return %s : tensor<2xf32>
}, {
  stablehlo.return %b : tensor<2xf32>
}) : (tensor<i1>) -> tensor<2xf32>"""
    for p in [True, False]:
        inputs = [np.array(p), values("f32", 3.0, -4.0)]
        add("control", f"if {str(p).lower()}", program(inputs, ["tensor<2xf32>"], branch), inputs)
    case = """%r0 = "stablehlo.case"(%a) ({
  stablehlo.return %b : tensor<2xf32>
}, {
  %n = stablehlo.negate %b : tensor<2xf32>
  stablehlo.return %n : tensor<2xf32>
}, {
  %s = stablehlo.add %b, %b : tensor<2xf32>
  stablehlo.return %s : tensor<2xf32>
}) : (tensor<i32>) -> tensor<2xf32>"""
    for i in [0, 1, 2, 3, -1]:
        inputs = [np.array(i, "i4"), values("f32", 3.0, -4.0)]
        add("control", f"case {i}", program(inputs, ["tensor<2xf32>"], case), inputs)
    x = values("f32", 1.5, 2.5)
    calls = """module {
  func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = call @twice(%a) : (tensor<2xf32>) -> tensor<2xf32>
    %1 = call @twice(%0) : (tensor<2xf32>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
  func.func private @twice(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %a, %a : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}"""
    add("control", "calls", calls, [x])
    body = "%b:2 = stablehlo.optimization_barrier %a, %a : tensor<2xf32>, tensor<2xf32>\n%r0 = stablehlo.add %b#0, %b#1 : tensor<2xf32>"
    add("control", "optimization_barrier", program([x], ["tensor<2xf32>"], body), [x])


def threefry(key, counter):
    """One block of Threefry 2x32 with 20 rounds (Salmon et al., 2011)."""
    mask = 0xFFFFFFFF
    keys = [key & mask, key >> 32, (key & mask) ^ (key >> 32) ^ 0x1BD11BDA]
    x = [(counter & mask) + keys[0] & mask, (counter >> 32) + keys[1] & mask]
    for group in range(5):
        for rotation in ([13, 15, 26, 6], [17, 29, 16, 24])[group % 2]:
            x[0] = x[0] + x[1] & mask
            x[1] = (x[1] << rotation | x[1] >> 32 - rotation) & mask ^ x[0]
        x = [x[0] + keys[(group + 1) % 3] & mask, x[1] + keys[(group + 2) % 3] + group + 1 & mask]
    return x


def random_bits():
    for element, shape in [("ui32", [7]), ("ui32", [2, 3]), ("ui64", [5]), ("ui8", [6]), ("ui16", [3]), ("ui32", [64])]:
        for state in [[0, 0], [0x0123456789ABCDEF, 41], [5, 7, 9], [1, 2**64 - 1, 3]]:
            state = np.array(state, "u8")
            types = [type_of(state), tensor(shape, element)]
            body = f"%r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : ({types[0]}) -> ({types[0]}, {types[1]})"
            add("random", f"Philox {element} {shape} from {list(map(int, state))}", program([state], types, body), [state])
    # XLA arranges Threefry's words by halves of the shape; this crate's layout is that of `interpret::rng`.
    for shape in [[1], [6], [2, 5]]:
        key, counter = 0x0123456789ABCDEF, 2**32 - 1
        n = int(np.prod(shape))
        blocks = -(-n // 2)
        words = [w for j in range(blocks) for w in threefry(key, counter + j)][:n]
        state = np.array([key, counter], "u8")
        types = ["tensor<2xui64>", tensor(shape, "ui32")]
        body = f"%r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : ({types[0]}) -> ({types[0]}, {types[1]})"
        expected = [np.array([key, counter + blocks], "u8"), np.array(words, "u4").reshape(shape)]
        add("random", f"Threefry {shape}", program([state], types, body), [state], expected=expected)


def replicas():
    def module(n, body, result):
        return f"""module attributes {{mhlo.num_replicas = {n} : i32}} {{
  func.func public @main(%a: tensor<2xf32>) -> {result} {{
{body}
  }}
}}"""

    x = [noise([2]) for _ in range(4)]
    for op, function in (("add", np.add), ("maximum", np.maximum), ("multiply", np.multiply)):
        for groups in ([[0, 1, 2, 3]], [[0, 2], [1, 3]], [[3], [2], [1], [0]]):
            text = f"dense<{groups}> : tensor<{len(groups)}x{len(groups[0])}xi64>"
            body = f'''    %0 = "stablehlo.all_reduce"(%a) <{{replica_groups = {text}}}> ({{
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.{op} %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }}) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>'''
            group_of = {r: g for g in groups for r in g}
            expected = [[function.reduce([x[m] for m in group_of[r]])] for r in range(4)]
            add("replicas", f"all_reduce {op} over {groups}", module(4, body, "tensor<2xf32>"), [[v] for v in x], expected=expected)
    body = "    %0 = stablehlo.replica_id : tensor<ui32>\n    return %0 : tensor<ui32>"
    add("replicas", "replica_id", module(3, body, "tensor<ui32>"), [[v] for v in x[:3]], expected=[[np.array(r, "u4")] for r in range(3)])
    body = "    %0 = stablehlo.partition_id : tensor<ui32>\n    return %0 : tensor<ui32>"
    add("replicas", "partition_id", module(2, body, "tensor<ui32>"), [[v] for v in x[:2]], expected=[[np.array(0, "u4")]] * 2)


# --- arrays without elements ------------------------------------------------------------------------------------------


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


# --- programs that JAX lowers ---------------------------------------------------------------------------------------


def jax_programs():
    def case(name, function, *inputs, tolerance=(2e-5, 2e-6)):
        inputs = [np.asarray(x) for x in inputs]
        text = jax.jit(function, keep_unused=True).lower(*inputs).as_text()
        add("jax", name, text, inputs, tolerance)

    real = lambda *shape: rng.normal(size=shape).astype("f4")
    labels = np.array([0, 2, 1, 2], "i4")

    def cross_entropy(logits, labels):
        return -jnp.mean(jax.nn.log_softmax(logits)[jnp.arange(logits.shape[0]), labels])

    def dense(w, b, x):
        return jax.nn.relu(x @ w + b)

    def perceptron(params, x, labels):
        (w1, b1), (w2, b2) = params
        return cross_entropy(dense(w1, b1, x) @ w2 + b2, labels)

    case("softmax", jax.nn.softmax, real(3, 5))
    case("log_softmax, gradient", jax.grad(lambda x: jax.nn.log_softmax(x)[:, 1].sum()), real(3, 5))
    case("layer normalisation", lambda x: (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-3), real(2, 6))
    case("batch normalisation, gradient", jax.grad(lambda x, g: (g * (x - x.mean((0, 1, 2))) * lax.rsqrt(x.var((0, 1, 2)) + 1e-3) ** 3).sum()),
         real(2, 3, 3, 2), real(2))
    case("gelu", jax.nn.gelu, real(7))
    case("argmax", lambda x: jnp.argmax(x, -1), real(3, 4))
    case("sort and cumulative sum", lambda x: jnp.cumsum(jnp.sort(x)), real(6))
    case("one hot and embedding", lambda table, i: (table[i], jax.nn.one_hot(i, 5)), real(5, 3), labels)
    case("embedding, gradient", lambda table, i: jax.grad(lambda t: (t[i] ** 2).sum())(table), real(5, 3), labels)
    case("a loop", lambda x: lax.fori_loop(0, 5, lambda i, v: v * 0.5 + i, x), real(3))
    case("a scan", lambda x: lax.scan(lambda c, v: (c + v, c * v), jnp.float32(1), x), real(5))
    case("a switch", lambda i, x: lax.switch(i, [jnp.sin, jnp.cos, jnp.tanh], x), np.int32(1), real(3))
    case("max pooling, gradient", jax.grad(lambda x: (lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME") ** 2).sum()),
         rng.permutation(50).reshape(1, 5, 5, 2).astype("f4"))
    case("average pooling, gradient", jax.grad(lambda x: (lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") ** 2).sum()), real(1, 4, 4, 2))
    params = ((real(4, 6), real(6)), (real(6, 3), real(3)))
    flat = [x for pair in params for x in pair]
    unflatten = lambda list_: ((list_[0], list_[1]), (list_[2], list_[3]))
    case("a perceptron's loss", lambda x, y, *p: perceptron(unflatten(p), x, y), real(4, 4), labels, *flat)
    case("a perceptron's gradient", lambda x, y, *p: jax.grad(lambda p: perceptron(unflatten(p), x, y))(p), real(4, 4), labels, *flat)

    def convolve(x, k, stride, padding="SAME", groups=1):
        return lax.conv_general_dilated(x, k, (stride, stride), padding, dimension_numbers=("NHWC", "HWIO", "NHWC"), feature_group_count=groups,
                                        precision=lax.Precision.HIGHEST)

    for stride, padding, groups in [(1, "SAME", 1), (2, "SAME", 1), (2, "VALID", 1), (1, "VALID", 2)]:
        x, k = real(2, 6, 6, 2), real(3, 3, 2 // groups, 4)
        loss = lambda x, k: (convolve(x, k, stride, padding, groups) ** 2).sum()
        case(f"convolution, stride {stride}, {padding}, {groups} groups: both gradients", jax.grad(loss, (0, 1)), x, k)


def write():
    for file, cases in FILES.items():
        (HERE / f"{file}.mlir").write_text("\n// -----\n".join(cases))
        print(f"{file}.mlir: {len(cases)} cases")
    print(f"{sum(map(len, FILES.values()))} cases")


if __name__ == "__main__":
    for group in (unary, binary, compare, convert, selection, data_movement, indexing, contractions, reductions, sorting, control,
                  random_bits, replicas, jax_programs, zero_size):
        group()
    write()
