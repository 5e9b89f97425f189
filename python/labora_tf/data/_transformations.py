"""`map`, `batch`, `shuffle` and other transformations of `tf.data.Dataset`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from labora_tf import _host, _nest, errors
from labora_tf.data import _batching, _cache, _pipeline, _random, _rows, _spec, _threads
from labora_tf.data._constructors import _new

AUTOTUNE = -1
INFINITE, UNKNOWN = _pipeline.INFINITE, _pipeline.UNKNOWN


class Transformations:
    """Methods that give a data set of other elements, or of elements in another order."""

    _make: Any
    _rows: Any
    _cardinality: Any
    _first: Any
    _same: Any
    _mapped: Any
    _ordered: Any
    element_spec: Any

    def map(
        self,
        map_func: Callable[..., Any],
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        synchronous: bool | None = None,
        use_unbounded_threadpool: bool = False,
        name: str | None = None,
    ) -> Any:
        """`map_func` of each element, on the host. A tuple is given as several arguments, a dict as one.
        Results keep their order. `num_parallel_calls`: threads, if calls take long enough that these pay."""
        function = _pipeline.mapped(map_func)
        if num_parallel_calls is None or int(num_parallel_calls) == 1:
            make = _pipeline.resumable(self._make, lambda make: _pipeline.map_(make, function))
            return self._mapped("MapDataset", make, function)
        workers = _threads.processors() if int(num_parallel_calls) == AUTOTUNE else int(num_parallel_calls)
        make = lambda: _threads.ParallelMap(function, self._make(), min(workers, 64))  # noqa: E731
        return self._mapped("ParallelMapDataset", make, function)

    def flat_map(self, map_func: Callable[..., Any], name: str | None = None) -> Any:
        """The elements of the data sets that `map_func` gives, one data set after another."""
        function = _raw(map_func)
        return self._nested("FlatMapDataset", lambda: _pipeline.flat_map(self._make, function), function)

    def _nested(self, name: str, make: _pipeline.Make, function: Callable[[Any], Any]) -> Any:
        inner = functools.cache(lambda: function(self._first()))
        return _new(make, UNKNOWN, lambda: inner().element_spec, lambda: inner()._first(), name, (self,))

    def interleave(
        self,
        map_func: Callable[..., Any],
        cycle_length: Any = None,
        block_length: Any = None,
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Any:
        """As `flat_map` with `cycle_length` data sets open at once, `block_length` elements of each in
        turn."""
        cycle = AUTOTUNE if cycle_length is None else _rows.count(cycle_length, "cycle_length")
        if cycle == AUTOTUNE:
            cycle = _threads.processors()
            if num_parallel_calls is not None and int(num_parallel_calls) > 0:
                cycle = min(cycle, int(num_parallel_calls))
        block = 1 if block_length is None else _rows.count(block_length, "block_length")
        _rows.positive(cycle, "cycle_length"), _rows.positive(block, "block_length")
        function = _raw(map_func)
        make = lambda: _pipeline.interleave(self._make, function, cycle, block)  # noqa: E731
        return self._nested("InterleaveDataset", make, function)

    def filter(self, predicate: Callable[..., Any], name: str | None = None) -> Any:
        """The elements for which `predicate` is true."""
        make = _pipeline.resumable(self._make, lambda make: _pipeline.filter_(make, predicate))
        return self._same("FilterDataset", make, UNKNOWN)

    def take_while(self, predicate: Callable[..., Any], name: str | None = None) -> Any:
        """The elements before the first for which `predicate` is false."""
        return self._same("TakeWhileDataset", lambda: _pipeline.take_while(self._make, predicate), UNKNOWN)

    def batch(
        self,
        batch_size: Any,
        drop_remainder: bool = False,
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Any:
        """Batches of consecutive elements along a new first dimension. `drop_remainder`: no smaller last
        batch."""
        size, drop = _rows.positive(batch_size, "batch_size"), bool(drop_remainder)
        make = _pipeline.resumable(self._make, lambda make: _batching.batch(make, size, drop))
        if self._rows is not None:
            rows = self._rows
            make = lambda: _batching.batch_rows(rows.arrays, rows.structure, rows.indices, size, drop)  # noqa: E731
        return _new(
            make,
            lambda: _batches(self._cardinality(), size, drop),
            lambda: _spec.add_dimension(self.element_spec, size if drop else None),
            lambda: _batching.stack([self._first()] * (size if drop else min(size, 2))),
            "BatchDataset",
            (self,),
        )

    def padded_batch(
        self,
        batch_size: Any,
        padded_shapes: Any = None,
        padding_values: Any = None,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Any:
        """Batches of elements padded to `padded_shapes` (None or -1: to the largest of the batch)."""
        size, drop = _rows.positive(batch_size, "batch_size"), bool(drop_remainder)
        return _new(
            _pipeline.resumable(
                self._make,
                lambda make: _batching.padded_batch(make, size, padded_shapes, padding_values, drop),
            ),
            lambda: _batches(self._cardinality(), size, drop),
            lambda: _padded_spec(self.element_spec, padded_shapes, size if drop else None),
            lambda: _batching.pad_elements(
                [self._first()] * (size if drop else 1), padded_shapes, padding_values
            ),
            "PaddedBatchDataset",
            (self,),
        )

    def ragged_batch(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError("tf.data.Dataset.ragged_batch is not in Labora: use padded_batch.")

    def unbatch(self, name: str | None = None) -> Any:
        """The rows of each element, as elements."""
        return _new(
            lambda: _batching.unbatch(self._make),
            UNKNOWN,
            lambda: _spec.drop_dimension(self.element_spec),
            lambda: _nest.map_structure(lambda leaf: leaf[0], self._first()),
            "UnbatchDataset",
            (self,),
        )

    def rebatch(self, batch_size: Any, drop_remainder: bool = False, name: str | None = None) -> Any:
        """Batches of another size from batches."""
        sizes = [_rows.positive(size, "batch_size") for size in np.atleast_1d(batch_size)]
        return (
            self.unbatch()
            ._same("RebatchDataset", lambda: _batching.rebatch(self._make, sizes, drop_remainder), UNKNOWN)
            ._with_spec(
                lambda: _spec.add_dimension(
                    _spec.drop_dimension(self.element_spec),
                    sizes[0] if drop_remainder and len(sizes) == 1 else None,
                )
            )
        )

    def _with_spec(self, spec: Callable[[], Any]) -> Any:
        self._spec_of, self._example = spec, None
        return self

    def shuffle(
        self,
        buffer_size: Any,
        seed: int | None = None,
        reshuffle_each_iteration: bool | None = None,
        name: str | None = None,
    ) -> Any:
        """Elements drawn at random from a buffer of the next `buffer_size`. With a seed, the order is
        TensorFlow's for the first iteration. Each iteration has another order unless
        `reshuffle_each_iteration=False`."""
        size = _rows.count(buffer_size, "buffer_size")
        if size == UNKNOWN or size == INFINITE:
            size = max(self._cardinality(), 1)
        size = _rows.positive(size, "buffer_size")
        seeds = _random.SeedGenerator(seed, reshuffle_each_iteration is not False)
        order = lambda make: _pipeline.shuffle(make, size, seeds.next())  # noqa: E731
        return self._ordered("ShuffleDataset", order, lambda count: count)

    def repeat(self, count: Any = None, name: str | None = None) -> Any:
        """The elements `count` times; without end for None or -1."""
        times = -1 if count is None else _rows.count(count, "count")

        def cardinality(number: int) -> int:
            if times == 0 or number == 0:
                return 0
            if times < 0:
                return UNKNOWN if number == UNKNOWN else INFINITE
            return number * times if number >= 0 else number

        return self._ordered("RepeatDataset", lambda make: _pipeline.repeat(make, times), cardinality)

    def take(self, count: Any, name: str | None = None) -> Any:
        """At most the first `count` elements; all for -1."""
        number = _rows.count(count, "count")
        known = lambda n: (
            n if number < 0 else number if n == INFINITE else UNKNOWN if n < 0 else min(n, number)
        )  # noqa
        return self._ordered("TakeDataset", lambda make: _pipeline.take(make, number), known)

    def skip(self, count: Any, name: str | None = None) -> Any:
        """The elements after the first `count`; none for -1."""
        number = _rows.count(count, "count")
        known = lambda n: 0 if number < 0 else n if n < 0 else max(n - number, 0)  # noqa: E731
        return self._ordered("SkipDataset", lambda make: _pipeline.skip(make, number), known)

    def shard(self, num_shards: Any, index: Any, name: str | None = None) -> Any:
        """Each `num_shards`-th element from `index` on."""
        number, first = _rows.count(num_shards, "num_shards"), _rows.count(index, "index")
        if number < 1:
            raise errors.InvalidArgumentError(
                None, None, f"Number of shards must be >= 1, but received {number}"
            )
        if not 0 <= first < number:
            raise errors.InvalidArgumentError(
                None, None, f"Index must be between 0 and {number - 1}, but received {first}"
            )
        known = lambda n: n if n < 0 else len(range(first, n, number))  # noqa: E731
        return self._ordered("ShardDataset", lambda make: _pipeline.shard(make, number, first), known)

    def prefetch(self, buffer_size: Any, name: str | None = None) -> Any:
        """The same elements, computed ahead by a thread."""
        size = _rows.count(buffer_size, "buffer_size")
        if size < AUTOTUNE:
            raise ValueError(f"buffer_size must be >= -1, got {size}.")
        if size == 0:
            return self._same("PrefetchDataset", self._make, self._cardinality, self._rows)
        ahead = 2 if size == AUTOTUNE else size
        make = _pipeline.resumable(self._make, lambda make: _threads.prefetch(make, ahead))
        return self._same("PrefetchDataset", make, self._cardinality)

    def cache(self, filename: Any = "", name: str | None = None) -> Any:
        """Keeps the elements of the first complete iteration: in memory, or in files that begin with
        `filename`, which other processes read as well."""
        from labora_tf.io import gfile

        path = gfile._path(filename)
        cached = (
            _cache.FileCache(self._make, path, lambda: self.element_spec)
            if path
            else _cache.Cache(self._make)
        )
        return self._same("CacheDataset", cached, self._cardinality)

    def concatenate(self, dataset: Any, name: str | None = None) -> Any:
        """The elements of this data set, then those of the other."""

        def cardinality() -> int:
            counts = self._cardinality(), dataset._cardinality()
            return INFINITE if INFINITE in counts else UNKNOWN if UNKNOWN in counts else sum(counts)

        make = lambda: _pipeline.concatenate(self._make, dataset._make)  # noqa: E731
        new = self._same("ConcatenateDataset", make, cardinality, inputs=(dataset,))
        new._spec_of = lambda: _spec.merge(self.element_spec, dataset.element_spec)
        return new

    def enumerate(self, start: Any = 0, name: str | None = None) -> Any:
        """Pairs of an int64 index and an element."""
        first = _rows.count(start, "start")
        return _new(
            lambda: _pipeline.enumerate_(self._make, first),
            self._cardinality,
            lambda: (_spec.tensor_spec((), np.int64), self.element_spec),
            lambda: (_host.tensor(np.int64(first)), self._first()),
            "EnumerateDataset",
            (self,),
        )


def _raw(function: Callable[..., Any]) -> Callable[[Any], Any]:
    return lambda element: _pipeline.apply(function, element)


def _batches(count: int, size: int, drop: bool) -> int:
    return count if count < 0 else count // size if drop else -(-count // size)


def _padded_spec(spec: Any, shapes: Any, size: int | None) -> Any:
    """The spec of padded batches."""
    leaves = _nest.flatten(spec)
    each = [None] * len(leaves) if shapes is None else _batching._leaves_up_to(spec, shapes)

    def leaf(one: Any, shape: Any) -> Any:
        dims = (
            tuple(one.shape)
            if shape is None
            else tuple(None if d is None or int(d) < 0 else int(d) for d in shape)
        )
        return _spec.tensor_spec((size, *dims), _host.np_dtype(one.dtype))

    return _nest.pack_sequence_as(spec, [leaf(one, shape) for one, shape in zip(leaves, each)])
