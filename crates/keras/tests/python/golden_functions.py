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
        "sparse_plus sparse_sigmoid sparsemax glu"
    ).split()
    cases = []
    for name in names:
        f = keras.activations.get(name)
        # exp(30) would dominate a comparison by absolute error.
        given = np.clip(x, -8, 8) if name == "exponential" else x
        if name == "glu":  # Its result has half the columns.
            given = np.concatenate([x, x[::-1]], axis=1)
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
    shapes = {"dense/kernel": (2, 3), "dense/bias": (3,), "embedding/embeddings": (4, 2), "conv2d/kernel": (2, 1, 3)}
    start = [random.normal(size=shape).astype("float32") for shape in shapes.values()]
    scales = (0.01, 1, 1, 5, 1, 0.3, 2, 0.1, 1, 1)
    steps = [[random.normal(0, scale, p.shape).astype("float32") for p in start] for scale in scales]
    steps[1][1][0] = 0.0
    given = [
        ("SGD", {}),
        ("SGD", {"momentum": 0.9}),
        ("SGD", {"momentum": 0.9, "nesterov": True, "clipnorm": 1.0}),
        ("SGD", {"learning_rate": 0.1, "use_ema": True, "ema_momentum": 0.7, "ema_overwrite_frequency": 3}),
        ("SGD", {"learning_rate": 0.1, "momentum": 0.9, "gradient_accumulation_steps": 3}),
        ("Adam", {}),
        ("Adam", {"learning_rate": 0.1, "amsgrad": True, "beta_1": 0.8, "beta_2": 0.95, "epsilon": 1e-3}),
        ("Adam", {"learning_rate": 0.1, "global_clipnorm": 1.0}),
        ("Adam", {"learning_rate": 0.1, "gradient_accumulation_steps": 2, "use_ema": True, "clipvalue": 0.5}),
        ("AdamW", {"learning_rate": 0.1}),
        ("AdamW", {"learning_rate": 0.1, "weight_decay": 0.5, "epsilon": 2.0}),
        ("RMSprop", {"learning_rate": 0.1, "clipvalue": 0.5}),
        ("RMSprop", {"learning_rate": 0.1, "momentum": 0.9}),
        ("RMSprop", {"learning_rate": 0.1, "momentum": 0.5, "centered": True, "rho": 0.8, "weight_decay": 0.01}),
        ("Adagrad", {"learning_rate": 0.1}),
        ("Adagrad", {"learning_rate": 0.1, "initial_accumulator_value": 1.0, "epsilon": 0.1, "weight_decay": 0.1}),
        ("Adadelta", {"learning_rate": 1.0}),
        ("Adadelta", {"learning_rate": 1.0, "rho": 0.8, "epsilon": 1e-3}),
        ("Adamax", {"learning_rate": 0.1}),
        ("Adamax", {"learning_rate": 0.1, "beta_1": 0.8, "beta_2": 0.9, "epsilon": 0.1}),
        ("Nadam", {"learning_rate": 0.1}),
        ("Nadam", {"learning_rate": 0.1, "beta_1": 0.8, "beta_2": 0.9, "epsilon": 0.1}),
        ("Ftrl", {"learning_rate": 0.1}),
        (
            "Ftrl",
            {
                "learning_rate": 0.1,
                "learning_rate_power": -0.7,
                "initial_accumulator_value": 0.5,
                "l1_regularization_strength": 0.1,
                "l2_regularization_strength": 0.2,
                "l2_shrinkage_regularization_strength": 0.05,
                "beta": 0.3,
            },
        ),
        ("Lion", {"learning_rate": 0.1}),
        ("Lion", {"learning_rate": 0.1, "beta_1": 0.5, "beta_2": 0.7}),
        ("Lamb", {"learning_rate": 0.1}),
        ("Lamb", {"learning_rate": 0.1, "beta_1": 0.8, "beta_2": 0.9, "epsilon": 0.1, "weight_decay": 0.1}),
        ("Muon", {"learning_rate": 0.1}),
        (
            "Muon",
            {
                "learning_rate": 0.1,
                "momentum": 0.8,
                "nesterov": False,
                "exclude_embeddings": False,
                "ns_steps": 3,
                "rms_rate": None,
                "adam_lr_ratio": 0.5,
            },
        ),
        ("Muon", {"learning_rate": 0.1, "exclude_layers": ["dense"]}),
        ("Adafactor", {"learning_rate": 0.1}),
        ("Adafactor", {"learning_rate": 0.1, "beta_2_decay": -0.5, "clip_threshold": 0.5, "relative_step": False}),
        ("ScheduleFreeAdamW", {"learning_rate": 0.1}),
        ("ScheduleFreeAdamW", {"learning_rate": 0.1, "beta_1": 0.8, "beta_2": 0.9, "epsilon": 0.1, "warmup_steps": 4, "weight_decay": 0.1}),
    ]
    cases = []
    for name, options in given:
        optimizer = getattr(keras.optimizers, name)(name=name.lower(), **options)
        variables = []
        for path, p in zip(shapes, start):
            scope, variable = path.split("/")
            with keras.name_scope(scope):
                variables.append(keras.Variable(p, name=variable))
        assert [v.path for v in variables] == list(shapes)
        after = []
        for gradients in steps:
            optimizer.apply(gradients, variables)
            after.append([flat(v) for v in variables])
        cases.append({"class": name, "options": options, "config": optimizer.get_config(), "after": after})
    cases.extend(wrapping_optimizers(shapes, start, steps))
    return {
        "params": [tensor(p) for p in start],
        "paths": list(shapes),
        "gradients": [[flat(g) for g in gradients] for gradients in steps],
        "cases": cases,
    }


def wrapping_optimizers(shapes, start, steps):
    """Optimizers of optimizers; the scaled gradients are not finite in two steps."""
    o = keras.optimizers
    scaled = [[64 * g for g in gradients] for gradients in steps]
    scaled[2][1] = np.full_like(scaled[2][1], np.inf)
    scaled[6][0] = np.full_like(scaled[6][0], np.nan)
    sgd, adam = o.SGD(0.5, momentum=0.5, name="sgd"), o.Adam(0.1, name="adam")
    chosen = o.OptimizerMap(o.RMSprop(0.1, name="rmsprop"), {"dense/.*": sgd, "conv2d/kernel": adam})
    given = [
        (o.LossScaleOptimizer(o.SGD(0.1, momentum=0.9, name="sgd"), 64.0, 3, name="scaled"), scaled),
        (o.LossScaleOptimizer(o.Adam(0.1, clipnorm=1.0, name="adam"), 64.0, 2, name="scaled"), scaled),
        (o.MultiOptimizer(chosen, name="several"), steps),
    ]
    cases = []
    for optimizer, gradients in given:
        variables = []
        for path, p in zip(shapes, start):
            scope, variable = path.split("/")
            with keras.name_scope(scope):
                variables.append(keras.Variable(p, name=variable))
        after = []
        if isinstance(optimizer, o.LossScaleOptimizer):
            # On JAX it has no step with a state of its own.
            optimizer.build(variables)
            values, state = [v.value for v in variables], [v.value for v in optimizer.variables]
            for of_step in gradients:
                values, state = optimizer.stateless_apply(state, of_step, values)
                after.append([flat(v) for v in values])
        else:
            for of_step in gradients:
                optimizer.apply(of_step, variables)
                after.append([flat(v) for v in variables])
        given_gradients = [[[str(v) if not np.isfinite(v) else float(v) for v in g.ravel()] for g in s] for s in gradients]
        cases.append(
            {
                "class": type(optimizer).__name__,
                "options": {},
                "config": optimizer.get_config(),
                "gradients": given_gradients,
                "after": after,
            }
        )
    return cases


def initializers():
    shapes = [[], [7], [5, 3], [3, 3, 4, 8], [2, 3, 3, 4, 8]]
    from keras.src.initializers.random_initializers import compute_fans

    return {"fans": [{"shape": shape, "fans": compute_fans(shape)} for shape in shapes]}


def classes():
    """The optimizers that the package exports, without the base class."""
    exported = {name: getattr(keras.optimizers, name) for name in dir(keras.optimizers)}
    base = keras.optimizers.Optimizer
    return sorted(n for n, c in exported.items() if isinstance(c, type) and issubclass(c, base) and c is not base)


golden = {
    "keras": keras.__version__,
    "classes": classes(),
    "activations": activations(),
    "losses": losses(),
    "metrics": metrics(),
    "optimizers": optimizers(),
    "initializers": initializers(),
}
path = pathlib.Path(__file__).parent.parent / "functions" / "golden" / "functions.json"
text = re.sub(r"\[[^\[\]{}]*\]", lambda m: " ".join(m[0].split()), json.dumps(golden, indent=1))  # A list, a line.
path.write_text(text + "\n")
