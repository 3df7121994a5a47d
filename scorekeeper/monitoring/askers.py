"""Who asks, as limits count requests: an account, a link, or else a network."""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from scorekeeper.access import Holder

CUSTOMER = 64
"""The bits of an IPv6 address that a provider gives to one customer, who chooses the others freely."""


class Asker(NamedTuple):
    """Whoever is counted together."""

    key: str
    has_account: bool


def asker_of(request: Request | HttpRequest) -> Asker:
    """Return the account or the link of a request, whatever token it sends, or else the network that it comes from."""
    person = getattr(request, "user", None)  # none yet where a file is sent
    if isinstance(person, Holder):
        return Asker(f"link:{person.link.pk}", has_account=False)
    if person is not None and person.is_authenticated:
        return Asker(f"account:{person.pk}", has_account=True)
    address = BaseThrottle().get_ident(request)  # type: ignore[arg-type]
    return Asker(f"address:{address_group(address or '')}", has_account=False)


def address_group(address: str) -> str:
    """Return what one customer of an internet provider has: an IPv4 address, or a /64 of IPv6.

    >>> address_group("192.0.2.7"), address_group("::ffff:192.0.2.7")
    ('192.0.2.7', '192.0.2.7')
    >>> address_group("2001:db8:0:1:aaaa::7")
    '2001:db8:0:1::/64'
    """
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return address  # a socket of this machine has none
    if not isinstance(number, IPv6Address):
        return str(number)
    if number.ipv4_mapped:
        return str(number.ipv4_mapped)
    return str(ip_network((number, CUSTOMER), strict=False))
