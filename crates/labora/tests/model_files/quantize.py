"""Writes a model, and its weights after Keras's `quantize` in each mode.

    quantize.py FOLDER

FOLDER has `plain.keras` and `manifest.json`: for each mode, the weights by the names of their layers and their own.
"""

import json
import pathlib
import sys

import keras
import numpy as np
from keras import layers as L
from keras.quantizers import Int4QuantizationConfig

from make import array

folder = pathlib.Path(sys.argv[1])
random = np.random.RandomState(1)
numbers = L.Input((4,), dtype="int32")
words = L.ReversibleEmbedding(7, 5, tie_weights=False, name="words")
x = L.EinsumDense("abc,cde->abde", (4, 2, 3), bias_axes="de", activation="tanh", name="heads")(words(numbers))
x = L.EinsumDense("abde,def->abf", (4, 5), name="joined")(x)
other = L.Embedding(9, 3, name="other")(numbers)
inner = keras.Sequential([L.Input((4, 3)), L.Dense(6, name="hidden"), L.Dense(5, name="last")], name="inner")
x = L.Add(name="sum")([x, inner(other)])
model = keras.Model(numbers, words(x, reverse=True))
model.set_weights([random.uniform(-0.5, 0.5, w.shape).astype("float32") for w in model.weights])
model.save(folder / "plain.keras")
modes = {"int8": None, "int4": None, "blocks": Int4QuantizationConfig(block_size=4), "factors": Int4QuantizationConfig(block_size=None)}
found = {}
for name, config in modes.items():
    quantized = keras.models.load_model(folder / "plain.keras")
    quantized.quantize(config=config or name)
    layers = [layer for layer in quantized._flatten_layers() if not isinstance(layer, keras.Model)]
    found[name] = {f"{layer.name}/{w.name}": array(w) for layer in layers for w in layer.weights}
(folder / "manifest.json").write_text(json.dumps(found))
