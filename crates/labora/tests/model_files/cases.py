"""The models that are exchanged with Keras: a table of functions, each of which returns a model.

A case belongs to families. `files` are the endings of the files that are written (Keras cannot open its own `.h5`
of models with operations), `rows` the rows of a batch, `classes` the number that integer inputs and targets are
below. `sizes` are those of inputs that are `None`, in the order of the inputs, for each batch; training takes the
batches in turn. A case of `trains=False` is not trained, since its layers draw random numbers. A case that is not
`biased` has variances that TensorFlow's Keras 2 corrects and no other Keras does. `fit` are the arguments of
`compile`, `after` changes the built model. Cases of the family `keras2` are also models of Keras 2.
"""

CASES = {}
MSE = {"optimizer": "sgd", "loss": "mse"}
CROSSENTROPY = {"optimizer": "sgd", "loss": "sparse_categorical_crossentropy", "metrics": ["accuracy"]}
keras = L = ops = None


def use(module):
    """Sets the package, `keras` or `tf_keras`, that builds the models."""
    global keras, L, ops
    keras, L, ops = module, module.layers, getattr(module, "ops", None)


def case(
    family, files="keras", fit=MSE, rows=6, classes=5, trains=True, sample=False, after=None, biased=True, sizes=()
):
    def add(build):
        settings = {"files": files.split(), "fit": fit, "rows": rows, "classes": classes, "trains": trains}
        settings |= {"after": after, "biased": biased, "sizes": sizes or [()]}
        CASES[build.__name__] = {"family": family.split(), "sample": sample, "build": build, **settings}
        return build

    return add


def integers(*shape):
    return L.Input(shape, dtype="int32")


# Structure.


@case("structure keras2", "keras h5", sample=True)
def dense():
    i = L.Input((6,))
    return keras.Model(i, L.Dense(3)(L.Dense(5, activation="tanh")(i)))


@case("structure", "keras h5")
def sparse():
    i, numbers = L.Input((6,), sparse=True), integers(1)
    codes = L.CategoryEncoding(5, output_mode="one_hot", sparse=True)(numbers)
    return keras.Model([i, numbers], L.Add()([L.Dense(3)(i), L.Dense(3)(codes)]))


@case("structure keras2", "keras h5", CROSSENTROPY, classes=3)
def sequential():
    return keras.Sequential([L.Input((6,)), L.Dense(5, activation="relu"), L.Dense(3, activation="softmax")])


@case("structure", "keras h5", trains=False)
def mixed_policies():
    i = L.Input((6,))
    x = L.Dense(4, activation="tanh", dtype="mixed_bfloat16")(i)
    x = L.BatchNormalization(dtype="mixed_float16")(x)
    return keras.Model(i, L.Dense(2, dtype="float32")(L.Identity(dtype="bfloat16")(x)))


@case("structure keras2", "keras h5")
def nested():
    x = L.Input((6,))
    inner = keras.Model(x, L.BatchNormalization()(L.Dense(4, activation="tanh")(x)), name="inner")
    i = L.Input((6,))
    return keras.Model(i, L.Dense(2)(inner(i)))


@case("structure keras2", "keras h5")
def deeply_nested():
    core = keras.Sequential([L.Input((4,)), L.Dense(4, activation="tanh")], name="core")
    middle = keras.Sequential([L.Input((4,)), core, L.Dense(4)], name="middle")
    return keras.Sequential([L.Input((6,)), L.Dense(4), middle, L.Dense(2)])


@case("structure keras2", "keras h5", sample=True)
def shared_layer():
    a, b = L.Input((6,)), L.Input((6,))
    shared = L.Dense(4, activation="tanh")
    return keras.Model([a, b], L.Dense(2)(L.Concatenate()([shared(a), shared(b)])))


@case("structure keras2", "keras h5")
def siamese():
    tower = keras.Sequential([L.Input((6,)), L.Dense(4, activation="relu"), L.Dense(3)], name="tower")
    a, b = L.Input((6,)), L.Input((6,))
    return keras.Model([a, b], L.Dense(1)(L.Subtract()([tower(a), tower(b)])))


@case("structure keras2", "keras h5", {"optimizer": "sgd", "loss": ["mse", "mae"], "loss_weights": [1.0, 0.5]})
def several_outputs():
    i = L.Input((6,))
    x = L.Dense(5, activation="tanh")(i)
    return keras.Model(i, [L.Dense(2, name="first")(x), L.Dense(3, name="second")(x)])


# Keras 2 writes the name of the output before that of the metric.
@case("structure keras2", "keras h5", {"optimizer": "sgd", "loss": {"p": "mse", "q": "mae"}, "metrics": {"q": ["mse"]}})
def metrics_of_outputs():
    i = L.Input((6,))
    return keras.Model(i, [L.Dense(2, name="p")(i), L.Dense(3, name="q")(i)])


@case("structure", "keras h5", {"optimizer": "sgd", "loss": {"p": "mse", "q": "mae"}, "metrics": {"q": ["mse"]}})
def named_outputs():
    a, b = L.Input((4,), name="b"), L.Input((3,), name="a")
    x = L.Concatenate()([a, b])
    return keras.Model({"b": a, "a": b}, {"q": L.Dense(2, name="q")(x), "p": L.Dense(3, name="p")(x)})


# Outputs whose keys are not the names of their layers, in another order than that of the keys.
@case("structure", "keras h5", {"optimizer": "sgd", "loss": {"q": "mse", "p": "mae"}}, sample=True)
def dictionary_of_outputs():
    i = L.Input((6,))
    return keras.Model(i, {"q": L.Dense(2, name="first")(i), "p": L.Dense(3, name="second")(i)})


@case("structure")
def operators():
    i = L.Input((6,))
    x = L.Dense(6)(i)
    y = x * 2.0 + i
    return keras.Model(i, L.Dense(2)(3.0 + y * x))


@case("structure")
def functions():
    i = L.Input((4, 6))
    x = ops.relu(L.Dense(6)(i)) - 0.5
    x = ops.mean(ops.reshape(x, (-1, 2, 12)), axis=1)
    return keras.Model(i, L.Dense(2)(ops.concatenate([x, x / 2.0], axis=-1)))


@case("structure keras2", "keras h5")
def frozen():
    model = keras.Sequential([L.Input((6,)), L.Dense(5, trainable=False), L.Dense(5, activation="relu"), L.Dense(2)])
    return model


@case("structure", "keras h5")
def frozen_model():
    inner = keras.Sequential([L.Input((6,)), L.Dense(4), L.BatchNormalization()], name="inner")
    inner.trainable = False
    i = L.Input((6,))
    return keras.Model(i, L.Dense(2)(inner(i)))


@case("structure keras2", "keras h5")
def penalties():
    i = L.Input((6,))
    r, c = keras.regularizers, keras.constraints
    x = L.Dense(5, kernel_regularizer=r.L2(0.01), bias_regularizer=r.L1(0.01), kernel_constraint=c.MaxNorm(1.0))(i)
    return keras.Model(i, L.Dense(2, kernel_regularizer=r.L1L2(0.01, 0.02), kernel_constraint="non_neg")(x))


@case("structure", "keras h5")
def residual():
    i = L.Input((6,))
    x = i
    for _ in range(2):
        x = L.Add()([x, L.Dense(6, activation="gelu")(L.LayerNormalization()(x))])
    return keras.Model(i, L.Dense(2)(x))


# Layers.


@case("layers keras2", "keras h5", CROSSENTROPY, classes=3, sample=True, biased=False)
def convolutions():
    i = L.Input((8, 8, 2))
    x = L.MaxPooling2D()(L.Conv2D(4, 3, padding="same", activation="relu")(i))
    x = L.BatchNormalization()(L.Conv2D(4, 3, strides=2, use_bias=False)(x))
    return keras.Model(i, L.Dense(3, activation="softmax")(L.Flatten()(x)))


@case("layers keras2", "keras h5")
def separable():
    i = L.Input((8, 8, 2))
    x = L.SeparableConv2D(4, 3, depth_multiplier=2, activation="relu")(i)
    x = L.DepthwiseConv2D(3, padding="same")(x)
    return keras.Model(i, L.Dense(2)(L.GlobalAveragePooling2D()(x)))


@case("layers keras2", "keras h5")
def convolutions_of_sequences():
    i = L.Input((10, 3))
    x = L.Conv1D(4, 3, padding="causal", dilation_rate=2)(i)
    x = L.MaxPooling1D(2)(L.SeparableConv1D(4, 3)(x))
    return keras.Model(i, L.Dense(2)(L.GlobalMaxPooling1D()(x)))


@case("layers keras2", "keras h5")
def transposed():
    i = L.Input((4, 4, 2))
    x = L.Conv2DTranspose(3, 3, strides=2, padding="same")(i)
    return keras.Model(i, L.AveragePooling2D(2)(L.UpSampling2D(2)(x)))


@case("layers keras2", "keras h5")
def volumes():
    i = L.Input((4, 6, 6, 1))
    x = L.MaxPooling3D((1, 2, 2))(L.Conv3D(3, (3, 3, 3), padding="same", activation="relu")(i))
    return keras.Model(i, L.Dense(2)(L.GlobalAveragePooling3D()(x)))


@case("layers keras2", "keras h5")
def activations():
    i = L.Input((4, 6))
    x = L.PReLU(shared_axes=[1])(L.Dense(6)(i))
    x = L.ELU(0.5)(L.LeakyReLU()(x))
    x = L.Softmax(axis=1)(L.ReLU(6.0, 0.1, 0.0)(L.Activation("softsign")(x)))
    return keras.Model(i, L.Dense(2, activation="selu")(x))


@case("layers keras2", "keras h5")
def shapes():
    i = L.Input((12,))
    x = L.Permute((2, 1))(L.Reshape((3, 4))(L.Dense(12)(i)))
    x = L.Cropping1D((1, 1))(L.ZeroPadding1D(2)(L.UpSampling1D(2)(x)))
    x = L.Flatten()(x)
    return keras.Model(i, L.Dense(2)(L.RepeatVector(3)(x)))


@case("layers", "keras h5")
def normalizations():
    i = L.Input((4, 6))
    x = L.GroupNormalization(3)(L.LayerNormalization(scale=False)(L.Dense(6)(i)))
    x = L.RMSNormalization()(L.UnitNormalization()(x))
    return keras.Model(i, L.Dense(2)(L.BatchNormalization(center=False, momentum=0.5)(x)))


@case("layers", "keras h5 weights.h5", sample=True)
def spectral_normalization():
    i = L.Input((4, 4, 2))
    x = L.Flatten()(L.SpectralNormalization(L.Conv2D(3, 2, use_bias=False), power_iterations=2)(i))
    return keras.Model(i, L.SpectralNormalization(L.Dense(2, use_bias=False))(x))


@case("layers keras2", "keras h5")
def merges():
    i = L.Input((6,))
    a, b = L.Dense(4)(i), L.Dense(4)(i)
    x = [L.Add()([a, b]), L.Multiply()([a, b]), L.Average()([a, b]), L.Maximum()([a, b]), L.Minimum()([a, b])]
    return keras.Model(i, L.Concatenate()([L.Dense(2)(L.Concatenate(axis=-1)(x)), L.Dot(axes=1)([a, b])]))


@case("layers keras2", "keras h5", trains=False)
def dropouts():
    i = L.Input((4, 6))
    x = L.GaussianNoise(0.1)(L.SpatialDropout1D(0.2)(L.Dropout(0.3, seed=1)(i)))
    return keras.Model(i, L.Dense(2)(L.GaussianDropout(0.2)(L.AlphaDropout(0.2)(x))))


@case("layers", "keras h5", trains=False)
def images():
    i = L.Input((8, 8, 3))
    x = L.RandomTranslation(0.1, 0.1)(L.RandomFlip("horizontal")(L.Rescaling(1 / 255.0, offset=-0.5)(i)))
    x = L.CenterCrop(6, 6)(L.Resizing(10, 10)(x))
    return keras.Model(i, L.Dense(2)(L.Flatten()(x)))


@case("layers keras2", "keras h5")
def adapted():
    import numpy as np

    normalization = L.Normalization()
    normalization.adapt(np.random.RandomState(3).normal(2.0, 3.0, (50, 6)).astype("float32"))
    i = L.Input((6,))
    return keras.Model(i, L.Dense(2)(normalization(i)))


@case("layers", "keras h5")
def categories():
    i = integers()
    return keras.Model(i, L.Dense(2)(L.CategoryEncoding(5, output_mode="one_hot")(i)))


@case("layers", "keras h5")
def buckets():
    i = L.Input((4,))
    x = L.Discretization(bin_boundaries=[-0.5, 0.0, 0.5], output_mode="multi_hot")(i)
    return keras.Model(i, L.Dense(2)(x))


@case("layers", "keras h5")
def policies():
    i = L.Input((6,))
    x = L.Dense(4, activation="tanh", dtype="float32")(i)
    return keras.Model(i, L.Dense(2, dtype=keras.DTypePolicy("float32"))(x))


# Sequences.


@case("sequences keras2", "keras h5", sample=True)
def lstm():
    i = L.Input((5, 3))
    return keras.Model(i, L.Dense(2)(L.LSTM(4)(L.LSTM(4, return_sequences=True)(i))))


@case("sequences keras2", "keras h5")
def gru():
    i = L.Input((5, 3))
    return keras.Model(i, L.Dense(2)(L.GRU(4)(L.GRU(4, return_sequences=True, go_backwards=True)(i))))


@case("sequences keras2", "keras h5")
def gru_of_keras_1():
    i = L.Input((5, 3))
    return keras.Model(i, L.Dense(2)(L.GRU(4, reset_after=False, recurrent_activation="sigmoid")(i)))


@case("keras2", "keras h5")
def old_hard_sigmoid():
    i = L.Input((5, 3))
    old = {"recurrent_activation": "hard_sigmoid"}
    x = L.Bidirectional(L.LSTM(3, return_sequences=True, **old))(L.LSTM(4, return_sequences=True, **old)(i))
    y = L.Dense(3, activation="hard_sigmoid")(L.GRU(4, reset_after=False, **old)(x))
    return keras.Model(i, L.Activation("hard_sigmoid")(L.Dense(2)(y)))


@case("sequences keras2", "keras h5")
def simple_rnn():
    i = L.Input((5, 3))
    return keras.Model(i, L.SimpleRNN(4, return_sequences=True)(L.SimpleRNN(4, return_sequences=True)(i)))


@case("sequences keras2", "keras h5")
def cells():
    i = L.Input((5, 3))
    x = L.RNN(L.StackedRNNCells([L.LSTMCell(4), L.GRUCell(3), L.LSTMCell(2)]), return_sequences=True)(i)
    return keras.Model(i, L.Dense(2)(L.RNN(L.SimpleRNNCell(4), go_backwards=True)(x)))


@case("sequences keras2", "keras h5")
def bidirectional():
    i = L.Input((5, 3))
    x = L.Bidirectional(L.LSTM(3, return_sequences=True))(i)
    return keras.Model(i, L.Dense(2)(L.Bidirectional(L.GRU(3), merge_mode="sum")(x)))


# On JAX, Keras's own programs begin each batch with zeros.
@case("sequences", "keras h5", trains=False, sample=True)
def stateful():
    i = L.Input(batch_shape=(6, 5, 3))
    x = L.Bidirectional(L.LSTM(3, return_sequences=True, stateful=True))(i)
    x = L.RNN(L.StackedRNNCells([L.GRUCell(3), L.SimpleRNNCell(2)]), return_sequences=True, stateful=True)(x)
    return keras.Model(i, L.Dense(2)(L.ConvLSTM1D(2, 2, stateful=True)(L.Reshape((5, 2, 1))(x))))


@case("sequences keras2", "keras h5")
def two_directions():
    i = L.Input((5, 3))
    back = L.GRU(4, go_backwards=True, return_sequences=True)
    x = L.Bidirectional(L.LSTM(4, return_sequences=True), backward_layer=back, merge_mode="ave")(i)
    return keras.Model(i, L.Dense(2)(x))


# Each step has its own moments, and the moving ones go from step to step.
@case("sequences", "keras h5")
def time_distributed_moments():
    i = L.Input((3, 4))
    x = L.TimeDistributed(L.BatchNormalization(momentum=0.5))(L.TimeDistributed(L.Dense(5))(i))
    return keras.Model(i, L.Dense(2)(L.Flatten()(x)))


@case("sequences keras2", "keras h5")
def time_distributed():
    i = L.Input((3, 6, 6, 1))
    x = L.TimeDistributed(L.Conv2D(2, 3, activation="relu"))(i)
    x = L.TimeDistributed(L.Flatten())(x)
    return keras.Model(i, L.LSTM(3)(L.TimeDistributed(L.Dense(4))(x)))


@case("sequences", "keras h5")
def time_distributed_model():
    frame = L.Input((5, 4, 2))
    x = L.LayerNormalization()(L.Conv2D(3, 2, activation="tanh")(frame))
    features = keras.Model(frame, L.GlobalAveragePooling2D()(x), name="features")
    i = L.Input((3, 5, 4, 2))
    return keras.Model(i, L.Dense(2)(L.LSTM(3)(L.TimeDistributed(features)(i))))


@case("sequences keras2", "keras h5")
def encoder_decoder():
    a, b = L.Input((5, 3)), L.Input((4, 2))
    _, h, c = L.LSTM(4, return_state=True)(a)
    return keras.Model([a, b], L.Dense(2)(L.LSTM(4, return_sequences=True)(b, initial_state=[h, c])))


@case("sequences keras2", rows=7)
def masked_embedding():
    i = integers(6)
    return keras.Model(i, L.Dense(2)(L.LSTM(4)(L.Embedding(5, 3, mask_zero=True)(i))))


@case("sequences keras2", rows=7)
def masked_steps():
    i = L.Input((6, 3))
    return keras.Model(i, L.Dense(2)(L.Bidirectional(L.GRU(4))(L.Masking(0.25)(i))))


@case("sequences keras2", "keras h5")
def embedding():
    i = integers(6)
    x = L.GlobalAveragePooling1D()(L.Embedding(5, 3, embeddings_regularizer="l2")(i))
    return keras.Model(i, L.Dense(2)(x))


# Settings that Keras 2 writes and Keras 3 does not have, those of its losses included.
@case("sequences keras2", "keras h5", lambda: {"optimizer": "sgd", "loss": keras.losses.MeanSquaredError()})
def heads():
    q, v = L.Input((5, 6)), L.Input((7, 6))
    return keras.Model([q, v], L.Dense(2)(L.MultiHeadAttention(2, 3)(q, v)))


@case("layers keras2", "keras h5", trains=False)
def augmentation():
    x = i = L.Input((6, 6, 2))
    drawn = [L.RandomFlip(), L.RandomRotation(0.1), L.RandomZoom(0.1), L.RandomTranslation(0.1, 0.1)]
    for layer in [*drawn, L.RandomContrast(0.1)]:
        x = layer(x)
    x = L.SpatialDropout2D(0.2)(x)
    return keras.Model(i, L.Dense(2)(L.Flatten()(x)))


@case("layers keras2", "h5")
def thresholded():
    i = L.Input((6,))
    threshold = getattr(L, "ThresholdedReLU", None)
    return keras.Model(i, L.Dense(2)(threshold(0.3)(i) if threshold else L.ReLU(threshold=0.3)(i)))


@case("sequences keras2", "keras h5")
def attention():
    q, v = L.Input((4, 3)), L.Input((5, 3))
    x = L.Attention(use_scale=True)([L.Dense(3)(q), v])
    return keras.Model([q, v], L.Dense(2)(L.AdditiveAttention()([x, v])))


# Its class has another name in Python, which legacy files have.
@case("sequences", "keras h5")
def grouped_attention():
    i = L.Input((5, 8))
    return keras.Model(i, L.Dense(2)(L.GroupQueryAttention(4, 4, 2)(i, i)))


@case("sequences", "keras h5", sample=True, sizes=[(5,), (3,)])
def transformer():
    i = integers(None)
    x = L.Embedding(5, 8)(i)
    y = L.MultiHeadAttention(2, 4)(x, x)
    x = L.LayerNormalization()(L.Add()([x, y]))
    y = L.EinsumDense("abc,cd->abd", output_shape=(None, 8), bias_axes="d", activation="gelu")(x)
    return keras.Model(i, L.Dense(2)(L.GlobalAveragePooling1D()(L.LayerNormalization()(x + y))))


@case("sequences", "keras h5")
def cross_attention():
    q, v = L.Input((4, 6)), L.Input((5, 6))
    x = L.MultiHeadAttention(2, 3, output_shape=5)(q, v)
    return keras.Model([q, v], L.Dense(2)(x))


@case("sequences", "keras h5")
def causal_attention():
    q = L.Input((4, 6))
    x = L.MultiHeadAttention(2, 3)(q, q, use_causal_mask=True)
    return keras.Model(q, L.Dense(2)(L.Attention()([x, x], use_causal_mask=True)))


# Inputs of any size.


@case("sizes keras2", rows=7, sample=True, sizes=[(6,), (4,)])
def texts():
    i = integers(None)
    return keras.Model(i, L.Dense(2)(L.LSTM(4)(L.Embedding(5, 3, mask_zero=True)(i))))


@case("sizes keras2", "keras h5", sizes=[(9, 12), (6, 7)])
def pictures():
    i = L.Input((None, None, 2))
    x = L.Conv2D(4, 3, strides=2, padding="same", activation="relu")(i)
    x = L.UpSampling2D(2)(L.MaxPooling2D(2, padding="same")(L.BatchNormalization()(x)))
    return keras.Model(i, L.Conv2D(3, 1)(L.ZeroPadding2D(1)(L.Concatenate()([x, L.AveragePooling2D(1)(x)]))))


@case("sizes keras2", "keras h5", CROSSENTROPY, classes=3, sizes=[(8, 8), (11, 9)])
def pictures_of_classes():
    i = L.Input((None, None, 2))
    x = L.SeparableConv2D(4, 3, activation="relu")(i)
    x = L.Conv2DTranspose(4, 3, strides=2)(L.DepthwiseConv2D(3)(x))
    return keras.Model(i, L.Dense(3, activation="softmax")(L.GlobalMaxPooling2D()(x)))


@case("sizes keras2", "keras h5", sizes=[(5, 4), (3, 6)])
def translation():
    a, b = integers(None), L.Input((None, 3))
    x, h, c = L.LSTM(4, return_sequences=True, return_state=True)(L.Embedding(5, 3)(a))
    y = L.LSTM(4, return_sequences=True)(b, initial_state=[h, c])
    return keras.Model([a, b], L.TimeDistributed(L.Dense(2))(L.Concatenate()([y, L.Attention()([y, x])])))


@case("sizes keras2", "keras h5", sizes=[(10,), (7,)])
def filters_of_sequences():
    i = L.Input((None, 3))
    x = L.MaxPooling1D(2)(L.Conv1D(4, 3, padding="causal", dilation_rate=2, activation="relu")(i))
    return keras.Model(i, L.Dense(2)(L.GlobalAveragePooling1D()(x)))


@case("sizes keras2", "keras h5", sizes=[(3, 6, 6), (2, 7, 5)])
def films():
    i = L.Input((None, None, None, 2))
    x = L.TimeDistributed(L.Conv2D(4, 3, activation="tanh"))(i)
    x = L.TimeDistributed(L.GlobalAveragePooling2D())(x)
    return keras.Model(i, L.Dense(2)(L.Bidirectional(L.GRU(3))(x)))


@case("sizes", sizes=[(4, 5), (6, 3)])
def shapes_of_sequences():
    a, b = L.Input((None, 6)), L.Input((None, 6))
    x = L.MultiHeadAttention(2, 3)(L.Masking(0.25)(a), b)
    x = L.Reshape((-1, 2))(L.Permute((2, 1))(L.LayerNormalization()(x)))
    x = L.Cropping1D(1)(L.ZeroPadding1D(2)(L.Dense(4)(x)))
    return keras.Model([a, b], ops.mean(x, axis=1) + ops.max(L.Dense(4)(b), axis=1))


# Optimizers: two steps are done before the file is written.


def optimizer_case(name, optimizer, sample=False, families="optimizers", files="keras h5"):
    def build():
        i = L.Input((6,))
        x = L.BatchNormalization()(L.Dense(5, activation="tanh")(i))
        return keras.Model(i, L.Dense(3)(x))

    build.__name__ = name
    case(families, files, lambda: {"optimizer": optimizer(keras.optimizers), "loss": "huber"}, sample=sample)(build)


for name, optimizer in {
    "sgd": lambda o: o.SGD(0.1),
    "sgd_momentum": lambda o: o.SGD(0.1, momentum=0.9, nesterov=True),
    "rmsprop": lambda o: o.RMSprop(0.01),
    "adagrad": lambda o: o.Adagrad(0.1),
    "adam": lambda o: o.Adam(0.01),
    "adamax": lambda o: o.Adamax(0.01),
    "nadam": lambda o: o.Nadam(0.01),
    "adadelta": lambda o: o.Adadelta(1.0),
    "ftrl": lambda o: o.Ftrl(0.1, l2_regularization_strength=0.01),
}.items():
    optimizer_case(name, optimizer, name == "sgd_momentum", "optimizers keras2")
for name, optimizer in {
    "rmsprop_centered": lambda o: o.RMSprop(0.01, momentum=0.5, centered=True),
    "adam_amsgrad": lambda o: o.Adam(0.01, amsgrad=True, clipnorm=0.5),
    "adamw": lambda o: o.AdamW(0.01, weight_decay=0.1),
    "lion": lambda o: o.Lion(0.01),
    "lamb": lambda o: o.Lamb(0.01),
    "adafactor": lambda o: o.Adafactor(0.01),
    "muon": lambda o: o.Muon(0.01),
    "averages": lambda o: o.SGD(0.1, use_ema=True, ema_momentum=0.5, global_clipnorm=1.0),
    "accumulation": lambda o: o.Adam(0.1, gradient_accumulation_steps=2),
    "exponential_decay": lambda o: o.Adam(o.schedules.ExponentialDecay(0.1, 2, 0.5, staircase=True)),
    "piecewise_decay": lambda o: o.SGD(o.schedules.PiecewiseConstantDecay([2, 4], [0.1, 0.05, 0.01])),
    "cosine_decay": lambda o: o.RMSprop(o.schedules.CosineDecay(0.01, 10, warmup_target=0.1, warmup_steps=3)),
}.items():
    # Keras itself cannot write the variables of Adafactor to .h5.
    files = "keras" if name == "adafactor" else "keras h5"
    optimizer_case(name, optimizer, name == "adam_amsgrad", "optimizers", files)


def several(o, *names):
    """An optimizer for the first layer, another one for the others."""
    chosen = o.OptimizerMap(o.SGD(0.1, momentum=0.9))
    for name in names:
        chosen[name] = o.Adam(0.01, use_ema=True)
    return o.MultiOptimizer(chosen)


# Optimizers of optimizers. The scale doubles after every second step.
optimizer_case("loss_scale", lambda o: o.LossScaleOptimizer(o.Adam(0.01), 64.0, 2), True)
optimizer_case("several_optimizers", lambda o: several(o, "dense.*/kernel", "dense.*/bias"), True)
optimizer_case("unused_optimizer", lambda o: several(o, "decoder/.*"))
optimizer_case("scaled_optimizers", lambda o: o.LossScaleOptimizer(several(o, ".*/kernel"), 64.0, 2))


# The optimizers of Keras before 2.11. Keras 2 does not write their variables into `.keras` files.
for name, optimizer in {
    "adam_before_2_11": lambda o: o.legacy.Adam(0.01, amsgrad=True),
    "nesterov_before_2_11": lambda o: o.legacy.SGD(0.1, momentum=0.9, nesterov=True),
    "rmsprop_before_2_11": lambda o: o.legacy.RMSprop(0.01, momentum=0.5, centered=True),
    "adamax_before_2_11": lambda o: o.legacy.Adamax(0.01),
    "adadelta_before_2_11": lambda o: o.legacy.Adadelta(1.0),
}.items():
    optimizer_case(name, optimizer, families="keras2", files="h5")


# Quantized models. Keras cannot open its own files of attention that is quantized.


def int8(model):
    model.quantize("int8")


def int4(block, **settings):
    """Blocks of so many inputs have a factor and a zero point each; without blocks, all inputs have a factor."""
    return lambda model: model.quantize(config=keras.quantizers.Int4QuantizationConfig(block_size=block, **settings))


@case("quantized", "keras h5", sample=True, after=int8, trains=False)
def int8_dense():
    return keras.Sequential([L.Input((6,)), L.Dense(5, activation="relu"), L.Dense(2)])


@case("quantized", "keras h5", after=int8, trains=False)
def int8_embedding():
    i = integers(6)
    return keras.Model(i, L.GlobalAveragePooling1D()(L.Embedding(5, 4)(i)))


def einsum():
    i = L.Input((4, 6))
    x = L.EinsumDense("abc,cde->abde", output_shape=(None, 2, 3), bias_axes="de")(i)
    x = L.EinsumDense("abde,def->abf", output_shape=(None, 5), activation="relu")(x)
    return keras.Model(i, L.EinsumDense("abc,cd->abd", output_shape=(None, 3), bias_axes="d")(x))


@case("quantized", "keras", after=int8, trains=False)
def int8_einsum():
    return einsum()


@case("quantized", "keras", after=int4(4), trains=False)
def int4_einsum():
    return einsum()


@case("quantized", "keras", after=int4(None), trains=False)
def int4_einsum_factors():
    return einsum()


@case("quantized", "keras h5", sample=True, after=int4(4), trains=False)
def int4_mixed():
    words = L.Input((3,), dtype="int32")
    inner = keras.Sequential([L.Input((3, 5)), L.Dense(7, activation="tanh"), L.Dense(3)], name="inner")
    return keras.Model(words, L.Dense(2)(inner(L.Embedding(5, 5)(words))))


@case("quantized", "keras h5", after=lambda model: model.quantize("int4"), trains=False)
def int4_by_default():
    i = L.Input((6,))
    return keras.Model(i, L.Dense(3)(L.Dense(5, activation="relu")(i)))


@case("quantized", "keras", after=lambda m: int4(None, activation_quantizer=keras.quantizers.AbsMaxQuantizer())(m), trains=False)
def int4_with_inputs():
    words = L.Input((3,), dtype="int32")
    x = L.Dense(4)(L.Dense(7, activation="tanh", use_bias=False)(L.Embedding(5, 5)(words)))
    return keras.Model(words, L.EinsumDense("abc,cd->abd", output_shape=(None, 3))(x))


def reversible(mode, tied):
    def build():
        i, words = integers(6), L.ReversibleEmbedding(7, 5, tie_weights=tied)
        return keras.Model(i, words(L.Dense(5)(words(i)), reverse=True))

    build.__name__ = f"reversible_{mode}_{'tied' if tied else 'two'}"
    after = int8 if mode == "int8" else int4({"blocks": 2, "factors": None}[mode])
    case("quantized", "keras", after=after, trains=False)(build)


for mode in "int8", "blocks", "factors":
    reversible(mode, True)
    reversible(mode, False)


@case("float8", "keras", after=lambda model: model.quantize("float8"), trains=False)
def float8():
    i = L.Input((4, 6))
    x = L.EinsumDense("abc,cde->abde", output_shape=(4, 2, 3), bias_axes="de", activation="tanh")(i)
    return keras.Model(i, L.Dense(2)(L.Flatten()(x)))


@case("quantized", "keras", after=lambda model: model.layers[1].enable_lora(2), trains=False)
def lora():
    i = L.Input((6,))
    return keras.Model(i, L.Dense(2)(L.Dense(5)(i)))


@case("quantized", "h5", sample=True, after=lambda model: model.layers[1].enable_lora(2))
def lora_factors():
    i = L.Input((6,))
    return keras.Model(i, L.Dense(2)(L.Dense(5)(i)))


# Weights alone; the file of the whole model says which.


@case("weights keras2", "keras weights.h5")
def weights():
    i = L.Input((8, 8, 2))
    x = L.BatchNormalization()(L.Conv2D(4, 3)(i))
    return keras.Model(i, L.Dense(2)(L.Bidirectional(L.LSTM(3))(L.Reshape((6, 24))(x))))


@case("weights", "keras weights.json", sample=True)
def sharded():
    i = L.Input((40,))
    x = i
    for _ in range(4):
        x = L.Dense(40, activation="tanh")(x)
    return keras.Model(i, L.Dense(2)(x))


# Objects of a user.


@case("custom_objects", "keras h5", sample=True)
def custom_layer():
    @keras.saving.register_keras_serializable()
    class Scaled(L.Layer):
        def __init__(self, power=1.0, **kwargs):
            super().__init__(**kwargs)
            self.power = power

        def build(self, shape):
            self.scale = self.add_weight(shape=(shape[-1],), initializer="ones", name="scale")

        def call(self, x):
            return ops.tanh(x * self.scale) * self.power

        def get_config(self):
            return {**super().get_config(), "power": self.power}

    i = L.Input((6,))
    return keras.Model(i, L.Dense(2)(Scaled(2.0)(L.Dense(4)(i))))


@case("custom_objects", "keras", sample=True)
def custom_cell():
    @keras.saving.register_keras_serializable()
    class Leaky(L.Layer):
        def __init__(self, units, leak=0.5, **kwargs):
            super().__init__(**kwargs)
            self.units, self.leak, self.state_size = units, leak, units

        def build(self, shape):
            self.kernel = self.add_weight(shape=(shape[-1], self.units), name="kernel")

        def call(self, x, states):
            y = states[0] * (1 - self.leak) + ops.tanh(ops.matmul(x, self.kernel)) * self.leak
            return y, [y]

        def get_config(self):
            return {**super().get_config(), "units": self.units, "leak": self.leak}

    i = L.Input((5, 3))
    x = L.RNN(L.StackedRNNCells([L.GRUCell(4), Leaky(3, 0.25)]))(i)
    return keras.Model(i, L.Dense(2)(x))
