"""Sending one message by HTTP POST; only the response's status is read.

The host is resolved once, all its addresses are checked, and the connection uses one of the checked addresses, so DNS
rebinding cannot redirect it.  The TLS certificate is still verified for the host name.
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
from django.utils.translation import gettext_noop
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from scorekeeper.webhooks import address_guard

logger = logging.getLogger(__name__)

CONNECT_TIMEOUT = 5.0  # seconds
READ_TIMEOUT = 10.0  # seconds between two bytes
TOTAL_TIMEOUT = 10.0  # seconds from connecting to the end of the response headers
MAX_PROBLEM_LENGTH = 200  # characters, as the column Delivery.problem


class PostResult(NamedTuple):
    """The response's status, or None and the reason why there is none."""

    status: int | None
    problem: str = ""

    @property
    def is_success(self) -> bool:
        """Whether the receiver accepted the message (2xx; redirects do not count)."""
        return self.status is not None and 200 <= self.status < 300


def post(address: str, body: str, headers: Mapping[str, str], *, attempt: int = 1) -> PostResult:
    """Send a message and return the result; never raises.  Each attempt uses the next of the host's addresses."""
    try:
        parts = address_guard.check(address)
        ips = address_guard.resolve(parts)
        return _post(address, body, headers, ips[(attempt - 1) % len(ips)])
    except address_guard.AddressError as error:
        return PostResult(None, str(error)[:MAX_PROBLEM_LENGTH])
    except (requests.Timeout, TimeoutError):
        return PostResult(None, gettext_noop("It did not answer in time."))
    except requests.exceptions.SSLError:
        return PostResult(None, gettext_noop("Its certificate is not good, or not for this name."))
    except (requests.RequestException, HTTPError, OSError, ValueError) as error:
        return PostResult(
            None, f"The connection failed ({type(error).__name__})."[:MAX_PROBLEM_LENGTH]
        )
    except Exception:  # so that a programming error does not stop the other messages
        logger.exception("a message could not be sent")
        return PostResult(None, gettext_noop("It could not be sent: see the log."))


def _post(address: str, body: str, headers: Mapping[str, str], ip: str) -> PostResult:
    with requests.Session() as session:
        session.trust_env = False  # no proxy, which would look the name up again, and no .netrc
        session.mount("http://", _PinnedAddressAdapter(ip))
        session.mount("https://", _PinnedAddressAdapter(ip))
        with session.post(
            address,
            data=body.encode(),
            headers=headers,
            timeout=(CONNECT_TIMEOUT, READ_TIMEOUT),
            allow_redirects=False,
            stream=True,  # the body is not read
            verify=settings.WEBHOOKS_CA_BUNDLE or True,
        ) as response:
            return _result_of(response.status_code)


def _result_of(status: int) -> PostResult:
    if 200 <= status < 300:
        return PostResult(status)
    why = "redirects are not followed" if 300 <= status < 400 else "2xx was expected"
    return PostResult(status, f"It answered {status}; {why}.")


class _PinnedAddressAdapter(HTTPAdapter):
    """A requests adapter that connects to a fixed IP address and verifies the certificate of the host name."""

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
        # The connection is made to an IP address; without this it would become the Host header.
        request.headers["Host"] = urlsplit(request.url or "").netloc


class _Deadline:
    """Closes a socket after TOTAL_TIMEOUT, even if single bytes arrive in time."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._timer = threading.Timer(TOTAL_TIMEOUT, self._shut_down)
        self._timer.daemon = True
        self._timer.start()
        self.cancel = self._timer.cancel

    def _shut_down(self) -> None:
        with suppress(OSError):
            self._end.shutdown(socket.SHUT_RDWR)


class _Connection(HTTPConnection):
    _deadline: _Deadline | None = None

    def connect(self) -> None:
        super().connect()
        self._deadline = _Deadline(self.sock)

    def close(self) -> None:
        super().close()
        if self._deadline:
            self._deadline.cancel()


class _SecureConnection(HTTPSConnection):
    _deadline: _Deadline | None = None

    def connect(self) -> None:
        super().connect()
        self._deadline = _Deadline(self.sock)

    def close(self) -> None:
        super().close()
        if self._deadline:
            self._deadline.cancel()


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = _SecureConnection
