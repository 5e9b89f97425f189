"""`tf.sets`: sets of the last axis; results are SparseTensors in TensorFlow."""

from __future__ import annotations

from typing import Any

import numpy as np

from labora_tf import _ops
from labora_tf._host import tensor
from labora_tf._ops import arg, is_known
from labora_tf.errors import NotInLabora

__all__ = ["difference", "intersection", "size", "union"]


def _rows(a: Any, function: str) -> np.ndarray:
    if hasattr(a, "dense_shape"):
        raise NotInLabora(f"tf.sets.{function} takes dense tensors here: tf.sparse.to_dense(a)")
    a = arg(a)
    if not is_known(a):
        raise _ops.unknown(f"tf.sets.{function} is not done in compiled functions")
    return np.asarray(a)


def _of(function: str, choose: Any) -> Any:
    def of(a: Any, b: Any, *args: Any, **kwargs: Any) -> Any:
        a, b = _rows(a, function), _rows(b, function)
        places, values, most = [], [], 0
        for place in np.ndindex(*a.shape[:-1]):
            found = choose(a[place], b[place], *args, **kwargs)
            most = max(most, len(found))
            places += [(*place, i) for i in range(len(found))]
            values += found.tolist()
        from labora_tf.sparse import SparseTensor

        shape = (*a.shape[:-1], most)
        return SparseTensor(
            tensor(np.asarray(places, np.int64).reshape(-1, a.ndim)),
            tensor(np.asarray(values, a.dtype)),
            shape,
        )

    of.__name__ = function
    return of


def _difference(a: Any, b: Any, aminusb: bool = True, validate_indices: bool = True) -> Any:
    return np.setdiff1d(a, b) if aminusb else np.setdiff1d(b, a)


difference = _of("difference", _difference)
intersection = _of("intersection", lambda a, b, validate_indices=True: np.intersect1d(a, b))
union = _of("union", lambda a, b, validate_indices=True: np.union1d(a, b))


def size(a: Any, validate_indices: bool = True) -> Any:
    """How many elements each set of a SparseTensor has."""
    indices = np.asarray(a.indices)
    out = np.zeros(tuple(int(one) for one in np.asarray(a.dense_shape))[:-1], np.int32)
    for index in indices:
        out[tuple(index[:-1])] += 1
    return tensor(out)


def __getattr__(name: str) -> Any:
    from labora_tf import _names

    raise _names.missing("tf.sets", name)
