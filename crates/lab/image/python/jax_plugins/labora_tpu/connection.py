"""The connection by which the worker calls functions of this process, and tells the use of its memory."""

import collections
import itertools
import os
import queue
import socket
import struct
import threading
import traceback
import weakref


def authorization():
    return b"Bearer " + os.environ["LABORA_WORKER_TOKEN"].encode()


class Host:
    """The connection by which the worker calls functions of this process. `crates/worker/src/server/callbacks.rs` of
    Labora describes it."""

    # The one of the present client, and of its process: a fork has none.
    current = None
    lock = threading.Lock()
    # Functions whose program is gone may still be called by runs that were started before: so many are kept.
    RETIRED = 10_000

    @classmethod
    def get(cls):
        with cls.lock:
            if cls.current is None or cls.current.process != os.getpid() or not cls.current.is_open:
                cls.current = cls()
            return cls.current

    def __init__(self):
        address = os.environ["TPU_NAME"].partition("://")[2]
        try:
            if address.startswith("unix:"):
                self.socket = socket.socket(socket.AF_UNIX)
                self.socket.connect(address.removeprefix("unix:"))
            else:
                name, _, port = address.rpartition(":")
                self.socket = socket.create_connection((name.strip("[]"), int(port)))
                self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError as error:
            raise ConnectionError(f"the TPU at {address} is gone ({error}): restart the runtime") from error
        self.process, self.is_open, self.sending = os.getpid(), True, threading.Lock()
        self.functions, self.retired = {}, collections.deque()
        self.asking, self.told = threading.Lock(), queue.SimpleQueue()
        token = authorization()
        self.socket.sendall(b"LABORA CALLBACKS 1\n" + struct.pack("<I", len(token)) + token)
        self.stream = self.socket.makefile("rb")
        (first,) = struct.unpack("<Q", self.stream.read(8))
        if first == 0:
            raise RuntimeError("the worker refuses calls of functions: LABORA_WORKER_TOKEN is not its token")
        self.numbers = itertools.count(first)
        threading.Thread(target=self.receive, name="labora-callbacks", daemon=True).start()

    def add(self, function, keep):
        """The number of a function, which is kept as long as `keep`."""
        number = next(self.numbers)
        self.functions[number] = function
        weakref.finalize(keep, self.retire, number)
        return number

    def retire(self, number):
        self.retired.append(number)
        while len(self.retired) > self.RETIRED:
            self.functions.pop(self.retired.popleft(), None)

    def receive(self):
        try:
            while head := self.stream.read(24):
                call, number, size = struct.unpack("<QQQ", head)
                arguments = self.stream.read(size)
                if number == 0:
                    self.told.put(arguments)
                    continue
                # A function may wait for a program that calls another one.
                threading.Thread(target=self.answer, args=(call, number, arguments), daemon=True).start()
        except (OSError, struct.error):
            pass
        finally:
            self.is_open = False
            self.told.put(None)

    def answer(self, call, number, arguments):
        try:
            status, content = 0, self.functions[number](arguments)
        except BaseException:
            status, content = 1, traceback.format_exc().encode(errors="replace")[-60_000:]
        try:
            with self.sending:
                self.socket.sendall(struct.pack("<QBQ", call, status, len(content)) + content)
        except OSError:
            # The worker is gone: the client raises that.
            pass

    def memory_stats(self, device):
        """The use of a device's memory, as far as the worker counts it."""
        with self.asking:
            with self.sending:
                self.socket.sendall(struct.pack("<QBQ", device, 2, 0))
            told = self.told.get()
        if told is None:
            raise RuntimeError("the worker is gone")
        names = ("bytes_in_use", "peak_bytes_in_use", "bytes_limit", "num_allocs", "largest_alloc_size")
        stats = {name: number for name, number in zip(names, struct.unpack("<5q", told)) if number >= 0}
        return stats or None
