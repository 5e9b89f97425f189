"""The article's cells of 2018, on Keras 3."""

import importlib.util
import os
import subprocess

import pytest

pytestmark = pytest.mark.skipif(importlib.util.find_spec("keras") is None, reason="Keras is not installed")

CELLS = [
    """
import os
import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import BatchNormalization, Conv2D, Dense, Dropout, Flatten, Input, MaxPooling2D
from tensorflow.keras.models import Model

tf.logging.set_verbosity(tf.logging.INFO)
""",
    """
def network():
    inputs = Input(shape=(8, 8, 3), name="Input")
    x = BatchNormalization()(inputs)
    x = Conv2D(4, (3, 3), padding="same", activation="relu")(x)
    x = MaxPooling2D((2, 2))(x)
    x = Dropout(0.25)(x)
    x = Flatten()(x)
    return Model(inputs=inputs, outputs=Dense(3, activation="softmax")(x))

model = network()
model.compile(optimizer=tf.train.AdamOptimizer(learning_rate=1e-2), loss=tf.keras.losses.sparse_categorical_crossentropy,
              metrics=["sparse_categorical_accuracy"])
""",
    """
TPU_WORKER = "grpc://" + os.environ.get("COLAB_TPU_ADDR", "10.0.0.1:8470")
tpu_model = tf.contrib.tpu.keras_to_tpu_model(
    model,
    strategy=tf.contrib.tpu.TPUDistributionStrategy(tf.contrib.cluster_resolver.TPUClusterResolver(TPU_WORKER)))
""",
    """
rng = np.random.default_rng(0)
labels = rng.integers(0, 3, (64, 1))
images = np.zeros((64, 8, 8, 3), np.float32)
images[np.arange(64), :, :, labels[:, 0]] = 1
history = tpu_model.fit(images, labels, epochs=12, batch_size=4 * 8, verbose=0)
assert history.history["loss"][-1] < 0.5 * history.history["loss"][0], history.history
""",
    """
tpu_model.save_weights("weights.h5", overwrite=True)
restored = network()
restored.load_weights("weights.h5")
expected = tpu_model.predict(images[:8], verbose=0)
# The restored model is on the CPU; a worker's cores multiply in bfloat16.
np.testing.assert_allclose(restored.predict(images[:8], verbose=0), expected, rtol=0, atol=1e-2)
print("recognized", int((expected.argmax(1) == labels[:8, 0]).sum()), "of 8")
""",
]


@pytest.fixture
def worker_address():
    """A worker that Cargo has built: `LABORA_TEST_WORKER` is its path."""
    if "LABORA_TEST_WORKER" not in os.environ:
        pytest.skip("LABORA_TEST_WORKER names no worker")
    command = [os.environ["LABORA_TEST_WORKER"], "--listen", "127.0.0.1:0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as worker:
        name = "export COLAB_TPU_ADDR="
        yield next(line for line in worker.stdout if line.startswith(name)).removeprefix(name).strip()
        worker.terminate()
        worker.stdout.read()


@pytest.mark.parametrize("place", ["here", "on a worker"])
def test_the_cells_of_the_article_run_unchanged(run, tmp_path, place, request):
    program = "import labora.compat.article\nlabora.compat.article.install()\n"
    program += f"import os\nos.chdir({str(tmp_path)!r})\n" + "\n".join(CELLS)
    environment = {}
    if place == "on a worker":
        environment = {"COLAB_TPU_ADDR": request.getfixturevalue("worker_address"), "JAX_PLATFORMS": "tpu,cpu"}
        program += "\nimport jax\nassert jax.devices()[0].platform == 'tpu', jax.devices()"
    result = run(program, strict=False, **environment)
    assert "recognized 8 of 8" in result.stdout
    for message in ("Found TPU system:", "*** Num TPU Cores: 8", "Copying TPU weights to the CPU"):
        assert f"INFO:tensorflow:{message}\n" in result.stderr, result.stderr


def test_it_does_not_hide_tensorflow(run, tmp_path):
    (tmp_path / "tensorflow.py").write_text("")
    program = f"""
    import sys
    sys.path.insert(0, {str(tmp_path)!r})
    import labora.compat.article
    try:
        labora.compat.article.install()
    except ImportError as error:
        print(error)
    """
    assert "TensorFlow is installed" in run(program, strict=False).stdout
