"""Adam steps of the article's network by real Keras: dropout off, batches in order, float32.

Usage: steps.py CIFAR_FOLDER OUT_FOLDER STEPS BATCH
Writes OUT_FOLDER/first.weights.h5, last.weights.h5 and losses.json (the loss of each batch before its step).
"""
import json
import sys

import keras
import article

folder, out, steps, batch = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
keras.utils.set_random_seed(7)
x, y = article.read(folder, "data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin")
model = article.model(dropout=False)
model.compile(keras.optimizers.Adam(1e-3), "sparse_categorical_crossentropy")
model.save_weights(f"{out}/first.weights.h5")
losses = []
for i in range(steps):
    rows = slice(i * batch, (i + 1) * batch)
    model.reset_metrics()
    losses.append(float(model.train_on_batch(x[rows], y[rows])))
model.save_weights(f"{out}/last.weights.h5")
json.dump(losses, open(f"{out}/losses.json", "w"))
