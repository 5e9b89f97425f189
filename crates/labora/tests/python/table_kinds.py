"""Tables and arrays of all kinds, written, and read by pandas and NumPy.

Usage: table_kinds.py FOLDER. Writes files into the folder, beside each FILE the rows that pandas or NumPy
reads, FILE.expected.npy, and to flags.json the flags with which `labora` reads it.
"""

import json
import os
import sys

import numpy as np
import pandas as pd

folder = sys.argv[1]
rng = np.random.default_rng(3)
flags_of = {}


def path(name):
    return os.path.join(folder, name)


def expect(name, flags, rows):
    flags_of[name] = list(flags)
    np.save(path(name + ".expected.npy"), np.asarray(rows, dtype="float32", order="C"))


def table(name, text, flags=(), columns=("a", "b"), fill=None, encoding="utf-8", **arguments):
    """A table, whose columns a and b are those of the model."""
    with open(path(name), "wb") as file:
        file.write(text.encode(encoding))
    if encoding in ("latin-1", "utf-16-le", "cp1252"):
        arguments["encoding"] = encoding
    frame = pd.read_csv(path(name), **arguments)[list(columns)]
    frame = frame if fill is None else frame.fillna(fill)
    expect(name, flags, frame.to_numpy(dtype="float64"))


rows = [(1.5, 2), (-2.25, 3e4), (0.1, 16777216), (1e-3, -7)]
plain = "a,b\n" + "".join(f"{a},{b}\n" for a, b in rows)
table("plain.csv", plain)
table("order.csv", "y,b,a\n" + "".join(f"9,{b},{a}\n" for a, b in rows))
table("extra.csv", "id,a,note,b\n" + "".join(f"x{i},{a},\"so, {i}\",{b}\n" for i, (a, b) in enumerate(rows)))
pd.DataFrame(rows, columns=["a", "b"]).to_csv(path("index.csv"))
table("index.csv", open(path("index.csv")).read())
table("crlf.csv", plain.replace("\n", "\r\n"))
table("cr.csv", plain.replace("\n", "\r"))
table("no_end.csv", plain.rstrip("\n"))
table("blank.csv", plain.replace("\n", "\n\n"))
table("mark.csv", plain, encoding="utf-8-sig")
table("quoted.csv", '"a","b"\n' + "".join(f'"{a}","{b}"\n' for a, b in rows))
table("spaces.csv", plain.replace(",", ", "), skipinitialspace=True)
table("trailing.csv", plain.replace("\n", ",\n"))
table("booleans.csv", "a,b\nTrue,1\nFalse,2\n")
table("infinite.csv", "a,b\ninf,1\n-inf,2\n")
table("exponents.csv", "a,b\n1E+02,.5\n-3e-2,5.\n")
table("lines.csv", 'a,note,b\n1,"two\nlines, ""quoted""",2\n')
table("semicolons.csv", plain.replace(",", ";"), ["--sep", ";"], sep=";")
table("tabs.csv", plain.replace(",", "\t"), ["--sep", "\\t"], sep="\t")
table("tabs.tsv", plain.replace(",", "\t"), sep="\t")
german = "a;b\n1,5;1.234,25\n-0,5;-12.345.678\n"
flags = ["--sep", ";", "--decimal", ",", "--thousands", "."]
table("german.csv", german, flags, sep=";", decimal=",", thousands=".")
table("thousands.csv", 'a,b\n"1,234.5","12,345,678"\n7,8\n', ["--thousands", ","], thousands=",")
table("comments.csv", "# made\n" + plain.replace("\n0.1", "\n# more\n0.1"), ["--comment", "#"], comment="#")
table("no_heading.csv", "1.5,2\n3,4\n", ["--header", "none"], [0, 1], header=None)
table("utf16.csv", "\ufeff" + plain, encoding="utf-16-le")
table("utf16_plain.csv", plain, ["--encoding", "utf-16"], encoding="utf-16-le")
table("latin.csv", "prix_é,a,b\n1,2,3\n", ["--encoding", "latin-1"], encoding="latin-1")
table("euro.csv", "€,a,b\n1,2,3\n", ["--encoding", "cp1252"], encoding="cp1252")
missing = ["", "NA", "nan", "NaN", "null", "N/A", "n/a", "NULL", "None", "<NA>", "#N/A", "-nan", "1.#IND"]
missing = "a,b\n" + "".join(f"{text},{i}\n" for i, text in enumerate(missing))
table("missing.csv", missing, ["--fill-nulls", "-1"], fill=-1)
flags = ["--na-values", "?", "n.d.", "--fill-nulls=0.5"]
table("marks.csv", "a,b\n?,1\n2,n.d.\n", flags, fill=0.5, na_values=["?", "n.d."])
frame = pd.DataFrame({"b": [1, 2, 3], "note": ["x", "y", "x"], "a": [0.5, 1.5, 2.5]})
frame.to_parquet(path("order.parquet"))
expect("order.parquet", [], frame[["a", "b"]])

shape, arrays = (5, 3, 4), {}
numbers = rng.integers(-100, 100, shape)
kinds = ["i2", "i4", "i8", "u2", "u4", "u8", "f2", "f4", "f8"]
for kind in [order + kind for order in "<>" for kind in kinds] + ["|i1", "|u1", "|b1"]:
    is_unsigned = kind[1] in "ub"
    values = (np.abs(numbers) if is_unsigned else numbers + 0.125).astype(kind)
    bytes_from = "big" if kind[0] == ">" else "little"
    for order in "CF":
        arrays[f"{bytes_from}_{kind[1:]}_{order}"] = np.asarray(values, order=order)
arrays["large_u8"] = np.full(shape, 2**64 - 1, "uint64")
arrays["large_i8"] = np.full(shape, -(2**40), "int64")
for name, values in arrays.items():
    np.save(path(name + ".npy"), values)
    expect(name + ".npy", [], values)
np.savez_compressed(path("all.npz"), **arrays)
np.save(path("records.npy"), np.zeros(3, [("a", "f4"), ("b", "i4")]))
np.save(path("objects.npy"), np.array([[1, 2], [3]], dtype=object), allow_pickle=True)
np.save(path("complex.npy"), np.zeros(shape, "complex64"))
np.save(path("dates.npy"), np.zeros(shape, "datetime64[s]"))

with open(path("flags.json"), "w") as file:
    json.dump(flags_of, file)
