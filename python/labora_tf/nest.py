"""`tf.nest`: lists, tuples, dicts and what stands in them."""

from __future__ import annotations

from typing import Any

from labora_tf import _nest
from labora_tf._nest import is_nested as _is_nested

__all__ = ["assert_same_structure", "flatten", "is_nested", "map_structure", "pack_sequence_as"]


def is_nested(structure: Any) -> bool:
    """Whether it is a list, a tuple or a dict."""
    return _is_nested(structure, lists=True)


def flatten(structure: Any, expand_composites: bool = False) -> list[Any]:
    """The leaves, dicts by sorted keys."""
    return _nest.flatten(structure, lists=True)


def map_structure(func: Any, *structure: Any, **kwargs: Any) -> Any:
    """`func` of the leaves of one or several structures of the same form."""
    kwargs.pop("check_types", None)
    kwargs.pop("expand_composites", None)
    if kwargs:
        raise ValueError(
            f"Only valid keyword arguments are check_types and expand_composites, not {list(kwargs)}"
        )
    if not structure:
        raise ValueError("Must provide at least one structure")
    return _nest.map_structure(func, *structure, lists=True)


def pack_sequence_as(structure: Any, flat_sequence: Any, expand_composites: bool = False) -> Any:
    """The leaves as a structure like the one given."""
    return _nest.pack_sequence_as(structure, flat_sequence, lists=True)


def assert_same_structure(
    nest1: Any, nest2: Any, check_types: bool = True, expand_composites: bool = False
) -> None:
    """ValueError or TypeError if the structures differ."""
    _nest.assert_same_structure(nest1, nest2, lists=True, check_types=check_types)


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    from labora_tf import _names

    raise _names.missing("tf.nest", name)
