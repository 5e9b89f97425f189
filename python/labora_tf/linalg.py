"""`tf.linalg`, and `tf.matmul`, `tf.einsum`, `tf.tensordot`, `tf.norm` of the root."""

from __future__ import annotations

from typing import Any

import numpy as np
from keras import ops

from labora_tf import _ops, math
from labora_tf._fills import eye as eye
from labora_tf._ops import arg, backend, common, host, integer, is_float, on_host, pair, plain
from labora_tf._reductions import reduce_sum
from labora_tf.errors import InvalidArgumentError
from labora_tf.math import cross as cross

__all__ = (
    "adjoint band_part cholesky cholesky_solve cross det diag diag_part eig eigh eigvals eigvalsh einsum "
    "expm eye "
    "global_norm inv l2_normalize logdet lstsq lu matmul matrix_rank matrix_transpose matvec norm "
    "normalize pinv qr "
    "set_diag slogdet solve sqrtm logm svd tensor_diag tensor_diag_part tensordot trace triangular_solve"
).split()
_AT_ROOT = (
    "matmul einsum tensordot norm eig eigvals matrix_transpose trace cholesky matrix_inverse "
    "matrix_determinant "
    "matrix_solve matrix_band_part matrix_diag matrix_diag_part matrix_set_diag self_adjoint_eig qr svd "
    "global_norm cross matrix_square_root matrix_triangular_solve cholesky_solve matrix_solve_ls"
).split()


def matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    output_type: Any = None,
    grad_a: bool = False,
    grad_b: bool = False,
    name: str | None = None,
) -> Any:
    """The product of matrices in the last two axes; the axes before them are a batch."""
    if hasattr(a, "dense_shape"):
        raise TypeError("tf.matmul does not take SparseTensors here; make it dense: tf.sparse.to_dense(x)")
    a, b = pair(a, b)
    if len(a.shape) < 2 or len(b.shape) < 2:
        raise InvalidArgumentError(
            f"In[0] and In[1] has different ndims: {list(a.shape)} vs. {list(b.shape)} [Op:MatMul]; of a "
            "vector use "
            "tf.linalg.matvec or tf.tensordot"
        )
    a = _turned(a, transpose_a, adjoint_a)
    b = _turned(b, transpose_b, adjoint_b)
    if None not in (a.shape[-1], b.shape[-2]) and a.shape[-1] != b.shape[-2]:
        raise InvalidArgumentError(
            f"Matrix size-incompatible: In[0]: {list(a.shape)}, In[1]: {list(b.shape)} [Op:MatMul]"
        )
    out = host(plain(a) @ plain(b)) if on_host(a, b) else ops.matmul(a, b)
    return out if output_type is None else _ops.cast(out, output_type)


def _turned(x: Any, transposed: bool, adjoint: bool) -> Any:
    if transposed or adjoint:
        x = matrix_transpose(x)
    return math.conj(x) if adjoint and "complex" in str(x.dtype) else x


def matvec(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    adjoint_a: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Any:
    """Matrices times vectors in the last axis."""
    a, b = pair(a, b)
    out = matmul(a, b[..., None], transpose_a=transpose_a, adjoint_a=adjoint_a)
    return out[..., 0]


def tensordot(a: Any, b: Any, axes: Any, name: str | None = None) -> Any:
    """Sums of products over pairs of axes: a count, or two lists."""
    a, b = pair(a, b)
    if not isinstance(axes, int):
        axes = np.asarray(axes).tolist() if not isinstance(axes, (list, tuple)) else list(axes)
    if isinstance(axes, list):
        axes = [list(one) if isinstance(one, (list, tuple)) else one for one in axes]
    return host(np.tensordot(plain(a), plain(b), axes)) if on_host(a, b) else ops.tensordot(a, b, axes)


def einsum(equation: str, *inputs: Any, **kwargs: Any) -> Any:
    """Einstein's sums. `optimize` is accepted."""
    for name in ("name", "optimize"):
        kwargs.pop(name, None)
    _ops.no_more("einsum", kwargs)
    parts = common(*inputs)
    if on_host(*parts):
        return host(np.einsum(equation, *(plain(part) for part in parts)))
    return ops.einsum(equation, *parts)


def matrix_transpose(a: Any, name: str | None = None, conjugate: bool = False) -> Any:
    """The last two axes swapped."""
    a = arg(a)
    if len(a.shape) < 2:
        raise ValueError(f"Argument `a` must be a (batch) matrix. Received: {tuple(a.shape)}")
    out = host(np.swapaxes(plain(a), -1, -2)) if on_host(a) else ops.swapaxes(a, -1, -2)
    return math.conj(out) if conjugate else out


def adjoint(matrix: Any, name: str | None = None) -> Any:
    """Transposed and conjugated."""
    return _turned(arg(matrix), False, True)


def norm(
    tensor: Any,
    ord: Any = "euclidean",
    axis: Any = None,
    keepdims: Any = None,
    name: str | None = None,
    **old: Any,  # noqa: A002
) -> Any:
    """The norm of vectors (one axis, or None for the flat tensor) or matrices (two axes)."""
    keepdims = bool(_ops.old(keepdims, old, "keep_dims"))
    _ops.no_more("norm", old)
    x = backend(arg(tensor))
    axis = _ops.axes(axis)
    matrix = isinstance(axis, tuple) and len(axis) == 2
    if ord == "fro" and not matrix:
        raise ValueError("'fro' is a norm of matrices: give axis=[-2, -1]")
    if ord in ("euclidean", "fro") or (ord == 2 and not matrix):
        square = ops.square(ops.abs(x)) if "complex" in str(x.dtype) else ops.square(x)
        return ops.sqrt(ops.sum(square, axis, keepdims))
    if matrix:
        return ops.norm(x, ord=ord, axis=axis, keepdims=keepdims)
    size = ops.abs(x)
    if ord == np.inf:
        return ops.max(size, axis, keepdims)
    if ord == 1:
        return ops.sum(size, axis, keepdims)
    if not isinstance(ord, (int, float)) or ord <= 0:
        raise ValueError(f"'ord' must be a supported vector norm, got {ord!r}")
    return ops.power(ops.sum(ops.power(size, ord), axis, keepdims), 1.0 / ord)


def normalize(
    tensor: Any, ord: Any = "euclidean", axis: Any = None, name: str | None = None
) -> tuple[Any, Any]:  # noqa: A002
    """The tensor divided by its norm, and the norm."""
    x = backend(arg(tensor))
    size = norm(x, ord, axis, keepdims=True)
    return x / size, size


def l2_normalize(
    x: Any, axis: Any = None, epsilon: float = 1e-12, name: str | None = None, dim: Any = None
) -> Any:
    """x / sqrt(max(sum(x ** 2), epsilon))."""
    from labora_tf import nn

    return nn.l2_normalize(x, axis, epsilon, name, dim)


def global_norm(t_list: Any, name: str | None = None) -> Any:
    """sqrt of the sum of the squares of all elements of all tensors; None is left out."""
    if not isinstance(t_list, (list, tuple)):
        raise TypeError(f"`t_list` should be a sequence of tensors. Received {type(t_list)}.")
    squares = [ops.sum(ops.square(backend(arg(getattr(t, "values", t))))) for t in t_list if t is not None]
    return ops.sqrt(sum(squares)) if squares else ops.convert_to_tensor(0.0)


def trace(x: Any, name: str | None = None) -> Any:
    """The sum of the diagonal of the last two axes."""
    return ops.trace(backend(arg(x)), axis1=-2, axis2=-1)


def tensor_diag(diagonal: Any, name: str | None = None) -> Any:
    """A tensor with this diagonal: of rank k, one of rank 2k."""
    x = backend(arg(diagonal))
    shape = tuple(x.shape)
    return ops.reshape(ops.diag(ops.reshape(x, (-1,))), shape + shape)


def tensor_diag_part(input: Any, name: str | None = None) -> Any:  # noqa: A002
    """The inverse of `tensor_diag`."""
    x = backend(arg(input))
    shape = tuple(x.shape)[: len(x.shape) // 2]
    count = int(np.prod(shape))
    return ops.reshape(ops.diagonal(ops.reshape(x, (count, count))), shape)


def _one_diagonal(function: str, k: Any, num_rows: int = -1, num_cols: int = -1) -> int:
    if np.ndim(k):
        low, high = (int(one) for one in np.asarray(k).reshape(-1)[[0, -1]])
        if low != high:
            raise _missing(
                f"tf.linalg.{function} of a band of diagonals", "call it for one diagonal after another"
            )
        k = low
    if (num_rows, num_cols) != (-1, -1):
        raise _missing(f"tf.linalg.{function} with num_rows or num_cols", "pad the result: tf.pad")
    return integer(k)


def _missing(what: str, instead: str) -> Exception:
    from labora_tf.errors import NotInLabora

    return NotInLabora(f"{what} is not in Labora; {instead}")


def diag(
    diagonal: Any,
    name: str = "diag",
    k: Any = 0,
    num_rows: int = -1,
    num_cols: int = -1,
    padding_value: Any = 0,
    align: str = "RIGHT_LEFT",
) -> Any:
    """Matrices with these diagonals; `k` is how far above the main one."""
    k = _one_diagonal("diag", k, num_rows, num_cols)
    x = backend(arg(diagonal))
    size = x.shape[-1] + abs(k)
    before, after = max(-k, 0), max(k, 0)
    wide = ops.pad(x, [(0, 0)] * (len(x.shape) - 1) + [(before, after)])
    mask = np.eye(size, size, k, dtype=bool)
    value = ops.where(mask, wide[..., :, None], ops.cast(padding_value, x.dtype))
    return value


def diag_part(
    input: Any,  # noqa: A002
    name: str = "diag_part",
    k: Any = 0,
    padding_value: Any = 0,
    align: str = "RIGHT_LEFT",
) -> Any:
    """The diagonals of matrices."""
    x = backend(arg(input))
    return ops.diagonal(x, _one_diagonal("diag_part", k), -2, -1)


def set_diag(input: Any, diagonal: Any, name: str = "set_diag", k: Any = 0, align: str = "RIGHT_LEFT") -> Any:  # noqa: A002
    """Matrices with another diagonal."""
    x, diagonal = backend(arg(input)), backend(arg(diagonal))
    k = _one_diagonal("set_diag", k)
    rows, columns = x.shape[-2:]
    mask = np.eye(rows, columns, k, dtype=bool)
    before = max(-k, 0)
    wide = ops.pad(
        diagonal, [(0, 0)] * (len(diagonal.shape) - 1) + [(before, rows - before - diagonal.shape[-1])]
    )
    return ops.where(mask, wide[..., :, None], x)


def band_part(input: Any, num_lower: Any, num_upper: Any, name: str | None = None) -> Any:  # noqa: A002
    """Zeros outside of a band around the diagonal; a negative number keeps that triangle whole."""
    x = arg(input)
    rows, columns = x.shape[-2:]
    lower, upper = integer(num_lower), integer(num_upper)
    distance = np.arange(rows)[:, None] - np.arange(columns)[None, :]
    mask = ((lower < 0) | (distance <= lower)) & ((upper < 0) | (-distance <= upper))
    if on_host(x):
        return host(np.where(mask, plain(x), np.zeros((), x.dtype)))
    return ops.where(mask, x, ops.zeros_like(x))


def _matrix(x: Any, function: str) -> Any:
    x = backend(arg(x))
    if not is_float(x) and "complex" not in str(x.dtype):
        raise InvalidArgumentError(f"tf.linalg.{function} takes floats, not {x.dtype}: cast it with tf.cast")
    if len(x.shape) < 2:
        raise InvalidArgumentError(f"Input tensor {list(x.shape)} must have rank >= 2 [Op:{function}]")
    return x


def _square(x: Any, function: str) -> Any:
    x = _matrix(x, function)
    if x.shape[-1] != x.shape[-2]:
        raise InvalidArgumentError(f"Input matrix must be square, got {list(x.shape)} [Op:{function}]")
    return x


def inv(input: Any, adjoint: bool = False, name: str | None = None) -> Any:  # noqa: A002
    """The inverse. A singular matrix raises an error where its values are known."""
    x = _square(input, "inv")
    out = ops.inv(_turned(x, False, adjoint))
    if (
        _ops.is_known(out)
        and not bool(np.all(np.isfinite(np.asarray(out))))
        and bool(np.all(np.isfinite(np.asarray(x))))
    ):
        raise InvalidArgumentError("Input is not invertible. [Op:MatrixInverse]")
    return out


def det(input: Any, name: str | None = None) -> Any:  # noqa: A002
    """The determinant."""
    return ops.det(_square(input, "det"))


def slogdet(input: Any, name: str | None = None) -> Any:  # noqa: A002
    """The sign, and the logarithm of the absolute value, of the determinant."""
    import collections

    sign, value = ops.slogdet(_square(input, "slogdet"))
    return collections.namedtuple("LogMatrixDeterminant", ("sign", "log_abs_determinant"))(sign, value)


def logdet(matrix: Any, name: str | None = None) -> Any:
    """The logarithm of the determinant of positive definite matrices."""
    return 2.0 * ops.sum(ops.log(ops.diagonal(cholesky(matrix), 0, -2, -1)), axis=-1)


def cholesky(input: Any, name: str | None = None) -> Any:  # noqa: A002
    """The lower triangle L of L L^T. An error if a matrix is not positive definite."""
    x = _square(input, "cholesky")
    out = ops.cholesky(ops.tril(x) + ops.swapaxes(ops.tril(x, -1), -1, -2))
    if _ops.is_known(out) and not bool(np.all(np.isfinite(np.asarray(out)))):
        raise InvalidArgumentError(
            "Cholesky decomposition was not successful. The input might not be valid. [Op:Cholesky]"
        )
    return ops.tril(out)


def cholesky_solve(chol: Any, rhs: Any, name: str | None = None) -> Any:
    """x of (L L^T) x = rhs."""
    chol = backend(arg(chol))
    half = triangular_solve(chol, rhs)
    return triangular_solve(chol, half, adjoint=True)


def solve(matrix: Any, rhs: Any, adjoint: bool = False, name: str | None = None) -> Any:
    """x of matrix x = rhs."""
    matrix = _turned(_square(matrix, "solve"), False, adjoint)
    out = ops.solve(matrix, backend(arg(rhs)))
    if _ops.is_known(out) and not bool(np.all(np.isfinite(np.asarray(out)))):
        raise InvalidArgumentError("Input matrix is not invertible. [Op:MatrixSolve]")
    return out


def triangular_solve(
    matrix: Any, rhs: Any, lower: bool = True, adjoint: bool = False, name: str | None = None
) -> Any:
    """x of matrix x = rhs, of whose matrix only one triangle is read."""
    matrix = _square(matrix, "triangular_solve")
    if adjoint:
        matrix, lower = _turned(matrix, False, True), not lower
    triangle = ops.tril(matrix) if lower else ops.triu(matrix)
    return ops.solve_triangular(triangle, backend(arg(rhs)), lower=lower)


def lstsq(
    matrix: Any, rhs: Any, l2_regularizer: Any = 0.0, fast: bool = True, name: str | None = None
) -> Any:
    """Least squares, with `l2_regularizer` times the squared norm of x."""
    matrix, rhs = _matrix(matrix, "lstsq"), backend(arg(rhs))
    turned = _turned(matrix, False, True)
    if matrix.shape[-2] >= matrix.shape[-1]:
        gram = matmul(turned, matrix) + l2_regularizer * ops.eye(matrix.shape[-1], dtype=str(matrix.dtype))
        if fast:
            return cholesky_solve(cholesky(gram), matmul(turned, rhs))
    elif fast:
        gram = matmul(matrix, turned) + l2_regularizer * ops.eye(matrix.shape[-2], dtype=str(matrix.dtype))
        return matmul(turned, cholesky_solve(cholesky(gram), rhs))
    return matmul(ops.pinv(matrix), rhs)


def eigh(tensor: Any, name: str | None = None) -> tuple[Any, Any]:
    """Eigenvalues in ascending order and eigenvectors of self-adjoint matrices (of their lower triangle)."""
    x = ops.tril(_square(tensor, "eigh"))
    x = x + _turned(ops.tril(x, -1), False, True)
    values, vectors = ops.eigh(x)
    return values, vectors


def eigvalsh(tensor: Any, name: str | None = None) -> Any:
    return eigh(tensor)[0]


def eig(tensor: Any, name: str | None = None) -> tuple[Any, Any]:
    """Eigenvalues and eigenvectors, complex. Computed on the host by NumPy."""
    x = _square(tensor, "eig")
    if not _ops.is_known(x):
        raise _ops.unknown(
            "tf.linalg.eig is computed on the host and not in compiled functions; see tf.linalg.eigh"
        )
    values, vectors = np.linalg.eig(np.asarray(x))
    return arg(values.astype(np.complex64)), arg(vectors.astype(np.complex64))


def eigvals(tensor: Any, name: str | None = None) -> Any:
    return eig(tensor)[0]


def svd(tensor: Any, full_matrices: bool = False, compute_uv: bool = True, name: str | None = None) -> Any:
    """(s, u, v) with u diag(s) v^H; unlike NumPy's, `v` is not transposed."""
    x = _matrix(tensor, "svd")
    if not compute_uv:
        return ops.svd(x, full_matrices=full_matrices, compute_uv=False)
    u, s, vh = ops.svd(x, full_matrices=full_matrices)
    return s, u, _turned(vh, False, True)


def qr(input: Any, full_matrices: bool = False, name: str | None = None) -> Any:  # noqa: A002
    """(q, r)."""
    return tuple(ops.qr(_matrix(input, "qr"), mode="complete" if full_matrices else "reduced"))


def lu(input: Any, output_idx_type: Any = "int32", name: str | None = None) -> tuple[Any, Any]:  # noqa: A002
    """L below and U above the diagonal, and the permutation of the rows."""
    x = _square(input, "lu")
    packed, pivots = ops.lu_factor(x)
    if not _ops.is_known(packed):
        raise _ops.unknown("tf.linalg.lu is not done in compiled functions; see tf.linalg.solve")
    found = np.asarray(pivots).reshape(-1, x.shape[-1])
    permutations = np.tile(np.arange(x.shape[-1]), (len(found), 1))
    for row, swaps in zip(permutations, found):
        for i, j in enumerate(swaps):
            row[[i, j]] = row[[j, i]]
    return packed, arg(permutations.reshape(tuple(x.shape)[:-1]).astype(np.int32))


def pinv(a: Any, rcond: Any = None, validate_args: bool = False, name: str | None = None) -> Any:
    """Moore and Penrose's pseudo-inverse."""
    x = _matrix(a, "pinv")
    if rcond is None:
        rcond = 10.0 * max(x.shape[-2:]) * float(np.finfo(np.float32).eps)
    s, u, v = svd(x)
    kept = ops.where(s > rcond * ops.max(s, axis=-1, keepdims=True), s, np.inf)
    return matmul(v / kept[..., None, :], u, adjoint_b=True)


def matrix_rank(a: Any, tol: Any = None, validate_args: bool = False, name: str | None = None) -> Any:
    """How many singular values are above a tolerance."""
    x = _matrix(a, "matrix_rank")
    s = ops.svd(x, compute_uv=False)
    if tol is None:
        tol = float(np.finfo(np.float32).eps) * max(x.shape[-2:]) * ops.max(s, axis=-1, keepdims=True)
    return reduce_sum(ops.cast(s > tol, "int32"), axis=-1)


def expm(input: Any, name: str | None = None) -> Any:  # noqa: A002
    """The exponential of matrices: scaled, a series of 18 terms, squared back."""
    x = _square(input, "expm")
    if not _ops.is_known(x):
        raise _ops.unknown("tf.linalg.expm is not done in compiled functions")
    size = float(np.max(np.sum(np.abs(np.asarray(x)), axis=-1), initial=0.0))
    halvings = max(0, int(np.ceil(np.log2(size))) + 1) if size > 0 else 0
    small = x / float(2**halvings)
    total = term = ops.broadcast_to(ops.eye(x.shape[-1], dtype=str(x.dtype)), tuple(x.shape))
    for number in range(1, 19):
        term = ops.matmul(term, small) / float(number)
        total = total + term
    for _ in range(halvings):
        total = ops.matmul(total, total)
    return total


def _of_scipy(name: str, doc: str) -> Any:
    def function(input: Any, name: str | None = None) -> Any:  # noqa: A002
        from scipy import linalg as scipy_linalg

        x = _square(input, of)
        if not _ops.is_known(x):
            raise _ops.unknown(f"tf.linalg.{of} is computed on the host and not in compiled functions")
        rows = np.asarray(x).reshape(-1, *tuple(x.shape)[-2:])
        found = np.stack(
            [getattr(scipy_linalg, of)(row.astype(np.result_type(row, np.float64))) for row in rows]
        )
        if found.dtype.kind == "c" and "complex" not in str(x.dtype):
            found = found.real
        return _ops.cast(arg(found.reshape(tuple(x.shape)).astype(np.asarray(x).dtype)), str(x.dtype))

    of = name
    return _ops.named(function, name, doc)


sqrtm = _of_scipy("sqrtm", "The square root of matrices.")
logm = _of_scipy("logm", "The logarithm of matrices.")
matrix_square_root = sqrtm
matrix_inverse, matrix_determinant, matrix_solve, matrix_band_part = inv, det, solve, band_part
matrix_diag, matrix_diag_part, matrix_set_diag = diag, diag_part, set_diag
self_adjoint_eig, matrix_triangular_solve, matrix_solve_ls = eigh, triangular_solve, lstsq


def __getattr__(name: str) -> Any:
    from labora_tf import _names

    raise _names.missing("tf.linalg", name)
