"""`tf.debugging`: assertions that raise `InvalidArgumentError` where values are known, and checks of
shapes.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from labora_tf import _host, _ops
from labora_tf._ops import arg, is_known
from labora_tf.errors import InvalidArgumentError

__all__ = (
    "Assert assert_all_finite assert_equal assert_greater assert_greater_equal assert_integer assert_less "
    "assert_less_equal assert_near assert_negative assert_non_negative assert_non_positive assert_none_equal "
    "assert_positive assert_proper_iterable assert_rank assert_rank_at_least assert_rank_in "
    "assert_same_float_dtype "
    "assert_scalar assert_shapes assert_type check_numerics disable_check_numerics "
    "disable_traceback_filtering "
    "enable_check_numerics enable_traceback_filtering get_log_device_placement is_numeric_tensor "
    "is_traceback_filtering_enabled set_log_device_placement"
).split()
_AT_ROOT = [name for name in __all__ if name.startswith(("assert_", "Assert"))] + [
    "check_numerics",
    "is_numeric_tensor",
]
_AT_ROOT += ["verify_tensor_all_finite"]


def _check(good: Any, message: Any, what: str, *values: Any, summarize: Any = None) -> None:
    """Raises if `good` is false; what a traced function does not know is not checked there."""
    if not is_known(good) or bool(np.all(np.asarray(good))):
        return
    shown = "; ".join(str(np.asarray(value).reshape(-1)[: summarize or 3].tolist()) for value in values)
    raise InvalidArgumentError(f"{message + '. ' if message else ''}{what} Values: {shown}")


def _pairwise(name: str, compare: Any, words: str) -> Any:
    def check(
        x: Any, y: Any, message: Any = None, summarize: Any = None, name: str | None = None, data: Any = None
    ) -> None:
        if not isinstance(x, (str, bytes)) and not isinstance(y, (str, bytes)):
            x, y = _ops.pair(x, y)
        else:
            x, y = arg(x), arg(y)
        if is_known(x, y):
            try:
                good = compare(np.asarray(x), np.asarray(y))
            except ValueError as error:
                raise InvalidArgumentError(str(error)) from None
            _check(good, message, f"Condition x {words} y did not hold.", x, y, summarize=summarize)

    return _ops.named(check, name, f"Raises InvalidArgumentError unless x {words} y, element by element.")


_module = sys.modules[__name__]
for _name, (_compare, _words) in {
    "assert_equal": (np.equal, "=="),
    "assert_greater": (np.greater, ">"),
    "assert_greater_equal": (np.greater_equal, ">="),
    "assert_less": (np.less, "<"),
    "assert_less_equal": (np.less_equal, "<="),
    "assert_none_equal": (np.not_equal, "!="),
}.items():
    setattr(_module, _name, _pairwise(_name, _compare, _words))


def _single(name: str, compare: Any, words: str) -> Any:
    def check(
        x: Any, message: Any = None, summarize: Any = None, name: str | None = None, data: Any = None
    ) -> None:
        x = arg(x)
        if is_known(x):
            _check(
                compare(np.asarray(x)), message, f"Condition x {words} did not hold.", x, summarize=summarize
            )

    return _ops.named(check, name, f"Raises InvalidArgumentError unless x {words}, element by element.")


for _name, (_compare, _words) in {
    "assert_negative": (lambda x: x < 0, "< 0"),
    "assert_positive": (lambda x: x > 0, "> 0"),
    "assert_non_negative": (lambda x: x >= 0, ">= 0"),
    "assert_non_positive": (lambda x: x <= 0, "<= 0"),
}.items():
    setattr(_module, _name, _single(_name, _compare, _words))


def assert_near(
    x: Any,
    y: Any,
    rtol: Any = None,
    atol: Any = None,
    message: Any = None,
    summarize: Any = None,
    name: Any = None,
) -> None:
    """|x - y| <= atol + rtol |y|; ten times the type's precision by default."""
    x, y = _ops.pair(x, y)
    if not is_known(x, y):
        return
    x, y = np.asarray(x), np.asarray(y)
    precision = 10 * (np.finfo(x.dtype).eps if x.dtype.kind == "f" else 1e-6)
    good = np.abs(x - y) <= (precision if atol is None else atol) + (
        precision if rtol is None else rtol
    ) * np.abs(y)
    _check(good, message, "x and y not equal to tolerance.", x, y, summarize=summarize)


def Assert(condition: Any, data: Any = (), summarize: Any = None, name: str | None = None) -> None:  # noqa: N802
    """Raises if the condition is false, with the data."""
    condition = arg(condition)
    if is_known(condition) and not bool(np.all(np.asarray(condition))):
        shown = ", ".join(str(np.asarray(value).tolist()) for value in data if is_known(value))
        raise InvalidArgumentError(
            f"Expected 'tf.Tensor({np.asarray(condition)})' to be true. Summarized data: {shown}"
        )


def _rank(x: Any) -> int:
    return len(x.shape) if hasattr(x, "shape") else np.ndim(x)


def assert_rank(x: Any, rank: Any, message: Any = None, name: str | None = None, **_: Any) -> None:
    """Raises ValueError unless `x` has this rank."""
    if _rank(x) != _ops.integer(rank):
        raise ValueError(
            f"{message or ''} Tensor {name or ''} must have rank {_ops.integer(rank)}. Received rank "
            f"{_rank(x)}, shape {tuple(np.shape(x))}"
        )


def assert_rank_at_least(x: Any, rank: Any, message: Any = None, name: str | None = None, **_: Any) -> None:
    if _rank(x) < _ops.integer(rank):
        raise ValueError(
            f"{message or ''} Tensor must have rank at least {_ops.integer(rank)}. Received rank {_rank(x)}"
        )


def assert_rank_in(x: Any, ranks: Any, message: Any = None, name: str | None = None, **_: Any) -> None:
    if _rank(x) not in [_ops.integer(rank) for rank in ranks]:
        raise ValueError(f"{message or ''} Tensor must have rank in {tuple(ranks)}. Received rank {_rank(x)}")


def assert_scalar(tensor: Any, name: str | None = None, message: Any = None) -> Any:
    """The tensor, if it is a scalar; else ValueError."""
    if _rank(tensor):
        raise ValueError(f"{message or ''}Expected scalar shape, saw shape: {tuple(np.shape(tensor))}.")
    return arg(tensor)


def assert_shapes(
    shapes: Any, data: Any = None, summarize: Any = None, message: Any = None, name: str | None = None
) -> None:
    """Shapes of numbers and letters: the same letter is the same size everywhere."""
    pairs = shapes.items() if hasattr(shapes, "items") else shapes
    sizes: dict[Any, int] = {}
    for tensor, wanted in pairs:
        tensor = tensor.deref() if hasattr(tensor, "deref") else tensor
        found = tuple(tensor.shape) if hasattr(tensor, "shape") else np.shape(tensor)
        wanted = tuple(wanted) if isinstance(wanted, (list, tuple, str)) else (wanted,)
        if "..." in wanted or Ellipsis in wanted:
            raise ValueError("tf.debugging.assert_shapes with '...' is not in Labora; name every axis")
        if len(found) != len(wanted):
            raise ValueError(f"{message or ''}: Tensor with shape {found} must have rank {len(wanted)}")
        for have, want in zip(found, wanted):
            if want in (None, "*", ".") or have is None:
                continue
            want = want if isinstance(want, int) else sizes.setdefault(want, have)
            if want != have:
                raise ValueError(
                    f"{message or ''}: Tensor with shape {found} does not have the sizes {wanted}"
                )


def assert_type(tensor: Any, tf_type: Any, message: Any = None, name: str | None = None) -> None:
    """TypeError unless the tensor has this type."""
    from labora_tf import _tensor, dtypes

    if not _tensor._same_type(arg(tensor).dtype, dtypes.as_dtype(tf_type)):
        raise TypeError(f"{message or ''}  tensor must be of type {tf_type!r}; got {arg(tensor).dtype}")


def assert_integer(x: Any, message: Any = None, name: str | None = None) -> None:
    if not _ops.is_int(arg(x)):
        raise TypeError(f'{message or ""}Expected "x" to be integer type.  Found: {arg(x).dtype}')


def assert_same_float_dtype(tensors: Any = None, dtype: Any = None) -> Any:
    """The common type of floats; ValueError if they differ."""
    from labora_tf import dtypes

    for tensor in tensors or ():
        found = dtypes.as_dtype(arg(tensor).dtype)
        dtype = dtypes.as_dtype(dtype) if dtype is not None else found
        if found != dtype:
            raise ValueError(f"Tensor conversion requested dtype {dtype.name} for a tensor of {found.name}")
    dtype = dtypes.float32 if dtype is None else dtype
    if not dtype.is_floating:
        raise ValueError(f"Expected floating point type, got {dtype}.")
    return dtype


def assert_proper_iterable(values: Any) -> None:
    if isinstance(values, (str, bytes, np.ndarray)) or not hasattr(values, "__iter__"):
        raise TypeError(f"Expected argument `values` to be a 'proper' iterable.  Found: {type(values)}")


def check_numerics(tensor: Any, message: str, name: str | None = None) -> Any:
    """The tensor; InvalidArgumentError if it holds NaN or infinity."""
    x = arg(tensor)
    if is_known(x):
        value = np.asarray(x)
        for found, words in ((np.isnan(value), "NaN"), (np.isinf(value), "Inf")):
            if np.any(found):
                raise InvalidArgumentError(f"{message} : Tensor had {words} values [Op:CheckNumerics]")
    return x


def assert_all_finite(
    x: Any = None, message: str = "", name: str | None = None, t: Any = None, msg: Any = None
) -> Any:
    return check_numerics(x if x is not None else t, message or msg or "")


verify_tensor_all_finite = assert_all_finite


def is_numeric_tensor(tensor: Any) -> bool:
    return (
        _host.is_tensor(tensor)
        and tensor.dtype.kind in "iufc"
        or _ops.is_array(tensor)
        and str(tensor.dtype) != "bool"
    )


def set_log_device_placement(enabled: bool) -> None:
    """Accepted; nothing is logged."""


def get_log_device_placement() -> bool:
    return False


def enable_traceback_filtering() -> None:
    """Accepted."""


def disable_traceback_filtering() -> None:
    """Accepted."""


def is_traceback_filtering_enabled() -> bool:
    return False


def enable_check_numerics(stack_height_limit: int = 30, path_length_limit: int = 50) -> None:
    from labora_tf.errors import NotInLabora

    raise NotInLabora(
        "tf.debugging.enable_check_numerics is not in Labora; check a tensor: tf.debugging.check_numerics"
    )


def disable_check_numerics() -> None:
    """Nothing is checked."""


def __getattr__(name: str) -> Any:
    from labora_tf import _names

    raise _names.missing("tf.debugging", name)
