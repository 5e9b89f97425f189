"""Parquet files, written by pandas with PyArrow, and their values as pandas has them.

Usage: parquet_files.py FOLDER. Writes the files, and their values to expected.json.
"""

import json
import os
import sys

import numpy as np
import pandas as pd

folder = sys.argv[1]
rng = np.random.default_rng(3)
ROWS = 53


def path(name):
    return os.path.join(folder, name)


def numbers(column):
    """Values as pandas makes numbers of them: codes of sorted categories for texts."""
    if isinstance(column.dtype, pd.CategoricalDtype) or pd.api.types.is_string_dtype(column):
        column = pd.Series(column.astype(str).astype("category").cat.codes)
    # JSON has no infinity.
    return [None if np.isinf(value) else value for value in column.astype("float32").astype("float64")]


table = pd.DataFrame(
    {
        "small": rng.integers(-128, 128, ROWS).astype("int8"),
        "long": rng.integers(-(2**31), 2**31, ROWS),
        "unsigned": rng.integers(2**31 - 5, 2**31, ROWS).astype("uint32"),
        "single": rng.normal(size=ROWS).astype("float32"),
        "double": rng.normal(size=ROWS),
        "flag": rng.integers(0, 2, ROWS).astype(bool),
        "town": rng.choice(["Wien", "Åre", "Bern", "Ørsta", "bern"], ROWS),
        "kind": pd.Categorical(rng.choice(["b", "a", "c"], ROWS), categories=["c", "b", "a"]),
    }
)
table.loc[3, ["single", "double"]] = np.inf

for name, arguments in {
    "snappy": {},
    "gzip": {"compression": "gzip", "row_group_size": 7},
    "lz4": {"compression": "lz4", "row_group_size": 20, "data_page_version": "2.0"},
    "plain": {"compression": None, "use_dictionary": False},
    "zstd": {"compression": "zstd"},
}.items():
    table.to_parquet(path(f"{name}.parquet"), index=False, **arguments)

nulls = pd.DataFrame(
    {
        "count": pd.array([3, None, 5, 2**30, None], dtype="Int64"),
        "share": pd.array([0.5, 1.5, None, None, -2.0], dtype="Float64"),
        "y": [0, 1, 2, 1, 0],
    }
)
nulls.to_parquet(path("nulls.parquet"), index=False, row_group_size=2)
pd.DataFrame({"when": pd.date_range("2026-01-01", periods=3), "y": [1, 2, 3]}).to_parquet(path("times.parquet"))
pd.DataFrame({"list": [[1, 2], [3], []], "y": [1, 2, 3]}).to_parquet(path("lists.parquet"))

expected = {
    "table": {name: numbers(table[name]) for name in table},
    "towns": sorted(set(table["town"])),
    "filled": {name: nulls[name].fillna(-1).astype("float64").tolist() for name in nulls},
}
with open(path("expected.json"), "w") as file:
    json.dump(expected, file)
