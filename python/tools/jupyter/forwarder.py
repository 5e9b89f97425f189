"""A connection that can be cut: a program at a port of its own that forwards to another one."""

import contextlib
import socket
import threading


class Forwarder:
    """Forwards connections to an address of this machine, until it is cut."""

    def __init__(self, port):
        self.target = ("127.0.0.1", port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.is_cut = False
        self.open = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        """Ends all connections, and refuses others until `mend`."""
        self.is_cut = True
        for one in list(self.open):
            # Another thread may have closed it.
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def mend(self):
        """Forwards again."""
        self.is_cut = False

    def _accept(self):
        while True:
            near, _ = self.listener.accept()
            if self.is_cut:
                near.close()
                continue
            far = socket.create_connection(self.target)
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._copy, args=(source, sink), daemon=True).start()

    def _copy(self, source, sink):
        self.open.add(source)
        with contextlib.suppress(OSError):
            while part := source.recv(1 << 16):
                sink.sendall(part)
        for one in (source, sink):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self.open.discard(source)
        source.close()
