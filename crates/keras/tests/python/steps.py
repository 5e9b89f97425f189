"""Runs training steps of a small network in Keras, for tests/steps.

Usage: KERAS_BACKEND=jax python steps.py ../fixtures/steps     (Keras 3.15.1)
Writes adam.json, sgd.json, weights.json (penalties and constraints of weights) and activities.json (penalties of outputs): first weights, rows, targets, the loss of each step, the weights at the end; and policies.json: models of several dtype policies and what they predict.
"""

import json
import pathlib
import sys

import keras
import numpy as np
from keras import layers as L

folder = pathlib.Path(sys.argv[1])
keras.config.set_floatx("float32")


def flat(weights):
    return [{"path": w.path, "values": np.asarray(w).ravel().astype(float).tolist()} for w in weights]


for name, optimizer in [("adam", keras.optimizers.Adam(0.01)), ("sgd", keras.optimizers.SGD(0.05, momentum=0.9))]:
    keras.utils.set_random_seed(3)
    keras.backend.clear_session()
    i = L.Input((6, 6, 2), name="Input")
    x = L.BatchNormalization()(i)
    x = L.Conv2D(3, 3, padding="same", activation="relu")(x)
    x = L.MaxPooling2D(2)(x)
    x = L.BatchNormalization()(x)
    x = L.Conv2D(4, 2, activation="relu")(x)
    x = L.Flatten()(x)
    model = keras.Model(i, L.Dense(3, activation="softmax")(x))
    model.compile(optimizer, "sparse_categorical_crossentropy", metrics=["accuracy"])
    rng = np.random.RandomState(1)
    x = rng.randint(0, 256, (20, 6, 6, 2)).astype("uint8")
    y = rng.randint(0, 3, (20,)).astype("int32")
    first = flat(model.weights)
    losses = []
    for step in range(5):
        rows = slice(4 * step, 4 * step + 4)
        losses.append(float(model.train_on_batch(x[rows].astype("float32"), y[rows])[0]))
        model.reset_metrics()
    (folder / f"{name}.json").write_text(
        json.dumps(
            {"first": first, "x": x.ravel().tolist(), "y": y.tolist(), "losses": losses, "last": flat(model.weights)}
        )
        + "\n"
    )

keras.utils.set_random_seed(5)
keras.backend.clear_session()
i = L.Input((5,), name="Input")
r = keras.regularizers
# Biases that are not zero: the gradient of |x| at zero is 1 on JAX, 0 here, on TensorFlow and on PyTorch.
bias = {"bias_initializer": keras.initializers.Constant(0.25), "bias_regularizer": r.L1(0.02)}
x = L.Dense(4, "tanh", kernel_regularizer=r.L2(0.05), kernel_constraint="max_norm", **bias)(i)
x = L.BatchNormalization(gamma_regularizer=r.L1L2(0.01, 0.02), beta_constraint="non_neg")(x)
x = L.Dense(2, kernel_regularizer=r.OrthogonalRegularizer(0.1, "columns"), kernel_constraint=keras.constraints.UnitNorm())(x)
model = keras.Model(i, x)
model.compile(keras.optimizers.SGD(0.3), keras.losses.Huber(0.5))
rng = np.random.RandomState(2)
x = rng.uniform(-2, 2, (20, 5)).astype("float32")
y = rng.uniform(-2, 2, (20, 2)).astype("float32")
first = flat(model.weights)
losses = []
for step in range(5):
    rows = slice(4 * step, 4 * step + 4)
    losses.append(float(model.train_on_batch(x[rows], y[rows])))
    model.reset_metrics()
evaluated = float(model.evaluate(x, y, batch_size=4, verbose=0))
golden = {"first": first, "x": x.ravel().tolist(), "y": y.ravel().tolist(), "losses": losses, "last": flat(model.weights)}
(folder / "weights.json").write_text(json.dumps({**golden, "evaluated": evaluated}) + "\n")

keras.utils.set_random_seed(7)
keras.backend.clear_session()
i = L.Input((5,), name="Input")
x = L.Dense(4, "tanh", activity_regularizer=r.L2(0.5))(i)
x = L.ActivityRegularization(0.2, 0.3)(x)
x = L.Reshape((2, 2))(x)
x = L.TimeDistributed(L.Dense(3, activity_regularizer=r.L1(0.1)))(x)
model = keras.Model(i, L.Dense(2)(L.Flatten()(x)))
model.compile(keras.optimizers.SGD(0.3), "mse")
rng = np.random.RandomState(2)
x = rng.uniform(-2, 2, (20, 5)).astype("float32")
y = rng.uniform(-2, 2, (20, 2)).astype("float32")
first = flat(model.weights)
losses = []
for step in range(5):
    rows = slice(4 * step, 4 * step + 4)
    losses.append(float(model.train_on_batch(x[rows], y[rows])))
    model.reset_metrics()
evaluated = float(model.evaluate(x, y, batch_size=6, verbose=0))
golden = {"first": first, "x": x.ravel().tolist(), "y": y.ravel().tolist(), "losses": losses, "last": flat(model.weights)}
(folder / "activities.json").write_text(json.dumps({**golden, "evaluated": evaluated}) + "\n")

# Half precision. Gradients of the scaled loss overflow in the first steps, which are left out; the scale is halved then,
# and doubles after every second step that is applied. Numbers are few bits, so that sums are exact.
keras.backend.clear_session()
i = L.Input((4,), name="Input")
x = L.Dense(6, "relu", dtype="mixed_float16")(i)
model = keras.Model(i, L.Dense(2, dtype="float32")(x))
rng = np.random.RandomState(4)
dyadic = lambda *shape: (rng.randint(-16, 17, shape) / 16).astype("float32")
model.set_weights([dyadic(*w.shape) for w in model.weights])
scaled = keras.optimizers.LossScaleOptimizer(keras.optimizers.SGD(0.125), 2.0**18, 2)
model.compile(scaled, "mse")
x, y = dyadic(32, 4), dyadic(32, 2)
first, losses, scales = flat(model.weights), [], []
for step in range(8):
    rows = slice(4 * step, 4 * step + 4)
    losses.append(float(model.train_on_batch(x[rows], y[rows])))
    model.reset_metrics()
    scales.append(float(scaled.dynamic_scale))
golden = {"first": first, "x": x.ravel().tolist(), "y": y.ravel().tolist(), "losses": losses, "last": flat(model.weights)}
(folder / "half.json").write_text(json.dumps({**golden, "scales": scales}) + "\n")

# Dtype policies: predictions of numbers of few bits, so that sums are exact before they are rounded.
policies = keras.dtype_policies.DTypePolicyMap(default_policy="float16")
policies["first"] = keras.DTypePolicy("mixed_bfloat16")
golden = []
for policy in ["bfloat16", "float16", "mixed_bfloat16", "mixed_float16", policies]:
    keras.backend.clear_session()
    i = L.Input((4,), name="Input")
    x = L.Dense(6, "relu", dtype=policy, name="first")(i)
    model = keras.Model(i, L.Dense(2, dtype=policy, name="second")(x))
    model.set_weights([dyadic(*w.shape) for w in model.weights])
    x = dyadic(8, 4)
    y = np.asarray(keras.ops.cast(model(x), "float32"))
    golden.append({"model": json.loads(model.to_json()), "weights": flat(model.weights), "x": x.ravel().tolist(), "y": y.ravel().tolist()})
(folder / "policies.json").write_text(json.dumps(golden) + "\n")
