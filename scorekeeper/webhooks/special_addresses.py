"""Which IP addresses are public: IANA's special-purpose address registries, as of 22 November 2026.

https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry (RFC 6890, RFC 8190).
Python's ``ipaddress`` has a copy too, which is another one in every release.  Entries to which the registries give "N/A"
count as not reachable, because they are deprecated or contain another address.
"""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_network
from typing import NamedTuple, TypeAlias

IPAddress: TypeAlias = IPv4Address | IPv6Address


class AddressBlock(NamedTuple):
    """An entry of the registries.  Those of multicast and of global unicast are other registries of IANA's."""

    prefix: str
    name: str
    source: str


REACHABLE = (
    AddressBlock("192.0.0.9/32", "Port Control Protocol Anycast", "RFC 7723"),
    AddressBlock("192.0.0.10/32", "Traversal Using Relays around NAT Anycast", "RFC 8155"),
    AddressBlock("192.31.196.0/24", "AS112-v4", "RFC 7535"),
    AddressBlock("192.52.193.0/24", "AMT", "RFC 7450"),
    AddressBlock("192.175.48.0/24", "Direct Delegation AS112 Service", "RFC 7534"),
    AddressBlock("64:ff9b::/96", "IPv4-IPv6 Translation", "RFC 6052"),
    AddressBlock("2001:1::1/128", "Port Control Protocol Anycast", "RFC 7723"),
    AddressBlock("2001:1::2/128", "Traversal Using Relays around NAT Anycast", "RFC 8155"),
    AddressBlock("2001:1::3/128", "DNS-SD Service Registration Protocol Anycast", "RFC 9665"),
    AddressBlock("2001:3::/32", "AMT", "RFC 7450"),
    AddressBlock("2001:4:112::/48", "AS112-v6", "RFC 7535"),
    AddressBlock("2001:20::/28", "ORCHIDv2", "RFC 7343"),
    AddressBlock("2001:30::/28", "Drone Remote ID Protocol Entity Tags", "RFC 9374"),
    AddressBlock("2620:4f:8000::/48", "Direct Delegation AS112 Service", "RFC 7534"),
    AddressBlock("2000::/3", "Global Unicast", "RFC 4291"),
)
"""Blocks that are globally reachable."""

NOT_REACHABLE = (
    AddressBlock("0.0.0.0/8", "This network", "RFC 791"),
    AddressBlock("0.0.0.0/32", "This host on this network", "RFC 1122"),
    AddressBlock("10.0.0.0/8", "Private-Use", "RFC 1918"),
    AddressBlock("100.64.0.0/10", "Shared Address Space", "RFC 6598"),
    AddressBlock("127.0.0.0/8", "Loopback", "RFC 1122"),
    AddressBlock("169.254.0.0/16", "Link Local", "RFC 3927"),
    AddressBlock("172.16.0.0/12", "Private-Use", "RFC 1918"),
    AddressBlock("192.0.0.0/24", "IETF Protocol Assignments", "RFC 6890"),
    AddressBlock("192.0.0.0/29", "IPv4 Service Continuity Prefix", "RFC 7335"),
    AddressBlock("192.0.0.8/32", "IPv4 dummy address", "RFC 7600"),
    AddressBlock("192.0.0.170/32", "NAT64/DNS64 Discovery", "RFC 8880"),
    AddressBlock("192.0.0.171/32", "NAT64/DNS64 Discovery", "RFC 8880"),
    AddressBlock("192.0.2.0/24", "Documentation (TEST-NET-1)", "RFC 5737"),
    AddressBlock("192.88.99.0/24", "Deprecated (6to4 Relay Anycast)", "RFC 7526"),
    AddressBlock("192.88.99.2/32", "6a44-relay anycast address", "RFC 6751"),
    AddressBlock("192.168.0.0/16", "Private-Use", "RFC 1918"),
    AddressBlock("198.18.0.0/15", "Benchmarking", "RFC 2544"),
    AddressBlock("198.51.100.0/24", "Documentation (TEST-NET-2)", "RFC 5737"),
    AddressBlock("203.0.113.0/24", "Documentation (TEST-NET-3)", "RFC 5737"),
    AddressBlock("240.0.0.0/4", "Reserved", "RFC 1112"),
    AddressBlock("255.255.255.255/32", "Limited Broadcast", "RFC 8190"),
    AddressBlock("::1/128", "Loopback Address", "RFC 4291"),
    AddressBlock("::/128", "Unspecified Address", "RFC 4291"),
    AddressBlock("::ffff:0:0/96", "IPv4-mapped Address", "RFC 4291"),
    AddressBlock("64:ff9b:1::/48", "IPv4-IPv6 Translation", "RFC 8215"),
    AddressBlock("100::/64", "Discard-Only Address Block", "RFC 6666"),
    AddressBlock("100:0:0:1::/64", "Dummy IPv6 Prefix", "RFC 9780"),
    AddressBlock("2001::/23", "IETF Protocol Assignments", "RFC 2928"),
    AddressBlock("2001::/32", "TEREDO", "RFC 4380"),
    AddressBlock("2001:2::/48", "Benchmarking", "RFC 5180"),
    AddressBlock("2001:10::/28", "Deprecated (previously ORCHID)", "RFC 4843"),
    AddressBlock("2001:db8::/32", "Documentation", "RFC 3849"),
    AddressBlock("2002::/16", "6to4", "RFC 3056"),
    AddressBlock("3fff::/20", "Documentation", "RFC 9637"),
    AddressBlock("5f00::/16", "Segment Routing (SRv6) SIDs", "RFC 9602"),
    AddressBlock("fc00::/7", "Unique-Local", "RFC 4193"),
    AddressBlock("fe80::/10", "Link-Local Unicast", "RFC 4291"),
    AddressBlock("224.0.0.0/4", "Multicast", "RFC 5771"),
    AddressBlock(
        "::/0",
        "Every other IPv6 address: multicast, site-local, IPv4-compatible, not assigned",
        "RFC 4291",
    ),
)
"""Blocks that are not.  Of two blocks that contain an address, the smaller one decides."""

_NETWORKS = [
    (ip_network(block.prefix), blocks is REACHABLE)
    for blocks in (REACHABLE, NOT_REACHABLE)
    for block in blocks
]
_IPV4_WITHIN = (
    IPv6Network("::ffff:0:0/96"),  # IPv4-mapped (RFC 4291)
    IPv6Network("64:ff9b::/96"),  # NAT64 of the network that sends (RFC 6052)
)


def is_public(ip: IPAddress) -> bool:
    """Return whether an address is globally reachable; one that stands for an IPv4 address is judged as that."""
    if any(ip in network for network in _IPV4_WITHIN):
        ip = IPv4Address(ip.packed[-4:])
    around = [(network.prefixlen, answer) for network, answer in _NETWORKS if ip in network]
    return not around or max(around)[1]
