"""`tf.strings`: text as tensors of `bytes`, on the host."""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from labora_tf import _host, _ops
from labora_tf._host import HostTensor
from labora_tf._ops import arg, host, integer
from labora_tf.errors import InvalidArgumentError, NotInLabora

__all__ = (
    "as_string bytes_split format join length lower ngrams reduce_join regex_full_match regex_replace "
    "split strip "
    "substr to_hash_bucket to_hash_bucket_fast to_number unicode_decode unicode_encode unicode_transcode "
    "upper "
    "unsorted_segment_join unicode_split to_hash_bucket_strong"
).split()
# Names of TensorFlow 1 at the root.
_AT_ROOT = (
    "as_string string_join reduce_join regex_replace string_split string_strip string_to_number substr "
    "string_to_hash_bucket string_to_hash_bucket_fast decode_base64 encode_base64"
).split()


def _text(value: Any) -> HostTensor:
    value = _host.tensor(value)
    if value.dtype != object:
        raise InvalidArgumentError(f"expected a tensor of strings, got {_host.type_name(value.dtype)}")
    return value


def _each(value: Any, function: Callable[[bytes], Any], dtype: Any = object) -> HostTensor:
    """`function` of every string."""
    text = _text(value)
    out = np.empty(tuple(text.shape), dtype)
    flat = out.reshape(-1)
    for i, one in enumerate(text.view(np.ndarray).reshape(-1).tolist()):
        flat[i] = function(one)
    return out.view(HostTensor)


def _decoded(function: Callable[[str], str]) -> Callable[[bytes], bytes]:
    return lambda one: function(one.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")


_ASCII_UPPER, _ASCII_LOWER = bytes.upper, bytes.lower


def lower(input: Any, encoding: str = "", name: str | None = None) -> Any:  # noqa: A002
    """Small letters; of all alphabets with encoding='utf-8'."""
    return _each(input, _decoded(str.lower) if encoding == "utf-8" else _ASCII_LOWER)


def upper(input: Any, encoding: str = "", name: str | None = None) -> Any:  # noqa: A002
    """Capital letters."""
    return _each(input, _decoded(str.upper) if encoding == "utf-8" else _ASCII_UPPER)


def strip(input: Any, name: str | None = None) -> Any:  # noqa: A002
    """Without white space at both ends."""
    return _each(input, bytes.strip)


def length(input: Any, unit: str = "BYTE", name: str | None = None) -> Any:  # noqa: A002
    """Bytes, or characters with unit='UTF8_CHAR'."""
    if unit == "UTF8_CHAR":
        return _each(input, lambda one: len(one.decode("utf-8", "replace")), np.int32)
    if unit != "BYTE":
        raise ValueError(f"unit must be 'BYTE' or 'UTF8_CHAR', not {unit!r}")
    return _each(input, len, np.int32)


def substr(input: Any, pos: Any, len: Any, unit: str = "BYTE", name: str | None = None) -> Any:  # noqa: A002
    """`len` bytes (or characters) from `pos` on; a negative `pos` counts from the end."""
    text, starts, counts = np.broadcast_arrays(_text(input), np.asarray(pos), np.asarray(len))
    out = np.empty(text.shape, object)
    for place in np.ndindex(*text.shape):
        one, start, count = text[place], int(starts[place]), int(counts[place])
        whole: Any = one.decode("utf-8", "surrogateescape") if unit == "UTF8_CHAR" else one
        size = whole.__len__()
        if start > size or start < -size:
            raise InvalidArgumentError(f"pos {start} out of range for string {one!r} at index {place}")
        begin = start if start >= 0 else size + start
        part = whole[begin : begin + max(count, 0)]
        out[place] = part.encode("utf-8", "surrogateescape") if unit == "UTF8_CHAR" else part
    return out.view(HostTensor)


@functools.lru_cache(maxsize=256)
def _pattern(pattern: bytes) -> Any:
    # RE2's \z is the end of the text.
    return re.compile(
        pattern.decode("utf-8", "surrogateescape").replace(r"\z", r"\Z").replace(r"\pP", r"[^\w\s]")
    )


def _bytes(value: Any) -> bytes:
    value = _host.tensor(value)
    return value.numpy() if not value.ndim else bytes(value)


def regex_replace(
    input: Any,
    pattern: Any,
    rewrite: Any,
    replace_global: bool = True,
    name: str | None = None,  # noqa: A002
) -> Any:
    r"""Every match (or the first one) replaced; `\1` is a group of the match."""
    compiled = _pattern(_bytes(pattern))
    new = _bytes(rewrite).decode("utf-8", "surrogateescape")
    new = re.sub(r"\\0", r"\\g<0>", new)
    return _each(input, _decoded(lambda text: compiled.sub(new, text, count=0 if replace_global else 1)))


def regex_full_match(input: Any, pattern: Any, name: str | None = None) -> Any:  # noqa: A002
    """Whether the whole string matches."""
    compiled = _pattern(_bytes(pattern))
    return _each(input, lambda one: bool(compiled.fullmatch(one.decode("utf-8", "surrogateescape"))), bool)


def to_number(
    input: Any, out_type: Any = "float32", name: str | None = None, string_tensor: Any = None
) -> Any:  # noqa: A002
    """The numbers that the strings say."""
    kind = _host.np_dtype(out_type)

    def convert(one: bytes) -> Any:
        try:
            return _host.number(one, kind)
        except ValueError:
            raise InvalidArgumentError(
                f"StringToNumberOp could not correctly convert string: {one.decode('utf-8', 'replace')}"
            ) from None

    return _each(input if string_tensor is None else string_tensor, convert, kind)


def as_string(
    input: Any,  # noqa: A002
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = "",
    name: str | None = None,
) -> Any:
    """Numbers as text, with C's formats."""
    x = np.asarray(arg(input))
    if x.dtype == object:
        return x.view(HostTensor)
    places = "" if precision < 0 else f".{precision}"
    size = "" if width < 0 else str(width)
    if x.dtype.kind in "fV" or x.dtype.name == "bfloat16":
        form = f"%{fill}{size}{places}{'e' if scientific else 'g' if shortest else 'f'}"
    else:
        form = f"%{fill}{size}d"
    out = np.empty(x.shape, object)
    for place in np.ndindex(*x.shape):
        value = x[place]
        if x.dtype == bool:
            out[place] = b"true" if value else b"false"
        else:
            out[place] = (form % value.item()).encode() if hasattr(value, "item") else (form % value).encode()
    return out.view(HostTensor)


def join(inputs: Any, separator: Any = "", name: str | None = None) -> Any:
    """Strings of several tensors put together, element by element."""
    parts = np.broadcast_arrays(*(_text(one) for one in inputs))
    between = _bytes(separator)
    out = np.empty(parts[0].shape, object)
    for place in np.ndindex(*parts[0].shape):
        out[place] = between.join(part[place] for part in parts)
    return out.view(HostTensor)


def reduce_join(
    inputs: Any,
    axis: Any = None,
    keepdims: bool = False,
    separator: Any = "",
    name: str | None = None,
    **others: Any,
) -> Any:
    """Strings along axes put together."""
    axis = _ops.old(axis, others, "reduction_indices")
    keepdims = _ops.old(keepdims, others, "keep_dims")
    _ops.no_more("reduce_join", others)
    text, between = _text(inputs).view(np.ndarray), _bytes(separator)
    axes = tuple(range(text.ndim)) if axis is None else np.atleast_1d(np.asarray(axis)).tolist()
    axes = [one % text.ndim for one in axes] if text.ndim else []
    rest = [one for one in range(text.ndim) if one not in axes]
    moved = np.transpose(text, rest + list(axes))
    shape = moved.shape[: len(rest)]
    out = np.empty(shape, object)
    for place in np.ndindex(*shape):
        out[place] = between.join(np.atleast_1d(np.asarray(moved[place], object)).reshape(-1).tolist())
    if keepdims:
        out = out.reshape([1 if one in axes else size for one, size in enumerate(text.shape)])
    return out.view(HostTensor)


def split(
    input: Any,  # noqa: A002
    sep: Any = None,
    maxsplit: int = -1,
    name: str | None = None,
    source: Any = None,
    result_type: Any = None,
) -> Any:
    """The parts of one string. Of several strings with the same number of parts, a matrix; else an error."""
    text = _text(input if source is None else source)
    between = None if sep is None or _bytes(sep) == b"" else _bytes(sep)
    rows = [one.split(between, maxsplit) for one in text.view(np.ndarray).reshape(-1).tolist()]
    return _rows(rows, text, "tf.strings.split")


def _rows(rows: list[list[bytes]], text: HostTensor, function: str) -> HostTensor:
    if not text.ndim:
        return _list(rows[0])
    if len({len(row) for row in rows}) > 1:
        raise NotInLabora(
            f"{function} of strings with different numbers of parts gives a RaggedTensor, which is not in "
            "Labora; "
            "split each string for itself: dataset.map before dataset.batch"
        )
    out = np.empty((len(rows), len(rows[0]) if rows else 0), object)
    for i, row in enumerate(rows):
        out[i] = row
    return out.reshape(*text.shape, -1).view(HostTensor)


def _list(values: list[bytes]) -> HostTensor:
    out = np.empty(len(values), object)
    out[:] = values
    return out.view(HostTensor)


def bytes_split(input: Any, name: str | None = None) -> Any:  # noqa: A002
    """The single bytes."""
    text = _text(input)
    rows = [[one[i : i + 1] for i in range(len(one))] for one in text.view(np.ndarray).reshape(-1).tolist()]
    return _rows(rows, text, "tf.strings.bytes_split")


_CONTROL = re.compile("[\x00-\x1f]")


def _text_of(value: bytes, encoding: str, errors: str, replacement: int) -> str:
    """The text of bytes; what is not of the encoding is replaced, left out or an error."""
    if errors not in ("replace", "ignore", "strict"):
        raise ValueError(f"errors={errors!r} is not 'strict', 'replace' or 'ignore'")
    try:
        text = value.decode(encoding.lower(), errors)
    except UnicodeDecodeError as error:
        raise InvalidArgumentError(f"Invalid formatting on input string: {error}") from None
    return text if replacement == 65533 else text.replace("\ufffd", chr(replacement))


def _character(code: int, errors: str, replacement: int) -> str:
    """The character of a code point, where it is one."""
    if 0 <= code < 0xD800 or 0xDFFF < code < 0x110000:
        return chr(code)
    if errors == "strict":
        raise InvalidArgumentError(f"Code point is out of range for Unicode, or a noncharacter: {code}")
    return "" if errors == "ignore" else chr(replacement)


def unicode_split(
    input: Any,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    name: str | None = None,  # noqa: A002
) -> Any:
    """The single characters."""
    text = _text(input)
    encoding = input_encoding.lower()
    rows = [
        [char.encode(encoding) for char in _text_of(one, encoding, errors, replacement_char)]
        for one in text.view(np.ndarray).reshape(-1).tolist()
    ]
    return _rows(rows, text, "tf.strings.unicode_split")


def unicode_decode(
    input: Any,  # noqa: A002
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Any:
    """The code points of one string, or of several with as many characters."""
    text = _text(input)
    rows = [
        [
            replacement_char if replace_control_characters and _CONTROL.match(char) else ord(char)
            for char in _text_of(one, input_encoding, errors, replacement_char)
        ]
        for one in text.view(np.ndarray).reshape(-1).tolist()
    ]
    if not text.ndim:
        return host(rows[0], np.int32)
    if len({len(row) for row in rows}) > 1:
        raise NotInLabora(
            "tf.strings.unicode_decode of strings of different lengths gives a RaggedTensor, which is not "
            "in Labora; decode each string for itself"
        )
    return host(rows, np.int32)


def unicode_encode(
    input: Any,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    name: str | None = None,  # noqa: A002
) -> Any:
    """Strings of code points along the last axis."""
    codes = np.asarray(arg(input))
    out = np.empty(codes.shape[:-1], object)
    for place in np.ndindex(*codes.shape[:-1]):
        characters = (_character(int(code), errors, replacement_char) for code in codes[place])
        out[place] = "".join(characters).encode(output_encoding.lower())
    return out.view(HostTensor)


def unicode_transcode(
    input: Any,
    input_encoding: str,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,  # noqa: A002
) -> Any:
    """The same text in another encoding."""
    codec = {"UTF-8": "utf-8", "UTF-16-BE": "utf-16-be", "UTF-32-BE": "utf-32-be"}

    def transcoded(one: bytes) -> bytes:
        text = _text_of(one, input_encoding, errors, replacement_char)
        if replace_control_characters:
            text = _CONTROL.sub(chr(replacement_char), text)
        return text.encode(codec[output_encoding])

    return _each(input, transcoded)


def ngrams(
    data: Any,
    ngram_width: Any,
    separator: str = " ",
    pad_values: Any = None,
    padding_width: Any = None,
    preserve_short_sequences: bool = False,
    name: str | None = None,
) -> Any:
    """Runs of `ngram_width` strings along the last axis."""
    text = _text(data).view(np.ndarray)
    widths = [
        integer(one) for one in (ngram_width if isinstance(ngram_width, (list, tuple)) else [ngram_width])
    ]
    between, out = separator.encode(), []
    for row in text.reshape(-1, text.shape[-1]).tolist():
        grams = []
        for width in widths:
            if pad_values is not None:
                left, right = (
                    pad_values if isinstance(pad_values, (list, tuple)) else (pad_values, pad_values)
                )
                count = width - 1 if padding_width is None else min(width - 1, padding_width)
                row_ = [left.encode()] * count + row + [right.encode()] * count
            else:
                row_ = row
            grams += [between.join(row_[i : i + width]) for i in range(len(row_) - width + 1)]
        out.append(grams or ([between.join(row)] if preserve_short_sequences else []))
    return _rows(out, host(np.empty(text.shape[:-1], object)), "tf.strings.ngrams")


def _fingerprint(one: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(one, digest_size=8).digest(), "little")


def to_hash_bucket_fast(input: Any, num_buckets: Any, name: str | None = None) -> Any:  # noqa: A002
    """A number below `num_buckets` for each string: always the same, but another one than TensorFlow's."""
    count = integer(num_buckets)
    return _each(input, lambda one: _fingerprint(one) % count, np.int64)


def to_hash_bucket(input: Any, num_buckets: Any, name: str | None = None) -> Any:  # noqa: A002
    return to_hash_bucket_fast(input, num_buckets)


def to_hash_bucket_strong(input: Any, num_buckets: Any, key: Any, name: str | None = None) -> Any:  # noqa: A002
    count, secret = integer(num_buckets), b"".join(int(one).to_bytes(8, "little") for one in key)
    return _each(
        input,
        lambda one: (
            int.from_bytes(hashlib.blake2b(one, digest_size=8, key=secret).digest(), "little") % count
        ),
        np.int64,
    )


def format(
    template: str, inputs: Any, placeholder: str = "{}", summarize: int = 3, name: str | None = None
) -> Any:  # noqa: A001
    """The template with tensors put in."""
    parts = inputs if isinstance(inputs, (list, tuple)) else [inputs]
    out = template
    for part in parts:
        value = _host.tensor(np.asarray(arg(part)))
        plain = value.view(np.ndarray)
        if not value.ndim:
            text = f'"{plain[()].decode()}"' if value.dtype == object else str(plain[()])
        else:
            text = np.array2string(plain, separator=" ", threshold=2 * summarize, edgeitems=summarize)
        out = out.replace(placeholder, text, 1)
    return _host.tensor(out)


def unsorted_segment_join(
    inputs: Any, segment_ids: Any, num_segments: Any, separator: str = "", name: str | None = None
) -> Any:
    """Strings of the same segment put together."""
    groups: list[list[bytes]] = [[] for _ in range(integer(num_segments))]
    for one, place in zip(_text(inputs).reshape(-1).tolist(), np.asarray(segment_ids).reshape(-1).tolist()):
        if place >= 0:
            groups[place].append(one)
    return _list([separator.encode().join(group) for group in groups])


def encode_base64(input: Any, pad: bool = False, name: str | None = None) -> Any:  # noqa: A002
    """Base64 of URLs, without padding unless wanted."""
    import base64

    return _each(
        input,
        lambda one: base64.urlsafe_b64encode(one) if pad else base64.urlsafe_b64encode(one).rstrip(b"="),
    )


def decode_base64(input: Any, name: str | None = None) -> Any:  # noqa: A002
    import base64

    return _each(input, lambda one: base64.urlsafe_b64decode(one + b"=" * (-len(one) % 4)))


string_join, string_strip, string_to_number = join, strip, to_number
string_to_hash_bucket, string_to_hash_bucket_fast = to_hash_bucket, to_hash_bucket_fast


def string_split(source: Any, delimiter: Any = " ", skip_empty: bool = True, **_: Any) -> Any:
    raise NotInLabora(
        "tf.string_split gives a SparseTensor; here: tf.strings.split(one_string, sep), which gives the parts"
    )


def __getattr__(name: str) -> Any:
    from labora_tf import _names

    raise _names.missing("tf.strings", name)
