"""The variables of a notebook, for the panel that shows them. No code of a variable's own class runs."""

import reprlib
import sys
import time
import types

MAX_VARIABLES = 500
MAX_CHARACTERS = 100
MAX_SECONDS = 0.5
# An array of more elements, or one that is still computed, is shown without its values.
MAX_ELEMENTS = 64
MAX_INTEGER_BITS = 256

HIDDEN = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType, type)
PLAIN = (bool, int, float, complex, str, bytes, type(None), range, slice)
CONTAINERS = (list, tuple, dict, set, frozenset)
# Packages whose objects have `shape` and `dtype`, which cost nothing to read.
ARRAYS = ("numpy", "jax", "jaxlib", "pandas", "torch", "tensorflow", "keras")


class Short(reprlib.Repr):
    """Texts of values: of built-in types alone, and of their first elements."""

    def __init__(self):
        super().__init__()
        self.maxlevel = 2
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = self.maxdict = 8
        self.maxstring = self.maxother = MAX_CHARACTERS

    def repr1(self, x, level):
        if type(x) is int and x.bit_length() > MAX_INTEGER_BITS:
            return f"an integer of {x.bit_length()} bits"
        if type(x) is bytes:
            return repr(x[:MAX_CHARACTERS])
        if type(x) in PLAIN or type(x) in CONTAINERS:
            return super().repr1(x, level)
        return f"<{type_name(x)}>"


def type_name(value):
    """The name of a type, with its package unless it is built in."""
    kind = type(value)
    package = kind.__module__.split(".")[0]
    return kind.__qualname__ if package in ("builtins", "__main__") else f"{package}.{kind.__qualname__}"


def is_array(value):
    return type(value).__module__.split(".")[0] in ARRAYS


def shape_of(value):
    """The shape and the type of the elements of an array, or the length of a container."""
    if is_array(value):
        shape, dtype = getattr(value, "shape", None), getattr(value, "dtype", None)
        text = "" if shape is None else "×".join(map(str, tuple(shape))) or "scalar"
        return f"{text} {dtype}" if dtype is not None else text
    return str(len(value)) if type(value) in (*CONTAINERS, str, bytes) else ""


def bytes_of(value):
    """The bytes of an array, or those of an object itself; None if they are not known."""
    count = getattr(value, "nbytes", None) if is_array(value) else None
    if isinstance(count, int):
        return count
    return sys.getsizeof(value) if type(value) in (*PLAIN, *CONTAINERS) else None


def value_of(value):
    """The first characters of a value."""
    if is_array(value):
        ready = getattr(value, "is_ready", None)
        size = getattr(value, "size", None)
        if type(size) is not int or size > MAX_ELEMENTS or (ready is not None and not ready()):
            return ""
        if getattr(getattr(value, "dtype", None), "hasobject", True) and "numpy" in type(value).__module__:
            return ""
        return " ".join(str(value).split())[:MAX_CHARACTERS]
    return Short().repr(value)[:MAX_CHARACTERS]


class Table:
    """All variables, as JSON."""

    def __init__(self, variables, hidden):
        end = time.monotonic() + MAX_SECONDS
        self.rows, self.is_whole = [], True
        for name, value in list(variables.items()):
            if name.startswith("_") or name in hidden or isinstance(value, HIDDEN):
                continue
            if len(self.rows) == MAX_VARIABLES or time.monotonic() > end:
                self.is_whole = False
                break
            self.rows.append(row(name, value))

    def _repr_json_(self):
        return {"variables": self.rows, "is_whole": self.is_whole}


def row(name, value):
    """What is known of a variable. One that cannot be read is named nevertheless."""
    found = {"name": name, "type": type_name(value), "shape": "", "bytes": None, "value": ""}
    for key, read in (("shape", shape_of), ("bytes", bytes_of), ("value", value_of)):
        try:
            found[key] = read(value)
        except Exception:
            # An array that was deleted or donated has no value.
            found["value"] = "cannot be read"
    return found


def table():
    """The variables of this kernel's user."""
    from IPython import get_ipython

    shell = get_ipython()
    return Table(shell.user_ns, set(shell.user_ns_hidden))
