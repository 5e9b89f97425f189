"""What `keras.callbacks.TensorBoard` writes in a runtime, as TensorBoard reads it. Runs with the modules of runtimes in
PYTHONPATH."""

import io
import os
import tempfile

os.environ["KERAS_BACKEND"] = "jax"

import keras
import numpy as np
from PIL import Image
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.util import tensor_util

keras.utils.set_random_seed(0)
folder = tempfile.mkdtemp()
x = np.random.default_rng(0).normal(size=(32, 4)).astype("float32")
model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3, name="one"), keras.layers.Dense(1)])
model.compile("sgd", "mse", metrics=["mae"])
board = keras.callbacks.TensorBoard(folder, histogram_freq=1, write_images=True, update_freq=3)
history = model.fit(x, x.sum(1), epochs=2, batch_size=8, validation_split=0.25, verbose=0, callbacks=[board]).history


def read(part):
    """The values of each tag, by their steps."""
    events = EventAccumulator(os.path.join(folder, part), size_guidance={"tensors": 0})
    events.Reload()
    tags = events.Tags()["tensors"]
    return {tag: {e.step: tensor_util.make_ndarray(e.tensor_proto) for e in events.Tensors(tag)} for tag in tags}


train, validation = read("train"), read("validation")
for name in ("loss", "mae"):
    for part, kept in ((train, history[name]), (validation, history["val_" + name])):
        assert list(part["epoch_" + name]) == [0, 1], part
        np.testing.assert_allclose(list(part["epoch_" + name].values()), kept, rtol=1e-6)
# Of three batches an epoch, the last one.
assert list(train["batch_loss"]) == [3, 6], train["batch_loss"].keys()
# Intervals, and how many values are in each of them.
kernel = train["sequential/one/kernel/histogram"][1]
assert kernel[:, 2].sum() == 12 and kernel[0, 0] == np.min(model.layers[0].kernel), kernel
width, height, picture = train["sequential/one/kernel/image"][1]
shown = np.asarray(Image.open(io.BytesIO(picture)))
assert (int(width), int(height)) == (4, 3) and shown.shape == (3, 4), (width, height, shown.shape)
np.testing.assert_allclose(shown, np.clip(np.asarray(model.layers[0].kernel).T, 0, 1) * 255, atol=1)
assert keras.models.model_from_json(train["keras"][0].item().decode()).count_params() == model.count_params()
print("read")
