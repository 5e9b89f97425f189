"""Programs on `tf.function`, loops and branches, for both libraries (see gradient_cases.py)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gradient_cases import _fill, _numbers


def variables(tf: Any) -> list[Any]:
    v = tf.Variable([1.0, 2.0])
    count = tf.Variable(0, trainable=False)

    @tf.function
    def step(x: Any) -> Any:
        count.assign_add(1)
        v.assign_sub(0.5 * x)
        return v * 2.0, {"count": count + 0}

    a, b = step(tf.constant([1.0, 1.0])), step(tf.constant([2.0, 2.0]))
    return [a[0], a[1]["count"], b[0], b[1]["count"], v, count]


def created_once(tf: Any) -> list[Any]:
    class Layer(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.w = None

        @tf.function
        def __call__(self, x: Any) -> Any:
            if self.w is None:
                self.w = tf.Variable(tf.ones([2, 3]) * 0.5)
            self.w.assign_add(tf.ones([2, 3]))
            return tf.matmul(x, self.w)

    layer = Layer()
    x = tf.constant([[1.0, 2.0]])
    return [layer(x), layer(x), layer.trainable_variables[0]]


def training(tf: Any) -> list[Any]:
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [layers.Input((4,)), layers.Dense(8, activation="relu"), layers.BatchNormalization(), layers.Dense(3)]
    )
    _fill(model)
    loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    optimizer = tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.ExponentialDecay(0.05, 2, 0.5))
    mean, accuracy = tf.keras.metrics.Mean(), tf.keras.metrics.SparseCategoricalAccuracy()

    @tf.function
    def train_step(x: Any, y: Any) -> Any:
        with tf.GradientTape() as tape:
            logits = model(x, training=True)
            loss = loss_of(y, logits)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        mean.update_state(loss)
        accuracy.update_state(y, logits)
        return loss

    results = []
    for i in range(4):
        x = _numbers(6, 4, seed=i)
        results.append(train_step(tf.constant(x), tf.constant((x[:, 0] > 0).astype("int64"))))
    results += [mean.result(), accuracy.result()]
    mean.reset_state()
    return [*results, mean.result(), optimizer.iterations, *model.weights]


def tape_outside(tf: Any) -> list[Any]:
    w = tf.Variable(_numbers(3, 3))

    @tf.function
    def layer(x: Any) -> Any:
        return tf.tanh(tf.matmul(x, w))

    x = tf.constant(_numbers(2, 3, seed=1))
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = tf.reduce_sum(layer(layer(x)))
    return [y, *tape.gradient(y, [x, w])]


def tape_inside_and_outside(tf: Any) -> list[Any]:
    @tf.function
    def slope(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(x**3)
        return tape.gradient(y, x)

    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = slope(x)
    return [y, tape.gradient(y, x)]


def second_order_inside(tf: Any) -> list[Any]:
    @tf.function
    def curvature(x: Any) -> Any:
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = tf.sin(x) * x
            first = inner.gradient(y, x)
        return first, outer.gradient(first, x)

    return list(curvature(tf.constant(0.5)))


def persistent_inside(tf: Any) -> list[Any]:
    @tf.function
    def both(x: Any) -> Any:
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = x * x * x
            first = tape.gradient(y, x)
        return first, tape.gradient(first, x), tape.gradient(y, x)

    return list(both(tf.constant(3.0)))


def branches(tf: Any) -> list[Any]:
    @tf.function
    def f(x: Any) -> Any:
        a = tf.cond(x > 0, lambda: x * 2.0, lambda: x - 1.0)
        b = tf.case([(x < 1, lambda: x), (x < 3, lambda: 10.0 * x)], default=lambda: 100.0 * x)
        c = tf.switch_case(tf.cast(tf.abs(x), tf.int32), [lambda: x, lambda: x * 3.0, lambda: x * 5.0])
        return a, b, c

    return [y for x in (2.0, -1.5, 4.0) for y in f(tf.constant(x))]


def branch_gradient(tf: Any) -> list[Any]:
    v = tf.Variable(3.0)

    @tf.function
    def f(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.cond(x > 0, lambda: x * x * v, lambda: x * v)
        return tape.gradient(y, [x, v])

    return [*f(tf.constant(2.0)), *f(tf.constant(-2.0))]


def branch_assigns(tf: Any) -> list[Any]:
    v = tf.Variable(1.0)

    @tf.function
    def f(x: Any) -> Any:
        return tf.cond(x > 0, lambda: v.assign_add(x), lambda: v.assign(x * 10.0)) + 0.0

    return [f(tf.constant(2.0)), v.numpy(), f(tf.constant(-3.0)), v]


def loops(tf: Any) -> list[Any]:
    v = tf.Variable(0.0)

    @tf.function
    def f(n: Any, x: Any) -> Any:
        def body(i: Any, total: Any) -> Any:
            v.assign_add(1.0)
            return i + 1, total + x * tf.cast(i, tf.float32)

        return tf.while_loop(lambda i, total: i < n, body, [tf.constant(0), tf.constant(0.0)])

    eager = tf.while_loop(
        lambda i, s: i < 4, lambda i, s: (i + 1, s * 2.0), (tf.constant(0), tf.constant(1.0))
    )
    return [*eager, *f(tf.constant(5), tf.constant(2.0)), v, *f(tf.constant(2), tf.constant(2.0)), v]


def loop_gradient(tf: Any) -> list[Any]:
    @tf.function
    def f(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            _, y = tf.while_loop(
                lambda i, y: i < 3, lambda i, y: (i + 1, y * x), [tf.constant(0), x], maximum_iterations=5
            )
        return y, tape.gradient(y, x)

    return list(f(tf.constant(2.0)))


def maps(tf: Any) -> list[Any]:
    def f(x: Any) -> Any:
        return [
            tf.map_fn(lambda e: e * e + 1.0, x),
            tf.scan(lambda a, e: a * 0.5 + e, x),
            tf.scan(lambda a, e: a + e, x, initializer=tf.constant(10.0), reverse=True),
            tf.foldl(lambda a, e: a * 2.0 + e, x),
            tf.foldr(lambda a, e: a * 2.0 + e, x),
            tf.vectorized_map(lambda e: tf.sin(e), x),
            *tf.map_fn(
                lambda e: (e[0] + e[1], e[0]), (x, x * 2.0), fn_output_signature=(tf.float32, tf.float32)
            ),
        ]

    x = tf.constant([1.0, 2.0, 3.0])
    return [*f(x), *tf.function(f)(x)]


def map_gradient(tf: Any) -> list[Any]:
    w = tf.Variable(2.0)

    def f(x: Any) -> Any:
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(tf.map_fn(lambda e: e * w * w, x))
        return tape.gradient(y, w)

    x = tf.constant([1.0, 2.0])
    return [f(x), tf.function(f)(x)]


def tensor_array(tf: Any) -> list[Any]:
    def f(x: Any) -> Any:
        array = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
        for i in range(3):
            array = array.write(i, x * float(i))
        fixed = tf.TensorArray(tf.float32, size=4, element_shape=[])
        _, fixed = tf.while_loop(
            lambda i, a: i < 4,
            lambda i, a: (i + 1, a.write(i, tf.cast(i, tf.float32) + x[0])),
            [tf.constant(0), fixed],
        )
        rows = tf.TensorArray(tf.float32, size=3).unstack(tf.stack([x, x * 2.0, x * 3.0]))
        return array.stack(), array.size(), array.read(1), fixed.stack(), rows.read(2)

    x = tf.constant([1.0, 2.0])
    return [*f(x), *tf.function(f)(x)]


def control_flow_of_python(tf: Any) -> list[Any]:
    v = tf.Variable(0.0)

    @tf.function
    def f(x: Any) -> Any:
        v.assign_add(1.0)
        total = tf.zeros(())
        if tf.reduce_sum(x) > 0:
            total = total + tf.reduce_sum(x)
        else:
            total = total - 1.0
        for i in tf.range(3):
            total += tf.cast(i, tf.float32)
        return total

    return [f(tf.constant([1.0])), f(tf.constant([-1.0])), v]


def loop_of_python(tf: Any) -> list[Any]:
    @tf.function
    def collatz(n: Any) -> Any:
        steps = 0
        while n > 1:
            if n % 2 == 0:
                n = n // 2
            else:
                n = 3 * n + 1
            steps += 1
        return steps

    return [collatz(tf.constant(6)), collatz(tf.constant(27))]


def dataset_argument(tf: Any) -> list[Any]:
    data = tf.data.Dataset.from_tensor_slices(_numbers(6, 2)).batch(2)
    total = tf.Variable(tf.zeros(2))

    @tf.function
    def step(iterator: Any) -> Any:
        x = next(iterator)
        total.assign_add(tf.reduce_sum(x, 0))
        return tf.reduce_mean(x)

    iterator = iter(data)
    results = [step(iterator) for _ in range(3)]
    again = iter(data)
    return [*results, step(again), total]


def dataset_loop(tf: Any) -> list[Any]:
    data = tf.data.Dataset.range(5)
    count = tf.Variable(0)

    @tf.function
    def run(data: Any) -> Any:
        total = tf.constant(0, tf.int64)
        for x in data:
            total += x
            count.assign_add(1)
        return total

    return [run(data), count]


def python_arguments(tf: Any) -> list[Any]:
    @tf.function
    def f(x: Any, training: bool = False, scale: float = 1.0, sizes: Any = (1, 2)) -> Any:
        return x * scale * sizes[1] if training else x

    x = tf.constant(3.0)
    return [f(x), f(x, True), f(x, scale=4.0, training=True), f(x=x, training=True, sizes=(1, 5))]


def signature(tf: Any) -> list[Any]:
    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32), tf.TensorSpec([], tf.int32)])
    def f(x: Any, n: Any) -> Any:
        return tf.reduce_sum(x) * tf.cast(n, tf.float32)

    return [f(tf.ones([3, 2]), 2), f(np.ones((1, 2), "float32"), tf.constant(5)), f([[1.0, 2.0]], 3)]


def calls_of_functions(tf: Any) -> list[Any]:
    v = tf.Variable(1.0)

    @tf.function
    def inner(x: Any) -> Any:
        v.assign_add(1.0)
        return x * v

    @tf.function
    def outer(x: Any) -> Any:
        return inner(x) + inner(x)

    return [outer(tf.constant(1.0)), outer(tf.constant(1.0)), v]


def recompute(tf: Any) -> list[Any]:
    w = tf.Variable(_numbers(3, 3))
    block = tf.recompute_grad(lambda x: tf.tanh(tf.matmul(x, w)))
    x = tf.constant(_numbers(2, 3, seed=1))
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(block(block(x)) ** 2)
    return [y, tape.gradient(y, x)]


def host_functions(tf: Any) -> list[Any]:
    @tf.function
    def f(x: Any) -> Any:
        return tf.numpy_function(lambda a: a * 2.0, [x], tf.float32)

    @tf.function
    def g(x: Any) -> Any:
        return tf.py_function(lambda a: a.numpy() + 1.0, [x], tf.float32)

    return [f(tf.constant([1.0, 2.0])), g(tf.constant(3.0))]


CASES = {
    name: case
    for name, case in dict(globals()).items()
    if callable(case) and not name.startswith("_") and name != "Any"
}
