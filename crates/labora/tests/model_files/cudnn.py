"""Writes a file with Keras 2's layers of cuDNN: cudnn.py FOLDER IGNORED

No CPU runs them. Keras 2, which reads their weights into its LSTM and GRU, says what they predict. FOLDER has
`manifest.json` as that of make.py.
"""

import json
import pathlib
import sys

import numpy as np
import tf_keras as keras
from make import array
from tf_keras.src.layers.rnn.cudnn_gru import CuDNNGRU
from tf_keras.src.layers.rnn.cudnn_lstm import CuDNNLSTM

L = keras.layers


def build(lstm, gru):
    return keras.Sequential([
        L.Input((5, 3)),
        lstm(4, return_sequences=True, name="a"),
        L.Bidirectional(gru(2, return_sequences=True), name="b"),
        L.Bidirectional(lstm(3, return_sequences=True), merge_mode="sum", name="c"),
        gru(2, go_backwards=True, name="d"),
        L.Dense(2, name="e"),
    ])  # fmt: skip


folder = pathlib.Path(sys.argv[1])
random = np.random.RandomState(1)
model, twin = build(CuDNNLSTM, CuDNNGRU), build(L.LSTM, L.GRU)
model.set_weights([random.uniform(-1, 1, w.shape) for w in model.weights])
model.save(folder / "cudnn.h5")
twin.load_weights(folder / "cudnn.h5")
x = random.uniform(-1, 1, (4, 5, 3)).astype("float32")
case = {"name": "cudnn", "files": ["cudnn.h5"], "inputs": [array(x)], "predictions": [array(twin.predict_on_batch(x))], "others": []}
(folder / "manifest.json").write_text(json.dumps([case]))
