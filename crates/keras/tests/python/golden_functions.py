"""Writes functions/golden/functions.json: values and gradients of Keras's activations, losses, metrics,
optimizers and fans, on the JAX backend in float32.

    pip install "keras==3.15.1" "jax[cpu]"
    python golden_functions.py
"""

import json
import os
import pathlib
import re

os.environ["KERAS_BACKEND"] = "jax"

import jax
import jax.numpy as jnp
import keras
import numpy as np

random = np.random.default_rng(7)


def flat(x):
    return [float(v) for v in np.asarray(x, "float32").reshape(-1)]


def tensor(x):
    x = np.asarray(x)
    return {"shape": list(x.shape), "integer": bool(np.issubdtype(x.dtype, np.integer)), "values": flat(x)}


def activations():
    # Kinks are excluded if several gradients are valid (relu6 at 6), and included otherwise.
    x = np.concatenate([[0.0, -8.0, 8.0, 1e-3, -1e-3, 30.0, -30.0], random.normal(0, 2, 13)]).astype("float32")
    x = x.reshape(4, 5)
    weights = random.normal(size=x.shape).astype("float32")
    names = (
        "linear relu relu6 leaky_relu elu selu gelu silu sigmoid hard_sigmoid hard_silu tanh softmax log_softmax "
        "softplus softsign mish exponential celu log_sigmoid hard_tanh hard_shrink tanh_shrink soft_shrink squareplus "
        "sparse_plus sparse_sigmoid sparsemax"
    ).split()
    cases = []
    for name in names:
        f = keras.activations.get(name)
        # exp(30) would dominate a comparison by absolute error.
        given = np.clip(x, -8, 8) if name == "exponential" else x
        gradient = jax.grad(lambda v: jnp.sum(f(v) * weights))(jnp.asarray(given))
        cases.append({"name": name, "x": tensor(given), "y": flat(f(given)), "gradient": flat(gradient)})
    return {"weights": tensor(weights), "cases": cases}


def losses():
    rows, classes = 6, 4
    logits = random.normal(0, 2, (rows, classes)).astype("float32")
    logits[0] = [40.0, -40.0, 0.0, 1.0]  # A probability that saturates.
    probabilities = np.asarray(keras.ops.softmax(logits))
    unnormalised = random.uniform(0.05, 1.0, (rows, classes)).astype("float32")
    labels = np.array([1, 0, 3, 2, 2, 1], "int32")
    one_hot = np.eye(classes, dtype="float32")[labels]
    pixels = random.uniform(0.05, 1.0, (3, 2, 2, classes)).astype("float32")
    pixel_labels = random.integers(0, classes, (3, 2, 2)).astype("int32")
    bits = random.integers(0, 2, (rows, classes)).astype("float32")
    certain = np.array([[1, 1, 0.25], [1, 0, 0.5]], "float32")
    sparse, dense, binary = "sparse_categorical_crossentropy", "categorical_crossentropy", "binary_crossentropy"
    given = [
        (sparse, {}, labels, probabilities),
        (sparse, {}, labels[:, None], unnormalised),
        (sparse, {"from_logits": True}, labels, logits),
        (sparse, {}, pixel_labels, pixels),
        (dense, {}, one_hot, probabilities),
        (dense, {"from_logits": True, "label_smoothing": 0.1}, one_hot, logits),
        (dense, {"label_smoothing": 0.2}, one_hot, unnormalised),
        (binary, {}, bits, probabilities * 0.9 + 0.05),
        (binary, {}, np.array([[1, 0, 1], [1, 0, 0]], "float32"), certain),
        (binary, {"from_logits": True, "label_smoothing": 0.1}, bits, logits),
        (binary, {"from_logits": True}, bits[:, 0], logits[:, :1]),
        ("mean_squared_error", {}, one_hot, logits),
        ("mean_squared_error", {}, pixels[..., ::-1].copy(), pixels),
        ("mean_absolute_error", {}, labels, logits[:, :1]),
    ]
    cases = []
    for name, options, y_true, y_pred in given:
        of = {
            sparse: keras.losses.SparseCategoricalCrossentropy,
            dense: keras.losses.CategoricalCrossentropy,
            binary: keras.losses.BinaryCrossentropy,
            "mean_squared_error": keras.losses.MeanSquaredError,
            "mean_absolute_error": keras.losses.MeanAbsoluteError,
        }[name]
        loss = of(reduction=None, **options)
        mean = of(**options)
        values = np.asarray(loss(y_true, y_pred))
        per_row = values.reshape(values.shape[0], -1).mean(axis=1)
        gradient = jax.grad(lambda p: mean(y_true, p))(jnp.asarray(y_pred))
        cases.append(
            {
                "name": name,
                "from_logits": options.get("from_logits", False),
                "label_smoothing": options.get("label_smoothing", 0.0),
                "y_true": tensor(y_true),
                "y_pred": tensor(y_pred),
                "per_row": flat(per_row),
                "gradient": flat(gradient),
            }
        )
    return cases


def metrics():
    rows, classes = 8, 6
    scores = random.integers(0, 4, (rows, classes)).astype("float32")  # Few values, so that there are ties.
    labels = random.integers(0, classes, rows).astype("int32")
    one_hot = np.eye(classes, dtype="float32")[labels]
    chances = random.uniform(0, 1, (rows, 1)).astype("float32")
    chances[0] = 0.5
    bits = random.integers(0, 2, (rows, 1)).astype("float32")
    pixels = random.uniform(0, 1, (4, 3, classes)).astype("float32")
    pixel_labels = random.integers(0, classes, (4, 3)).astype("int32")
    m = keras.metrics
    given = [
        ("sparse_categorical_accuracy", m.SparseCategoricalAccuracy(), labels, scores),
        ("sparse_categorical_accuracy", m.SparseCategoricalAccuracy(), labels[:, None], scores),
        ("sparse_categorical_accuracy", m.SparseCategoricalAccuracy(), pixel_labels, pixels),
        ("categorical_accuracy", m.CategoricalAccuracy(), one_hot, scores),
        ("binary_accuracy", m.BinaryAccuracy(), bits, chances),
        ("binary_accuracy", m.BinaryAccuracy(), bits[:, 0], chances),
        ("binary_accuracy", m.BinaryAccuracy(), np.round(pixels), pixels[..., ::-1].copy()),
        ("top_k_categorical_accuracy", m.TopKCategoricalAccuracy(k=5), one_hot, scores),
        ("sparse_top_k_categorical_accuracy", m.SparseTopKCategoricalAccuracy(k=5), labels, scores),
        ("mean_squared_error", m.MeanSquaredError(), one_hot, scores),
    ]
    cases = []
    for name, metric, y_true, y_pred in given:
        weights = random.uniform(0, 2, y_true.shape[0]).astype("float32")
        weights[1] = 0.0
        results = []
        for sample_weight in (None, weights):
            metric.reset_state()
            metric.update_state(y_true, y_pred, sample_weight=sample_weight)
            results.append([float(metric.total), float(metric.count)])
        cases.append(
            {
                "name": name,
                "y_true": tensor(y_true),
                "y_pred": tensor(y_pred),
                "weights": tensor(weights),
                "unweighted": results[0],
                "weighted": results[1],
            }
        )
    return cases


def optimizers():
    start = [random.normal(size=(2, 3)).astype("float32"), random.normal(size=3).astype("float32")]
    steps = [[random.normal(0, scale, p.shape).astype("float32") for p in start] for scale in (0.01, 1, 1, 5, 1)]
    steps[1][1][0] = 0.0
    o = keras.optimizers
    given = [
        ("sgd", {}),
        ("sgd", {"momentum": 0.9}),
        ("sgd", {"momentum": 0.9, "nesterov": True, "clipnorm": 1.0}),
        ("adam", {}),
        ("adam", {"learning_rate": 0.1, "amsgrad": True, "beta_1": 0.8, "beta_2": 0.95, "epsilon": 1e-3}),
        ("adam", {"learning_rate": 0.1, "global_clipnorm": 1.0}),
        ("adamw", {"learning_rate": 0.1}),
        ("adamw", {"learning_rate": 0.1, "weight_decay": 0.5, "epsilon": 2.0}),
        ("rmsprop", {"learning_rate": 0.1, "clipvalue": 0.5}),
        ("rmsprop", {"learning_rate": 0.1, "momentum": 0.9}),
        ("rmsprop", {"learning_rate": 0.1, "momentum": 0.5, "centered": True, "rho": 0.8, "weight_decay": 0.01}),
    ]
    classes = {"sgd": o.SGD, "adam": o.Adam, "adamw": o.AdamW, "rmsprop": o.RMSprop}
    cases = []
    for name, options in given:
        optimizer = classes[name](name=name, **options)
        variables = [keras.Variable(p) for p in start]
        after = []
        for gradients in steps:
            optimizer.apply(gradients, variables)
            after.append([flat(v) for v in variables])
        later = ("use_ema", "ema_", "loss_scale", "gradient_accumulation")
        config = {k: v for k, v in optimizer.get_config().items() if not k.startswith(later)}
        cases.append({"name": name, "options": options, "config": config, "after": after})
    return {
        "params": [tensor(p) for p in start],
        "gradients": [[flat(g) for g in gradients] for gradients in steps],
        "cases": cases,
    }


def initializers():
    shapes = [[], [7], [5, 3], [3, 3, 4, 8], [2, 3, 3, 4, 8]]
    from keras.src.initializers.random_initializers import compute_fans

    return {"fans": [{"shape": shape, "fans": compute_fans(shape)} for shape in shapes]}


golden = {
    "keras": keras.__version__,
    "activations": activations(),
    "losses": losses(),
    "metrics": metrics(),
    "optimizers": optimizers(),
    "initializers": initializers(),
}
path = pathlib.Path(__file__).parent.parent / "functions" / "golden" / "functions.json"
text = re.sub(r"\[[^\[\]{}]*\]", lambda m: " ".join(m[0].split()), json.dumps(golden, indent=1))  # A list, a line.
path.write_text(text + "\n")
