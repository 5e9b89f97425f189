"""What `keras.datasets.*.load_data()` reads from the folder of `--data`: each form, with noise in the formats of its
makers. Runs with the modules of runtimes in PYTHONPATH, and a folder as its argument."""

import gzip
import io
import os
import pathlib
import pickle
import sys
import tarfile

import numpy as np

root = pathlib.Path(sys.argv[1])
os.environ["KERAS_BACKEND"] = "jax"
noise = np.random.default_rng(0)
CIFAR10 = {f"data_batch_{number}": 3 for number in range(1, 6)} | {"test_batch": 2}
CIFAR100 = {"train": 4, "test": 2}


def batch(count):
    """Pictures as CIFAR's files have them, and labels."""
    return noise.integers(0, 256, (count, 3072), np.uint8), noise.integers(0, 10, count)


def write(folder, files):
    """Files of a folder of `--data`."""
    (root / folder).mkdir(parents=True)
    for name, data in files.items():
        (root / folder / name).write_bytes(data)


def archive(path, folder, files):
    """The same in an archive."""
    with tarfile.open(root / path, "w:gz") as file:
        for name, data in files.items():
            member = tarfile.TarInfo(f"{folder}/{name}")
            member.size = len(data)
            file.addfile(member, io.BytesIO(data))


def idx(array):
    """A file of MNIST's."""
    shape = b"".join(size.to_bytes(4, "big") for size in array.shape)
    return gzip.compress(bytes([0, 0, 8, array.ndim]) + shape + array.tobytes())


def check(loaded, pictures, labels, kind):
    """Compares with what was written: parts of training and test."""
    for (x, y), expected, answers in zip(loaded, pictures, labels, strict=True):
        assert x.dtype == np.uint8 and (x == expected).all(), x.shape
        assert y.dtype == kind and (y == answers).all() and y.shape == answers.shape, (y.dtype, y.shape)


def fails(load, said):
    """Loads what cannot be read."""
    try:
        load()
    except ValueError as error:
        assert said in str(error), error
    else:
        raise SystemExit("it was read")


def cifar(batches, names):
    """Pictures and labels of batches as Keras returns them."""
    parts = [[batches[name] for name in names if name.startswith("test") == is_test] for is_test in (False, True)]
    pictures = [np.concatenate([x for x, _ in part]).reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1) for part in parts]
    return pictures, [np.concatenate([y for _, y in part])[:, None] for part in parts]


def main():
    """Each data set is taken away before its next form comes."""
    os.environ["KERAS_HOME"] = str(root)
    import keras

    def without(*names):
        for name in names:
            path = root / name
            if path.is_dir():
                for file in path.iterdir():
                    file.unlink()
                path.rmdir()
            else:
                path.unlink()

    ten = {name: batch(count) for name, count in CIFAR10.items()}
    binary = {f"{name}.bin": b"".join(bytes([y]) + x.tobytes() for x, y in zip(*rows)) for name, rows in ten.items()}
    python = {name: pickle.dumps({b"data": x, b"labels": y.tolist()}, 2) for name, (x, y) in ten.items()}
    expected = cifar(ten, CIFAR10)
    load = keras.datasets.cifar10.load_data
    write("cifar-10-batches-bin", binary)
    check(load(), *expected, np.uint8)
    without("cifar-10-batches-bin")
    write("datasets/cifar-10-batches-py", python)
    check(load(), *expected, np.uint8)
    without("datasets/cifar-10-batches-py")
    archive("cifar-10-binary.tar.gz", "cifar-10-batches-bin", binary)
    check(load(), *expected, np.uint8)
    without("cifar-10-binary.tar.gz")
    archive("cifar-10-python.tar.gz", "cifar-10-batches-py", python)
    check(load(), *expected, np.uint8)
    # An object that is not an array is not made.
    hostile = python | {"test_batch": pickle.dumps({b"data": os.system, b"labels": []}, 2)}
    archive("cifar-10-python.tar.gz", "cifar-10-batches-py", hostile)
    fails(load, "is not an array")
    # What a download that was cut off leaves, and what is compressed to little and larger than any data set.
    (root / "mnist.npz").write_bytes(b"PK\3\4 cut off")
    fails(keras.datasets.mnist.load_data, "mnist.npz cannot be read (BadZipFile")
    without("mnist.npz", "cifar-10-python.tar.gz")
    import labora_datasets

    labora_datasets._MAX_BYTES = 1 << 16
    archive("cifar-10-binary.tar.gz", "cifar-10-batches-bin", binary | {"test_batch.bin": bytes(1 << 20)})
    fails(load, "test_batch.bin has more than 65536 bytes")
    without("cifar-10-binary.tar.gz")
    labora_datasets._MAX_BYTES = 1 << 30
    wrong = {name: pickle.dumps({b"data": [1], b"labels": [2]}, 2) for name in CIFAR10}
    write("cifar-10-batches-py", wrong)
    fails(load, "a file has no array of pictures")
    without("cifar-10-batches-py")

    hundred = {name: batch(count) for name, count in CIFAR100.items()}
    coarse = {name: (x, y // 5) for name, (x, y) in hundred.items()}
    rows = {name: zip(x, y // 5, y, strict=True) for name, (x, y) in hundred.items()}
    write("cifar-100-binary", {f"{name}.bin": b"".join(bytes([c, y]) + x.tobytes() for x, c, y in all)
                               for name, all in rows.items()})  # fmt: skip
    load = keras.datasets.cifar100.load_data
    check(load(), *cifar(hundred, CIFAR100), np.int64)
    check(load("coarse"), *cifar(coarse, CIFAR100), np.int64)
    without("cifar-100-binary")
    write("cifar-100-python", {
        name: pickle.dumps({b"data": x, b"fine_labels": y.tolist(), b"coarse_labels": (y // 5).tolist()}, 2)
        for name, (x, y) in hundred.items()
    })  # fmt: skip
    check(load(), *cifar(hundred, CIFAR100), np.int64)
    check(load(label_mode="coarse"), *cifar(coarse, CIFAR100), np.int64)

    pictures = [noise.integers(0, 256, (count, 28, 28), np.uint8) for count in (10, 4)]
    for name, first in ("mnist", [5, 0, 4, 1, 9, 2, 1, 3]), ("fashion_mnist", [9, 0, 0, 3, 0, 2, 7, 2]):
        labels = [np.array(first + [7, 7], np.uint8), noise.integers(0, 10, 4).astype(np.uint8)]
        files = {}
        for part, x, y in zip(("train", "t10k"), pictures, labels, strict=True):
            files |= {f"{part}-images-idx3-ubyte.gz": idx(x), f"{part}-labels-idx1-ubyte.gz": idx(y)}
        load = getattr(keras.datasets, name).load_data
        # Names of folders that say nothing: the labels tell which data set it is.
        write(f"some-{name}", files)
        # A folder with the same names, and other content, is not in the way.
        write(f"a-{name}", dict.fromkeys(files, b"nothing"))
        check(load(), pictures, labels, np.uint8)
    without("some-mnist", "some-fashion_mnist", "a-mnist", "a-fashion_mnist")
    arrays = {"x_train": pictures[0], "y_train": labels[0], "x_test": pictures[1], "y_test": labels[1]}
    np.savez(root / "mnist.npz", **arrays)
    check(keras.datasets.mnist.load_data(), pictures, labels, np.uint8)
    without("mnist.npz")
    # Nothing answers at this address.
    os.environ["https_proxy"] = "http://127.0.0.1:9"
    try:
        keras.datasets.mnist.load_data()
        raise SystemExit("a download came")
    except OSError as error:
        assert "--data DIR, where DIR has mnist" in str(error), error
    print("all forms are read")


main()
