"""Writes the list of TensorFlow's public names, `labora_tf/names.txt`, from an installed TensorFlow's API
files.

    python python/tools/tf/names.py SITE_PACKAGES/tensorflow > python/labora_tf/names.txt

A line is a namespace and its names. `tf.compat.v1...` has the names that are not in the same namespace of
TensorFlow 2. TensorFlow is not imported; `tf.keras` and `tf.raw_ops` are not listed.
"""

import os
import re
import sys

_IMPORT = re.compile(r"^from (\S+) import (\w+)(?: as (\w+))?", re.M)
_ASSIGN = re.compile(r"^(\w+) = ", re.M)


def names_of(path: str) -> set[str]:
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = {match[3] or match[2] for match in _IMPORT.finditer(text)}
    return {name for name in found if not name.startswith("_") and name not in ("annotations",)}


def walk(top: str, prefix: str) -> dict[str, set[str]]:
    spaces = {}
    for folder, folders, files in os.walk(top):
        folders[:] = sorted(
            name for name in folders if not name.startswith("_") and name not in ("raw_ops", "keras")
        )
        if folder == top:
            folders[:] = [name for name in folders if name != "compat" or prefix == "tf"]
        inner = os.path.relpath(folder, top).replace(os.sep, ".")
        if inner.startswith("compat.v"):
            folders[:] = []
            continue
        if "__init__.py" in files:
            name = prefix if inner == "." else f"{prefix}.{inner}"
            spaces[name] = names_of(os.path.join(folder, "__init__.py")) | set(folders)
    return spaces


def main(root: str) -> None:
    two = walk(os.path.join(root, "_api", "v2"), "tf")
    two["tf"] |= names_of(os.path.join(root, "__init__.py")) | names_of(
        os.path.join(root, "_api", "v2", "v2.py")
    )
    one = walk(os.path.join(root, "_api", "v2", "compat", "v1"), "tf.compat.v1")
    for name, members in list(one.items()):
        one[name] = members - two.get(name.replace("tf.compat.v1", "tf"), set())
    spaces = {**two, **{name: members for name, members in one.items() if members}}
    spaces["tf"] -= {
        "LazyLoader",
        "KerasLazyLoader",
        "module_util",
        "v2_compat",
        "_KerasLazyLoader",
        "pywrap_tensorflow",
    }
    for name in sorted(spaces):
        if spaces[name]:
            print(name, *sorted(spaces[name]))


if __name__ == "__main__":
    main(sys.argv[1])
