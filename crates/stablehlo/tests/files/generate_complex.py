"""Writes complex.mlir, the file tests of complex numbers.

Functions are from mpmath with 60 digits. Special values are from C99's Annex G, by way of numpy, where it defines them.
Everything else is from XLA's CPU compiler, or from numpy where that does not run it. Run it as generate.py, with mpmath
beside the packages that file names.
"""

import jax
import jax.numpy as jnp
import mpmath
import numpy as np
from jax import lax

import cases
from cases import INF, NAN, add, integers, nested, program, tensor, type_of

mpmath.mp.dps = 60
cases.TYPES.update({"complex<f32>": np.dtype("c8"), "complex<f64>": np.dtype("c16")})
cases.NAMES.update({np.dtype("c8"): "complex<f32>", np.dtype("c16"): "complex<f64>"})
PARTS = {"complex<f32>": "f32", "complex<f64>": "f64"}
COMPLEX = list(PARTS)
CLOSE = {"complex<f32>": (5e-7, 1e-44), "complex<f64>": (4e-15, 1e-322), "f32": (5e-7, 1e-44), "f64": (4e-15, 1e-322)}
SUMS = {"complex<f32>": (4e-6, 1e-6), "complex<f64>": (1e-13, 1e-13)}
FILE = "complex"
rng = np.random.default_rng(21)
real_text = cases.scalar_text


def scalar_text(v):
    return f"({real_text(v.real)}, {real_text(v.imag)})" if v.dtype.kind == "c" else real_text(v)


cases.scalar_text = scalar_text


def numbers(element, *list_):
    return np.array(list_, "c16").astype(cases.TYPES[element])


def noise(shape, element):
    part = lambda: np.round(rng.uniform(-2, 2, shape) * 8) / 8 + 0.0
    x = np.empty(shape, cases.TYPES[element])
    x.real, x.imag = part(), part()
    return x


def case(name, inputs, results, body, tolerance=None, expected=None):
    inputs = [np.asarray(x) for x in inputs]
    for i, x in enumerate(inputs):
        body = body.replace(f"T{i}", type_of(x))
    add(FILE, name, program(inputs, results, body.replace("OUT", results[0])), inputs, tolerance, expected)


# --- functions -----------------------------------------------------------------------------------------------------

MP = {
    "abs": abs, "negate": lambda z: -z, "sign": lambda z: z / abs(z) if z else z, "cosine": mpmath.cos, "sine": mpmath.sin,
    "tan": mpmath.tan, "tanh": mpmath.tanh, "exponential": mpmath.exp, "exponential_minus_one": mpmath.expm1,
    "log": mpmath.log, "log_plus_one": lambda z: mpmath.log(1 + z) if z else z, "logistic": lambda z: 1 / (1 + mpmath.exp(-z)),
    "sqrt": mpmath.sqrt, "rsqrt": lambda z: 1 / mpmath.sqrt(z), "cbrt": lambda z: mpmath.root(z, 3),
}


def exact(f, x, dtype):
    """f of each element, rounded to the type."""
    out = []
    for z in x.reshape(-1):
        r = f(mpmath.mpc(float(z.real), float(z.imag)))
        out.append(complex(r) if isinstance(r, mpmath.mpc) else float(r))
    return np.array(out).reshape(x.shape).astype(dtype)


def functions():
    around = [0.5 + 1.25j, -0.75 + 0.5j, 2.5 - 3j, -3.5 - 0.125j, 1e-3 + 2e-3j, 1e-5 - 3j, 5 + 1e-6j, 0.25j, 4 + 0j, -0.5j]
    near_one = [1 + 1e-4j, 0.6 + 0.8j, -0.8 - 0.6j, 0.9999 + 0.01j]
    wide = {"complex<f32>": [3e30 - 2e37j, 1e-38 + 1e-42j], "complex<f64>": [3e300 - 2e307j, 1e-307 + 1e-310j]}
    extra = {
        "log": near_one, "log_plus_one": [1e-8 + 1e-4j, -0.5 + 0.5j, -1 + 1e-3j, 1e-10 - 1e-12j],
        "exponential_minus_one": [1e-8 + 1e-4j, 1e-6j, 1e-10 - 1e-12j], "tanh": [30 + 2j, 19 + 1j, -8 - 1.5j], "tan": [2 + 30j, 1 - 19j],
    }
    for element in COMPLEX:
        for op, f in MP.items():
            points = around + extra.get(op, []) + (wide[element] if op in ("abs", "sign", "sqrt", "rsqrt", "cbrt", "log", "negate") else [])
            x = numbers(element, *points)
            result = tensor(x.shape, PARTS[element] if op == "abs" else element)
            dtype = cases.TYPES[PARTS[element] if op == "abs" else element]
            types = f"(T0) -> {result}" if op == "abs" else "T0"
            case(f"{op} of {element}", [x], [result], f"%r0 = stablehlo.{op} %a : {types}", CLOSE[element], [exact(f, x, dtype)])
    special = {
        "exponential": (np.exp, [complex(INF, 0), complex(-INF, INF), complex(-INF, 1), complex(INF, 1), complex(NAN, 0), complex(0, INF), complex(1, NAN)]),
        "log": (np.log, [0, complex(-0.0, 0), complex(-1, 0), complex(-1, -0.0), complex(INF, INF), complex(-INF, 1), complex(INF, NAN), complex(NAN, 1)]),
        "sqrt": (np.sqrt, [0, complex(0, -0.0), complex(-4, 0), complex(-4, -0.0), complex(NAN, INF), complex(1, -INF), complex(-INF, 2), complex(INF, -2), complex(NAN, 1)]),
        "tanh": (np.tanh, [complex(INF, 1), complex(-INF, 1), 0, complex(0, -0.0), complex(NAN, 0), complex(1, INF)]),
        "sine": (np.sin, [0, complex(0, INF), complex(1, INF), complex(1, -INF), complex(INF, 1)]),
        "cosine": (np.cos, [0, complex(0, INF), complex(1, INF), complex(INF, 1)]),
        "exponential_minus_one": (np.expm1, [complex(-INF, 1), 0, complex(0, -0.0), complex(1, INF)]),
        "abs": (np.abs, [complex(INF, NAN), complex(NAN, -INF), complex(NAN, 1), complex(-INF, 2), 0]),
    }
    for element in COMPLEX:
        for op, (f, points) in special.items():
            x = numbers(element, *points)
            with np.errstate(all="ignore"):
                expected = f(x)
            result = type_of(expected)
            case(f"special values of {op} of {element}", [x], [result], f"%r0 = stablehlo.{op} %a : (T0) -> {result}", CLOSE[element], [expected])


def chlo_functions():
    """Functions of the chlo dialect, which the reader expands."""
    points = [0.5 + 1.25j, -0.75 + 0.5j, 2.5 - 3j, -3.5 - 0.125j, 1e-3 + 2e-3j, 1e-5 - 3j, 5 + 1e-6j, 0.25 + 1e-12j, 0.5 - 1e-9j, 1 + 1e-5j, 3e9 - 4e9j, 1e-9 + 1e-9j]
    names = {"acos": mpmath.acos, "acosh": mpmath.acosh, "asin": mpmath.asin, "asinh": mpmath.asinh, "atan": mpmath.atan, "atanh": mpmath.atanh,
             "cosh": mpmath.cosh, "sinh": mpmath.sinh, "tan": mpmath.tan}
    for element in COMPLEX:
        for op, f in names.items():
            x = numbers(element, *(points[:-2] + points[-1:] if op in ("cosh", "sinh", "tan") else points))
            case(f"chlo.{op} of {element}", [x], [type_of(x)], f"%r0 = chlo.{op} %a : T0 -> T0", CLOSE[element], [exact(f, x, x.dtype)])
        # On the branch cuts, the sign of a zero selects a side.
        cuts = numbers(element, 2, complex(2, -0.0), -2, complex(-2, -0.0), complex(0, 2), complex(-0.0, 2), complex(0, -2), complex(-0.0, -2), 0.5, -0.5)
        for op, f in (("acos", np.arccos), ("acosh", np.arccosh), ("asin", np.arcsin), ("asinh", np.arcsinh), ("atan", np.arctan), ("atanh", np.arctanh)):
            case(f"branch cuts of chlo.{op} of {element}", [cuts], [type_of(cuts)], f"%r0 = chlo.{op} %a : T0 -> T0", CLOSE[element], [f(cuts)])
        x = noise([3], element)
        case(f"chlo.conj of {element}", [x], [type_of(x)], "%r0 = chlo.conj %a : T0 -> T0", None, [x.conj()])


def arithmetic():
    for element in COMPLEX:
        x, y = noise([6], element), noise([6], element)
        y[y == 0] = 1
        for op, f in [("add", np.add), ("subtract", np.subtract), ("multiply", np.multiply)]:
            case(f"{op} of {element}", [x, y], [type_of(x)], f"%r0 = stablehlo.{op} %a, %b : T0", CLOSE[element])
        big = {"complex<f32>": (3e30, 1e-30), "complex<f64>": (3e300, 1e-300)}[element]
        xs, ys = list(x) + [big[0] * (1 + 1j), big[1] * (2 - 1j)], list(y) + [big[0] * (1 - 2j), big[1] * (1 + 3j)]
        xs, ys = numbers(element, *xs), numbers(element, *ys)
        quotient = np.array([complex(mpmath.mpc(complex(a)) / mpmath.mpc(complex(b))) for a, b in zip(xs, ys)]).astype(xs.dtype)
        case(f"divide of {element}", [xs, ys], [type_of(xs)], "%r0 = stablehlo.divide %a, %b : T0", CLOSE[element], [quotient])
        # C99's Annex G.5.1, where the quotient's parts are defined.
        xs = numbers(element, 1 + 1j, complex(INF, 1), 1 + 1j, complex(NAN, NAN))
        ys = numbers(element, 0, 1 + 1j, complex(INF, INF), 1)
        case(f"divide of {element} at the ends of the range", [xs, ys], [type_of(xs)], "%r0 = stablehlo.divide %a, %b : T0", CLOSE[element],
             [numbers(element, complex(INF, INF), complex(INF, -INF), 0, complex(NAN, NAN))])
        xs = numbers(element, 2 + 1j, -2, -1.5 - 0.5j, 0, 0, 3, 1j)
        ys = numbers(element, 0.5 - 1j, 2, 3, 0, 2 + 1j, 0.5, 1j)
        power = [1 if b == 0 else 0 if a == 0 else complex(mpmath.mpc(complex(a)) ** mpmath.mpc(complex(b))) for a, b in zip(xs, ys)]
        case(f"power of {element}", [xs, ys], [type_of(xs)], "%r0 = stablehlo.power %a, %b : T0", CLOSE[element], [numbers(element, *power)])
        xs, ys = numbers(element, 1 + 1j, 0.5, -2 + 1j), numbers(element, 2 - 1j, 2, 1 + 3j)
        atan2 = [complex(-1j * mpmath.log((mpmath.mpc(complex(b)) + 1j * mpmath.mpc(complex(a))) / mpmath.sqrt(
            mpmath.mpc(complex(a)) ** 2 + mpmath.mpc(complex(b)) ** 2))) for a, b in zip(xs, ys)]
        case(f"atan2 of {element}", [xs, ys], [type_of(xs)], "%r0 = stablehlo.atan2 %a, %b : T0", CLOSE[element], [numbers(element, *atan2)])
        # The order is that of the pairs of real and imaginary part.
        xs, ys = numbers(element, 1 + 2j, 1 + 2j, 2, complex(1, NAN), 3), numbers(element, 1 + 3j, 1 + 1j, 1 + 9j, 2, 3)
        for op, f in [("maximum", max), ("minimum", min)]:
            key = lambda z: (z.real, z.imag)
            expected = [a if np.isnan(a) else b if np.isnan(b) else f(a, b, key=key) for a, b in zip(xs, ys)]
            case(f"{op} of {element}", [xs, ys], [type_of(xs)], f"%r0 = stablehlo.{op} %a, %b : T0", None, [np.array(expected, xs.dtype)])
        orders = {"EQ": lambda a, b: a == b, "NE": lambda a, b: a != b, "LT": lambda a, b: a < b, "LE": lambda a, b: a <= b,
                  "GT": lambda a, b: a > b, "GE": lambda a, b: a >= b}
        xs, ys = numbers(element, 1 + 2j, 1 + 2j, 2, 3, complex(0, -0.0), 1), numbers(element, 1 + 3j, 1 + 2j, 1 + 9j, 3, 0, 1 - 1j)
        flags = tensor(xs.shape, "i1")
        for direction, f in orders.items():
            expected = np.array([f((a.real, a.imag), (b.real, b.imag)) for a, b in zip(xs, ys)])
            case(f"compare {direction} of {element}", [xs, ys], [flags], f"%r0 = stablehlo.compare {direction}, %a, %b, FLOAT : (T0, T1) -> OUT", None, [expected])
        nan = numbers(element, complex(NAN, 1), complex(1, NAN))
        for direction in ("EQ", "NE"):
            case(f"compare {direction} of {element} with NaN", [nan, nan], ["tensor<2xi1>"],
                 f"%r0 = stablehlo.compare {direction}, %a, %b : (T0, T1) -> OUT", None, [np.array([direction == "NE"] * 2)])


def parts():
    for element, part in PARTS.items():
        x, y = integers([2, 3], part), integers([2, 3], part)
        z = tensor([2, 3], element)
        case(f"complex of {part}", [x, y], [z], "%r0 = stablehlo.complex %a, %b : (T0, T1) -> OUT")
        for op in ("real", "imag"):
            case(f"{op} of {element}", [noise([2, 3], element)], [tensor([2, 3], part)], f"%r0 = stablehlo.{op} %a : (T0) -> OUT")
            expected = [x if op == "real" else np.zeros_like(x)]
            case(f"{op} of {part}", [x], [type_of(x)], f"%r0 = stablehlo.{op} %a : (T0) -> OUT", None, expected)
            case(f"{op} of a scalar of {element}", [noise([], element)], [f"tensor<{part}>"], f"%r0 = stablehlo.{op} %a : (T0) -> OUT")
        case(f"complex of scalars of {part}", [integers([], part), integers([], part)], [f"tensor<{element}>"],
             "%r0 = stablehlo.complex %a, %b : (T0, T1) -> OUT")
    for source in COMPLEX:
        for target in ["f32", "f64", "bf16", "i32", "ui8"] + [c for c in COMPLEX if c != source]:
            x = np.abs(noise([4], source).real) + 1j * noise([4], source).imag
            x = x.astype(cases.TYPES[source])
            expected = (x if target in COMPLEX else x.real).astype(cases.TYPES[target])
            case(f"convert {source} to {target}", [x], [tensor([4], target)], "%r0 = stablehlo.convert %a : (T0) -> OUT", None, [expected])
        for origin in ["f32", "f16", "i32", "ui8", "i1"]:
            x = np.array([True, False, True]) if origin == "i1" else integers([3], origin, 0, 9)
            case(f"convert {origin} to {source}", [x], [tensor([3], source)], "%r0 = stablehlo.convert %a : (T0) -> OUT", None,
                 [x.astype(cases.TYPES[source])])
    x = noise([3], "complex<f64>")
    case("bitcast_convert complex<f64> to complex<f32>", [x], ["tensor<3x2xcomplex<f32>>"], "%r0 = stablehlo.bitcast_convert %a : (T0) -> OUT", None,
         [x.view("c8").reshape(3, 2)])
    x = noise([3], "complex<f32>")
    case("bitcast_convert complex<f32> to complex<f32>", [x], [type_of(x)], "%r0 = stablehlo.bitcast_convert %a : (T0) -> OUT", None, [x])


def movement():
    for element in COMPLEX:
        x, scalar = noise([2, 3], element), noise([], element)
        size = lambda *dims: [tensor(dims, element)]
        case(f"broadcast_in_dim of {element}", [x], size(4, 2, 3), "%r0 = stablehlo.broadcast_in_dim %a, dims = [1, 2] : (T0) -> OUT")
        case(f"transpose of {element}", [x], size(3, 2), "%r0 = stablehlo.transpose %a, dims = [1, 0] : (T0) -> OUT")
        case(f"reshape of {element}", [x], size(3, 1, 2), "%r0 = stablehlo.reshape %a : (T0) -> OUT")
        case(f"reverse of {element}", [x], size(2, 3), "%r0 = stablehlo.reverse %a, dims = [0, 1] : T0")
        case(f"slice of {element}", [x], size(2, 2), "%r0 = stablehlo.slice %a [0:2, 0:3:2] : (T0) -> OUT")
        case(f"pad of {element}", [x, scalar], size(5, 6), "%r0 = stablehlo.pad %a, %b, low = [1, -1], high = [1, 2], interior = [1, 1] : (T0, T1) -> OUT")
        case(f"concatenate of {element}", [x, noise([2, 1], element)], size(2, 7), "%r0 = stablehlo.concatenate %a, %b, %a, dim = 1 : (T0, T1, T0) -> OUT")
        case(f"select of {element}", [integers([2, 3], "i32") > 0, x, noise([2, 3], element)], size(2, 3), "%r0 = stablehlo.select %a, %b, %c : T0, T1")
        starts = [np.int32(1), np.int32(9)]
        case(f"dynamic_slice of {element}", [x] + starts, size(1, 2), "%r0 = stablehlo.dynamic_slice %a, %b, %c, sizes = [1, 2] : (T0, T1, T2) -> OUT")
        case(f"dynamic_update_slice of {element}", [x, noise([1, 2], element)] + starts, size(2, 3),
             "%r0 = stablehlo.dynamic_update_slice %a, %b, %c, %d : (T0, T1, T2, T3) -> OUT")
        rows = np.array([[2], [0], [1]], "i4")
        case(f"gather of {element}", [noise([3, 4], element), rows], size(3, 4),
             '%r0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], '
             "start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (T0, T1) -> OUT")
        for name, line in [("sum", f"%s = stablehlo.add %p, %q : tensor<{element}>\n  stablehlo.return %s : tensor<{element}>"),
                           ("overwrite", f"stablehlo.return %q : tensor<{element}>"),
                           ("product", f"%s = stablehlo.multiply %p, %q : tensor<{element}>\n  stablehlo.return %s : tensor<{element}>")]:
            case(f"scatter by {name} of {element}", [noise([4, 2], element), rows, noise([3, 2], element)], size(4, 2),
                 '%r0 = "stablehlo.scatter"(%a, %b, %c) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], '
                 "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"
                 f"^bb0(%p: tensor<{element}>, %q: tensor<{element}>):\n  {line}\n}}) : (T0, T1, T2) -> OUT", SUMS[element])
        case(f"iota of {element}", [], size(2, 3), "%r0 = stablehlo.iota dim = 1 : OUT")
        x = noise([3], element)
        case(f"a constant of {element}", [], size(3), f"%r0 = stablehlo.constant dense<{nested(x)}> : OUT", None, [x])
        case(f"a splat of {element}", [], size(40), "%r0 = stablehlo.constant dense<(1.5, -2.0)> : OUT", None, [np.full(40, 1.5 - 2j, x.dtype)])
        case(f"a constant of {element} as bytes", [], size(3), f'%r0 = stablehlo.constant dense<"0x{x.tobytes().hex().upper()}"> : OUT', None, [x])
        case(f"clamp of {element}", [numbers(element, 1), numbers(element, 0 + 5j, 2 + 9j, 7)[:1], numbers(element, 3)], size(1),
             "%r0 = stablehlo.clamp %a, %b, %c : (T0, T1, T2) -> OUT", None, [numbers(element, 1)])


def contractions():
    for element in COMPLEX:
        tolerance = SUMS[element]
        size = lambda *dims: [tensor(dims, element)]
        case(f"dot_general of {element}", [noise([3, 5], element), noise([5, 4], element)], size(3, 4),
             "%r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (T0, T1) -> OUT", tolerance)
        case(f"dot_general of {element} with a batch", [noise([2, 5, 3], element), noise([2, 4, 5], element)], size(2, 3, 4),
             "%r0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [1] x [2] : (T0, T1) -> OUT", tolerance)
        case(f"an inner product of {element}", [noise([7], element), noise([7], element)], size(),
             "%r0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (T0, T1) -> OUT", tolerance)
        case(f"convolution of {element}", [noise([2, 5, 5, 2], element), noise([3, 3, 2, 3], element)], size(2, 3, 3, 3),
             "%r0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} "
             "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (T0, T1) -> OUT", tolerance)


def wider_results():
    a, b = noise([3, 5], "complex<f32>"), noise([5, 4], "complex<f32>")
    case("dot_general of complex<f32> with sums of complex<f64>", [a, b], ["tensor<3x4xcomplex<f64>>"],
         "%r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (T0, T1) -> OUT", SUMS["complex<f32>"], [a.astype("c16") @ b])


def regions():
    for element in COMPLEX:
        tolerance = SUMS[element]
        x, init, t = noise([3, 4], element), noise([], element), f"tensor<{element}>"
        for op in ("add", "multiply"):
            for dims, shape in (([0], [4]), ([1], [3]), ([0, 1], [])):
                case(f"reduce by {op} of {element} over {dims}", [x, init], [tensor(shape, element)],
                     f"%r0 = stablehlo.reduce(%a init: %b) applies stablehlo.{op} across dimensions = {dims} : (T0, T1) -> OUT", tolerance)
            body = (f'%r0 = "stablehlo.reduce_window"(%a, %b) <{{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>}}> ({{\n'
                    f"^bb0(%p: {t}, %q: {t}):\n  %s = stablehlo.{op} %p, %q : {t}\n  stablehlo.return %s : {t}\n}}) : (T0, T1) -> OUT")
            expected = None
            windows = np.lib.stride_tricks.sliding_window_view(x, (2, 2))[:, ::2].reshape(2, 2, 4)
            if op == "multiply":
                expected = [(init * windows.prod(-1)).astype(x.dtype)]
            else:
                expected = [(init + windows.sum(-1)).astype(x.dtype)]
            case(f"reduce_window by {op} of {element}", [x, init], [tensor([2, 2], element)], body, tolerance, expected)
        # The real parts are those of the sum, the imaginary parts those of the last element: neither depends on the other.
        index = np.arange(12, dtype="i4").reshape(3, 4)
        part = PARTS[element]
        body = ("%r0, %r1 = \"stablehlo.reduce\"(%a, %b, %c, %d) <{dimensions = array<i64: 1>}> ({\n"
                f"^bb0(%p: {t}, %i: tensor<i32>, %q: {t}, %j: tensor<i32>):\n  %f = stablehlo.abs %p : ({t}) -> tensor<{part}>\n"
                f"  %g = stablehlo.abs %q : ({t}) -> tensor<{part}>\n  %m = stablehlo.compare GE, %f, %g : (tensor<{part}>, tensor<{part}>) -> tensor<i1>\n"
                f"  %s = stablehlo.select %m, %p, %q : tensor<i1>, {t}\n  %k = stablehlo.select %m, %i, %j : tensor<i1>, tensor<i32>\n"
                f"  stablehlo.return %s, %k : {t}, tensor<i32>\n}}) : (T0, T1, T2, T3) -> (OUT, tensor<3xi32>)")
        zero = numbers(element, 0)[0]
        at = np.abs(x).argmax(1)
        case(f"the largest of {element}", [x, index, zero, np.int32(-1)], [tensor([3], element), "tensor<3xi32>"], body.replace("%r0, %r1", "%r0, %r1"), None,
             [x[np.arange(3), at], index[np.arange(3), at]])
        y, keys = noise([6], element), rng.permutation(6).astype("f4")
        body = ('%r0, %r1 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({\n'
                f"^bb0(%p: tensor<f32>, %q: tensor<f32>, %u: {t}, %v: {t}):\n  %m = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
                "  stablehlo.return %m : tensor<i1>\n}) : (T0, T1) -> (OUT, T1)")
        case(f"sort with {element} beside the keys", [keys, y], ["tensor<6xf32>", type_of(y)], body, None, [np.sort(keys), y[np.argsort(keys)]])
        body = ('%r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({\n'
                f"^bb0(%u: {t}, %v: {t}):\n  %p = stablehlo.imag %u : ({t}) -> tensor<{part}>\n  %q = stablehlo.imag %v : ({t}) -> tensor<{part}>\n"
                f"  %m = stablehlo.compare LT, %p, %q : (tensor<{part}>, tensor<{part}>) -> tensor<i1>\n  stablehlo.return %m : tensor<i1>\n}}) : (T0) -> OUT")
        case(f"sort of {element} by imaginary parts", [y], [type_of(y)], body, None, [y[np.argsort(y.imag, kind="stable")]])


def control():
    for element in COMPLEX:
        t = f"tensor<{element}>"
        z, c = numbers(element, 0.25 + 0.5j)[0], numbers(element, -0.125 + 0.5j)[0]
        body = ("%n = stablehlo.constant dense<0> : tensor<i32>\n%r:2 = stablehlo.while(%z = %a, %i = %n) : T0, tensor<i32>\n cond {\n"
                "  %e = stablehlo.constant dense<4> : tensor<i32>\n  %m = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
                "  stablehlo.return %m : tensor<i1>\n} do {\n  %one = stablehlo.constant dense<1> : tensor<i32>\n  %j = stablehlo.add %i, %one : tensor<i32>\n"
                f"  %s = stablehlo.multiply %z, %z : {t}\n  %w = stablehlo.add %s, %b : {t}\n  stablehlo.return %w, %j : {t}, tensor<i32>\n}}\n"
                f"%r0 = stablehlo.multiply %r#0, %a : {t}")
        expected = z
        for _ in range(4):
            expected = expected * expected + c
        case(f"while with {element}", [z, c], [t], body, SUMS[element], [expected * z])
        body = ('%r0 = "stablehlo.if"(%a) ({\n' f"  %s = stablehlo.multiply %b, %c : {t}\n  stablehlo.return %s : {t}\n}}, {{\n  stablehlo.return %c : {t}\n}})"
                f" : (T0) -> {t}")
        for p in (True, False):
            case(f"if with {element}: {str(p).lower()}", [np.array(p), z, c], [t], body, SUMS[element], [z * c if p else c])
        a, b = noise([3], element), noise([3], element)
        vector = type_of(a)
        text = f"""module attributes {{mhlo.num_replicas = 2 : i32}} {{
  func.func private @twice(%x: {vector}) -> {vector} {{
    %0 = stablehlo.add %x, %x : {vector}
    return %0 : {vector}
  }}
  func.func public @main(%a: {vector}) -> {vector} {{
    %0 = call @twice(%a) : ({vector}) -> {vector}
    %1 = "stablehlo.all_reduce"(%0) <{{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}}> ({{
    ^bb0(%p: {t}, %q: {t}):
      %s = stablehlo.add %p, %q : {t}
      stablehlo.return %s : {t}
    }}) : ({vector}) -> {vector}
    return %1 : {vector}
  }}
}}"""
        add(FILE, f"all_reduce of {element} after a call", text, [[a], [b]], SUMS[element], [[2 * (a + b)], [2 * (a + b)]])


def zero_size():
    for element in COMPLEX:
        none, t = np.empty([0, 3], cases.TYPES[element]), f"tensor<{element}>"
        part = PARTS[element]
        case(f"operations on no {element}", [none, none], [type_of(none)] * 2,
             "%0 = stablehlo.multiply %a, %b : T0\n%r0 = stablehlo.divide %0, %b : T0\n%r1 = stablehlo.exponential %0 : T0", None, [none, none])
        case(f"parts of no {element}", [none], [tensor([0, 3], part)] * 2,
             f"%r0 = stablehlo.real %a : (T0) -> OUT\n%r1 = stablehlo.abs %a : (T0) -> OUT", None, [none.real, none.real])
        case(f"a sum of no {element}", [none, np.array(1 + 2j, none.dtype)], [tensor([3], element)],
             "%r0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (T0, T1) -> OUT", None, [np.full(3, 1 + 2j, none.dtype)])
        case(f"dot_general over no {element}", [np.empty([2, 0], none.dtype), none], [tensor([2, 3], element)],
             "%r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (T0, T1) -> OUT", None, [np.zeros([2, 3], none.dtype)])


def jax_programs():
    def lowered(name, function, *inputs, tolerance=(4e-6, 1e-6)):
        inputs = [np.asarray(x) for x in inputs]
        add(FILE, f"JAX: {name}", jax.jit(function, keep_unused=True).lower(*inputs).as_text(), inputs, tolerance)

    z, w, m = noise([5], "complex<f32>"), noise([5], "complex<f32>"), noise([4, 4], "complex<f32>")
    x = rng.normal(size=5).astype("f4")
    lowered("e^ix", lambda x: jnp.exp(1j * x.astype("c8")), x)
    lowered("an inner product", lambda a, b: jnp.vdot(a, b), z, w)
    lowered("a norm", lambda a: jnp.sqrt(jnp.sum(jnp.abs(a) ** 2)), z)
    lowered("conjugates and angles", lambda a: (jnp.conj(a), jnp.angle(a + 0.5)), z)
    lowered("a matrix polynomial", lambda a: jnp.einsum("ij,jk->ik", a, a.conj().T) @ a + 2 * a, m)
    lowered("a gradient", jax.grad(lambda a: jnp.sum(jnp.abs(a * a + 1) ** 2)), z)
    lowered("a cumulative product", lambda a: jnp.cumprod(a), z)
    lowered("a loop", lambda a: lax.fori_loop(0, 3, lambda i, v: v * v * 0.5 + a, a), z)
    lowered("integer powers and roots", lambda a: (a**3, jnp.sqrt(a), 1 / (a + 3)), z)
    lowered("an outer product with reals", lambda a, x: a[:, None] * x[None, :], z, x)


if __name__ == "__main__":
    for group in (functions, chlo_functions, arithmetic, parts, movement, contractions, regions, control, zero_size, jax_programs, wider_results):
        group()
    cases.write()
