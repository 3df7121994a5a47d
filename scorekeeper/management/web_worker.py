"""gunicorn's threaded worker, with limits for slow clients and for its own end, and with 414 as a problem document.

gunicorn stops waiting for the first byte of a request after ten seconds, but not for the rest of it, and it waits without
end for a client that does not read its answer.
"""

import errno
import json
import os
import socket
import time
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from gunicorn import util
from gunicorn.http.body import LengthReader
from gunicorn.http.errors import LimitRequestLine
from gunicorn.workers.gthread import ThreadWorker

HEADER_SECONDS = float(os.environ.get("WEB_HEADER_SECONDS") or 10)
BODY_SECONDS = float(os.environ.get("WEB_BODY_SECONDS") or 120)
SEND_SECONDS = float(os.environ.get("WEB_SEND_SECONDS") or 60)
SEND_BUFFER = 1_000_000  # bytes asked of the system, which gives what it allows (net.core.wmem_max)
MAX_REQUEST_LINE = 4094  # bytes: method, address and version


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

    def handle(self, conn: Any) -> Any:
        """Handle a request in a thread; return what is to be done with the connection."""
        # the system keeps and sends most answers, so that slow readers of them hold no thread
        conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self._deadlines[conn] = time.monotonic() + HEADER_SECONDS
        try:
            further_use = super().handle(conn)
        finally:
            del self._deadlines[conn]
        if not further_use:
            # wait for the client to close its end here: the main thread, which does it next, accepts nobody meanwhile
            with suppress(OSError):
                util.close_graceful(conn.sock.dup())
                conn.sock.shutdown(socket.SHUT_RD)
        return further_use

    def handle_request(self, req: Any, conn: Any) -> Any:
        """Run the application, which may now read the body."""
        if isinstance(req.body.reader, LengthReader):
            req.body.reader = WholeBodyReader(req.body.reader)
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
        super().murder_pending()
        now = time.monotonic()
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
