"""One message is posted to one address, and nothing of the answer is taken but its status.

The host is looked up once, every address found is checked, and the connection goes to one of those checked: a name
that means something else a moment later leads nowhere.  The certificate is that of the name all the same.
"""

import logging
import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import requests
from django.conf import settings
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from scorekeeper.webhooks import address_guard

logger = logging.getLogger(__name__)

CONNECT = 5.0  # seconds
READ = 10.0  # seconds without a byte
WHOLE = 10.0  # seconds from the connection to the end of the answer's head, however it trickles in
LINE = 200  # letters of a problem


class Answer(NamedTuple):
    """What a receiver said, or why there is no answer."""

    status: int | None
    problem: str = ""

    @property
    def received(self) -> bool:
        """Has the receiver taken the message?  A redirect is no receipt."""
        return self.status is not None and 200 <= self.status < 300


def post(address: str, body: str, headers: Mapping[str, str], *, attempt: int = 1) -> Answer:
    """Send a message; of a host's addresses every attempt takes the next.  Raises nothing."""
    try:
        parts = address_guard.check(address)
        found = address_guard.resolved(parts)
        return _post(address, body, headers, found[(attempt - 1) % len(found)])
    except address_guard.AddressError as error:
        return Answer(None, str(error)[:LINE])
    except (requests.Timeout, TimeoutError):
        return Answer(None, "It did not answer in time.")
    except requests.exceptions.SSLError:
        return Answer(None, "Its certificate is not good, or not for this name.")
    except (requests.RequestException, HTTPError, OSError, ValueError) as error:
        return Answer(None, f"The connection failed ({type(error).__name__})."[:LINE])
    except Exception:  # whatever it is, it does not hold up the other messages
        logger.exception("a message could not be sent")
        return Answer(None, "It could not be sent: see the log.")


def _post(address: str, body: str, headers: Mapping[str, str], ip: str) -> Answer:
    with requests.Session() as session:
        session.trust_env = False  # no proxy, which would look the name up again, and no .netrc
        session.mount("http://", _Checked(ip))
        session.mount("https://", _Checked(ip))
        with session.post(
            address,
            data=body.encode(),
            headers=headers,
            timeout=(CONNECT, READ),
            allow_redirects=False,
            stream=True,  # the head alone: whatever follows is left unread
            verify=settings.WEBHOOKS_CA_BUNDLE or True,
        ) as response:
            return _answer(response.status_code)


def _answer(status: int) -> Answer:
    if 200 <= status < 300:
        return Answer(status)
    why = "redirects are not followed" if 300 <= status < 400 else "2xx was expected"
    return Answer(status, f"It answered {status}; {why}.")


class _Checked(HTTPAdapter):
    """Connects to one address, whatever the name means by now, and expects the certificate of the name."""

    def __init__(self, ip: str) -> None:
        self._ip = ip
        super().__init__()

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _SecurePool}

    def build_connection_pool_key_attributes(
        self, request: requests.PreparedRequest, verify: Any, cert: Any = None
    ) -> tuple[Any, Any]:
        host, pool = super().build_connection_pool_key_attributes(request, verify, cert)
        if host["scheme"] == "https":
            return {**host, "host": self._ip}, {**pool, "server_hostname": host["host"]}
        return {**host, "host": self._ip}, pool

    def add_headers(self, request: requests.PreparedRequest, **kwargs: Any) -> None:
        """The name goes along, since the connection is made to a number."""
        request.headers["Host"] = urlsplit(request.url or "").netloc


class _Watch:
    """Hangs up on whoever takes too long in all, though each byte comes in time."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._timer = threading.Timer(WHOLE, self._hang_up)
        self._timer.daemon = True
        self._timer.start()
        self.over = self._timer.cancel

    def _hang_up(self) -> None:
        with suppress(OSError):
            self._end.shutdown(socket.SHUT_RDWR)


class _Connection(HTTPConnection):
    _watch: _Watch | None = None

    def connect(self) -> None:
        super().connect()
        self._watch = _Watch(self.sock)

    def close(self) -> None:
        super().close()
        if self._watch:
            self._watch.over()


class _SecureConnection(HTTPSConnection):
    _watch: _Watch | None = None

    def connect(self) -> None:
        super().connect()
        self._watch = _Watch(self.sock)

    def close(self) -> None:
        super().close()
        if self._watch:
            self._watch.over()


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = _SecureConnection
