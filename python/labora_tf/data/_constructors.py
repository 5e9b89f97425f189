"""How data sets begin: the static methods of `tf.data.Dataset`."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from labora_tf import _host, _nest
from labora_tf.data import _pipeline, _random, _rows, _sources, _spec

INFINITE, UNKNOWN = _pipeline.INFINITE, _pipeline.UNKNOWN


def _class() -> Any:
    from labora_tf.data._dataset import DatasetV2

    return DatasetV2


def _new(*args: Any, **kwargs: Any) -> Any:
    return _class()(*args, **kwargs)


class Constructors:
    """`tf.data.Dataset.from_tensor_slices` and others."""

    @staticmethod
    def from_tensors(tensors: Any, name: str | None = None) -> Any:
        """A data set of one element."""
        element = _spec.to_element(_sources.plain(tensors))
        return _new(
            lambda: iter((element,)), 1, lambda: _spec.spec_of(element), lambda: element, "TensorDataset"
        )

    @staticmethod
    def from_tensor_slices(tensors: Any, name: str | None = None) -> Any:
        """A data set of the rows of tensors, which all have the same first size."""
        structure, arrays = _sources.slices(tensors)
        count = len(arrays[0])
        spec = lambda: _spec.drop_dimension(  # noqa: E731
            _spec.spec_of(_nest.pack_sequence_as(structure, [a.view(_host.HostTensor) for a in arrays]))
        )
        if any(not isinstance(array, np.ndarray) for array in arrays):
            make = lambda: (_nest.pack_sequence_as(structure, [a[i] for a in arrays]) for i in range(count))  # noqa
            return _new(make, count, None, None, "TensorSliceDataset")
        rows = _rows.Rows(arrays, structure, lambda: iter(range(count)))
        return _new(rows.elements, count, spec, None, "TensorSliceDataset", rows=rows)

    @staticmethod
    def from_generator(
        generator: Callable[..., Any],
        output_types: Any = None,
        output_shapes: Any = None,
        args: Any = None,
        output_signature: Any = None,
        name: str | None = None,
    ) -> Any:
        """A data set of what `generator(*args)` yields, of the types and shapes that are given."""
        signature = _sources.generator_signature(generator, output_types, output_shapes, output_signature)
        arguments = tuple(_spec.to_leaf(argument) for argument in (args or ()))
        make = lambda: _sources.generate(generator, arguments, signature)  # noqa: E731
        return _new(make, UNKNOWN, lambda: signature, None, "FlatMapDataset")

    @staticmethod
    def range(*args: Any, output_type: Any = np.int64, name: str | None = None, **kwargs: Any) -> Any:
        """A data set of integers, as Python's `range`."""
        numbers = range(*(_rows.count(value, "range") for value in args))
        dtype = _host.np_dtype(output_type)
        make = lambda: (_host._scalar(value, dtype) for value in numbers)  # noqa: E731
        array = (
            np.arange(numbers.start, numbers.stop, numbers.step).astype(dtype)
            if len(numbers) < 10**6
            else None
        )
        spec = lambda: _spec.tensor_spec((), dtype)  # noqa: E731
        rows = None if array is None else _rows.Rows([array], 0, lambda: iter(range(len(numbers))))
        return _new(make, len(numbers), spec, lambda: _host._scalar(0, dtype), "RangeDataset", rows=rows)

    @staticmethod
    def counter(start: int = 0, step: int = 1, dtype: Any = np.int64, name: str | None = None) -> Any:
        """A data set without end of `start`, `start + step`, ..."""
        kind = _host.np_dtype(dtype)
        make = lambda: (_host._scalar(value, kind) for value in itertools.count(start, step))  # noqa: E731
        return _new(make, INFINITE, lambda: _spec.tensor_spec((), kind), None, "CounterDataset")

    @staticmethod
    def random(
        seed: int | None = None, rerandomize_each_iteration: bool | None = None, name: str | None = None
    ) -> Any:
        """A data set without end of random int64 values below 2^32."""
        seeds = _random.SeedGenerator(seed, bool(rerandomize_each_iteration))
        make = lambda: (_host.tensor(np.int64(v)) for v in _random.stream(*seeds.next()))  # noqa: E731
        return _new(make, INFINITE, lambda: _spec.tensor_spec((), np.int64), None, "RandomDataset")

    @staticmethod
    def zip(*args: Any, datasets: Any = None, name: str | None = None) -> Any:
        """Elements of several data sets side by side: `zip(a, b)` or `zip((a, {"b": b}))`."""
        structure = datasets if datasets is not None else args[0] if len(args) == 1 else tuple(args)
        structure = tuple(structure) if isinstance(structure, list) else structure
        parts = _nest.flatten(structure)
        for part in parts:
            if not isinstance(part, _class()):
                raise TypeError(
                    f"Invalid input to `zip`. Inputs are expected to be (nested) structures of `tf.data."
                    f"Dataset` objects. Encountered object of type {type(part)}."
                )
        makes = _nest.map_structure(lambda part: part._make, structure)

        def cardinality() -> int:
            counts = [part._cardinality() for part in parts]
            finite = [count for count in counts if count != INFINITE]
            return INFINITE if not finite else UNKNOWN if UNKNOWN in finite else min(finite)

        return _new(
            lambda: _pipeline.zip_(makes),
            cardinality,
            lambda: _nest.map_structure(lambda part: part.element_spec, structure),
            lambda: _nest.map_structure(lambda part: part._first(), structure),
            "ZipDataset",
            tuple(parts),
        )

    @staticmethod
    def list_files(
        file_pattern: Any, shuffle: bool | None = None, seed: int | None = None, name: str | None = None
    ) -> Any:
        """The names of the files that match patterns, in random order unless `shuffle=False`."""
        names = _sources.matching_files(file_pattern)
        dataset = _class().from_tensor_slices(names)
        return dataset if shuffle is False else dataset.shuffle(len(names), seed)

    @staticmethod
    def choose_from_datasets(datasets: Any, choice_dataset: Any, stop_on_empty_dataset: bool = True) -> Any:
        """The next element of the data set that each element of `choice_dataset` (an int64) names."""
        datasets = list(datasets)
        if not datasets:
            raise ValueError("Invalid `datasets`. `datasets` should not be empty.")
        makes = [dataset._make for dataset in datasets]
        return datasets[0]._same(
            "DirectedInterleaveDataset",
            lambda: _pipeline.choose(makes, choice_dataset._make, stop_on_empty_dataset),
            UNKNOWN,
            inputs=tuple(datasets[1:]),
        )

    @staticmethod
    def sample_from_datasets(
        datasets: Any,
        weights: Any = None,
        seed: int | None = None,
        stop_on_empty_dataset: bool = False,
        rerandomize_each_iteration: bool | None = None,
    ) -> Any:
        """Elements of data sets chosen at random, with probabilities that sum to one. Orders are not
        TensorFlow's."""
        datasets = list(datasets)
        seeds = _random.SeedGenerator(seed, bool(rerandomize_each_iteration))
        odds = _sources.odds(datasets, weights)
        choices = _new(lambda: _sources.choices(seeds.next(), odds), INFINITE)
        return _class().choose_from_datasets(datasets, choices, stop_on_empty_dataset)
