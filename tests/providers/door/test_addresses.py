"""The table of networks that are not public, against the registries' own words."""

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verification.providers.door.addresses import is_public

SPECIAL = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.1 127.255.255.255 168.63.129.16 169.254.169.254 172.16.0.1
172.31.255.255 192.0.0.1 192.0.0.192 192.0.0.255 192.0.2.1 192.31.196.1 192.52.193.1 192.80.8.124 192.88.99.1 192.168.0.1 192.175.48.1
198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
:: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::1 100::1 2001::1 2001:10::1
2001:20::1 2001:2::1 2001:db8::1 2002:7f00:1::1 2002:808:808::1 2620:4f:8000::1 3fff::1 3fff:fff::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1
febf::1 fec0::1 ff02::1 ff0e::1 2001:4860::5efe:7f00:1 2001:4860::200:5efe:808:808
"""
ORDINARY = """
1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 169.253.1.1 169.255.0.1 172.15.0.1 172.32.0.1
192.0.1.1 192.0.3.1 192.80.8.125 192.167.255.255 192.169.0.1 198.17.255.255 198.20.0.1 203.0.112.1 203.0.114.1 223.255.255.255
2001:200::1 2001:4860:4860::8888 2400:3200::1 2606:4700:4700::1111 2a00:1450::1 3ffe::1
"""


@pytest.mark.parametrize("text", SPECIAL.split())
def test_special_addresses_are_not_public(text: str) -> None:
    assert not is_public(ip_address(text))


@pytest.mark.parametrize("text", ORDINARY.split())
def test_their_neighbours_are_public(text: str) -> None:
    assert is_public(ip_address(text))


@given(st.ip_addresses(v=4))
def test_what_the_standard_library_calls_private_is_never_public(address: IPv4Address) -> None:
    if address.is_private or address.is_multicast or address.is_reserved or address.is_loopback or address.is_link_local:
        assert not is_public(address)


@given(st.ip_addresses(v=4), st.sampled_from(["::", "::ffff:0:0", "::ffff:0:0:0", "64:ff9b::", "64:ff9b:1::", "2002::", "fe80::5efe:0:0"]))
def test_an_address_that_carries_another_is_never_public(address: IPv4Address, prefix: str) -> None:
    shift = 80 if prefix == "2002::" else 0
    assert not is_public(IPv6Address(int(IPv6Address(prefix)) | int(address) << shift))
