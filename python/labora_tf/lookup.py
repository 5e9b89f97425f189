"""`tf.lookup`: tables of keys and values, on the host."""

from __future__ import annotations

from typing import Any

import numpy as np

from labora_tf import _host, _ops
from labora_tf._host import HostTensor
from labora_tf._ops import arg, backend, is_known

__all__ = [
    "KeyValueTensorInitializer",
    "StaticHashTable",
    "StaticVocabularyTable",
    "TextFileIndex",
    "TextFileInitializer",
    "experimental",
]


class KeyValueTensorInitializer:
    """Keys and their values, of two lists."""

    def __init__(
        self, keys: Any, values: Any, key_dtype: Any = None, value_dtype: Any = None, name: Any = None
    ) -> None:
        self.keys, self.values = (
            _host.tensor(np.asarray(arg(one)) if _ops.is_array(one) else one) for one in (keys, values)
        )
        if key_dtype is not None:
            self.keys = _host.tensor(self.keys, key_dtype)
        if value_dtype is not None:
            self.values = _host.tensor(self.values, value_dtype)
        if self.keys.shape != self.values.shape:
            raise ValueError(
                f"keys and values must have the same shape: {self.keys.shape} and {self.values.shape}"
            )
        self.key_dtype, self.value_dtype = (_host.tf_dtype(one.dtype) for one in (self.keys, self.values))


class TextFileIndex:
    """What of a line a table takes."""

    WHOLE_LINE, LINE_NUMBER = -2, -1


class TextFileInitializer:
    """Keys and values of the lines of a file: columns, the whole line, or its number."""

    def __init__(
        self,
        filename: str,
        key_dtype: Any,
        key_index: int,
        value_dtype: Any,
        value_index: int,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: Any = None,
        value_index_offset: int = 0,
    ) -> None:
        with open(filename, encoding="utf-8") as file:
            lines = file.read().split("\n")
        lines = lines[:-1] if lines and not lines[-1] else lines
        lines = lines if vocab_size is None else lines[:vocab_size]

        def column(index: int, dtype: Any, offset: int = 0) -> HostTensor:
            if index == TextFileIndex.LINE_NUMBER:
                return _host.tensor(np.arange(len(lines), dtype=np.int64) + offset)
            texts = (
                lines
                if index == TextFileIndex.WHOLE_LINE
                else [line.split(delimiter)[index] for line in lines]
            )
            kind = _host.np_dtype(dtype)
            return _host.tensor(texts) if kind == object else _host.tensor(np.asarray(texts).astype(kind))

        self.keys, self.values = (
            column(key_index, key_dtype),
            column(value_index, value_dtype, value_index_offset),
        )
        self.key_dtype, self.value_dtype = (_host.tf_dtype(one.dtype) for one in (self.keys, self.values))


def _plain_keys(keys: Any) -> np.ndarray:
    keys = arg(keys)
    if not is_known(keys):
        raise _ops.unknown(
            "tf.lookup's tables are on the host and not in compiled functions; use them in Dataset.map"
        )
    return np.asarray(keys)


class StaticHashTable:
    """`table[keys]` or `table.lookup(keys)`; `default_value` for other keys."""

    def __init__(
        self,
        initializer: Any,
        default_value: Any,
        name: str | None = None,
        experimental_is_anonymous: Any = False,
    ) -> None:
        self._initializer = initializer
        keys = initializer.keys.view(np.ndarray).reshape(-1).tolist()
        self._table = dict(zip(keys, initializer.values.view(np.ndarray).reshape(-1).tolist()))
        self.default_value = _host.tensor(default_value, initializer.value_dtype)
        self.key_dtype, self.value_dtype = initializer.key_dtype, initializer.value_dtype
        self.name = name or "hash_table"

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        if hasattr(keys, "dense_shape"):
            raise TypeError("tf.lookup takes dense keys here: tf.sparse.to_dense(keys)")
        found = _plain_keys(_host.tensor(keys) if isinstance(keys, (str, bytes)) else keys)
        default, kind = self.default_value.numpy(), _host.np_dtype(self.value_dtype)
        out = np.empty(found.shape, kind)
        flat = out.reshape(-1)
        for i, key in enumerate(found.reshape(-1).tolist()):
            flat[i] = self._table.get(key, default)
        out = out.view(HostTensor)
        return out if isinstance(keys, HostTensor) or kind == object or _host.in_data() else backend(out)

    __getitem__ = lookup

    def size(self, name: str | None = None) -> Any:
        return _host.tensor(np.int64(len(self._table)))

    def export(self, name: str | None = None) -> tuple[Any, Any]:
        return self._initializer.keys, self._initializer.values


class StaticVocabularyTable:
    """Numbers of words; other words have a number of `num_oov_buckets` more."""

    def __init__(
        self, initializer: Any, num_oov_buckets: int, lookup_key_dtype: Any = None, name: Any = None, **_: Any
    ) -> None:
        self._count = num_oov_buckets
        self._table = None if initializer is None else StaticHashTable(initializer, -1)

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        from labora_tf import strings

        found = _host.tensor(keys)
        known = 0 if self._table is None else len(self._table._table)
        out = np.full(found.shape, -1, np.int64)
        if self._table is not None:
            out = np.array(np.asarray(self._table.lookup(found)), np.int64)
        missing = out < 0
        if np.any(missing):
            text = found if found.dtype == object else strings.as_string(found)
            out = np.where(missing, known + np.asarray(strings.to_hash_bucket_fast(text, self._count)), out)
        return out.view(HostTensor)

    __getitem__ = lookup

    def size(self, name: str | None = None) -> Any:
        return _host.tensor(np.int64((0 if self._table is None else len(self._table._table)) + self._count))


class MutableHashTable(StaticHashTable):
    """`tf.lookup.experimental.MutableHashTable`: a table that `insert` and `remove` change."""

    def __init__(
        self, key_dtype: Any, value_dtype: Any, default_value: Any, name: str = "MutableHashTable", **_: Any
    ) -> None:
        kinds = (_host.np_dtype(key_dtype), _host.np_dtype(value_dtype))
        super().__init__(
            KeyValueTensorInitializer(*(np.empty(0, kind) for kind in kinds)), default_value, name
        )

    def insert(self, keys: Any, values: Any, name: str | None = None) -> None:
        keys, values = _host.tensor(keys), _host.tensor(values, self.value_dtype)
        self._table.update(
            zip(np.asarray(keys).reshape(-1).tolist(), np.asarray(values).reshape(-1).tolist())
        )

    def remove(self, keys: Any, name: str | None = None) -> None:
        for key in np.asarray(_host.tensor(keys)).reshape(-1).tolist():
            self._table.pop(key, None)

    def export(self, name: str | None = None) -> tuple[Any, Any]:
        return _host.tensor(list(self._table)), _host.tensor(list(self._table.values()))


class experimental:  # noqa: N801
    """`tf.lookup.experimental`."""

    MutableHashTable = MutableHashTable
    DenseHashTable = MutableHashTable


def __getattr__(name: str) -> Any:
    from labora_tf import _names

    raise _names.missing("tf.lookup", name)
