"""Addresses that no other computer can open: QR codes and links with them are of no use on a phone."""

from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.http import HttpRequest


def is_local(address: str) -> bool:
    """Return whether an address leads to the computer that opens it.

    >>> is_local("http://127.0.0.1:8000/"), is_local("http://localhost/"), is_local("http://[::1]/")
    (True, True, True)
    >>> is_local("http://192.168.1.20:8000/"), is_local("https://scores.example/")
    (False, False)
    """
    host = urlsplit(address).hostname or ""
    try:
        number = ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return number.is_loopback or number.is_unspecified


def local_address(request: HttpRequest) -> dict[str, Callable[[], bool]]:
    """Context processor: whether addresses on this page lead to the reader's own computer only; asked where it is shown."""
    return {"address_is_local": lambda: is_local(request.build_absolute_uri("/"))}
