"""`tensorflow_datasets`, as far as Keras has the same data: MNIST, Fashion-MNIST, CIFAR-10 and CIFAR-100.

`import tensorflow_datasets as tfds` gives it in the laboratory where the package is not installed. Examples come
in the order of their makers' files; TensorFlow Datasets has them in an order of its own.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Any

import keras
import numpy as np

from labora_tf.data import Dataset
from labora_tf.errors import NotInLabora

__all__ = ["Split", "as_numpy", "builder", "disable_progress_bar", "enable_progress_bar", "list_builders", "load"]

_DIGITS = [str(digit) for digit in range(10)]
_CLOTHES = "T-shirt/top,Trouser,Pullover,Dress,Coat,Sandal,Shirt,Sneaker,Bag,Ankle boot".split(",")
_OBJECTS = "airplane automobile bird cat deer dog frog horse ship truck".split()
# The names of classes; none for those that are only numbers here.
_CLASSES: dict[str, list[str] | None] = {
    "mnist": _DIGITS,
    "fashion_mnist": _CLOTHES,
    "cifar10": _OBJECTS,
    "cifar100": None,
}
_PART = re.compile(r"\s*(\w+)\s*(?:\[\s*(-?[\d_]+)?(%)?\s*:\s*(-?[\d_]+)?(%)?\s*\])?\s*")


class Split(str):
    """Names of splits."""

    TRAIN, TEST, VALIDATION, ALL = "train", "test", "validation", "all"


class ClassLabel:
    """The feature of a label: numbers of classes and their names."""

    shape, dtype, np_dtype = (), np.dtype("int64"), np.int64

    def __init__(self, count: int, names: list[str] | None) -> None:
        self.num_classes, self.names = count, names or [str(number) for number in range(count)]

    def int2str(self, number: Any) -> str:
        return self.names[int(number)]

    def str2int(self, name: str) -> int:
        return self.names.index(name)

    def __repr__(self) -> str:
        return f"ClassLabel(shape=(), dtype=int64, num_classes={self.num_classes})"


class Image:
    """The feature of a picture."""

    dtype, np_dtype = np.dtype("uint8"), np.uint8

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape = shape

    def __repr__(self) -> str:
        return f"Image(shape={self.shape}, dtype=uint8)"


class SplitInfo:
    """A split, or a part of it."""

    def __init__(self, name: str, num_examples: int) -> None:
        self.name, self.num_examples = name, num_examples

    def __repr__(self) -> str:
        return f"<SplitInfo num_examples={self.num_examples}>"


class _Splits(dict):
    """The splits by name; names of parts, such as `train[:80%]`, too."""

    def __missing__(self, name: str) -> SplitInfo:
        sizes = {split: info.num_examples for split, info in self.items()}
        return SplitInfo(name, sum(stop - start for _, start, stop in _ranges(name, sizes)))

    @property
    def total_num_examples(self) -> int:
        return sum(info.num_examples for info in self.values())


class DatasetInfo:
    """What is known of a data set."""

    def __init__(self, name: str, examples: Mapping[str, Mapping[str, np.ndarray]]) -> None:
        self.name = name
        first = next(iter(examples.values()))
        self.features: dict[str, Any] = {"image": Image(first["image"].shape[1:])}
        for feature in ("coarse_label", "label"):
            if feature in first:
                count = 20 if feature == "coarse_label" else len(_CLASSES[name] or range(100))
                self.features[feature] = ClassLabel(count, _CLASSES[name] if feature == "label" else None)
        self.splits = _Splits({split: SplitInfo(split, len(part["label"])) for split, part in examples.items()})
        self.supervised_keys = ("image", "label")

    def __repr__(self) -> str:
        return f"DatasetInfo(name='{self.name}', features={self.features}, splits={dict(self.splits)})"


@functools.cache
def _examples(name: str) -> dict[str, dict[str, np.ndarray]]:
    """The features of training and test."""
    module = getattr(keras.datasets, name)
    parts = module.load_data()
    coarse = module.load_data("coarse") if name == "cifar100" else (None, None)
    examples = {}
    for split, (images, labels), rough in zip(("train", "test"), parts, coarse if name == "cifar100" else parts):
        found: dict[str, np.ndarray] = {}
        if name == "cifar100":
            found["coarse_label"] = rough[1].reshape(-1).astype("int64")
        if name.startswith("cifar"):
            found["id"] = np.array([b"%s_%05d" % (split.encode(), number) for number in range(len(labels))], object)
        found["image"] = images if images.ndim == 4 else images[..., None]
        found["label"] = labels.reshape(-1).astype("int64")
        examples[split] = found
    return examples


def _ranges(text: str, sizes: Mapping[str, int]) -> list[tuple[str, int, int]]:
    """The ranges of a split such as `train[10%:]+test`: percents are rounded to the nearest example."""
    ranges = []
    for part in str(text).split("+"):
        match = _PART.fullmatch(part)
        names = list(sizes) if match and match[1] == "all" else [match[1]] if match else []
        if match is None or not set(names) <= set(sizes):
            raise ValueError(f"Unknown split {text!r}. Should be one of {[*sizes]}, such as 'train[:80%]+test'.")
        for name in names:
            size, is_percent = sizes[name], bool(match[3] or match[5])
            bounds = []
            for bound, default in ((match[2], 0), (match[4], size)):
                number = default if bound is None else int(bound)
                if is_percent and bound is not None:
                    if abs(number) > 100:
                        raise ValueError(f"Percent slice boundaries must be >= -100 and <= 100: {text!r}")
                    number = round(number * size / 100.0)
                bounds.append(min(max(number + size if number < 0 else number, 0), size))
            ranges.append((name, bounds[0], max(bounds)))
    return ranges


class DatasetBuilder:
    """A data set, which `load` reads at once."""

    def __init__(self, name: str) -> None:
        self.name = str(name).partition(":")[0].partition("/")[0]
        if self.name not in _CLASSES:
            raise NotInLabora(
                f"tfds.load({name!r}): of TensorFlow Datasets there are {', '.join(_CLASSES)} here, which Keras "
                "has. Read your own files with tf.keras.utils.image_dataset_from_directory, "
                "text_dataset_from_directory or tf.data.TFRecordDataset"
            )

    @functools.cached_property
    def info(self) -> DatasetInfo:
        return DatasetInfo(self.name, _examples(self.name))

    def download_and_prepare(self, **options: Any) -> None:
        """Reads the files, which Keras downloads if they are not there."""
        _examples(self.name)

    def as_dataset(
        self,
        split: Any = None,
        *,
        batch_size: int | None = None,
        shuffle_files: bool = False,
        decoders: Any = None,
        read_config: Any = None,
        as_supervised: bool = False,
    ) -> Any:
        """The data set of a split; those of a list or dict of splits; without one, of all splits by name.

        All examples at once, as tensors, if `batch_size` is -1.

        Raises:
            NotInLabora: decoders are given.
        """
        if decoders is not None:
            raise NotInLabora("tfds.load(decoders=...): images are arrays here, which nothing has to decode")
        examples = _examples(self.name)
        if split is None:
            split = {name: name for name in examples}
        if isinstance(split, Mapping):
            return {key: self._one(part, batch_size, as_supervised) for key, part in split.items()}
        if isinstance(split, (list, tuple)):
            return type(split)(self._one(part, batch_size, as_supervised) for part in split)
        return self._one(split, batch_size, as_supervised)

    def _one(self, split: str, batch_size: int | None, as_supervised: bool) -> Any:
        examples = _examples(self.name)
        ranges = _ranges(split, {name: len(part["label"]) for name, part in examples.items()})
        features = examples["train"] if not as_supervised else self.info.supervised_keys
        joined = {key: np.concatenate([examples[name][key][a:b] for name, a, b in ranges]) for key in features}
        structure = tuple(joined.values()) if as_supervised else joined
        dataset = Dataset.from_tensor_slices(structure)
        if batch_size is None:
            return dataset
        if batch_size == -1:
            return next(iter(dataset.batch(len(joined["label"]))))
        return dataset.batch(batch_size)


def builder(name: str, **options: Any) -> DatasetBuilder:
    """`tfds.builder`: a data set by its name; a version and options of downloads count for nothing."""
    return DatasetBuilder(name)


def load(
    name: str,
    *,
    split: Any = None,
    data_dir: Any = None,
    batch_size: int | None = None,
    shuffle_files: bool = False,
    download: bool = True,
    as_supervised: bool = False,
    decoders: Any = None,
    read_config: Any = None,
    with_info: bool = False,
    builder_kwargs: Any = None,
    download_and_prepare_kwargs: Any = None,
    as_dataset_kwargs: Mapping[str, Any] | None = None,
    try_gcs: bool = False,
) -> Any:
    """`tfds.load`: data sets of dicts, or of pairs (image, label) if `as_supervised`; with `with_info` also what
    is known of it. They are read as `keras.datasets` reads them, wherever `data_dir` is."""
    found = builder(name)
    options = {"split": split, "batch_size": batch_size, "decoders": decoders, "as_supervised": as_supervised}
    datasets = found.as_dataset(**(options | dict(as_dataset_kwargs or {})))
    return (datasets, found.info) if with_info else datasets


def as_numpy(dataset: Any) -> Any:
    """`tfds.as_numpy`: an iterable of NumPy's arrays for a data set, in any structure; arrays for tensors."""
    if isinstance(dataset, Dataset):
        return _Numpy(dataset)
    if isinstance(dataset, Mapping):
        return {key: as_numpy(part) for key, part in dataset.items()}
    if isinstance(dataset, (list, tuple)):
        return type(dataset)(as_numpy(part) for part in dataset)
    array = np.asarray(dataset)
    return array if array.ndim else array[()]


class _Numpy:
    """A data set that can be iterated more than once."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset

    def __iter__(self) -> Iterator[Any]:
        return map(as_numpy, iter(self._dataset))

    def __len__(self) -> int:
        return len(self._dataset)


def list_builders(**options: Any) -> list[str]:
    """The names of the data sets."""
    return sorted(_CLASSES)


def disable_progress_bar() -> None:
    """Nothing: there is none."""


def enable_progress_bar() -> None:
    """Nothing: there is none."""


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    raise NotInLabora(
        f"tfds.{name} is not in Labora: of tensorflow_datasets there are {', '.join(__all__)}; "
        "`pip install tensorflow tensorflow-datasets` brings the package itself"
    )
