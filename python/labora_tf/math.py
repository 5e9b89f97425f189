"""`tf.math`: operations element by element. Reductions and segments are in `_reductions`."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from keras import ops

from labora_tf import _ops
from labora_tf import _reductions as _reductions
from labora_tf._glue import special as _special
from labora_tf._ops import (
    arg,
    backend,
    binary,
    common,
    host,
    is_float,
    is_int,
    named,
    on_host,
    pair,
    plain,
    unary,
)
from labora_tf._reductions import *  # noqa: F403
from labora_tf.errors import InvalidArgumentError


def _erf_of(function: str) -> Any:
    def compute(x: np.ndarray) -> np.ndarray:
        return np.asarray(getattr(_special if hasattr(_special, function) else ops, function)(x))

    return compute


def _not(x: Any) -> Any:
    if str(x.dtype) != "bool":
        raise InvalidArgumentError(f"logical_not takes a tensor of type bool, not {x.dtype}")
    return ops.logical_not(x)


_UNARY = {
    "abs": (np.abs, ops.abs, "The absolute value; of complex numbers, the modulus."),
    "acos": (np.arccos, ops.arccos, ""),
    "acosh": (np.arccosh, ops.arccosh, ""),
    "asin": (np.arcsin, ops.arcsin, ""),
    "asinh": (np.arcsinh, ops.arcsinh, ""),
    "atan": (np.arctan, ops.arctan, ""),
    "atanh": (np.arctanh, ops.arctanh, ""),
    "ceil": (np.ceil, ops.ceil, ""),
    "conj": (np.conj, ops.conj, ""),
    "cos": (np.cos, ops.cos, ""),
    "cosh": (np.cosh, ops.cosh, ""),
    "digamma": (_erf_of("digamma"), _special.digamma, "The derivative of `lgamma`."),
    "erf": (_erf_of("erf"), ops.erf, "The Gauss error function."),
    "erfc": (_erf_of("erfc"), ops.erfc, ""),
    "erfinv": (_erf_of("erfinv"), ops.erfinv, ""),
    "exp": (np.exp, ops.exp, ""),
    "expm1": (np.expm1, ops.expm1, ""),
    "floor": (np.floor, ops.floor, ""),
    "imag": (np.imag, ops.imag, ""),
    "is_finite": (np.isfinite, ops.isfinite, ""),
    "is_inf": (np.isinf, ops.isinf, ""),
    "is_nan": (np.isnan, ops.isnan, ""),
    "lgamma": (
        _erf_of("lgamma"),
        _special.lgamma,
        "The logarithm of the absolute value of the gamma function.",
    ),
    "log": (np.log, ops.log, "The natural logarithm."),
    "log1p": (np.log1p, ops.log1p, ""),
    "logical_not": (np.logical_not, _not, ""),
    "ndtri": (
        _erf_of("ndtri"),
        _special.ndtri,
        "The inverse of the standard normal distribution's function.",
    ),
    "negative": (np.negative, ops.negative, ""),
    "real": (np.real, ops.real, ""),
    "reciprocal": (np.reciprocal, ops.reciprocal, ""),
    "rint": (np.rint, ops.round, "The nearest whole number; of two, the even one."),
    "round": (np.rint, ops.round, "The nearest whole number; of two, the even one."),
    "sign": (np.sign, ops.sign, ""),
    "sin": (np.sin, ops.sin, ""),
    "sinh": (np.sinh, ops.sinh, ""),
    "sqrt": (np.sqrt, ops.sqrt, ""),
    "square": (np.square, ops.square, ""),
    "tan": (np.tan, ops.tan, ""),
    "tanh": (np.tanh, ops.tanh, ""),
    "bessel_i0": (_erf_of("i0"), _special.i0, ""),
    "bessel_i0e": (_erf_of("i0e"), _special.i0e, ""),
    "bessel_i1": (_erf_of("i1"), _special.i1, ""),
    "bessel_i1e": (_erf_of("i1e"), _special.i1e, ""),
    "rsqrt": (lambda x: (1 / np.sqrt(x)).astype(x.dtype), ops.rsqrt, "1 / sqrt(x)."),
    "sigmoid": (lambda x: (1 / (1 + np.exp(-x))).astype(x.dtype), ops.sigmoid, "1 / (1 + exp(-x))."),
    "log_sigmoid": (lambda x: -np.logaddexp(np.zeros((), x.dtype), -x), ops.log_sigmoid, ""),
    "angle": (np.angle, ops.angle, "The argument of complex numbers."),
}


def _truncate(x: Any, y: Any) -> Any:
    if is_float(x):
        return ops.trunc(ops.divide(x, y))
    sign = ops.sign(x) * ops.sign(y)
    return ops.floor_divide(ops.abs(x), ops.abs(y)) * sign


def _no_nan(x: Any, y: Any) -> Any:
    zero = ops.equal(y, 0)
    return ops.where(zero, ops.zeros_like(x), ops.divide(x, ops.where(zero, ops.ones_like(y), y)))


def _np_no_nan(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    zero = y == 0
    return np.where(zero, np.zeros((), x.dtype), x / np.where(zero, np.ones((), y.dtype), y)).astype(x.dtype)


def _mul_no_nan(x: Any, y: Any) -> Any:
    return ops.where(ops.equal(y, 0), ops.zeros_like(x), ops.multiply(x, y))


def _xlogy(x: Any, y: Any) -> Any:
    zero = ops.equal(x, 0)
    return ops.where(zero, ops.zeros_like(x), x * ops.log(ops.where(zero, ops.ones_like(y), y)))


def _xlog1py(x: Any, y: Any) -> Any:
    zero = ops.equal(x, 0)
    return ops.where(zero, ops.zeros_like(x), x * ops.log1p(ops.where(zero, ops.zeros_like(y), y)))


def _xdivy(x: Any, y: Any) -> Any:
    zero = ops.equal(x, 0)
    return ops.where(zero, ops.zeros_like(x), x / ops.where(zero, ops.ones_like(y), y))


def _by_keras(function: Any) -> Any:
    return lambda x, y: np.asarray(function(x, y))


def _bools(function: Any, name: str) -> Any:
    def compute(x: Any, y: Any) -> Any:
        if str(x.dtype) != "bool" or str(y.dtype) != "bool":
            raise InvalidArgumentError(f"{name} takes tensors of type bool, not {x.dtype} and {y.dtype}")
        return function(x, y)

    return compute


_BINARY = {
    "add": (np.add, ops.add, "x + y, with broadcasting."),
    "subtract": (np.subtract, ops.subtract, "x - y."),
    "multiply": (np.multiply, ops.multiply, "x * y."),
    "floordiv": (np.floor_divide, ops.floor_divide, "Division rounded towards minus infinity."),
    "floormod": (np.mod, ops.mod, "The rest of `floordiv`."),
    "mod": (np.mod, ops.mod, "The rest of `floordiv`."),
    "truncatediv": (_by_keras(_truncate), _truncate, "Division rounded towards zero."),
    "truncatemod": (np.fmod, lambda x, y: x - _truncate(x, y) * y, "The rest of `truncatediv`."),
    "realdiv": (np.true_divide, ops.true_divide, ""),
    "divide_no_nan": (_np_no_nan, _no_nan, "x / y, and 0 where y is 0."),
    "multiply_no_nan": (_by_keras(_mul_no_nan), _mul_no_nan, "x * y, and 0 where y is 0, even for NaN."),
    "maximum": (np.maximum, ops.maximum, ""),
    "minimum": (np.minimum, ops.minimum, ""),
    "pow": (np.power, ops.power, "x to the power of y."),
    "atan2": (np.arctan2, ops.arctan2, "The angle of the point (y, x)."),
    "squared_difference": (lambda x, y: (x - y) ** 2, lambda x, y: ops.square(x - y), "(x - y)(x - y)."),
    "greater": (np.greater, ops.greater, ""),
    "greater_equal": (np.greater_equal, ops.greater_equal, ""),
    "less": (np.less, ops.less, ""),
    "less_equal": (np.less_equal, ops.less_equal, ""),
    "logical_and": (_bools(np.logical_and, "logical_and"), _bools(ops.logical_and, "logical_and"), ""),
    "logical_or": (_bools(np.logical_or, "logical_or"), _bools(ops.logical_or, "logical_or"), ""),
    "logical_xor": (_bools(np.logical_xor, "logical_xor"), _bools(ops.logical_xor, "logical_xor"), ""),
    "xlogy": (_by_keras(_xlogy), _xlogy, "x log(y), and 0 where x is 0."),
    "xlog1py": (_by_keras(_xlog1py), _xlog1py, "x log(1 + y), and 0 where x is 0."),
    "xdivy": (_by_keras(_xdivy), _xdivy, "x / y, and 0 where x is 0."),
    "igamma": (
        _by_keras(_special.igamma),
        _special.igamma,
        "The lower regularized incomplete gamma function.",
    ),
    "igammac": (_by_keras(_special.igammac), _special.igammac, "1 - igamma."),
    "polygamma": (_by_keras(_special.polygamma), _special.polygamma, ""),
    "zeta": (_by_keras(_special.zeta), _special.zeta, "Hurwitz's zeta function."),
    "nextafter": (np.nextafter, ops.nextafter, ""),
}

_module = sys.modules[__name__]
for _name, _parts in _UNARY.items():
    setattr(_module, _name, unary(_name, *_parts))
for _name, _parts in _BINARY.items():
    setattr(_module, _name, binary(_name, *_parts))


div_no_nan = named(
    binary("div_no_nan", *_BINARY["divide_no_nan"]), "div_no_nan", "x / y, and 0 where y is 0."
)


def _compare(name: str, of_numpy: Any, of_keras: Any) -> Any:
    operation = binary(name, of_numpy, of_keras, "")

    def compare(x: Any, y: Any, name: str | None = None) -> Any:
        if isinstance(y, (str, bytes)) or isinstance(x, (str, bytes)):
            x, y = arg(x), arg(y)
            return host(of_numpy(plain(x), plain(y)).astype(bool))
        return operation(x, y)

    return named(compare, name, "Element by element; strings too.")


equal = _compare("equal", np.equal, ops.equal)
not_equal = _compare("not_equal", np.not_equal, ops.not_equal)


def divide(x: Any, y: Any, name: str | None = None) -> Any:
    """x / y as Python divides: integers give floats."""
    x, y = pair(x, y)
    if on_host(x, y):
        return host(np.true_divide(plain(x), plain(y)), _quotient_type(x))
    return ops.true_divide(x, y)


truediv = divide


def _quotient_type(x: Any) -> Any:
    if x.dtype.kind in "iub":
        return np.float32 if x.dtype.itemsize < 4 else np.float64
    return x.dtype


def div(x: Any, y: Any, name: str | None = None) -> Any:
    """Python 2's division: of integers `floordiv`."""
    x, y = pair(x, y)
    return _module.floordiv(x, y) if is_int(x) else divide(x, y)


def scalar_mul(scalar: Any, x: Any, name: str | None = None) -> Any:
    """A scalar times a tensor."""
    if np.shape(scalar) != ():
        raise ValueError("The input scalar must be a 0-D value.")
    return _module.multiply(scalar, x)


def softplus(features: Any, name: str | None = None) -> Any:
    """log(1 + exp(x))."""
    features = arg(features)
    if on_host(features):
        return host(np.logaddexp(np.zeros((), features.dtype), plain(features)))
    return ops.softplus(features)


def softsign(features: Any, name: str | None = None) -> Any:
    """x / (1 + |x|)."""
    return ops.softsign(backend(arg(features)))


def sobol_sample(
    dim: int, num_results: int, skip: int = 0, dtype: Any = None, name: str | None = None
) -> Any:
    """Points of Sobol's sequence, (num_results, dim)."""
    from scipy.stats import qmc

    sampler = qmc.Sobol(dim, scramble=False, bits=30)
    # TensorFlow leaves the origin out.
    sampler.fast_forward(int(skip) + 1)
    return _ops.cast(sampler.random(int(num_results)).astype(np.float32), dtype or "float32")


def betainc(a: Any, b: Any, x: Any, name: str | None = None) -> Any:
    """The regularized incomplete beta integral."""
    return _special.betainc(*(backend(value) for value in common(a, b, x)))


def lbeta(x: Any, name: str | None = None) -> Any:
    """The logarithm of the beta function along the last axis."""
    x = backend(arg(x))
    return ops.sum(_special.lgamma(x), axis=-1) - _special.lgamma(ops.sum(x, axis=-1))


def complex(real: Any, imag: Any, name: str | None = None) -> Any:  # noqa: A001
    """Complex numbers of their real and imaginary parts."""
    real, imag = pair(real, imag)
    if on_host(real, imag):
        wide = np.complex128 if real.dtype == np.float64 else np.complex64
        return host((plain(real) + 1j * plain(imag)).astype(wide))
    return ops.cast(real, "complex64") + ops.cast(imag, "complex64") * ops.convert_to_tensor(np.complex64(1j))


def add_n(inputs: Any, name: str | None = None) -> Any:
    """The sum of a list of tensors of one shape."""
    if not isinstance(inputs, (list, tuple)):
        inputs = [inputs]
    if not inputs:
        raise ValueError("Inputs must be a list of at least one Tensor with the same dtype and shape.")
    total, *rest = common(*inputs)
    for one in rest:
        if tuple(one.shape) != tuple(total.shape):
            raise InvalidArgumentError(
                f"Dimensions should be the same: {tuple(total.shape)} and {tuple(one.shape)} [Op:AddN]"
            )
        total = total + one
    return total


accumulate_n = add_n


def approximate_equal(x: Any, y: Any, tolerance: float = 1e-5, name: str | None = None) -> Any:
    """Whether |x - y| < tolerance."""
    x, y = pair(x, y)
    return _module.less(_module.abs(x - y), tolerance)


def reciprocal_no_nan(x: Any, name: str | None = None) -> Any:
    """1 / x, and 0 where x is 0."""
    return _module.divide_no_nan(1.0, x)


def erfcinv(x: Any, name: str | None = None) -> Any:
    """The inverse of `erfc`."""
    return _module.erfinv(1.0 - arg(x))


def is_non_decreasing(x: Any, name: str | None = None) -> Any:
    """Whether no element of the flat tensor is below the one before."""
    flat = ops.reshape(backend(arg(x)), (-1,))
    return ops.all(flat[1:] >= flat[:-1])


def is_strictly_increasing(x: Any, name: str | None = None) -> Any:
    flat = ops.reshape(backend(arg(x)), (-1,))
    return ops.all(flat[1:] > flat[:-1])


def invert_permutation(x: Any, name: str | None = None) -> Any:
    """The inverse of a permutation of 0, 1, ..., n - 1."""
    x = arg(x)
    return host(np.argsort(plain(x)), x.dtype) if on_host(x) else ops.cast(ops.argsort(x), x.dtype)


def cross(a: Any, b: Any, name: str | None = None) -> Any:
    """The cross product of vectors of three, along the last axis."""
    a, b = pair(a, b)
    return host(np.cross(plain(a), plain(b))) if on_host(a, b) else ops.cross(a, b)


def saturate_cast(value: Any, dtype: Any, name: str | None = None) -> Any:
    """A cast that cuts values to the range of the type."""
    from labora_tf import dtypes
    from labora_tf._ops import cast

    value, wanted = arg(value), dtypes.as_dtype(dtype)
    low, high = wanted.limits
    if on_host(value):
        return cast(host(np.clip(plain(value), low, high)), wanted)
    name = wanted.name if wanted.name != "int64" else "int32"
    if is_int(value) and is_float(ops.zeros((), dtype=name)):
        return cast(value, wanted)
    return ops.saturate_cast(value, name)


def polyval(coeffs: Any, x: Any, name: str | None = None) -> Any:
    """A polynomial, highest power first, at `x`."""
    if not isinstance(coeffs, list):
        raise ValueError(f"Argument coeffs must be list type. Received type {type(coeffs)}.")
    x = arg(x)
    value = x * 0
    for coefficient in coeffs:
        value = value * x + coefficient
    return value


def l2_normalize(
    x: Any, axis: Any = None, epsilon: float = 1e-12, name: str | None = None, dim: Any = None
) -> Any:
    """x / sqrt(max(sum(x ** 2), epsilon))."""
    from labora_tf import nn

    return nn.l2_normalize(x, axis, epsilon, name, dim)


def __getattr__(name: str) -> Any:
    if name in ("softmax", "log_softmax", "top_k", "in_top_k", "zero_fraction"):
        from labora_tf import nn

        return getattr(nn, name)
    if name == "special":
        from labora_tf._names import Namespace

        module = Namespace(
            "tf.math.special",
            bessel_i0=_module.bessel_i0,
            bessel_i0e=_module.bessel_i0e,
            bessel_i1=_module.bessel_i1,
            bessel_i1e=_module.bessel_i1e,
            expint=_special.expi,
            spence=_special.spence,
        )
        _module.special = module
        return module
    from labora_tf import _names

    raise _names.missing("tf.math", name)


__all__ = [*_UNARY, *_BINARY, *_reductions.__all__]
__all__ += (
    "accumulate_n add_n approximate_equal betainc complex cross div div_no_nan divide equal erfcinv "
    "invert_permutation is_non_decreasing is_strictly_increasing reciprocal_no_nan "
    "l2_normalize lbeta not_equal polyval saturate_cast scalar_mul sobol_sample softplus softsign truediv"
).split()
_NOT_AT_ROOT = (
    "l2_normalize sobol_sample softplus softsign polyval bessel_i0 bessel_i0e bessel_i1 bessel_i1e "
    "erfinv erfcinv reciprocal_no_nan ndtri divide_no_nan multiply_no_nan xdivy xlogy xlog1py nextafter "
    "approximate_equal"
).split()
_AT_ROOT = [name for name in __all__ if name not in _NOT_AT_ROOT]
