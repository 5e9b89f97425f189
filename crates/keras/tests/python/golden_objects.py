"""Writes objects/golden/*.json: values and gradients of the objects that Keras registers, with their serialized
configurations, on the JAX backend in float32.

    pip install "keras==3.15.1" "jax[cpu]" scipy
    python golden_objects.py
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

FOLDER = pathlib.Path(__file__).parent.parent / "objects" / "golden"


def flat(x):
    return [float(v) for v in np.asarray(x, "float64").reshape(-1)]


def tensor(x):
    x = np.asarray(x)
    return {"shape": list(x.shape), "integer": bool(np.issubdtype(x.dtype, np.integer)), "values": flat(x)}


def write(name, golden):
    golden = {"keras": keras.__version__, **golden}
    text = re.sub(r"\[[^\[\]{}]*\]", lambda m: " ".join(m[0].split()), json.dumps(golden, indent=1))
    (FOLDER / f"{name}.json").write_text(text + "\n")


def classes(module, base):
    """The names of the public classes of a module that derive from a class, without it."""
    found = [n for n, c in vars(module).items() if isinstance(c, type) and issubclass(c, base) and c is not base]
    return sorted({vars(module)[n].__name__ for n in found})


def serialized(thing, more={}):
    """The object as it is in a file."""
    json_object = json.loads(json.dumps(keras.saving.serialize_keras_object(thing)))
    json_object["config"].update(more)
    return json_object


def losses():
    random = np.random.default_rng(11)
    k = keras.losses
    rows, count = 6, 4
    logits = random.normal(0, 2, (rows, count)).astype("float32")
    logits[0] = [40.0, -40.0, 0.0, 1.0]  # A probability that saturates.
    chances = np.asarray(keras.ops.softmax(logits[1:]))
    unnormalised = random.uniform(0.05, 1.0, (rows, count)).astype("float32")
    labels = np.array([1, 0, 3, 2, 2, 1], "int32")
    some = np.array([1, 7, 3, 7, 2, 1], "int32")
    one_hot = np.eye(count, dtype="float32")[labels]
    pixels = random.uniform(0.05, 1.0, (3, 2, 2, count)).astype("float32")
    pixel_labels = random.integers(0, count, (3, 2, 2)).astype("int32")
    masks = random.integers(0, 2, (3, 2, 2, count)).astype("float32")
    bits = random.integers(0, 2, (rows, count)).astype("float32")
    signs = bits * 2 - 1
    values = random.normal(0, 2, (rows, count)).astype("float32")
    guesses = values + random.normal(0, 1.5, values.shape).astype("float32")
    positive = np.abs(values) + 0.1
    vectors = random.normal(size=(8, 5)).astype("float32")
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    groups = np.array([0, 1, 0, 1, 2, 2, 0, 2], "int32")
    texts = np.array([[1, 2, 2, 0], [3, 1, 3, 4], [4, 0, 0, 0]], "int32")
    sounds = random.normal(0, 1.5, (3, 9, 5)).astype("float32")
    rows_of_one = (labels.astype("float32"), logits[:, :1].copy())
    given = [
        (k.MeanSquaredError(), values, guesses),
        (k.MeanSquaredError(reduction="sum"), values, guesses),
        (k.MeanSquaredError(), *rows_of_one),
        (k.MeanSquaredError(), pixels[..., ::-1].copy(), pixels),
        (k.MeanAbsoluteError(), values, guesses),
        (k.MeanAbsolutePercentageError(), values, guesses),
        (k.MeanSquaredLogarithmicError(), positive, np.abs(guesses)),
        (k.CosineSimilarity(), values, guesses),
        (k.CosineSimilarity(axis=1), pixels[..., ::-1].copy(), pixels),
        (k.Huber(), values, guesses),
        (k.Huber(delta=0.3), values, guesses),
        (k.LogCosh(), values, guesses),
        (k.Hinge(), bits, guesses),
        (k.Hinge(), signs, guesses),
        (k.SquaredHinge(), bits, guesses),
        (k.SquaredHinge(reduction="mean"), signs, guesses),
        (k.CategoricalHinge(), one_hot, guesses),
        (k.KLDivergence(), one_hot, unnormalised),
        (k.Poisson(), positive, unnormalised),
        (k.BinaryCrossentropy(), bits, unnormalised * 0.9),
        (k.BinaryCrossentropy(from_logits=True, label_smoothing=0.1), bits, logits),
        (k.BinaryCrossentropy(from_logits=True, axis=1), masks, pixels),
        (k.BinaryFocalCrossentropy(), bits, unnormalised * 0.9),
        (k.BinaryFocalCrossentropy(apply_class_balancing=True, from_logits=True, gamma=1.5), bits, guesses),
        (k.BinaryFocalCrossentropy(label_smoothing=0.2, alpha=0.4), bits, unnormalised * 0.9),
        (k.CategoricalCrossentropy(), one_hot[1:], chances),
        (k.CategoricalCrossentropy(from_logits=True, label_smoothing=0.1), one_hot, logits),
        (k.CategoricalCrossentropy(axis=1), np.moveaxis(masks, -1, 1), np.moveaxis(pixels, -1, 1)),
        (k.CategoricalFocalCrossentropy(), one_hot, unnormalised),
        (k.CategoricalFocalCrossentropy(from_logits=True, gamma=3.0, alpha=0.5), one_hot, guesses),
        (k.CategoricalFocalCrossentropy(label_smoothing=0.3, gamma=0.5), one_hot, unnormalised),
        (k.SparseCategoricalCrossentropy(), labels[1:, None], chances),
        (k.SparseCategoricalCrossentropy(from_logits=True), labels, logits),
        (k.SparseCategoricalCrossentropy(), pixel_labels, pixels),
        (k.SparseCategoricalCrossentropy(ignore_class=7), some, unnormalised),
        (k.SparseCategoricalCrossentropy(ignore_class=3, from_logits=True), pixel_labels, pixels),
        (k.CTC(), texts, sounds),
        (k.Dice(), masks, pixels),
        (k.Dice(axis=(1, 2, 3)), masks, pixels),
        (k.Tversky(), masks, pixels),
        (k.Tversky(alpha=0.2, beta=0.7, axis=(1, 2, 3)), masks, pixels),
        (k.Circle(), groups, vectors),
        (k.Circle(gamma=8.0, margin=0.2, remove_diagonal=False), groups, vectors),
        (k.CategoricalGeneralizedCrossEntropy(), labels, unnormalised),
        (k.CategoricalGeneralizedCrossEntropy(q=0.8), labels, unnormalised),
    ]
    # Settings that Keras's get_config leaves out.
    lost = {k.CosineSimilarity: ["axis"], k.Huber: ["delta"]}
    cases = []
    for loss, y_true, y_pred in given:
        value, gradient = jax.value_and_grad(lambda p: loss(y_true, p))(jnp.asarray(y_pred))
        cases.append(
            {
                "object": serialized(loss, {key: loss._fn_kwargs[key] for key in lost.get(type(loss), [])}),
                "y_true": tensor(y_true),
                "y_pred": tensor(y_pred),
                "value": [float(value)],
                "gradient": flat(gradient),
            }
        )
    write("losses", {"classes": classes(keras.losses, keras.losses.Loss), "cases": cases})


def initializers():
    k = keras.initializers
    given = [
        (k.Zeros(), [2, 3]),
        (k.Ones(), [4]),
        (k.Constant(2.5), [2, 2]),
        (k.Identity(), [3, 3]),
        (k.Identity(gain=0.5), [2, 4]),
        (k.STFT(), [8, 1, 5]),
        (k.STFT(side="imag", window="hamming", scaling="spectrum", periodic=True), [6, 1, 4]),
        (k.STFT(window="blackman", scaling=None), [5, 1, 3]),
        (k.STFT(window=None), [4, 1, 3]),
        (k.RandomNormal(mean=1.0, stddev=0.2), [100, 200]),
        (k.TruncatedNormal(), [100, 200]),
        (k.RandomUniform(minval=-1.0, maxval=3.0), [100, 200]),
        (k.VarianceScaling(), [100, 200]),
        (k.VarianceScaling(scale=0.5, mode="fan_out", distribution="untruncated_normal"), [100, 200]),
        (k.VarianceScaling(mode="fan_avg", distribution="uniform", input_axes=[0], output_axes=[1, 2]), [40, 5, 100]),
        (k.GlorotUniform(), [3, 3, 40, 60]),
        (k.GlorotUniform(input_axes=[0], output_axes=[1, 2]), [40, 5, 100]),
        (k.GlorotNormal(), [3, 3, 40, 60]),
        (k.HeUniform(), [3, 3, 40, 60]),
        (k.HeNormal(), [3, 3, 40, 60]),
        (k.LecunUniform(), [3, 3, 40, 60]),
        (k.LecunNormal(), [3, 3, 40, 60]),
        (k.Orthogonal(gain=2.0), [6, 4]),
        (k.Orthogonal(), [3, 20]),
    ]
    cases = []
    for initializer, shape in given:
        values = np.asarray(initializer(shape, dtype="float32"))
        # Keras leaves the factor of an identity out of its configuration.
        more = {"gain": initializer.gain} if isinstance(initializer, k.Identity) else {}
        case = {"object": serialized(initializer, more), "shape": shape}
        if hasattr(initializer, "seed"):
            # Random values agree by their distribution.
            moments = values.mean(), values.std(), np.abs(values).max()
            case["mean"], case["stddev"], case["largest"] = map(float, moments)
        else:
            case["values"] = flat(values)
        cases.append(case)
    write("initializers", {"classes": classes(k, k.Initializer), "cases": cases})


def of_weights(name, base, given):
    """Regularizers and constraints: functions of a weight."""
    random = np.random.default_rng(13)
    cases = []
    for thing, shape in given:
        weight = random.normal(0, 1.5, shape).astype("float32")
        factors = random.normal(size=shape).astype("float32")
        # A scalar, or a tensor of which a weighted sum has the gradient.
        scale = factors if base is keras.constraints.Constraint else 1.0
        gradient = jax.grad(lambda w: jnp.sum(thing(w) * scale))(jnp.asarray(weight))
        cases.append(
            {
                "object": serialized(thing),
                "weight": tensor(weight),
                "factors": tensor(factors),
                "value": flat(thing(jnp.asarray(weight))),
                "gradient": flat(gradient),
            }
        )
    write(name, {"classes": classes(vars(keras)[name], base), "cases": cases})


def regularizers():
    k = keras.regularizers
    given = [
        (k.L1(), [3, 4]),
        (k.L2(0.3), [3, 4]),
        (k.L1L2(), [5]),
        (k.L1L2(l1=0.2, l2=0.1), [2, 3, 4]),
        (k.OrthogonalRegularizer(), [3, 5]),
        (k.OrthogonalRegularizer(factor=0.5, mode="columns"), [5, 4]),
    ]
    of_weights("regularizers", keras.regularizers.Regularizer, given)


def constraints():
    k = keras.constraints
    given = [
        (k.MaxNorm(), [4, 5]),
        (k.MaxNorm(max_value=1.5, axis=[0, 1, 2]), [3, 3, 2, 4]),
        (k.NonNeg(), [3, 4]),
        (k.UnitNorm(), [4, 3]),
        (k.UnitNorm(axis=1), [4, 3]),
        (k.MinMaxNorm(), [4, 3]),
        (k.MinMaxNorm(min_value=0.5, max_value=2.0, rate=0.7), [4, 6]),
    ]
    of_weights("constraints", keras.constraints.Constraint, given)


def metrics():
    random = np.random.default_rng(17)
    m = keras.metrics
    rows, count = 12, 5
    scores = random.uniform(0.01, 1.0, (rows, count)).astype("float32")
    scores[0, :2] = 0.0, 1.0
    chances = scores / scores.sum(1, keepdims=True)
    labels = random.integers(0, count, rows).astype("int32")
    some = np.where(random.uniform(size=rows) < 0.3, 4, labels).astype("int32")
    one_hot = np.eye(count, dtype="float32")[labels]
    bits = random.integers(0, 2, (rows, count)).astype("float32")
    bit, chance = bits[:, :1].copy(), scores[:, 1:2].copy()
    values = random.normal(0, 2, (rows, count)).astype("float32")
    guesses = values + random.normal(0, 1.0, values.shape).astype("float32")
    positive = np.abs(values) + 0.1
    classes_true = random.integers(0, 3, (rows, 4)).astype("int32")
    classes_pred = random.integers(0, 3, (rows, 4)).astype("float32")
    sorted_ids = np.argsort(-scores, axis=1).astype("float32")
    ths = [0.1, 0.5, 0.9]
    given = [
        (m.Mean(), None, values),
        (m.Sum(), None, values),
        (m.MeanSquaredError(), values, guesses),
        (m.RootMeanSquaredError(), values, guesses),
        (m.MeanAbsoluteError(), values, guesses),
        (m.MeanAbsolutePercentageError(), values, guesses),
        (m.MeanSquaredLogarithmicError(), positive, np.abs(guesses)),
        (m.CosineSimilarity(), values, guesses),
        (m.LogCoshError(), values, guesses),
        (m.R2Score(), values, guesses),
        (m.R2Score(class_aggregation="variance_weighted_average", num_regressors=2), values, guesses),
        (m.R2Score(class_aggregation=None), values, guesses),
        (m.AUC(), bit, chance),
        (m.AUC(num_thresholds=9), bits, scores),
        (m.AUC(num_thresholds=7, curve="PR"), bits, scores),
        (m.AUC(num_thresholds=7, curve="PR", summation_method="majoring"), bits, scores),
        (m.AUC(num_thresholds=7, curve="PRGAIN", summation_method="minoring"), bits, scores),
        (m.AUC(thresholds=[0.2, 0.3, 0.8]), bits, scores),
        (m.AUC(num_thresholds=11, multi_label=True), bits, scores),
        (m.AUC(num_thresholds=11, multi_label=True, label_weights=[1.0, 2.0, 0.5, 0.0, 1.0]), bits, scores),
        (m.AUC(num_thresholds=11, curve="PR", multi_label=True), bits, scores),
        (m.AUC(num_thresholds=11, label_weights=[1.0, 2.0, 0.5, 0.0, 1.0]), bits, scores),
        (m.AUC(from_logits=True), bits, guesses),
        (m.FalseNegatives(), bits, scores),
        (m.FalsePositives(thresholds=ths), bits, scores),
        (m.TrueNegatives(thresholds=[0.0, 0.25, 0.5, 0.75, 1.0]), bits, scores),
        (m.TruePositives(), bits, scores),
        (m.Precision(), bits, scores),
        (m.Precision(thresholds=ths), bits, scores),
        (m.Precision(top_k=2), bits, scores),
        (m.Precision(class_id=2), bits, scores),
        (m.Recall(), bits, scores),
        (m.Recall(top_k=2, class_id=1), bits, scores),
        (m.PrecisionAtRecall(0.5), bits, scores),
        (m.RecallAtPrecision(0.6, num_thresholds=20), bits, scores),
        (m.SensitivityAtSpecificity(0.4), bits, scores),
        (m.SpecificityAtSensitivity(0.7, class_id=3), bits, scores),
        (m.ConcordanceCorrelation(), values, guesses),
        (m.PearsonCorrelation(), values, guesses),
        (m.PearsonCorrelation(axis=0), values, guesses),
        (m.Hinge(), bits, guesses),
        (m.SquaredHinge(), bits, guesses),
        (m.CategoricalHinge(), one_hot, guesses),
        (m.KLDivergence(), one_hot, chances),
        (m.Poisson(), positive, scores),
        (m.BinaryCrossentropy(label_smoothing=0.1), bits, scores),
        (m.CategoricalCrossentropy(from_logits=True), one_hot, guesses),
        (m.SparseCategoricalCrossentropy(), labels, chances),
        (m.SparseCategoricalCrossentropy(ignore_class=4), some, chances),
        (m.Accuracy(), classes_true.astype("float32"), classes_pred),
        (m.BinaryAccuracy(threshold=0.3), bits, scores),
        (m.CategoricalAccuracy(), one_hot, scores),
        (m.SparseCategoricalAccuracy(), labels, scores),
        (m.TopKCategoricalAccuracy(k=2), one_hot, scores),
        (m.SparseTopKCategoricalAccuracy(k=2), labels, scores),
        (m.SparseTopKCategoricalAccuracy(k=2, from_sorted_ids=True), labels, sorted_ids),
        (m.F1Score(), one_hot, scores),
        (m.F1Score(average="macro", threshold=0.5), bits, scores),
        (m.FBetaScore(average="micro", beta=2.0, threshold=0.4), bits, scores),
        (m.FBetaScore(average="weighted", beta=0.5), one_hot, scores),
        (m.IoU(num_classes=3, target_class_ids=[0, 2]), classes_true, classes_pred),
        (m.MeanIoU(num_classes=3, ignore_class=1), classes_true, classes_pred),
        (m.MeanIoU(num_classes=5, sparse_y_pred=False), labels, scores),
        (m.BinaryIoU(target_class_ids=[1], threshold=0.4), bits, scores),
        (m.OneHotIoU(num_classes=5, target_class_ids=[0, 1, 2]), one_hot, scores),
        (m.OneHotMeanIoU(num_classes=5), one_hot, scores),
    ]
    # Weights that the metric's dtype, int for IoU, represents, one of them zero.
    weights = random.integers(0, 3, rows).astype("float32")
    cases = []
    for metric, y_true, y_pred in given:
        results = []
        for sample_weight in (None, weights):
            metric.reset_state()
            one = isinstance(metric, (m.IoU, m.PearsonCorrelation))  # Rows are no samples there.
            one = one and (y_pred.ndim > 1 and y_pred.shape != (rows, 1))
            weight = None if one else sample_weight
            for half in (slice(0, 7), slice(7, rows)):
                w = None if weight is None else weight[half]
                if isinstance(metric, (m.Mean, m.Sum)) and y_true is None:
                    metric.update_state(y_pred[half], sample_weight=w)
                else:
                    metric.update_state(y_true[half], y_pred[half], sample_weight=w)
            results.append(None if one and sample_weight is not None else flat(metric.result()))
        if isinstance(metric, m.R2Score) and metric.num_regressors:
            results[1] = None  # Keras counts rows of weight 0 as samples.
        if getattr(metric, "ignore_class", None) is not None and isinstance(metric, m.SparseCategoricalCrossentropy):
            results[1] = None  # Only with weights does Keras leave ignored rows out of the count.
        y_true = y_pred if y_true is None else y_true
        case = {"object": serialized(metric), "y_true": tensor(y_true), "y_pred": tensor(y_pred)}
        cases.append({**case, "unweighted": results[0], "weighted": results[1]})
    golden = {"classes": classes(m, m.Metric), "weights": tensor(weights), "cases": cases}
    write("metrics", golden)


def schedules():
    s = keras.optimizers.schedules
    given = [
        s.ExponentialDecay(0.1, decay_steps=100, decay_rate=0.9),
        s.ExponentialDecay(0.1, decay_steps=100, decay_rate=0.9, staircase=True),
        s.PiecewiseConstantDecay([10, 110, 111], [1.0, 0.5, 0.25, 0.1]),
        s.PolynomialDecay(0.1, decay_steps=150),
        s.PolynomialDecay(0.1, decay_steps=150, end_learning_rate=0.01, power=2.0),
        s.PolynomialDecay(0.1, decay_steps=50, end_learning_rate=0.01, power=0.5, cycle=True),
        s.InverseTimeDecay(0.1, decay_steps=10, decay_rate=0.5),
        s.InverseTimeDecay(0.1, decay_steps=10, decay_rate=0.5, staircase=True),
        s.CosineDecay(0.1, decay_steps=150, alpha=0.1),
        s.CosineDecay(0.01, decay_steps=100, warmup_target=0.2, warmup_steps=20),
        s.CosineDecay(0.01, decay_steps=100, alpha=0.2, warmup_target=0.2, name="cosine"),
        s.CosineDecayRestarts(0.1, first_decay_steps=20),
        s.CosineDecayRestarts(0.1, first_decay_steps=20, t_mul=1.0, m_mul=0.9, alpha=0.1),
        s.CosineDecayRestarts(0.1, first_decay_steps=9, t_mul=1.5, m_mul=0.8, alpha=0.05),
    ]
    steps = [0, 1, 9, 10, 11, 19, 20, 41, 99, 100, 110, 111, 112, 120, 150, 200]
    cases = [{"object": serialized(schedule), "values": [float(schedule(n)) for n in steps]} for schedule in given]
    write("schedules", {"classes": classes(s, s.LearningRateSchedule), "steps": steps, "cases": cases})


def functions():
    """The names of callbacks, activations and data sets, without base classes and second names."""
    callbacks = classes(keras.callbacks, keras.callbacks.Callback)
    module = vars(keras.activations)
    named = [n for n, f in module.items() if not n.startswith("_") and n not in ("deserialize", "get", "serialize")]
    aliases = {"hard_swish", "swish"}
    write("names", {"callbacks": [n for n in callbacks if n != "CallbackList"],
                    "activations": sorted(n for n in named if n not in aliases),
                    "datasets": sorted(n for n in vars(keras.datasets) if not n.startswith("_")),
                    "random": sorted(n for n in vars(keras.random) if not n.startswith("_"))})  # fmt: skip


functions()
losses()
metrics()
schedules()
initializers()
regularizers()
constraints()
