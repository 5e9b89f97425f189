"""Stock Keras on a worker, or on the plugin itself.

Arguments: the worker's address or `local`; `one` device, or `parallel` over all. Prints losses to seven digits.
"""

import os
import sys
import tempfile

os.environ["KERAS_BACKEND"] = "jax"

import jax  # noqa: E402

address, mode = sys.argv[1:]
if address != "local":
    from jax.extend.backend import ifrt_proxy, register_backend_factory

    register_backend_factory(
        "tpu", lambda: ifrt_proxy.get_client(address, ifrt_proxy.ClientConnectionOptions()), priority=-1
    )

import keras  # noqa: E402
import numpy as np  # noqa: E402

keras.utils.set_random_seed(1)
if mode == "parallel":
    keras.distribution.set_distribution(keras.distribution.DataParallel())
random = np.random.default_rng(0)
x = random.normal(size=(256, 12, 12, 3)).astype("float32")
y = random.integers(0, 10, 256)
model = keras.Sequential(
    [
        keras.layers.Input((12, 12, 3)),
        keras.layers.Conv2D(8, 3, activation="relu"),
        keras.layers.BatchNormalization(),
        keras.layers.MaxPooling2D(),
        keras.layers.Flatten(),
        keras.layers.Dropout(0.2),
        keras.layers.Dense(10),
    ]
)
model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
history = model.fit(x, y, batch_size=64, epochs=3, verbose=0)
losses = history.history["loss"]
print("fit:", [f"{loss:.7f}" for loss in losses], losses[-1] < losses[0])
print("evaluate:", [f"{value:.7f}" for value in model.evaluate(x, y, batch_size=64, verbose=0)])
predicted = model.predict(x[:64], batch_size=64, verbose=0)
print("predict:", f"{float(predicted.sum()):.4f}")
with tempfile.TemporaryDirectory() as folder:
    model.save(f"{folder}/model.keras")
    again = keras.saving.load_model(f"{folder}/model.keras")
    same = bool((again.predict(x[:64], batch_size=64, verbose=0) == predicted).all())
print("saved and loaded:", same)
print("devices:", len(jax.devices()))
