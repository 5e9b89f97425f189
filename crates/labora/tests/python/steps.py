"""Adam steps of the article's network by real Keras: dropout off, batches in order, float32.

Usage: steps.py OUT_FOLDER CIFAR_FOLDER STEPS BATCH SEED DENSE_SCALE
Begins with Keras's weights of SEED, those of dense/kernel multiplied by DENSE_SCALE.
Writes OUT_FOLDER/first.weights.h5, last.weights.h5 and losses.json (the loss of each batch before its step).
"""
import json
import sys

import keras
import article

out, folder = sys.argv[1:3]
steps, batch, seed = map(int, sys.argv[3:6])
keras.utils.set_random_seed(seed)
x, y = article.read(folder, "data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin")
model = article.model(dropout=False)
kernel = model.get_layer("dense").kernel
kernel.assign(kernel * float(sys.argv[6]))
model.compile(keras.optimizers.Adam(1e-3), "sparse_categorical_crossentropy")
model.save_weights(f"{out}/first.weights.h5")
losses = []
for i in range(steps):
    rows = slice(i * batch, (i + 1) * batch)
    model.reset_metrics()
    losses.append(float(model.train_on_batch(x[rows], y[rows])))
model.save_weights(f"{out}/last.weights.h5")
json.dump(losses, open(f"{out}/losses.json", "w"))
