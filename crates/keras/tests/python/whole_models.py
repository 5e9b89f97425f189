"""Exchanges whole models with Keras.

    whole_models.py write FOLDER   saves models as .keras and .h5, with inputs, outputs and the optimizer's variables
    whole_models.py read FOLDER    loads models from FOLDER, and compares their outputs and the optimizer's variables
"""

import pathlib
import sys

import h5py
import keras
import numpy as np
from keras import layers as L

MODELS = ["trained", "several", "momentum", "scaled"]


def trained():
    i = L.Input((6,))
    x = L.Dense(5, activation="relu", kernel_regularizer=keras.regularizers.L2(0.01))(i)
    x = L.BatchNormalization()(x)
    x = L.Dropout(0.3)(x)
    model = keras.Model(i, L.Dense(3, activation="softmax", bias_constraint="non_neg")(x))
    schedule = keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.9)
    optimizer = keras.optimizers.Nadam(schedule, clipnorm=1.0, use_ema=True)
    model.compile(optimizer, "sparse_categorical_crossentropy", metrics=["accuracy", keras.metrics.TopKCategoricalAccuracy(2)])
    model.optimizer.build(model.trainable_variables)
    return model


def momentum():
    model = keras.Sequential([L.Input((6,)), L.Dense(4, activation="tanh"), L.Dense(2)])
    optimizer = keras.optimizers.RMSprop(0.05, momentum=0.5, centered=True)
    model.compile(optimizer, keras.losses.Huber(0.5))
    model.fit(np.ones((40, 6)), np.ones((40, 2)), verbose=0)
    return model


def scaled():
    normalization = L.Normalization()
    normalization.adapt(np.arange(60, dtype="float32").reshape(10, 6))
    model = keras.Sequential([L.Input((6,)), normalization, L.Dense(4), L.Dense(2)])
    model.compile(keras.optimizers.LossScaleOptimizer(keras.optimizers.Adam(0.05), 64.0), keras.losses.MeanSquaredError())
    return model


def several():
    a, b = L.Input((6,), name="a"), L.Input((6,), name="b")
    x = L.Input((6,))
    inner = keras.Model(x, [L.Dense(4, activation="tanh")(x), L.BatchNormalization()(x)], name="inner")
    p, q = inner(a, training=False)
    r, s = inner(b)
    tail = keras.Sequential([L.Input((4,)), L.Dense(3, name="tail_dense"), L.BatchNormalization()], name="tail")
    m = L.Add()([p, r])
    return keras.Model([a, b], [tail(m), L.Concatenate()([q, s])])


def outputs(model, x):
    given = [x + i for i in range(len(model.inputs))]
    found = model(given if len(given) > 1 else given[0], training=False)
    found = found if isinstance(found, (list, tuple)) else [found]
    return np.concatenate([np.asarray(y).ravel() for y in found])


def optimizer(model):
    values = getattr(model, "optimizer", None) and model.optimizer.variables or []
    return np.concatenate([np.zeros(0), *[np.asarray(v, "float64").ravel() for v in values]])


def optimizer_of_h5(path):
    """The optimizer's variables in the file: Keras 3 writes them, but does not restore its own."""
    with h5py.File(path) as file:
        group = file.get("optimizer_weights")
        names = group.attrs["weight_names"] if group else []
        values = [group[n.decode() if isinstance(n, bytes) else n][()] for n in names]
    return np.concatenate([np.zeros(0), *[np.asarray(v, "float64").ravel() for v in values]])


def write(folder):
    generator = np.random.default_rng(1)
    x = generator.normal(size=(4, 6)).astype("float32")
    x.tofile(folder / "x.bin")
    for name in MODELS:
        model = globals()[name]()
        # Keras computes with the moments that a Normalization has adapted to, not with its weights.
        drawn = [layer for layer in model.layers if not isinstance(layer, L.Normalization)]
        for weight in (weight for layer in drawn for weight in layer.weights):
            weight.assign(np.abs(generator.normal(size=weight.shape)).astype("float32"))
        model.save(folder / f"{name}.keras")
        model.save(folder / f"{name}.h5")
        outputs(model, x).astype("float32").tofile(folder / f"{name}.bin")
        # A loaded optimizer has variables, also that of a model which was not trained.
        loaded = keras.models.load_model(folder / f"{name}.keras")
        optimizer(loaded).tofile(folder / f"{name}.optimizer.bin")
        lines = []
        loaded.summary(80, print_fn=lambda text, line_break=False: lines.append(text))
        (folder / f"{name}.txt").write_text("\n".join(lines))


def read(folder):
    x = np.fromfile(folder / "x.bin", "float32").reshape(4, 6)
    for name in MODELS:
        for ending in ["keras", "h5"]:
            model = keras.models.load_model(folder / "ours" / f"{name}.{ending}")
            expected = np.fromfile(folder / f"{name}.bin", "float32")
            np.testing.assert_allclose(outputs(model, x), expected, 1e-5, 1e-6, err_msg=f"{name}.{ending}")
            expected = np.fromfile(folder / f"{name}.optimizer.bin")
            found = optimizer(model) if ending == "keras" else optimizer_of_h5(folder / "ours" / f"{name}.h5")
            np.testing.assert_allclose(found, expected, 1e-6, 1e-7, err_msg=f"{name}.{ending}")
            if name != "several":
                original = keras.models.load_model(folder / f"{name}.{ending}")
                ours, theirs = model.get_compile_config(), original.get_compile_config()
                assert ours == theirs, f"{name}.{ending}: {ours}\n{theirs}"


if __name__ == "__main__":
    {"write": write, "read": read}[sys.argv[1]](pathlib.Path(sys.argv[2]))
