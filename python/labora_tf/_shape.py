"""`tf.TensorShape`: a tuple of sizes, `None` where a size is not known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class TensorShape(tuple):
    """`tf.TensorShape([None, 3])`. `TensorShape(None)` has no known rank."""

    __slots__ = ()

    def __new__(cls, dims: Any = None) -> TensorShape:
        if dims.__class__ is TensorShape:
            return dims
        if dims is None:
            return tuple.__new__(_UnknownShape)
        if isinstance(dims, int):
            dims = (dims,)
        return tuple.__new__(cls, dims)

    @property
    def rank(self) -> int | None:
        return tuple.__len__(self)

    @property
    def ndims(self) -> int | None:
        return self.rank

    @property
    def dims(self) -> list[Any] | None:
        return list(self)

    def as_list(self) -> list[int | None]:
        """The sizes as a list; ValueError if the rank is not known."""
        return list(self)

    def num_elements(self) -> int | None:
        if not self.is_fully_defined():
            return None
        count = 1
        for size in self:
            count *= size
        return count

    def is_fully_defined(self) -> bool:
        return None not in tuple(self)

    def is_compatible_with(self, other: Any) -> bool:
        other = as_shape(other)
        if self.rank is None or other.rank is None:
            return True
        if self.rank != other.rank:
            return False
        return all(a is None or b is None or int(a) == int(b) for a, b in zip(self, other))

    def assert_is_compatible_with(self, other: Any) -> None:
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {as_shape(other)} are incompatible")

    def assert_has_rank(self, rank: int) -> None:
        if self.rank not in (None, rank):
            raise ValueError(f"Shape {self} must have rank {rank}")

    def assert_is_fully_defined(self) -> None:
        if not self.is_fully_defined():
            raise ValueError(f"Shape {self} is not fully defined")

    def with_rank(self, rank: int) -> TensorShape:
        self.assert_has_rank(rank)
        return self if self.rank is not None else TensorShape([None] * rank)

    def merge_with(self, other: Any) -> TensorShape:
        other = as_shape(other)
        self.assert_is_compatible_with(other)
        if self.rank is None:
            return other
        if other.rank is None:
            return self
        return TensorShape(b if a is None else a for a, b in zip(self, other))

    def concatenate(self, other: Any) -> TensorShape:
        other = as_shape(other)
        if self.rank is None or other.rank is None:
            return TensorShape(None)
        return TensorShape((*self, *other))

    def __add__(self, other: Any) -> TensorShape:
        return self.concatenate(other)

    def __radd__(self, other: Any) -> TensorShape:
        if isinstance(other, list):
            # `sizes += shape` extends the list.
            return NotImplemented
        return as_shape(other).concatenate(self)

    def __getitem__(self, index: Any) -> Any:
        found = tuple.__getitem__(self, index)
        return TensorShape(found) if isinstance(index, slice) else found

    def __eq__(self, other: object) -> bool:
        if isinstance(other, list):
            other = tuple(other)
        return tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return tuple.__hash__(self)

    def __repr__(self) -> str:
        return f"TensorShape({list(self)})"

    def __str__(self) -> str:
        sizes = ", ".join(str(size) for size in self)
        return f"({sizes},)" if len(self) == 1 else f"({sizes})"

    def __reduce__(self) -> Any:
        return TensorShape, (list(self),)


class _UnknownShape(TensorShape):
    """A shape of unknown rank."""

    __slots__ = ()

    @property
    def rank(self) -> None:
        return None

    @property
    def dims(self) -> None:
        return None

    def as_list(self) -> list[int | None]:
        raise ValueError("as_list() is not defined on an unknown TensorShape.")

    def is_fully_defined(self) -> bool:
        return False

    def __len__(self) -> int:
        raise ValueError("Cannot take the length of shape with unknown rank.")

    def __bool__(self) -> bool:
        return False

    def __getitem__(self, index: Any) -> Any:
        return TensorShape(None) if isinstance(index, slice) else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _UnknownShape)

    __hash__ = TensorShape.__hash__

    def __repr__(self) -> str:
        return "TensorShape(None)"

    def __str__(self) -> str:
        return "<unknown>"

    def __reduce__(self) -> Any:
        return TensorShape, (None,)


def as_shape(shape: Any) -> TensorShape:
    """The shape of a `TensorShape`, a list, a number, or `None`."""
    if isinstance(shape, TensorShape):
        return shape
    if isinstance(shape, Iterable):
        return TensorShape(None if size is None else int(size) for size in shape)
    return TensorShape(shape)
