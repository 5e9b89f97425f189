"""Structures of `tf.nest` and `tf.data`: tuples, named tuples, dicts, attrs classes; `tf.nest` also goes into
lists.

In `tf.data` a list is a value that becomes one tensor, and dicts are flattened by sorted keys.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Iterable, Iterator
from typing import Any


def _is_namedtuple(value: Any) -> bool:
    return isinstance(value, tuple) and hasattr(value, "_fields")


def _is_attrs(value: Any) -> bool:
    return hasattr(type(value), "__attrs_attrs__")


def is_nested(value: Any, lists: bool = False) -> bool:
    """Whether a value is a structure, not a leaf. `lists`: lists are structures, as for `tf.nest`."""
    return isinstance(value, (tuple, abc.Mapping)) or (lists and isinstance(value, list)) or _is_attrs(value)


def _sorted_keys(mapping: Any) -> list[Any]:
    try:
        return sorted(mapping)
    except TypeError:
        raise TypeError(f"nest only supports dicts with sortable keys: {list(mapping)}") from None


def _children(value: Any) -> list[Any]:
    if isinstance(value, abc.Mapping):
        return [value[key] for key in _sorted_keys(value)]
    if _is_attrs(value):
        return [getattr(value, field.name) for field in type(value).__attrs_attrs__]
    return list(value)


def _rebuild(like: Any, children: list[Any]) -> Any:
    if isinstance(like, abc.Mapping):
        by_key = dict(zip(_sorted_keys(like), children))
        if hasattr(like, "default_factory"):
            return type(like)(like.default_factory, ((key, by_key[key]) for key in like))
        return type(like)((key, by_key[key]) for key in like)
    if _is_namedtuple(like):
        return type(like)(*children)
    if _is_attrs(like):
        return type(like)(*children)
    return type(like)(children)


def flatten(structure: Any, lists: bool = False) -> list[Any]:
    """The leaves of a structure, dicts by sorted keys."""
    if not is_nested(structure, lists):
        return [structure]
    return [leaf for child in _children(structure) for leaf in flatten(child, lists)]


def _pack(structure: Any, leaves: Iterator[Any], lists: bool) -> Any:
    if not is_nested(structure, lists):
        return next(leaves)
    return _rebuild(structure, [_pack(child, leaves, lists) for child in _children(structure)])


def pack_sequence_as(structure: Any, flat: Iterable[Any], lists: bool = False) -> Any:
    """A structure like the one given, with other leaves."""
    flat = list(flat)
    count = len(flatten(structure, lists))
    if count != len(flat):
        raise ValueError(
            f"Could not pack sequence. Structure had {count} atoms, but flat_sequence had {len(flat)} items."
        )
    return _pack(structure, iter(flat), lists)


def assert_same_structure(first: Any, second: Any, lists: bool = False, check_types: bool = True) -> None:
    """Raises ValueError or TypeError if the structures differ."""
    one, two = is_nested(first, lists), is_nested(second, lists)
    if one != two:
        raise ValueError(
            "The two structures don't have the same nested structure.\n\n"
            f"First structure: type={type(first).__name__} str={first}\n\n"
            f"Second structure: type={type(second).__name__} str={second}"
        )
    if not one:
        return
    mappings = isinstance(first, abc.Mapping) and isinstance(second, abc.Mapping)
    if check_types and type(first) is not type(second) and not mappings:
        raise TypeError(
            "The two structures don't have the same sequence type. First structure has type "
            f"{type(first).__name__}, while second structure has type {type(second).__name__}."
        )
    if mappings and set(first) != set(second):
        raise ValueError(
            "The two dictionaries don't have the same set of keys. First structure has keys "
            f"{list(first)}, while second structure has keys {list(second)}."
        )
    children = _children(first), _children(second)
    if len(children[0]) != len(children[1]):
        raise ValueError(
            "The two structures don't have the same number of elements. First structure: "
            f"{first}, second structure: {second}."
        )
    for a, b in zip(*children):
        assert_same_structure(a, b, lists, check_types)


def map_structure(function: Callable[..., Any], *structures: Any, lists: bool = False) -> Any:
    """`function` of the leaves of one or several structures of the same form."""
    first = structures[0]
    if len(structures) == 1:
        if type(first) is tuple:
            return tuple([map_structure(function, child, lists=lists) for child in first])
        if not is_nested(first, lists):
            return function(first)
        return _rebuild(first, [map_structure(function, child, lists=lists) for child in _children(first)])
    for other in structures[1:]:
        assert_same_structure(first, other, lists)
    leaves = [function(*each) for each in zip(*(flatten(structure, lists) for structure in structures))]
    return pack_sequence_as(first, leaves, lists)


def map_structure_up_to(shallow: Any, function: Callable[..., Any], *structures: Any) -> Any:
    """`function` of what stands in `structures` where `shallow` has leaves."""
    if not is_nested(shallow):
        return function(*structures)
    parts = zip(*(_children(structure) for structure in structures))
    children = [map_structure_up_to(child, function, *part) for child, part in zip(_children(shallow), parts)]
    return _rebuild(shallow, children)
