"""`tf.nest`: structures of tuples, lists, dicts, named tuples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from labora_tf import _nest


def flatten(structure: Any, expand_composites: bool = False) -> list[Any]:
    """The leaves, dicts by sorted keys."""
    return _nest.flatten(structure, lists=True)


def is_nested(structure: Any) -> bool:
    return _nest.is_nested(structure, lists=True)


def pack_sequence_as(structure: Any, flat_sequence: Any, expand_composites: bool = False) -> Any:
    """A structure like `structure` with the leaves `flat_sequence`."""
    return _nest.pack_sequence_as(structure, flat_sequence, lists=True)


def map_structure(func: Callable[..., Any], *structure: Any, check_types: bool = True, **kwargs: Any) -> Any:
    """`func` of the leaves of one or several structures of the same form."""
    if not callable(func):
        raise TypeError(f"func must be callable, got: {func}")
    if not structure:
        raise ValueError("Must provide at least one structure")
    return _nest.map_structure(func, *structure, lists=True)


def assert_same_structure(
    nest1: Any, nest2: Any, check_types: bool = True, expand_composites: bool = False
) -> None:
    """ValueError or TypeError if the structures differ."""
    _nest.assert_same_structure(nest1, nest2, True, check_types)


__all__ = ["assert_same_structure", "flatten", "is_nested", "map_structure", "pack_sequence_as"]
