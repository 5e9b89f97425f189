"""Programs on gradients and functions, for TensorFlow and for `labora_tf`:
`python/tools/tf/record_gradients.py` records what TensorFlow gives, `test_gradients.py` and
`test_functions.py` compare. A case is a function of the module `tf` and gives a list of arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def _numbers(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape).astype("float32")


def _fill(model: Any, seed: int = 0) -> None:
    """Weights that do not depend on the library's random numbers."""
    rng = np.random.default_rng(seed)
    model.set_weights(
        [
            (rng.standard_normal(w.shape) * 0.3 + ("gamma" in v.path or "variance" in v.path)).astype(
                "float32"
            )
            ** (2 if "variance" in v.path else 1)
            if "seed" not in v.path
            else w
            for v, w in zip(model.weights, model.get_weights())
        ]
    )


def square(tf: Any) -> list[Any]:
    x = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(x * x * tf.sin(x))
    return [y, tape.gradient(y, x)]


def second_order(tf: Any) -> list[Any]:
    x = tf.Variable(1.5)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = x**3 + tf.exp(x)
        first = inner.gradient(y, x)
    return [first, outer.gradient(first, x)]


def third_order(tf: Any) -> list[Any]:
    x = tf.constant(0.7)
    with tf.GradientTape() as a:
        a.watch(x)
        with tf.GradientTape() as b:
            b.watch(x)
            with tf.GradientTape() as c:
                c.watch(x)
                y = tf.tanh(x) * x
            first = c.gradient(y, x)
        second = b.gradient(first, x)
    return [second, a.gradient(second, x)]


def persistent(tf: Any) -> list[Any]:
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        y = x * x
        z = y * y
        inside = tape.gradient(z, x)
    return [tape.gradient(z, x), tape.gradient(y, x), tape.gradient(inside, x), tape.gradient(z, y)]


def several_targets(tf: Any) -> list[Any]:
    x, w = tf.Variable([1.0, 2.0]), tf.Variable([3.0, 4.0])
    with tf.GradientTape() as tape:
        targets = {"a": x * w, "b": tf.reduce_sum(x)}
    found = tape.gradient(targets, {"x": x, "w": [w]})
    return [found["x"], found["w"][0]]


def output_gradients(tf: Any) -> list[Any]:
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.nn.softmax(x)
    return [tape.gradient(y, x, output_gradients=tf.constant([[1.0, 0.0], [0.5, -2.0]]))]


def unconnected(tf: Any) -> list[Any]:
    x, w = tf.Variable(2.0), tf.Variable([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        y = x * 3.0
    none = tape.gradient(y, [x, w])
    zero = tape.gradient(y, [x, w], unconnected_gradients=tf.UnconnectedGradients.ZERO)
    return [none[0], np.float32(none[1] is None), zero[0], zero[1]]


def only_watched(tf: Any) -> list[Any]:
    x, w = tf.Variable(2.0), tf.Variable(3.0)
    with tf.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(w)
        y = x * w * w
    found = tape.gradient(y, [x, w])
    return [np.float32(found[0] is None), found[1]]


def not_trainable(tf: Any) -> list[Any]:
    x, w = tf.Variable(2.0, trainable=False), tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = x * w
    found = tape.gradient(y, [x, w])
    return [np.float32(found[0] is None), found[1], np.float32(len(tape.watched_variables()))]


def stop_recording(tf: Any) -> list[Any]:
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = x * x
        with tape.stop_recording():
            z = y * x
        total = y + z
    return [total, tape.gradient(total, x)]


def stop_gradient(tf: Any) -> list[Any]:
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.stop_gradient(x * x) * x)
    return [tape.gradient(y, x)]


def reset(tf: Any) -> list[Any]:
    x = tf.Variable(2.0)
    with tf.GradientTape() as tape:
        y = x * x
        tape.reset()
        y = x * 3.0
    return [tape.gradient(y, x)]


def assignments(tf: Any) -> list[Any]:
    x, w = tf.Variable(2.0), tf.Variable(5.0)
    with tf.GradientTape() as tape:
        y = x * x
        x.assign(10.0)
        y = y + x
        w.assign(x * 2.0)
        y = y + w
    return [y, *tape.gradient(y, [x, w]), x.numpy()]


def same_value(tf: Any) -> list[Any]:
    x = tf.Variable([1.0, 2.0])
    w = tf.Variable([0.0, 0.0])
    w.assign(x)
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(x * w * w)
    return list(tape.gradient(y, [x, w]))


def python_values(tf: Any) -> list[Any]:
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = x * x
        if y > 5.0:
            y = y * 2.0
        scale = float(y) + y.numpy()
        y = y * scale
    return [y, tape.gradient(y, x)]


def jacobian(tf: Any) -> list[Any]:
    x = tf.constant(_numbers(3, 2))
    w = tf.Variable(_numbers(2, 4, seed=1))
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.tanh(tf.matmul(x, w))
    return [tape.jacobian(y, w), *tape.jacobian(y, [x, w]), tape.batch_jacobian(y, x)]


def hessian(tf: Any) -> list[Any]:
    x = tf.Variable(_numbers(4))
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = tf.reduce_sum(x**3) * tf.reduce_sum(tf.sin(x))
        gradient = inner.gradient(y, x)
    return [outer.jacobian(gradient, x)]


def custom_gradient(tf: Any) -> list[Any]:
    @tf.custom_gradient
    def log1pexp(x: Any) -> Any:
        e = tf.exp(x)

        def grad(upstream: Any) -> Any:
            return upstream * (1 - 1 / (1 + e))

        return tf.math.log(1 + e), grad

    @tf.custom_gradient
    def both(x: Any, y: Any) -> Any:
        return (x * y, x + y), lambda a, b: (a * 10.0 + b, a * 20.0)

    x, y = tf.constant(100.0), tf.Variable(2.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        z = log1pexp(x)
        p, q = both(x, y)
        t = p * 3.0 + q
    return [z, tape.gradient(z, x), t, *tape.gradient(t, [x, y])]


def complex_numbers(tf: Any) -> list[Any]:
    x = tf.constant([1.0, -2.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        z = tf.complex(x, x * x)
        y = tf.reduce_sum(tf.abs(z * z))
    g = tape.gradient(y, z)
    return [tape.gradient(y, x), tf.math.real(g), tf.math.imag(g)]


def gather(tf: Any) -> list[Any]:
    table = tf.Variable(_numbers(6, 3))
    with tf.GradientTape() as tape:
        rows = tf.gather(table, [1, 4, 1])
        y = tf.reduce_sum(rows * rows)
    return [tf.convert_to_tensor(tape.gradient(y, table))]


def reductions(tf: Any) -> list[Any]:
    x = tf.constant(_numbers(3, 4))
    results = []
    for function in (
        tf.reduce_max,
        tf.reduce_mean,
        tf.reduce_prod,
        tf.math.reduce_std,
        tf.reduce_logsumexp,
        tf.norm,
    ):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        results.append(tape.gradient(y, x))
    return results


def losses(tf: Any) -> list[Any]:
    logits, labels = tf.constant(_numbers(4, 3)), tf.constant([0, 2, 1, 1])
    results = []
    for function in (
        lambda: tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits),
        lambda: tf.nn.softmax_cross_entropy_with_logits(labels=tf.one_hot(labels, 3), logits=logits),
        lambda: tf.nn.sigmoid_cross_entropy_with_logits(labels=tf.one_hot(labels, 3), logits=logits),
        lambda: tf.nn.relu(logits) + tf.nn.elu(logits) + tf.nn.leaky_relu(logits) + tf.nn.softplus(logits),
        lambda: tf.nn.l2_loss(logits),
    ):
        with tf.GradientTape() as tape:
            tape.watch(logits)
            y = function()
        results += [y, tape.gradient(y, logits)]
    return results


def _network(tf: Any) -> Any:
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [
            layers.Input((8, 8, 3)),
            layers.Conv2D(4, 3, activation="relu"),
            layers.BatchNormalization(),
            layers.MaxPooling2D(),
            layers.DepthwiseConv2D(2, activation="swish"),
            layers.GlobalAveragePooling2D(),
            layers.LayerNormalization(),
            layers.Dense(5, activation="gelu"),
            layers.Dense(3),
        ]
    )
    _fill(model)
    return model


def convolution(tf: Any) -> list[Any]:
    model = _network(tf)
    x, y = _numbers(4, 8, 8, 3, seed=2), np.array([0, 1, 2, 1])
    loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    with tf.GradientTape() as tape:
        loss = loss_of(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    return [loss, *gradients, *model.non_trainable_variables]


def _recurrent(tf: Any, layer: str) -> list[Any]:
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [
            layers.Input((6,), dtype="int32"),
            layers.Embedding(10, 4),
            getattr(layers, layer)(5),
            layers.Dense(1),
        ]
    )
    _fill(model)
    x = np.random.default_rng(3).integers(0, 10, (4, 6)).astype("int32")
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - 1.0))
    return [loss, *map(tf.convert_to_tensor, tape.gradient(loss, model.trainable_variables))]


def lstm(tf: Any) -> list[Any]:
    return _recurrent(tf, "LSTM")


def gru(tf: Any) -> list[Any]:
    return _recurrent(tf, "GRU")


def attention(tf: Any) -> list[Any]:
    layer = tf.keras.layers.MultiHeadAttention(2, 3)
    x = tf.constant(_numbers(2, 4, 6))
    layer(x, x)
    _fill(layer)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(layer(x, x) ** 2)
    gradient, *others = tape.gradient(y, [x, *layer.trainable_variables])
    return [y, gradient, *others]


def gradient_penalty(tf: Any) -> list[Any]:
    layers = tf.keras.layers
    critic = tf.keras.Sequential([layers.Input((4,)), layers.Dense(6, activation="tanh"), layers.Dense(1)])
    _fill(critic)
    x = tf.constant(_numbers(5, 4))
    with tf.GradientTape() as tape:
        with tf.GradientTape() as inner:
            inner.watch(x)
            scores = critic(x, training=True)
        slopes = inner.gradient(scores, [x])[0]
        norm = tf.sqrt(tf.reduce_sum(tf.square(slopes), axis=[1]))
        penalty = tf.reduce_mean((norm - 1.0) ** 2)
    found = tape.gradient(penalty, [v for v in critic.trainable_variables if len(v.shape) == 2])
    return [penalty, *found]


def two_tapes(tf: Any) -> list[Any]:
    layers = tf.keras.layers
    generator = tf.keras.Sequential(
        [layers.Input((3,)), layers.Dense(4, activation="tanh"), layers.BatchNormalization()]
    )
    discriminator = tf.keras.Sequential(
        [layers.Input((4,)), layers.Dense(5), layers.LeakyReLU(), layers.Dense(1)]
    )
    _fill(generator)
    _fill(discriminator, 1)
    bce = tf.keras.losses.BinaryCrossentropy(from_logits=True)
    optimizers = tf.keras.optimizers.Adam(1e-2), tf.keras.optimizers.Adam(1e-2)

    def step(noise: Any, real: Any) -> Any:
        with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
            fake = generator(noise, training=True)
            real_score, fake_score = discriminator(real, training=True), discriminator(fake, training=True)
            gen_loss = bce(tf.ones_like(fake_score), fake_score)
            disc_loss = bce(tf.ones_like(real_score), real_score) + bce(tf.zeros_like(fake_score), fake_score)
        gen_gradients = gen_tape.gradient(gen_loss, generator.trainable_variables)
        disc_gradients = disc_tape.gradient(disc_loss, discriminator.trainable_variables)
        optimizers[0].apply_gradients(zip(gen_gradients, generator.trainable_variables))
        optimizers[1].apply_gradients(zip(disc_gradients, discriminator.trainable_variables))
        return gen_loss, disc_loss

    results = []
    for i in range(2):
        results += step(_numbers(6, 3, seed=i), _numbers(6, 4, seed=10 + i))
    compiled = tf.function(step)
    for i in range(2):
        results += compiled(tf.constant(_numbers(6, 3, seed=i)), tf.constant(_numbers(6, 4, seed=10 + i)))
    return [*results, *generator.weights, *discriminator.weights]


def style_image(tf: Any) -> list[Any]:
    layers = tf.keras.layers
    features = tf.keras.Sequential([layers.Input((6, 6, 3)), layers.Conv2D(4, 3, activation="relu")])
    _fill(features)
    target = features(tf.constant(_numbers(1, 6, 6, 3, seed=5)))
    image = tf.Variable(tf.constant(_numbers(1, 6, 6, 3, seed=6)))
    optimizer = tf.keras.optimizers.Adam(learning_rate=0.02, beta_1=0.99, epsilon=1e-1)

    def gram(x: Any) -> Any:
        return tf.linalg.einsum("bijc,bijd->bcd", x, x) / 36.0

    @tf.function()
    def train_step(image: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = tf.add_n(
                [tf.reduce_mean((gram(features(image)) - gram(target)) ** 2), tf.reduce_mean(image**2)]
            )
        grad = tape.gradient(loss, image)
        optimizer.apply_gradients([(grad, image)])
        image.assign(tf.clip_by_value(image, clip_value_min=0.0, clip_value_max=1.0))
        return loss

    return [*[train_step(image) for _ in range(3)], image]


def clipping(tf: Any) -> list[Any]:
    w = tf.Variable(_numbers(3, 3))
    b = tf.Variable(_numbers(3, seed=1))
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum((tf.matmul(tf.constant(_numbers(2, 3, seed=2)), w) + b) ** 2)
    gradients = tape.gradient(loss, [w, b])
    clipped, norm = tf.clip_by_global_norm(gradients, 1.0)
    return [*clipped, norm, *[tf.clip_by_norm(g, 0.5) for g in gradients]]


def saliency(tf: Any) -> list[Any]:
    model = _network(tf)
    x = tf.constant(_numbers(2, 8, 8, 3, seed=4))
    with tf.GradientTape() as tape:
        tape.watch(x)
        top = tf.reduce_max(model(x), axis=1)
    gradient = tape.gradient(top, x)
    return [tf.reduce_max(tf.abs(gradient), axis=-1), tf.sign(gradient)]


def grad_cam(tf: Any) -> list[Any]:
    model = _network(tf)
    inner = tf.keras.Model(model.inputs[0], [model.layers[0].output, model.outputs[0]])
    with tf.GradientTape() as tape:
        maps, scores = inner(_numbers(1, 8, 8, 3, seed=7))
        score = scores[:, 1]
    found = tape.gradient(score, maps)
    return [tf.reduce_mean(found, axis=(0, 1, 2)), found]


CASES = {
    name: case
    for name, case in dict(globals()).items()
    if callable(case) and not name.startswith("_") and name != "Any"
}
