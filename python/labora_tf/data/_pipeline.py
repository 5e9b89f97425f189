"""How each transformation iterates: generators over factories of iterators. Elements pass through
unchanged."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from labora_tf import _host, _nest, errors
from labora_tf.data import _random, _spec

Make = Callable[[], Iterator[Any]]

INFINITE, UNKNOWN = -1, -2


def close(iterator: Any) -> None:
    """Ends a generator, so that threads and files below it end."""
    end = getattr(iterator, "close", None)
    if end is not None:
        end()


class Source:
    """The input of a transformation that goes on after an error. `lost`: an error ended it, so that it does
    not give the elements after it."""

    def __init__(self, iterator: Iterator[Any]) -> None:
        self._iterator, self.lost = iterator, False

    def __iter__(self) -> Source:
        return self

    def __next__(self) -> Any:
        try:
            return next(self._iterator)
        except StopIteration:
            raise
        except Exception:
            self.lost = is_lost(self._iterator)
            raise


def is_lost(iterator: Any) -> bool:
    """Whether the error that an iterator just raised has ended it."""
    return getattr(iterator, "gi_frame", iterator) is None or getattr(iterator, "lost", False)


class Resumable:
    """A transformation that goes on after an error with the next element of its input, as TensorFlow's do."""

    def __init__(self, make: Make, transform: Callable[[Make], Iterator[Any]]) -> None:
        self._input, self._transform = make(), transform
        self._source = Source(self._input)
        self._begin()

    def _begin(self) -> None:
        source = self._source
        self._elements = self._transform(lambda: source)

    @property
    def lost(self) -> bool:
        return self._source.lost

    def __iter__(self) -> Resumable:
        return self

    def __next__(self) -> Any:
        try:
            return next(self._elements)
        except StopIteration:
            raise
        except Exception:
            self._begin()
            raise

    def close(self) -> None:
        close(self._elements)
        try:
            close(self._input)
        except ValueError:  # a thread that ends after this element is still in it
            pass


def resumable(make: Make, transform: Callable[[Make], Iterator[Any]]) -> Make:
    return lambda: Resumable(make, transform)


def apply(function: Callable[..., Any], element: Any) -> Any:
    """A function of the user with an element as arguments: tuples are unpacked, dicts are not."""
    if type(element) is tuple or (isinstance(element, tuple) and not hasattr(element, "_fields")):
        return _host.call(
            function, *[_own(part) if type(part) is not _host.HostTensor else part for part in element]
        )
    return _host.call(function, _own(element))


def _own(part: Any) -> Any:
    """A structure of the function's own, which may change its dicts."""
    return _nest.map_structure(lambda leaf: leaf, part) if _nest.is_nested(part) else part


def mapped(function: Callable[..., Any]) -> Callable[[Any], Any]:
    """The function of `map`: its result as an element."""

    def call(element: Any) -> Any:
        result = apply(function, element)
        if type(result) is _host.HostTensor:
            return result
        if type(result) is tuple and all([type(leaf) is _host.HostTensor for leaf in result]):
            return result
        return _spec.to_element(tuple(result) if type(result) is list else result)

    return call


def map_(make: Make, function: Callable[[Any], Any]) -> Iterator[Any]:
    for element in make():
        yield function(element)


def filter_(make: Make, predicate: Callable[..., Any]) -> Iterator[Any]:
    for element in make():
        keep = apply(predicate, element)
        if getattr(keep, "shape", ()) not in ((), (1,)):
            raise ValueError(
                "Invalid `predicate`. `predicate` must return a `tf.bool` scalar tensor, but it returned the "
                "shape "
                f"{tuple(keep.shape)}."
            )
        if keep:
            yield element


def take_while(make: Make, predicate: Callable[..., Any]) -> Iterator[Any]:
    for element in make():
        if not apply(predicate, element):
            return
        yield element


def shuffle(make: Make, size: int, seeds: tuple[int, int]) -> Iterator[Any]:
    """A buffer of `size` elements from which one is drawn at a time, as TensorFlow's kernel draws."""
    draw = _random.stream(*seeds).__next__
    iterator = make()
    buffer: list[Any] = list(itertools.islice(iterator, size))
    count, start = len(buffer), 0
    if count == size:
        for element in iterator:
            offset = (start + draw() % size) % size
            chosen = buffer[offset]
            buffer[offset] = buffer[start % size]
            buffer[start % size] = element
            start += 1
            yield chosen
    size = max(count, 1) if count < size else size
    while count:
        offset = (start + draw() % count) % size
        chosen = buffer[offset]
        buffer[offset] = buffer[start % size]
        buffer[start % size] = None
        start += 1
        count -= 1
        yield chosen


def repeat(make: Make, count: int | None) -> Iterator[Any]:
    """The elements `count` times; without end for None or -1, unless there are none."""
    rounds = itertools.count() if count is None or count < 0 else range(count)
    for _ in rounds:
        empty = True
        for element in make():
            empty = False
            yield element
        if empty and (count is None or count < 0):
            return


def take(make: Make, count: int) -> Iterator[Any]:
    if count == 0:
        return
    iterator = make()
    try:
        yield from iterator if count < 0 else itertools.islice(iterator, count)
    finally:
        close(iterator)


def skip(make: Make, count: int) -> Iterator[Any]:
    if count < 0:
        return
    iterator = make()
    for _ in itertools.islice(iterator, count):
        pass
    yield from iterator


def shard(make: Make, number: int, index: int) -> Iterator[Any]:
    return itertools.islice(make(), index, None, number)


def concatenate(first: Make, second: Make) -> Iterator[Any]:
    last: Any = None
    for last in first():
        yield last
    for element in second():
        if last is not None:
            _check_types(last, element)
            last = None
        yield element


def _check_types(first: Any, second: Any) -> None:
    """TypeError if two elements do not have the same structure and types."""
    for a, b in zip(_nest.flatten(first), _nest.flatten(second)):
        if getattr(a, "dtype", None) != getattr(b, "dtype", None):
            raise TypeError(
                "Incompatible types of input datasets: elements of "
                f"{_host.type_name(a.dtype)} and of {_host.type_name(b.dtype)}."
            )
    _nest.assert_same_structure(first, second)


def enumerate_(make: Make, start: int) -> Iterator[Any]:
    import numpy as np

    for index, element in enumerate(make(), start):
        yield _host.tensor(np.int64(index)), element


def zip_(makes: Any) -> Iterator[Any]:
    """Elements of the structure of `makes`; ends with the shortest."""
    iterators = [make() for make in _nest.flatten(makes)]
    plain = type(makes) is tuple and not any(_nest.is_nested(make) for make in makes)
    try:
        for elements in zip(*iterators):
            yield elements if plain else _nest.pack_sequence_as(makes, elements)
    finally:
        for iterator in iterators:
            close(iterator)


def flat_map(make: Make, function: Callable[[Any], Any]) -> Iterator[Any]:
    for element in make():
        inner = iter(_dataset(function(element), "flat_map")._make())
        try:
            yield from inner
        finally:
            close(inner)


def _dataset(value: Any, method: str) -> Any:
    if not hasattr(value, "_make"):
        raise TypeError(
            f"The `map_func` of `{method}` must return a `Dataset` object. Got {type(value).__name__}."
        )
    return value


def interleave(make: Make, function: Callable[[Any], Any], cycle: int, block: int) -> Iterator[Any]:
    """`block` elements of each of `cycle` open data sets in turn; a data set that ends gives its place to the
    next."""
    inputs, ended = make(), False
    slots: list[Any] = [None] * cycle
    position = taken = opened = 0
    try:
        while opened or not ended:
            slot = slots[position]
            if slot is None and not ended:
                try:
                    slots[position] = iter(_dataset(function(next(inputs)), "interleave")._make())
                    opened += 1
                    continue
                except StopIteration:
                    ended = True
            if slot is not None:
                try:
                    element = next(slot)
                except StopIteration:
                    slots[position] = None
                    opened -= 1
                else:
                    taken += 1
                    if taken == block:
                        position, taken = (position + 1) % cycle, 0
                    yield element
                    continue
            position, taken = (position + 1) % cycle, 0
    finally:
        for slot in slots:
            close(slot)
        close(inputs)


def scan(make: Make, state: Any, function: Callable[..., Any]) -> Iterator[Any]:
    for element in make():
        result = _host.call(function, state, element)
        if not isinstance(result, (tuple, list)) or len(result) != 2:
            raise TypeError("`scan_func` must return a pair comprising the new state and the output value.")
        new, output = result
        state = _checked_state(state, new, "scan")
        yield _spec.to_element(output)


def _checked_state(old: Any, new: Any, method: str) -> Any:
    new = _spec.to_element(new)
    for before, after in zip(_nest.flatten(old), _nest.flatten(new)):
        if getattr(before, "dtype", None) != getattr(after, "dtype", None):
            raise TypeError(
                f"The element types for the new state of `{method}` must match the initial state. Expected "
                f"{_host.type_name(before.dtype)}; got {_host.type_name(after.dtype)}."
            )
    return new


def reduce(make: Make, state: Any, function: Callable[..., Any]) -> Any:
    """The last state of `function(state, element)`."""
    state = _spec.to_element(state)
    iterator = make()
    for element in iterator:
        state = _checked_state(state, _host.call(function, state, element), "reduce")
    return state


def window(
    make: Make, size: int, shift: int, stride: int, drop: bool, wrap: Callable[..., Any]
) -> Iterator[Any]:
    """Windows of `size` elements, `stride` apart in the input, each `shift` later than the one before."""
    iterator = make()
    reach = (size - 1) * stride + 1
    buffer: list[Any] = []
    ended = False
    while True:
        while len(buffer) < reach and not ended:
            try:
                buffer.append(next(iterator))
            except StopIteration:
                ended = True
        if not buffer or (drop and len(buffer) < reach):
            return
        yield wrap(buffer[:reach:stride])
        if shift >= len(buffer):
            for _ in range(shift - len(buffer)):
                if next(iterator, _END) is _END:
                    ended = True
                    break
            buffer = []
        else:
            del buffer[:shift]


_END = object()


def unique(make: Make) -> Iterator[Any]:
    seen = set()
    for element in make():
        value = _host.tensor(element)
        key = (
            value.numpy() if value.dtype == object else (value.dtype.str, tuple(value.shape), value.tobytes())
        )
        if isinstance(key, object) and hasattr(key, "tolist"):
            key = tuple(key.reshape(-1).tolist())
        if key not in seen:
            seen.add(key)
            yield element


def group_by_window(
    make: Make, key: Callable[[Any], Any], reduce_: Callable[..., Any], size: Any, wrap: Any
) -> Any:
    """Groups of elements with the same key, given on as soon as they have `size(key)` elements."""
    groups: dict[int, list[Any]] = {}
    sizes: dict[int, int] = {}
    for element in make():
        k = int(apply(key, element))
        if k not in sizes:
            sizes[k] = int(_host.call(size, _int64(k)))
            if sizes[k] <= 0:
                raise errors.InvalidArgumentError(
                    f"Window size must be greater than zero, but got {sizes[k]}."
                )
        group = groups.setdefault(k, [])
        group.append(element)
        if len(group) == sizes[k]:
            del groups[k]
            yield from _dataset(_host.call(reduce_, _int64(k), wrap(group)), "group_by_window")._make()
            del sizes[k]
    for k, group in groups.items():
        yield from _dataset(_host.call(reduce_, _int64(k), wrap(group)), "group_by_window")._make()


def _int64(value: int) -> Any:
    import numpy as np

    return _host.tensor(np.int64(value))


def choose(makes: list[Make], choices: Make, stop_on_empty: bool) -> Iterator[Any]:
    """The next element of the data set that each choice names."""
    iterators: list[Any] = [make() for make in makes]
    alive = len(iterators)
    try:
        for choice in choices():
            index = int(choice)
            if not 0 <= index < len(iterators):
                raise errors.InvalidArgumentError(f"Selector index out of range: {index} >= {len(iterators)}")
            if iterators[index] is None:
                continue
            try:
                element = next(iterators[index])
            except StopIteration:
                iterators[index] = None
                alive -= 1
                if stop_on_empty or not alive:
                    return
                continue
            yield element
    finally:
        for iterator in iterators:
            close(iterator)
