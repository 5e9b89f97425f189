"""CIFAR-10 for the scripts of this folder: read from its official binary form, and written in it.

Usage: python cifar.py FOLDER [--noise PICTURES]    writes FOLDER/cifar-10-batches-bin, from the archive that Keras downloads,
                                                    or of so many images of noise in each of its six files
"""

import argparse
import pathlib

import numpy as np

NAMES = "airplane automobile bird cat deer dog frog horse ship truck".split()


def files(folder):
    folder = pathlib.Path(folder)
    return [folder / f"data_batch_{i}.bin" for i in range(1, 6)], folder / "test_batch.bin"


def load(folder):
    """Training and test images as uint8 (N, 32, 32, 3), each with its labels as int32 (N)."""

    def read(paths):
        records = np.concatenate([np.fromfile(path, np.uint8).reshape(-1, 3073) for path in paths])
        images = records[:, 1:].reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1)
        return np.ascontiguousarray(images), records[:, 0].astype(np.int32)

    training, test = files(folder)
    return read(training), read([test])


def write(folder, training, test):
    folder = pathlib.Path(folder) / "cifar-10-batches-bin"
    folder.mkdir(parents=True, exist_ok=True)
    paths, test_path = files(folder)

    def records(x, y):
        return np.concatenate([y.reshape(-1, 1).astype(np.uint8), x.transpose(0, 3, 1, 2).reshape(len(x), -1)], axis=1)

    for path, part in zip(paths, np.split(records(*training), len(paths))):
        part.tofile(path)
    records(*test).tofile(test_path)
    (folder / "batches.meta.txt").write_text("\n".join(NAMES) + "\n")


def noise(count):
    random = np.random.RandomState(0)
    return random.randint(0, 256, (count, 32, 32, 3)).astype(np.uint8), random.randint(0, 10, count)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--noise", type=int, metavar="PICTURES")
    given = parser.parse_args()
    if given.noise:
        write(given.folder, noise(5 * given.noise), noise(given.noise))
    else:
        import keras

        write(given.folder, *keras.datasets.cifar10.load_data())
