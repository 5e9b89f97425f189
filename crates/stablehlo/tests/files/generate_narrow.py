"""Writes narrow.mlir, the file tests of floating point of 8 bits and fewer and of integers of fewer than 8 bits.

Expected results are from numpy with ml_dtypes, which computes in f32 and rounds after each operation. Run it as
generate.py.
"""

import ml_dtypes
import numpy as np

import cases
from cases import INF, NAN, add, program, tensor, type_of

MINIFLOATS = {
    "f4E2M1FN": ml_dtypes.float4_e2m1fn, "f6E2M3FN": ml_dtypes.float6_e2m3fn, "f6E3M2FN": ml_dtypes.float6_e3m2fn,
    "f8E3M4": ml_dtypes.float8_e3m4, "f8E4M3": ml_dtypes.float8_e4m3, "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn, "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz, "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz, "f8E8M0FNU": ml_dtypes.float8_e8m0fnu,
}  # fmt: skip
INTEGERS = {"i2": ml_dtypes.int2, "i4": ml_dtypes.int4, "ui2": ml_dtypes.uint2, "ui4": ml_dtypes.uint4}
WIDTHS = {name: int(name.strip("uif").split("E")[0]) for name in [*MINIFLOATS, *INTEGERS]}
ALL = {name: np.dtype(type_) for name, type_ in {**MINIFLOATS, **INTEGERS}.items()}
cases.TYPES.update(ALL)
cases.NAMES.update({dtype: name for name, dtype in ALL.items()})
FILE = "narrow"
usual_text = cases.scalar_text


def scalar_text(v):
    if cases.NAMES[v.dtype] in MINIFLOATS:
        return f"0x{v.tobytes().hex().upper()}"
    return str(int(v)) if cases.NAMES[v.dtype] in INTEGERS else usual_text(v)


cases.scalar_text = scalar_text


def case(name, inputs, expected, body):
    expected = [np.asarray(x) for x in expected]
    inputs = [np.asarray(x) for x in inputs]
    add(FILE, name, program(inputs, [type_of(x) for x in expected], body), inputs, None, expected)


def codes(name):
    """All numbers of a type."""
    return np.arange(1 << WIDTHS[name], dtype=np.uint8).view(ALL[name])


def some(name):
    """Some numbers of a type, by themselves and in another order."""
    rng = np.random.default_rng(7)
    bits = rng.integers(0, 1 << WIDTHS[name], 24).astype(np.uint8)
    return bits.view(ALL[name]), rng.permutation(bits).view(ALL[name])


def conversions(name):
    f32, t = "f32", tensor
    all_ = codes(name)
    n = len(all_)
    wide = all_.astype(np.float32)
    case(f"{name}: all numbers as f32", [all_], [wide], f"%r0 = stablehlo.convert %a : ({type_of(all_)}) -> {t([n], f32)}")
    finite = np.unique(np.abs(wide[np.isfinite(wide)])).astype(np.float64)
    if name == "f8E8M0FNU":
        # ml_dtypes rounds what is subnormal in f32 to larger numbers.
        finite = finite[2:]
    between = (finite[1:] + finite[:-1]) / 2
    near = np.concatenate([finite, between, between * (1 + 1e-6), between * (1 - 1e-6), [finite[-1] * 1.01, finite[-1] * 3]])
    x = np.concatenate([near, -near, [0.0, -0.0, INF, -INF, NAN]]).astype(np.float32)
    case(f"{name}: rounding", [x], [x.astype(ALL[name])], f"%r0 = stablehlo.convert %a : ({type_of(x)}) -> {t([len(x)], name)}")
    h = x[:: 3].astype(ml_dtypes.bfloat16)
    case(f"{name}: rounding of bf16", [h], [h.astype(np.float32).astype(ALL[name])],
         f"%r0 = stablehlo.convert %a : ({type_of(h)}) -> {t([len(h)], name)}")  # fmt: skip
    if name == "f8E8M0FNU":
        x = np.array([2.5e38, np.nextafter(np.float32(1.5 * 2.0**127), np.float32(0)), 1.5 * 2.0**127, 3e38], np.float32)
        case(f"{name}: beyond the largest", [x], [x.astype(ALL[name])], f"%r0 = stablehlo.convert %a : ({type_of(x)}) -> {t([len(x)], name)}")
    if WIDTHS[name] == 8:
        # The bits of NaN are not kept.
        all_ = all_[~np.isnan(wide)]
        n = len(all_)
        case(f"{name}: bits", [all_], [all_.view(np.uint8), all_],
             f"%r0 = stablehlo.bitcast_convert %a : ({type_of(all_)}) -> {t([n], 'ui8')}\n"
             f"%r1 = stablehlo.bitcast_convert %r0 : ({t([n], 'ui8')}) -> {type_of(all_)}")  # fmt: skip


def arithmetic(name):
    x, y = some(name)
    ty = type_of(x)
    rounded = lambda v: np.asarray(v, np.float32).astype(ALL[name])
    a, b = x.astype(np.float32), y.astype(np.float32)
    operations = {"add": a + b, "subtract": a - b, "multiply": a * b, "divide": a / b, "maximum": np.maximum(a, b)}
    functions = {"negate": -a, "floor": np.floor(a), "abs": np.abs(a)}
    for op, values in operations.items():
        case(f"{name}: {op}", [x, y], [rounded(values)], f"%r0 = stablehlo.{op} %a, %b : {ty}")
    for op, values in functions.items():
        case(f"{name}: {op}", [x], [rounded(values)], f"%r0 = stablehlo.{op} %a : {ty}")
    case(f"{name}: sqrt", [x], [rounded(np.sqrt(np.abs(a)))], f"%0 = stablehlo.abs %a : {ty}\n%r0 = stablehlo.sqrt %0 : {ty}")
    twice = rounded((a + b)).astype(np.float32) * b
    case(f"{name}: two operations round twice", [x, y], [rounded(twice)],
         f"%0 = stablehlo.add %a, %b : {ty}\n%r0 = stablehlo.multiply %0, %b : {ty}")  # fmt: skip
    case(f"{name}: compare and select", [x, y], [np.where(a < b, x, y)],
         f"%0 = stablehlo.compare LT, %a, %b : ({ty}, {ty}) -> {tensor([24], 'i1')}\n"
         f"%r0 = stablehlo.select %0, %a, %b : {tensor([24], 'i1')}, {ty}")  # fmt: skip


def movement(name):
    x, y = some(name)
    both = np.concatenate([x, y]).reshape(6, 8).T[::-1]
    t = lambda *dims: tensor(dims, name)
    case(f"{name}: data movement", [x, y], [np.ascontiguousarray(both), np.ascontiguousarray(both[2:4])],
         f"%0 = stablehlo.concatenate %a, %b, dim = 0 : ({t(24)}, {t(24)}) -> {t(48)}\n"
         f"%1 = stablehlo.reshape %0 : ({t(48)}) -> {t(6, 8)}\n"
         f"%2 = stablehlo.transpose %1, dims = [1, 0] : ({t(6, 8)}) -> {t(8, 6)}\n"
         f"%r0 = stablehlo.reverse %2, dims = [0] : {t(8, 6)}\n"
         f"%r1 = stablehlo.slice %r0 [2:4, 0:6] : ({t(8, 6)}) -> {t(2, 6)}")  # fmt: skip
    one = np.array([1, 0, 1], np.float32).astype(ALL[name])
    zero = np.zeros((), np.float32).astype(ALL[name])
    if name != "f8E8M0FNU":
        ones = np.ones((4, 2), np.float32).astype(ALL[name])
        ones[1, 1] = zero
        sums = ones.astype(np.float32).sum(1)
        if name[0] in "iu" and WIDTHS[name] == 2:
            sums = np.where(sums == 2, -2 if name == "i2" else 2, sums)
        case(f"{name}: a constant, and a sum", [ones], [one, sums.astype(ALL[name])],
             f"%r0 = stablehlo.constant {cases.literal(one)}\n%0 = stablehlo.constant {cases.literal(zero)}\n"
             f"%r1 = stablehlo.reduce(%a init: %0) applies stablehlo.add across dimensions = [1] : ({t(4, 2)}, {t()}) -> {t(4)}")  # fmt: skip


def integers(name):
    all_ = codes(name)
    n, width, signed = len(all_), WIDTHS[name], name[0] == "i"
    x = np.repeat(all_, n)
    y = np.tile(all_, n)
    ty = tensor([n * n], name)
    a, b = x.astype(np.int64), y.astype(np.int64)
    mask = (1 << width) - 1
    wrapped = lambda v: ((v + (1 << width - 1)) % (1 << width) - (1 << width - 1)) if signed else v % (1 << width)
    result = lambda v: wrapped(np.asarray(v)).astype(np.int8 if signed else np.uint8).astype(ALL[name])
    low = lambda v: v & mask
    shift = np.where(low(b) < width, low(b), 62)
    # The highest bit fills, of unsigned integers, too.
    extended = (low(a) ^ 1 << width - 1) - (1 << width - 1)
    # Division truncates; by zero the quotient has all bits, and the remainder is the dividend.
    divisor = np.where(b == 0, 1, b)
    quotient = np.sign(a) * np.sign(divisor) * (np.abs(a) // np.abs(divisor))
    for op, values in {
        "add": a + b, "subtract": a - b, "multiply": a * b, "maximum": np.maximum(a, b), "minimum": np.minimum(a, b),
        "and": a & b, "or": a | b, "xor": a ^ b, "divide": np.where(b == 0, -1, quotient),
        "remainder": np.where(b == 0, a, a - quotient * divisor),
        "shift_left": np.where(low(b) < width, a << low(b) % 8, 0), "shift_right_logical": low(a) >> shift,
        "shift_right_arithmetic": extended >> shift,
    }.items():  # fmt: skip
        case(f"{name}: {op}", [x, y], [result(values)], f"%r0 = stablehlo.{op} %a, %b : {ty}")
    ones = np.array([bin(int(v)).count("1") for v in low(all_.astype(np.int64))])
    zeros = np.array([width - int(v).bit_length() for v in low(all_.astype(np.int64))])
    one = tensor([n], name)
    for op, values in {"not": ~all_.astype(np.int64), "negate": -all_.astype(np.int64), "popcnt": ones, "count_leading_zeros": zeros}.items():
        case(f"{name}: {op}", [all_], [result(values)], f"%r0 = stablehlo.{op} %a : {one}")
    case(f"{name}: iota", [], [result(np.arange(9))], f"%r0 = stablehlo.iota dim = 0 : {tensor([9], name)}")
    i32 = np.arange(-20, 20, dtype=np.int32)
    case(f"{name}: from and to i32", [i32, all_], [result(i32), all_.astype(np.int32)],
         f"%r0 = stablehlo.convert %a : ({type_of(i32)}) -> {tensor([40], name)}\n"
         f"%r1 = stablehlo.convert %b : ({one}) -> {tensor([n], 'i32')}")  # fmt: skip
    left, right = some(name)[0].reshape(4, 6), some(name)[1][:18].reshape(6, 3)
    product = left.astype(np.int32) @ right.astype(np.int32)
    case(f"{name}: dot_general", [left, right], [product if signed else product.astype(np.uint32), result(product)],
         f"%r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ({type_of(left)}, {type_of(right)}) -> {tensor([4, 3], 'i32' if signed else 'ui32')}\n"
         f"%r1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ({type_of(left)}, {type_of(right)}) -> {tensor([4, 3], name)}")  # fmt: skip


def packed(name, wide):
    """A value of `wide` of several numbers, and the numbers again, of which the first is in the lowest bits."""
    width, of_wide = WIDTHS[name], 8 * cases.TYPES[wide].itemsize
    rng = np.random.default_rng(11)
    bits = rng.integers(0, 1 << width, (2, 3, of_wide // width)).astype(np.uint8)
    parts = bits.reshape(2, 3, of_wide // 8, 8 // width)
    bytes_ = (parts << width * np.arange(8 // width, dtype=np.uint8)).sum(-1).astype(np.uint8)
    x, y = bits.view(ALL[name]), bytes_.view(cases.TYPES[wide])[..., 0]
    case(f"{name}: packed into {wide}, and unpacked", [x, y], [y, x],
         f"%r0 = stablehlo.bitcast_convert %a : ({type_of(x)}) -> {type_of(y)}\n"
         f"%r1 = stablehlo.bitcast_convert %b : ({type_of(y)}) -> {type_of(x)}")  # fmt: skip


def dots():
    rng = np.random.default_rng(3)

    def dot(name, left, right, result):
        case(f"dot_general: {name}", [left, right], [result],
             f"%r0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ({type_of(left)}, {type_of(right)}) -> {type_of(result)}")  # fmt: skip

    numbers = lambda shape, dtype: rng.integers(-3, 4, shape).astype(np.float32).astype(dtype)
    for left, right, out in [
        ("f8E4M3FN", "f8E5M2", "f32"), ("f8E4M3FN", "f8E4M3FN", "f32"), ("f8E5M2", "f8E5M2", "bf16"), ("bf16", "f32", "f32"),
        ("f32", "f16", "f32"), ("f32", "f64", "f64"), ("i8", "i32", "i32"), ("i8", "f32", "f32"), ("ui8", "i8", "i32"),
    ]:  # fmt: skip
        x, y = numbers((3, 5), cases.TYPES[left]), numbers((5, 4), cases.TYPES[right])
        if left == "ui8":
            x = rng.integers(0, 200, (3, 5)).astype(np.uint8)
        product = x.astype(np.float64) @ y.astype(np.float64)
        dot(f"{left} by {right}", x, y, product.astype(np.float32).astype(cases.TYPES[out]))
    x, y = rng.integers(0, 2, (4, 5)).astype(bool), rng.integers(0, 2, (5, 3)).astype(bool)
    x[1], y[:, 2] = False, True
    dot("booleans", x, y, x @ y)


def control():
    x = np.array([1.0, 0.5, -2.0], np.float32).astype(ALL["f8E4M3FN"])
    t, i = type_of(x), "tensor<i32>"
    y = x
    for _ in range(5):
        y = (y.astype(np.float32) * 1.125).astype(ALL["f8E4M3FN"])
    case("f8E4M3FN: a loop", [x], [y],
         f"%n = stablehlo.constant dense<5> : {i}\n%z = stablehlo.constant dense<0> : {i}\n%one = stablehlo.constant dense<1> : {i}\n"
         f"%c = stablehlo.constant dense<1.125> : {t}\n"
         f"%0, %r0 = stablehlo.while(%k = %z, %v = %a) : {i}, {t}\n"
         f" cond {{\n  %p = stablehlo.compare LT, %k, %n : ({i}, {i}) -> tensor<i1>\n  stablehlo.return %p : tensor<i1>\n }} do {{\n"
         f"  %next = stablehlo.add %k, %one : {i}\n  %w = stablehlo.multiply %v, %c : {t}\n  stablehlo.return %next, %w : {i}, {t}\n }}")  # fmt: skip
    x, _ = some("f8E5M2")
    x = x[np.isfinite(x.astype(np.float32))]
    t = type_of(x)
    case("f8E5M2: sort", [x], [x[np.argsort(x.astype(np.float32), kind="stable")]],
         f"%r0 = \"stablehlo.sort\"(%a) ({{\n^bb0(%x: tensor<f8E5M2>, %y: tensor<f8E5M2>):\n"
         f"  %0 = stablehlo.compare LT, %x, %y : (tensor<f8E5M2>, tensor<f8E5M2>) -> tensor<i1>\n  stablehlo.return %0 : tensor<i1>\n"
         f"}}) {{dimension = 0 : i64, is_stable = true}} : ({t}) -> {t}")  # fmt: skip


if __name__ == "__main__":
    np.seterr(all="ignore")
    for minifloat in MINIFLOATS:
        conversions(minifloat)
        arithmetic(minifloat)
        movement(minifloat)
    for integer in INTEGERS:
        integers(integer)
        movement(integer)
    dots()
    control()
    for narrow, wide in [("i4", "i8"), ("ui4", "ui8"), ("i2", "i8"), ("ui2", "ui32"), ("i4", "i32"), ("f4E2M1FN", "ui8")]:
        packed(narrow, wide)
    cases.write()
