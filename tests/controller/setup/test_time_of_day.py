"""Clock and zone of the computer: asked of systemd's timedated, and of polkit whether that may be."""

from __future__ import annotations

import os

import pytest

from controller.setup.answers import SetupTime, SetupTimeChange
from controller.setup.desk import RefusedError
from controller.setup.time_of_day import Timedated
from tests.controller.setup.timedated import StandIn

ALL = ("set-timezone", "set-time", "set-ntp")


def test_what_may_be_set_is_what_polkit_allows_our_process() -> None:
    bus = StandIn(("set-timezone",), NTP=True, CanNTP=True, NTPSynchronized=True)
    assert Timedated(bus, root=False).offered() == SetupTime(
        there=True, zone=True, time=False, network=True, switches=False, synchronised=True
    )
    assert len(bus.subjects) == 3
    assert bus.subjects[0].startswith(f"unix-process 3 pid u {os.getpid()} start-time t ")
    assert bus.subjects[0].endswith(f" uid i {os.getuid()}")


def test_root_always_may_and_nobody_is_asked() -> None:
    bus = StandIn(NTP=False, CanNTP=False, NTPSynchronized=False)
    offered_now = Timedated(bus, root=True).offered()
    assert (offered_now.zone, offered_now.time, offered_now.network, offered_now.switches) == (
        True,
        True,
        False,
        False,
    )
    assert bus.subjects == []


def test_where_there_is_no_timedated_nothing_is_offered() -> None:
    offered_now = Timedated(StandIn(ALL), root=True).offered()
    assert offered_now == SetupTime(
        there=False, zone=False, time=False, network=None, switches=False, synchronised=False
    )


def test_zone_time_and_the_networks_time_are_set() -> None:
    bus = StandIn(ALL, NTP=False)
    wanted = SetupTimeChange(zone="America/Argentina/Buenos_Aires", network=False, at_ms=1_800_000_000_123)
    Timedated(bus, root=False).change(wanted)
    assert bus.called == [
        ["SetNTP", "bb", "false", "false"],
        ["SetTimezone", "sb", "America/Argentina/Buenos_Aires", "false"],
        ["SetTime", "xbb", "1800000000123000", "false", "false"],
    ]


def test_a_clock_that_the_network_sets_is_not_set_by_hand() -> None:
    bus = StandIn(ALL, NTP=True)
    with pytest.raises(RefusedError) as offered_now:
        Timedated(bus, root=False).change(SetupTimeChange(at_ms=1))
    assert offered_now.value.refusal.code == "network_time"
    assert bus.called == []


@pytest.mark.parametrize("zone", ["", "--help", "Europe/", "/etc/passwd", "../x", "Europe/Kyiv; ls", "a b"])
def test_what_is_no_zone_goes_nowhere(zone: str) -> None:
    bus = StandIn(ALL, NTP=False)
    with pytest.raises(RefusedError) as offered_now:
        Timedated(bus, root=False).change(SetupTimeChange(zone=zone))
    assert offered_now.value.refusal.code == "zone"
    assert bus.called == []


def test_what_is_not_obeyed_is_said_and_ends_it() -> None:
    bus = StandIn(ALL, obeys=False, NTP=False)
    with pytest.raises(RefusedError) as offered_now:
        Timedated(bus, root=False).change(SetupTimeChange(zone="Europe/Kyiv", at_ms=5))
    assert offered_now.value.refusal.code == "no_clock"
    assert len(bus.called) == 1
