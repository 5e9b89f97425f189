"""Writes a model before and after Keras's `enable_lora`, and what three steps of training give.

    lora.py FOLDER

FOLDER has `plain.keras`, `adapted.keras`, the model after its training, and `manifest.json`: the weights of the adapted
model before and after, its losses, inputs, targets, and predictions. The factors are not those of Keras's initializers,
whose second one is zero.
"""

import json
import pathlib
import sys

import keras
import numpy as np
from keras import layers as L

from make import array

folder = pathlib.Path(sys.argv[1])
random = np.random.RandomState(1)
numbers = L.Input((4,), dtype="int32")
x = L.Embedding(7, 6, name="words")(numbers)
x = L.EinsumDense("abc,cde->abde", (4, 2, 3), bias_axes="de", activation="tanh", name="heads")(x)
x = L.Flatten()(x)
model = keras.Model(numbers, L.Dense(2, kernel_regularizer="l2", name="out")(L.Dense(5, activation="tanh", name="fixed")(x)))
model.compile(keras.optimizers.SGD(0.1), "mse")
model.save(folder / "plain.keras")
for name, rank, alpha in [("words", 2, None), ("heads", 3, 1.5), ("out", 1, 4.0)]:
    model.get_layer(name).enable_lora(rank, lora_alpha=alpha)
model.compile(keras.optimizers.SGD(0.1), "mse")
model.set_weights([random.uniform(-0.5, 0.5, w.shape).astype("float32") for w in model.weights])
x, y = random.randint(0, 7, (6, 4)).astype("int32"), random.uniform(-1, 1, (6, 2)).astype("float32")
found = {"input": array(x), "target": array(y), "before": [array(w) for w in model.get_weights()]}
found["losses"] = []
for _ in range(3):
    model.reset_metrics()
    found["losses"].append(float(model.train_on_batch(x, y)))
found |= {"after": [array(w) for w in model.get_weights()], "predictions": array(model.predict_on_batch(x))}
model.save(folder / "adapted.keras")
(folder / "manifest.json").write_text(json.dumps(found))
