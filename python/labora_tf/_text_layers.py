"""`tf.keras.layers.TextVectorization`, `StringLookup` and `IntegerLookup` on the host.

Keras's own need TensorFlow. These have its semantics for dense results: in eager code and in functions of
`tf.data`.
Strings cannot go into a model here, so that the layers cannot be parts of one.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import keras
import numpy as np

from labora_tf import _host, _ops

_PUNCTUATION = re.compile(rb"""[!"#$%&()*+,\-./:;<=>?@\[\\\]^_`{|}~']""")
_MODES = ("int", "one_hot", "multi_hot", "count", "tf_idf")


class _HostLayer(keras.layers.Layer):
    """A layer that computes on the host, not in the backend."""

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(inputs, keras.KerasTensor):
            raise NotImplementedError(
                f"A {type(self).__name__} layer cannot be a part of a model in Labora, whose backend has no "
                f"strings: "
                "use it in the data set, `dataset.map(lambda x, y: (layer(x), y))`."
            )
        return self.call(inputs)

    def compute_output_shape(self, input_shape: Any) -> Any:
        return input_shape


class _Vocabulary:
    """The vocabulary of a layer and what was counted for it, in an object that Keras does not track."""

    def __init__(self) -> None:
        self.tokens: list[Any] = []
        self.table: dict[Any, int] = {}
        self.weights: np.ndarray | None = None
        self.forget()

    def forget(self) -> None:
        self.counts: Counter[Any] = Counter()
        self.documents: Counter[Any] = Counter()
        self.number = 0


class _Lookup(_HostLayer):
    """Values to indices, in the order of a vocabulary, with indices before it for masks and unknown
    values."""

    def __init__(
        self,
        max_tokens: int | None,
        num_oov_indices: int,
        mask_token: Any,
        oov_token: Any,
        vocabulary: Any,
        idf_weights: Any,
        invert: bool,
        output_mode: str,
        pad_to_max_tokens: bool,
        sparse: bool,
        **kwargs: Any,
    ) -> None:
        kwargs.pop("vocabulary_size", None)
        super().__init__(**kwargs)
        output_mode = {"binary": "multi_hot", "tf-idf": "tf_idf"}.get(output_mode, output_mode)
        if output_mode not in _MODES:
            raise ValueError(
                f"Unknown `output_mode`: {output_mode!r}. It must be one of {', '.join(_MODES)}."
            )
        if sparse:
            raise ValueError("`sparse=True` can only be used with the TensorFlow backend.")
        if invert and output_mode != "int":
            raise ValueError(f'`output_mode` must be `"int"` when `invert` is true. Received: {output_mode}')
        if num_oov_indices > 1 and self._kind is bytes:
            raise NotImplementedError(
                "`num_oov_indices` above 1 is not in Labora (TensorFlow hashes unknown strings)."
            )
        self.max_tokens, self.num_oov_indices, self.invert = max_tokens, num_oov_indices, invert
        self.mask_token, self.oov_token, self.output_mode = mask_token, oov_token, output_mode
        self.pad_to_max_tokens = pad_to_max_tokens
        self._static = vocabulary is not None
        self._words = _Vocabulary()
        if vocabulary is not None:
            self.set_vocabulary(vocabulary, idf_weights)

    _kind: type = bytes

    def _key(self, value: Any) -> Any:
        if self._kind is int:
            return int(value)
        return value.encode() if isinstance(value, str) else bytes(value)

    def _shown(self, key: Any) -> Any:
        return key.decode("utf-8", "replace") if isinstance(key, bytes) else np.int64(key)

    def _specials(self) -> list[Any]:
        mask = (
            [self._key(self.mask_token)] if self.mask_token is not None and self.output_mode == "int" else []
        )
        return mask + [self._key(self.oov_token)] * self.num_oov_indices

    def set_vocabulary(self, vocabulary: Any, idf_weights: Any = None) -> None:
        """The vocabulary: a list, an array, or a text file with a value a line; special tokens may lead
        it."""
        if isinstance(vocabulary, str):
            with open(vocabulary, encoding="utf-8") as file:
                vocabulary = file.read().splitlines()
        values = vocabulary.tolist() if hasattr(vocabulary, "tolist") else list(vocabulary)
        tokens = [self._key(value) for value in values]
        specials = self._specials()
        if specials and tokens[: len(specials)] == specials:
            tokens = tokens[len(specials) :]
        if len(set(tokens)) != len(tokens):
            raise ValueError("The passed vocabulary has at least one repeated term.")
        if self.max_tokens is not None and len(tokens) + len(specials) > self.max_tokens:
            raise ValueError(
                f"Attempted to set a vocabulary larger than the maximum vocab size. Received vocab size is "
                f"{len(tokens) + len(specials)}; `max_tokens` is {self.max_tokens}."
            )
        if self.output_mode == "tf_idf":
            if idf_weights is None:
                raise ValueError("`idf_weights` must be set if output_mode is 'tf_idf'.")
            weights = np.asarray(idf_weights, np.float32)
            if len(weights) == len(tokens):
                weights = np.concatenate([np.full(len(specials), weights.mean(), np.float32), weights])
            self._words.weights = weights
        self._static = True
        self._set_tokens(tokens)

    def _set_tokens(self, tokens: list[Any]) -> None:
        start = len(self._specials())
        self._words.tokens = tokens
        self._words.table = {token: start + i for i, token in enumerate(tokens)}

    def reset_state(self) -> None:
        self._words.forget()

    def update_state(self, rows: Any) -> None:
        """Counts the values of documents: rows of values."""
        for row in rows:
            keys = [self._key(value) for value in row]
            self._words.counts.update(keys)
            self._words.documents.update(set(keys))
            self._words.number += 1

    def finalize_state(self) -> None:
        """Makes the vocabulary of what was counted: most frequent first, ties by descending value."""
        if self._static or not self._words.counts:
            return
        for token in (self.mask_token, self.oov_token):
            if token is not None:
                self._words.counts.pop(self._key(token), None)
        order = sorted(self._words.counts, key=lambda key: (self._words.counts[key], key), reverse=True)
        specials = len(self._specials())
        if self.max_tokens:
            order = order[: self.max_tokens - specials]
        self._set_tokens(order)
        if self.output_mode == "tf_idf":
            counts = np.array([self._words.documents[key] for key in order], np.float32)
            weights = np.log(1 + np.float32(self._words.number) / (1 + counts)).astype(np.float32)
            weights = np.concatenate([np.full(specials, weights.mean(), np.float32), weights])
            if self.pad_to_max_tokens and self.max_tokens:
                weights = np.pad(weights, (0, self.max_tokens - len(weights)))
            self._words.weights = weights
        self.reset_state()

    def adapt(self, data: Any, batch_size: int | None = None, steps: int | None = None) -> None:
        """Learns the vocabulary from a data set of batches, an array or a list."""
        if self._static:
            raise ValueError(f"Cannot adapt layer '{self.name}' after setting a static vocabulary.")
        self.reset_state()
        for batch in batches_of(data, steps):
            array = np.asarray(_host.tensor(batch)).view(np.ndarray)
            self.update_state(array.reshape(1, -1) if array.ndim < 2 else array.reshape(len(array), -1))
        self.finalize_state()

    def get_vocabulary(self, include_special_tokens: bool = True) -> list[Any]:
        specials = self._specials() if include_special_tokens else []
        if specials and self.output_mode == "int" and self.mask_token is not None:
            specials = [self._key(self.mask_token), *specials[1:]]
        return [self._shown(token) for token in specials + self._words.tokens]

    def vocabulary_size(self) -> int:
        return len(self._specials()) + len(self._words.tokens)

    vocab_size = vocabulary_size

    def _index(self, key: Any) -> int:
        found = self._words.table.get(key) if self._words.tokens else None
        if found is not None:
            return found
        specials = self._specials()
        if self.mask_token is not None and self.output_mode == "int" and key == self._key(self.mask_token):
            return 0
        if not self.num_oov_indices:
            raise ValueError(f"When `num_oov_indices=0` all inputs should be in vocabulary, found {key!r}.")
        start = len(specials) - self.num_oov_indices
        return start + (
            int(key) % self.num_oov_indices if self._kind is int and self.num_oov_indices > 1 else 0
        )

    def lookup(self, values: Iterable[Any]) -> list[int]:
        """The indices of values."""
        return [self._index(self._key(value)) for value in values]

    def call(self, inputs: Any) -> Any:
        array = np.asarray(_host.tensor(inputs)).view(np.ndarray)
        if self.invert:
            return self._inverted(array)
        indices = np.array(self.lookup(array.reshape(-1).tolist()), np.int64).reshape(array.shape)
        return indices.view(_host.HostTensor) if self.output_mode == "int" else self.encode(indices)

    def _inverted(self, array: np.ndarray) -> Any:
        words = [self._key(value) for value in self.get_vocabulary()]
        unknown = self._key(self.oov_token)
        found = [words[i] if 0 <= i < len(words) else unknown for i in array.reshape(-1).tolist()]
        out = np.empty(len(found), object if self._kind is bytes else np.int64)
        out[:] = found
        return out.reshape(array.shape).view(_host.HostTensor)

    def encode(self, indices: np.ndarray) -> Any:
        """Indices as vectors of the size of the vocabulary."""
        depth = self.max_tokens if self.pad_to_max_tokens and self.max_tokens else self.vocabulary_size()
        if self.output_mode == "one_hot":
            rows = indices[..., 0] if indices.ndim and indices.shape[-1] == 1 else indices
            return np.eye(depth, dtype=np.int64)[rows].view(_host.HostTensor)
        flat = indices.reshape(1, -1) if indices.ndim < 2 else indices.reshape(-1, indices.shape[-1])
        out = np.zeros((len(flat), depth), np.int64)
        for row, values in zip(out, flat):
            np.add.at(row, values[values >= 0], 1)
        if self.output_mode == "multi_hot":
            out = np.minimum(out, 1)
        elif self.output_mode == "tf_idf":
            out = out.astype(np.float32) * self._words.weights
        shape = (depth,) if indices.ndim < 2 else (*indices.shape[:-1], depth)
        return out.reshape(shape).view(_host.HostTensor)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "max_tokens": self.max_tokens,
            "num_oov_indices": self.num_oov_indices,
            "mask_token": self.mask_token,
            "oov_token": self.oov_token,
            "vocabulary": [self._shown(token) for token in self._words.tokens] or None,
            "idf_weights": None if self._words.weights is None else self._words.weights.tolist(),
            "invert": self.invert,
            "output_mode": self.output_mode,
            "pad_to_max_tokens": self.pad_to_max_tokens,
        }


def batches_of(data: Any, steps: int | None) -> Iterable[Any]:
    """The batches of what `adapt` is given."""
    if hasattr(data, "_make"):
        return itertools.islice(data._make(), steps)
    if isinstance(data, (list, tuple, np.ndarray)) or hasattr(data, "__array__"):
        array = np.asarray(_host.tensor(data)).view(np.ndarray)
        return [array[:, None] if array.ndim == 1 else array]
    return itertools.islice(data, steps)


class StringLookup(_Lookup):
    """`tf.keras.layers.StringLookup`: strings to int64 indices (or vectors); `invert=True`: back."""

    def __init__(
        self,
        max_tokens: int | None = None,
        num_oov_indices: int = 1,
        mask_token: Any = None,
        oov_token: Any = "[UNK]",
        vocabulary: Any = None,
        idf_weights: Any = None,
        invert: bool = False,
        output_mode: str = "int",
        pad_to_max_tokens: bool = False,
        sparse: bool = False,
        encoding: str = "utf-8",
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        _ops.only("StringLookup", "encoding", encoding.lower(), "utf-8")
        super().__init__(
            max_tokens,
            num_oov_indices,
            mask_token,
            oov_token,
            vocabulary,
            idf_weights,
            invert,
            output_mode,
            pad_to_max_tokens,
            sparse,
            name=name,
            **kwargs,
        )


class IntegerLookup(_Lookup):
    """`tf.keras.layers.IntegerLookup`: integers to int64 indices (or vectors)."""

    _kind = int

    def __init__(
        self,
        max_tokens: int | None = None,
        num_oov_indices: int = 1,
        mask_token: Any = None,
        oov_token: int = -1,
        vocabulary: Any = None,
        vocabulary_dtype: str = "int64",
        idf_weights: Any = None,
        invert: bool = False,
        output_mode: str = "int",
        sparse: bool = False,
        pad_to_max_tokens: bool = False,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            max_tokens,
            num_oov_indices,
            mask_token,
            oov_token,
            vocabulary,
            idf_weights,
            invert,
            output_mode,
            pad_to_max_tokens,
            sparse,
            name=name,
            **kwargs,
        )


class TextVectorization(_HostLayer):
    """`tf.keras.layers.TextVectorization`: texts to int64 indices of words, or to vectors of the vocabulary's
    size."""

    def __init__(
        self,
        max_tokens: int | None = None,
        standardize: Any = "lower_and_strip_punctuation",
        split: Any = "whitespace",
        ngrams: Any = None,
        output_mode: str = "int",
        output_sequence_length: int | None = None,
        pad_to_max_tokens: bool = False,
        vocabulary: Any = None,
        idf_weights: Any = None,
        sparse: bool = False,
        ragged: bool = False,
        encoding: str = "utf-8",
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        kwargs.pop("vocabulary_size", None)
        _ops.only("TextVectorization", "encoding", encoding.lower(), "utf-8")
        super().__init__(name=name, **kwargs)
        if ragged:
            raise ValueError("`ragged=True` can only be used with the TensorFlow backend.")
        if output_mode not in ("int", "binary", "tf-idf") and output_sequence_length is not None:
            raise ValueError("`output_sequence_length` must not be set if `output_mode` is not 'int'.")
        for given, allowed in (
            (standardize, (None, "lower_and_strip_punctuation", "lower", "strip_punctuation")),
            (split, (None, "whitespace", "character")),
        ):
            if not callable(given) and given not in allowed:
                raise ValueError(f"Unknown value {given!r}: it must be one of {allowed} or a callable.")
        self._standardize, self._split, self._ngrams_given = standardize, split, ngrams
        self._ngrams = tuple(range(1, ngrams + 1)) if isinstance(ngrams, int) else ngrams
        self._length = output_sequence_length
        self._lookup = StringLookup(
            max_tokens, 1, "", "[UNK]", vocabulary, idf_weights, False, output_mode, pad_to_max_tokens, sparse
        )
        self._output_mode = self._lookup.output_mode

    @property
    def _lookup_layer(self) -> StringLookup:
        return self._lookup

    def _split_texts(self, inputs: Any) -> tuple[list[list[bytes]], tuple[int, ...]]:
        """The words of each text, and the shape of the texts."""
        array = np.asarray(_host.tensor(inputs)).view(np.ndarray)
        if array.dtype != object:
            raise TypeError(f"TextVectorization takes strings, got {array.dtype}.")
        if callable(self._standardize):
            got = self._standardize(array.view(_host.HostTensor))
            array = np.asarray(_host.tensor(got)).view(np.ndarray)
        if self._split is not None and array.ndim > 1:
            if array.shape[-1] != 1:
                raise ValueError(
                    "When using `TextVectorization` to tokenize strings, the input rank must be 1 or "
                    f"the last shape dimension must be 1. Received: inputs.shape={array.shape} with "
                    f"rank={array.ndim}"
                )
            array = array[..., 0]
        texts = [self._standardized(text) for text in array.reshape(-1).tolist()]
        if self._split is None:
            rows = (
                [texts]
                if array.ndim < 2
                else [texts[i : i + array.shape[-1]] for i in range(0, len(texts), array.shape[-1] or 1)]
            )
            shape = array.shape[:-1]
        else:
            rows, shape = [self._split_text(text) for text in texts], array.shape
        return [self._with_ngrams(row) for row in rows], shape

    def _standardized(self, text: bytes) -> bytes:
        how = self._standardize
        if how in ("lower", "lower_and_strip_punctuation"):
            text = text.lower()
        if how in ("strip_punctuation", "lower_and_strip_punctuation"):
            text = _PUNCTUATION.sub(b"", text)
        return text

    def _split_text(self, text: bytes) -> list[bytes]:
        if self._split == "whitespace":
            return text.split()
        if self._split == "character":
            return [character.encode() for character in text.decode("utf-8", "replace")]
        got = self._split(_host.tensor([text]))
        got = got[0] if np.ndim(got) > 1 or isinstance(got, list) and len(got) == 1 else got
        return np.asarray(_host.tensor(got)).view(np.ndarray).reshape(-1).tolist()

    def _with_ngrams(self, words: list[bytes]) -> list[bytes]:
        if self._ngrams is None:
            return words
        return [b" ".join(words[i : i + n]) for n in self._ngrams for i in range(len(words) - n + 1)]

    def adapt(self, data: Any, batch_size: int | None = None, steps: int | None = None) -> None:
        """Learns the vocabulary from a data set of batches of texts, an array or a list."""
        self.reset_state()
        for batch in batches_of(data, steps):
            self.update_state(batch)
        self.finalize_state()

    def update_state(self, data: Any) -> None:
        self._lookup.update_state(self._split_texts(data)[0])

    def finalize_state(self) -> None:
        self._lookup.finalize_state()

    def reset_state(self) -> None:
        self._lookup.reset_state()

    def get_vocabulary(self, include_special_tokens: bool = True) -> list[str]:
        return self._lookup.get_vocabulary(include_special_tokens)

    def vocabulary_size(self) -> int:
        return self._lookup.vocabulary_size()

    def set_vocabulary(self, vocabulary: Any, idf_weights: Any = None) -> None:
        self._lookup.set_vocabulary(vocabulary, idf_weights)

    def call(self, inputs: Any) -> Any:
        rows, shape = self._split_texts(inputs)
        indices = [self._lookup.lookup(row) for row in rows]
        if self._output_mode != "int":
            encoded = [np.asarray(self._lookup.encode(np.array(row, np.int64))) for row in indices]
            if self._output_mode == "one_hot":
                raise NotImplementedError("TextVectorization with output_mode='one_hot' is not in Labora.")
            return np.stack(encoded).reshape(*shape, -1).view(_host.HostTensor)
        length = max((len(row) for row in indices), default=0) if self._length is None else self._length
        out = np.zeros((len(indices), length), np.int64)
        for place, row in zip(out, indices):
            place[: min(len(row), length)] = row[:length]
        return out.reshape(*shape, length).view(_host.HostTensor)

    def get_config(self) -> dict[str, Any]:
        lookup = self._lookup.get_config()
        return {
            **super().get_config(),
            "max_tokens": lookup["max_tokens"],
            "standardize": self._standardize,
            "split": self._split,
            "ngrams": self._ngrams_given,
            "output_mode": self._output_mode,
            "output_sequence_length": self._length,
            "pad_to_max_tokens": lookup["pad_to_max_tokens"],
            "vocabulary": lookup["vocabulary"],
            "idf_weights": lookup["idf_weights"],
        }
