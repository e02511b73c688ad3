"""Networks around the virtual machine are switched from outside, one machine after the other."""

from __future__ import annotations

import socket
import threading
from contextlib import closing

import pytest

from benchmarks.appliance.radio.air import Air
from benchmarks.appliance.radio.inside import CLUB, NETWORKS, ODD, obey, settings


class Point:
    def __init__(self) -> None:
        self.is_on = False

    def on(self) -> None:
        self.is_on = True

    def off(self) -> None:
        self.is_on = False


def test_a_network_is_switched_when_the_line_says_so_and_a_machine_that_ended_is_an_error() -> None:
    points = {network.name: Point() for network in NETWORKS}
    with closing(Air()) as air:
        inside = socket.create_connection(("127.0.0.1", air.port))
        run = threading.Thread(target=obey, args=(points, inside.makefile("rb"), inside))
        run.start()
        air.begin(CLUB, ODD)
        assert {name for name, point in points.items() if point.is_on} == {CLUB.name, ODD.name}
        air.switch(ODD, on=False)
        assert not points[ODD.name].is_on
        inside.shutdown(socket.SHUT_RDWR)
        run.join(10)
        inside.close()
        with pytest.raises((ConnectionError, BrokenPipeError)):
            air.switch(CLUB, on=True)


def test_each_network_announces_its_own_name_on_its_own_radio() -> None:
    files = [settings(network, f"wlan{n}").splitlines() for n, network in enumerate(NETWORKS)]
    assert [file[2] for file in files] == [f"ssid={network.name}" for network in NETWORKS]
    assert len({file[0] for file in files}) == len(NETWORKS)
