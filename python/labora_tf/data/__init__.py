"""`tf.data`: input pipelines. They run on the host, in this process."""

from __future__ import annotations

from typing import Any

from labora_tf.data import _keras, experimental
from labora_tf.data._dataset import AUTOTUNE, Dataset
from labora_tf.data._iterator import Iterator
from labora_tf.data._legacy import (
    dataset_from_next,
    get_output_classes,
    get_output_shapes,
    get_output_types,
    make_initializable_iterator,
    make_one_shot_iterator,
)
from labora_tf.data._options import Options, ThreadingOptions
from labora_tf.data._pipeline import INFINITE as _INFINITE
from labora_tf.data._pipeline import UNKNOWN as _UNKNOWN
from labora_tf.data._readers import FixedLengthRecordDataset, TextLineDataset, TFRecordDataset
from labora_tf.data._spec import DatasetSpec, NoneTensorSpec

INFINITE_CARDINALITY, UNKNOWN_CARDINALITY = _INFINITE, _UNKNOWN

install_keras = _keras.install

__all__ = [
    "AUTOTUNE",
    "Dataset",
    "DatasetSpec",
    "FixedLengthRecordDataset",
    "INFINITE_CARDINALITY",
    "Iterator",
    "NoneTensorSpec",
    "Options",
    "TFRecordDataset",
    "TextLineDataset",
    "ThreadingOptions",
    "UNKNOWN_CARDINALITY",
    "dataset_from_next",
    "experimental",
    "get_output_classes",
    "get_output_shapes",
    "get_output_types",
    "make_initializable_iterator",
    "make_one_shot_iterator",
]


_keras.install()


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    from labora_tf import _names

    raise _names.missing("tf.data", name)
