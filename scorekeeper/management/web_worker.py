"""gunicorn's threaded worker, with limits for slow clients and for its own end, and with 414 as a problem document.

gunicorn waits in a thread for all but the first byte of a request, and without end for a client that does not read its answer.
Here a request waits outside the threads until it is there, or its first ``AHEAD`` bytes are: many slow senders keep nobody else
waiting.
"""

import errno
import json
import os
import re
import socket
import time
from contextlib import suppress
from http import HTTPStatus
from typing import Any, NamedTuple

from gunicorn import util
from gunicorn.http.body import LengthReader
from gunicorn.http.errors import LimitRequestLine
from gunicorn.workers.gthread import _DEFER, ThreadWorker

HEADER_SECONDS = float(os.environ.get("WEB_HEADER_SECONDS") or 10)
BODY_SECONDS = float(os.environ.get("WEB_BODY_SECONDS") or 120)
SEND_SECONDS = float(os.environ.get("WEB_SEND_SECONDS") or 60)
SEND_BUFFER = 1_000_000  # bytes asked of the system, which gives what it allows (net.core.wmem_max)
MAX_REQUEST_LINE = 4094  # bytes: method, address and version
AHEAD = 32_768
"""Bytes of a request that the system holds before a thread reads it: more than most have, less than it holds for a connection."""
_LENGTH = re.compile(rb"^content-length:[ \t]*(\d{1,18})[ \t]*\r?$", re.I | re.M)
_UNTOLD = re.compile(rb"^transfer-encoding:", re.I | re.M)
_WAITS_FOR_US = re.compile(
    rb"\A[^\r\n]* HTTP/1\.1\r\n(?:.*\n)?expect:[ \t]*100-continue[ \t]*\r?$", re.I | re.M | re.S
)
_GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"


class Arrival(NamedTuple):
    """How much of a request has arrived, and what is waited for."""

    began: float
    deadline: float
    received: int  # bytes
    wanted: int


def bytes_wanted(received: bytes) -> int:
    """Return how many bytes of a request a thread should wait for; no more than received, if it can begin.

    >>> bytes_wanted(b"POST / HTTP/1.1\\r\\nContent-Length: 9\\r\\n\\r\\n{"), bytes_wanted(b"GET / HTTP/1.1\\r\\n\\r\\n"), bytes_wanted(b"GE")
    (47, 18, 3)
    """
    head, end, body = received.partition(b"\r\n\r\n")
    if not end:
        return min(len(received) + 1, AHEAD)
    if _UNTOLD.search(head):
        return 0 if body.endswith(b"0\r\n\r\n") else min(len(received) + 1, AHEAD)
    length = _LENGTH.search(head)
    return min(len(head) + len(end) + int(length[1] if length else 0), AHEAD)


class WholeBodyReader:
    """A reader of a body with a Content-Length, which raises where gunicorn's own takes a part for the whole."""

    def __init__(self, reader: LengthReader) -> None:
        self._reader = reader

    def read(self, size: int) -> bytes:
        """Return up to `size` bytes; raise ConnectionResetError if the connection ended before the body did."""
        due = min(size, self._reader.length)
        data: bytes = self._reader.read(size)
        if len(data) < due:
            raise ConnectionResetError(errno.ECONNRESET, "The request ended before its body did.")
        return data


class WebWorker(ThreadWorker):  # type: ignore[misc]
    """A threaded worker that receives each request within a time limit, and sends each piece of its answer within another."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._deadlines: dict[Any, float] = {}  # by connection: when it ends to receive a request
        self._arriving: dict[Any, Arrival] = {}  # by connection that no thread waits for
        self._told_to_go_on: set[Any] = (
            set()
        )  # connections whose client waited for a word before the body

    def handle(self, conn: Any) -> Any:
        """Handle a request in a thread if it has arrived; return what is to be done with the connection."""
        if not self._has_arrived(conn):
            return _DEFER
        # the system keeps and sends most answers, so that slow readers of them hold no thread
        conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self._deadlines[conn] = time.monotonic() + HEADER_SECONDS
        try:
            further_use = super().handle(conn)
        finally:
            del self._deadlines[conn]
            self._told_to_go_on.discard(conn)
        if not further_use:
            # wait for the client to close its end here: the main thread, which does it next, accepts nobody meanwhile
            with suppress(OSError):
                util.close_graceful(conn.sock.dup())
                conn.sock.shutdown(socket.SHUT_RD)
        return further_use

    def _has_arrived(self, conn: Any) -> bool:
        """Return whether a thread can begin with a request; otherwise have the system wait for the rest of it."""
        is_read_ahead = conn.parser is not None and conn.parser.unreader.buf.getvalue()
        if not self.alive or conn.cfg.is_ssl or conn.is_http2 or is_read_ahead:
            return True
        try:
            received = conn.sock.recv(AHEAD, socket.MSG_PEEK | socket.MSG_DONTWAIT)
            wanted = bytes_wanted(received) if received else 0  # 0: the client has gone
        except BlockingIOError:
            received, wanted = b"", 1
        except OSError:
            return True
        earlier = self._arriving.pop(conn, None)
        # where the system wakes us too early, a thread waits as well as it can
        is_idle = earlier is not None and len(received) <= earlier.received
        if earlier is not None:
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, 1)
        if len(received) >= wanted or is_idle:
            return True
        began = time.monotonic() if earlier is None else earlier.began
        seconds = BODY_SECONDS if b"\r\n\r\n" in received else HEADER_SECONDS
        self._arriving[conn] = Arrival(began, began + seconds, len(received), wanted)
        conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, wanted)
        self._tell_to_go_on(conn, received)
        return False

    def _tell_to_go_on(self, conn: Any, received: bytes) -> None:
        """Ask once for the body, if the client waits for that."""
        head, end, _ = received.partition(b"\r\n\r\n")
        if end and conn not in self._told_to_go_on and _WAITS_FOR_US.search(head):
            self._told_to_go_on.add(conn)
            with suppress(OSError):
                conn.sock.send(_GO_ON, socket.MSG_DONTWAIT)

    def finish_request(self, conn: Any, fs: Any) -> None:
        """Go on with a connection after its request, or wait for the rest of one that is arriving."""
        if not self.alive and conn in self._arriving:
            del self._arriving[conn]
            # a thread waits for the rest: gunicorn, told to end since it asked, would close the connection
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, 1)
            self.enqueue_req(conn)
            return
        super().finish_request(conn, fs)
        if arrival := self._arriving.get(conn):
            conn.timeout = arrival.deadline

    def handle_request(self, req: Any, conn: Any) -> Any:
        """Run the application, which may now read the body."""
        if isinstance(req.body.reader, LengthReader):
            req.body.reader = WholeBodyReader(req.body.reader)
        if conn in self._told_to_go_on:
            req._expected_100_continue = False  # else gunicorn says it again
        self._deadlines[conn] = time.monotonic() + BODY_SECONDS
        conn.sock.settimeout(SEND_SECONDS)  # of each call of sendall() as a whole
        try:
            return super().handle_request(req, conn)
        except TimeoutError as error:
            # gunicorn takes this for a client that has gone, and closes the answer
            raise ConnectionResetError(errno.ECONNRESET, "The client does not read.") from error

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """Answer a request that could not be read: a too long address, of the API or not, with a problem (RFC 9457)."""
        if not isinstance(exc, LimitRequestLine):
            super().handle_error(req, client, addr, exc)
            return
        status = HTTPStatus.REQUEST_URI_TOO_LONG
        problem = {
            "type": "about:blank",
            "title": status.phrase,
            "status": status,
            "detail": f"The address is too long: at most {MAX_REQUEST_LINE:,} bytes with the method are read.",
            "code": "uri-too-long",
            "where": "",
        }
        body = json.dumps(problem).encode()
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\nConnection: close\r\n"
            f"Content-Type: application/problem+json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        util.write_nonblock(client, head.encode() + body)

    def murder_pending(self) -> None:
        """Once a second, stop receiving on connections whose time is over; the answer can still be sent."""
        now = time.monotonic()
        for conn in [conn for conn in self.pending_conns if conn.timeout < now]:
            # a thread answers what there is of the request
            with suppress(OSError):
                conn.sock.shutdown(socket.SHUT_RD)
            self.on_pending_socket_readable(conn, conn.sock)
        for conn, deadline in list(self._deadlines.items()):
            if deadline < now:
                with suppress(OSError):
                    conn.sock.shutdown(socket.SHUT_RD)

    def set_accept_enabled(self, enabled: bool) -> None:  # noqa: FBT001
        """Start or stop accepting connections; a worker that stops closes the port before it finishes its requests."""
        super().set_accept_enabled(enabled)
        if not self.alive:
            # open, the port would take in connections that nobody answers
            for listener in self.sockets:
                self._accept_waiting(listener)
                listener.close()

    def _accept_waiting(self, listener: Any) -> None:
        """Accept the connections that wait already: closing the port would reset them."""
        accepted = -1
        while accepted != self.nr_conns:
            accepted = self.nr_conns
            self.accept(listener)
