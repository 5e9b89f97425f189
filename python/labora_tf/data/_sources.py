"""What data sets begin with: arrays, generators, files, random choices."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from labora_tf import _host, _nest, errors
from labora_tf.data import _pipeline, _random, _spec


def plain(value: Any) -> Any:
    """Pandas's frames as dicts of columns."""
    if type(value).__name__ == "DataFrame" and hasattr(value, "to_dict"):
        return value.to_numpy()
    if type(value).__name__ == "Series" and hasattr(value, "to_numpy"):
        return value.to_numpy()
    if _nest.is_nested(value):
        return _nest.map_structure(plain, value)
    return value


def slices(tensors: Any) -> tuple[Any, list[Any]]:
    """The structure and the arrays of `from_tensor_slices`, whose first sizes agree. Arrays are copied: later
    changes of the caller's do not show."""
    element = _spec.to_element(plain(tensors))
    leaves = _nest.flatten(element)
    if not leaves:
        raise ValueError("Invalid `tensors`. `tensors` should not be empty.")
    arrays = []
    for leaf in leaves:
        if getattr(leaf, "_labora_element", False):
            arrays.append(leaf)
            continue
        if not leaf.ndim:
            raise ValueError("Unbatching a tensor is only supported for rank >= 1")
        array = np.array(leaf.view(np.ndarray))
        array.flags.writeable = False
        arrays.append(array)
    sizes = {len(array) for array in arrays}
    if len(sizes) > 1:
        shown = " and ".join(str(len(array)) for array in arrays)
        raise ValueError(f"Dimensions {shown} are not compatible")
    return element, arrays


def _is_type(value: Any) -> bool:
    return hasattr(value, "as_numpy_dtype") or isinstance(value, (str, type, np.dtype))


def generator_signature(generator: Any, types: Any, shapes: Any, signature: Any) -> Any:
    """The specs of what a generator yields."""
    if not callable(generator):
        raise TypeError("`generator` must be a Python callable.")
    if signature is not None:
        if types is not None or shapes is not None:
            raise TypeError(
                "The `output_types` and `output_shapes` arguments can not be used together with the "
                "`output_signature` argument."
            )
        signature = tuple(signature) if isinstance(signature, list) else signature
        return signature
    if types is None:
        raise TypeError(
            "To specify the output signature you need to provide either the `output_signature` argument or "
            "the `output_types` and `output_shapes` arguments."
        )
    types = tuple(types) if isinstance(types, list) else types
    if not _nest.is_nested(types):
        return _spec.tensor_spec(shapes, _host.np_dtype(types))
    return _with_shapes(types, shapes)


def _with_shapes(types: Any, shapes: Any) -> Any:
    if not _nest.is_nested(types):
        return _spec.tensor_spec(shapes, _host.np_dtype(types))
    if isinstance(types, dict):
        return type(types)(
            (k, _with_shapes(t, None if shapes is None else shapes[k])) for k, t in types.items()
        )
    each = [None] * len(types) if shapes is None else list(shapes)
    if len(each) != len(types):
        raise ValueError(f"`output_shapes` {shapes} does not have the structure of `output_types` {types}.")
    return tuple(_with_shapes(t, s) for t, s in zip(types, each))


def _generated(value: Any, spec: Any) -> Any:
    """One yielded leaf with its declared type, a copy; TypeError if type or shape do not fit."""
    if not hasattr(spec, "dtype") or getattr(value, "_labora_element", False):
        return value if getattr(value, "_labora_element", False) else _spec.to_leaf(value)
    dtype = _host.np_dtype(spec.dtype)
    try:
        if dtype == object:
            array = _host.tensor(value)
            if array.dtype != object:
                raise TypeError
        else:
            array = np.array(value, dtype)
            if array.dtype.kind in "iu" and not isinstance(value, (int, np.ndarray, np.generic)):
                if np.asarray(value).dtype.kind == "f":
                    array = np.array(np.asarray(value), dtype)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(
            "`generator` yielded an element that could not be converted to the expected type. The expected "
            "type was "
            f"{_host.type_name(dtype)}, but the yielded element was {value}."
        ) from None
    shape = _spec._dims(spec)
    if shape is not None:
        got = array.shape
        if len(got) != len(shape) or any(a is not None and a != b for a, b in zip(shape, got)):
            raise TypeError(
                f"`generator` yielded an element of shape {tuple(got)} where an element of shape "
                f"{tuple(shape)} was "
                "expected."
            )
    return array.view(_host.HostTensor)


def _pack_generated(value: Any, signature: Any) -> Any:
    if not _nest.is_nested(signature):
        return _generated(value, signature)
    if isinstance(signature, dict):
        if not isinstance(value, dict) or set(value) != set(signature):
            raise TypeError(
                f"`generator` yielded an element that did not match the expected structure. The expected "
                f"structure was "
                f"{signature}, but the yielded element was {value}."
            )
        return type(signature)((key, _pack_generated(value[key], signature[key])) for key in signature)
    if not isinstance(value, (tuple, list)) or len(value) != len(signature):
        raise TypeError(
            f"`generator` yielded an element that did not match the expected structure. The expected "
            f"structure was "
            f"{signature}, but the yielded element was {value}."
        )
    return _nest._rebuild(signature, [_pack_generated(v, s) for v, s in zip(value, signature)])


def generate(generator: Callable[..., Any], arguments: tuple[Any, ...], signature: Any) -> Iterator[Any]:
    """The elements of a generator, which is closed when the consumer leaves."""
    values = generator(*(a.numpy() if isinstance(a, _host.HostTensor) else a for a in arguments))
    if hasattr(values, "__getitem__") and not hasattr(values, "__next__") and hasattr(values, "__len__"):
        if not hasattr(values, "__iter__"):
            values = (values[i] for i in range(len(values)))
    iterator = iter(values)
    try:
        for value in iterator:
            yield _pack_generated(value, signature)
    finally:
        _pipeline.close(iterator)


def _text(value: Any) -> str:
    if isinstance(value, _host.HostTensor):
        value = value.numpy()
    return os.fsdecode(value)


def patterns(value: Any) -> list[str]:
    """File names or patterns: one, a list or a tensor of them."""
    if isinstance(value, (str, bytes, os.PathLike)):
        return [_text(value)]
    if isinstance(value, np.ndarray):
        return [_text(v) for v in value.reshape(-1).tolist()]
    if hasattr(value, "_make"):
        return [_text(v) for v in value._make()]
    return [_text(v) for v in value]


def matching_files(file_pattern: Any) -> list[str]:
    """The sorted files that match; `InvalidArgumentError` if none does."""
    from labora_tf.io import gfile

    given = patterns(file_pattern)
    names = sorted(name for pattern in given for name in gfile.glob(pattern))
    if not names:
        raise errors.InvalidArgumentError(None, None, f"No files matched pattern: {', '.join(given)}")
    return names


def odds(datasets: list[Any], weights: Any) -> Any:
    """The probabilities of data sets: an array, or a data set of arrays, or equal ones."""
    if weights is None:
        return np.full(len(datasets), 1.0 / len(datasets))
    if hasattr(weights, "_make"):
        return weights
    values = np.asarray(weights, np.float64)
    if values.shape != (len(datasets),):
        raise ValueError(
            f"Invalid `weights`. The shape of `weights` should be [{len(datasets)}], got {values.shape}."
        )
    return values


def choices(seeds: tuple[int, int], weights: Any) -> Iterator[Any]:
    """Indices drawn with these probabilities."""
    draw = _random.stream(*seeds)
    each = weights._make() if hasattr(weights, "_make") else None
    bounds = None if each is not None else np.cumsum(weights / np.sum(weights))
    while True:
        if each is not None:
            values = np.asarray(next(each, None), np.float64)
            bounds = np.cumsum(values / np.sum(values))
        index = int(np.searchsorted(bounds, next(draw) / 2.0**32, side="right"))
        yield min(index, len(bounds) - 1)


def resample(
    make: _pipeline.Make, key: Callable[[Any], int], target: Any, initial: Any, seeds: tuple[int, int]
) -> Iterator[Any]:
    """Pairs of class and element, kept with a probability that makes classes as `target` says."""
    wanted = np.asarray(target, np.float64)
    counts = np.zeros(len(wanted)) if initial is None else None
    given = None if initial is None else np.asarray(initial, np.float64)
    draw = _random.stream(*seeds)
    for element in make():
        kind = key(element)
        if counts is not None:
            counts[kind] += 1
            given = counts / counts.sum()
        ratio = np.divide(wanted, given, out=np.zeros_like(wanted), where=given > 0)
        if next(draw) / 2.0**32 < ratio[kind] / ratio.max():
            yield _host.tensor(np.int64(kind)), element


def ignoring_errors(make: _pipeline.Make) -> Iterator[Any]:
    iterator = make()
    while True:
        try:
            element = next(iterator)
        except StopIteration:
            return
        except errors.OpError:
            if _pipeline.is_lost(iterator):
                raise  # the elements after the error would be lost
            continue
        yield element
