"""An HTTP server on this computer that keeps the body of every POST, as a collector of traces or errors receives them."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Collector:
    """The address of a running collector, and what it received: path and body of each request, decompressed."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.received: list[tuple[str, bytes]] = []

    def bodies(self, path: str) -> list[bytes]:
        """Return the bodies that were sent to this path."""
        return [body for sent_to, body in list(self.received) if sent_to == path]

    def everything(self) -> bytes:
        """Return all bodies as one."""
        return b"\n".join(body for _, body in list(self.received))


@contextmanager
def collecting() -> Iterator[Collector]:
    """Run a collector during the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            collector.received.append((self.path, body))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Keep requests out of the tests' output."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads, server.block_on_close = True, False
        collector = Collector(server.server_port)
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield collector
        finally:
            server.shutdown()
