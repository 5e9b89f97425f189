"""Random arguments of functions, by the names of their parameters."""

from __future__ import annotations

import numpy as np

from fuzz.element_types import TYPES, WEIGHTS, ElementType, random_values

SIZES = [0, 1, 1, 2, 3, 3, 4, 5, 7, 8, 13, 17, 33]


class Draw:
    """The random choices of one call: its shape and its element type, which its arrays share for the most part."""

    def __init__(self, random: np.random.Generator) -> None:
        self.random = random
        self.is_hostile = self.chance(0.25)
        self.dims = tuple(self.choose(SIZES) for _ in range(self.choose([0, 1, 1, 2, 2, 2, 3, 4])))
        while np.prod(self.dims) > 3_000:
            self.dims = self.dims[:-1]
        self.element = self.element_type()

    def chance(self, p: float) -> bool:
        return bool(self.random.random() < p)

    def choose(self, options):
        return options[self.random.integers(len(options))]

    def element_type(self) -> ElementType:
        weights = np.array(list(WEIGHTS.values()), float)
        return TYPES[list(WEIGHTS)[self.random.choice(len(weights), p=weights / weights.sum())]]

    def array(self, dims: tuple[int, ...] | None = None, element: ElementType | None = None) -> np.ndarray:
        return random_values(
            self.random, self.shape() if dims is None else dims, element or self.element, self.is_hostile
        )

    def shape(self) -> tuple[int, ...]:
        """The call's shape, or now and then one that broadcasts to it."""
        dims = self.dims
        if self.chance(0.15):
            dims = tuple(1 if self.chance(0.4) else n for n in dims)
        if self.chance(0.1):
            dims = dims[self.random.integers(len(dims) + 1) :]
        return dims

    def operand(self) -> np.ndarray:
        """An array of the call's type, or now and then of another."""
        return self.array(element=self.element if self.chance(0.85) else self.element_type())

    def floats(self, dims: tuple[int, ...] | None = None) -> np.ndarray:
        element = self.element if self.element.is_inexact else TYPES[self.choose(["f32", "f64"])]
        return self.array(dims, element)

    def reals(self, dims: tuple[int, ...] | None = None) -> np.ndarray:
        element = self.element if self.element.is_float else TYPES[self.choose(["f32", "f64"])]
        return self.array(dims, element)

    def small(self) -> int:
        return int(self.random.integers(-3, 6))

    def count(self) -> int:
        return self.choose([0, 1, 2, 3, 5, 8])

    def axis(self) -> int:
        rank = max(len(self.dims), 1)
        return int(self.random.integers(-rank, rank))

    def axes(self):
        """An axis, several, or None."""
        kind = self.random.integers(6)
        if kind == 0 or not self.dims:
            return None
        if kind < 4:
            return self.axis()
        count = self.random.integers(len(self.dims) + 1)
        return tuple(int(i) for i in self.random.permutation(len(self.dims))[:count])

    def indices(self, dims: tuple[int, ...] | None = None) -> np.ndarray:
        """Indices, some of them beyond the array, at both ends."""
        dims = (
            tuple(self.choose([0, 1, 2, 3, 5]) for _ in range(self.choose([0, 1, 1, 2])))
            if dims is None
            else dims
        )
        high = max([*self.dims, 1])
        low = -high - 2
        kind = TYPES[self.choose(["i32", "i32", "i32", "i64", "i8", "ui8", "ui32", "ui64"])]
        if kind.kind == "u":
            low = 0
        values = (
            self.random.integers(low, high + 3, dims)
            if self.chance(0.4)
            else self.random.integers(0, high, dims)
        )
        return np.asarray(values).astype(kind.dtype)

    def bools(self, dims: tuple[int, ...] | None = None) -> np.ndarray:
        return np.asarray(self.random.random(self.shape() if dims is None else dims) < 0.5)

    def flag(self) -> bool:
        return self.chance(0.5)

    def dtype(self):
        return self.element_type().dtype

    def permutation(self):
        return tuple(int(i) for i in self.random.permutation(len(self.dims)))

    def square(self, count: int | None = None) -> np.ndarray:
        n = self.choose([0, 1, 2, 3, 4, 7, 16, 33]) if count is None else count
        return self.floats((*self.dims[:1][: self.random.integers(2)], n, n))

    def matrix(self) -> np.ndarray:
        m, n = (self.choose([0, 1, 2, 3, 4, 7, 16, 33]) for _ in range(2))
        return self.floats((*self.dims[:1][: self.random.integers(2)], m, n))


# The parameters that are not arrays: how each is drawn.
OPTIONS = {
    "axis": Draw.axes,
    "keepdims": Draw.flag,
    "where": Draw.bools,
    "dtype": Draw.dtype,
    "n": Draw.count,
    "k": Draw.small,
    "axes": Draw.permutation,
    "initial": lambda d: d.array(()),
    "norm": lambda d: d.choose([None, "ortho", "forward", "backward"]),
    "fill_value": lambda d: d.array(()),
    "size": Draw.count,
    "ddof": lambda d: d.choose([0, 1, 2]),
    "reverse": Draw.flag,
    "side": lambda d: d.choose(["left", "right"]),
    "q": lambda d: d.choose(
        [
            np.float32(0.5),
            np.array([0.0, 0.3, 1.0], np.float32),
            np.array([1, 2, 2], np.int32),
            np.float32(37.5),
        ]
    ),
    "shape": lambda d: d.dims,
    "order": lambda d: d.choose(["C", "F"]),
    "copy": Draw.flag,
    "indices_are_sorted": lambda d: False,
    "unique_indices": lambda d: False,
    "ord": lambda d: d.choose([None, 1, -1, 2, -2, np.inf, -np.inf, 0, 3, "fro", "nuc"]),
    "axis1": Draw.axis,
    "axis2": Draw.axis,
    "axisa": Draw.axis,
    "axisb": Draw.axis,
    "axisc": Draw.axis,
    "start_axis": Draw.axis,
    "dimension": Draw.axis,
    "dimensions": lambda d: d.permutation()[: d.choose([0, 1, 2])],
    "offset": Draw.small,
    "M": Draw.count,
    "N": Draw.count,
    "decimals": lambda d: d.choose([0, 1, -1, 3]),
    "shift": lambda d: d.choose([0, 1, -2, 40, (1, 2)]),
    "descending": Draw.flag,
    "stable": Draw.flag,
    "is_stable": Draw.flag,
    "right": Draw.flag,
    "lower": Draw.flag,
    "upper": Draw.flag,
    "full_matrices": Draw.flag,
    "compute_uv": Draw.flag,
    "UPLO": lambda d: d.choose(["L", "U"]),
    "hermitian": Draw.flag,
    "repeats": lambda d: d.choose([0, 1, 3]),
    "reps": lambda d: d.choose([0, 2, (2, 1), (1, 0, 3)]),
    "num": Draw.count,
    "endpoint": Draw.flag,
    "num_classes": Draw.count,
    "approximate": Draw.flag,
    "weights": Draw.array,
    "bins": lambda d: d.choose([1, 5, 10]),
    "indices": Draw.indices,
    "num_keys": lambda d: 1,
    "newshape": lambda d: d.dims,
    "type": lambda d: d.choose([1, 2, 3, 4]),
    "method": lambda d: d.choose(["linear", "lower", "higher", "midpoint", "nearest"]),
    "mode": lambda d: d.choose(
        [
            "full",
            "same",
            "valid",
            "clip",
            "wrap",
            "fill",
            "reflect",
            "constant",
            "edge",
            "symmetric",
            "nearest",
            "mirror",
        ]
    ),
    "kth": Draw.small,
    "pad_width": lambda d: d.choose([0, 1, (1, 2), (0, 3)]),
    "indices_or_sections": lambda d: d.choose([1, 2, 3, (1, 2)]),
    "index_dtype": lambda d: np.dtype(d.choose(["int32", "int64", "int8"])),
    "new_dtype": Draw.dtype,
    "minlength": Draw.count,
    "length": Draw.count,
    "source": Draw.axis,
    "destination": Draw.axis,
    "start": Draw.small,
    "min": Draw.array,
    "max": Draw.array,
    "nan": lambda d: 1.5,
    "period": lambda d: d.choose([None, 2.0]),
    "to_end": Draw.array,
    "to_begin": Draw.array,
    "prepend": Draw.array,
    "append": Draw.array,
    "deg": lambda d: d.choose([1, 2]),
    "rowvar": Draw.flag,
    "bias": Draw.flag,
    "density": Draw.flag,
    "equal_nan": Draw.flag,
    "increasing": Draw.flag,
    "return_index": Draw.flag,
    "return_inverse": Draw.flag,
    "return_counts": Draw.flag,
    "sorted": Draw.flag,
    "invert": Draw.flag,
    "assume_unique": Draw.flag,
    "include_initial": Draw.flag,
    "indexing": lambda d: d.choose(["ij", "xy"]),
    "bitorder": lambda d: d.choose(["big", "little"]),
    "return_sign": Draw.flag,
    "left_side": Draw.flag,
    "transpose_a": Draw.flag,
    "conjugate_a": Draw.flag,
    "unit_diagonal": Draw.flag,
    "exponent_bits": lambda d: d.choose([1, 3, 5, 8, 11]),
    "mantissa_bits": lambda d: d.choose([0, 1, 7, 10, 23]),
    "y": Draw.operand,
    "rank": lambda d: len(d.dims) + 1,
    "sizes": lambda d: d.choose([(), (2,), (0, 3)]),
    "boundary": lambda d: d.choose(["fill", "wrap", "symm"]),
    "new_sizes": lambda d: d.choose([d.dims[::-1], (int(np.prod(d.dims)),), (1, *d.dims)]),
    "permutation": Draw.permutation,
    "lmbda": lambda d: d.choose([0.0, 1.0, -0.5]),
    "periodic": Draw.flag,
    "nperseg": lambda d: 4,
    "m": Draw.operand,
    "p": Draw.operand,
    "rcond": lambda d: 1e-3,
    "tol": lambda d: 1e-3,
    "d": Draw.count,
    "nan_policy": lambda d: "propagate",
    "max_k": Draw.count,
    "trim": lambda d: "fb",
    "seq_of_zeros": lambda d: d.array((d.choose([1, 2, 3]),)),
    "n_max": lambda d: 4,
    "rounding_method": lambda d: d.choose([0, 1]),
    "kind": lambda d: d.choose([None, "symmetric", "upper", "lower"]),
    "loc": lambda d: d.reals(()),
    "scale": lambda d: np.abs(d.reals(())) + d.reals(()).dtype.type(0.1),
    "is_causal": Draw.flag,
    "negative_slope": lambda d: 0.2,
    "alpha": lambda d: d.choose([0.5, 1.0]),
    "correction": lambda d: d.choose([0, 1]),
    "promote_integers": Draw.flag,
}
# Options that change nothing, or that another run of the table covers.
SKIPPED = {
    "out",
    "out_sharding",
    "device",
    "precision",
    "preferred_element_type",
    "check_finite",
    "overwrite_a",
    "overwrite_b",
    "accuracy",
    "casting",
    "subok",
    "object",
    "args",
    "kwargs",
    "like",
    "sharding",
    "axis_name",
    "axis_index_groups",
    "use_magma",
    "implementation",
    "algorithm",
    "overwrite_input",
    "overwrite_x",
    "lwork",
    "debug",
    "disp",
    "max_line_width",
}
