"""Writes files in the form of Keras 1.2: keras_1.py FOLDER IGNORED

Keras 1 runs on no Python of today. Its files are written by h5py, and Keras 2, which reads weights of Keras 1 into
models of its own, says what they predict. FOLDER has `manifest.json` as that of make.py.
"""

import json
import pathlib
import sys

import h5py
import numpy as np
import tf_keras as keras
from make import array

L = keras.layers
GATES = {"LSTM": "icfo", "GRU": "zrh"}


def layer(class_name, name, **config):
    trainable = {} if class_name in ("InputLayer", "Merge") else {"trainable": True}
    return {"class_name": class_name, "config": {"name": name, **trainable, **config}}


def dense(name, units, activation, class_name="Dense", **config):
    return layer(
        class_name, name, output_dim=units, init="glorot_uniform", activation=activation, W_constraint=None, bias=True,
        W_regularizer={"name": "L1L2Regularizer", "l1": 0.0, "l2": 0.01}, b_regularizer=None, b_constraint=None,
        activity_regularizer=None, input_dim=None, **config,
    )  # fmt: skip


def recurrent(class_name, name, units, return_sequences=False):
    more = {"forget_bias_init": "one"} if class_name == "LSTM" else {}
    return layer(
        class_name, name, output_dim=units, init="glorot_uniform", inner_init="orthogonal", activation="tanh",
        inner_activation="hard_sigmoid", W_regularizer=None, U_regularizer=None, b_regularizer=None, dropout_W=0.0,
        dropout_U=0.0, return_sequences=return_sequences, go_backwards=False, stateful=False, unroll=False, consume_less="cpu",
        input_dim=None, input_length=None, **more,
    )  # fmt: skip


def convolution(name, filters, size, **config):
    sizes = {"nb_row": size[0], "nb_col": size[1]} if len(size) == 2 else {"filter_length": size[0]}
    places = {"subsample": [1, 1], "dim_ordering": "tf"} if len(size) == 2 else {"subsample_length": 1}
    return layer(
        f"Convolution{len(size)}D", name, nb_filter=filters, init="glorot_uniform", activation="relu", bias=True,
        border_mode="same", W_regularizer=None, b_regularizer=None, W_constraint=None, b_constraint=None,
        activity_regularizer=None, **sizes, **places, **config,
    )  # fmt: skip


def images():
    """A sequential model."""
    layers = [
        convolution("c", 4, (3, 2), batch_input_shape=[None, 8, 6, 3], input_dtype="float32"),
        layer("BatchNormalization", "b", epsilon=0.001, mode=0, axis=-1, momentum=0.99, gamma_regularizer=None, beta_regularizer=None),
        layer("MaxPooling2D", "m", pool_size=[2, 2], strides=[2, 2], border_mode="valid", dim_ordering="tf"),
        layer("ZeroPadding2D", "z", padding=[1, 1], dim_ordering="tf"),
        layer("Dropout", "dropout", p=0.5),
        layer("Flatten", "f"),
        dense("d", 3, "softmax"),
    ]  # fmt: skip
    model = keras.Sequential([
        L.Input((8, 6, 3)), L.Conv2D(4, (3, 2), activation="relu", padding="same"), L.BatchNormalization(),
        L.MaxPooling2D(), L.ZeroPadding2D(), L.Dropout(0.5), L.Flatten(), L.Dense(3, activation="softmax"),
    ])  # fmt: skip
    return {"class_name": "Sequential", "config": layers}, model, [(8, 6, 3)]


def texts():
    """A model with branches: words, their convolution, recurrent layers in both directions."""

    def after(layer, *inputs):
        return {**layer, "name": layer["config"]["name"], "inbound_nodes": [[[name, 0, 0] for name in inputs]]}

    source = layer("InputLayer", "i", batch_input_shape=[None, 7], input_dtype="int32", sparse=False)
    words = layer(
        "Embedding", "e", input_dim=5, output_dim=4, init="uniform", input_length=7, mask_zero=False, dropout=0.0,
        activity_regularizer=None, W_regularizer=None, W_constraint=None, input_dtype="int32",
    )  # fmt: skip
    both = layer("Bidirectional", "both", merge_mode="concat", layer=recurrent("LSTM", "inner", 3, return_sequences=True))
    merge = layer("Merge", "m", mode="concat", concat_axis=-1, dot_axes=-1, mode_type="raw", output_shape=None, arguments={})
    layers = [
        {**source, "name": "i", "inbound_nodes": []},
        after(words, "i"),
        after(convolution("c", 4, (3,), input_dim=None, input_length=None), "e"),
        after(layer("MaxPooling1D", "p", pool_length=2, stride=2, border_mode="valid"), "c"),
        after(both, "p"),
        after(dense("t", 4, "linear", "TimeDistributedDense", input_length=None), "both"),
        after(recurrent("GRU", "g", 3), "t"),
        after(recurrent("LSTM", "l", 4), "c"),
        after(merge, "g", "l"),
        after(dense("d", 2, "linear"), "m"),
    ]
    i = L.Input((7,), dtype="int32")
    c = L.Conv1D(4, 3, activation="relu", padding="same")(L.Embedding(5, 4)(i))
    sigmoid = {"recurrent_activation": "hard_sigmoid"}
    x = L.Bidirectional(L.LSTM(3, return_sequences=True, **sigmoid))(L.MaxPooling1D()(c))
    x = L.GRU(3, reset_after=False, **sigmoid)(L.Dense(4)(x))
    x = L.Concatenate()([x, L.LSTM(4, **sigmoid)(c)])
    config = {"name": "model_1", "layers": layers, "input_layers": [["i", 0, 0]], "output_layers": [["d", 0, 0]]}
    return {"class_name": "Model", "config": config}, keras.Model(i, L.Dense(2)(x)), [(7,)]


def weights_of(layer, random):
    """Names and values of a layer's weights in the order of Keras 1."""
    config = layer["config"]
    if "layer" in config:
        return [(f"{side}_{n}", w) for side in ("forward", "backward") for n, w in weights_of(config["layer"], random)]
    shapes, kind = config["weights_of_keras_2"], layer["class_name"]
    draw = lambda *shape: random.uniform(0.2 if kind == "BatchNormalization" else -0.5, 0.5, shape).astype("float32")
    if kind in GATES:
        kernel, recurrent, *_ = shapes
        units = recurrent[0]
        kinds = {"W": (kernel[0], units), "U": (units, units), "b": (units,)}
        return [(f"{k}_{gate}", draw(*shape)) for gate in GATES[kind] for k, shape in kinds.items()]
    names = ["gamma", "beta", "running_mean", "running_std"] if kind == "BatchNormalization" else ["W", "b"]
    # The kernel of one dimension has a second one.
    shapes = [(s[0], 1, *s[1:]) if len(s) == 3 and kind == "Convolution1D" else s for s in shapes]
    return [(name, draw(*shape)) for name, shape in zip(names, shapes)]


def write(folder, build):
    random, name = np.random.RandomState(1), build.__name__
    config, model, shapes = build()
    layers = config["config"] if isinstance(config["config"], list) else config["config"]["layers"]
    with_weights = [layer for layer in model.layers if layer.weights]
    path = folder / f"{name}.h5"
    with h5py.File(path, "w") as file:
        root = file.create_group("model_weights")
        root.attrs["layer_names"] = [layer["config"]["name"].encode() for layer in layers]
        for described in layers:
            own = described["config"]["name"]
            group, weights = root.create_group(own), []
            if described["class_name"] in ("Dense", "TimeDistributedDense", "Embedding", "BatchNormalization", "LSTM", "GRU",
                                           "Bidirectional", "Convolution1D", "Convolution2D"):  # fmt: skip
                shapes_of = [tuple(w.shape) for w in with_weights.pop(0).weights]
                inner = described["config"].get("layer", described)
                inner["config"]["weights_of_keras_2"] = shapes_of
                weights = weights_of(described, random)
                del inner["config"]["weights_of_keras_2"]
            group.attrs["weight_names"] = [f"{own}_{weight}".encode() for weight, _ in weights]
            for weight, values in weights:
                group[f"{own}_{weight}"] = values
        file.attrs["model_config"] = json.dumps(config).encode()
        adam = {"class_name": "Adam", "config": {"lr": 0.01, "beta_1": 0.9, "beta_2": 0.999, "epsilon": 1e-8, "decay": 0.0}}
        training = {"optimizer_config": adam, "loss": "mse", "metrics": ["mae"], "sample_weight_mode": None, "loss_weights": None}
        file.attrs["training_config"] = json.dumps(training).encode()
    model.load_weights(path)
    draw = lambda shape: random.randint(0, 5, (4, *shape)) if len(shape) == 1 else random.uniform(-1, 1, (4, *shape))
    x = [draw(shape).astype("int32" if len(shape) == 1 else "float32") for shape in shapes]
    predictions = [array(model.predict_on_batch(x))]
    return {"name": name, "files": [path.name], "inputs": [array(a) for a in x], "predictions": predictions, "others": []}


folder = pathlib.Path(sys.argv[1])
(folder / "manifest.json").write_text(json.dumps([write(folder, build) for build in (images, texts)]))
