"""The wire between workers and their broker, to be cut and mended: a broker that restarts, as its clients see it."""

import contextlib
import socket
import threading


class Cable:
    """Passes on whatever is sent through a port of this computer, until it is cut."""

    def __init__(self, host: str, port: int) -> None:
        self._end = (host, port)
        self._ends: set[socket.socket] = set()
        self._whole = True
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Whoever is connected is hung up on, and nobody gets through."""
        self._whole = False
        for end in list(self._ends):
            _hang_up(end)

    def mend(self) -> None:
        """Whoever tries again gets through."""
        self._whole = True

    def close(self) -> None:
        """For good."""
        self.cut()
        _hang_up(self._listener)
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        """One connection, both ways."""
        with near, contextlib.suppress(OSError):
            if not self._whole:
                return
            with socket.create_connection(self._end, timeout=5) as far:
                far.settimeout(None)
                ends = {near, far}
                self._ends |= ends
                back = threading.Thread(target=_pass_on, args=(far, near), daemon=True)
                back.start()
                _pass_on(near, far)
                back.join()
                self._ends -= ends


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    """One way, until either end is gone."""
    with contextlib.suppress(OSError):
        while sent := source.recv(65536):
            target.sendall(sent)
    _hang_up(source)
    _hang_up(target)


def _hang_up(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
