"""The table of what is measured. A row is a line; add to the list of its kind."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np
import scipy.special as sp
from jax import lax
from jax.scipy import special as js

from accuracy.measure import Row

COUNT = 4000
HALF = ("float16", "bfloat16")
SINGLE = (*HALF, "float32")
COMPLEX = ("complex64", "complex128")


def between(low, high, count=COUNT):
    """Numbers evenly between two, and these."""
    return lambda r: np.concatenate([r.uniform(low, high, count - 2), [low, high]])


def sizes(low, high, signed=True, count=COUNT):
    """Numbers of all magnitudes between two, of both signs."""

    def make(r):
        x = np.exp(r.uniform(np.log(low), np.log(high), count))
        return x * r.choice([-1.0, 1.0], count) if signed else x

    return make


def each(*makers):
    return lambda r: [make(r) for make in makers]


def unary(name, function, exact, *ranges, types=None):
    """Rows of a function of one argument over ranges: a text, and a maker of numbers."""
    extra = {} if types is None else {"types": types}
    return [Row(name, function, exact, where, each(make), **extra) for where, make in ranges]


def binary(name, function, exact, where, first, second, **extra):
    return [Row(name, function, exact, where, each(first, second), **extra)]


SMALL = ("1e-7 to 1", sizes(1e-7, 1))
ANY = ("-4 to 4", between(-4, 4))
UNIT = ("-1 to 1", between(-1, 1))
POSITIVE = ("1e-4 to 1e4", sizes(1e-4, 1e4, signed=False))
ANGLES = ("-1000 to 1000", between(-1000, 1000))


def gelu(x):
    return 0.5 * x * sp.erfc(-x.astype(np.float64) / np.sqrt(2))


def gelu_tanh(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def softplus(x):
    return np.logaddexp(x, np.zeros_like(x))


ELEMENTARY = [
    *unary("jnp.exp", jnp.exp, np.exp, SMALL, ("-10 to 10", between(-10, 10)), ("-80 to 80", between(-80, 80))),
    *unary("jnp.exp2", jnp.exp2, np.exp2, ("-14 to 14", between(-14, 14))),
    *unary("jnp.expm1", jnp.expm1, np.expm1, SMALL, ("-10 to 10", between(-10, 10))),
    *unary("jnp.log", jnp.log, np.log, POSITIVE, ("0.5 to 2", between(0.5, 2))),
    *unary("jnp.log2", jnp.log2, np.log2, POSITIVE),
    *unary("jnp.log10", jnp.log10, np.log10, POSITIVE),
    *unary("jnp.log1p", jnp.log1p, np.log1p, ("1e-7 to 1", sizes(1e-7, 0.99)), POSITIVE),
    *unary("jnp.sin", jnp.sin, np.sin, ANY, ANGLES),
    *unary("jnp.cos", jnp.cos, np.cos, ANY, ANGLES),
    *unary("jnp.tan", jnp.tan, np.tan, ANY, ANGLES),
    *unary("jnp.arcsin", jnp.arcsin, np.arcsin, SMALL, UNIT),
    *unary("jnp.arccos", jnp.arccos, np.arccos, UNIT),
    *unary("jnp.arctan", jnp.arctan, np.arctan, SMALL, ("1e-4 to 1e4", sizes(1e-4, 1e4))),
    *unary("jnp.sinh", jnp.sinh, np.sinh, SMALL, ("-10 to 10", between(-10, 10))),
    *unary("jnp.cosh", jnp.cosh, np.cosh, ("-10 to 10", between(-10, 10))),
    *unary("jnp.tanh", jnp.tanh, np.tanh, SMALL, ANY),
    *unary("jnp.arcsinh", jnp.arcsinh, np.arcsinh, SMALL, ("1e-4 to 1e4", sizes(1e-4, 1e4))),
    *unary("jnp.arccosh", jnp.arccosh, np.arccosh, ("1 to 2", between(1, 2)), ("1 to 1e4", sizes(1, 1e4, False))),
    *unary("jnp.arctanh", jnp.arctanh, np.arctanh, SMALL, ("-0.99 to 0.99", between(-0.99, 0.99))),
    *unary("jnp.sqrt", jnp.sqrt, np.sqrt, POSITIVE),
    *unary("lax.rsqrt", lax.rsqrt, lambda x: 1 / np.sqrt(x), POSITIVE),
    *unary("jnp.cbrt", jnp.cbrt, np.cbrt, ("1e-4 to 1e4", sizes(1e-4, 1e4))),
    *unary("jnp.sinc", jnp.sinc, np.sinc, ANY),
    *unary("lax.logistic", lax.logistic, sigmoid, ANY, ("-80 to 80", between(-80, 80))),
    *binary("jnp.power", jnp.power, np.power, "0.1 to 10, -4 to 4", sizes(0.1, 10, False), between(-4, 4)),
    *binary("jnp.arctan2", jnp.arctan2, np.arctan2, "1e-4 to 1e4", sizes(1e-4, 1e4), sizes(1e-4, 1e4)),
    *binary("jnp.hypot", jnp.hypot, np.hypot, "1e-4 to 1e4", sizes(1e-4, 1e4), sizes(1e-4, 1e4)),
    *binary("jnp.logaddexp", jnp.logaddexp, np.logaddexp, "0 to 10", between(0, 10), between(0, 10)),
    *binary("lax.rem", lax.rem, np.fmod, "1e-2 to 1e4", sizes(1e-2, 1e4), sizes(1e-2, 1e2)),
    *binary("lax.div", lax.div, np.divide, "1e-2 to 1e2", sizes(1e-2, 1e2), sizes(1e-2, 1e2)),
]



def log_gamma_and_slope(a):
    """Stirling's series of the logarithm of gamma and of its derivative, beyond the numbers that it is exact for."""
    shift, bernoulli = 24, (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6)
    s, half = a + shift, a.dtype.type(0.5)
    value = (s - half) * np.log(s) - s + half * np.log(8 * np.arctan(a.dtype.type(1)))
    slope = np.log(s) - half / s
    for n, b in enumerate(bernoulli, 1):
        value = value + b / (2 * n * (2 * n - 1)) / s ** (2 * n - 1)
        slope = slope - b / (2 * n) / s ** (2 * n)
    for i in range(shift):
        value, slope = value - np.log(a + i), slope - 1 / (a + i)
    return value, slope


def gammainc_slope(a, x):
    """The derivative of the lower incomplete gamma function by `a`, by its power series (DLMF 8.11.4)."""
    value, slope = log_gamma_and_slope(a + 1)
    total, of_terms, inverse, term = 0, 0, 0, np.ones_like(a)
    for k in range(1, 400):
        total, of_terms = total + term, of_terms + term * inverse
        inverse, term = inverse + 1 / (a + k), term * x / (a + k)
    first = np.exp(a * np.log(x) - x - value)
    return first * (total * (np.log(x) - slope) - of_terms)


F = (*SINGLE, "float64")
S = ("float32", "float64")


SPECIAL = [
    *unary("erf", js.erf, sp.erf, SMALL, ANY),
    *unary("erfc", js.erfc, sp.erfc, ANY, ("0 to 9", between(0, 9))),
    *unary("erfinv", js.erfinv, sp.erfinv, ("1e-7 to 1", sizes(1e-7, 0.999)),
           ("-0.999 to 0.999", between(-0.999, 0.999))),
    *unary("ndtr", js.ndtr, sp.ndtr, ("-8 to 8", between(-8, 8)), types=S),
    *unary("ndtri", js.ndtri, sp.ndtri, ("1e-6 to 0.999", between(1e-6, 0.999)), types=S),
    *unary("log_ndtr", js.log_ndtr, sp.log_ndtr, ("-30 to 8", between(-30, 8)), types=S),
    *unary("gammaln", js.gammaln, sp.gammaln, ("3 to 1e4", sizes(3, 1e4, False)), ("0.01 to 0.9", between(0.01, 0.9))),
    *unary("gamma", js.gamma, sp.gamma, ("0.1 to 8", between(0.1, 8)), types=S),
    *unary("digamma", js.digamma, sp.digamma, ("2 to 1e4", sizes(2, 1e4, False)), ("0.01 to 1", between(0.01, 1))),
    *unary("i0", js.i0, sp.i0, ("-10 to 10", between(-10, 10)), types=S),
    *unary("i0e", js.i0e, sp.i0e, ("1e-2 to 1e4", sizes(1e-2, 1e4)), types=F),
    *unary("i1", js.i1, sp.i1, ("-10 to 10", between(-10, 10)), types=S),
    *unary("i1e", js.i1e, sp.i1e, ("1e-2 to 1e4", sizes(1e-2, 1e4)), types=F),
    *unary("expit", js.expit, sp.expit, ANY),
    *unary("logit", js.logit, sp.logit, ("0.01 to 0.4", between(0.01, 0.4)), types=S),
    *unary("entr", js.entr, sp.entr, ("0.01 to 0.9", between(0.01, 0.9)), types=S),
    *unary("exp1", js.exp1, sp.exp1, ("0.01 to 20", sizes(0.01, 20, False)), types=S),
    *unary("expi", js.expi, sp.expi, ("0.5 to 20", between(0.5, 20)), types=S),
    *unary("spence", js.spence, sp.spence, ("0.01 to 0.9", between(0.01, 0.9)), types=S),
    *[
        row
        for n in (1, 2, 3, 5)
        for row in unary(f"polygamma({n})", functools.partial(js.polygamma, n), functools.partial(sp.polygamma, n),
                         ("0.1 to 100", sizes(0.1, 100, False)), types=S)
    ],
    *unary("bessel_jn(1)", lambda x: js.bessel_jn(x, v=1)[1], sp.j1, ("0.5 to 3", between(0.5, 3)), types=S),
    *binary("zeta", js.zeta, sp.zeta, "1.1 to 20, 0.1 to 50", between(1.1, 20), sizes(0.1, 50, False), types=S),
    *binary("zeta", js.zeta, sp.zeta, "1.001 to 1.1, 0.1 to 50", between(1.001, 1.1), sizes(0.1, 50, False), types=S),
    Row("lax.igamma_grad_a", lax.igamma_grad_a, gammainc_slope, "a of 0.5 to 20, x of 0.3 a to 1.7 a",
        lambda r: beside(r), S),
    *binary("gammainc", js.gammainc, sp.gammainc, "0.1 to 20", between(0.1, 20), between(0.1, 20), types=S),
    *binary("gammaincc", js.gammaincc, sp.gammaincc, "0.1 to 20", between(0.1, 20), between(0.1, 20), types=S),
    *[
        Row(name, function, exact, f"a of 1e{power}, x within 3 sqrt(a) of it",
            functools.partial(lambda power, r: near(power, r), power), S)
        for power in (3, 5, 7)
        for name, function, exact in (("gammainc", js.gammainc, sp.gammainc), ("gammaincc", js.gammaincc, sp.gammaincc))
    ],
    *binary("betaln", js.betaln, sp.betaln, "2 to 100", between(2, 100), between(2, 100), types=S),
    *binary("xlogy", js.xlogy, sp.xlogy, "0.01 to 0.9", between(0.01, 0.9), between(0.01, 0.9), types=S),
    *binary("xlog1py", js.xlog1py, sp.xlog1py, "0.01 to 0.9", between(0.01, 0.9), between(0.01, 0.9), types=S),
    *binary("kl_div", js.kl_div, sp.kl_div, "0.1 to 0.4, 1 to 4", between(0.1, 0.4), between(1, 4), types=S),
    *[
        Row("betainc", js.betainc, sp.betainc, where,
            each(between(low, high), between(low, high), between(0.01, 0.99)), S)
        for where, low, high in (("0.1 to 5", 0.1, 5), ("5 to 200", 5, 200))
    ],
]


def beside(r):
    a = r.uniform(0.5, 20, COUNT)
    return [a, a * r.uniform(0.3, 1.7, COUNT)]


def near(power, r):
    a = np.full(COUNT, 10.0**power)
    return [a, a + np.sqrt(a) * r.uniform(-3, 3, COUNT)]


NN = [
    *unary("nn.sigmoid", jax.nn.sigmoid, sigmoid, ANY),
    *unary("nn.softplus", jax.nn.softplus, softplus, ANY, ("-30 to 30", between(-30, 30))),
    *unary("nn.silu", jax.nn.silu, lambda x: x * sigmoid(x), ANY),
    *unary("nn.gelu", functools.partial(jax.nn.gelu, approximate=False), gelu, ANY),
    *unary("nn.gelu, approximate", jax.nn.gelu, gelu_tanh, ("-2 to 4", between(-2, 4))),
    *unary("nn.elu", jax.nn.elu, lambda x: np.where(x > 0, x, np.expm1(x)), SMALL, ANY),
    *unary("nn.selu", jax.nn.selu, lambda x: 1.0507009873554804934193349852946 * np.where(
        x > 0, x, 1.6732632423543772848170429916717 * np.expm1(x)), ANY),
    *unary("nn.log_sigmoid", jax.nn.log_sigmoid, lambda x: -softplus(-x), ANY, ("-30 to 30", between(-30, 30))),
    *unary("nn.mish", jax.nn.mish, lambda x: x * np.tanh(softplus(x)), ANY),
    *unary("nn.squareplus", jax.nn.squareplus, lambda x: (x + np.sqrt(x * x + 4)) / 2, ("0 to 4", between(0, 4))),
]


def lines(length, count, positive=True, equal=False):
    """Lines of numbers along the last axis; if they are equal, their roundings add up."""

    def make(r):
        if equal:
            return [np.repeat(r.uniform(0.1, 1, (count, 1)), length, axis=1)]
        return [r.uniform(0.25, 1, (count, length)) if positive else r.normal(size=(count, length))]

    return make


def along(name, function, exact, shapes, types=F, **kinds):
    """Rows of a reduction along the last and the first axis of lines of these lengths and counts."""
    rows = []
    for length, count in shapes:
        where = f"{count} x {length}"
        make = lines(length, count, **kinds)
        rows.append(Row(name, functools.partial(function, axis=-1), functools.partial(exact, axis=-1),
                        f"{where}, last axis", make, types))
        rows.append(Row(name, functools.partial(function, axis=0), functools.partial(exact, axis=0),
                        f"{where}, first axis", functools.partial(lambda make, r: [make(r)[0].T.copy()], make), types))
    return rows


def ratios(r, length, count):
    return [1 + r.normal(size=(count, length)) / length]


def windows(x, start, operation):
    return lax.reduce_window(x, jnp.array(start, x.dtype), operation, (1, 300), (1, 50), "VALID")


def views(x):
    return np.lib.stride_tricks.sliding_window_view(x, 300, axis=1)[:, ::50]


def log_sum(x, axis):
    return np.log(np.sum(np.exp(x), axis=axis))


def softmax(x, axis):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def running_log_sum(x, axis):
    return np.log(np.cumsum(np.exp(x), axis=axis))


def magnitudes(x, axis):
    return np.sum(np.abs(x), axis=axis)


LENGTHS = ((10, 30), (1000, 5), (60_000, 2))
REDUCTIONS = [
    *along("jnp.sum", jnp.sum, np.sum, LENGTHS),
    *along("jnp.sum of equal numbers", jnp.sum, lambda x, axis: x.take(0, axis) * x.shape[axis],
           ((100_000, 5), (5000, 37), (1000, 300), (10, 3000)), equal=True),
    *along("jnp.mean", jnp.mean, np.mean, LENGTHS),
    *along("jnp.var", jnp.var, np.var, LENGTHS),
    *along("jnp.std", jnp.std, np.std, LENGTHS),
    *along("jnp.linalg.norm", jnp.linalg.norm, lambda x, axis: np.sqrt(np.sum(x * x, axis=axis)), LENGTHS),
    *along("lax.reduce", lambda x, axis: lax.reduce(x, jnp.zeros((), x.dtype), lax.add, (axis % 2,)), np.sum, LENGTHS),
    *[
        Row("jnp.prod", functools.partial(jnp.prod, axis=1), functools.partial(np.prod, axis=1),
            f"5 x {length}", functools.partial(lambda length, r: ratios(r, length, 5), length), F)
        for length in (10, 1000, 60_000)
    ],
    *along("jnp.cumsum", jnp.cumsum, np.cumsum, LENGTHS),
    *along("jnp.cumsum of equal numbers", jnp.cumsum, lambda x, axis: x * np.cumsum(np.ones_like(x), axis=axis),
           ((100_000, 2),), equal=True),
    *[
        Row("jnp.cumprod", functools.partial(jnp.cumprod, axis=1), functools.partial(np.cumprod, axis=1),
            f"5 x {length}", functools.partial(lambda length, r: ratios(r, length, 5), length), F)
        for length in (10, 1000, 60_000)
    ],
    *along("lax.cumlogsumexp", lambda x, axis: lax.cumlogsumexp(x, axis=axis % 2), running_log_sum,
           ((10, 30), (4096, 3))),
    *along("logsumexp", js.logsumexp, log_sum, LENGTHS),
    *along("nn.softmax", jax.nn.softmax, softmax, LENGTHS),
    *along("nn.log_softmax", jax.nn.log_softmax, lambda x, axis: np.log(softmax(x, axis)), LENGTHS),
    *[
        Row("lax.reduce_window, sums", lambda x: windows(x, 0, lax.add), lambda x: views(x).sum(-1),
            "windows of 300", lines(4000, 3), F),
        Row("lax.reduce_window, products", lambda x: windows(x, 1, lax.mul), lambda x: views(x).prod(-1),
            "windows of 300", lambda r: ratios(r, 4000, 3), F),
        Row("jax.ops.segment_sum", lambda x: jax.ops.segment_sum(x[0], jnp.arange(60_000) % 7, 7),
            lambda x: np.stack([x[0][i::7].sum() for i in range(7)]), "60000 into 7", lines(60_000, 1), S),
        Row("jnp.matmul", lambda x: x @ x.T, lambda x: x @ x.T, "8 x 60000", lines(60_000, 8), S),
    ],
    *[
        Row(row.name + " of any sign", row.function, row.exact, row.where + "; units of the sum of magnitudes",
            functools.partial(lambda make, r: [make(r)[0]], lines(60_000, 2, positive=False)), F,
            functools.partial(magnitudes, axis=-1))
        for row in along("jnp.sum", jnp.sum, np.sum, ((60_000, 2),))[:1]
    ],
]


def plane(low, high):
    def make(r):
        size, angle = np.exp(r.uniform(np.log(low), np.log(high), COUNT)), r.uniform(-np.pi, np.pi, COUNT)
        return size * np.exp(1j * angle)

    return make


def scaled(function, x):
    return function(np.abs(x))


COMPLEX_FUNCTIONS = [
    Row(f"jnp.{name}", getattr(jnp, name), getattr(np, name), where, each(make), COMPLEX)
    for name in ("exp", "log", "log1p", "expm1", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arcsin", "arccos",
                 "arctan", "arcsinh", "arccosh", "arctanh", "sqrt", "square", "abs")
    for where, make in (("magnitude 1e-3 to 1", plane(1e-3, 1)), ("magnitude 1 to 5", plane(1, 5)))
    if not (name == "log" and "5" in where)
] + [
    *[
        Row(f"jnp.{name}", getattr(jnp, name), getattr(np, name), "magnitude 1e-3 to 1e3",
            each(plane(1e-3, 1e3), plane(1e-3, 1e3)), COMPLEX)
        for name in ("divide", "multiply")
    ],
    Row("jnp.power", jnp.power, np.power, "magnitude 0.5 to 2", each(plane(0.5, 2), plane(0.5, 2)), COMPLEX),
    *[
        Row(f"jnp.{name}", getattr(jnp, name), getattr(np, name), "60000; units of the sum of magnitudes",
            lambda r: [plane(0.5, 2)(r).repeat(15)], COMPLEX, functools.partial(scaled, getattr(np, name)))
        for name in ("sum", "cumsum")
    ],
    Row("jnp.cumprod", jnp.cumprod, np.cumprod, "4000", lambda r: [1 + plane(0.1, 1)(r) / 4000], COMPLEX),
    Row("jnp.prod", jnp.prod, np.prod, "4000", lambda r: [1 + plane(0.1, 1)(r) / 4000], COMPLEX),
]

ROWS = [*ELEMENTARY, *SPECIAL, *NN, *REDUCTIONS, *COMPLEX_FUNCTIONS]
