"""`tf.train.Example` and its parts: messages of features, in the format of protocol buffers."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Any

import numpy as np

from labora_tf import _wire
from labora_tf._wire import DecodeError


class _Message:
    """What all messages have."""

    def SerializeToString(self, deterministic: bool | None = None) -> bytes:
        """The message as bytes."""
        return self._encode()

    SerializePartialToString = SerializeToString

    @classmethod
    def FromString(cls, data: Any) -> Any:
        """The message of bytes; `DecodeError` if they are no such message."""
        message = cls()
        message.MergeFromString(data)
        return message

    def ParseFromString(self, data: Any) -> int:
        """Replaces this message by that of bytes, and returns their number."""
        self.Clear()
        return self.MergeFromString(data)

    def MergeFromString(self, data: Any) -> int:
        """Adds what the bytes say."""
        data = data.numpy() if hasattr(data, "numpy") else data
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'")
        data = bytes(data)
        self._decode(data)
        return len(data)

    def Clear(self) -> None:
        self.__init__()  # type: ignore[misc]

    def CopyFrom(self, other: Any) -> None:
        self.ParseFromString(other.SerializeToString())

    MergeFrom = lambda self, other: self.MergeFromString(other.SerializeToString())  # noqa: E731

    def ByteSize(self) -> int:
        return len(self._encode())

    def IsInitialized(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._text(0) == other._text(0)  # type: ignore[attr-defined]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return self._text(0)

    def _encode(self) -> bytes:
        raise NotImplementedError

    def _decode(self, data: bytes) -> None:
        raise NotImplementedError

    def _text(self, indent: int) -> str:
        raise NotImplementedError


def _block(name: str, body: str, indent: int) -> str:
    pad = "  " * indent
    return f"{pad}{name} {{\n{body}{pad}}}\n"


_ESCAPES = {9: "\\t", 10: "\\n", 13: "\\r", 34: '\\"', 39: "\\'", 92: "\\\\"}


def _quoted(data: bytes) -> str:
    """Bytes as the text format of protocol buffers writes them."""
    out = []
    for byte in data:
        out.append(_ESCAPES.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}"))
    return '"' + "".join(out) + '"'


def _float_text(value: float) -> str:
    """The shortest text of a float32."""
    if value != value or value in (float("inf"), float("-inf")):
        return str(value)
    text = str(np.float32(value))
    return text[:-2] if text.endswith(".0") and "e" not in text else text


class _List(_Message):
    """A list of values, `message.value`."""

    def __init__(self, value: Iterable[Any] | None = None) -> None:
        self.value = _Values(self._check)
        if value is not None:
            self.value.extend(value)

    @staticmethod
    def _check(value: Any) -> Any:
        raise NotImplementedError

    def _text(self, indent: int) -> str:
        pad = "  " * indent
        return "".join(f"{pad}value: {self._value_text(value)}\n" for value in self.value)

    _value_text = staticmethod(str)


class _Values(list):  # type: ignore[type-arg]
    """A repeated field: a list whose values are checked."""

    def __init__(self, check: Any) -> None:
        super().__init__()
        self._check = check

    def append(self, value: Any) -> None:
        super().append(self._check(value))

    def extend(self, values: Any) -> None:
        values = values.numpy() if hasattr(values, "numpy") else values
        values = values.tolist() if isinstance(values, np.ndarray) else values
        super().extend([self._check(value) for value in values])

    add = append

    def __setitem__(self, index: Any, value: Any) -> None:
        checked = [self._check(v) for v in value] if isinstance(index, slice) else self._check(value)
        super().__setitem__(index, checked)


class BytesList(_List):
    """`tf.train.BytesList(value=[b"..."])`."""

    @staticmethod
    def _check(value: Any) -> bytes:
        if isinstance(value, (bytes, bytearray, np.bytes_)):
            return bytes(value)
        raise TypeError(f"{value!r} has type {type(value).__name__}, but expected one of: bytes")

    def _encode(self) -> bytes:
        return b"".join([_wire.put_bytes(1, value) for value in self.value])

    def _decode(self, data: bytes) -> None:
        list.extend(self.value, bytes_values(data))

    _value_text = staticmethod(_quoted)


class FloatList(_List):
    """`tf.train.FloatList(value=[1.0])`: float32."""

    @staticmethod
    def _check(value: Any) -> float:
        if isinstance(value, (str, bytes)) or isinstance(value, (list, tuple)):
            raise TypeError(f"{value!r} has type {type(value).__name__}, but expected one of: int, float")
        try:
            number = float(value)
        except (TypeError, ValueError):
            raise TypeError(
                f"{value!r} has type {type(value).__name__}, but expected one of: int, float"
            ) from None
        with np.errstate(over="ignore"):
            return float(np.float32(number))

    def _encode(self) -> bytes:
        return _wire.put_bytes(1, _wire.put_floats(self.value)) if self.value else b""

    def _decode(self, data: bytes) -> None:
        list.extend(self.value, float_values(data).tolist())

    _value_text = staticmethod(_float_text)


class Int64List(_List):
    """`tf.train.Int64List(value=[1])`."""

    @staticmethod
    def _check(value: Any) -> int:
        if isinstance(value, (float, np.floating, str, bytes)) or not hasattr(value, "__index__"):
            if not (hasattr(value, "dtype") and np.ndim(value) == 0 and value.dtype.kind in "iub"):
                raise TypeError(f"{value!r} has type {type(value).__name__}, but expected one of: int")
        number = int(value)
        if not -(2**63) <= number < 2**63:
            raise ValueError(f"Value out of range: {number}")
        return number

    def _encode(self) -> bytes:
        return _wire.put_bytes(1, b"".join([_wire.put_varint(v) for v in self.value])) if self.value else b""

    def _decode(self, data: bytes) -> None:
        list.extend(self.value, int_values(data).tolist())


def bytes_values(data: bytes) -> list[bytes]:
    """The values of an encoded `BytesList`."""
    return [value for number, kind, value in _wire.fields(data) if number == 1 and kind == 2]


def float_values(data: bytes) -> np.ndarray:
    """The values of an encoded `FloatList`."""
    parts: list[bytes] = []
    for number, kind, value in _wire.fields(data):
        if number == 1 and kind in (2, 5):
            part = value if kind == 2 else struct.pack("<I", value)
            if len(part) % 4:
                raise DecodeError("Error parsing message: packed floats of odd size")
            parts.append(part)
    return np.frombuffer(parts[0] if len(parts) == 1 else b"".join(parts), "<f4")


def int_values(data: bytes) -> np.ndarray:
    """The values of an encoded `Int64List`."""
    parts = []
    for number, kind, value in _wire.fields(data):
        if number == 1 and kind == 2:
            parts.append(_wire.packed_varints(value))
        elif number == 1 and kind == 0:
            parts.append(np.array([_wire.signed(value)], np.int64))
    return parts[0] if len(parts) == 1 else np.concatenate([np.empty(0, np.int64), *parts])


_KINDS = ("bytes_list", "float_list", "int64_list")
_LISTS = {"bytes_list": BytesList, "float_list": FloatList, "int64_list": Int64List}


class Feature(_Message):
    """`tf.train.Feature(int64_list=tf.train.Int64List(value=[1]))`: one of three lists."""

    def __init__(self, bytes_list: Any = None, float_list: Any = None, int64_list: Any = None) -> None:
        self._kind: str | None = None
        self._lists: dict[str, Any] = {}
        for kind, value in zip(_KINDS, (bytes_list, float_list, int64_list)):
            if value is None:
                continue
            if not isinstance(value, _LISTS[kind]):
                if not isinstance(value, dict):
                    raise TypeError(
                        f"Parameter to initialize message field must be dict or instance of same class: "
                        f"expected "
                        f"{_LISTS[kind].__name__} got {type(value).__name__}."
                    )
                value = _LISTS[kind](**value)
            self._kind, self._lists = kind, {kind: value}

    def __getattr__(self, name: str) -> Any:
        if name not in _LISTS:
            raise AttributeError(name)
        # A list that is not set is empty; it becomes set when it is given values.
        if name not in self._lists:
            self._lists[name] = _LISTS[name]()
        return self._lists[name]

    def WhichOneof(self, group: str) -> str | None:
        """`feature.WhichOneof("kind")`: the name of the list that is set."""
        if self._kind is not None and self._lists.get(self._kind) is not None:
            others = [
                kind
                for kind in _KINDS
                if kind != self._kind and kind in self._lists and self._lists[kind].value
            ]
            return others[-1] if others else self._kind
        return next((kind for kind in _KINDS if kind in self._lists and self._lists[kind].value), None)

    def HasField(self, name: str) -> bool:
        return self.WhichOneof("kind") == name

    def _encode(self) -> bytes:
        kind = self.WhichOneof("kind")
        return b"" if kind is None else _wire.put_bytes(_KINDS.index(kind) + 1, self._lists[kind]._encode())

    def _decode(self, data: bytes) -> None:
        for number, wire, value in _wire.fields(data):
            if wire == 2 and 1 <= number <= 3:
                kind = _KINDS[number - 1]
                if self._kind != kind:
                    self._kind, self._lists = kind, {kind: _LISTS[kind]()}
                self._lists[kind]._decode(value)

    def _text(self, indent: int) -> str:
        kind = self.WhichOneof("kind")
        return "" if kind is None else _block(kind, self._lists[kind]._text(indent + 1), indent)


class _Map(dict):  # type: ignore[type-arg]
    """A map field: a missing key makes an empty message, as in protocol buffers."""

    def __init__(self, kind: Any) -> None:
        super().__init__()
        self._kind = kind

    def __missing__(self, key: str) -> Any:
        self[key] = value = self._kind()
        return value

    def get_or_create(self, key: str) -> Any:
        return self[key]


def _map_message(kind: Any, field: str, doc: str) -> Any:
    """A message with one map from strings to messages."""

    class MapMessage(_Message):
        def __init__(self, **maps: Any) -> None:
            entries = _Map(kind)
            setattr(self, field, entries)
            for name, values in maps.items():
                if name != field:
                    raise ValueError(f'Protocol message {type(self).__name__} has no "{name}" field.')
                for key, value in (values or {}).items():
                    if not isinstance(value, kind):
                        raise TypeError(
                            f"The value of {key!r} must be a {kind.__name__}, got {type(value).__name__}."
                        )
                    entries[key.decode() if isinstance(key, bytes) else key] = value

        def _encode(self) -> bytes:
            entries = getattr(self, field).items()
            return b"".join(
                _wire.put_bytes(1, _wire.put_bytes(1, key.encode()) + _wire.put_bytes(2, value._encode()))
                for key, value in entries
            )

        def _decode(self, data: bytes) -> None:
            for key, value in map_entries(data):
                message = kind()
                message._decode(value)
                getattr(self, field)[key.decode("utf-8", "replace")] = message

        def _text(self, indent: int) -> str:
            pad = "  " * (indent + 1)
            return "".join(
                _block(
                    field,
                    f"{pad}key: {_quoted(key.encode())}\n"
                    + _block("value", value._text(indent + 2), indent + 1),
                    indent,
                )
                for key, value in sorted(getattr(self, field).items())
            )

    MapMessage.__doc__ = doc
    return MapMessage


def map_entries(data: bytes) -> list[tuple[bytes, bytes]]:
    """Keys and encoded values of an encoded map, which is field 1."""
    entries = []
    for number, wire, entry in _wire.fields(data):
        if number != 1 or wire != 2:
            continue
        key = value = b""
        for inner, kind, part in _wire.fields(entry):
            if kind == 2 and inner == 1:
                key = part
            elif kind == 2 and inner == 2:
                value = part
        entries.append((key, value))
    return entries


class FeatureList(_Message):
    """`tf.train.FeatureList(feature=[...])`: the features of a sequence."""

    def __init__(self, feature: Any = None) -> None:
        self.feature = _Features(feature or [])

    def _encode(self) -> bytes:
        return b"".join(_wire.put_bytes(1, one._encode()) for one in self.feature)

    def _decode(self, data: bytes) -> None:
        for number, wire, value in _wire.fields(data):
            if number == 1 and wire == 2:
                self.feature.add()._decode(value)

    def _text(self, indent: int) -> str:
        return "".join(_block("feature", one._text(indent + 1), indent) for one in self.feature)


class _Features(list):  # type: ignore[type-arg]
    def add(self, **kwargs: Any) -> Feature:
        self.append(Feature(**kwargs))
        return self[-1]


Features = _map_message(Feature, "feature", '`tf.train.Features(feature={"label": tf.train.Feature(...)})`.')
FeatureLists = _map_message(FeatureList, "feature_list", "`tf.train.FeatureLists(feature_list={...})`.")
Features.__name__, FeatureLists.__name__ = "Features", "FeatureLists"


def _pair_message(parts: dict[str, Any], doc: str) -> Any:
    """A message whose fields 1, 2, ... are messages."""

    class PairMessage(_Message):
        def __init__(self, **values: Any) -> None:
            for name, kind in parts.items():
                value = values.pop(name, None)
                if value is not None and not isinstance(value, kind):
                    raise TypeError(f"`{name}` must be a {kind.__name__}, got {type(value).__name__}.")
                setattr(self, name, kind() if value is None else value)
            if values:
                raise ValueError(
                    f'Protocol message {type(self).__name__} has no "{next(iter(values))}" field.'
                )

        def _encode(self) -> bytes:
            out = b""
            for number, name in enumerate(parts, 1):
                body = getattr(self, name)._encode()
                out += _wire.put_bytes(number, body) if body else b""
            return out

        def _decode(self, data: bytes) -> None:
            names = list(parts)
            for number, wire, value in _wire.fields(data):
                if wire == 2 and number <= len(names):
                    getattr(self, names[number - 1])._decode(value)

        def _text(self, indent: int) -> str:
            bodies = [(name, getattr(self, name)._text(indent + 1)) for name in parts]
            return "".join(_block(name, body, indent) for name, body in bodies if body)

    PairMessage.__doc__ = doc
    return PairMessage


Example = _pair_message(
    {"features": Features}, "`tf.train.Example(features=tf.train.Features(feature={...}))`."
)
SequenceExample = _pair_message(
    {"context": Features, "feature_lists": FeatureLists},
    "`tf.train.SequenceExample(context=..., feature_lists=...)`.",
)
Example.__name__, SequenceExample.__name__ = "Example", "SequenceExample"

__all__ = [
    "BytesList",
    "DecodeError",
    "Example",
    "Feature",
    "FeatureList",
    "FeatureLists",
    "Features",
    "FloatList",
    "Int64List",
    "SequenceExample",
]
