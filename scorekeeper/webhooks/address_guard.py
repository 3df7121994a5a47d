"""Where messages may be sent: no service inside an installation's own network is reached by naming it in a webhook."""

import ipaddress
import socket
from collections.abc import Iterator
from typing import TypeAlias
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

LONGEST = 2000  # letters of an address
PORTS = {"http": 80, "https": 443}

_IP: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")  # IPv4 behind NAT64 (RFC 6052)


class AddressError(ValueError):
    """Nothing is sent to this address."""


def check(address: str) -> SplitResult:
    """An address as it is written, before it is looked up.  Raises AddressError."""
    allowed = ["https", "http"] if settings.WEBHOOKS_OVER_HTTP else ["https"]
    written = address.isprintable() and " " not in address and len(address) <= LONGEST
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        written, parts, port = False, SplitResult("", "", "", "", ""), None
    if not written or not parts.hostname or port == 0:
        raise AddressError(f"This is no address: write https://…, up to {LONGEST} letters.")
    if parts.scheme not in allowed:
        raise AddressError(f"Messages are sent over {' and '.join(allowed)} only.")
    if parts.username is not None or parts.password is not None:
        raise AddressError("A name and password do not belong into the address: messages are signed instead.")  # fmt: skip
    _refuse_inner(_literal(parts.hostname))
    return parts


def resolved(parts: SplitResult) -> list[str]:
    """The IP addresses of a host, IPv4 first, every one of which may be connected to.  Raises AddressError."""
    host = parts.hostname or ""
    port = parts.port or PORTS[parts.scheme]
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise AddressError("The name of the host is not known.") from error
    ips = {ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in found}
    for ip in ips:
        _refuse_inner(ip)
    return [str(ip) for ip in sorted(ips, key=lambda ip: (ip.version, ip.packed))]


def _literal(host: str) -> _IP | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _refuse_inner(ip: _IP | None) -> None:
    if ip is None or settings.WEBHOOKS_TO_PRIVATE_ADDRESSES:
        return
    if not all(each.is_global and not each.is_multicast for each in _meant(ip)):
        raise AddressError("The host is inside a private network: messages are sent to public addresses only.")  # fmt: skip


def _meant(ip: _IP) -> Iterator[_IP]:
    """An address, and the IPv4 addresses that it may stand for."""
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    if mapped is not None:
        yield mapped
        return
    yield ip
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.sixtofour is not None:
            yield ip.sixtofour
        if ip.teredo is not None:
            yield ip.teredo[1]
        if ip in _TRANSLATED:
            yield ipaddress.IPv4Address(ip.packed[-4:])
