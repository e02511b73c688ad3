"""How many connections there may be, and who goes."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

import pytest

from runtime.web.crowd import HANDSHAKE_S, Crowd, listen


@dataclass
class Hall:
    """A crowd of 6, 3 of one address, 2 of which may stay; the clock is moved by hand."""

    now: float = 0.0
    cut: list[str] = field(default_factory=list)
    crowd: Crowd = field(init=False)

    def __post_init__(self) -> None:
        self.crowd = Crowd(6, 3, 2, lambda: self.now)

    def comes(self, name: str, *, served: bool = False) -> bool:
        """`name` is an address and a port."""
        peer = peer_of(name)
        came = self.crowd.comes(peer, lambda: self.cut.append(name))
        if came and served:
            self.crowd.waits(peer, None)
        return came


def peer_of(name: str) -> tuple[str, int]:
    address, _, port = name.rpartition(" ")
    return address, int(port)


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_whoever_says_nothing_is_cut_off_in_time_and_who_is_served_is_not(hall: Hall) -> None:
    hall.comes("10.0.0.1 1")
    hall.comes("10.0.0.1 2", served=True)
    hall.now = HANDSHAKE_S - 0.1
    hall.crowd.look()
    assert hall.cut == []
    hall.now = HANDSHAKE_S
    hall.crowd.look()
    assert hall.cut == ["10.0.0.1 1"]
    assert len(hall.crowd) == 1


def test_the_oldest_that_waits_makes_room_for_a_new_one_of_its_address(hall: Hall) -> None:
    assert all(hall.comes(f"10.0.0.1 {n}", served=n == 1) for n in (1, 2, 3, 4))
    assert hall.cut == ["10.0.0.1 2"]
    assert hall.comes("10.0.0.2 1")


def test_an_address_whose_connections_are_all_served_gets_no_more(hall: Hall) -> None:
    assert all(hall.comes(f"10.0.0.1 {n}", served=True) for n in (1, 2, 3))
    assert not hall.comes("10.0.0.1 4")
    assert hall.comes("10.0.0.2 1")
    hall.crowd.goes(("10.0.0.1", 1))
    assert hall.comes("10.0.0.1 4")


def test_when_all_places_are_taken_the_largest_address_makes_room(hall: Hall) -> None:
    for name in ("10.0.0.1 1", "10.0.0.2 1", "10.0.0.2 2", "10.0.0.3 1", "10.0.0.4 1", "10.0.0.5 1"):
        assert hall.comes(name)
    assert hall.comes("10.0.0.6 1")
    assert hall.cut == ["10.0.0.2 1"]


def test_nobody_goes_who_is_served_when_all_places_are_taken(hall: Hall) -> None:
    for n in range(6):
        assert hall.comes(f"10.0.0.{n} 1", served=True)
    assert not hall.comes("10.0.0.9 1")
    assert hall.cut == []


def test_a_network_of_ipv6_is_one_address(hall: Hall) -> None:
    for n in range(4):
        assert hall.comes(f"2001:db8::{n} 1")
    assert hall.cut == ["2001:db8::0 1"]


def test_so_many_may_stay_of_an_address(hall: Hall) -> None:
    for n in (1, 2, 3):
        hall.comes(f"10.0.0.1 {n}")
    assert [hall.crowd.stays(("10.0.0.1", n)) for n in (1, 2, 3)] == [True, True, False]
    hall.now = 10 * HANDSHAKE_S
    hall.crowd.look()
    assert hall.cut == ["10.0.0.1 3"]
    hall.crowd.goes(("10.0.0.1", 1))
    hall.comes("10.0.0.1 4")
    assert hall.crowd.stays(("10.0.0.1", 4))
    assert not hall.crowd.stays(("10.0.0.1", 9))


def test_a_socket_that_somebody_has_once_more_blocks_nobody() -> None:
    """Whether it blocks is one mark for both: the loop of a server stood in `accept` before."""
    with listen("127.0.0.1", 0, Crowd(9, 9, 9)) as sock, sock.dup() as other:
        assert [os.get_blocking(each.fileno()) for each in (sock, other)] == [False, False]
        with pytest.raises(BlockingIOError):
            other.accept()
        with other.dup() as third:
            assert not os.get_blocking(sock.fileno())
            assert third.crowd is sock.crowd
