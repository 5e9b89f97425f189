"""Writes Keras's drawings and summaries of models for tests/visualization.

Usage: KERAS_BACKEND=jax python plots.py ../fixtures/plots     (Keras 3.15.1, pydot 4.0.1)
Writes for each model NAME.json: its configuration, and for arguments of `model_to_dot` and `summary` their
texts. The numbers of boxes, which are addresses in Keras, are replaced by their order.
"""

import json
import os
import pathlib
import re
import sys

import keras
from keras import layers as L

folder = pathlib.Path(sys.argv[1])

DOTS = [
    {},
    {"show_shapes": True, "show_layer_names": False, "rankdir": "LR"},
    {"show_shapes": True, "show_dtype": True, "show_layer_activations": True, "show_trainable": True},
    {"expand_nested": True, "show_shapes": True, "show_trainable": True},
]
SUMMARIES = [
    {},
    {"expand_nested": True},
    {"expand_nested": True, "show_trainable": True},
    {"show_trainable": True, "line_length": 100},
    {"line_length": 66},
]


def nested():
    """Models inside of models, one of them called twice, another one frozen."""
    x = L.Input((6,), name="inner_rows")
    tail = keras.Sequential([L.Input((4,)), L.Dense(3, name="tail_a"), L.ReLU(name="tail_b")], name="tail-end")
    deep = keras.Model(x, tail(L.Dense(4, activation="gelu", name="deep_dense")(x)), name="deep")
    y = L.Input((6,), name="outer_rows")
    middle = keras.Model(y, [deep(y), L.BatchNormalization(name="norm")(y)], name="middle")
    a, b = L.Input((6,), name="a"), L.Input((6,), name="b")
    p, q = middle(a)
    r, s = middle(b)
    frozen = keras.Sequential([L.Input((3,)), L.Dense(2, name="frozen_dense")], name="frozen")
    frozen.trainable = False
    head = frozen(L.Add(name="sum")([p, r]))
    return keras.Model([a, b], [head, L.Concatenate(name="both")([q, s])], name="nested")


def shared():
    """A layer that takes its own output, and functions of tensors."""
    i = L.Input((8,), name="i")
    d = L.Dense(8, activation="tanh", name="d")
    x = d(i)
    y = d(x)
    z = L.Add(name="add_layer")([x, y]) * 2.0 + 1.0
    return keras.Model(i, z, name="shared")


def outputs():
    """Several outputs, a layer with several outputs, an attention, and whole numbers as input."""
    words = L.Input((7,), dtype="int32", name="words")
    e = L.Embedding(11, 6, name="embedding")(words)
    whole, last, memory = L.LSTM(5, return_sequences=True, return_state=True, name="lstm")(e)
    attended = L.MultiHeadAttention(2, 3, name="attention")(e, e)
    mean = L.GlobalAveragePooling1D(name="mean")(attended)
    first = L.Dense(3, activation="softmax", name="first")(L.Concatenate(name="state")([last, memory]))
    second = L.Dense(1, activation="sigmoid", name="second")(mean)
    return keras.Model(words, [first, second, whole], name="outputs")


def convolutions():
    """A network with branches, in bfloat16."""
    i = L.Input((8, 8, 4), name="i")
    keras.config.set_dtype_policy("mixed_bfloat16")
    a = L.Conv2D(4, 3, padding="same", activation="relu", name="a")(i)
    b = L.Conv2D(4, 1, use_bias=False, name="b")(i)
    c = L.Concatenate(name="c")([L.Add(name="add")([a, b]), a, i])
    g = L.GlobalAveragePooling2D(name="g")(c)
    model = keras.Model(i, L.Dense(3, name="last", dtype="float32")(g), name="convolutions")
    keras.config.set_dtype_policy("float32")
    return model


def sequential():
    """A Sequential with a model inside, some of it frozen."""
    model = keras.Sequential(
        [
            L.Input((9, 9, 1)),
            keras.Sequential(
                [L.Input((9, 9, 1)), L.Conv2D(2, 3, name="filters"), L.ReLU(name="positive")], name="start"
            ),
            L.Flatten(name="flat"),
            L.Dense(8, activation="relu", name="dense_1"),
            L.Dense(8, activation="relu", name="dense_2"),
            L.Dense(2, name="scores"),
        ],
        name="sequential",
    )
    model.layers[2].trainable = False
    return model


def numbered(text):
    """The text with the numbers of boxes in their order."""
    known = {}
    return re.sub(r"(?m)^(\d+)( \[| -> )(\d+)?", lambda m: number(known, m), text)


def number(known, match):
    first, middle, second = match.groups()
    ids = [str(known.setdefault(first, len(known)))]
    if second:
        ids.append(str(known.setdefault(second, len(known))))
    return middle.join(ids + ([""] if not second else []))


def dots(model, variants):
    return [{"arguments": v, "text": numbered(keras.utils.model_to_dot(model, **v).to_string())} for v in variants]


def summaries(model, variants):
    texts = []
    for variant in variants:
        lines = []
        model.summary(print_fn=lambda line, **_: lines.append(line), **variant)
        texts.append({"arguments": variant, "text": "\n".join(lines)})
    return texts


folder.mkdir(exist_ok=True)
os.environ["COLUMNS"] = "120"
RANGES = {"sequential": ["dense", "dense"], "outputs": ["state", "lstm"], "nested": ["b$", ".*um"]}
for make in [nested, shared, outputs, convolutions, sequential]:
    keras.backend.clear_session()
    model = make()
    name = make.__name__
    more = [{"layer_range": RANGES[name]}] if name in RANGES else []
    case = {
        "config": json.loads(model.to_json()),
        "dots": dots(model, DOTS),
        "summaries": summaries(model, SUMMARIES + more),
    }
    (folder / f"{name}.json").write_text(json.dumps(case, indent=1) + "\n")
keras.backend.clear_session()
resnet = dots(keras.applications.ResNet50(weights=None), [{}])
(folder / "resnet50.dot").write_text(resnet[0]["text"])
