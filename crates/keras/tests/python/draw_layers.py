"""Random settings of every layer: the table of draws for fuzz_layers.py.

A function draws a layer by a `random.Random`, and returns it with the shapes of its inputs without the batch. An
input is a shape, or `(shape, kind)`: `int N` for integers below N, `words` for integers with a mask of zeros,
`steps` for a sequence of which Masking hides some. A setting that Keras refuses is drawn again.
"""

import keras
from keras import layers as L

DRAWS = {}
ACTIVATIONS = [
    None, "relu", "tanh", "sigmoid", "elu", "selu", "gelu", "softplus", "softsign", "silu", "hard_sigmoid", "linear",
    "exponential", "leaky_relu", "relu6", "mish", "softmax", "log_softmax", "celu", "hard_tanh", "hard_silu",
    "log_sigmoid", "squareplus", "tanh_shrink", "soft_shrink", "hard_shrink", "sparse_plus", "sparse_sigmoid",
]
INITIALIZERS = ["zeros", "ones", "he_normal", "lecun_uniform", keras.initializers.RandomNormal(0.1, 0.2)]
REGULARIZERS = [None, None, "l1", keras.regularizers.L2(0.1), keras.regularizers.L1L2(0.1, 0.2)]
CONSTRAINTS = [None, None, "non_neg", keras.constraints.MaxNorm(1.5), keras.constraints.UnitNorm(axis=0)]


def draw(names):
    """Registers the draw of these classes; it is given the random numbers and the class."""

    def add(function):
        for name in names.split():
            DRAWS[name] = (function, getattr(L, name))
        return function

    return add


def yes(r, share=0.5):
    return r.random() < share


def sizes(r, n, low=1, high=4):
    """A size for each dimension, or one for all."""
    return r.randint(low, high) if yes(r) else tuple(r.randint(low, high) for _ in range(n))


def rank_of(cls):
    return int(next(c for c in cls.__name__ if c in "123"))


def image(r, n, channels_first=False, low=4, high=9):
    spatial, channels = [r.randint(low, high) for _ in range(n)], r.randint(1, 4)
    return tuple([channels, *spatial] if channels_first else [*spatial, channels])


def data_format(r):
    return r.choice(["channels_last", "channels_last", "channels_first", None])


def is_first(settings):
    return settings.get("data_format") == "channels_first"


def weighted(r, bias=True, kinds=("kernel",)):
    """Settings of layers with kernels and a bias."""
    settings = {"use_bias": yes(r, 0.7)} if bias else {}
    for kind in kinds + (("bias",) if bias else ()):
        settings[f"{kind}_initializer"] = r.choice(INITIALIZERS)
        settings[f"{kind}_regularizer"] = r.choice(REGULARIZERS)
        settings[f"{kind}_constraint"] = r.choice(CONSTRAINTS)
    return settings


def window(r, n, paddings="valid same"):
    """Strides, or dilations, and padding."""
    settings = {"padding": r.choice(paddings.split())}
    settings[r.choice(["strides", "dilation_rate"])] = sizes(r, n, 1, 3)
    return settings


# Core.


@draw("Dense")
def dense(r, cls):
    shape = tuple(r.randint(1, 5) for _ in range(r.randint(1, 3)))
    return cls(r.randint(1, 5), activation=r.choice(ACTIVATIONS), **weighted(r)), [shape]


@draw("EinsumDense")
def einsum(r, cls):
    equation, output, axes, shape = r.choice([
        ("abc,cde->abde", (None, 2, 3), [None, "d", "e", "de", "bde"], (4, 3)),
        ("...x,xy->...y", r.randint(1, 4), [None, "y"], (2, 3)),
        ("abc,bd->adc", (3, 3), [None, "d", "c", "dc"], (4, 3)),
        ("ab,bc->ac", (4,), [None, "c"], (3,)),
        ("abcd,cde->abe", (4, 2), [None, "e", "be"], (4, 3, 2)),
    ])
    return cls(equation, output, bias_axes=r.choice(axes), activation=r.choice(ACTIVATIONS[:12])), [shape]


@draw("Embedding")
def embedding(r, cls):
    n = r.randint(2, 9)
    return cls(n, r.randint(1, 4), mask_zero=yes(r)), [(tuple(r.randint(1, 4) for _ in range(r.randint(1, 2))), f"int {n}")]


@draw("ReversibleEmbedding")
def reversible_embedding(r, cls):
    n = r.randint(2, 9)
    return cls(n, r.randint(1, 4), tie_weights=yes(r), mask_zero=yes(r)), [((r.randint(1, 4),), f"int {n}")]


@draw("Identity")
def identity(r, cls):
    return cls(), [(r.randint(1, 5), 3)]


@draw("Activation")
def activation(r, cls):
    return cls(r.choice(ACTIVATIONS[1:] + ["glu", "sparsemax"])), [(r.randint(1, 5), 2 * r.randint(1, 3))]


@draw("ReLU")
def relu(r, cls):
    top = r.choice([None, 0.5, 1.0, 6.0])
    return cls(top, r.choice([0.0, 0.1, 0.5]), r.choice([0.0, 0.2, 0.5])), [(3, 4)]


@draw("LeakyReLU ELU")
def leaky(r, cls):
    return cls(r.choice([0.0, 0.1, 0.5, 1.0])), [(3, 4)]


@draw("PReLU")
def prelu(r, cls):
    shape = image(r, r.randint(1, 2))
    return cls(shared_axes=r.choice([None, [1], list(range(1, len(shape)))])), [shape]


@draw("Softmax")
def softmax(r, cls):
    return cls(r.choice([-1, 1, 2, (1, 2), (-1, -2)])), [(3, 4)]


@draw("ActivityRegularization")
def activity(r, cls):
    return cls(r.random(), r.random()), [(4,)]


# Convolutions.


@draw("Conv1D Conv2D Conv3D")
def conv(r, cls):
    n = rank_of(cls)
    settings = {"data_format": data_format(r), **window(r, n, "valid same causal" if n == 1 else "valid same")}
    shape = image(r, n, is_first(settings), 5, 8 if n < 3 else 6)
    channels = shape[0 if is_first(settings) else -1]
    groups = r.choice([g for g in range(1, channels + 1) if channels % g == 0])
    filters = groups * r.randint(1, 3)
    layer = cls(filters, sizes(r, n, 1, 3), groups=groups, activation=r.choice(ACTIVATIONS[:14]), **settings, **weighted(r))
    return layer, [shape]


@draw("DepthwiseConv1D DepthwiseConv2D")
def depthwise(r, cls):
    n = rank_of(cls)
    settings = {"data_format": data_format(r), **window(r, n, "valid same")}
    settings |= {"depth_multiplier": r.randint(1, 3), "activation": r.choice(ACTIVATIONS[:14])}
    kinds = weighted(r, True, ("depthwise",))
    return cls(sizes(r, n, 1, 3), **settings, **kinds), [image(r, n, is_first(settings), 5)]


@draw("SeparableConv1D SeparableConv2D")
def separable(r, cls):
    n = rank_of(cls)
    settings = {"data_format": data_format(r), **window(r, n, "valid same")}
    settings |= {"depth_multiplier": r.randint(1, 3), "activation": r.choice(ACTIVATIONS[:14])}
    kinds = weighted(r, True, ("depthwise", "pointwise"))
    return cls(r.randint(1, 4), sizes(r, n, 1, 3), **settings, **kinds), [image(r, n, is_first(settings), 5)]


@draw("Conv1DTranspose Conv2DTranspose Conv3DTranspose")
def conv_transpose(r, cls):
    n = rank_of(cls)
    settings = {"data_format": data_format(r), **window(r, n)}
    if yes(r, 0.3):
        settings["output_padding"] = sizes(r, n, 0, 2)
    layer = cls(r.randint(1, 3), sizes(r, n, 1, 3), activation=r.choice(ACTIVATIONS[:14]), **settings, **weighted(r))
    return layer, [image(r, n, is_first(settings), 2, 5 if n < 3 else 3)]


# Pooling.


@draw("MaxPooling1D MaxPooling2D MaxPooling3D AveragePooling1D AveragePooling2D AveragePooling3D")
def pooling(r, cls):
    n = rank_of(cls)
    settings = {"data_format": data_format(r), "padding": r.choice(["valid", "same"])}
    settings["strides"] = r.choice([None, sizes(r, n, 1, 3)])
    return cls(sizes(r, n, 1, 3), **settings), [image(r, n, is_first(settings), 4, 8 if n < 3 else 6)]


@draw(
    "GlobalMaxPooling1D GlobalMaxPooling2D GlobalMaxPooling3D GlobalAveragePooling1D GlobalAveragePooling2D "
    "GlobalAveragePooling3D"
)
def global_pooling(r, cls):
    n = rank_of(cls)
    settings = {"data_format": data_format(r), "keepdims": yes(r)}
    shape = image(r, n, is_first(settings), 2, 5)
    average = cls.__name__ == "GlobalAveragePooling1D" and not is_first(settings)
    return cls(**settings), [(shape, "steps") if average and yes(r) else shape]


@draw(
    "AdaptiveAveragePooling1D AdaptiveMaxPooling1D AdaptiveAveragePooling2D AdaptiveMaxPooling2D "
    "AdaptiveAveragePooling3D AdaptiveMaxPooling3D"
)
def adaptive_pooling(r, cls):
    n = rank_of(cls)
    settings = {"data_format": data_format(r)}
    return cls(sizes(r, n, 1, 5), **settings), [image(r, n, is_first(settings), 3, 7 if n < 3 else 5)]


# Normalization.


@draw("BatchNormalization")
def batch_normalization(r, cls):
    shape = image(r, r.randint(0, 2), low=2, high=5)
    axis = r.choice([-1, *range(1, len(shape) + 1)])
    kind = "steps" if len(shape) == 2 and yes(r, 0.3) else ""
    settings = {"center": yes(r), "scale": yes(r), "epsilon": r.choice([1e-3, 0.1]), "momentum": r.choice([0.99, 0.5])}
    return cls(axis, **settings), [(shape, kind)]


@draw("LayerNormalization")
def layer_normalization(r, cls):
    shape = tuple(r.randint(2, 5) for _ in range(r.randint(1, 3)))
    axes = r.choice([-1, 1, list(range(1, len(shape) + 1)), [-1]])
    return cls(axis=axes, center=yes(r), scale=yes(r), epsilon=r.choice([1e-3, 0.1])), [shape]


@draw("GroupNormalization")
def group_normalization(r, cls):
    shape = image(r, r.randint(0, 2), low=2, high=6)
    axis = r.choice([-1, *range(1, len(shape) + 1)])
    channels = shape[axis - 1 if axis > 0 else -1]
    groups = r.choice([-1, *[g for g in range(1, channels + 1) if channels % g == 0]])
    return cls(groups, axis, r.choice([1e-3, 0.1]), yes(r), yes(r)), [shape]


@draw("RMSNormalization")
def rms_normalization(r, cls):
    return cls(axis=r.choice([-1, 1, [1, 2]]), epsilon=r.choice([1e-6, 0.1])), [(3, 4)]


@draw("UnitNormalization")
def unit_normalization(r, cls):
    return cls(axis=r.choice([-1, 1, [1, 2], [-1]])), [(3, 4)]


@draw("SpectralNormalization")
def spectral_normalization(r, cls):
    inner, shape = r.choice([(L.Dense(3), (4,)), (L.Conv2D(3, 2, padding="same"), (4, 4, 2)), (L.Conv1D(2, 3), (5, 2))])
    return cls(inner, r.randint(1, 3)), [shape]


# Regularization, whose training is random.


@draw("Dropout AlphaDropout")
def dropout(r, cls):
    return cls(r.choice([0.0, 0.3, 0.7]), noise_shape=r.choice([None, (None, 1, None)])), [((3, 4), r.choice(["", "steps"]))]


@draw("SpatialDropout1D SpatialDropout2D SpatialDropout3D")
def spatial_dropout(r, cls):
    n = rank_of(cls)
    settings = {} if n == 1 else {"data_format": data_format(r)}
    return cls(r.choice([0.0, 0.3]), **settings), [image(r, n, is_first(settings), 2, 4)]


@draw("GaussianDropout GaussianNoise")
def gaussian(r, cls):
    return cls(r.choice([0.0, 0.3])), [(3, 4)]


# Shapes.


@draw("Flatten")
def flatten(r, cls):
    shape = tuple(r.randint(1, 4) for _ in range(r.randint(0, 3)))
    return cls(data_format=data_format(r)), [shape]


@draw("Reshape")
def reshape(r, cls):
    shape, target = r.choice([
        ((4, 6), (3, -1)), ((4, 6), (24,)), ((4, 6), (2, 2, 6)), ((12,), (-1, 2)), ((2, 3, 2), (6, 2)), ((4,), (4, 1)),
        ((4, 6), (-1,)), ((2, 3, 2), (2, -1)), ((1,), ()),
    ])
    return cls(target), [shape]


@draw("Permute")
def permute(r, cls):
    shape = tuple(r.randint(1, 4) for _ in range(r.randint(1, 4)))
    return cls(tuple(r.sample(range(1, len(shape) + 1), len(shape)))), [shape]


@draw("RepeatVector")
def repeat(r, cls):
    return cls(r.randint(1, 4)), [(r.randint(1, 4),)]


@draw("UpSampling1D UpSampling2D UpSampling3D")
def up_sampling(r, cls):
    n = rank_of(cls)
    if n == 1:
        return cls(r.randint(1, 3)), [image(r, 1)]
    settings = {"data_format": data_format(r)}
    if n == 2:
        settings["interpolation"] = r.choice(["nearest", "bilinear", "bicubic", "lanczos3", "lanczos5"])
    return cls(sizes(r, n, 1, 3), **settings), [image(r, n, is_first(settings), 2, 4)]


def margins(r, n, high):
    if n == 1:
        return r.choice([r.randint(0, high), (r.randint(0, high), r.randint(0, high))])
    one = r.randint(0, high)
    each = tuple(r.randint(0, high) for _ in range(n))
    pairs = tuple((r.randint(0, high), r.randint(0, high)) for _ in range(n))
    return r.choice([one, each, pairs])


@draw("ZeroPadding1D ZeroPadding2D ZeroPadding3D Cropping1D Cropping2D Cropping3D")
def padding(r, cls):
    n = rank_of(cls)
    settings = {} if n == 1 and cls.__name__.startswith("Crop") else {"data_format": data_format(r)}
    return cls(margins(r, n, 2), **settings), [image(r, n, is_first(settings), 5, 6)]


# Merging.


@draw("Add Multiply Average Maximum Minimum")
def merge(r, cls):
    shape = tuple(r.randint(2, 4) for _ in range(r.randint(1, 3)))
    narrow = lambda: tuple(1 if yes(r, 0.2) else size for size in shape)
    kind = "steps" if len(shape) == 2 and yes(r, 0.3) else ""
    return cls(), [(shape, kind), *[(narrow(), "") for _ in range(r.randint(1, 3))]]


@draw("Subtract")
def subtract(r, cls):
    shape = tuple(r.randint(1, 4) for _ in range(r.randint(1, 3)))
    return cls(), [shape, shape]


@draw("Concatenate")
def concatenate(r, cls):
    shape = [r.randint(2, 4) for _ in range(r.randint(1, 3))]
    axis = r.choice([-1, *range(1, len(shape) + 1)])
    at = axis if axis < 0 else axis - 1

    def one():
        other = list(shape)
        other[at] = r.randint(1, 4)
        return tuple(other)

    steps = len(shape) == 2 and yes(r, 0.3)
    return cls(axis), [(one(), "steps" if steps and yes(r, 0.7) else "") for _ in range(r.randint(2, 3))]


@draw("Dot")
def dot(r, cls):
    axes, shapes = r.choice([
        (1, [(4,), (4,)]), ((1, 1), [(4, 2), (4, 3)]), ((2, 1), [(3, 4), (4, 5)]), (2, [(3, 4), (5, 4)]),
        (-1, [(3, 4), (5, 4)]), ((1, 2), [(4, 2), (3, 4)]), (1, [(4, 2), (4,)]), ((2, 1), [(3, 4), (4,)]),
        ((3, 1), [(2, 3, 4), (4, 2)]),
    ])
    return cls(axes, normalize=yes(r, 0.4)), shapes


# Attention.


@draw("Attention AdditiveAttention")
def attention(r, cls):
    size, steps = r.randint(1, 4), [r.randint(1, 4) for _ in range(2)]
    shapes = [(steps[0], size), (steps[1], r.choice([size, 3]))]
    three = yes(r)
    shapes += [(steps[1], size)] if three else []
    shapes[1] = shapes[1] if three else (steps[1], size)
    settings = {"use_scale": yes(r)}
    if cls is L.Attention:
        settings["score_mode"] = r.choice(["dot", "concat"])
    kinds = r.choice([[""] * 3, ["steps", "", ""], ["", "steps", "steps"], ["steps", "steps", "steps"]])
    if not three or settings.get("score_mode") != "x":
        shapes = [shapes[0], (steps[1], size), *([(steps[1], r.randint(1, 3))] if three else [])]
        shapes = [shapes[0], *(reversed(shapes[1:]))] if three else shapes
    return cls(**settings), list(zip(shapes, kinds)), {"arguments": {"use_causal_mask": True} if yes(r, 0.3) else {}}


@draw("MultiHeadAttention")
def multi_head(r, cls):
    size, steps = r.randint(1, 4), [r.randint(1, 4) for _ in range(2)]
    settings = {"use_bias": yes(r), "value_dim": r.choice([None, 2]), "output_shape": r.choice([None, 3])}
    kinds = r.choice([[""] * 3, ["steps", "", ""], ["", "steps", ""], ["steps", "steps", ""]])
    shapes = [(steps[0], size), (steps[1], r.randint(1, 4))] + ([(steps[1], r.randint(1, 4))] if yes(r) else [])
    call = {"separate": True, "arguments": {"use_causal_mask": True} if yes(r, 0.3) else {}}
    settings["kernel_regularizer"] = r.choice(REGULARIZERS)
    return cls(r.randint(1, 3), r.randint(1, 3), dropout=r.choice([0.0, 0.2]), **settings), list(zip(shapes, kinds)), call


@draw("GroupQueryAttention")
def group_query(r, cls):
    size, steps, groups = r.randint(1, 4), [r.randint(1, 4) for _ in range(2)], r.randint(1, 2)
    shapes = [(steps[0], size), (steps[1], size)] + ([(steps[1], size)] if yes(r) else [])
    call = {"separate": True, "arguments": {"use_causal_mask": True} if yes(r, 0.3) else {}}
    return cls(r.randint(1, 3), groups * r.randint(1, 2), groups, use_bias=yes(r)), shapes, call


# Sequences and preprocessing.


@draw("Masking")
def masking(r, cls):
    return cls(r.choice([0.0, 0.5])), [((3, 4), "steps")]


@draw("CategoryEncoding")
def category(r, cls):
    n, mode = r.randint(2, 6), r.choice(["one_hot", "multi_hot", "count"])
    return cls(n, output_mode=mode), [((r.randint(1, 4),), f"int {n}")]


@draw("Discretization")
def discretization(r, cls):
    edges = sorted(round(r.uniform(-1, 1), 2) for _ in range(r.randint(1, 4)))
    return cls(edges, output_mode=r.choice(["int", "one_hot", "multi_hot", "count"])), [(r.randint(1, 4),)]


@draw("Normalization")
def normalization(r, cls):
    shape = tuple(r.randint(1, 4) for _ in range(r.randint(1, 3)))
    mean = {"mean": r.uniform(-1, 1), "variance": r.uniform(0.1, 2)} if yes(r) else {}
    return cls(r.choice([-1, 1, None]), invert=yes(r, 0.3), **mean), [shape]


@draw("Rescaling")
def rescaling(r, cls):
    shape = image(r, 2, low=2, high=4)
    per_channel = lambda: [r.uniform(-1, 1) for _ in range(shape[-1])]
    return cls(r.choice([0.5, 1 / 255, per_channel()]), r.choice([0.0, -1.0, per_channel()])), [shape]


@draw("CenterCrop")
def center_crop(r, cls):
    settings = {"data_format": data_format(r)}
    return cls(r.randint(1, 9), r.randint(1, 9), **settings), [image(r, 2, is_first(settings))]


@draw("Resizing")
def resizing(r, cls):
    settings = {"data_format": data_format(r), "antialias": yes(r, 0.3)}
    settings["interpolation"] = r.choice(["bilinear", "nearest", "bicubic", "lanczos3", "lanczos5"])
    settings |= r.choice([{}, {}, {"crop_to_aspect_ratio": True}, {"pad_to_aspect_ratio": True, "fill_value": 0.5}])
    return cls(r.randint(1, 9), r.randint(1, 9), **settings), [image(r, 2, is_first(settings))]


@draw("STFTSpectrogram")
def stft(r, cls):
    frame = r.randint(3, 8)
    settings = {"frame_step": r.randint(1, frame), "padding": r.choice(["valid", "same"]), "expand_dims": yes(r)}
    settings |= {"window": r.choice(["hann", "hamming", None]), "scaling": r.choice(["density", "spectrum", None])}
    settings |= {"periodic": yes(r), "fft_length": r.choice([None, frame, frame + 3])}
    mode = r.choice(["log", "magnitude", "psd", "real", "imag", "stft"])
    return cls(mode, frame, **settings), [(r.randint(8, 20), r.randint(1, 2))]
