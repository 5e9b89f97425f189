"""Writes linear_algebra.mlir, the file tests of Fourier transforms, factorizations and triangular systems.

Expected values are from numpy, in double precision. Run it as generate_complex.py.
"""

import numpy as np

import cases
import generate_complex  # noqa: F401: it teaches `cases` complex numbers.
from generate_complex import noise

FILE = "linear_algebra"
ELEMENTS = ["f32", "f64", "complex<f32>", "complex<f64>"]
WIDE = {"f32": (2e-5, 2e-5), "f64": (1e-12, 1e-12), "complex<f32>": (2e-5, 2e-5), "complex<f64>": (1e-12, 1e-12),
        "f16": (2e-3, 2e-3), "bf16": (1.6e-2, 1.6e-2)}
rng = np.random.default_rng(31)


def array(shape, element):
    if element.startswith("complex"):
        return noise(shape, element)
    return (np.round(rng.uniform(-2, 2, shape) * 8) / 8 + 0.0).astype(cases.TYPES[element])


def case(name, inputs, results, element, body):
    types = [cases.type_of(x) for x in inputs]
    outs = [cases.type_of(x) for x in results]
    for i, ty in enumerate(types):
        body = body.replace(f"T{i}", ty)
    for i, ty in enumerate(outs):
        body = body.replace(f"R{i}", ty)
    cases.add(FILE, name, cases.program(inputs, outs, body), inputs, WIDE[element], results)


def cast(x, element):
    return np.asarray(x).astype(cases.TYPES[element])


for real, element in [("f32", "complex<f32>"), ("f64", "complex<f64>")]:
    for shape, length in [((2, 8), [8]), ((3, 5), [5]), ((2, 3, 4), [3, 4]), ((2, 3, 5), [2, 3, 5])]:
        axes = tuple(range(-len(length), 0))
        z, x = array(shape, element), array(shape, real)
        half = np.fft.rfftn(x, axes=axes)
        for kind, given, result in [
            ("FFT", z, cast(np.fft.fftn(z, axes=axes), element)),
            ("IFFT", z, cast(np.fft.ifftn(z, axes=axes), element)),
            ("RFFT", x, cast(half, element)),
            ("IRFFT", cast(half, element), cast(np.fft.irfftn(half, length, axes=axes), real)),
        ]:
            body = f"%r0 = stablehlo.fft %a, type = {kind}, length = {length} : (T0) -> R0"
            case(f"{kind} {length} of {element}", [given], [result], element, body)

for element in ELEMENTS:
    a = array((2, 5, 5), element)
    spd = cast(a @ np.conj(np.swapaxes(a, -1, -2)) + 5 * np.eye(5), element)
    lower = np.linalg.cholesky(spd)
    upper = np.conj(np.swapaxes(lower, -1, -2))
    for name, factor in [("true", lower), ("false", upper)]:
        body = f"%r0 = stablehlo.cholesky %a, lower = {name} : T0"
        case(f"cholesky of {element}, lower = {name}", [spd], [cast(factor, element)], element, body)
    matrix = cast(array((2, 4, 4), element) + 4 * np.eye(4), element)
    for left in [True, False]:
        for low in [True, False]:
            for unit in [True, False]:
                for word, op in [
                    ("NO_TRANSPOSE", lambda m: m),
                    ("TRANSPOSE", lambda m: np.swapaxes(m, -1, -2)),
                    ("ADJOINT", lambda m: np.conj(np.swapaxes(m, -1, -2))),
                ]:
                    b = array((2, 4, 3) if left else (2, 3, 4), element)
                    used = np.tril(matrix) if low else np.triu(matrix)
                    if unit:
                        used = used - used * np.eye(4) + np.eye(4)
                    used = op(used).astype("c16" if element.startswith("c") else "f8")
                    if left:
                        x = np.linalg.solve(used, b)
                    else:
                        x = np.swapaxes(np.linalg.solve(np.swapaxes(used, -1, -2), np.swapaxes(b, -1, -2)), -1, -2)
                    words = f"left_side = {left}, lower = {low}, transpose_a = #stablehlo<transpose {word}>, unit_diagonal = {unit}"
                    words = words.replace("True", "true").replace("False", "false")
                    body = f'%r0 = "stablehlo.triangular_solve"(%a, %b) <{{{words}}}> : (T0, T1) -> R0'
                    case(f"triangular_solve of {element}: {words}", [matrix, b], [cast(x, element)], element, body)

for element in ["f16", "bf16"]:
    a = array((4, 4), element).astype("f8")
    spd = cast(a @ a.T + 5 * np.eye(4), element)
    body = "%r0 = stablehlo.cholesky %a, lower = true : T0"
    case(f"cholesky of {element}", [spd], [cast(np.linalg.cholesky(spd.astype("f8")), element)], element, body)
    lower, b = cast(np.tril(a) + 6 * np.eye(4), element), array((4, 3), element)
    x = cast(np.linalg.solve(lower.astype("f8"), b.astype("f8")), element)
    words = "left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false"
    body = f'%r0 = "stablehlo.triangular_solve"(%a, %b) <{{{words}}}> : (T0, T1) -> R0'
    case(f"triangular_solve of {element}", [lower, b], [x], element, body)

cases.write()
