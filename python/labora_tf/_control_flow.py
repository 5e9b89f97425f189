"""Loops, branches and calls of Python: `tf.cond`, `tf.while_loop`, `tf.map_fn`, `tf.print`, ... at the root.

Where values are known they are Python's; in a `tf.function` that is traced they become parts of its program.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from keras import ops

from labora_tf import dtypes, errors
from labora_tf._function import untraceable
from labora_tf._glue import control as _control
from labora_tf._host import HostTensor
from labora_tf._tensor import cast, convert_to_tensor
from labora_tf._tensor_array import TensorArray

__all__ = [
    "Assert",
    "TensorArray",
    "case",
    "cond",
    "foldl",
    "foldr",
    "map_fn",
    "numpy_function",
    "print",
    "py_func",
    "py_function",
    "scan",
    "switch_case",
    "vectorized_map",
    "while_loop",
]


def cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    name: str | None = None,
) -> Any:
    """`true_fn()` if the predicate is true, otherwise `false_fn()`."""
    if not callable(true_fn) or not callable(false_fn):
        raise TypeError("'true_fn' and 'false_fn' must be callable.")
    if _control.is_known(pred):
        return true_fn() if bool(pred) else false_fn()
    return _control.cond(pred, true_fn, false_fn)


def case(
    pred_fn_pairs: Any,
    default: Callable[[], Any] | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """The function of the first predicate that is true, or `default()`.

    Raises:
        InvalidArgumentError: `exclusive`, and several are true.
    """
    pairs = list(pred_fn_pairs.items() if isinstance(pred_fn_pairs, dict) else pred_fn_pairs)
    if default is None:
        default = pairs.pop()[1]
    if exclusive:
        known = [bool(predicate) for predicate, _ in pairs if _control.is_known(predicate)]
        if len(known) < len(pairs):
            untraceable("tf.case(exclusive=True) asks for the values of its predicates")
        if sum(known) > 1:
            raise errors.InvalidArgumentError(
                f"More than one condition evaluated as True but exclusive=True: {known}"
            )
    result = default
    for predicate, function in reversed(pairs):
        result = functools.partial(cond, predicate, function, result)
    return result()


def switch_case(
    branch_index: Any, branch_fns: Any, default: Callable[[], Any] | None = None, name: str | None = None
) -> Any:
    """The function of this number, or `default()` (the last one) for a number that has none."""
    pairs = branch_fns.items() if isinstance(branch_fns, dict) else enumerate(branch_fns)
    functions = {
        (entry[0] if isinstance(entry, tuple) else number): (entry[1] if isinstance(entry, tuple) else entry)
        for number, entry in pairs
    }
    default = functions[max(functions)] if default is None else default
    if _control.is_known(branch_index):
        return functions.get(int(branch_index), default)()
    return case([(ops.equal(branch_index, n), function) for n, function in functions.items()], default)


def _stops_gradients(function: Callable[..., Any]) -> Callable[..., Any]:
    """With `back_prop=False` no gradient flows through the results."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        results = function(*args, **kwargs)
        if signature.bind(*args, **kwargs).arguments.get("back_prop", True):
            return results
        return _control.map_nest(ops.stop_gradient, results)

    return call


@_stops_gradients
def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Sequence[Any],
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    maximum_iterations: Any = None,
    return_same_structure: bool = True,
    name: str | None = None,
) -> Any:
    """Calls `body` as long as `cond` is true, each with the loop's variables; gives their last values."""
    is_dict_or_tuple = isinstance(loop_vars, (list, tuple))
    values = tuple(loop_vars) if is_dict_or_tuple else (loop_vars,)
    if not _control.is_traced():
        values, count = _tensors(values), 0
        while (maximum_iterations is None or count < int(maximum_iterations)) and bool(cond(*values)):
            values, count = _as_tuple(body(*values), len(values)), count + 1
    else:
        values = _control.while_loop(
            cond, lambda *v: _as_tuple(body(*v), len(values)), _tensors(values), maximum_iterations
        )
    if not is_dict_or_tuple:
        return values[0]
    return type(loop_vars)(values) if type(loop_vars) in (list, tuple) else tuple(values)


def _as_tuple(results: Any, count: int) -> tuple[Any, ...]:
    if isinstance(results, (list, tuple)) and (count > 1 or len(results) == count):
        return tuple(results)
    return (results,)


def _tensors(nest: Any) -> Any:
    return _control.map_nest(convert_to_tensor, nest)


def _length(elems: Any) -> int:
    leaves = _control.leaves_of(elems)
    if not leaves:
        raise ValueError("elems must be a Tensor or a structure of them")
    return int(leaves[0].shape[0])


@_stops_gradients
def map_fn(
    fn: Callable[[Any], Any],
    elems: Any,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
    fn_output_signature: Any = None,
) -> Any:
    """`fn` of each element of the first axis, stacked."""
    if not _has_host(elems):
        elems = _tensors(elems)
    count = _length(elems)
    if not _control.is_traced() or _has_host(elems):
        return _stacked([fn(_element(elems, i)) for i in range(count)])
    return _control.scan(lambda _, element: ((), fn(element)), (), elems)[1]


def _has_host(elems: Any) -> bool:
    return any(isinstance(leaf, (HostTensor, np.ndarray)) for leaf in _control.leaves_of(elems))


def _element(elems: Any, i: int) -> Any:
    return _control.map_nest(lambda x: x[i], elems)


def _stacked(results: Sequence[Any]) -> Any:
    def stack(*parts: Any) -> Any:
        if all(isinstance(part, (HostTensor, np.generic)) for part in parts):
            return np.stack([np.asarray(part) for part in parts]).view(HostTensor)
        return ops.stack([convert_to_tensor(part) for part in parts])

    return _control.map_nest(stack, *results)


@_stops_gradients
def scan(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    """`fn(accumulated, element)` along the first axis; gives all that was accumulated, stacked."""
    elems = _tensors(elems)
    count = _length(elems)
    order = list(reversed(range(count)) if reverse else range(count))
    accumulated, results = initializer, []
    if initializer is None:
        accumulated = _element(elems, order.pop(0))
        results.append(accumulated)
    else:
        accumulated = _tensors(initializer)
    if _control.is_traced() and order:
        rest = _control.map_nest(
            lambda x: ops.stack([x[i] for i in order]) if count < 1 else _range(x, order), elems
        )
        _, more = _control.scan(lambda a, x: (_tensors(fn(a, x)),) * 2, accumulated, rest)
        stacked = (
            more
            if not results
            else _control.map_nest(
                lambda first, others: ops.concatenate([first[None], others]), results[0], more
            )
        )
        return _control.map_nest(lambda x: ops.flip(x, 0), stacked) if reverse else stacked
    for i in order:
        accumulated = fn(accumulated, _element(elems, i))
        results.append(accumulated)
    return _stacked(results[::-1] if reverse else results)


def _range(x: Any, order: Sequence[int]) -> Any:
    part = x[min(order) : max(order) + 1]
    return ops.flip(part, 0) if order[0] > order[-1] else part


@_stops_gradients
def foldl(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """`fn(accumulated, element)` along the first axis; gives what is accumulated at the end."""
    return _control.map_nest(lambda x: x[-1], scan(fn, elems, initializer))


@_stops_gradients
def foldr(
    fn: Callable[[Any, Any], Any],
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """As `foldl` from the last element to the first."""
    return _control.map_nest(lambda x: x[0], scan(fn, elems, initializer, reverse=True))


def vectorized_map(
    fn: Callable[[Any], Any], elems: Any, fallback_to_while_loop: bool = True, warn: bool = True
) -> Any:
    """`fn` of each element of the first axis, at once."""
    return _control.vectorized_map(fn, _tensors(elems))


def _call_python(func: Callable[..., Any], inp: Any, Tout: Any, to_argument: Callable[[Any], Any]) -> Any:
    inp = inp if isinstance(inp, (list, tuple)) else [inp]
    if any(not _control.is_known(value) for value in inp):
        untraceable("it calls a Python function by tf.py_function or tf.numpy_function")
        raise errors.NotInLabora("tf.py_function and tf.numpy_function need values that are known")
    results = func(*[to_argument(value) for value in inp])
    if not Tout and not isinstance(Tout, dtypes.DType):
        return results
    if isinstance(Tout, (list, tuple)):
        results = results if isinstance(results, (list, tuple)) else [results]
        return [_of_type(result, dtype) for result, dtype in zip(results, Tout)]
    return _of_type(results, Tout)


def _of_type(result: Any, dtype: Any) -> Any:
    if isinstance(result, (list, tuple, int, float, bool, str, bytes)):
        return convert_to_tensor(result, getattr(dtype, "dtype", dtype))
    return cast(convert_to_tensor(result), getattr(dtype, "dtype", dtype))


def py_function(
    func: Callable[..., Any] | None = None, inp: Any = None, Tout: Any = None, name: str | None = None
) -> Any:
    """Calls a Python function with tensors."""
    return _call_python(func, inp, Tout, lambda v: v if hasattr(v, "numpy") else convert_to_tensor(v))


def numpy_function(
    func: Callable[..., Any] | None = None,
    inp: Any = None,
    Tout: Any = None,
    stateful: bool = True,
    name: str | None = None,
) -> Any:
    """Calls a Python function with NumPy's arrays."""

    def argument(value: Any) -> Any:
        array = np.asarray(value)
        return array[()] if array.dtype == object and array.ndim == 0 else array

    return _call_python(func, inp, Tout, argument)


py_func = numpy_function


def _text(value: Any, summarize: int) -> str:
    """A value as TensorFlow prints it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_text(part, summarize)}" for key, part in value.items()) + "}"
    if isinstance(value, tuple):
        return "(" + ", ".join(_text(part, summarize) for part in value) + ")"
    if isinstance(value, list):
        return "[" + ", ".join(_text(part, summarize) for part in value) + "]"
    if not hasattr(value, "dtype"):
        return str(value)
    return _array_text(np.asarray(value), summarize)


def _array_text(array: np.ndarray, summarize: int) -> str:
    if array.ndim == 0:
        return _number_text(array[()])
    parts: list[str] = [_array_text(np.asarray(part), summarize) for part in _edges(array, summarize)]
    if 0 <= 2 * summarize < len(array):
        parts.insert(summarize, "...")
    separator = " " if array.ndim == 1 else "\n" * (array.ndim - 1) + " "
    return "[" + separator.join(parts) + "]"


def _edges(array: np.ndarray, summarize: int) -> list[Any]:
    if summarize < 0 or len(array) <= 2 * summarize:
        return list(array)
    return [*array[:summarize], *array[-summarize:]]


def _number_text(value: Any) -> str:
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    if isinstance(value, (bool, np.bool_)):
        return str(int(value))
    if isinstance(value, (float, np.floating)) or str(getattr(value, "dtype", "")) in ("bfloat16", "float16"):
        number = float(value)
        kind = str(getattr(value, "dtype", "float32"))
        short, long = f"{number:.6g}", f"{number:.{17 if kind == 'float64' else 9}g}"
        same = float(short) == number if kind == "float64" else np.float32(short) == np.float32(number)
        return short if same or number != number else long
    return str(value)


def print(*inputs: Any, **kwargs: Any) -> None:  # noqa: A001
    """Prints the values, each time that the program comes here; to standard error unless `output_stream` is
    given.
    """
    stream = kwargs.pop("output_stream", sys.stderr)
    end, separator, summarize = kwargs.pop("end", "\n"), kwargs.pop("sep", " "), kwargs.pop("summarize", 3)
    kwargs.pop("name", None)
    if kwargs:
        raise ValueError(f"Unrecognized keyword arguments for tf.print: {sorted(kwargs)}")
    summarize = -1 if summarize is None else summarize
    inputs = _control.map_nest(lambda x: x.value if hasattr(x, "assign_add") else x, inputs)
    leaves = _control.leaves_of(inputs)
    places = [i for i, leaf in enumerate(leaves) if not _control.is_known(leaf)]

    def show(*values: Any) -> None:
        known = list(leaves)
        for place, value in zip(places, values):
            known[place] = np.asarray(value)
        iterator = iter(known)
        filled = _control.map_nest(lambda _: next(iterator), inputs)
        text = separator.join(_text(value, summarize) for value in filled) + end
        if isinstance(stream, str):
            with open(stream.removeprefix("file://"), "a", encoding="utf-8") as file:
                file.write(text)
        elif callable(stream):
            stream(text.rstrip("\n"))
        else:
            # The stream that stands there now: notebooks exchange sys.stderr.
            now = (
                sys.stdout if stream is sys.__stdout__ else sys.stderr if stream is sys.__stderr__ else stream
            )
            now.write(text)

    _control.on_host(show, *[leaves[place] for place in places])


def Assert(
    condition: Any, data: Sequence[Any], summarize: int | None = None, name: str | None = None
) -> None:
    """Raises InvalidArgumentError with the data unless the condition is true."""

    def check(condition: Any, *values: Any) -> None:
        if not np.all(np.asarray(condition)):
            texts = " ".join(_text(value, summarize or 3) for value in values)
            raise errors.InvalidArgumentError(
                f"Expected 'tf.Tensor(False, shape=(), dtype=bool)' to be true. Summarized data: {texts}"
            )

    if _control.is_known(condition):
        check(condition, *[value if _control.is_known(value) else "?" for value in data])
    else:
        _control.on_host(check, condition, *[v for v in data if hasattr(v, "dtype")])
