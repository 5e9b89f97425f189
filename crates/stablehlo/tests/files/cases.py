"""The text of file tests, and their expected results.

Expected results are from XLA's CPU compiler, unless a case gives others. Programs are loaded through an internal
interface of JAX, which may differ in other versions than those that `generate.py` names.
"""

import pathlib

import jax
import ml_dtypes
import numpy as np
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


def write():
    for file, cases in FILES.items():
        (HERE / f"{file}.mlir").write_text("\n// -----\n".join(cases))
        print(f"{file}.mlir: {len(cases)} cases")
    print(f"{sum(map(len, FILES.values()))} cases")
