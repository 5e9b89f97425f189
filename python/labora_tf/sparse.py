"""`tf.sparse`: sparse tensors on the host, as `VarLenFeature` gives them; most code makes them dense at
once."""

from __future__ import annotations

from typing import Any

import numpy as np

from labora_tf import _host
from labora_tf._shape import TensorShape


class SparseTensor:
    """`tf.sparse.SparseTensor(indices, values, dense_shape)`: int64 indices [N, rank], N values, int64
    shape."""

    _labora_element = True

    def __init__(self, indices: Any, values: Any, dense_shape: Any) -> None:
        self.indices = _host.tensor(
            np.asarray(indices, np.int64).reshape(-1, len(np.atleast_1d(dense_shape)))
        )
        self.values = _host.tensor(values)
        self.dense_shape = _host.tensor(np.asarray(dense_shape, np.int64))
        if self.indices.shape[0] != self.values.shape[0]:
            raise ValueError(f"{self.indices.shape[0]} indices do not match {self.values.shape[0]} values.")

    @property
    def shape(self) -> TensorShape:
        return TensorShape(self.dense_shape.tolist())

    def get_shape(self) -> TensorShape:
        return self.shape

    @property
    def dtype(self) -> Any:
        return self.values.dtype

    def with_values(self, new_values: Any) -> SparseTensor:
        return SparseTensor(self.indices, new_values, self.dense_shape)

    def _to_dense(self, default_value: Any = None) -> Any:
        if default_value is None:
            default_value = b"" if self.dtype == object else 0
        if hasattr(default_value, "numpy"):
            default_value = default_value.numpy()
        if isinstance(default_value, str):
            default_value = default_value.encode()
        out = np.empty(tuple(self.shape), self.dtype)
        out[...] = default_value
        out[tuple(np.asarray(self.indices).view(np.ndarray).T)] = self.values
        return out.view(_host.HostTensor)

    def _to_numpy(self) -> Any:
        return self

    def _element_type(self) -> Any:
        from labora_tf.data._spec import SparseTensorSpec

        return SparseTensorSpec([None] * len(self.shape), _host.tf_dtype(self.dtype))

    def _batch(self, tensors: list[Any]) -> SparseTensor:
        """A batch: a new first index, sizes that hold all."""
        shapes = np.array([one.dense_shape for one in tensors])
        rows = [
            np.insert(np.asarray(one.indices).view(np.ndarray), 0, i, axis=1) for i, one in enumerate(tensors)
        ]
        values = np.concatenate([np.asarray(one.values) for one in tensors])
        return SparseTensor(np.concatenate(rows), values, [len(tensors), *shapes.max(0)])

    def __len__(self) -> int:
        return int(self.shape[0])

    def __getitem__(self, index: int) -> SparseTensor:
        """One row, as `unbatch` needs."""
        mine = np.asarray(self.indices[:, 0]) == index
        plain = np.asarray(self.indices).view(np.ndarray)
        return SparseTensor(
            plain[mine, 1:], np.asarray(self.values).view(np.ndarray)[mine], self.dense_shape[1:]
        )

    def __repr__(self) -> str:
        parts = f"indices={self.indices!r}, values={self.values!r}, dense_shape={self.dense_shape!r}"
        return f"SparseTensor({parts})"


class SparseTensorValue(SparseTensor):
    """`tf.compat.v1.SparseTensorValue`."""


def to_dense(
    sp_input: SparseTensor, default_value: Any = None, validate_indices: bool = True, name: Any = None
) -> Any:
    """A dense tensor, `default_value` (0, "") where there is no value."""
    if not isinstance(sp_input, SparseTensor):
        raise TypeError("Input must be a SparseTensor.")
    return sp_input._to_dense(default_value)


def sparse_tensor_to_dense(
    sp_input: SparseTensor, default_value: Any = None, validate_indices: bool = True, name: Any = None
) -> Any:
    """`tf.sparse_tensor_to_dense` of TensorFlow 1."""
    return to_dense(sp_input, default_value)


def from_dense(tensor: Any, name: Any = None) -> SparseTensor:
    """The values of a dense tensor that are not zero."""
    dense = np.asarray(_host.tensor(tensor)).view(np.ndarray)
    kept = dense != (b"" if dense.dtype == object else 0)
    return SparseTensor(np.argwhere(kept), dense[kept], dense.shape)


def to_indicator(sp_input: SparseTensor, vocab_size: int, name: Any = None) -> Any:
    """Booleans: which of `vocab_size` values the rows have."""
    out = np.zeros((*sp_input.shape[:-1], vocab_size), bool)
    plain = np.asarray(sp_input.indices).view(np.ndarray)
    out[(*plain[:, :-1].T, np.asarray(sp_input.values))] = True
    return out.view(_host.HostTensor)


def reorder(sp_input: SparseTensor, name: Any = None) -> SparseTensor:
    """Indices in the order of rows."""
    plain = np.asarray(sp_input.indices).view(np.ndarray)
    order = np.lexsort(plain.T[::-1])
    return SparseTensor(
        plain[order], np.asarray(sp_input.values).view(np.ndarray)[order], sp_input.dense_shape
    )


def reset_shape(sp_input: SparseTensor, new_shape: Any = None) -> SparseTensor:
    """Another shape that holds all indices; the smallest by default."""
    tight = np.asarray(sp_input.indices).view(np.ndarray).max(0, initial=-1) + 1
    return SparseTensor(sp_input.indices, sp_input.values, tight if new_shape is None else new_shape)


def expand_dims(sp_input: SparseTensor, axis: int | None = None, name: Any = None) -> SparseTensor:
    """A dimension of size 1 at `axis` (-1: last)."""
    rank = len(sp_input.shape)
    at = (-1 if axis is None else int(axis)) % (rank + 1)
    shape = list(sp_input.shape)
    shape.insert(at, 1)
    return SparseTensor(
        np.insert(np.asarray(sp_input.indices).view(np.ndarray), at, 0, axis=1), sp_input.values, shape
    )


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    from labora_tf import _names

    raise _names.missing("tf.sparse", name)
