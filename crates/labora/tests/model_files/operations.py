"""Models whose steps are functions of `keras.ops`, and models with explicit masks and scores of attention.

Left out is what Keras 3.15 itself does not run on JAX (`norm`, `quantile` and `percentile` with an axis) or does not
open again (`adaptive_average_pool`, sizes of windows that are tuples).
"""

import numpy as np

import cases
from cases import case

ONE = """abs absolute angle arccos arcsin arcsinh arctan arctanh cbrt ceil conjugate copy cos cosh deg2rad exp exp2 expm1
floor i0 isfinite isinf isnan isneginf isposinf logical_not negative rad2deg real relu relu6 selu sigmoid sign signbit
silu sin sinc sinh softplus softsign sparse_plus sparse_sigmoid square tan tanh tanh_shrink trunc hard_sigmoid hard_silu
hard_tanh log_sigmoid erf erfc erfinv stop_gradient ones_like zeros_like nan_to_num celu elu gelu leaky_relu
hard_shrink soft_shrink squareplus sparsemax log_softmax softmax glu sort argsort fliplr""".split()
POSITIVE = "arccosh log log10 log1p log2 reciprocal rsqrt sqrt".split()
TWO = """arctan2 divide divide_no_nan equal floor_divide fmax fmin greater greater_equal heaviside hypot less
less_equal logaddexp logaddexp2 logical_and logical_or logical_xor maximum minimum mod not_equal subtract
true_divide""".split()
REDUCTIONS = """all amax amin any max mean median min nanmax nanmean nanmin nanprod nanstd nansum nanvar prod ptp std sum
var logsumexp count_nonzero argmax argmin nanargmax nanargmin average""".split()


def parts():
    """Two inputs of 24 numbers as `(4, 6)`, without equal numbers."""
    ops = cases.ops
    i, j = cases.L.Input((24,)), cases.L.Input((24,))
    return [i, j], ops.reshape(i, (-1, 4, 6)), ops.reshape(j, (-1, 4, 6))


@case("operations", "keras h5", trains=False)
def element_by_element():
    ops = cases.ops
    inputs, x, y = parts()
    results = [getattr(ops, name)(x) for name in ONE]
    results += [getattr(ops, name)(ops.absolute(x) + 1.5) for name in POSITIVE]
    results += [getattr(ops, name)(x, y) for name in TWO]
    numbers = [ops.cast(ops.round(t * 10.0), "int32") for t in (x, y)]
    results += [ops.bitwise_and(*numbers), ops.bitwise_xor(*numbers), ops.gcd(*numbers), ops.ldexp(x, numbers[1])]
    results += [ops.clip(x, -0.5, 0.25), ops.round(x, 1), ops.where(x > 0.1, x, 0.5), ops.isclose(x, y, 0.1, 0.2)]
    results += [ops.threshold(x, 0.1, 0.2), 2.0 - x, ops.full_like(x, 2.5), ops.digitize(x, np.array([-0.5, 0.0, 0.5]))]
    results += [ops.fmod(x, y), ops.saturate_cast(x, "float32")]
    return cases.keras.Model(inputs, results)


@case("operations", "keras h5", trains=False)
def arrangements():
    ops = cases.ops
    inputs, x, y = parts()
    first, second, third = ops.split(x, 3, axis=-1)
    results = [second, ops.split(x, [1, 2, 5], axis=-1)[2], ops.unstack(y, axis=1)[3], *ops.top_k(x, 2)]
    results += [*ops.array_split(x, 4, axis=-1), *ops.qr(x)]
    results += [x[:, ::2], x[:, -1, None], x[..., 0], x[:, 1:3, ..., ::-1], x[:, None, 2], ops.append(x, y, axis=1)]
    results += [ops.take(x, [0, 2, -1], axis=1), ops.take(x, np.array([1, 3]), axis=2), ops.take(x, 1, axis=1)]
    results += [ops.take_along_axis(x, ops.argsort(y, axis=-1), axis=-1), ops.pad(x, ((0, 0), (1, 1), (0, 2)))]
    results += [ops.pad(x, ((0, 0), (0, 1), (2, 0)), constant_values=2.0), ops.roll(x, 2, axis=1)]
    results += [ops.roll(x, (1, -1), axis=(1, 2)), ops.repeat(x, 2, axis=1), ops.tile(x, (1, 2, 1)), ops.flip(x, 1)]
    results += [ops.moveaxis(x, (1, 2), (2, 1)), ops.swapaxes(x, 1, 2), ops.transpose(x, (0, 2, 1)), ops.stack([x, y], 1)]
    results += [ops.squeeze(ops.expand_dims(x, 1), 1), ops.concatenate([first, y, third], axis=-1), ops.hstack([x, y])]
    results += [ops.linspace(x[:, 0], y[:, 0], 4, axis=1), ops.tril(x, 1), ops.triu(x), ops.diff(x, 2)]
    results += [ops.diagonal(x, axis1=1, axis2=2), ops.trace(x, axis1=1, axis2=2), ops.extract_sequences(x, 3, 1)]
    results += [ops.one_hot(ops.argmax(x, axis=-1), 6), ops.multi_hot(ops.argmax(x, axis=-1), 6)]
    results += [ops.argmax(x, axis=1, keepdims=True)]
    return cases.keras.Model(inputs, results)


@case("operations", "keras h5", trains=False)
def sums_and_products():
    ops = cases.ops
    inputs, x, y = parts()
    matrix = np.arange(18, dtype="float32").reshape(6, 3) / 10
    results = [getattr(ops, name)(x, axis=1) for name in REDUCTIONS]
    results += [ops.sum(x, axis=(1, 2), keepdims=True), ops.average(x, axis=1, weights=np.arange(1, 5, dtype="float32"))]
    results += [ops.cumsum(x, axis=1), ops.cumprod(x, axis=2), ops.nancumsum(x, axis=1), ops.trapezoid(x)]
    results += [*ops.moments(x, axes=[1]), ops.normalize(x)]
    results += [ops.layer_normalization(x), ops.rms_normalization(x, np.arange(6, dtype="float32"))]
    statistics = np.arange(6, dtype="float32"), np.full(6, 2.0, "float32")
    results += [ops.batch_normalization(x, *statistics, -1, offset=np.ones(6, "float32"), scale=statistics[1])]
    results += [ops.binary_crossentropy(ops.sigmoid(x), ops.sigmoid(y))]
    results += [ops.einsum("bij,bkj->bik", x, y), ops.tensordot(x, matrix, axes=[[2], [0]])]
    results += [ops.tensordot(x, matrix, axes=1)]
    results += [ops.dot(x, matrix), ops.matmul(x, matrix), ops.cdist(x, y)]
    heads = [ops.reshape(t, (-1, 4, 2, 3)) for t in (x, y, x + y)]
    results += [ops.dot_product_attention(*heads), ops.dot_product_attention(*heads, is_causal=True, scale=0.3)]
    results += [ops.dot_product_attention(*heads, mask=ops.reshape(x[:, 0, :4] > -0.5, (-1, 1, 1, 4)))]
    return cases.keras.Model(inputs, results)


@case("operations", "keras h5", trains=False)
def windows():
    ops, kernel = cases.ops, lambda *shape: np.sin(np.arange(np.prod(shape), dtype="float32")).reshape(shape)
    i = cases.L.Input((6, 6, 2))
    row = i[:, 0]
    results = [ops.max_pool(i, 2, strides=2), ops.average_pool(i, 3, strides=1, padding="same"), ops.max_pool(row, 3, strides=2)]
    results += [ops.conv(i, kernel(3, 3, 2, 4), 1, "same"), ops.conv(row, kernel(2, 2, 3), 2, "valid")]
    results += [ops.depthwise_conv(i, kernel(2, 2, 2, 2), 1, "valid", dilation_rate=2)]
    results += [ops.separable_conv(i, kernel(2, 2, 2, 1), kernel(1, 1, 2, 3))]
    results += [ops.space_to_depth(i, 2), ops.depth_to_space(ops.space_to_depth(i, 2), 2)]
    return cases.keras.Model(i, results)


@case("operations", "keras h5", sample=True)
def explicit_masks():
    L, ops = cases.L, cases.ops
    q, v = L.Input((4, 6)), L.Input((5, 6))
    pairs = ops.matmul(q, ops.transpose(v, (0, 2, 1))) > -0.5
    of_query, of_value = q[..., 0] > -0.8, ops.not_equal(v[..., 1], 0.25)
    x = L.MultiHeadAttention(2, 3, use_gate=True)(q, v, attention_mask=pairs, value_mask=of_value)
    y = L.GroupQueryAttention(3, 4, 2, use_gate=True, sliding_window=3)(
        q, v, v, query_mask=of_query, attention_mask=pairs, key_mask=of_value
    )
    z = L.Attention()([q, v], mask=[of_query, of_value])
    z = L.Concatenate()([z, L.AdditiveAttention()([q, v, v], mask=[None, of_value, None])])
    h = L.LSTM(4)(v, mask=of_value)
    h = L.GRU(4, return_sequences=True)(q, mask=of_query, initial_state=h)
    h = L.Bidirectional(L.SimpleRNN(3, return_sequences=True))(h, mask=of_query)
    return cases.keras.Model([q, v], L.Dense(2)(L.Concatenate()([x, y, z, h])))


@case("operations", "keras h5", trains=False)
def attention_scores():
    L, ops = cases.L, cases.ops
    q, v = L.Input((4, 6)), L.Input((4, 6))
    pairs = ops.matmul(q, ops.transpose(v, (0, 2, 1))) > -0.5
    results = [*L.MultiHeadAttention(2, 3)(q, v, attention_mask=pairs, return_attention_scores=True)]
    results += [*L.MultiHeadAttention(2, 3)(q, v, use_causal_mask=True, return_attention_scores=True)]
    results += [*L.GroupQueryAttention(3, 4, 2)(q, v, return_attention_scores=True)]
    results += [*L.Attention()([q, v], mask=[None, v[..., 0] > -0.5], return_attention_scores=True)]
    results += [*L.AdditiveAttention()([q, v], use_causal_mask=True, return_attention_scores=True)]
    return cases.keras.Model([q, v], results)


@case("operations", "keras h5", rows=7)
def masks_as_steps():
    """The mask of an embedding is also a number, and an attention's mask of pairs is made of it."""
    L, ops = cases.L, cases.ops
    i = cases.integers(6)
    x = L.Embedding(5, 4, mask_zero=True)(i)
    counts = ops.not_equal(i, 0)
    y = L.MultiHeadAttention(2, 3)(x, x, attention_mask=ops.expand_dims(counts, 1))
    share = ops.mean(ops.cast(counts, "float32"), axis=-1, keepdims=True)
    return cases.keras.Model(i, L.Dense(2)(L.Concatenate()([L.LSTM(4)(y), share])))


@case("keras2", trains=False)
def tensorflow_functions():
    """Keras 2 writes functions of TensorFlow; those of `tf` that lose an argument in its files are left out."""
    import tensorflow as tf

    L = cases.L
    i = L.Input((4, 6))
    x = L.Dense(6, name="d")(i)
    results = [x + i, x * 2.0, 2.0 - x, x[:, 0], x[:, :, ::2], x[:, None, 1:3], x[:, -1], -x, x / i, x // 0.3, x % 0.3]
    results += [abs(x) ** 2.0, x * np.arange(6, dtype="float32"), tf.concat([x, i], -1), tf.reshape(x, (-1, 24))]
    results += [tf.reduce_mean(x, axis=[1, 2]), tf.reduce_max(x, 1, keepdims=True), tf.math.reduce_std(x, 1)]
    results += [tf.cast(x * 5.0, tf.int32), tf.squeeze(tf.expand_dims(x, 1), 1), tf.stack([x, i], axis=1)]
    results += [tf.matmul(x, tf.transpose(i, [0, 2, 1])), tf.where(x > 0.0, x, tf.zeros_like(x)), tf.maximum(x, 0.5)]
    results += [tf.nn.gelu(x), tf.nn.silu(x), tf.nn.leaky_relu(x), tf.nn.softmax(x), tf.nn.relu(x), tf.nn.elu(x)]
    results += [tf.split(x, 2, axis=-1)[1], tf.split(x, [1, 2, 3], -1)[1], tf.unstack(x, axis=1)[1]]
    results += [tf.gather(x, [1, 0], axis=1), tf.clip_by_value(x, 0.0, 0.5), tf.tile(x, [1, 2, 1]), tf.reverse(x, [1])]
    results += [tf.pad(x, [[0, 0], [1, 1], [0, 0]], constant_values=2.0), tf.one_hot(tf.argmax(x, -1), 6)]
    results += [tf.math.cumsum(x, axis=1), tf.exp(x), tf.sigmoid(x), tf.round(x), tf.math.l2_normalize(x, -1)]
    results += [tf.math.reduce_logsumexp(x, -1), tf.logical_and(x > 0.0, i < 0.25)]
    return cases.keras.Model(i, results)
