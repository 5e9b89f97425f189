"""Writes tests/layers/golden/masks.json: outputs and gradients of Keras models with masks for tests/layers, and a
training with a masked loss for labora's tests/training.

Usage: KERAS_BACKEND=jax python golden_masks.py     (Keras 3.15.1 on JAX)
"""

import json
import pathlib
import re

import jax
import jax.numpy as jnp
import keras
import numpy as np
from keras import layers as L


def models():
    words = lambda: L.Input((6,))
    steps = lambda: L.Input((6, 3))
    masked = lambda: L.Masking(0.5)(steps_)
    embedded = lambda x: L.Embedding(5, 4, mask_zero=True)(x)

    x = words()
    y = L.Dense(3, "relu")(L.LSTM(4, return_sequences=True)(embedded(x)))
    yield [x], [y, L.GlobalAveragePooling1D()(y)]
    steps_ = steps()
    yield [steps_], [L.GRU(3, go_backwards=True)(masked()), L.SimpleRNN(3)(masked())]
    steps_ = steps()
    y = L.SimpleRNN(3, return_sequences=True, zero_output_for_mask=True)(masked())
    yield [steps_], [y, L.LSTM(2, zero_output_for_mask=True)(L.TimeDistributed(L.Dense(3))(y))]
    steps_ = steps()
    y = L.Bidirectional(L.LSTM(3, return_sequences=True))(masked())
    yield [steps_], [y, L.Bidirectional(L.GRU(2), merge_mode="ave")(y)]
    a, b = words(), words()
    for merge in [L.Add(), L.Maximum(), L.Minimum(), L.Concatenate(), L.Concatenate(axis=1)]:
        a, b = words(), words()
        y = merge([embedded(a), embedded(b)])
        yield [a, b], [y, L.SimpleRNN(3)(y)]
    a, b = words(), steps()
    yield [a, b], [L.SimpleRNN(3)(L.Concatenate()([embedded(a), b])), L.SimpleRNN(3)(L.Multiply()([embedded(a), L.Dense(4)(b)]))]
    for attention in [L.Attention(), L.AdditiveAttention(), L.Attention(use_scale=True, score_mode="concat")]:
        a, b = words(), words()
        y = attention([embedded(a), embedded(b)])
        yield [a, b], [y, L.GlobalAveragePooling1D()(y)]
    a, b = words(), words()
    y = L.MultiHeadAttention(2, 3)(embedded(a), embedded(b))
    yield [a, b], [L.GlobalAveragePooling1D()(L.LayerNormalization()(y))]
    inner = words()
    inner = keras.Model(inner, L.Dropout(0.5)(embedded(inner)))
    x = words()
    yield [x], [L.GlobalAveragePooling1D()(inner(x)), L.LSTM(3)(L.Activation("tanh")(inner(x)))]
    x = words()
    yield [x], [L.GlobalMaxPooling1D()(embedded(x)), L.SimpleRNN(2)(L.Conv1D(3, 2)(embedded(x)))]
    steps_ = steps()
    stacked = L.StackedRNNCells([L.SimpleRNNCell(3), L.LSTMCell(2)])
    y = L.RNN(stacked, return_sequences=True, zero_output_for_mask=True)(masked())
    yield [steps_], [y, L.RNN(L.GRUCell(3))(y), L.RNN(L.SimpleRNNCell(2), return_sequences=True)(masked())]


def flat(x):
    return [float(v) for v in np.asarray(x, "float32").ravel()]


def tensor(x):
    return {"shape": list(x.shape), "values": flat(x)}


def inputs_of(model, generator, rows):
    inputs = []
    for x in model.inputs:
        shape = (rows, *x.shape[1:])
        if len(shape) == 2:
            value = generator.integers(0, 5, shape)
            value[:, :1] = 1 + value[:, :1] % 4  # No row is masked everywhere.
        else:
            value = generator.normal(size=shape)
            value[generator.random(shape[:2]) < 0.4] = 0.5
            value[:, 2] = 0.25
        inputs.append(value.astype("float32"))
    return inputs


def case(number, inputs, outputs):
    model = keras.Model(inputs, outputs, name=f"model_{number}")
    generator = np.random.default_rng(number)
    normal = lambda shape: generator.normal(size=shape).astype("float32")
    values = inputs_of(model, generator, 3)
    model.set_weights([0.5 * normal(w.shape) for w in model.weights])
    trainable = [v.value for v in model.trainable_variables]
    fixed = [v.value for v in model.non_trainable_variables]

    def call(trainable):
        y = model.stateless_call(trainable, fixed, [jnp.asarray(x) for x in values], training=False)[0]
        return list(y) if isinstance(y, (list, tuple)) else [y]

    found = [np.asarray(y) for y in call(trainable)]
    cotangents = [normal(y.shape) for y in found]
    weighted = lambda trainable: sum(jnp.sum(y * c) for y, c in zip(call(trainable), cotangents))
    gradients = jax.grad(weighted)(trainable)
    return {
        "model": json.loads(model.to_json()),
        "inputs": [tensor(x) for x in values],
        "weights": [tensor(w) for w in model.get_weights()],
        "trainable": len(trainable),
        "outputs": [tensor(y) for y in found],
        "cotangents": [flat(c) for c in cotangents],
        "input_gradients": [],
        "weight_gradients": [flat(g) for g in gradients],
    }


def training(normalization):
    """A loss for each step, of which some are masked, with sample weights; a batch normalization with a mask."""
    keras.utils.set_random_seed(1)
    x = L.Input((6,))
    y = normalization(L.Embedding(5, 4, mask_zero=True)(x))
    model = keras.Model(x, L.Dense(3, "softmax")(L.GRU(4, return_sequences=True)(y)))
    loss = "sparse_categorical_crossentropy"
    model.compile(keras.optimizers.SGD(0.2), loss, metrics=["accuracy", loss], weighted_metrics=["accuracy"])
    generator = np.random.default_rng(5)
    rows = inputs_of(model, generator, 20)[0]
    targets = generator.integers(0, 3, (20, 6)).astype("float32")
    weights = generator.uniform(0, 2, (20, 6)).astype("float32")
    first = [flat(w) for w in model.get_weights()]
    fit = dict(batch_size=8, epochs=3, shuffle=False, verbose=0)
    history = model.fit(rows, targets, sample_weight=weights, **fit).history
    evaluated = model.evaluate(rows, targets, batch_size=8, verbose=0, return_dict=True)
    return {
        "model": json.loads(model.to_json()),
        "arrays": {"x": flat(rows), "y": flat(targets), "w": flat(weights)},
        "first": first,
        "last": [flat(w) for w in model.get_weights()],
        "history": {name: [float(v) for v in values] for name, values in history.items()},
        "evaluated": {name: float(v) for name, v in evaluated.items()},
    }


golden = {"keras": keras.__version__, "cases": [case(i, *m) for i, m in enumerate(models())]}
normalization = lambda: L.BatchNormalization(momentum=0.5)
golden["trainings"] = [training(normalization()), training(L.TimeDistributed(normalization()))]
path = pathlib.Path(__file__).parent.parent / "layers" / "golden" / "masks.json"
text = json.dumps(golden, indent=1)
text = re.sub(r"\[[^\[\]{}]*\]", lambda m: " ".join(m[0].split()), text)  # A list, a line.
path.write_text(re.sub(r"(\d\.\d{7})\d+", r"\1", text) + "\n")
