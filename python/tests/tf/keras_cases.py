"""Cases whose numbers TensorFlow gives: `tools/tf/record_keras.py` runs them there, the tests run them here.

Each case is a function of TensorFlow's module (real or ours) and gives a nest of numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

ROWS = np.linspace(-1.0, 1.0, 96, dtype=np.float32).reshape(24, 4)
LABELS = (np.arange(24) * 7 % 3).astype(np.int64)
KERNEL = np.linspace(-0.5, 0.5, 12, dtype=np.float32).reshape(4, 3)
#: Optimizers of TensorFlow 1: name and arguments.
OPTIMIZERS = {
    "AdamOptimizer": [0.1],
    "GradientDescentOptimizer": [0.1],
    "MomentumOptimizer": [0.1, 0.9],
    "MomentumOptimizer nesterov": [0.1, 0.9, False, "Momentum", True],
    "RMSPropOptimizer": [0.1],
    "AdagradOptimizer": [0.1],
    "AdadeltaOptimizer": [0.5],
    "FtrlOptimizer": [0.1],
}


def _numbers(values: Any) -> list[float]:
    return np.asarray(values, np.float64).reshape(-1).tolist()


def optimizers_of_1(tf: Any) -> dict[str, list[float]]:
    """Four steps of each optimizer of TensorFlow 1 with given gradients."""
    found = {}
    for name, arguments in OPTIMIZERS.items():
        variable = tf.Variable([1.0, -2.0, 3.0])
        optimizer = getattr(tf.compat.v1.train, name.split()[0])(*arguments)
        for step in range(4):
            gradient = tf.constant([0.5 + step, -0.25, 0.1 * step], tf.float32)
            optimizer.apply_gradients([(gradient, variable)])
        found[name] = _numbers(variable.numpy())
    return found


def rates_of_1(tf: Any) -> dict[str, list[float]]:
    """Rates of TensorFlow 1 at some steps."""
    v1, found = tf.compat.v1.train, {}
    makers = {
        "exponential": lambda step: v1.exponential_decay(0.1, step, 10, 0.5),
        "staircase": lambda step: v1.exponential_decay(0.1, step, 10, 0.5, staircase=True),
        "polynomial": lambda step: v1.polynomial_decay(0.1, step, 20, 0.01, power=2.0),
        "cycle": lambda step: v1.polynomial_decay(0.1, step, 20, 0.01, cycle=True),
        "inverse": lambda step: v1.inverse_time_decay(0.1, step, 10, 0.5),
        "natural": lambda step: v1.natural_exp_decay(0.1, step, 10, 0.5),
        "cosine": lambda step: v1.cosine_decay(0.1, step, 20),
        "piecewise": lambda step: v1.piecewise_constant(step, [5, 15], [0.3, 0.2, 0.1]),
    }
    for name, make in makers.items():
        rates = [make(tf.Variable(step)) for step in (0, 5, 6, 15, 25)]
        found[name] = [float(rate() if callable(rate) else rate) for rate in rates]
    return found


def _model(tf: Any, normalize: bool) -> Any:
    layers = [tf.keras.Input((4,)), tf.keras.layers.Dense(3)]
    if normalize:
        layers.insert(1, tf.keras.layers.BatchNormalization(momentum=0.5))
    model = tf.keras.Sequential(layers)
    model.layers[-1].set_weights([KERNEL, np.zeros(3, np.float32)])
    return model


def replicas(tf: Any, strategy: Any) -> dict[str, Any]:
    """Training by `strategy.run`: losses divided by the global batch, means divided by the number of
    replicas,
    metrics, and what a replica sees."""
    found: dict[str, Any] = {}
    count, batch = strategy.num_replicas_in_sync, 24
    for form in ("average", "mean"):
        with strategy.scope():
            model = _model(tf, normalize=False)
            optimizer = tf.keras.optimizers.Adam(0.05)
            optimizer.build(model.trainable_variables)
            mean, accuracy = tf.keras.metrics.Mean(), tf.keras.metrics.SparseCategoricalAccuracy()
            loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")

        def step(images: Any, labels: Any, form: Any = form, model: Any = model, optimizer: Any = optimizer,
                 mean: Any = mean, accuracy: Any = accuracy, loss_of: Any = loss_of) -> Any:  # fmt: skip
            with tf.GradientTape() as tape:
                logits = model(images, training=True)
                losses = loss_of(labels, logits)
                if form == "average":
                    loss = tf.nn.compute_average_loss(losses, global_batch_size=batch)
                else:
                    loss = tf.reduce_mean(losses) / count
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
            mean.update_state(losses)
            accuracy.update_state(labels, logits)
            return loss, tf.reduce_sum(images), tf.reduce_max(images, axis=1)

        @tf.function
        def train(images: Any, labels: Any, step: Any = step) -> Any:
            loss, total, largest = strategy.run(step, args=(images, labels))
            return (
                strategy.reduce(tf.distribute.ReduceOp.SUM, loss, axis=None),
                strategy.reduce(tf.distribute.ReduceOp.MEAN, total, axis=None),
                strategy.reduce(tf.distribute.ReduceOp.MEAN, largest, axis=0),
            )

        dataset = tf.data.Dataset.from_tensor_slices((ROWS, LABELS)).batch(batch)
        rows = []
        for _ in range(3):
            for images, labels in strategy.experimental_distribute_dataset(dataset):
                rows.append([float(value) for value in train(images, labels)])
        found[form] = {
            "steps": rows,
            "metrics": [float(mean.result()), float(accuracy.result())],
            "kernel": _numbers(model.layers[-1].get_weights()[0]),
            "iterations": int(optimizer.iterations.numpy()),
        }
    return found


def uneven(tf: Any, strategy: Any) -> dict[str, Any]:
    """Batches whose rows the replicas cannot divide: what each replica sees, and training on them."""
    found: dict[str, Any] = {}
    with strategy.scope():
        model = _model(tf, normalize=False)
        optimizer = tf.keras.optimizers.Adam(0.05)
        optimizer.build(model.trainable_variables)
        mean, accuracy = tf.keras.metrics.Mean(), tf.keras.metrics.SparseCategoricalAccuracy()
        loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
        largest = tf.Variable(0.0, aggregation=tf.VariableAggregation.MEAN)

    def step(images: Any, labels: Any) -> Any:
        here = tf.distribute.get_replica_context()
        with tf.GradientTape() as tape:
            logits = model(images, training=True)
            losses = loss_of(labels, logits)
            loss = tf.nn.compute_average_loss(losses, global_batch_size=14)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
        mean.update_state(losses)
        accuracy.update_state(labels, logits)
        rows = tf.cast(tf.shape(images)[0], tf.float32)
        largest.assign(rows * 2.0)
        every = here.all_reduce("SUM", rows)
        return loss, rows * float(here.num_replicas_in_sync), every, losses, tf.reduce_mean(losses)

    def rows_of(context: Any) -> Any:
        return tf.data.Dataset.from_tensor_slices((ROWS[:13], LABELS[:13])).batch(
            context.get_per_replica_batch_size(16)
        )

    dataset = tf.data.Dataset.from_tensor_slices((ROWS, LABELS)).batch(14)
    for name, batches in (
        ("batches", strategy.experimental_distribute_dataset(dataset)),
        ("of a function", strategy.distribute_datasets_from_function(rows_of)),
    ):
        seen = found[name] = []
        for images, labels in batches:
            loss, rows, every, losses, means = tf.function(strategy.run)(step, args=(images, labels))
            seen.append(
                {
                    "loss": float(strategy.reduce("SUM", loss, axis=None)),
                    "mean loss": float(strategy.reduce("MEAN", losses, axis=0)),
                    "sum of losses": float(strategy.reduce("SUM", losses, axis=0)),
                    "mean of means": float(strategy.reduce("MEAN", means, axis=None)),
                    "rows": [float(value) for value in strategy.experimental_local_results(rows)],
                    "all rows": [float(value) for value in strategy.experimental_local_results(every)],
                    "losses": _numbers(strategy.gather(losses, axis=0)),
                    "shares": [list(v.shape) for v in strategy.experimental_local_results(images)],
                    "labels": _numbers(strategy.gather(labels, axis=0)),
                }
            )
    found["metrics"] = [float(mean.result()), float(accuracy.result()), float(largest.numpy())]
    found["kernel"] = _numbers(model.layers[-1].get_weights()[0])
    found["no rows"] = [float(tf.nn.compute_average_loss(tf.zeros((0,)))),
                        float(tf.nn.compute_average_loss(tf.zeros((0,)), global_batch_size=8))]  # fmt: skip
    return found


def context(tf: Any, strategy: Any) -> dict[str, Any]:
    """Collectives of a replica."""

    @tf.function
    def ran() -> Any:
        def replica() -> Any:
            here = tf.distribute.get_replica_context()
            own = tf.cast(here.replica_id_in_sync_group, tf.float32) + 1.0
            return here.all_reduce("SUM", own), here.all_reduce(tf.distribute.ReduceOp.MEAN, own), own * own

        return strategy.run(replica)

    total, mean, squares = ran()
    return {
        "sum": [float(value) for value in strategy.experimental_local_results(total)],
        "mean": [float(value) for value in strategy.experimental_local_results(mean)],
        "squares": [float(value) for value in strategy.experimental_local_results(squares)],
    }


def backend(tf: Any) -> dict[str, list[float]]:
    """Functions of `tf.keras.backend`."""
    k = tf.keras.backend
    x = tf.constant(ROWS[:6].reshape(2, 3, 4))
    y = tf.constant(ROWS[6:14].reshape(2, 4, 4))
    probabilities = tf.nn.softmax(tf.constant(ROWS.reshape(2, 8, 6) * 5.0))
    labels = tf.constant([[0, 2, 1], [3, 3, 0]])
    return {
        "batch_dot": _numbers(k.batch_dot(x, y)),
        "batch_dot axes": _numbers(k.batch_dot(x, x, axes=(2, 2))),
        "batch_dot rows": _numbers(k.batch_dot(x[:, 0], x[:, 1], axes=1)),
        "hard_sigmoid": _numbers(k.hard_sigmoid(x * 4.0)),
        "l2_normalize": _numbers(k.l2_normalize(x, axis=-1)),
        "sqrt": _numbers(k.sqrt(x)),
        "clip": _numbers(k.clip(x, -0.2, 0.3)),
        "elu": _numbers(k.elu(x, 0.5)),
        "relu": _numbers(k.relu(x, alpha=0.1, max_value=0.5)),
        "std": _numbers(k.std(x, axis=1)),
        "var": _numbers(k.var(x)),
        "repeat_elements": _numbers(k.repeat_elements(x, 2, axis=1)),
        "temporal_padding": _numbers(k.temporal_padding(x, (1, 2))),
        "batch_flatten": _numbers(k.batch_flatten(x)),
        "permute": _numbers(k.permute_dimensions(x, (2, 0, 1))),
        "switch": _numbers(k.switch(k.greater(x, 0.0), x, -x)),
        "binary_crossentropy": _numbers(k.binary_crossentropy(tf.nn.sigmoid(x), tf.nn.sigmoid(-x))),
        "categorical": _numbers(k.categorical_crossentropy(probabilities, probabilities)),
        "sparse": _numbers(k.sparse_categorical_crossentropy(tf.constant([0, 2]), probabilities[:, 0])),
        "ctc": _numbers(
            k.ctc_batch_cost(labels, probabilities, tf.constant([[8], [6]]), tf.constant([[3], [2]]))
        ),
        "in_top_k": _numbers(k.in_top_k(probabilities[:, 0], tf.constant([5, 0]), 2)),
        "conv1d": _numbers(k.conv1d(x, tf.constant(KERNEL.reshape(3, 4, 1)), padding="same")),
        "dot": _numbers(k.dot(x, tf.constant(KERNEL))),
    }
