"""Writes linear_algebra_edges.mlir: Fourier transforms and Cholesky factors at the edges of their definitions.

Expected values are from numpy in double precision, rounded to the element type. Run it in this folder, with
numpy.
"""

import itertools

import numpy as np

NAMES = {"f4": "f32", "f8": "f64", "c8": "complex<f32>", "c16": "complex<f64>"}
NAN_TEXT = {"f4": "0x7FC00000", "f8": "0x7FF8000000000000"}
CLOSE = {"f4": (4e-6, 4e-6), "c8": (4e-6, 4e-6), "f8": (1e-13, 1e-13), "c16": (1e-13, 1e-13)}
rng = np.random.default_rng(5)
cases = []


def kind(x):
    return f"{x.dtype.kind}{x.dtype.itemsize}"


def type_of(x):
    return "tensor<" + "".join(f"{d}x" for d in x.shape) + NAMES[kind(x)] + ">"


def scalar(v):
    if v.dtype.kind == "c":
        return f"({scalar(v.real)}, {scalar(v.imag)})"
    if np.isnan(v):
        return NAN_TEXT[kind(v)]
    return np.format_float_scientific(v, unique=True, trim="0")


def values(x):
    return scalar(x[()]) if x.ndim == 0 else "[" + ", ".join(values(row) for row in x) + "]"


def dense(x):
    return f"dense<{values(x) if x.size else ''}> : {type_of(x)}"


def noise(shape, element):
    x = np.round(rng.uniform(-2, 2, shape) * 8) / 8
    if element[0] == "c":
        x = x + 1j * np.round(rng.uniform(-2, 2, shape) * 8) / 8
    return x.astype(element)


def case(name, body, inputs, expected):
    rtol, atol = CLOSE[kind(expected)]
    lines = [f"//! name: {name}", *(f"//! input: {dense(x)}" for x in inputs)]
    lines.append(f"//! expect_close({rtol}, {atol}): {dense(expected)}")
    params = ", ".join(f"%{n}: {type_of(x)}" for n, x in zip("ab", inputs))
    types = ", ".join(type_of(x) for x in inputs)
    out = type_of(expected)
    lines += [f"func.func public @main({params}) -> {out} {{", f"  %r = {body} : ({types}) -> {out}"]
    cases.append("\n".join([*lines, f"  return %r : {out}", "}"]) + "\n")


FFT = {"FFT": np.fft.fftn, "IFFT": np.fft.ifftn, "RFFT": np.fft.rfftn, "IRFFT": np.fft.irfftn}
SHAPES = [((1,), 1), ((2,), 1), ((2, 13), 1), ((2, 1, 3), 2), ((3, 1, 1, 2), 3), ((0, 4), 1)]
for (fft_type, function), wide in itertools.product(FFT.items(), (False, True)):
    for shape, rank in SHAPES:
        length = list(shape[-rank:])
        element = {False: ["f4", "c8"], True: ["f8", "c16"]}[wide]
        x = noise(shape, element[fft_type != "RFFT"])
        axes = tuple(range(-rank, 0))
        if fft_type == "IRFFT":
            x = noise((*shape[:-1], shape[-1] // 2 + 1), element[1])
            x = np.fft.rfftn(np.fft.irfftn(x, length, axes), length, axes).astype(x.dtype) if x.size else x
        shape_of = (*shape[:-1], shape[-1] // 2 + 1) if fft_type == "RFFT" else shape
        y = function(x.astype("c16" if x.dtype.kind == "c" else "f8"), length, axes) if x.size else np.zeros(shape_of)
        y = y.astype(element[fft_type != "IRFFT"])
        case(f"{fft_type} of {type_of(x)}", f"stablehlo.fft %a, type = {fft_type}, length = {length}", [x], y)

for element, lower, shape in itertools.product(NAMES, (True, False), [(1, 1), (3, 3), (0, 0), (0, 2, 2)]):
    x = noise(shape, element)
    a = x @ np.swapaxes(x, -1, -2).conj() + np.eye(shape[-1], dtype=element)
    factor = np.linalg.cholesky(a.astype("c16" if element[0] == "c" else "f8")).astype(element)
    factor = factor if lower else np.swapaxes(factor, -1, -2).conj()
    # The other triangle is not read.
    a = (np.tril(a) if lower else np.triu(a)).astype(element)
    case(f"cholesky of {type_of(a)}, lower = {lower}", f"stablehlo.cholesky %a, lower = {str(lower).lower()}", [a], factor)
for bad in ([[1, 2], [2, 1]], [[0, 0], [0, 0]], [[np.nan, 0], [0, 1]], [[-1, 0], [0, 1]]):
    a = np.array(bad, "f4")
    body = "stablehlo.cholesky %a, lower = true"
    case(f"cholesky of a matrix that is not positive definite, {bad}", body, [a], np.full((2, 2), np.nan, "f4"))

with open("linear_algebra_edges.mlir", "w") as file:
    file.write("\n// -----\n".join(cases))
