"""Which IP addresses are public: IANA's special-purpose address registries, as of 22 November 2026.

https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry (RFC 6890, RFC 8190).
Python's ``ipaddress`` has a copy too, which is another one in every release.  Entries to which the registries give "N/A"
count as not reachable, because they are deprecated or contain another address.
"""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_network
from typing import NamedTuple, TypeAlias

IPAddress: TypeAlias = IPv4Address | IPv6Address


class AddressBlock(NamedTuple):
    """An entry of the registries."""

    prefix: str
    name: str
    source: str
    is_reachable: bool  # globally


REGISTRY = (
    AddressBlock("0.0.0.0/8", "This network", "RFC 791", False),
    AddressBlock("0.0.0.0/32", "This host on this network", "RFC 1122", False),
    AddressBlock("10.0.0.0/8", "Private-Use", "RFC 1918", False),
    AddressBlock("100.64.0.0/10", "Shared Address Space", "RFC 6598", False),
    AddressBlock("127.0.0.0/8", "Loopback", "RFC 1122", False),
    AddressBlock("169.254.0.0/16", "Link Local", "RFC 3927", False),
    AddressBlock("172.16.0.0/12", "Private-Use", "RFC 1918", False),
    AddressBlock("192.0.0.0/24", "IETF Protocol Assignments", "RFC 6890", False),
    AddressBlock("192.0.0.0/29", "IPv4 Service Continuity Prefix", "RFC 7335", False),
    AddressBlock("192.0.0.8/32", "IPv4 dummy address", "RFC 7600", False),
    AddressBlock("192.0.0.9/32", "Port Control Protocol Anycast", "RFC 7723", True),
    AddressBlock("192.0.0.10/32", "Traversal Using Relays around NAT Anycast", "RFC 8155", True),
    AddressBlock("192.0.0.170/32", "NAT64/DNS64 Discovery", "RFC 8880", False),
    AddressBlock("192.0.0.171/32", "NAT64/DNS64 Discovery", "RFC 8880", False),
    AddressBlock("192.0.2.0/24", "Documentation (TEST-NET-1)", "RFC 5737", False),
    AddressBlock("192.31.196.0/24", "AS112-v4", "RFC 7535", True),
    AddressBlock("192.52.193.0/24", "AMT", "RFC 7450", True),
    AddressBlock("192.88.99.0/24", "Deprecated (6to4 Relay Anycast)", "RFC 7526", False),
    AddressBlock("192.168.0.0/16", "Private-Use", "RFC 1918", False),
    AddressBlock("192.175.48.0/24", "Direct Delegation AS112 Service", "RFC 7534", True),
    AddressBlock("198.18.0.0/15", "Benchmarking", "RFC 2544", False),
    AddressBlock("198.51.100.0/24", "Documentation (TEST-NET-2)", "RFC 5737", False),
    AddressBlock("203.0.113.0/24", "Documentation (TEST-NET-3)", "RFC 5737", False),
    AddressBlock("240.0.0.0/4", "Reserved", "RFC 1112", False),
    AddressBlock("255.255.255.255/32", "Limited Broadcast", "RFC 8190", False),
    AddressBlock("::1/128", "Loopback Address", "RFC 4291", False),
    AddressBlock("::/128", "Unspecified Address", "RFC 4291", False),
    AddressBlock("::ffff:0:0/96", "IPv4-mapped Address", "RFC 4291", False),
    AddressBlock("64:ff9b::/96", "IPv4-IPv6 Translation", "RFC 6052", True),
    AddressBlock("64:ff9b:1::/48", "IPv4-IPv6 Translation", "RFC 8215", False),
    AddressBlock("100::/64", "Discard-Only Address Block", "RFC 6666", False),
    AddressBlock("100:0:0:1::/64", "Dummy IPv6 Prefix", "RFC 9780", False),
    AddressBlock("2001::/23", "IETF Protocol Assignments", "RFC 2928", False),
    AddressBlock("2001::/32", "TEREDO", "RFC 4380", False),
    AddressBlock("2001:1::1/128", "Port Control Protocol Anycast", "RFC 7723", True),
    AddressBlock("2001:1::2/128", "Traversal Using Relays around NAT Anycast", "RFC 8155", True),
    AddressBlock("2001:1::3/128", "DNS-SD Service Registration Protocol Anycast", "RFC 9665", True),
    AddressBlock("2001:2::/48", "Benchmarking", "RFC 5180", False),
    AddressBlock("2001:3::/32", "AMT", "RFC 7450", True),
    AddressBlock("2001:4:112::/48", "AS112-v6", "RFC 7535", True),
    AddressBlock("2001:10::/28", "Deprecated (previously ORCHID)", "RFC 4843", False),
    AddressBlock("2001:20::/28", "ORCHIDv2", "RFC 7343", True),
    AddressBlock("2001:30::/28", "Drone Remote ID Protocol Entity Tags", "RFC 9374", True),
    AddressBlock("2001:db8::/32", "Documentation", "RFC 3849", False),
    AddressBlock("2002::/16", "6to4", "RFC 3056", False),
    AddressBlock("2620:4f:8000::/48", "Direct Delegation AS112 Service", "RFC 7534", True),
    AddressBlock("3fff::/20", "Documentation", "RFC 9637", False),
    AddressBlock("5f00::/16", "Segment Routing (SRv6) SIDs", "RFC 9602", False),
    AddressBlock("fc00::/7", "Unique-Local", "RFC 4193", False),
    AddressBlock("fe80::/10", "Link-Local Unicast", "RFC 4291", False),
    # not special-purpose addresses, but IANA's address space registries
    AddressBlock("224.0.0.0/4", "Multicast", "RFC 5771", False),
    AddressBlock("2000::/3", "Global Unicast", "RFC 4291", True),
    AddressBlock("::/0", "Every other IPv6 address: multicast, site-local, IPv4-compatible, not assigned", "RFC 4291", False),
)
"""The smallest block that contains an address decides."""

_BLOCKS = tuple((ip_network(block.prefix), block) for block in REGISTRY)
_IPV4_WITHIN = (
    IPv6Network("::ffff:0:0/96"),  # IPv4-mapped (RFC 4291)
    IPv6Network("64:ff9b::/96"),  # NAT64 of the network that sends (RFC 6052)
)


def is_public(ip: IPAddress) -> bool:
    """Return whether an address is globally reachable; one that stands for an IPv4 address is judged as that."""
    if any(ip in network for network in _IPV4_WITHIN):
        ip = IPv4Address(ip.packed[-4:])
    around = [(network.prefixlen, block) for network, block in _BLOCKS if ip in network]
    return not around or max(around)[1].is_reachable
