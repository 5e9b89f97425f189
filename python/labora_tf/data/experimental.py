"""`tf.data.experimental`: transformations for `dataset.apply`, CSV, options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from labora_tf import errors
from labora_tf.data import _pipeline
from labora_tf.data._dataset import AUTOTUNE as AUTOTUNE
from labora_tf.data._dataset import DatasetV2
from labora_tf.data._iterator import Optional as Optional
from labora_tf.data._options import (  # noqa: F401
    AutoShardPolicy,
    AutotuneAlgorithm,
    AutotuneOptions,
    DistributeOptions,
    ExternalStatePolicy,
    OptimizationOptions,
    ThreadingOptions,
)
from labora_tf.data._readers import CsvDataset as CsvDataset
from labora_tf.data._spec import DatasetSpec as DatasetStructure  # noqa: F401

INFINITE_CARDINALITY, UNKNOWN_CARDINALITY = _pipeline.INFINITE, _pipeline.UNKNOWN

Transformation = Callable[[DatasetV2], DatasetV2]


def cardinality(dataset: DatasetV2) -> Any:
    """`dataset.cardinality()`."""
    return dataset.cardinality()


def assert_cardinality(expected_cardinality: Any) -> Transformation:
    """Declares the number of elements; another number raises `FailedPreconditionError` at the end."""
    expected = int(expected_cardinality)

    def apply(dataset: DatasetV2) -> DatasetV2:
        def make() -> Any:
            count = 0
            for element in dataset._make():
                count += 1
                if 0 <= expected < count:
                    raise errors.FailedPreconditionError(
                        None,
                        None,
                        f"Input dataset was expected to contain {expected} elements but contained at least "
                        f"{count} elements.",
                    )
                yield element
            if expected == _pipeline.INFINITE or count < expected:
                wanted = "an infinite number of" if expected == _pipeline.INFINITE else expected
                raise errors.FailedPreconditionError(
                    None,
                    None,
                    f"Input dataset was expected to contain {wanted} elements but contained only {count} "
                    "elements.",
                )

        return dataset._same("AssertCardinalityDataset", make, expected)

    return apply


def parallel_interleave(
    map_func: Callable[..., Any],
    cycle_length: int,
    block_length: int = 1,
    sloppy: bool = False,
    buffer_output_elements: Any = None,
    prefetch_input_elements: Any = None,
) -> Transformation:
    """`interleave`; orders that `sloppy` allows are not used."""
    return lambda dataset: dataset.interleave(map_func, cycle_length, block_length, AUTOTUNE)


def map_and_batch(
    map_func: Callable[..., Any],
    batch_size: int,
    num_parallel_batches: Any = None,
    drop_remainder: bool = False,
    num_parallel_calls: Any = None,
) -> Transformation:
    """`map`, then `batch`."""
    calls = num_parallel_calls if num_parallel_calls is not None else AUTOTUNE
    return lambda dataset: dataset.map(map_func, calls).batch(batch_size, drop_remainder)


def shuffle_and_repeat(buffer_size: int, count: int | None = None, seed: int | None = None) -> Transformation:
    """`shuffle`, then `repeat`."""
    return lambda dataset: dataset.shuffle(buffer_size, seed).repeat(count)


def unbatch() -> Transformation:
    return lambda dataset: dataset.unbatch()


def batch_and_drop_remainder(batch_size: int) -> Transformation:
    """`tf.contrib.data.batch_and_drop_remainder` of 2018."""
    return lambda dataset: dataset.batch(batch_size, drop_remainder=True)


def unique() -> Transformation:
    return lambda dataset: dataset.unique()


def ignore_errors(log_warning: bool = False) -> Transformation:
    return lambda dataset: dataset.ignore_errors(log_warning)


def take_while(predicate: Callable[..., Any]) -> Transformation:
    return lambda dataset: dataset.take_while(predicate)


def scan(initial_state: Any, scan_func: Callable[..., Any]) -> Transformation:
    return lambda dataset: dataset.scan(initial_state, scan_func)


def enumerate_dataset(start: int = 0) -> Transformation:
    return lambda dataset: dataset.enumerate(start)


def prefetch_to_device(device: str, buffer_size: int | None = None) -> Transformation:
    """`prefetch`: batches go to devices when a step takes them, so that the device alone is not honoured."""
    return lambda dataset: dataset.prefetch(2 if buffer_size is None else buffer_size)


def copy_to_device(target_device: str, source_device: str = "/cpu:0") -> Transformation:
    return lambda dataset: dataset


def group_by_window(
    key_func: Any, reduce_func: Any, window_size: Any = None, window_size_func: Any = None
) -> Transformation:
    return lambda dataset: dataset.group_by_window(key_func, reduce_func, window_size, window_size_func)


def bucket_by_sequence_length(
    element_length_func: Any, bucket_boundaries: Any, bucket_batch_sizes: Any, *args: Any, **kwargs: Any
) -> Transformation:
    return lambda dataset: dataset.bucket_by_sequence_length(
        element_length_func, bucket_boundaries, bucket_batch_sizes, *args, **kwargs
    )


def rejection_resample(
    class_func: Any, target_dist: Any, initial_dist: Any = None, seed: int | None = None
) -> Transformation:
    return lambda dataset: dataset.rejection_resample(class_func, target_dist, initial_dist, seed)


def snapshot(path: str, *args: Any, **kwargs: Any) -> Transformation:
    return lambda dataset: dataset.snapshot(path, *args, **kwargs)


def choose_from_datasets(
    datasets: Any, choice_dataset: Any, stop_on_empty_dataset: bool = False
) -> DatasetV2:
    return DatasetV2.choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset)


def sample_from_datasets(
    datasets: Any, weights: Any = None, seed: int | None = None, stop_on_empty_dataset: bool = False
) -> DatasetV2:
    return DatasetV2.sample_from_datasets(datasets, weights, seed, stop_on_empty_dataset)


def Counter(start: int = 0, step: int = 1, dtype: Any = np.int64) -> DatasetV2:
    """`tf.data.Dataset.counter`."""
    return DatasetV2.counter(start, step, dtype)


def RandomDataset(seed: int | None = None) -> DatasetV2:
    return DatasetV2.random(seed)


def get_single_element(dataset: DatasetV2) -> Any:
    return dataset.get_single_element()


def get_next_as_optional(iterator: Any) -> Optional:
    return iterator.get_next_as_optional()


def get_structure(dataset_or_iterator: Any) -> Any:
    return dataset_or_iterator.element_spec


def make_saveable_from_iterator(*args: Any, **kwargs: Any) -> Any:
    raise NotImplementedError("tf.data.experimental.make_saveable_from_iterator is not in Labora.")


def dense_to_ragged_batch(*args: Any, **kwargs: Any) -> Any:
    raise NotImplementedError("Ragged tensors are not in Labora: use padded_batch.")


def make_csv_dataset(
    file_pattern: Any,
    batch_size: int,
    column_names: Any = None,
    column_defaults: Any = None,
    label_name: str | None = None,
    select_columns: Any = None,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    header: bool = True,
    num_epochs: int | None = None,
    shuffle: bool = True,
    shuffle_buffer_size: int = 10000,
    shuffle_seed: int | None = None,
    prefetch_buffer_size: Any = None,
    num_parallel_reads: Any = None,
    sloppy: bool = False,
    num_rows_for_inference: int = 100,
    compression_type: Any = None,
    ignore_errors: bool = False,
    encoding: str = "utf-8",
) -> DatasetV2:
    """Batches of rows of CSV files: a dict of columns, or a pair of it and the column `label_name`. Types are
    inferred from the first rows where `column_defaults` does not give them."""
    from labora_tf.data import _sources
    from labora_tf.io import _csv

    names = _sources.matching_files(file_pattern)
    columns, defaults, chosen = _csv.infer(
        names,
        column_names,
        column_defaults,
        select_columns,
        field_delim,
        use_quote_delim,
        na_value,
        header,
        num_rows_for_inference,
        compression_type,
    )
    if label_name is not None and label_name not in columns:
        raise ValueError(
            f"`label_name` provided must be one of the columns: {columns}. Received: {label_name}"
        )
    if encoding.lower().replace("-", "") != "utf8":
        raise NotImplementedError(f"make_csv_dataset of Labora reads UTF-8, not {encoding!r}.")
    rows: DatasetV2 = CsvDataset(
        names, defaults, compression_type, None, header, field_delim, use_quote_delim, na_value, chosen
    )
    if ignore_errors:
        rows = rows.ignore_errors()
    if shuffle:
        rows = rows.shuffle(shuffle_buffer_size, shuffle_seed)
    rows = rows.repeat(num_epochs).batch(batch_size, drop_remainder=num_epochs is None)

    def features(*values: Any) -> Any:
        table = dict(zip(columns, values))
        return table if label_name is None else (table, table.pop(label_name))

    return rows.map(features).prefetch(1)


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    from labora_tf import _names

    raise _names.missing("tf.data.experimental", name)
