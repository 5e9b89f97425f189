"""Writes tests/layers/golden/layers.json: outputs and gradients of Keras's layers for tests/layers.

Usage: KERAS_BACKEND=jax python golden_layers.py     (Keras 3.15.1 on JAX)

A row is a layer, the shapes of its inputs without the batch, and, if they are not numbers of a normal distribution,
the kind of the inputs and arguments of the call. The file has for each row the layer as Keras serializes it, its weights, the inputs, the
outputs in inference, and the gradients of a weighted sum of the outputs with regard to inputs and weights.
"""

import json
import pathlib
import re
import zlib

import jax
import jax.numpy as jnp
import keras
import numpy as np
from keras import layers as L

ROWS = 2


def rows():
    image, line, volume = [(6, 7, 4)], [(9, 4)], [(4, 5, 6, 2)]
    yield L.Dense(3, activation="tanh"), [(5,)]
    yield L.Dense(3, use_bias=False, kernel_initializer="he_normal"), [(4, 5)]
    yield L.Activation("softmax"), [(5,)]
    yield L.EinsumDense("abc,cde->abde", (None, 2, 3), bias_axes="de"), [(4, 5)]
    yield L.EinsumDense("...x,xy->...y", 3, bias_axes="y", activation="relu"), [(4, 5)]
    yield L.EinsumDense("abc,bd->adc", (3, 5), bias_axes="d"), [(4, 5)]
    yield L.Embedding(7, 3), [(5,)], 7
    yield L.Identity(), [(5,)]
    yield L.Conv1D(3, 3), line
    yield L.Conv1D(3, 3, padding="causal", dilation_rate=2, activation="relu"), line
    yield L.Conv1D(4, 2, strides=2, padding="same", groups=2), line
    yield L.Conv2D(3, (3, 2), strides=(2, 1), padding="same"), image
    yield L.Conv2D(4, 3, dilation_rate=2, groups=2, use_bias=False), image
    yield L.Conv2D(3, 3, data_format="channels_first", activation="gelu"), [(4, 6, 7)]
    yield L.Conv3D(3, 2, strides=2, padding="same"), volume
    yield L.DepthwiseConv1D(3, depth_multiplier=2), line
    yield L.DepthwiseConv2D(3, strides=2, padding="same", depth_multiplier=2), image
    yield L.DepthwiseConv2D(2, data_format="channels_first"), [(4, 6, 7)]
    yield L.SeparableConv1D(3, 3, padding="same"), line
    yield L.SeparableConv2D(3, (3, 2), depth_multiplier=2, activation="relu"), image
    yield L.Conv1DTranspose(3, 3, strides=2), line
    yield L.Conv2DTranspose(3, 3, strides=2, padding="same"), image
    yield L.Conv2DTranspose(3, (2, 3), strides=(3, 2), output_padding=(1, 0)), image
    yield L.Conv2DTranspose(3, 3, strides=2, padding="same", output_padding=1), image
    yield L.Conv2DTranspose(3, 2, dilation_rate=2, data_format="channels_first"), [(4, 5, 6)]
    yield L.Conv3DTranspose(2, 2, strides=2), [(2, 3, 2, 2)]
    for pool in [L.MaxPooling1D, L.AveragePooling1D]:
        yield pool(3, strides=2, padding="same"), line
    for pool in [L.MaxPooling2D, L.AveragePooling2D]:
        yield pool(2), image
        yield pool((3, 2), strides=2, padding="same"), image
        yield pool(2, data_format="channels_first"), [(4, 6, 7)]
    for pool in [L.MaxPooling3D, L.AveragePooling3D]:
        yield pool(2, padding="same"), volume
    for pool in [L.GlobalMaxPooling1D, L.GlobalAveragePooling1D]:
        yield pool(), line
    for pool in [L.GlobalMaxPooling2D, L.GlobalAveragePooling2D]:
        yield pool(keepdims=True), image
        yield pool(data_format="channels_first"), image
    for pool in [L.GlobalMaxPooling3D, L.GlobalAveragePooling3D]:
        yield pool(), volume
    for pool in [L.AdaptiveAveragePooling1D, L.AdaptiveMaxPooling1D]:
        yield pool(4), line
    for pool in [L.AdaptiveAveragePooling2D, L.AdaptiveMaxPooling2D]:
        yield pool((4, 3)), image
    for pool in [L.AdaptiveAveragePooling3D, L.AdaptiveMaxPooling3D]:
        yield pool(3), volume
    yield L.BatchNormalization(), image
    yield L.BatchNormalization(axis=1, scale=False, epsilon=0.1), [(4, 6)]
    yield L.LayerNormalization(), [(4, 5)]
    yield L.LayerNormalization(axis=[1, 2], center=False, epsilon=0.1), [(4, 5)]
    yield L.LayerNormalization(rms_scaling=True), [(4, 5)]
    yield L.GroupNormalization(2), image
    yield L.GroupNormalization(-1, axis=1), image
    yield L.RMSNormalization(), [(4, 5)]
    yield L.UnitNormalization(), [(4, 5)]
    yield L.Dropout(0.4), [(5,)]
    yield L.SpatialDropout1D(0.4), line
    yield L.SpatialDropout2D(0.4), image
    yield L.SpatialDropout3D(0.4), volume
    yield L.GaussianDropout(0.4), [(5,)]
    yield L.GaussianNoise(0.4), [(5,)]
    yield L.AlphaDropout(0.4), [(5,)]
    yield L.Flatten(), image
    yield L.Flatten(data_format="channels_first"), image
    yield L.Reshape((3, -1)), [(4, 6)]
    yield L.Permute((3, 1, 2)), image
    yield L.RepeatVector(3), [(5,)]
    yield L.UpSampling1D(3), line
    yield L.UpSampling2D((2, 3)), image
    yield L.UpSampling2D(2, interpolation="bilinear", data_format="channels_first"), image
    yield L.UpSampling3D(2), [(2, 3, 2, 2)]
    yield L.ZeroPadding1D((1, 2)), line
    yield L.ZeroPadding2D(((1, 0), (2, 3)), data_format="channels_first"), image
    yield L.ZeroPadding3D((1, 0, 2)), volume
    yield L.Cropping1D((1, 2)), line
    yield L.Cropping2D(((1, 0), (2, 3))), image
    yield L.Cropping3D(1), volume
    pair = [(4, 5), (4, 5)]
    for merge in [L.Add, L.Multiply, L.Average, L.Maximum, L.Minimum]:
        yield merge(), [(4, 5), (4, 5), (4, 5)]
    yield L.Multiply(), [(4, 5), (4, 1)]
    yield L.Subtract(), pair
    yield L.Concatenate(axis=1), [(4, 5), (3, 5)]
    yield L.Dot(axes=(2, 1)), [(3, 4), (4, 5)]
    yield L.Dot(axes=1, normalize=True), [(5,), (5,)]
    yield L.ReLU(), [(5,)]
    yield L.ReLU(max_value=1.0, negative_slope=0.1, threshold=0.2), [(5,)]
    yield L.LeakyReLU(), [(5,)]
    yield L.PReLU(alpha_initializer="ones", shared_axes=[1]), [(4, 5)]
    yield L.ELU(0.5), [(5,)]
    yield L.Softmax(), [(4, 5)]
    yield L.Softmax(axis=[1, 2]), [(4, 5)]
    yield L.Attention(), [(5, 4), (6, 4)]
    yield L.Attention(use_scale=True), [(5, 4), (6, 3), (6, 4)]
    yield L.Attention(use_scale=True, score_mode="concat"), [(5, 4), (6, 4)]
    yield L.AdditiveAttention(), [(5, 4), (6, 3), (6, 4)]
    yield L.MultiHeadAttention(2, 3), [(5, 4), (6, 3)]
    yield L.MultiHeadAttention(2, 3, use_bias=False, output_shape=5), [(5, 4), (6, 3), (6, 2)]
    yield L.SimpleRNN(3), [(5, 4)]
    yield L.SimpleRNN(3, return_sequences=True, return_state=True, go_backwards=True, use_bias=False), [(5, 4)]
    yield L.LSTM(3), [(5, 4)]
    yield L.LSTM(3, return_sequences=True, return_state=True, recurrent_activation="hard_sigmoid"), [(5, 4)]
    yield L.GRU(3), [(5, 4)]
    yield L.GRU(3, reset_after=False, return_sequences=True), [(5, 4)]
    yield L.GRU(3, use_bias=False, return_state=True), [(5, 4)]
    yield L.Bidirectional(L.LSTM(3, return_sequences=True)), [(5, 4)]
    yield L.Bidirectional(L.GRU(3, return_state=True), merge_mode="sum"), [(5, 4)]
    yield L.TimeDistributed(L.Dense(3, activation="relu")), [(5, 4)]
    yield L.TimeDistributed(L.Conv2D(2, 2)), [(3, 4, 4, 2)]
    yield L.Masking(0.25), [(4, 5)]
    yield L.Embedding(7, 3, mask_zero=True), [(5,)], 7
    yield L.SimpleRNNCell(3), [(4,), (3,)]
    yield L.LSTMCell(3, recurrent_activation="hard_sigmoid"), [(4,), (3,), (3,)]
    yield L.GRUCell(3), [(4,), (3,)]
    yield L.GRUCell(3, reset_after=False, use_bias=False), [(4,), (3,)]
    for mode in ["one_hot", "multi_hot", "count"]:
        yield L.CategoryEncoding(6, output_mode=mode), [(4,)], 6
    yield L.CategoryEncoding(6, output_mode="one_hot"), [(1,)], 6
    yield L.Discretization([-0.5, 0.0, 0.75]), [(4, 5)]
    yield L.Discretization([-0.5, 0.0, 0.75], output_mode="count"), [(6,)]
    yield L.Discretization([-0.5, 0.0, 0.75], output_mode="one_hot"), [(1,)]
    yield L.Normalization(), [(4, 5)]
    yield L.Normalization(axis=[1, 2]), [(4, 5)]
    yield L.Normalization(axis=None, mean=0.5, variance=2.0), [(4, 5)]
    yield L.Normalization(axis=1, mean=[0.5, 1.0, 0.0, 2.0], variance=[2.0, 1.0, 0.5, 3.0], invert=True), [(4, 5)]
    yield L.Rescaling(0.5, offset=-1.0), image
    yield L.CenterCrop(3, 4), image
    yield L.Resizing(9, 5), image
    yield L.Resizing(4, 10, interpolation="nearest"), image
    yield L.RandomFlip(), image
    yield L.RandomTranslation(0.1, 0.2), image
    yield L.Normalization(), image
    yield L.Normalization(axis=(1, 3)), image
    yield L.Normalization(mean=[0.5, -1.0, 2.0, 0.0], variance=[0.3, 2.0, 1.0, 4.0]), image
    yield L.Normalization(axis=1, mean=0.5, variance=2.5, invert=True), [(5,)]
    yield L.Dropout(0.4, noise_shape=(None, 1, 1, 1)), image
    yield L.ConvLSTM1D(2, 3), [(3, 5, 2)]
    yield L.ConvLSTM1D(2, 2, strides=2, padding="same", return_sequences=True, go_backwards=True), [(3, 5, 2)]
    yield L.ConvLSTM2D(2, (2, 3), dilation_rate=(1, 2), return_state=True, use_bias=False), [(3, 4, 6, 2)]
    yield L.ConvLSTM3D(1, 2, recurrent_activation="hard_sigmoid", padding="same"), [(2, 2, 3, 2, 2)]
    yield L.StackedRNNCells([L.SimpleRNNCell(3), L.LSTMCell(2)]), [(4,), (3,), (2,), (2,)]
    yield L.GroupQueryAttention(3, 4, 2), [(5, 4), (6, 4)]
    yield L.GroupQueryAttention(3, 2, 1, use_bias=False), [(5, 4), (6, 4), (6, 4)]
    yield L.SpectralNormalization(L.Dense(3)), [(5,)]
    yield L.SpectralNormalization(L.Conv2D(3, 2), power_iterations=2), image
    for mode in ["log", "magnitude", "psd", "real", "imag", "angle", "stft"]:
        yield L.STFTSpectrogram(mode, frame_length=6, frame_step=2, fft_length=8), [(16, 2)]
    yield L.STFTSpectrogram(frame_length=6, padding="same", expand_dims=True), [(16, 2)]
    yield L.MelSpectrogram(16, 4, 12, num_mel_bins=5, sampling_rate=100, min_freq=1.0), [(50,)]
    yield L.Pipeline([L.Rescaling(0.5), L.Dense(3), L.RandomFlip()]), [(4, 5, 3)]
    colors = [(6, 7, 3)]
    yield L.AutoContrast(), colors
    yield L.Solarization(0.1, (0.2, 0.3)), colors
    yield L.Equalization(bins=64), colors
    for color in [L.RandomBrightness, L.RandomContrast, L.RandomSaturation, L.RandomHue, L.RandomColorDegeneration, L.RandomSharpness]:
        yield color(0.2, value_range=(0, 1)), colors
        yield color((0.1, 0.2), seed=3), colors
    yield L.RandomColorJitter(brightness_factor=0.1, hue_factor=(0.1, 0.2)), colors
    yield L.RandomGrayscale(), colors
    yield L.RandomInvert(0.5), colors
    yield L.RandomPosterization(3), colors
    yield L.RandomGaussianBlur(kernel_size=(3, 5), sigma=0.5), colors
    yield L.RandomErasing(fill_value=1.0), colors
    yield L.RandomRotation(0.1, fill_mode="wrap"), image
    yield L.RandomShear(0.1, 0.2), image
    yield L.RandomZoom(0.1, (-0.2, 0.3), interpolation="nearest"), image
    yield L.RandomPerspective(0.5, scale=0.3), image
    yield L.RandomCrop(6, 7, seed=1), image
    yield L.MixUp(), image
    yield L.CutMix(), image
    yield L.RandAugment(num_ops=3), colors
    yield L.ActivityRegularization(0.1, 0.2), [(5,)]
    yield L.Dense(3, activity_regularizer="l2"), [(5,)]
    yield L.Conv2D(2, 3, activity_regularizer=keras.regularizers.L1(0.1)), image
    yield L.ReLU(activity_regularizer="l1"), [(5,)]
    yield L.AugMix(num_chains=2, factor=(0.1, 0.2)), colors
    clahe = L.ContrastLimitedAdaptiveHistogramEqualization
    yield clahe((-3, 3), tile_grid_size=(2, 3)), colors
    yield clahe((-2, 2), clip_limit=0.5, tile_grid_size=(4, 2)), [(7, 5, 2)]
    yield clahe((-2, 2), clip_limit=0.0, tile_grid_size=(1, 1)), [(3, 4, 1)]
    yield L.RandomElasticTransform(0.5, (0.2, 0.4), fill_mode="constant"), image
    yield L.MaxNumBoundingBoxes(4), image
    yield L.ReversibleEmbedding(7, 3), [(5,)], 7
    yield L.ReversibleEmbedding(7, 3), [(5, 3)], None, {"reverse": True}
    yield L.ReversibleEmbedding(6, 4, tie_weights=False, logit_soft_cap=2.0), [(4,)], None, {"reverse": True}
    yield L.RNN(L.LSTMCell(3, recurrent_activation="hard_sigmoid"), return_sequences=True), [(5, 4)]
    stacked = L.StackedRNNCells([L.GRUCell(3), L.SimpleRNNCell(4), L.GRUCell(2)])
    yield L.RNN(stacked, return_state=True, go_backwards=True), [(5, 4)]
    for interpolation in ["bicubic", "lanczos3", "lanczos5"]:
        yield L.Resizing(9, 5, interpolation=interpolation), image
    for interpolation in ["bilinear", "bicubic", "lanczos3"]:
        yield L.Resizing(4, 3, interpolation=interpolation, antialias=True), [(9, 7, 2)]
    yield L.Resizing(4, 2, crop_to_aspect_ratio=True, data_format="channels_first"), [(2, 5, 7)]
    yield L.Resizing(3, 8, interpolation="nearest", crop_to_aspect_ratio=True), image
    yield L.Resizing(3, 8, pad_to_aspect_ratio=True, fill_value=-1.5), image
    yield L.Resizing(9, 4, interpolation="bicubic", pad_to_aspect_ratio=True, antialias=True), image
    yield L.AlphaDropout(0.4, noise_shape=(None, 1)), [(5,)]
    for mode, expand in [("psd", False), ("stft", True)]:
        yield L.STFTSpectrogram(mode, frame_length=6, expand_dims=expand, data_format="channels_first"), [(2, 16)]


def flat(x):
    return [float(v) for v in np.asarray(x, "float32").ravel()]


def tensor(x):
    return {"shape": list(x.shape), "values": flat(x)}


def listed(outputs):
    return keras.tree.flatten(outputs)


def case(number, layer, shapes, classes=None, given_arguments={}):
    layer._name = layer.name = f"layer_{number}"
    generator = np.random.default_rng(zlib.crc32(json.dumps([number, type(layer).__name__]).encode()))
    normal = lambda shape: generator.normal(size=shape).astype("float32")
    if classes:
        inputs = [generator.integers(0, classes, (ROWS, *shape)).astype("float32") for shape in shapes]
    else:
        inputs = [normal((ROWS, *shape)) for shape in shapes]
    separate = isinstance(layer, (L.MultiHeadAttention, L.GroupQueryAttention))
    given = lambda x: x if separate or len(x) == 1 else [x]
    if type(layer).__name__.endswith("Cell"):
        given = lambda x: [x[0], list(x[1:])]
    if isinstance(layer, L.StackedRNNCells):
        given = lambda x: [x[0], [x[1], list(x[2:])]]
    layer(*given([keras.KerasTensor(x.shape, "float32") for x in inputs]), **given_arguments)
    # Moving variances are positive.
    layer.set_weights([np.abs(normal(w.shape)) if "variance" in w.path else 0.5 * normal(w.shape) for w in layer.weights])
    # A normalization takes its moments from the weights then.
    getattr(layer, "finalize_state", lambda: None)()
    trainable = [v.value for v in layer.trainable_variables]
    fixed = [v.value for v in layer.non_trainable_variables]
    # The states of random numbers are no weights.
    kept = [v for v in layer.non_trainable_variables if "seed_generator" not in v.path]

    arguments = {"training": False} if layer._call_has_training_arg else dict(given_arguments)

    def call(inputs, trainable):
        return listed(layer.stateless_call(trainable, fixed, *given(inputs), **arguments)[0])

    outputs = [np.asarray(y) for y in call([jnp.asarray(x) for x in inputs], trainable)]
    cotangents = [normal(y.shape) for y in outputs]

    def weighted(inputs, trainable):
        return sum(jnp.sum(y * c) for y, c in zip(call(inputs, trainable), cotangents))

    gradients = jax.grad(weighted, argnums=(0, 1))([jnp.asarray(x) for x in inputs], trainable)
    return {
        "layer": keras.saving.serialize_keras_object(layer),
        "inputs": [tensor(x) for x in inputs],
        **given_arguments,
        "weights": [tensor(np.asarray(v)) for v in layer.trainable_variables + kept],
        "trainable": len(trainable),
        "outputs": [tensor(y) for y in outputs],
        "cotangents": [flat(c) for c in cotangents],
        "input_gradients": [] if classes else [flat(g) for g in gradients[0]],
        "weight_gradients": [flat(g) for g in gradients[1]],
    }


def classes():
    """The layers that the package exports, without aliases and base classes."""
    exported = {name: getattr(L, name) for name in dir(L)}
    names = [n for n, c in exported.items() if isinstance(c, type) and issubclass(c, L.Layer) and c.__name__ in (n, "GroupedQueryAttention")]
    return sorted(set(names) - {"Layer", "Wrapper"})


golden = {"keras": keras.__version__, "classes": classes(), "cases": [case(i, *row) for i, row in enumerate(rows())]}
path = pathlib.Path(__file__).parent.parent / "layers" / "golden" / "layers.json"
path.parent.mkdir(parents=True, exist_ok=True)
text = json.dumps(golden, indent=1)
text = re.sub(r"\[[^\[\]{}]*\]", lambda m: " ".join(m[0].split()), text)  # A list, a line.
path.write_text(re.sub(r"(\d\.\d{7})\d+", r"\1", text) + "\n")
