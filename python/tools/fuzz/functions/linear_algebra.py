"""Matrices that functions of linear algebra take."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from fuzz.element_types import TYPES, ElementType
from fuzz.functions.arguments import Draw

# Gives the arrays and the options of a call.
Maker = Callable[[Draw], tuple[list, dict]]


def _square(d: Draw) -> tuple[list, dict]:
    return [d.square()], {}


def _symmetric(d: Draw) -> tuple[list, dict]:
    a = d.square()
    return [(a + np.conj(np.swapaxes(a, -1, -2))).astype(a.dtype)], {}


def _definite(d: Draw) -> tuple[list, dict]:
    a = d.square()
    n = a.shape[-1]
    with np.errstate(all="ignore"):
        return [(a @ np.conj(np.swapaxes(a, -1, -2)) + np.eye(n) * (n + 1)).astype(a.dtype)], {}


def _solve(d: Draw) -> tuple[list, dict]:
    a = _definite(d)[0][0]
    return [a, d.array((*a.shape[:-1], d.choose([0, 1, 3])), _element(a))], {}


def _element(a: np.ndarray) -> ElementType:
    return next(row for row in TYPES.values() if row.dtype == a.dtype)


def _solve_triangular(d: Draw) -> tuple[list, dict]:
    (a, b), _ = _solve(d)
    return [a, b], {"lower": d.flag(), "unit_diagonal": d.flag()}


def _lax_triangular_solve(d: Draw) -> tuple[list, dict]:
    (a, b), _ = _solve(d)
    left = d.flag()
    b = b if left else np.swapaxes(b, -1, -2)
    return [a, b], {"left_side": left, "lower": d.flag(), "unit_diagonal": d.flag(), "transpose_a": d.flag()}


def _matrix(d: Draw) -> tuple[list, dict]:
    return [d.matrix()], {}


def _tridiagonal_solve(d: Draw) -> tuple[list, dict]:
    n, element = d.choose([1, 2, 3, 9]), TYPES[d.choose(["f32", "f64"])]
    low, main, high = (d.array((n,), element) for _ in range(3))
    low[:1], high[-1:] = 0, 0
    return [low, main + np.sign(main) * 20 + (main == 0), high, d.array((n, 2), element)], {}


def _sylvester(d: Draw) -> tuple[list, dict]:
    m, n, element = d.choose([1, 2, 5]), d.choose([1, 3, 6]), TYPES[d.choose(["f32", "f64"])]
    return [d.array((m, m), element), d.array((n, n), element), d.array((m, n), element)], {}


def _tridiagonal_eigenvalues(d: Draw) -> tuple[list, dict]:
    n, element = d.choose([1, 2, 3, 9, 20]), TYPES[d.choose(["f32", "f64"])]
    return [d.array((n,), element), d.array((n - 1,), element)], {"eigvals_only": True}


def _rank_update(d: Draw) -> tuple[list, dict]:
    (a,), _ = _definite(d)
    upper = (
        np.triu(np.abs(a.real) + 1).astype(a.real.dtype)[(0,) * (a.ndim - 2)]
        if 0 not in a.shape
        else np.eye(2, dtype=np.float32)
    )
    return [upper, d.array(upper.shape[:1], _element(upper))], {}


def _factored(d: Draw) -> tuple[list, dict]:
    n, element = d.choose([1, 2, 5, 17]), TYPES[d.choose(["f32", "f64", "complex<f32>"])]
    a = (d.array((n, n), element) + (n + 5) * np.eye(n)).astype(element.dtype)
    return [(a, d.random.integers(0, n, n).astype(np.int32)), d.array((n, d.choose([1, 3])), element)], {}


def _choleskied(d: Draw) -> tuple[list, dict]:
    (a, _), b = _factored(d)[0]
    return [(a, d.flag()), b], {}


def _ormqr(d: Draw) -> tuple[list, dict]:
    m, n, element = d.choose([3, 8]), d.choose([1, 3]), TYPES[d.choose(["f32", "f64", "complex<f64>"])]
    return [d.array((m, n), element), d.array((n,), element), d.array((m, 2), element)], {
        "left": True,
        "transpose": d.flag(),
    }


LINEAR_ALGEBRA: dict[str, Maker] = {
    **dict.fromkeys(
        [
            "numpy.linalg.eigh",
            "numpy.linalg.eigvalsh",
            "lax.linalg.eigh",
            "scipy.linalg.eigh",
            "lax.linalg.tridiagonal",
        ],
        _symmetric,
    ),
    **dict.fromkeys(
        ["numpy.linalg.cholesky", "lax.linalg.cholesky", "scipy.linalg.cholesky", "scipy.linalg.cho_factor"],
        _definite,
    ),
    **dict.fromkeys(["numpy.linalg.solve", "scipy.linalg.solve"], _solve),
    "scipy.linalg.solve_triangular": _solve_triangular,
    "lax.linalg.triangular_solve": _lax_triangular_solve,
    **dict.fromkeys(
        [f"numpy.linalg.{x}" for x in ("det", "slogdet", "inv", "eig", "eigvals", "matrix_power", "cond")],
        _square,
    ),
    **dict.fromkeys(
        [
            f"scipy.linalg.{x}"
            for x in ("det", "inv", "lu", "lu_factor", "expm", "sqrtm", "hessenberg", "schur", "polar")
        ],
        _square,
    ),
    **dict.fromkeys([f"lax.linalg.{x}" for x in ("eig", "hessenberg", "schur", "lu")], _square),
    **dict.fromkeys(
        [
            "numpy.linalg.qr",
            "numpy.linalg.svd",
            "numpy.linalg.pinv",
            "numpy.linalg.matrix_rank",
            "numpy.linalg.svdvals",
            "lax.linalg.qr",
            "lax.linalg.svd",
            "scipy.linalg.qr",
            "scipy.linalg.svd",
        ],
        _matrix,
    ),
    "lax.linalg.tridiagonal_solve": _tridiagonal_solve,
    "lax.linalg.cholesky_update": _rank_update,
    "lax.linalg.lu_pivots_to_permutation": lambda d: (
        [np.sort(d.random.integers(0, 5, 5)).astype(np.int32), 6],
        {},
    ),
    "lax.linalg.ormqr": _ormqr,
    "lax.linalg.symmetric_product": lambda d: ([d.reals((3, 5)), d.reals((3, 3))], {}),
    "numpy.linalg.matrix_power": lambda d: ([d.square(), d.small()], {}),
    "scipy.linalg.cho_solve": _choleskied,
    "scipy.linalg.lu_solve": _factored,
    "scipy.linalg.eigh_tridiagonal": _tridiagonal_eigenvalues,
    "scipy.linalg.solve_sylvester": _sylvester,
}
