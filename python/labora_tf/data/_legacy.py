"""Methods of data sets that TensorFlow 1 has: one-shot iterators, `output_types`, `output_shapes`."""

from __future__ import annotations

from typing import Any

from labora_tf import _host, _nest
from labora_tf.data._iterator import Initializer, Iterator, origin


class LegacyMethods:
    """`dataset.make_one_shot_iterator()` and others, which eager code uses as well."""

    element_spec: Any

    def make_one_shot_iterator(self) -> Iterator:
        """An iterator, whose `get_next()` gives the next element at once (there is no session)."""
        return Iterator(self)

    def make_initializable_iterator(self, shared_name: str | None = None) -> Iterator:
        """An iterator that has begun already; its `initializer` begins it anew."""
        return Iterator(self)

    @property
    def output_types(self) -> Any:
        return get_output_types(self)

    @property
    def output_shapes(self) -> Any:
        return get_output_shapes(self)

    @property
    def output_classes(self) -> Any:
        return get_output_classes(self)

    def map_with_legacy_function(
        self, map_func: Any, num_parallel_calls: Any = None, deterministic: Any = None
    ) -> Any:
        return self.map(map_func, num_parallel_calls)  # type: ignore[attr-defined]

    def filter_with_legacy_function(self, predicate: Any) -> Any:
        return self.filter(predicate)  # type: ignore[attr-defined]

    @staticmethod
    def from_sparse_tensor_slices(sparse_tensor: Any) -> Any:
        raise NotImplementedError(
            "tf.data.Dataset.from_sparse_tensor_slices is not in Labora: use dense tensors."
        )


def get_output_types(dataset: Any) -> Any:
    """The `tf.DType`s of the elements of a data set or an iterator."""
    return _nest.map_structure(lambda spec: spec.dtype, dataset.element_spec)


def get_output_shapes(dataset: Any) -> Any:
    """The static shapes of the elements."""
    return _nest.map_structure(lambda spec: spec.shape, dataset.element_spec)


def get_output_classes(dataset: Any) -> Any:
    """The classes of the components of the elements."""
    from labora_tf import Tensor

    return _nest.map_structure(
        lambda spec: Tensor if hasattr(spec, "dtype") else type(spec), dataset.element_spec
    )


def make_one_shot_iterator(dataset: Any) -> Iterator:
    """`tf.compat.v1.data.make_one_shot_iterator(dataset)`."""
    return Iterator(dataset)


def make_initializable_iterator(dataset: Any, shared_name: str | None = None) -> Iterator:
    """`tf.compat.v1.data.make_initializable_iterator(dataset)`."""
    return Iterator(dataset)


def get_legacy_output_types(dataset_or_iterator: Any) -> Any:
    return get_output_types(dataset_or_iterator)


def get_legacy_output_shapes(dataset_or_iterator: Any) -> Any:
    return get_output_shapes(dataset_or_iterator)


def get_legacy_output_classes(dataset_or_iterator: Any) -> Any:
    return get_output_classes(dataset_or_iterator)


def dataset_from_next(structure: Any) -> Any:
    """A data set again of a structure of tensors that `iterator.get_next()` returned; None if these are other
    tensors.

    Input functions of 2018 return `iterator.get_next()`, which stood for every batch. The data set has the
    structure that the function made of them, of the same leaves of every element.
    """
    structure = _nest.map_structure(
        lambda leaf: leaf, tuple(structure) if type(structure) is list else structure
    )
    found = [origin(leaf) for leaf in _nest.flatten(structure)]
    if not found or any(one is None for one in found) or len({id(one[0]) for one in found if one}) != 1:
        return None
    iterator = found[0][0]  # type: ignore[index]
    places = [one[1] for one in found if one]

    def pick(*element: Any) -> Any:
        leaves = _nest.flatten(element[0] if len(element) == 1 else element)
        return _nest.pack_sequence_as(structure, [leaves[place] for place in places])

    assert isinstance(_nest.flatten(structure)[0], _host.HostTensor)
    return iterator._dataset.map(pick)


__all__ = ["Initializer", "LegacyMethods", "dataset_from_next"]
