"""`tf.data.Dataset`: lazy sequences of elements, with TensorFlow's transformations."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from labora_tf import _host
from labora_tf.data import _pipeline, _rows, _spec
from labora_tf.data._constructors import Constructors
from labora_tf.data._grouping import Grouping
from labora_tf.data._iterator import Iterator, NumpyIterator
from labora_tf.data._legacy import LegacyMethods
from labora_tf.data._options import Options
from labora_tf.data._transformations import Transformations

AUTOTUNE = -1
INFINITE, UNKNOWN = _pipeline.INFINITE, _pipeline.UNKNOWN


class DatasetV2(Constructors, Transformations, Grouping, LegacyMethods):
    """A sequence of elements: tensors, or tuples and dicts of tensors. Iterated again, it begins anew."""

    _labora_element = True

    def __init__(
        self,
        make: _pipeline.Make,
        cardinality: int | Callable[[], int] = UNKNOWN,
        spec: Callable[[], Any] | None = None,
        example: Callable[[], Any] | None = None,
        name: str = "Dataset",
        inputs: tuple[Any, ...] = (),
        rows: _rows.Rows | None = None,
    ) -> None:
        self._make, self._card, self._spec_of, self._example = make, cardinality, spec, example
        self._name, self._rows = name, rows
        self._options = functools.reduce(Options.merge, (i._options for i in inputs), Options())

    # --- what it holds
    # -----------------------------------------------------------------------------------------

    @property
    def element_spec(self) -> Any:
        """The structure of `tf.TensorSpec`s of the elements. After `map` it takes a call of the function."""
        if not hasattr(self, "_known_spec"):
            self._known_spec = self._spec_of() if self._spec_of else _spec.spec_of(self._first())
        return self._known_spec

    def _first(self) -> Any:
        """An example of an element, for specs. Zeros if there is none."""
        if not hasattr(self, "_known_example"):
            if self._example is not None:
                self._known_example = self._example()
            else:
                iterator = iter(self._make())
                try:
                    self._known_example = next(iterator)
                except StopIteration:
                    if self._spec_of is None:
                        raise ValueError(
                            "The types of the elements of an empty data set are not known."
                        ) from None
                    self._known_example = _spec.zeros_of(self.element_spec)
                finally:
                    _pipeline.close(iterator)
        return self._known_example

    def _element_type(self) -> Any:
        return _spec.DatasetSpec(self.element_spec)

    def _batch(self, datasets: list[Any]) -> Any:
        raise TypeError("Data sets inside of elements cannot be batched: batch them in `flat_map`.")

    def cardinality(self) -> Any:
        """The number of elements, `INFINITE_CARDINALITY` (-1) or `UNKNOWN_CARDINALITY` (-2), as int64."""
        return _host.tensor(np.int64(self._cardinality()))

    def _cardinality(self) -> int:
        if callable(self._card):
            self._card = self._card()
        return self._card

    def __len__(self) -> int:
        count = self._cardinality()
        if count == INFINITE:
            raise TypeError("The dataset is infinite.")
        if count == UNKNOWN:
            raise TypeError("The dataset length is unknown.")
        return count

    def __bool__(self) -> bool:
        return True

    __nonzero__ = __bool__

    def __iter__(self) -> Iterator:
        from labora_tf._function import untraceable

        untraceable("it loops over a data set")
        return Iterator(self)

    def as_numpy_iterator(self) -> NumpyIterator:
        """An iterator over the elements as NumPy arrays; strings are `bytes`."""
        return NumpyIterator(self)

    def __repr__(self) -> str:
        try:
            spec = repr(self.element_spec)
        except Exception:  # of the user's function; iteration will show it
            spec = "unknown"
        return f"<_{self._name} element_spec={spec}>"

    def options(self) -> Options:
        return self._options

    def with_options(self, options: Options, name: str | None = None) -> DatasetV2:
        """The same elements; the options only concern speed."""
        new = self._same("OptionsDataset", self._make, self._cardinality, rows=self._rows)
        new._options = self._options.merge(options)
        return new

    def _inputs(self) -> list[Any]:
        return []

    # --- how transformations are made
    # --------------------------------------------------------------------------

    def _same(
        self,
        name: str,
        make: _pipeline.Make,
        cardinality: Any,
        rows: _rows.Rows | None = None,
        inputs: tuple[Any, ...] = (),
    ) -> DatasetV2:
        """A data set whose elements have the types of this one's."""
        return DatasetV2(
            make, cardinality, lambda: self.element_spec, self._first, name, (self, *inputs), rows
        )

    def _ordered(
        self, name: str, order: Callable[[_pipeline.Make], Any], cardinality: Callable[[int], int]
    ) -> DatasetV2:
        """A data set of this one's elements in another order, or of some of them."""
        count = lambda: cardinality(self._cardinality())  # noqa: E731
        if self._rows is None:
            return self._same(name, lambda: order(self._make), count)
        old = self._rows
        rows = _rows.Rows(old.arrays, old.structure, lambda: order(old.indices))
        return self._same(name, rows.elements, count, rows)

    def _mapped(self, name: str, make: Any, function: Any, cardinality: Any = None) -> DatasetV2:
        """A data set whose elements are `function` of this one's."""

        def spec() -> Any:
            first = self._first()
            one = function(first)
            if _spec.is_exact(self.element_spec):
                return _spec.spec_of(one)
            try:
                return _spec.spec_of(one, function(_spec.grow(first, self.element_spec)))
            except Exception:  # a function that does not take the size of the second example
                return _spec.spec_of(one)

        count = self._cardinality if cardinality is None else cardinality
        return DatasetV2(make, count, spec, lambda: function(self._first()), name, (self,))


Dataset = DatasetV2
