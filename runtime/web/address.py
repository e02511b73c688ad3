"""Addresses of computers as those who count them need them."""

from __future__ import annotations

import ipaddress
from typing import Final

from starlette.requests import Request

NEAR: Final = "127.0.0.1"
NETWORK_BITS: Final = 64
"""Of an IPv6 address: what follows, a single computer chooses as it likes (RFC 4291, 8981)."""


def page_of(scheme: str, host: str, port: int) -> str:
    """The first page of a server, as this computer reaches it where the host means all addresses."""
    host = NEAR if host in ("0.0.0.0", "") else host
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/"


def plain(address: str) -> str:
    """An address without its zone, an IPv4 address in IPv6 clothes as IPv4; anything else as it is."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return str(mapped or found)


def origin(address: str) -> str:
    """What a limit counts: an IPv4 address, or the network of an IPv6 address, of which everybody has
    2^64. What is no address counts as it is."""
    text = plain(address)
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(found, ipaddress.IPv4Address):
        return text
    return str(ipaddress.ip_network((found, NETWORK_BITS), strict=False))


def loopback(address: str) -> bool:
    """Whether it is this computer's own and nobody else's."""
    try:
        return ipaddress.ip_address(plain(address)).is_loopback
    except ValueError:
        return False


def from_here(request: Request) -> bool:
    """Whether a program of this computer asks: over the loopback interface, or from the address at which it
    is asked."""
    there = plain(request.client.host) if request.client else ""
    own = plain(str((request.scope.get("server") or ("",))[0]))
    return loopback(there) or (bool(there) and there == own)
