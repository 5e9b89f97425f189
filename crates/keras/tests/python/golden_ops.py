"""Writes ops/golden/ops.json: values of keras.ops on the JAX backend; and lists of names.

    pip install "keras==3.15.1" "jax[cpu]"
    python golden_ops.py
"""

import json
import os
import pathlib

os.environ["KERAS_BACKEND"] = "jax"

import keras
import numpy as np

o = keras.ops
inf, nan = float("inf"), float("nan")

INPUTS = {
    "x": np.array([[-2.5, -1.0, -0.25], [0.0, 0.75, 3.0]], "float32"),
    "y": np.array([[1.5, -2.0, 0.5], [-0.5, 2.0, 3.0]], "float32"),
    "p": np.array([[0.5, 1.0, 2.5], [0.125, 4.0, 9.0]], "float32"),
    "u": np.array([[-0.9, -0.5, 0.0], [0.25, 0.5, 0.95]], "float32"),
    "n": np.array([[nan, -1.0, inf], [2.0, nan, -inf]], "float32"),
    "m": np.array([[nan, -1.0, 5.0], [2.0, nan, 4.0]], "float32"),
    "r": np.array([3.0, 1.0, -2.0], "float32"),
    "i": np.array([[-7, 5, 0], [6, -3, 9]], "int32"),
    "j": np.array([[2, -3, 4], [4, 2, 5]], "int32"),
    "k": np.array([[1, 3, 2], [0, 2, 1]], "int32"),
    "c": np.array([2, 0, 1, 2], "int32"),
    "t": np.array([[True, False, True], [False, False, True]]),
    "s": np.arange(24, dtype="float32").reshape(2, 3, 4) / 8 - 1,
    "w": np.arange(12, dtype="float32").reshape(4, 3) / 4 - 1,
    "q": np.arange(16, dtype="float32").reshape(4, 4) / 3 - 2,
    "d": np.array([[0.5, 0.25, 0.25], [0.125, 0.75, 0.125], [0.25, 0.25, 0.5], [0.0, 1.0, 0.0]], "float32"),
    "e": np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, 0.0]], "float32"),
    "h": np.sin(np.arange(48, dtype="float32")).reshape(1, 4, 3, 4),
    "g": np.sin(0.9 * np.arange(180, dtype="float32") ** 2).reshape(2, 6, 5, 3).astype("float32") / 2 + np.float32(0.5),
    "v": np.cos(0.7 * np.arange(48, dtype="float32") ** 2).reshape(1, 4, 3, 4).astype("float32"),
}

CASES = {}


def case(name, inputs, function=None):
    function = function or getattr(o, name)
    CASES[name] = (inputs, function)


for name in (
    "absolute abs fabs negative sign square exp exp2 expm1 sin cos tan arctan sinh cosh tanh arcsinh erf erfc ceil floor "
    "round trunc deg2rad rad2deg sinc signbit copy angle isreal real imag relu relu6 selu sigmoid "
    "log_sigmoid silu swish hard_sigmoid hard_silu hard_swish hard_tanh tanh_shrink softplus softsign sparse_plus "
    "sparse_sigmoid ravel fliplr flipud zeros_like ones_like stop_gradient isfinite cbrt logical_not"
).split():
    case(name, "x")
case("empty_like", "x", o.zeros_like)
for name in "sqrt rsqrt reciprocal log log1p log2 log10 arccosh".split():
    case(name, "p", (lambda f: lambda p: f(p + 1))(o.arccosh) if name == "arccosh" else None)
for name in "arcsin arccos arctanh erfinv".split():
    case(name, "u")
for name in "isnan isinf isposinf isneginf".split():
    case(name, "n")
case("nan_to_num", "n", lambda n: o.nan_to_num(n, 1.0, 9.0, -9.0))
case("bitwise_not", "i")
case("bitwise_invert", "i")
case("clip", "x", lambda x: o.clip(x, -1, 2))
case("cast", "x", lambda x: o.cast(x, "int32"))
case("mish", "x", keras.activations.mish)
case("leaky_relu", "x", lambda x: o.leaky_relu(x, 0.2))
case("elu", "x", lambda x: o.elu(x, 1.5))
case("celu", "x", lambda x: o.celu(x, 1.5))
case("gelu", "x", lambda x: o.gelu(x, True))
case("hard_shrink", "x", lambda x: o.hard_shrink(x, 0.5))
case("soft_shrink", "x", lambda x: o.soft_shrink(x, 0.5))
case("threshold", "x", lambda x: o.threshold(x, 0.5, 7.0))
case("squareplus", "x", lambda x: o.squareplus(x, 4.0))
case("glu", "s", lambda s: o.glu(s, -1))
case("softmax", "s", lambda s: o.softmax(s, 1))
case("log_softmax", "s", lambda s: o.log_softmax(s, -1))
case("layer_normalization", "s", lambda s: (s - o.mean(s, -1, keepdims=True)) / o.sqrt(o.var(s, -1, keepdims=True) + 0.01))
case("rms_normalization", "s", lambda s: s / o.sqrt(o.mean(s * s, -1, keepdims=True) + 0.01))
case("batch_normalization", "y r p", lambda y, r, p: o.batch_normalization(y, r, p[0], -1, epsilon=0.01))
for name in "categorical_crossentropy binary_crossentropy".split():
    case(name, "e d", lambda e, d, f=getattr(o, name): f(e, d))
case("sparse_categorical_crossentropy", "c d", lambda c, d: o.sparse_categorical_crossentropy(c, d))
case("dot_product_attention", "h", lambda h: o.dot_product_attention(h, h * 0.5, h + 1.0))
case("psnr", "x y", lambda x, y: o.psnr(x, y, 2.0))
case("in_top_k", "c d", lambda c, d: o.in_top_k(c, d, 1))

for name in (
    "add subtract multiply divide true_divide maximum minimum arctan2 hypot logaddexp logaddexp2 heaviside equal not_equal "
    "greater greater_equal less less_equal logical_and logical_or logical_xor append_"
).split():
    if not name.endswith("_"):
        case(name, "x y")
case("append", "x y", lambda x, y: o.append(x, y, axis=1))
case("divide_no_nan", "y x", lambda y, x: o.divide_no_nan(y, x))
case("floor_divide", "i j")
case("mod", "i j")
case("power", "p y")
case("fmax", "n y")
case("fmin", "n y")
case("ldexp", "x k", lambda x, k: o.ldexp(x, k))
case("nextafter", "x y")
for name in "bitwise_and bitwise_or bitwise_xor".split():
    case(name, "i j")
for name in "bitwise_left_shift left_shift bitwise_right_shift right_shift".split():
    case(name, "i k")
case("where", "t x r", lambda t, x, r: o.where(t, x, r))
case("isclose", "x y", lambda x, y: o.isclose(x, y, 0.1, 1.5))
case("allclose", "x y", lambda x, y: o.allclose(x, y, 0.1, 9.0))

for name in "sum prod mean var std max amax min amin ptp logsumexp".split():
    case(name, "s", (lambda f: lambda s: f(s, 1))(getattr(o, name)))
    if name == "ptp":
        CASES[name] = ("s", lambda s: o.max(s, 1) - o.min(s, 1))
case("all", "t", lambda t: o.all(t, 0))
case("any", "t", lambda t: o.any(t, 0))
case("count_nonzero", "i", lambda i: o.count_nonzero(i, 0))
case("average", "x p", lambda x, p: o.average(x, 1, p))
case("moments", "s", lambda s: o.moments(s, [0, 2]))
for name in "nansum nanprod nanmax nanmin nanmean nanvar nanstd nanargmax nanargmin nancumsum nancumprod".split():
    case(name, "m", (lambda f: lambda m: f(m, axis=1))(getattr(np, name)))
for name in "argmax argmin cumsum cumprod sort argsort".split():
    case(name, "y", (lambda f: lambda y: f(y, axis=-1))(getattr(o, name)))
case("median", "s", lambda s: o.median(s, 2))
case("quantile", "s", lambda s: o.quantile(s, 0.3, 2))
case("percentile", "s", lambda s: np.percentile(np.asarray(s), 30.0, 2))
case("top_k", "y", lambda y: tuple(o.top_k(y, 2)))
case("norm", "s", lambda s: o.norm(s, None, 1))
case("normalize", "s", lambda s: o.normalize(s, 1, 2))

case("reshape", "s", lambda s: o.reshape(s, (4, -1)))
case("expand_dims", "x", lambda x: o.expand_dims(x, -1))
case("squeeze", "x", lambda x: o.squeeze(o.expand_dims(x, 1)))
case("transpose", "s", lambda s: o.transpose(s, (2, 0, 1)))
case("swapaxes", "s", lambda s: o.swapaxes(s, 0, 2))
case("moveaxis", "s", lambda s: o.moveaxis(s, 0, -1))
case("broadcast_to", "r", lambda r: o.broadcast_to(r, (2, 3)))
case("concatenate", "x i", lambda x, i: o.concatenate([x, i], 0))
case("stack", "x y", lambda x, y: o.stack([x, y], 1))
case("hstack", "x y", lambda x, y: o.hstack([x, y]))
case("vstack", "r x", lambda r, x: o.vstack([r, x]))
case("unstack", "x", lambda x: tuple(o.unstack(x, axis=1)))
case("split", "s", lambda s: tuple(o.split(s, 2, axis=2)))
case("slice", "s", lambda s: o.slice(s, [0, 1, 2], [2, 2, 1]))
case("pad", "x", lambda x: o.pad(x, ((1, 0), (0, 2)), constant_values=5.0))
case("flip", "s", lambda s: o.flip(s, 1))
case("roll", "s", lambda s: o.roll(s, -1, 2))
case("repeat", "x", lambda x: o.repeat(x, 2, 1))
case("tile", "x", lambda x: o.tile(x, (2, 1, 2)))
case("take", "s k", lambda s, k: o.take(s, o.minimum(k, 2) - 1, 1))
case("tril", "q", lambda q: o.tril(q, -1))
case("triu", "q", lambda q: o.triu(q, 1))
case("diff", "y", lambda y: o.diff(y, axis=1))
case("rot90", "x", lambda x: o.rot90(x))
case("full_like", "x", lambda x: o.full_like(x, 2.5))
case("one_hot", "k", lambda k: o.one_hot(k, 3))
case("multi_hot", "k", lambda k: o.multi_hot(k, 4))
case("diag", "r")
case("diagflat", "x")
case("matmul", "s w")
case("dot", "x w", lambda x, w: o.dot(x, o.transpose(w)))
case("vdot", "x y")
case("inner", "x y")
case("outer", "x r")
case("tensordot", "s w", lambda s, w: o.tensordot(s, w, ((1, 2), (1, 0))))
case("diagonal", "q", lambda q: o.diagonal(q, 1))
case("trace", "q", lambda q: o.trace(q, -1))
case("cross", "x y")
case("kron", "x y")
case("digitize", "x", lambda x: o.digitize(x, [-1.0, 0.0, 0.75]))
case("searchsorted", "w r", lambda w, r: o.searchsorted(w[:, 0], r, side="right"))
case("isin", "i j")
case("take_along_axis", "x k", lambda x, k: o.take_along_axis(x, k % 3, axis=1))
case("trapezoid", "s", lambda s: o.trapezoid(s, dx=0.5, axis=1))
case("vander", "r", lambda r: o.vander(r, 4))
case("array_split", "w", lambda w: tuple(o.array_split(w, 3, axis=0)))
case("hsplit", "q", lambda q: tuple(o.hsplit(q, 2)))
case("vsplit", "q", lambda q: tuple(o.vsplit(q, 2)))
case("dsplit", "s", lambda s: tuple(o.dsplit(s, 2)))
case("dstack", "x y", lambda x, y: o.dstack([x, y]))
case("cdist", "w d")
case("select", "t x y", lambda t, x, y: o.select([t, x > 0], [x, y], 7))
case("conjugate", "x")
case("conj", "x")
case("fmod", "x y")
case("space_to_depth", "h", lambda h: o.space_to_depth(h[:, :, :2], 2))
case("depth_to_space", "h", lambda h: o.depth_to_space(h, 2))
case("sparsemax", "q", lambda q: o.sparsemax(q, axis=0))
case("corrcoef", "w", lambda w: o.corrcoef(o.sin(w * 3)))
for name in "segment_sum segment_prod segment_max segment_min".split():
    case(name, "w c", (lambda f: lambda w, c: f(w, c, 3))(getattr(o, name)))
case("extract_sequences", "s", lambda s: o.extract_sequences(s, 2, 1))
case("unravel_index", "k", lambda k: tuple(o.unravel_index(k, (2, 3))))


# Tensors that are made of numbers.
for name, arguments in {
    "zeros": ((2, 3),), "ones": ((2,),), "empty": ((2, 2),), "full": ((2, 3), 1.5), "arange": (7, -3, -4),
    "identity": (3,), "eye": (3, 4, -1), "tri": (3, 4, 1), "bartlett": (5,), "blackman": (6,), "hamming": (5,),
    "hanning": (6,), "kaiser": (7, 4.5), "linspace": (-1.0, 2.0, 7), "logspace": (-1.0, 1.0, 5, True, 2.0),
    "geomspace": (-0.5, -8.0, 5),
}.items():
    case(name, "x", (lambda f, a: lambda x: f(*a))(o.zeros if name == "empty" else getattr(o, name), arguments))
for name in "array convert_to_tensor".split():
    case(name, "x", (lambda f: lambda x: f([[1.0, -2.0], [0.5, 4.0]], "float32"))(getattr(o, name)))
case("meshgrid", "r c", lambda r, c: tuple(o.meshgrid(r, c)) + tuple(o.meshgrid(r, c, indexing="ij")))
case("i0", "y", lambda y: np.i0(np.asarray(y) * 4).astype("float32"))
case("bincount", "c", lambda c: o.bincount(c, minlength=4))
case("histogram", "s", lambda s: tuple(o.histogram(o.ravel(s), 5)) + tuple(o.histogram(o.ravel(s), 4, (-0.5, 1.0))))

# Control flow.
case("cond", "x y", lambda x, y: o.cond(o.sum(x) > o.sum(y), lambda: x - y, lambda: x * y))
case("switch", "x y", lambda x, y: o.switch(7, [lambda a, b: a + b, lambda a, b: a * b], x, y))
case("while_loop", "x", lambda x: tuple(
    o.while_loop(lambda a, n: o.sum(a) < 50, lambda a, n: (a * 2, n + 1), (x, np.float32(0)))
) + tuple(o.while_loop(lambda a: o.sum(a) < 50, lambda a: (a * 2,), (x,), maximum_iterations=3)))
case("fori_loop", "x", lambda x: o.fori_loop(1, 4, lambda i, v: v * o.cast(i, "float32") + x, x))
case("scan", "w r", lambda w, r: o.scan(lambda c, v: (c * 0.5 + v, c - v), r, w))
case("associative_scan", "s", lambda s: o.associative_scan(lambda a, b: a * b + a + b, s, axis=1))
case("map", "s", lambda s: o.map(lambda v: o.matmul(v, o.transpose(v)), s))
case("vectorized_map", "s", lambda s: o.vectorized_map(lambda v: o.matmul(v, o.transpose(v)), s))
case("gcd", "i j", lambda i, j: o.gcd(i * 6, j * 4))
case("lcm", "i j", lambda i, j: o.lcm(i, j))

# Indices and types.
case("scatter", "k w", lambda k, w: o.scatter(np.array([[[1], [3]], [[1], [0]]]), np.stack([w[:2], w[2:]]), (5, 3)))
case("scatter_update", "q x", lambda q, x: (
    o.scatter_update(q, [[1, 2], [0, -1]], [0.5, 2.0]),
    o.scatter_update(q, [[1], [3]], np.pad(x, ((0, 0), (0, 1))), reduction="max")))
case("slice_update", "q x", lambda q, x: o.slice_update(q, [1, 3], x))
case("get_item", "s", lambda s: o.get_item(s, -1))
for name in "ndim size".split():
    case(name, "s", (lambda f: lambda s: np.float32(f(s)))(getattr(o, name)))
case("shape", "s", lambda s: np.array(o.shape(s), "float32"))
case("dtype", "i", lambda i: i)
case("saturate_cast", "x", lambda x: (o.saturate_cast(x * 100, "int8"), o.saturate_cast(x * 1e9, "uint32")))
case("view", "x", lambda x: o.view(x, "int32"))
case("view_as_complex", "s", lambda s: o.real(o.view_as_complex(s[:, :, :2])) - o.imag(o.view_as_complex(s[:, :, :2])))
case("view_as_real", "s", lambda s: o.view_as_real(o.view_as_complex(s[:, :, :2])))
case("polar", "p x", lambda p, x: (o.real(o.polar(p, x)), o.imag(o.polar(p, x))))
case("argpartition", "s", lambda s: o.sort(o.argpartition(s, 1, 1)[:, :2], 1))
for name, f in {"nanquantile": lambda m: np.nanquantile(m, 0.3, 1), "nanpercentile": lambda m: np.nanpercentile(m, 60, 1),
                "nanmedian": lambda m: np.nanmedian(m, 1)}.items():
    case(name, "m", (lambda f: lambda m: f(m).astype("float32"))(f))

# Linear algebra.
def definite(q):
    return q @ q.T + 2 * np.eye(4, dtype="float32")


case("cholesky", "v", lambda h: (o.cholesky(definite(h[0, :, :, 0] @ h[0, 0])), o.cholesky(definite(h[0, :, :, 0] @ h[0, 0]), True)))
case("cholesky_inverse", "v", lambda h: o.cholesky_inverse(o.cholesky(definite(h[0, :, :, 0] @ h[0, 0]))))
case("solve_triangular", "v w", lambda h, w: o.solve_triangular(h[0, 0, :, :3] + 2 * np.eye(3, dtype="float32"), w[:3], lower=True))
for name in "lu_factor det slogdet inv".split():
    case(name, "v", (lambda f: lambda h: f(h[0, :, :, :3]))(getattr(o, name)))
case("logdet", "v", lambda h: o.logdet(definite(h[0, :, :, 0] @ h[0, 0])))
case("solve", "v w", lambda h, w: o.solve(h[0, :, :, :3], np.stack([w[:3], w[1:], w[:3] * 2, w[1:] - 1])))
case("qr", "v", lambda h: tuple(o.qr(h[0])) + tuple(o.qr(o.transpose(h[0, 0]), mode="complete")))

# Fourier transforms.
case("fft", "x y", lambda x, y: o.fft((x, y)))
case("fft2", "s", lambda s: o.fft2((s, s * 0.5)))
case("ifft2", "s", lambda s: o.ifft2((s, s * 0.5)))
case("rfft", "s", lambda s: o.rfft(s) + o.rfft(s, 5))
case("irfft", "x y", lambda x, y: (o.irfft((x, y)), o.irfft((x, y), 7)))
case("stft", "h", lambda h: o.stft(o.reshape(h, (2, 24)), 6, 3, 8) + o.stft(o.reshape(h, (2, 24)), 8, 4, 8, None, False))
case("istft", "h", lambda h: o.istft(o.stft(o.reshape(h, (2, 24)), 6, 2, 8), 6, 2, 8))
case("correlate", "s r", lambda s, r: tuple(o.correlate(o.ravel(s), r, m) for m in ["valid", "same", "full"]))

# Convolutions and pooling.
case("conv", "h", lambda h: o.conv(h, o.reshape(o.ravel(h)[:32], (2, 2, 2, 4)), (2, 1), "same", dilation_rate=1))
case("depthwise_conv", "h", lambda h: o.depthwise_conv(h, o.reshape(o.ravel(h)[:32], (2, 2, 4, 2)), 1, "valid"))
case("separable_conv", "h", lambda h: o.separable_conv(
    h, o.reshape(o.ravel(h)[:32], (2, 2, 4, 2)), o.reshape(o.ravel(h)[8:32], (1, 1, 8, 3)), 1, "same"))
case("conv_transpose", "h", lambda h: (
    o.conv_transpose(h, o.reshape(o.ravel(h)[:36], (3, 1, 3, 4)), (2, 3), "same"),
    o.conv_transpose(h, o.reshape(o.ravel(h)[:48], (3, 2, 2, 4)), (2, 3), "valid")))
for name in "max_pool average_pool".split():
    case(name, "h", (lambda f: lambda h: f(h, (3, 2), (2, 1), "same"))(getattr(o, name)))
for name in "adaptive_average_pool adaptive_max_pool".split():
    case(name, "h", (lambda f: lambda h: f(h, (3, 2), data_format="channels_last"))(getattr(o, name)))
case("unfold", "h", lambda h: o.unfold(h, (2, 2), dilation=(1, 2), padding=(1, 0), stride=(2, 1)))
case("fold", "h", lambda h: o.fold(
    o.unfold(h, (2, 2), dilation=(1, 2), padding=(1, 0), stride=(2, 1)), (3, 4), (2, 2), (1, 2), (1, 0), (2, 1)))

# Names of axes.
case("einsum", "s w q", lambda s, w, q: (
    o.einsum("abc,cd->adb", s, w), o.einsum("abc,cd,ce", s, w, q), o.einsum("...c,ce->...e", s, q), o.einsum("ab->b", w)))
case("rearrange", "s", lambda s: (
    o.rearrange(s, "a b (c d) -> (a c) d b", c=2), o.rearrange(s, "a b c -> c (b a)")))

# Labels of sequences.
lengths = np.array([3, 2])
greedy = lambda s, **settings: o.ctc_decode(o.sin(s * 7), lengths, strategy="greedy", **settings)
beam = lambda h, shape, lengths, *settings: o.ctc_decode(
    o.sin(o.reshape(h, shape) * 5), np.array(lengths), "beam_search", settings[0], settings[1], mask_index=settings[2])
case("ctc_decode", "s h", lambda s, h: (
    *greedy(s), *greedy(s, merge_repeated=False, mask_index=1), *beam(h, (3, 8, 2), [8, 5, 1], 4, 3, 1),
    *beam(h, (2, 6, 4), [6, 4], 3, 2, 0), *beam(h, (2, 6, 4), [6, 4], 40, 4, 3)))

# Functions of images.
I = keras.ops.image
INTERPOLATIONS = "nearest bilinear bicubic lanczos3 lanczos5".split()
MODES = "constant nearest wrap mirror reflect".split()
MAPS = np.array([[0.9, 0.3, -1.2, -0.4, 1.1, 0.7, 0, 0], [1.3, -0.2, 0.4, 0.1, 0.6, 2.3, 0, 0]], "float32")
START = np.array([[0, 0], [4, 0], [0, 5], [4, 5]], "float32")
END = np.array([[0.5, -0.3], [3.2, 0.4], [0.2, 4.1], [4.6, 5.2]], "float32")


def places(x, y):
    return np.stack([x * np.float32(1.7) + np.float32(0.15), y * np.float32(1.3) - np.float32(0.17)])


case("image.rgb_to_grayscale", "g", lambda g: (I.rgb_to_grayscale(g), I.rgb_to_grayscale(g[0]), I.rgb_to_grayscale(g[..., :1])))
case("image.rgb_to_hsv", "g", lambda g: (I.rgb_to_hsv(g), I.rgb_to_hsv(g[0] - 0.5)))
case("image.hsv_to_rgb", "g", lambda g: (I.hsv_to_rgb(g), I.hsv_to_rgb(g[1] * 2)))
case("image.resize", "g", lambda g: (
    *[I.resize(g, (4, 9), name, antialias=smooth) for name in INTERPOLATIONS for smooth in (False, True)],
    I.resize(g, (3, 8), crop_to_aspect_ratio=True), I.resize(g[0], (4, 9), pad_to_aspect_ratio=True, fill_value=0.5)))
case("image.scale_and_translate", "g", lambda g: tuple(
    I.scale_and_translate(g, (2, 7, 4, 3), np.array(scale, "float32"), np.array([-0.7, 0.9], "float32"), (1, 2), name, smooth)
    for name in ("linear", "bicubic", "lanczos3") for scale, smooth in (((1.4, 0.6), True), ((0.5, 1.1), False))))
case("image.map_coordinates", "g x y", lambda g, x, y: (
    *[I.map_coordinates(g[0, ..., 0], places(x, y), order, mode, 0.25) for order in (0, 1) for mode in MODES],
    I.map_coordinates((g[0, ..., 1] * 9).astype("int32"), places(x, y), 1, "reflect")))
case("image.affine_transform", "g", lambda g: (
    *[I.affine_transform(g, MAPS, fill_mode=mode, fill_value=0.25) for mode in MODES],
    I.affine_transform(g, MAPS, "nearest", "wrap"), I.affine_transform(g[1], MAPS[0])))
case("image.perspective_transform", "g", lambda g: (
    I.perspective_transform(g, np.stack([START, END]), np.stack([END, START]), fill_value=0.25),
    I.perspective_transform(g[0], START, END, "nearest")))
case("image.extract_patches", "g", lambda g: (
    I.extract_patches(g, (3, 2)), I.extract_patches(g, (2, 3), (2, 1), padding="same"),
    I.extract_patches(g[0], (2, 2), (1, 1), (2, 3)), I.extract_patches(g, 3, 4, padding="same")))
case("image.extract_patches_3d", "h", lambda h: (
    I.extract_patches_3d(o.reshape(h, (1, 4, 3, 2, 2)), (2, 1, 2)),
    I.extract_patches_3d(o.reshape(h, (4, 3, 2, 2)), (2, 2, 1), (1, 2, 1), padding="same")))
case("image.pad_images", "g", lambda g: (
    I.pad_images(g, 1, 2, target_height=9, target_width=7), I.pad_images(g[0], None, None, 2, 0, 9, 6),
    I.pad_images(g, 1, 2, 3, 4)))
case("image.crop_images", "g", lambda g: (
    I.crop_images(g, 1, 2, target_height=3, target_width=2), I.crop_images(g[0], None, None, 2, 0, 3, 4),
    I.crop_images(g, 1, 2, 3, 1)))
case("image.gaussian_blur", "g", lambda g: (
    I.gaussian_blur(g, (3, 5), (0.8, 1.5), "channels_last"), I.gaussian_blur(g[0], (4, 1), (1.0, 2.0), "channels_last")))
case("image.sobel_edges", "g", I.sobel_edges)
case("image.ssim", "g", lambda g: (
    I.ssim(g, g * 0.8 + 0.1 * o.flip(g, 1), filter_size=3), I.ssim(g[0] * 255, g[1] * 255, 255.0, 5, 1.0, 0.02, 0.05)))


def number(v):
    v = float(v)
    return "nan" if v != v else {inf: "inf", -inf: "-inf"}.get(v, v)


def tensor(x):
    x = np.asarray(x)
    return {"shape": list(x.shape), "dtype": str(x.dtype), "values": [number(v) for v in x.reshape(-1)]}


cases = {}
for name, (inputs, function) in CASES.items():
    results = function(*[INPUTS[key] for key in inputs.split()])
    results = results if isinstance(results, tuple) else (results,)
    cases[name] = {"inputs": inputs.split(), "results": [tensor(r) for r in results]}
out = {"keras": keras.__version__, "inputs": {k: tensor(v) for k, v in INPUTS.items()}, "cases": cases}
lines = [f'  "{k}": {json.dumps(v)}' for k, v in cases.items()]
inputs = [f'  "{k}": {json.dumps(tensor(v))}' for k, v in INPUTS.items()]
text = f'{{"keras": "{keras.__version__}", "inputs": {{\n' + ",\n".join(inputs) + '\n}, "cases": {\n'
path = pathlib.Path(__file__).parent.parent / "ops" / "golden" / "ops.json"
path.write_text(text + ",\n".join(lines) + "\n}}\n")
names = sorted(name for name in dir(keras.ops) if not name.startswith("_"))
(path.parent / "keras_names.txt").write_text("\n".join(names) + "\n")
for module in (keras.ops.image, keras.utils):
    listed = sorted(name for name in dir(module) if not name.startswith("_"))
    (path.parent / f"{module.__name__.split('.')[-1]}_names.txt").write_text("\n".join(listed) + "\n")
print(len(cases), "cases,", len(names), "names")
