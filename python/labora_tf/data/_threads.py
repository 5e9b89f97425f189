"""Work ahead of the consumer: `prefetch` and parallel calls, in order, ended when the consumer leaves."""

from __future__ import annotations

import collections
import concurrent.futures
import os
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

from labora_tf import _host

_SLOW = 0.0005  # seconds a call from which threads pay
_TRIALS = 8


class _Buffer:
    """A queue of elements with a place for the error that ended the input."""

    def __init__(self, size: int) -> None:
        self.items: collections.deque[Any] = collections.deque()
        self.size = size
        self.ready = threading.Condition()
        self.closed = False
        self.done = False
        self.error: BaseException | None = None


def _fill(buffer: _Buffer, make: Callable[[], Iterator[Any]]) -> None:
    iterator: Any = None
    try:
        iterator = make()
        for item in iterator:
            with buffer.ready:
                while len(buffer.items) >= buffer.size and not buffer.closed:
                    buffer.ready.wait()
                if buffer.closed:
                    return
                buffer.items.append(item)
                buffer.ready.notify_all()
            item = None
    except BaseException as error:
        buffer.error = error
    finally:
        close = getattr(iterator, "close", None)
        if close is not None:
            close()
        with buffer.ready:
            buffer.done = True
            buffer.ready.notify_all()


def prefetch(make: Callable[[], Iterator[Any]], size: int) -> Iterator[Any]:
    """The elements of `make()`, computed by a thread up to `size` elements ahead."""
    buffer = _Buffer(size)
    thread = threading.Thread(target=_fill, args=(buffer, make), name="tf.data prefetch", daemon=True)
    thread.start()
    try:
        while True:
            with buffer.ready:
                while not buffer.items and not buffer.done:
                    buffer.ready.wait()
                if not buffer.items:
                    break
                item = buffer.items.popleft()
                buffer.ready.notify_all()
            yield item
            item = None
        if buffer.error is not None:
            raise buffer.error
    finally:
        with buffer.ready:
            buffer.closed = True
            buffer.items.clear()
            buffer.ready.notify_all()
        if threading.current_thread() is not thread:
            thread.join(timeout=1.0)


def processors() -> int:
    """Processors of this process."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def parallel_map(function: Callable[[Any], Any], elements: Iterator[Any], workers: int) -> Iterator[Any]:
    """`function` of each element, in order. Threads are used if a call takes long enough that they pay; the
    first
    calls, from which that is judged, are made one after another."""
    trials = 0
    spent = 0.0
    for element in elements:
        began_call = time.perf_counter()
        result = function(element)
        spent += time.perf_counter() - began_call
        trials += 1
        yield result
        if trials == _TRIALS:
            break
    if trials < _TRIALS:
        return
    if workers < 2 or spent / trials < _SLOW:
        for element in elements:
            yield function(element)
        return
    yield from _in_threads(function, elements, workers)


def _in_threads(function: Callable[[Any], Any], elements: Iterator[Any], workers: int) -> Iterator[Any]:
    executor = concurrent.futures.ThreadPoolExecutor(workers, thread_name_prefix="tf.data map")
    waiting: collections.deque[concurrent.futures.Future[Any]] = collections.deque()
    failure: BaseException | None = None
    try:
        while True:
            while failure is None and len(waiting) < 2 * workers:
                try:
                    element = next(elements)
                except StopIteration:
                    failure = StopIteration()
                except BaseException as error:  # after the results that come before it
                    failure = error
                else:
                    waiting.append(executor.submit(_host.call, function, element))
            if not waiting:
                break
            yield waiting.popleft().result()
        if failure is not None and not isinstance(failure, StopIteration):
            raise failure
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
