"""Results of cases as JSON, and comparisons with what was recorded."""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))


def encoded(value: Any) -> Any:
    """A tensor as its shape, its type and its values with seven digits."""
    array = np.asarray(value.numpy() if hasattr(value, "numpy") else value)
    if array.dtype.kind == "c":
        array = np.stack([array.real, array.imag], -1)
    if array.dtype.kind in "OSU":
        array = array.astype(object)
        flat = [v.decode() if isinstance(v, bytes) else str(v) for v in array.reshape(-1).tolist()]
    elif array.dtype.kind in "biu":
        flat = [int(v) for v in array.reshape(-1)]
    else:
        flat = [float(f"{float(v):.7g}") for v in array.reshape(-1).astype("float64")]
    return [list(array.shape), array.dtype.name, flat]


def expected(name: str) -> dict[str, list[Any]]:
    with open(os.path.join(HERE, f"{name}_expected.json")) as file:
        return json.load(file)


def check(values: list[Any], wanted: list[Any], rtol: float = 1e-4, atol: float = 2e-5) -> None:
    """The values of a case against the recorded ones; 64-bit integers and floats may be of 32 bits."""
    assert len(values) == len(wanted), f"{len(values)} results, TensorFlow has {len(wanted)}"
    for place, (value, (shape, dtype, flat)) in enumerate(zip(values, wanted)):
        got_shape, got_dtype, got = encoded(value)
        assert got_shape == shape, f"result {place}: shape {got_shape}, TensorFlow's {shape}"
        narrow = {"int64": "int32", "float64": "float32", "uint64": "uint32"}
        dtype = "object" if dtype.startswith(("str", "bytes")) else dtype
        assert got_dtype in (dtype, narrow.get(dtype)), f"result {place}: {got_dtype}, TensorFlow's {dtype}"
        if flat and isinstance(flat[0], str):
            assert got == flat, f"result {place}: {got}, TensorFlow's {flat}"
        else:
            np.testing.assert_allclose(got, flat, rtol=rtol, atol=atol, err_msg=f"result {place}")
