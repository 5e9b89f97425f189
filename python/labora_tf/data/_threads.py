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
from labora_tf.data import _pipeline

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


class ParallelMap:
    """`function` of each element, in order. Threads are used if a call takes long enough that they pay; the
    first calls, from which that is judged, are made one after another. After an error the next element
    follows."""

    def __init__(self, function: Callable[[Any], Any], elements: Iterator[Any], workers: int) -> None:
        self._function, self._input, self._workers = function, elements, workers
        self._elements = _pipeline.Source(elements)
        self._trials, self._spent = 0, 0.0
        self._executor: concurrent.futures.ThreadPoolExecutor | None = None
        self._waiting: collections.deque[concurrent.futures.Future[Any]] = collections.deque()

    @property
    def lost(self) -> bool:
        return self._elements.lost

    def __iter__(self) -> ParallelMap:
        return self

    def __next__(self) -> Any:
        if self._trials < _TRIALS:
            element = next(self._elements)
            began = time.perf_counter()
            result = self._function(element)
            self._spent += time.perf_counter() - began
            self._trials += 1
            return result
        if self._workers < 2 or self._spent / _TRIALS < _SLOW:
            return self._function(next(self._elements))
        return self._of_threads()

    def _of_threads(self) -> Any:
        if self._executor is None:
            self._executor = concurrent.futures.ThreadPoolExecutor(self._workers, "tf.data map")
        while len(self._waiting) < 2 * self._workers:
            try:
                future = self._executor.submit(_host.call, self._function, next(self._elements))
            except StopIteration:
                break
            except Exception as error:  # after the results that come before it
                future = concurrent.futures.Future()
                future.set_exception(error)
            self._waiting.append(future)
        if not self._waiting:
            self.close()
            raise StopIteration
        return self._waiting.popleft().result()

    def close(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
            self._waiting.clear()
        _pipeline.close(self._input)

    def __del__(self) -> None:
        self.close()
