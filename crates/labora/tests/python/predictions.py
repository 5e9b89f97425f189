"""Weights files between Labora and real Keras.

predictions.py write CIFAR_FOLDER OUT_FOLDER [--rows N]
    makes the article's network with random weights, trains it for two batches so that nothing is at its first value,
    saves OUT_FOLDER/keras.weights.h5, OUT_FOLDER/keras.h5 (legacy weights), OUT_FOLDER/model.h5 (a whole legacy model)
    and its predictions for the test images, OUT_FOLDER/keras.f32
predictions.py read WEIGHTS CIFAR_FOLDER OUT [--rows N]
    loads a weights file that Labora wrote, and writes real Keras's predictions to OUT
"""
import argparse

import h5py
import keras
from keras.src.legacy.saving import legacy_h5_format

import article

a = argparse.ArgumentParser()
a.add_argument("what", choices=["write", "read"])
a.add_argument("paths", nargs="+")
a.add_argument("--rows", type=int, default=10_000)
a = a.parse_args()


def predict(model, folder, out):
    x, _ = article.read(folder, "test_batch.bin")
    model.predict(x[: a.rows], batch_size=500, verbose=0).astype("<f4").tofile(out)


if a.what == "write":
    folder, out = a.paths
    keras.utils.set_random_seed(3)
    model = article.model()
    model.compile("adam", "sparse_categorical_crossentropy")
    x, y = article.read(folder, "data_batch_1.bin")
    model.fit(x[:256], y[:256], batch_size=128, verbose=0)
    model.save_weights(f"{out}/keras.weights.h5")
    with h5py.File(f"{out}/keras.h5", "w") as f:
        legacy_h5_format.save_weights_to_hdf5_group(f, model)
    model.save(f"{out}/model.h5")
    predict(model, folder, f"{out}/keras.f32")
else:
    weights, folder, out = a.paths
    model = article.model()
    model.load_weights(weights)
    predict(model, folder, out)
