"""Many clients that send a byte a second hold no thread of gunicorn with the project's configuration: others are answered at once."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Thread

import pytest
import requests

from tests.scorekeeper.management.test_slow_readers import Web, web
from tests.scorekeeper.sample_hands import SHEET

pytestmark = [
    pytest.mark.slow,
    pytest.mark.needs("sqlite", "proc"),
    pytest.mark.xdist_group("slow readers"),
]
__all__ = ["web"]

CLIENTS = 32
"""Four times as many as there are threads; they may send for two minutes."""
SECONDS = 5
POST = b"POST /api/v1/adjudicate/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
BEGINNINGS = {
    "a body": (POST + b"Content-Length: 1000\r\n\r\n{", b" "),
    "a long body": (POST + b"Content-Length: 1000000\r\n\r\n{", b" "),
    "a body in chunks": (POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n", b"1\r\n \r\n"),
    "a body after a word from the server": (
        POST + b"Expect: 100-continue\r\nContent-Length: 1000\r\n\r\n",
        b" ",
    ),
    "a header": (b"POST /api/v1/adjudicate/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", b"x"),
    "nothing": (b"", b""),
}


@contextmanager
def trickling(web: Web, beginning: bytes, piece: bytes) -> Iterator[None]:
    """Have many clients begin a request and send a piece of it each second during the block."""
    done = Event()

    def send(clients: list[socket.socket]) -> None:
        while not done.wait(1):
            for client in clients:
                with suppress(OSError):
                    client.sendall(piece)

    with ExitStack() as stack:
        clients = [
            stack.enter_context(socket.create_connection(("127.0.0.1", web.port)))
            for _ in range(CLIENTS)
        ]
        for client in clients:
            client.sendall(beginning)
        sender = Thread(target=send, args=(clients,))
        sender.start()
        time.sleep(2)
        try:
            yield
        finally:
            done.set()
            sender.join()


@pytest.mark.parametrize("kind", BEGINNINGS)
def test_health_a_page_and_a_writer_are_answered_beside_trickling_requests(web, kind):
    with trickling(web, *BEGINNINGS[kind]):
        for _ in range(2):
            assert requests.get(f"{web.home}/healthz/", timeout=SECONDS).ok
            assert requests.get(f"{web.home}/clubs/{web.club}/", timeout=SECONDS).ok
            headers = {"Authorization": f"Bearer {web.token}"}
            path = f"{web.home}/api/v1/sessions/{web.session}/hands/"
            answer = requests.post(path, json=SHEET, headers=headers, timeout=SECONDS)
            assert answer.status_code == 201, answer.text


def test_a_body_that_arrives_in_pieces_is_read_whole(web):
    body = b'{"variant": "big-two", "play": "3C 3D"}'
    head = b"POST /api/v1/ask/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    with socket.create_connection(("127.0.0.1", web.port), timeout=SECONDS) as client:
        whole = head % (web.token.encode(), len(body)) + body
        for start in range(0, len(whole), 40):
            client.sendall(whole[start : start + 40])
            time.sleep(0.02)
        answer = b""
        while data := client.recv(65536):
            answer += data
    assert answer.startswith(b"HTTP/1.1 200"), answer


def test_a_body_that_waits_for_a_word_is_asked_for_once(web):
    body = b'{"variant": "big-two", "play": "3C 3D"}'
    head = b"POST /api/v1/ask/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n"
    with socket.create_connection(("127.0.0.1", web.port), timeout=SECONDS) as client:
        client.sendall(head % (web.token.encode(), len(body)))
        assert client.recv(65536) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.sendall(body)
        answer = b""
        while data := client.recv(65536):
            answer += data
    assert answer.startswith(b"HTTP/1.1 200"), answer
