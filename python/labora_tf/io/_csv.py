"""CSV of RFC 4180: `tf.io.decode_csv`, and the rows of files."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

import numpy as np

from labora_tf import _host, errors

_TYPES = {np.dtype(t) for t in (np.float32, np.float64, np.int32, np.int64, object)}


def _invalid(message: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, message)


def defaults_of(record_defaults: Any) -> list[tuple[np.dtype, Any]]:
    """The type and the default (None: required) of each column: from types, scalars, and vectors of at most
    one."""
    found = []
    for default in record_defaults:
        if hasattr(default, "as_numpy_dtype") or isinstance(default, (type, np.dtype)):
            dtype, value = _host.np_dtype(default), None
        else:
            array = _host.tensor(default)
            if array.ndim > 1 or array.size > 1:
                raise _invalid("Each record default should be at most rank 1, of at most one value")
            dtype = array.dtype
            value = array.reshape(-1)[0].numpy() if array.size else None
        if np.dtype(dtype) not in _TYPES:
            raise ValueError(f"A column cannot have the type {_host.type_name(dtype)}.")
        found.append((np.dtype(dtype), value))
    return found


def _reader(file: Any, delimiter: str, quotes: bool) -> Iterator[list[str]]:
    if len(delimiter) != 1:
        raise _invalid("field_delim should be only 1 char")
    style = csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE
    return csv.reader(file, delimiter=delimiter, quoting=style, quotechar='"', strict=True)


def rows(file: Any, delimiter: str = ",", quotes: bool = True) -> Iterator[list[str]]:
    """The rows of an open binary file; empty lines are skipped."""
    with io.TextIOWrapper(file, "utf-8", "surrogateescape", newline="") as text:
        try:
            yield from (row for row in _reader(text, delimiter, quotes) if row)
        except csv.Error as error:
            raise _invalid(f"Quote or delimiter misplaced in CSV: {error}") from None


def fields(record: str, delimiter: str, quotes: bool) -> list[str]:
    """The fields of one record."""
    marks = '"\r\n' if quotes else "\r\n"
    if not any(mark in record for mark in marks):
        return record.split(delimiter)
    found, place = [], 0
    while True:
        if quotes and record[place : place + 1] == '"':
            end = place + 1
            while (end := record.find('"', end)) >= 0 and record[end + 1 : end + 2] == '"':
                end += 2
            if end < 0:
                raise _invalid("Quoted field has to end with quote followed by delim or end")
            found.append(record[place + 1 : end].replace('""', '"'))
            end += 1
            if end < len(record) and record[end] != delimiter:
                raise _invalid("Quote inside a string has to be escaped by another quote")
        else:
            end = record.find(delimiter, place)
            end = len(record) if end < 0 else end
            found.append(record[place:end])
            if any(mark in found[-1] for mark in marks):
                raise _invalid("Unquoted fields cannot have quotes/CRLFs inside")
        if end >= len(record):
            return found
        place = end + 1


def _field(text: str, dtype: np.dtype, default: Any, na_value: str, column: int, record: str = "") -> Any:
    if text == "" or text == na_value:
        if default is None:
            raise _invalid(f"Field {column} is required but missing in record{record}!")
        return default
    if dtype == object:
        return text.encode("utf-8", "surrogateescape")
    try:
        return _host.number(text, dtype)
    except ValueError:
        kind = {"float32": "float", "float64": "double"}.get(dtype.name, dtype.name)
        raise _invalid(f"Field {column} in record{record} is not a valid {kind}: {text}") from None


def parse_row(row: list[str], defaults: list[tuple[np.dtype, Any]], na_value: str) -> list[Any]:
    """The fields of a row as scalar tensors."""
    if len(row) != len(defaults):
        raise _invalid(f"Expect {len(defaults)} fields but have {len(row)} in record")
    return [
        _host._scalar(_field(text, dtype, default, na_value, column), dtype)
        for column, (text, (dtype, default)) in enumerate(zip(row, defaults))
    ]


def decode_csv(
    records: Any,
    record_defaults: Any,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    select_cols: Any = None,
    name: str | None = None,
) -> list[Any]:
    """The columns of CSV records, each with the shape of `records` and the type of its default."""
    if len(field_delim) != 1:
        raise _invalid("field_delim should be only 1 char")
    strings = np.asarray(_host.tensor(records)).view(np.ndarray)
    defaults = defaults_of(record_defaults)
    out = [np.empty(strings.shape, dtype) for dtype, _ in defaults]
    flat = [column.reshape(-1) for column in out]
    for i, record in enumerate(strings.reshape(-1).tolist()):
        row = fields(record.decode("utf-8", "surrogateescape"), field_delim, use_quote_delim)
        if select_cols is not None:
            row = [row[int(c)] for c in select_cols if int(c) < len(row)]
        if len(row) != len(defaults):
            raise _invalid(f"Expect {len(defaults)} fields but have {len(row)} in record {i}")
        for column, (field, (dtype, default)) in enumerate(zip(row, defaults)):
            flat[column][i] = _field(field, dtype, default, na_value, column, f" {i}")
    return [column.view(_host.HostTensor) for column in out]


def _infer_type(values: list[str], na_value: str) -> np.dtype:
    """The narrowest of int32, int64, float32, float64 and string that takes all values."""
    for dtype in (np.int32, np.int64, np.float32, np.float64):
        try:
            for text in values:
                _field(text, np.dtype(dtype), 0, na_value, 0)
                if dtype is np.float32 and abs(float(text or 0)) > np.finfo(np.float32).max:
                    raise ValueError
        except (errors.InvalidArgumentError, ValueError):
            continue
        return np.dtype(dtype)
    return np.dtype(object)


def infer(
    names: list[str],
    column_names: Any,
    column_defaults: Any,
    select: Any,
    delimiter: str,
    quotes: bool,
    na_value: str,
    header: bool,
    number: int,
    compression: Any,
) -> tuple[list[str], list[Any], Any]:
    """The names, defaults and places of the columns of CSV files, as `make_csv_dataset` finds them."""
    from labora_tf.data import _readers

    sample: list[list[str]] = []
    for name in names:
        for place, row in enumerate(rows(_readers.open_file(name, compression), delimiter, quotes)):
            if place == 0 and header:
                if column_names is None:
                    column_names = row
                continue
            sample.append(row)
            if number is not None and len(sample) >= number:
                break
        if number is not None and len(sample) >= number:
            break
    if column_names is None:
        raise ValueError("Expected either `column_names` or a header in the files.")
    columns = list(column_names)
    chosen = None
    if select is not None:
        chosen = sorted(columns.index(c) if isinstance(c, str) else int(c) for c in select)
    places = list(range(len(columns))) if chosen is None else chosen
    if column_defaults is not None:
        defaults = list(column_defaults)
    else:
        types = [_infer_type([row[place] for row in sample], na_value) for place in places]
        defaults = [_host.tensor(np.zeros(1, t) if t != object else [b""]) for t in types]
    return [columns[place] for place in places], defaults, chosen
