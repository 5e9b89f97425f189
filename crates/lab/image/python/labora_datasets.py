"""`keras.datasets.*.load_data()` with the files that `labora lab --data` names: folders and archives as their makers give
them, which Keras alone would download again.

Names of files are those of the crate `labora-datasets`.
"""

import gzip
import os
import pathlib
import pickle
import sys
import tarfile
import zipfile
import zlib

# What files raise that are damaged or of another format.
_UNREADABLE = (
    LookupError, EOFError, TypeError, ValueError, OSError, OverflowError, pickle.UnpicklingError, tarfile.TarError,
    zipfile.BadZipFile, zlib.error,
)  # fmt: skip
_IDX = [["train-images-idx3-ubyte", "train-labels-idx1-ubyte"], ["t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"]]
_BATCHES = ["data_batch_%d" % number for number in range(1, 6)]
# For each data set: what people call it, and its forms; a form has its folders, archives, files of training and test,
# and what reads them.
_FORMS = {
    "cifar10": (
        "CIFAR-10",
        (["cifar-10-batches-bin"], ["cifar-10-binary.tar.gz"], [name + ".bin" for name in _BATCHES],
         ["test_batch.bin"], "binary"),
        (["cifar-10-batches-py", "cifar-10-batches-py-target/cifar-10-batches-py"],
         ["cifar-10-python.tar.gz", "cifar-10-batches-py-target_archive", "cifar-10-batches-py.tar.gz"],
         _BATCHES, ["test_batch"], "pickle"),
    ),
    "cifar100": (
        "CIFAR-100",
        (["cifar-100-binary"], ["cifar-100-binary.tar.gz"], ["train.bin"], ["test.bin"], "binary"),
        (["cifar-100-python", "cifar-100-python-target/cifar-100-python"],
         ["cifar-100-python.tar.gz", "cifar-100-python-target_archive"], ["train"], ["test"], "pickle"),
    ),
    "mnist": ("MNIST", (["mnist", "MNIST/raw"], [], *_IDX, "idx"), ([], ["mnist.npz"], [], [], "npz")),
    "fashion_mnist": (
        "Fashion-MNIST",
        (["fashion-mnist", "fashion_mnist", "FashionMNIST/raw"], [], *_IDX, "idx"),
        ([], ["fashion_mnist.npz", "fashion-mnist.npz"], [], [], "npz"),
    ),
}  # fmt: skip
# The first labels of training: files of MNIST and of Fashion-MNIST have the same names.
_FIRST_LABELS = {"mnist": [5, 0, 4, 1, 9, 2, 1, 3], "fashion_mnist": [9, 0, 0, 3, 0, 2, 7, 2]}
# The largest of their files is below 160 MB.
_MAX_BYTES = 1 << 30
_told = set()


def complete(module):
    """Lets `load_data` of a module of `keras.src.datasets` look at the folder of `--data` first."""
    name = module.__name__.rpartition(".")[2]
    download = module.load_data

    def load_data(*arguments, **options):
        # CIFAR-100 alone has an argument, MNIST's is the name of a download.
        label_mode = options.get("label_mode", arguments[0] if arguments else "fine") if name == "cifar100" else None
        if label_mode not in (None, "fine", "coarse"):
            return download(*arguments, **options)
        found = _find(name)
        if found is None:
            return _download(name, download, arguments, options)
        return _load(name, label_mode, *found)

    load_data.__doc__, load_data.__module__, load_data.__qualname__ = download.__doc__, module.__name__, "load_data"
    # Keras has it under its public name, too.
    load_data.__dict__.update(download.__dict__)
    module.load_data = load_data


def _folder():
    return pathlib.Path(os.environ.get("KERAS_HOME") or pathlib.Path.home() / ".keras")


def _find(name):
    """The form of a data set that is there, and the folder or archive that has it; None if there is none."""
    for place in (_folder(), _folder() / "datasets"):
        others = [place] + sorted(entry for entry in place.iterdir() if entry.is_dir()) if place.is_dir() else []
        for form in _FORMS[name][1:]:
            folders, archives, train, test, _ = form
            named = [place / folder for folder in folders]
            for folder in named + others:
                is_whole = bool(train) and all(_file(folder, file) for file in train + test)
                if is_whole and (folder in named or _is_of(name, folder, train)):
                    return form, folder
            for archive in archives:
                if (place / archive).is_file():
                    return form, place / archive
    return None


def _is_of(name, folder, train):
    """True if the files in a folder whose name does not say it are of that data set."""
    if name == "cifar100":
        return any((folder / file).is_file() for file in ("fine_label_names.txt", "meta"))
    first = _FIRST_LABELS.get(name)
    try:
        return first is None or list(_idx(_content(_file(folder, train[1])))[:8]) == first
    except _UNREADABLE:
        return False


def _file(folder, name):
    return next((file for file in (folder / name, folder / (name + ".gz")) if file.is_file()), None)


def _load(name, label_mode, form, place):
    import numpy as np

    _, _, train, test, kind = form
    try:
        if kind == "npz":
            with np.load(place, allow_pickle=False) as arrays:
                parts = [arrays[key] for key in ("x_train", "y_train", "x_test", "y_test")]
        elif kind == "idx":
            parts = [_idx(_content(_file(place, file))) for file in train + test]
        else:
            if place.is_dir():
                contents = {file: _content(_file(place, file)) for file in train + test}
            else:
                contents = _of_archive(place, train + test)
            read = _binary if kind == "binary" else _pickled
            batches = [[read(contents[file], name, label_mode) for file in files] for files in (train, test)]
            parts = [joined for part in batches for joined in (_channels(_joined(part, 0)), _joined(part, 1)[:, None])]
        for pictures, labels in (parts[:2], parts[2:]):
            if pictures.dtype != np.uint8 or len(pictures) != len(labels):
                raise ValueError("it has %d pictures of %s and %d labels" % (len(pictures), pictures.dtype, len(labels)))
    except _UNREADABLE as error:
        raise ValueError(
            "%s: %s cannot be read (%s: %s). Give another copy; without it keras.datasets downloads the data set"
            % (_FORMS[name][0], place, type(error).__name__, error)
        ) from None
    if name not in _told:
        _told.add(name)
        counts = "{:,} and {:,} pictures".format(len(parts[0]), len(parts[2]))
        print("%s is read from %s, without a download: %s." % (_FORMS[name][0], place, counts), file=sys.stderr)
    return tuple(parts[:2]), tuple(parts[2:])


def _joined(parts, number):
    import numpy as np

    return np.concatenate([part[number] for part in parts])


def _channels(pictures):
    import keras

    pictures = pictures.reshape(-1, 3, 32, 32)
    return pictures.transpose(0, 2, 3, 1) if keras.config.image_data_format() == "channels_last" else pictures


def _content(path):
    """What is in a file that may be compressed."""
    with open(path, "rb") as file:
        is_compressed = file.read(2) == b"\x1f\x8b"
        file.seek(0)
        return _bounded(gzip.GzipFile(fileobj=file) if is_compressed else file, path.name)


def _bounded(file, name):
    data = file.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise ValueError("%s has more than %d bytes" % (name, _MAX_BYTES))
    return data


def _of_archive(path, names):
    contents = {}
    with tarfile.open(path) as archive:
        for member in archive:
            name = member.name.rpartition("/")[2]
            if name in names and member.isfile():
                contents[name] = _bounded(archive.extractfile(member), name)
    return contents


def _idx(data):
    """An array in the format of MNIST's files."""
    import numpy as np

    if data[:3] != b"\0\0\x08" or len(data) < 4:
        raise ValueError("a file is not of MNIST's format for bytes")
    rank = data[3]
    shape = np.frombuffer(data, ">u4", rank, 4)
    return np.frombuffer(data, "u1", offset=4 + 4 * rank).reshape(shape).copy()


def _binary(data, name, label_mode):
    """Pictures and labels of CIFAR's binary version."""
    import numpy as np

    labels = 2 if name == "cifar100" else 1
    rows = np.frombuffer(data, "u1").reshape(-1, labels + 3072)
    # CIFAR-100 has the coarse label first.
    column = rows[:, 0 if label_mode in (None, "coarse") else 1]
    return rows[:, labels:], column if labels == 1 else column.astype("i8")


class _Unpickler(pickle.Unpickler):
    """Reads arrays of NumPy and plain values, and no other objects."""

    def find_class(self, module, name):
        allowed = {("numpy", "ndarray"), ("numpy", "dtype"), ("numpy.core.multiarray", "_reconstruct"),
                   ("numpy._core.multiarray", "_reconstruct"), ("_codecs", "encode")}  # fmt: skip
        if (module, name) not in allowed:
            raise pickle.UnpicklingError("%s.%s is not an array" % (module, name))
        return super().find_class(module.replace("numpy.core", "numpy._core"), name)


def _pickled(data, name, label_mode):
    """Pictures and labels of CIFAR's version for Python."""
    import io

    import numpy as np

    batch = _Unpickler(io.BytesIO(data), encoding="bytes").load()
    if not isinstance(batch, dict) or not isinstance(batch.get(b"data"), np.ndarray):
        raise ValueError("a file has no array of pictures")
    # As in Keras, where labels of CIFAR-100 are a list.
    key = b"labels" if name == "cifar10" else label_mode.encode() + b"_labels"
    return batch[b"data"], np.array(batch[key], "u1" if name == "cifar10" else "i8")


def _download(name, download, arguments, options):
    title, *forms = _FORMS[name]
    try:
        return download(*arguments, **options)
    except Exception as error:
        reason = str(error).rpartition(" -- ")[2] or type(error).__name__
        names = " or ".join((form[0] + form[1])[0] for form in forms)
        place = os.environ.get("KERAS_HOME") or "~/.keras"
        raise OSError(
            "%s is not here, and its download failed (%s). Start the laboratory with --data DIR, where DIR has %s; or "
            "upload that, and move it to %s." % (title, reason, names, place)
        ) from None
