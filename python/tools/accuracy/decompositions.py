"""Measures residuals of JAX's decompositions on Labora and on JAX's CPU backend, and writes
docs/results/accuracy-decompositions.md.

python python/tools/accuracy/decompositions.py [--filter TEXT] [--sizes N,N] [--types TYPE,TYPE] [--no-page] runs in an
environment with the package `labora`, JAX and SciPy. With `--filter`, decompositions whose names have the text are
measured and printed, and no page is written.

A residual is what the definition of a decomposition leaves, such as `A - Q R` or `Q^H Q - I`, computed in a wider type,
in units of the type's epsilon times the norms that backward stable algorithms bound it by.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import pathlib
import time
from collections.abc import Callable, Iterator
from typing import Any

if __name__ == "__main__":
    os.environ.setdefault("JAX_PLATFORMS", "labora,cpu")

import jax
import jax.numpy as jnp
import jax.scipy.linalg as jsl
import numpy as np

PLATFORMS = ("labora", "cpu")
PARTS = ("subnormal", "small", "middle", "large")
TYPES = ("float32", "float64", "complex64", "complex128")
SIZES = (1, 2, 3, 5, 8, 17, 33, 64)
WIDER = {"float32": np.float64, "float64": np.longdouble, "complex64": np.complex128, "complex128": np.clongdouble}
# A residual of fewer units than this and one for each row is not flagged: LAPACK's own tests allow 30 for each.
UNITS = 10.0
PAGE = pathlib.Path(__file__).parents[3] / "docs" / "results" / "accuracy-decompositions.md"
HEAD = """# Residuals of decompositions

The largest residual of each decomposition over matrices of {sizes} rows, `Labora / JAX's CPU backend`
(LAPACK): what its definition leaves, such as `A - Q R` or `Q^H Q - I`, in units of the type's epsilon times
the norms that backward stable algorithms bound it by. Each kind of matrix is scaled by powers of ten over
the whole range of the type: `small` begins at the least number whose rounding is normal, `subnormal` below
it, and `large` ends at the largest. A cell ends with `!` where Labora's residual is more than {units:.0f}
units and one for each row, and more than four times that of JAX's CPU backend. Where a result of the latter
has no right digit, there is nothing to compare. `nan` is a result with a NaN or an infinity of a finite
matrix.

Written by `python python/tools/accuracy/decompositions.py` with JAX {jax}.

| decomposition | matrices | elements | {types} |
|---|---|---|{rules}|
"""

Matrix = np.ndarray


def adjoint(a: Matrix) -> Matrix:
    return a.swapaxes(-1, -2).conj()


def norm(a: Matrix) -> Matrix:
    """The Frobenius norm of each matrix of a batch."""
    a = a.reshape(*a.shape[:-2], -1)
    largest = np.maximum(np.abs(a).max(-1, initial=0), np.finfo(a.dtype).tiny)
    return largest * np.sqrt((np.abs(a / largest[..., None]) ** 2).sum(-1))


# The numbers that matrices are made of, in f64 near 1.


def _random(r: np.random.Generator, m: int, n: int, is_complex: bool) -> Matrix:
    a = r.normal(size=(m, n))
    return a + 1j * r.normal(size=(m, n)) if is_complex else a


def _graded(r: np.random.Generator, m: int, n: int, is_complex: bool) -> Matrix:
    return _random(r, m, n, is_complex) * 10.0 ** -np.linspace(0, 12, m)[:, None]


def _columns(r: np.random.Generator, m: int, n: int, is_complex: bool) -> Matrix:
    return _random(r, m, n, is_complex) * 10.0 ** -np.linspace(0, 20, n)[r.permutation(n)]


def _deficient(r: np.random.Generator, m: int, n: int, is_complex: bool) -> Matrix:
    k = max(1, min(m, n) // 2)
    return _random(r, m, k, is_complex) @ _random(r, k, n, is_complex)


def _hilbert(r: np.random.Generator, m: int, n: int, is_complex: bool) -> Matrix:
    a = 1 / (np.arange(m)[:, None] + np.arange(n) + 1)
    return a * np.exp(1j * (np.arange(m)[:, None] - np.arange(n))) if is_complex else a


def _repeated(r: np.random.Generator, m: int, n: int, is_complex: bool) -> Matrix:
    """Of eigenvalues or singular values that are 1 or 2."""
    u, v = (np.linalg.qr(_random(r, k, k, is_complex))[0] for k in (m, n))
    k = min(m, n)
    return (u[:, :k] * np.where(np.arange(k) % 3, 1.0, 2.0)) @ (u.conj().T if m == n else v[:k])


def _zero(r: np.random.Generator, m: int, n: int, is_complex: bool) -> Matrix:
    return np.zeros((m, n), complex if is_complex else float)


def _jordan(r: np.random.Generator, m: int, n: int, is_complex: bool) -> Matrix:
    return (np.eye(m, n) + np.eye(m, n, 1)).astype(complex if is_complex else float)


def _blocks(r: np.random.Generator, m: int, n: int, is_complex: bool) -> Matrix:
    """A large block, and a tiny one beside it."""
    a, k = _random(r, m, n, is_complex), (min(m, n) + 1) // 2
    a[k:, :k] = a[:k, k:] = 0
    a[k:, k:] *= 1e-30
    return a


KINDS: dict[str, Callable[..., Matrix]] = {
    "random": _random,
    "graded rows": _graded,
    "columns of other scales": _columns,
    "of half the rank": _deficient,
    "Hilbert": _hilbert,
    "repeated values": _repeated,
    "zero": _zero,
    "Jordan block": _jordan,
    "blocks of other scales": _blocks,
}
ANY = tuple(KINDS)
REGULAR = ("random", "repeated values", "columns of other scales")


def scales(dtype: str, room: float) -> dict[str, list[float]]:
    """Powers of ten in the parts of a type's range. The largest leaves `room` for results that are larger."""
    info = np.finfo(dtype)
    low, normal, high = (float(np.log10(x)) for x in (info.smallest_subnormal, info.tiny / info.eps, info.max))
    high -= float(np.log10(room))
    return {
        "subnormal": list(10.0 ** np.linspace(low + 4, normal, 3, endpoint=False)),
        "small": list(10.0 ** np.linspace(normal, 0.6 * normal, 3)),
        "middle": [1e-3, 1.0, 1e3],
        "large": list(10.0 ** np.linspace(0.6 * high, high, 3)),
    }


@dataclasses.dataclass(frozen=True)
class Decomposition:
    name: str
    # The function in JAX, of one batch of matrices.
    function: Callable[..., Any]
    # The residuals of each matrix: of the matrices and the results, in a wider type. Each is a pair of a residual's
    # norm and the norm that bounds it.
    residuals: Callable[..., Iterator[tuple[Matrix, Matrix]]]
    kinds: tuple[str, ...] = ANY
    # What becomes of the matrices before.
    prepare: Callable[[Matrix], Matrix] = lambda a: a
    # Rows and columns for a size.
    shape: Callable[[int], tuple[int, int]] = lambda n: (n, n)
    # How much larger than the largest element results may be, for each row.
    room: float = 16


def _identity(n: int) -> Matrix:
    return np.eye(n)


def _orthonormal(q: Matrix) -> tuple[Matrix, Matrix]:
    return norm(adjoint(q) @ q - _identity(q.shape[-1])), np.ones(q.shape[:-2])


def _lu(a: Matrix, p: Matrix, l: Matrix, u: Matrix) -> Iterator[tuple[Matrix, Matrix]]:
    yield norm(a - p @ l @ u), norm(l) * norm(u)


def _qr(a: Matrix, q: Matrix, r: Matrix) -> Iterator[tuple[Matrix, Matrix]]:
    yield _orthonormal(q)
    # Column by column: their scales do not matter.
    difference = a - q @ r
    for j in range(a.shape[-1]):
        yield norm(difference[..., j : j + 1]), norm(a[..., j : j + 1])


def _svd(a: Matrix, u: Matrix, s: Matrix, v: Matrix) -> Iterator[tuple[Matrix, Matrix]]:
    yield _orthonormal(u)
    yield _orthonormal(adjoint(v))
    yield norm(a - (u * s[..., None, :]) @ v), norm(a)


def _eigh(a: Matrix, w: Matrix, v: Matrix) -> Iterator[tuple[Matrix, Matrix]]:
    yield _orthonormal(v)
    yield norm(a - (v * w[..., None, :]) @ adjoint(v)), norm(a)


def _eig(a: Matrix, w: Matrix, v: Matrix) -> Iterator[tuple[Matrix, Matrix]]:
    yield norm(a @ v - v * w[..., None, :]), norm(a) * norm(v)


def _schur(a: Matrix, t: Matrix, z: Matrix) -> Iterator[tuple[Matrix, Matrix]]:
    yield _orthonormal(z)
    yield norm(a - z @ t @ adjoint(z)), norm(a)


def _cholesky(a: Matrix, l: Matrix) -> Iterator[tuple[Matrix, Matrix]]:
    yield norm(a - l @ adjoint(l)), norm(a)


def _solve(a: Matrix, x: Matrix) -> Iterator[tuple[Matrix, Matrix]]:
    yield norm(a @ x - a[..., :1]), norm(a) * norm(x)


def _inverse(a: Matrix, x: Matrix) -> Iterator[tuple[Matrix, Matrix]]:
    yield norm(a @ x - _identity(a.shape[-1])), norm(a) * norm(x)


def _upper(a: Matrix) -> Matrix:
    """Upper triangular, well-conditioned."""
    n = a.shape[-1]
    return np.triu(a, 1) / n + _identity(n) * np.where(a == 0, 1, a)


def _triangular(a: Matrix, x: Matrix) -> Iterator[tuple[Matrix, Matrix]]:
    yield norm(a @ x - a[..., -1:]), norm(a) * norm(x)


def _slogdet(a: Matrix, sign: Matrix, log: Matrix) -> Iterator[tuple[Matrix, Matrix]]:
    """Of orthogonal matrices times a scale."""
    n = a.shape[-1]
    exact = n * np.log(norm(a) / np.sqrt(n))
    yield np.abs(log - exact), n * (1 + np.abs(exact) / n)
    yield np.abs(np.abs(sign) - 1), np.full(sign.shape, n)


def _orthogonal(a: Matrix) -> Matrix:
    return np.linalg.qr(a)[0]


def _hermitian(a: Matrix) -> Matrix:
    return (a + adjoint(a)) / 2


def _definite(a: Matrix) -> Matrix:
    n = a.shape[-1]
    return a @ adjoint(a) / n + _identity(n)


def _least_squares(a: Matrix, x: Matrix) -> Iterator[tuple[Matrix, Matrix]]:
    b = a.sum(-1, keepdims=True)
    b[..., 0, :] += norm(a)[..., None]
    size = norm(a)
    yield norm(adjoint(a) @ ((a @ x - b) / size[..., None, None])), size * norm(x) + norm(b)


def _right_sides(a: Any) -> Any:
    size = jnp.abs(a).max((-1, -2), keepdims=True)
    # The norm, which neither overflows nor vanishes.
    size = size * jnp.sqrt((jnp.abs(a / size) ** 2).sum((-1, -2), keepdims=True))
    return a.sum(-1, keepdims=True).at[..., :1, :].add(size.astype(a.dtype))


def _batched(f: Callable[..., Any]) -> Callable[..., Any]:
    return lambda a: jax.vmap(f)(a)


ROWS = (
    Decomposition("LU", _batched(jsl.lu), _lu),
    Decomposition("solve", lambda a: (jnp.linalg.solve(a, a[..., :1]),), _solve, REGULAR),
    Decomposition("inverse", lambda a: (jnp.linalg.inv(a),), _inverse, ("random", "repeated values")),
    Decomposition("slogdet", jnp.linalg.slogdet, _slogdet, ("random",), _orthogonal),
    Decomposition(
        "triangular solve",
        lambda a: (jax.lax.linalg.triangular_solve(a, a[..., -1:], left_side=True, lower=False),),
        _triangular,
        ("random", "graded rows"),
        _upper,
    ),
    Decomposition("Cholesky", lambda a: (jnp.linalg.cholesky(a),), _cholesky, ("random", "repeated values"), _definite),
    Decomposition("QR", jnp.linalg.qr, _qr),
    Decomposition("QR, tall", jnp.linalg.qr, _qr, shape=lambda n: (2 * n + 1, n)),
    Decomposition("QR, wide", jnp.linalg.qr, _qr, shape=lambda n: (n, 2 * n + 1)),
    Decomposition("SVD", lambda a: jnp.linalg.svd(a, full_matrices=False), _svd),
    Decomposition("SVD, tall", lambda a: jnp.linalg.svd(a, full_matrices=False), _svd, shape=lambda n: (2 * n + 1, n)),
    Decomposition("SVD, wide", lambda a: jnp.linalg.svd(a, full_matrices=False), _svd, shape=lambda n: (n, 2 * n + 1)),
    Decomposition("eigh", lambda a: jnp.linalg.eigh(a, symmetrize_input=False), _eigh, prepare=_hermitian),
    # Balancing columns of other scales loses digits in LAPACK, too: by which luck is no measure.
    Decomposition("eig", jnp.linalg.eig, _eig, tuple(kind for kind in ANY if kind != "columns of other scales")),
    Decomposition("Schur", _batched(jsl.schur), _schur),
    Decomposition("Hessenberg", _batched(lambda a: jsl.hessenberg(a, calc_q=True)), lambda a, h, q: _schur(a, h, q)),
    Decomposition(
        "lstsq",
        _batched(lambda a: (jnp.linalg.lstsq(a, _right_sides(a))[0],)),
        _least_squares,
        ("random", "repeated values"),
        shape=lambda n: (2 * n + 1, n),
    ),
    Decomposition("pinv", lambda a: (jnp.linalg.pinv(a),), _inverse, ("repeated values",)),
)


@dataclasses.dataclass
class Errors:
    """The largest residual on each platform, and where Labora has it."""

    worst: dict[str, float]
    # Units of a residual as large as the matrix.
    no_digits: float
    # The number of rows.
    rows: int = 0
    at: str = ""

    @property
    def is_flagged(self) -> bool:
        ours, theirs = (self.worst[platform] for platform in PLATFORMS)
        # A result without a right digit is beyond the range, and no measure.
        if not theirs < self.no_digits:
            return False
        return not ours <= max(4 * theirs, UNITS + self.rows)


def run(function: Callable[..., Any], a: Matrix, platform: str) -> list[Matrix]:
    """The results of a function of a batch of matrices on a platform."""
    results = jax.jit(function)(jax.device_put(a, jax.devices(platform)[0]))
    return [np.asarray(result) for result in jax.tree.leaves(results)]


def units(row: Decomposition, a: Matrix, results: list[Matrix]) -> Matrix:
    """The largest residual of each matrix, in units; NaN where a result is not finite."""
    info, wide = np.finfo(a.dtype), WIDER[str(a.dtype)]
    finite = np.all([np.isfinite(x).reshape(len(a), -1).all(-1) for x in results], axis=0)
    real = np.finfo(wide).dtype
    widened = [x.astype(np.result_type(real, np.complex64) if np.iscomplexobj(x) else real) for x in results]
    worst = np.zeros(len(a), real)
    with np.errstate(all="ignore"):
        for residual, bound in row.residuals(a.astype(wide), *widened):
            # Results that are subnormal are rounded to a number that is not relative to their size.
            unit = info.eps * bound + a.shape[-1] * info.smallest_subnormal
            worst = np.maximum(worst, residual / unit)
    return np.where(finite, worst, np.nan)


def measure(row: Decomposition, kind: str, dtype: str, sizes: tuple[int, ...] = SIZES) -> dict[str, Errors]:
    """Compares over all sizes and scales, for each part of the range."""
    no_digits = 1 / float(np.finfo(dtype).eps)
    errors = {part: Errors({platform: 0.0 for platform in PLATFORMS}, no_digits) for part in PARTS}
    is_complex = dtype.startswith("complex")
    for n in sizes:
        m, columns = row.shape(n)
        one = row.prepare(KINDS[kind](np.random.default_rng(n), m, columns, is_complex))
        by = [(part, x) for part, values in scales(dtype, row.room * max(m, columns)).items() for x in values]
        a = np.stack([(one * scale).astype(dtype) for _, scale in by])
        found = {platform: units(row, a, run(row.function, a, platform)) for platform in PLATFORMS}
        ours, theirs = (found[platform] for platform in PLATFORMS)
        for i, (part, scale) in enumerate(by):
            pair = dict(zip(PLATFORMS, (float(ours[i]), float(theirs[i]))))
            at = f"{m}x{columns}, scale {scale:.0e}: {pair['labora']:.1f} / {pair['cpu']:.1f}"
            here, worst = Errors(pair, no_digits, m, at), errors[part]
            if here.is_flagged and not worst.is_flagged:
                errors[part] = here
            elif not worst.is_flagged:
                worst.worst = {name: float(np.maximum(worst.worst[name], pair[name])) for name in PLATFORMS}
    return errors


def shown(x: float) -> str:
    return f"{x:.1f}" if not x >= 1e4 else f"{x:.0e}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--filter", default="", help="decompositions whose names have this text")
    parser.add_argument("--types", default=",".join(TYPES), help="types with commas between")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="sizes with commas between")
    parser.add_argument("--no-page", action="store_true", help="only print")
    options = parser.parse_args()
    jax.config.update("jax_enable_x64", True)
    types, sizes = options.types.split(","), tuple(int(n) for n in options.sizes.split(","))
    lines, flagged, start = [], 0, time.monotonic()
    for row in ROWS:
        if options.filter not in row.name:
            continue
        for kind in row.kinds:
            cells: dict[str, list[str]] = {part: [] for part in PARTS}
            for dtype in types:
                for part, errors in measure(row, kind, dtype, sizes).items():
                    ours, theirs = (shown(errors.worst[platform]) for platform in PLATFORMS)
                    cells[part].append(f"{ours} / {theirs}" + (" !" if errors.is_flagged else ""))
                    flagged += errors.is_flagged
                    if errors.is_flagged:
                        print(f"{row.name} of {kind}, {dtype}, {part}: {errors.at}", flush=True)
            lines += [f"| {row.name} | {kind} | {part} | {' | '.join(cells[part])} |" for part in PARTS]
            if options.filter:
                print(*lines[-len(PARTS):], sep="\n", flush=True)
    print(f"{len(lines)} rows, {flagged} cells flagged, {time.monotonic() - start:.0f} s")
    if not (options.no_page or options.filter):
        head = HEAD.format(
            sizes=f"{sizes[0]} to {sizes[-1]}", units=UNITS, jax=jax.__version__, types=" | ".join(types),
            rules="|".join("---" for _ in types),
        )
        PAGE.write_text(head + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
