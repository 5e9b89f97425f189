"""The network of the 2018 article "Keras on TPU" on CIFAR-10, in today's Keras on JAX.

  python article.py --data cifar-10-batches-bin                one core
  python article.py --data cifar-10-batches-bin --devices 8    data parallel over eight cores
  python article.py --data cifar-10-batches-bin --stock        JAX's own CPU backend

The folder is that of https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz. After training, the weights are saved,
loaded into a model on JAX's CPU backend, and used there to classify pictures.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

CLASSES = ["airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"]
# A record of the files: the label, then the red, green and blue plane of 32 x 32 bytes.
RECORD = 1 + 3 * 32 * 32


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder of data_batch_1.bin ... test_batch.bin")
    parser.add_argument("--devices", type=int, default=1, help="cores that share each batch (default 1)")
    parser.add_argument("--stock", action="store_true", help="train on JAX's own CPU backend")
    parser.add_argument("--epochs", type=int, default=50)
    parser.add_argument("--batch", type=int, default=1024, help="pictures of a step, over all cores (default 1024)")
    parser.add_argument("--pictures", type=int, help="train with the first pictures only")
    parser.add_argument("--weights", type=Path, default=Path("cifar10.weights.h5"))
    return parser.parse_args()


def pictures(files: list[Path]):
    """Pictures of f32 in [0, 1], of shape [n, 32, 32, 3], and labels, of shape [n, 1]."""
    import numpy as np

    records = np.concatenate([np.fromfile(file, np.uint8) for file in files])
    if records.size % RECORD:
        raise SystemExit(f"{files[0].parent}: the size of the files is no multiple of {RECORD} bytes")
    records = records.reshape(-1, RECORD)
    x = records[:, 1:].reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1)
    return x.astype(np.float32) / 255, records[:, :1].astype(np.int32)


def network():
    """The article's network, compiled."""
    import keras
    from keras import layers

    inputs = keras.Input((32, 32, 3), name="Input")
    x = layers.BatchNormalization()(inputs)
    x = layers.Conv2D(32, (3, 3), padding="same", activation="relu")(x)
    x = layers.Conv2D(32, (3, 3), padding="same", activation="relu")(x)
    x = layers.MaxPooling2D((2, 2))(x)
    x = layers.Dropout(0.25)(x)
    x = layers.BatchNormalization()(x)
    x = layers.Conv2D(64, (3, 3), padding="same", activation="relu")(x)
    x = layers.Conv2D(64, (3, 3), activation="relu")(x)
    x = layers.MaxPooling2D((2, 2))(x)
    x = layers.Dropout(0.25)(x)
    x = layers.Flatten()(x)
    x = layers.Dense(512, activation="relu")(x)
    x = layers.Dropout(0.5)(x)
    outputs = layers.Dense(10, activation="softmax")(x)
    model = keras.Model(inputs, outputs)
    model.compile(optimizer=keras.optimizers.Adam(), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    return model


def main() -> None:
    options = arguments()
    if options.stock:
        os.environ["JAX_PLATFORMS"] = "cpu"
        flag = f"--xla_force_host_platform_device_count={options.devices}"
        os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {flag}".strip()
    else:
        os.environ["JAX_PLATFORMS"] = "labora,cpu"
    os.environ["KERAS_BACKEND"] = "jax"
    import jax
    import keras
    import numpy as np

    keras.utils.set_random_seed(0)
    x, y = pictures([options.data / f"data_batch_{i}.bin" for i in range(1, 6)])
    test_x, test_y = pictures([options.data / "test_batch.bin"])
    x, y = x[: options.pictures], y[: options.pictures]
    devices = jax.devices()[: options.devices]
    if len(devices) < options.devices:
        raise SystemExit(f"there are {len(devices)} devices, not {options.devices}; LABORA_CORES sets their number")
    if options.devices > 1:
        names = [f"{device.platform}:{device.id}" for device in devices]
        keras.distribution.set_distribution(keras.distribution.DataParallel(devices=names))
    print(f"training on {devices}")

    class Times(keras.callbacks.Callback):
        def on_epoch_begin(self, epoch, logs=None):
            self.start = time.perf_counter()

        def on_epoch_end(self, epoch, logs=None):
            print(f"epoch {epoch + 1}: {time.perf_counter() - self.start:.2f} s {logs}", flush=True)

    with jax.default_device(devices[0]):
        model = network()
        model.fit(x, y, batch_size=options.batch, epochs=options.epochs, callbacks=[Times()], verbose=0)
    model.save_weights(options.weights)

    keras.distribution.set_distribution(None)
    cpu = jax.devices("cpu")[0]
    with jax.default_device(cpu):
        model = network()
        # The file has the optimizer's variables too.
        model.optimizer.build(model.trainable_variables)
        model.load_weights(options.weights)
        loss, accuracy = model.evaluate(test_x, test_y, batch_size=options.batch, verbose=0)
        print(f"on {cpu}: test loss {loss:.4f}, test accuracy {accuracy:.4f}")
        for probabilities, label in zip(model.predict(test_x[:5], verbose=0), test_y[:5, 0]):
            found = int(np.argmax(probabilities))
            print(f"  {CLASSES[label]}: recognized as {CLASSES[found]} ({probabilities[found]:.1%})")


if __name__ == "__main__":
    main()
