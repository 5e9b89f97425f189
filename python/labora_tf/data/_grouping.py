"""Windows, groups, reductions and rarer transformations of `tf.data.Dataset`."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from labora_tf import _host, _nest, errors
from labora_tf.data import _batching, _pipeline, _random, _rows, _sources, _spec
from labora_tf.data._constructors import _class, _new

UNKNOWN = _pipeline.UNKNOWN


class Grouping:
    """Methods that look at several elements at once."""

    _make: Any
    _cardinality: Any
    _first: Any
    _same: Any
    _mapped: Any
    element_spec: Any
    cache: Any

    def _of_elements(self, elements: list[Any]) -> Any:
        """A data set of elements in memory, of the types of this one."""
        return self._same("WindowDataset", lambda: iter(elements), len(elements))

    def window(
        self,
        size: Any,
        shift: Any = None,
        stride: Any = 1,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Any:
        """Data sets of windows of elements. In a structure, each leaf is a data set."""
        wide = _rows.positive(size, "size")
        move = wide if shift is None else _rows.positive(shift, "shift")
        step = _rows.positive(stride, "stride")

        def wrap(elements: list[Any]) -> Any:
            if not _nest.is_nested(elements[0]):
                return self._of_elements(elements)
            leaves = zip(*(_nest.flatten(element) for element in elements))
            return _nest.pack_sequence_as(elements[0], [_leaf_dataset(column) for column in leaves])

        return _new(
            lambda: _pipeline.window(self._make, wide, move, step, bool(drop_remainder), wrap),
            lambda: _windows(self._cardinality(), wide, move, step, bool(drop_remainder)),
            lambda: _nest.map_structure(_spec.DatasetSpec, self.element_spec),
            lambda: wrap([self._first()] * wide),
            "WindowDataset",
            (self,),
        )

    def reduce(self, initial_state: Any, reduce_func: Callable[..., Any], name: str | None = None) -> Any:
        """The last `reduce_func(state, element)`; states keep their types."""
        return _pipeline.reduce(self._make, initial_state, reduce_func)

    def scan(self, initial_state: Any, scan_func: Callable[..., Any], name: str | None = None) -> Any:
        """The outputs of `state, output = scan_func(state, element)`."""
        state = _spec.to_element(initial_state)
        function = lambda element: _spec.to_element(_host.call(scan_func, state, element)[1])  # noqa: E731
        return self._mapped("ScanDataset", lambda: _pipeline.scan(self._make, state, scan_func), function)

    def apply(self, transformation_func: Callable[[Any], Any], name: str | None = None) -> Any:
        """`transformation_func(self)`."""
        dataset = transformation_func(self)
        if not isinstance(dataset, _class()):
            raise TypeError(
                f"`transformation_func` must return a `tf.data.Dataset` object. Got {type(dataset)}."
            )
        return dataset

    def group_by_window(
        self,
        key_func: Callable[..., Any],
        reduce_func: Callable[..., Any],
        window_size: Any = None,
        window_size_func: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> Any:
        """`reduce_func(key, window)` of windows of elements with the same key, as data sets, flattened."""
        if (window_size is None) == (window_size_func is None):
            raise ValueError("Must pass either `window_size` or `window_size_func`, but not both.")
        size = window_size_func or (lambda key: window_size)
        make = lambda: _pipeline.group_by_window(self._make, key_func, reduce_func, size, self._of_elements)  # noqa
        sample = lambda: self._of_elements([self._first()])  # noqa: E731
        inner = functools.cache(lambda: _host.call(reduce_func, _host.tensor(np.int64(0)), sample()))
        return _new(
            make,
            UNKNOWN,
            lambda: inner().element_spec,
            lambda: inner()._first(),
            "GroupByWindowDataset",
            (self,),
        )

    def bucket_by_sequence_length(
        self,
        element_length_func: Callable[..., Any],
        bucket_boundaries: Any,
        bucket_batch_sizes: Any,
        padded_shapes: Any = None,
        padding_values: Any = None,
        pad_to_bucket_boundary: bool = False,
        no_padding: bool = False,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Any:
        """Padded batches of elements of similar length."""
        boundaries = [int(value) for value in bucket_boundaries]
        sizes = [int(value) for value in bucket_batch_sizes]

        def pad(rows: Any, bucket: int) -> Any:
            size = sizes[bucket]
            if no_padding:
                return rows.batch(size, drop_remainder)
            shapes = padded_shapes
            if pad_to_bucket_boundary:
                if bucket == len(boundaries):
                    raise errors.InvalidArgumentError(
                        None,
                        None,
                        "When pad_to_bucket_boundary=True, elements must have length < max boundary",
                    )
                longest = boundaries[bucket] - 1
                shapes = _nest.map_structure(
                    lambda spec: tuple(longest if dim is None else dim for dim in spec.shape),
                    rows.element_spec,
                )
            return rows.padded_batch(size, shapes, padding_values, drop_remainder)

        key, reduce_, window = _batching.buckets(element_length_func, boundaries, sizes, pad)
        return self.group_by_window(key, reduce_, window_size_func=window)

    def unique(self, name: str | None = None) -> Any:
        """The first of each value."""
        return self._same("UniqueDataset", lambda: _pipeline.unique(self._make), UNKNOWN)

    def rejection_resample(
        self,
        class_func: Callable[..., Any],
        target_dist: Any,
        initial_dist: Any = None,
        seed: int | None = None,
        name: str | None = None,
    ) -> Any:
        """Pairs of a class and an element, rejected at random until classes have the distribution
        `target_dist`."""
        seeds = _random.SeedGenerator(seed, True)
        key = lambda element: int(_pipeline.apply(class_func, element))  # noqa: E731
        make = lambda: _sources.resample(self._make, key, target_dist, initial_dist, seeds.next())  # noqa: E731
        example = lambda: (_host.tensor(np.int32(0)), self._first())  # noqa: E731
        return _new(make, UNKNOWN, None, example, "RejectionResampleDataset", (self,))

    def snapshot(self, path: str, *args: Any, **kwargs: Any) -> Any:
        """Refused: what a snapshot was made of is not told from the data set here."""
        raise NotImplementedError(
            "tf.data.Dataset.snapshot is not in Labora: use cache(filename), whose files are read as long as "
            "they are there."
        )

    def ignore_errors(self, log_warning: bool = False, name: str | None = None) -> Any:
        """The elements without those that raise one of `tf.errors`."""
        return self._same("IgnoreErrorsDataset", lambda: _sources.ignoring_errors(self._make), UNKNOWN)

    def get_single_element(self, name: str | None = None) -> Any:
        """The only element; `InvalidArgumentError` if there is none or more than one."""
        elements = list(itertools.islice(self._make(), 2))
        if len(elements) != 1:
            what = "empty." if not elements else "more than one element."
            raise errors.InvalidArgumentError(
                None, None, f"Dataset was {what}" if not elements else f"Dataset had {what}"
            )
        return elements[0]

    def save(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(
            "tf.data.Dataset.save is not in Labora: write TFRecords or .npy files instead."
        )

    @staticmethod
    def load(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(
            "tf.data.Dataset.load is not in Labora: read TFRecords or .npy files instead."
        )


def _leaf_dataset(values: Any) -> Any:
    values = list(values)
    return _new(lambda: iter(values), len(values), None, lambda: values[0], "WindowDataset")


def _windows(count: int, size: int, shift: int, stride: int, drop: bool) -> int:
    if count < 0:
        return count
    return max((count - (size - 1) * stride - 1) // shift + 1, 0) if drop else -(-count // shift)
