"""`tf.data.Iterator`: Python's iterators over data sets, and those of TensorFlow 1 as far as eager code reads
them."""

from __future__ import annotations

import weakref
from collections.abc import Iterator as PythonIterator
from typing import Any

from labora_tf import _host, _nest, errors
from labora_tf._glue import compile
from labora_tf.data import _pipeline, _spec

# Which iterator and which leaf of its elements a tensor came from, by the identity of the tensor.
_origins: dict[int, tuple[Any, Any, int]] = {}


class Iterator:
    """An iterator over a data set: `next(it)` ends with StopIteration, `it.get_next()` with
    OutOfRangeError."""

    def __init__(self, dataset: Any) -> None:
        self._dataset = dataset
        self._elements = dataset._make()

    def __iter__(self) -> Iterator:
        return self

    def _fetch(self) -> Any:
        return next(self._elements)

    def __next__(self) -> Any:
        return compile.draw(self, Iterator._fetch)

    next = __next__

    def get_next(self, name: str | None = None) -> Any:
        """The next element; `tf.errors.OutOfRangeError` at the end."""
        try:
            element = next(self)
        except StopIteration:
            raise errors.OutOfRangeError(None, None, "End of sequence") from None
        for index, leaf in enumerate(_nest.flatten(element)):
            _remember(leaf, self, index)
        return element

    def get_next_as_optional(self) -> Optional:
        try:
            return Optional.from_value(next(self))
        except StopIteration:
            return Optional.empty(self.element_spec)

    @property
    def element_spec(self) -> Any:
        return self._dataset.element_spec

    @property
    def output_types(self) -> Any:
        return self._dataset.output_types

    @property
    def output_shapes(self) -> Any:
        return self._dataset.output_shapes

    @property
    def output_classes(self) -> Any:
        return self._dataset.output_classes

    @property
    def initializer(self) -> Initializer:
        """What `session.run` starts the iterator with; here a function to call."""
        return Initializer(self)

    def make_initializer(self, dataset: Any, name: str | None = None) -> Initializer:
        return Initializer(self, dataset)

    def close(self) -> None:
        """Ends the threads and files below."""
        _pipeline.close(self._elements)

    @staticmethod
    def from_structure(output_types: Any, output_shapes: Any = None, *args: Any, **kwargs: Any) -> Iterator:
        """An iterator without a data set, which `make_initializer` gives it."""
        return ReinitializableIterator()


class ReinitializableIterator(Iterator):
    """An iterator whose data set is set later."""

    def __init__(self) -> None:
        self._dataset = None
        self._elements = _uninitialized()


def _uninitialized() -> PythonIterator[Any]:
    raise errors.FailedPreconditionError(
        None, None, "The iterator has not been initialized. Run its initializer first."
    )
    yield


class Initializer:
    """Starts an iterator (again) when it is called or run by a session."""

    def __init__(self, iterator: Iterator, dataset: Any = None) -> None:
        self._iterator, self._to = iterator, dataset

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        _pipeline.close(self._iterator._elements)
        if self._to is not None:
            self._iterator._dataset = self._to
        self._iterator._elements = self._iterator._dataset._make()

    run = __call__
    numpy = __call__


class NumpyIterator:
    """What `as_numpy_iterator` gives: elements as NumPy arrays and scalars."""

    def __init__(self, dataset: Any) -> None:
        self._elements = dataset._make()

    def __iter__(self) -> NumpyIterator:
        return self

    def __next__(self) -> Any:
        return _nest.map_structure(to_numpy, next(self._elements))


def to_numpy(leaf: Any) -> Any:
    """A leaf as NumPy's; data sets as their iterators."""
    if isinstance(leaf, _host.HostTensor):
        return leaf.numpy()
    if hasattr(leaf, "as_numpy_iterator"):
        return leaf.as_numpy_iterator()
    return leaf._to_numpy() if hasattr(leaf, "_to_numpy") else leaf


class Optional:
    """`tf.experimental.Optional`: an element or none."""

    def __init__(self, value: Any, spec: Any, present: bool) -> None:
        self._value, self.element_spec, self._present = value, spec, present

    @staticmethod
    def from_value(value: Any) -> Optional:
        value = _spec.to_element(value)
        return Optional(value, _spec.spec_of(value), True)

    @staticmethod
    def empty(element_spec: Any) -> Optional:
        return Optional(None, element_spec, False)

    def has_value(self, name: str | None = None) -> Any:
        return _host.tensor(self._present)

    def get_value(self, name: str | None = None) -> Any:
        if not self._present:
            raise errors.InvalidArgumentError(None, None, "The given optional does not have a value.")
        return self._value


def _remember(leaf: Any, iterator: Iterator, index: int) -> None:
    if not isinstance(leaf, _host.HostTensor):
        return
    key = id(leaf)
    reference = weakref.ref(leaf, lambda _: _origins.pop(key, None))
    _origins[key] = (reference, iterator, index)


def origin(leaf: Any) -> tuple[Iterator, int] | None:
    """The iterator whose `get_next()` gave this very tensor, and its place among the leaves of the
    element."""
    found = _origins.get(id(leaf))
    if found is None or found[0]() is not leaf:
        return None
    return found[1], found[2]
