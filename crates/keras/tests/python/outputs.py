"""Trains models with several inputs, outputs and weights in Keras, for labora's tests/training/outputs.rs.

Usage: KERAS_BACKEND=jax python outputs.py ../fixtures/outputs.json     (Keras 3.15.1)
"""

import json
import pathlib
import sys

import keras
import numpy as np
from keras import layers as L


def flat(arrays):
    return [np.asarray(a).ravel().astype(float).tolist() for a in arrays]


def start(seed):
    keras.utils.set_random_seed(seed)
    keras.backend.clear_session()
    return np.random.RandomState(seed)


def record(model, fit, x, **more):
    first = flat(model.weights)
    history = fit()
    outputs = model.predict(x, verbose=0)
    outputs = outputs if isinstance(outputs, list) else [outputs]
    history = {name: [float(v) for v in values] for name, values in history.history.items()}
    return {"first": first, "last": flat(model.weights), "history": history, "predictions": flat(outputs), **more}


def several():
    rng = start(1)
    a, b = L.Input((4,), name="a"), L.Input((3,), name="b")
    h = L.Concatenate()([L.Dense(5, "tanh", kernel_regularizer=keras.regularizers.L2(0.01))(a), b])
    price, kind = L.Dense(1, name="price")(h), L.Dense(3, "softmax", name="kind")(h)
    model = keras.Model([a, b], [price, kind])
    model.compile(
        keras.optimizers.Adam(0.02),
        {"price": "mse", "kind": "sparse_categorical_crossentropy"},
        loss_weights={"price": 0.5, "kind": 2.0},
        metrics={"price": ["mae"], "kind": ["accuracy"]},
        weighted_metrics={"kind": ["accuracy"]},
    )
    xa, xb = rng.uniform(-1, 1, (20, 4)).astype("float32"), rng.uniform(-1, 1, (20, 3)).astype("float32")
    y1, y2 = rng.uniform(-1, 1, (20, 1)).astype("float32"), rng.randint(0, 3, (20,)).astype("int32")
    w1, w2 = rng.uniform(0, 2, (20,)).astype("float32"), rng.uniform(0, 2, (20,)).astype("float32")
    fit = lambda: model.fit(
        [xa, xb],
        [y1, y2],
        sample_weight=[w1, w2],
        batch_size=8,
        epochs=4,
        shuffle=False,
        verbose=0,
        validation_data=([xa[:7], xb[:7]], [y1[:7], y2[:7]], [w2[:7], w1[:7]]),
        validation_freq=2,
    )
    arrays = {"a": xa, "b": xb, "price": y1, "kind": y2, "w1": w1, "w2": w2}
    arrays = {name: np.ravel(v).astype(float).tolist() for name, v in arrays.items()}
    golden = record(model, fit, [xa, xb], arrays=arrays)
    model.reset_metrics()
    logs = model.test_on_batch([xa, xb], [y1, y2], sample_weight=[w1, w2], return_dict=True)
    golden["tested"] = {name: float(value) for name, value in logs.items()}
    model.reset_metrics()
    logs = model.train_on_batch([xa, xb], [y1, y2], sample_weight=[w1, w2], return_dict=True)
    golden["trained"] = {name: float(value) for name, value in logs.items()}
    golden["stepped"] = flat(model.weights)
    return golden


def classes():
    rng = start(2)
    i = L.Input((4,), name="x")
    model = keras.Model(i, L.Dense(3, "softmax")(L.Dense(6, "relu")(i)))
    loss = "sparse_categorical_crossentropy"
    model.compile(keras.optimizers.SGD(0.1), loss, metrics=["accuracy"], weighted_metrics=["accuracy", loss])
    x, y = rng.uniform(-1, 1, (22, 4)).astype("float32"), rng.randint(0, 3, (22,)).astype("int32")
    weights = {0: 2.0, 2: 0.25}
    fit = lambda: model.fit(
        x, y, batch_size=4, epochs=5, initial_epoch=1, steps_per_epoch=4, class_weight=weights, shuffle=False, verbose=0
    )
    arrays = {"x": x.ravel().astype(float).tolist(), "y": y.tolist()}
    return record(model, fit, x, arrays=arrays)


def steps():
    """Weights of the steps of sequences, normalized by their sum."""
    rng = start(3)
    i = L.Input((5, 2), name="x")
    model = keras.Model(i, L.Dense(3)(L.Dense(6, "tanh")(i)))
    loss = keras.losses.MeanSquaredError(reduction="mean_with_sample_weight")
    model.compile(keras.optimizers.SGD(0.1), loss, metrics=["mae"], weighted_metrics=["mse"])
    x, y = rng.uniform(-1, 1, (12, 5, 2)).astype("float32"), rng.uniform(-1, 1, (12, 5, 3)).astype("float32")
    w = rng.uniform(0, 2, (12, 5)).astype("float32")
    fit = lambda: model.fit(x, y, sample_weight=w, batch_size=4, epochs=3, shuffle=False, verbose=0)
    arrays = {name: v.ravel().astype(float).tolist() for name, v in [("x", x), ("y", y), ("w", w)]}
    return record(model, fit, x, arrays=arrays)


golden = {"several": several(), "classes": classes(), "steps": steps()}
pathlib.Path(sys.argv[1]).write_text(json.dumps(golden) + "\n")
