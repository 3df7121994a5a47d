"""Checks of webhook addresses, so that a webhook cannot reach services inside the installation's own network (SSRF)."""

import ipaddress
import socket
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext_noop

from scorekeeper.models.limits import MAX_ADDRESS
from scorekeeper.webhooks.special_addresses import IPAddress, is_public

PORTS = {"http": 80, "https": 443}


class AddressError(ValueError):
    """The address is malformed or not allowed."""


def check(address: str) -> SplitResult:
    """Parse an address without resolving its host.  Raises AddressError if it is malformed or not allowed."""
    is_valid = address.isprintable() and " " not in address and len(address) <= MAX_ADDRESS
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        is_valid, parts, port = False, SplitResult("", "", "", "", ""), None
    if not is_valid or not parts.hostname or port == 0:
        raise AddressError(
            gettext_noop("This is not an address: write https://…, at most 2000 characters.")
        )
    if settings.WEBHOOKS_OVER_HTTP and parts.scheme not in PORTS:
        raise AddressError(gettext_noop("Messages are sent over https and http only."))
    if not settings.WEBHOOKS_OVER_HTTP and parts.scheme != "https":
        raise AddressError(gettext_noop("Messages are sent over https only."))
    if parts.username is not None or parts.password is not None:
        raise AddressError(
            gettext_noop(
                "Leave the user name and password out of the address: messages are signed instead."
            )
        )
    _refuse_private(_parse_ip(parts.hostname))
    return parts


def resolve(parts: SplitResult) -> list[str]:
    """Resolve the host to IP addresses, IPv4 first.  Raises AddressError if it is unknown or any address is private."""
    host = parts.hostname or ""
    port = parts.port or PORTS[parts.scheme]
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise AddressError(gettext_noop("The name of the host is not known.")) from error
    ips = {ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in entries}
    for ip in ips:
        _refuse_private(ip)
    return [str(ip) for ip in sorted(ips, key=lambda ip: (ip.version, ip.packed))]


def _parse_ip(host: str) -> IPAddress | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _refuse_private(ip: IPAddress | None) -> None:
    if ip is None or settings.WEBHOOKS_TO_PRIVATE_ADDRESSES:
        return
    if not is_public(ip):
        raise AddressError(
            gettext_noop(
                "The host is inside a private network: messages are sent to public addresses only."
            )
        )
