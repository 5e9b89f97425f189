"""Writes tests/layers/golden/dropout.json: recurrent layers with each combination of dropout masks, for tests/layers.

Usage: KERAS_BACKEND=jax python golden_dropout.py     (Keras 3.15.1 on JAX)

A layer has one unit and takes one number a step, so that its masks have few combinations. Each row of the outputs
has another one, which Keras is given in place of those that it would draw; `shares` are the probabilities of rows.
"""

import itertools
import json
import pathlib
import re

import keras
import numpy as np
from keras import layers as L

STEPS = 6


def rows():
    both = {"dropout": 0.5, "recurrent_dropout": 0.25}
    yield L.SimpleRNN(1, **both), (1, 1)
    yield L.LSTM(1, dropout=0.5), (1, 0)
    yield L.LSTM(1, **both), (4, 4)
    yield L.LSTM(1, recurrent_dropout=0.5, go_backwards=True, unroll=True, use_bias=False), (0, 4)
    yield L.GRU(1, dropout=0.25), (1, 0)
    yield L.GRU(1, **both), (3, 3)
    yield L.GRU(1, recurrent_dropout=0.5, reset_after=False, recurrent_activation="hard_sigmoid"), (0, 3)
    yield L.ConvLSTM1D(1, 1, dropout=0.5), (4, 0)
    yield L.ConvLSTM2D(1, 1, recurrent_dropout=0.25), (0, 4)
    yield L.RNN(L.GRUCell(1, **both)), (3, 3)
    yield L.RNN(L.LSTMCell(1, recurrent_dropout=0.5)), (0, 4)
    yield L.RNN(L.SimpleRNNCell(1, **both)), (1, 1)


def case(number, layer, counts):
    layer._name = layer.name = f"layer_{number}"
    generator = np.random.default_rng(number)
    rank = next((int(c) for c in type(layer).__name__ if c.isdigit()), 0)
    step = (1,) * (rank + 1)
    layer.build((None, STEPS, *step))
    layer.set_weights([generator.normal(size=w.shape).astype("float32") for w in layer.weights])
    sequence = generator.normal(size=(STEPS, *step)).astype("float32")
    cell = layer.cell
    combinations = list(itertools.product([0, 1], repeat=sum(counts)))
    rates = [cell.dropout] * counts[0] + [cell.recurrent_dropout] * counts[1]
    column = lambda gate: np.array([c[gate] / (1 - rates[gate]) for c in combinations], "float32").reshape(-1, *step)
    masks = [column(gate) for gate in range(sum(counts))]
    given = lambda masks: masks if hasattr(cell, "dropout_mask_count") else masks[0] if masks else None
    cell._dropout_mask = given(masks[: counts[0]])
    cell._recurrent_dropout_mask = given(masks[counts[0] :])
    x = np.broadcast_to(sequence, (len(combinations), *sequence.shape))
    outputs = np.asarray(layer(x, training=True))
    kept = lambda c: np.prod([1 - rate if keep else rate for keep, rate in zip(c, rates)])
    return {
        "layer": keras.saving.serialize_keras_object(layer),
        "sequence": {"shape": list(sequence.shape), "values": sequence.ravel().tolist()},
        "weights": [{"shape": list(w.shape), "values": w.ravel().tolist()} for w in layer.get_weights()],
        "outputs": outputs.ravel().tolist(),
        "shares": [float(kept(c)) for c in combinations],
    }


golden = {"keras": keras.__version__, "cases": [case(i, *row) for i, row in enumerate(rows())]}
path = pathlib.Path(__file__).parent.parent / "layers" / "golden" / "dropout.json"
text = re.sub(r"\[[^\[\]{}]*\]", lambda m: " ".join(m[0].split()), json.dumps(golden, indent=1))
path.write_text(re.sub(r"(\d\.\d{7})\d+", r"\1", text) + "\n")
