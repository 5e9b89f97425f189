"""Cases of element-wise operations."""

import numpy as np

from cases import CLOSE, FLOATS, INF, INTEGERS, NAN, SIGNED, TYPES, UNSIGNED, add, program, tensor, type_of, values


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
    for element, xs in (("f64", [1.0, 1 + 2**-11, 1 + 3 * 2**-11, -65520.0, 1e-310, 1e300, NAN, INF]), ("f16", [1.0, 1 + 2**-9, -6e4, 1e-6, NAN, INF])):
        x = values(element, *xs)
        for exponent, mantissa in [(5, 10), (8, 23), (11, 52), (4, 3)]:
            text = program([x], [type_of(x)], f"%r0 = stablehlo.reduce_precision %a, format = e{exponent}m{mantissa} : {type_of(x)}")
            add("selection", f"reduce_precision of {element} to e{exponent}m{mantissa}", text, [x])
    for source, target, dims in [("f32", "i32", [3]), ("f64", "ui64", [3]), ("f32", "ui8", [3, 4]), ("f16", "i16", [3])]:
        x = values(source, 1.0, -2.5, 0.0)
        result = tensor(dims, target)
        text = program([x], [result], f"%r0 = stablehlo.bitcast_convert %a : ({type_of(x)}) -> {result}")
        add("selection", f"bitcast_convert {source} to {target}", text, [x])
