"""Which addresses webhooks reach, by the entries of IANA's registries of special-purpose addresses."""

from ipaddress import ip_address, ip_network

import pytest

from scorekeeper.webhooks import address_guard
from scorekeeper.webhooks.address_guard import AddressError
from scorekeeper.webhooks.special_addresses import NOT_REACHABLE, REACHABLE, is_public

REFUSED = {
    "0.0.0.0": "this host",
    "0.1.2.3": "this network",
    "10.255.255.255": "private",
    "100.64.0.1": "shared by customers of a provider",
    "100.127.255.255": "shared by customers of a provider",
    "127.8.9.10": "loopback",
    "169.254.169.254": "link-local: the credentials of a cloud machine",
    "172.31.255.255": "private",
    "192.0.0.1": "IETF protocol assignments",
    "192.0.0.8": "dummy address",
    "192.0.0.170": "NAT64 discovery",
    "192.0.0.192": "IETF protocol assignments: the credentials of a cloud machine",
    "192.0.2.1": "documentation",
    "192.88.99.1": "deprecated relays of 6to4",
    "192.168.0.1": "private",
    "198.19.255.255": "benchmarking",
    "198.51.100.1": "documentation",
    "203.0.113.1": "documentation",
    "224.0.0.1": "multicast",
    "239.255.255.255": "multicast",
    "240.0.0.1": "reserved",
    "255.255.255.255": "broadcast",
    "::": "unspecified",
    "::1": "loopback",
    "::127.0.0.1": "IPv4-compatible",
    "::8.8.8.8": "IPv4-compatible",
    "::ffff:127.0.0.1": "IPv4-mapped loopback",
    "::ffff:169.254.169.254": "IPv4-mapped link-local",
    "::ffff:0:127.0.0.1": "IPv4-translated",
    "::ffff:0:8.8.8.8": "IPv4-translated",
    "64:ff9b::7f00:1": "loopback behind NAT64",
    "64:ff9b::a9fe:a9fe": "link-local behind NAT64",
    "64:ff9b:1::7f00:1": "NAT64 within a network",
    "64:ff9b:1::808:808": "NAT64 within a network",
    "100::1": "discarded",
    "100:0:0:1::1": "dummy prefix",
    "2001::1": "Teredo",
    "2001:0:808:808:0:0:f7f7:f7f7": "Teredo, of a public client by a public server",
    "2001:1::4": "IETF protocol assignments",
    "2001:2::1": "benchmarking",
    "2001:10::1": "deprecated ORCHID",
    "2001:db8::1": "documentation",
    "2002:7f00:1::": "6to4 of loopback",
    "2002:808:808::1": "6to4",
    "3fff::1": "documentation",
    "4000::1": "not assigned",
    "5f00::1": "SRv6 segment",
    "fc00::1": "unique local",
    "fd00:ec2::254": "unique local: the credentials of a cloud machine",
    "fe80::1": "link-local",
    "fe80::1%eth0": "link-local with a zone",
    "fec0::1": "site-local",
    "ff02::1": "multicast",
    "ff0e::1": "multicast of global scope",
}
REACHED = {
    "1.1.1.1": "public",
    "100.63.255.255": "before the shared addresses",
    "100.128.0.0": "after the shared addresses",
    "172.32.0.1": "after the private addresses",
    "192.0.0.9": "anycast",
    "192.0.0.10": "anycast",
    "192.0.1.1": "after the protocol assignments",
    "192.31.196.1": "AS112",
    "192.52.193.1": "AMT",
    "192.175.48.1": "AS112",
    "198.20.0.1": "after benchmarking",
    "223.255.255.255": "before multicast",
    "::ffff:8.8.8.8": "IPv4-mapped public",
    "64:ff9b::808:808": "public behind NAT64",
    "2001:1::1": "anycast",
    "2001:1::2": "anycast",
    "2001:3::1": "AMT",
    "2001:4:112::1": "AS112",
    "2001:20::1": "ORCHIDv2",
    "2001:30::1": "drone remote id",
    "2001:4860:4860::8888": "public",
    "2606:4700:4700::1111": "public",
    "2620:4f:8000::1": "AS112",
    "2a00::1": "public",
}


@pytest.fixture(autouse=True)
def _to_public_addresses_only(settings):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = False


@pytest.fixture
def resolved_to(monkeypatch):
    """Have every host name resolve to an address."""

    def answer(address):
        entries = [(2, 1, 6, "", ("1.1.1.1", 443)), (10, 1, 6, "", (address, 443, 0, 0))]
        monkeypatch.setattr(address_guard.socket, "getaddrinfo", lambda *_, **__: entries)

    return answer


def url(address):
    return f"https://[{address}]/" if ":" in address else f"https://{address}/"


@pytest.mark.parametrize("address", REFUSED)
def test_a_special_address_is_refused_as_itself_and_behind_a_name(address, resolved_to):
    with pytest.raises(AddressError, match="private network"):
        address_guard.check(url(address))
    resolved_to(address)
    with pytest.raises(AddressError, match="private network"):
        address_guard.resolve(address_guard.check("https://wall.example/"))


@pytest.mark.parametrize("address", REACHED)
def test_a_public_address_is_reached_as_itself_and_behind_a_name(address, resolved_to):
    address_guard.check(url(address))
    resolved_to(address)
    reached = address_guard.resolve(address_guard.check("https://wall.example/"))
    assert str(ip_address(address)) in reached


@pytest.mark.parametrize("block", [*REACHABLE, *NOT_REACHABLE], ids=lambda block: block.prefix)
def test_every_block_of_the_registry_is_a_network_with_a_source(block):
    assert ip_network(block.prefix).version in {4, 6}
    assert block.name
    assert block.source.startswith("RFC ")


def test_an_address_in_two_blocks_is_judged_by_the_smaller_one():
    assert not is_public(ip_address("192.0.0.11"))
    assert is_public(ip_address("192.0.0.10"))
