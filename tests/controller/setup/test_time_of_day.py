"""Clock and zone of the computer: asked of systemd's timedated, and of polkit whether that may be."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest

from controller.setup.answers import SetupTime, SetupTimeChange
from controller.setup.desk import RefusedError
from controller.setup.time_of_day import Timedated

TIMEDATED = "org.freedesktop.timedate1"


class Bus:
    """What busctl answers: properties of timedated, and which actions polkit allows. `obeys` False: timedated
    refuses what it is told to do."""

    def __init__(self, allowed: Sequence[str] = (), *, obeys: bool = True, **flags: bool) -> None:
        self.allowed, self.obeys, self.flags = allowed, obeys, flags
        self.called: list[list[str]] = []
        self.subjects: list[str] = []

    def __call__(self, command: Sequence[str]) -> str | None:
        assert command[:3] == ("busctl", "--system", "--timeout=5")
        kind, place, words = command[3], command[4:7], list(command[7:])
        if kind == "get-property":
            assert place == (TIMEDATED, "/org/freedesktop/timedate1", TIMEDATED)
            return None if words[0] not in self.flags else f"b {str(self.flags[words[0]]).lower()}\n"
        if place[0] == "org.freedesktop.PolicyKit1":
            assert words[:2] == ["CheckAuthorization", "(sa{sv})sa{ss}us"]
            self.subjects.append(" ".join(words[2:-4]))
            assert words[-3:] == ["0", "0", ""], "nobody is asked for a password"
            allowed = words[-4].removeprefix(f"{TIMEDATED}.") in self.allowed
            return f"(bba{{ss}}) {str(allowed).lower()} false 0\n"
        self.called.append(words)
        return "" if self.obeys else None


ALL = ("set-timezone", "set-time", "set-ntp")


def test_what_may_be_set_is_what_polkit_allows_our_process() -> None:
    bus = Bus(("set-timezone",), NTP=True, CanNTP=True, NTPSynchronized=True)
    assert Timedated(bus, root=False).offered() == SetupTime(
        there=True, zone=True, time=False, network=True, switches=False, synchronised=True
    )
    assert len(bus.subjects) == 3
    assert bus.subjects[0].startswith(f"unix-process 3 pid u {os.getpid()} start-time t ")
    assert bus.subjects[0].endswith(f" uid i {os.getuid()}")


def test_root_always_may_and_nobody_is_asked() -> None:
    bus = Bus(NTP=False, CanNTP=False, NTPSynchronized=False)
    told = Timedated(bus, root=True).offered()
    assert (told.zone, told.time, told.network, told.switches) == (True, True, False, False)
    assert bus.subjects == []


def test_where_there_is_no_timedated_nothing_is_offered() -> None:
    told = Timedated(Bus(ALL), root=True).offered()
    assert told == SetupTime(
        there=False, zone=False, time=False, network=None, switches=False, synchronised=False
    )


def test_zone_time_and_the_networks_time_are_set() -> None:
    bus = Bus(ALL, NTP=False)
    wanted = SetupTimeChange(zone="America/Argentina/Buenos_Aires", network=False, at_ms=1_800_000_000_123)
    Timedated(bus, root=False).change(wanted)
    assert bus.called == [
        ["SetNTP", "bb", "false", "false"],
        ["SetTimezone", "sb", "America/Argentina/Buenos_Aires", "false"],
        ["SetTime", "xbb", "1800000000123000", "false", "false"],
    ]


def test_a_clock_that_the_network_sets_is_not_set_by_hand() -> None:
    bus = Bus(ALL, NTP=True)
    with pytest.raises(RefusedError) as told:
        Timedated(bus, root=False).change(SetupTimeChange(at_ms=1))
    assert told.value.refusal.code == "network_time"
    assert bus.called == []


@pytest.mark.parametrize("zone", ["", "--help", "Europe/", "/etc/passwd", "../x", "Europe/Kyiv; ls", "a b"])
def test_what_is_no_zone_goes_nowhere(zone: str) -> None:
    bus = Bus(ALL, NTP=False)
    with pytest.raises(RefusedError) as told:
        Timedated(bus, root=False).change(SetupTimeChange(zone=zone))
    assert told.value.refusal.code == "zone"
    assert bus.called == []


def test_what_is_not_obeyed_is_said_and_ends_it() -> None:
    bus = Bus(ALL, obeys=False, NTP=False)
    with pytest.raises(RefusedError) as told:
        Timedated(bus, root=False).change(SetupTimeChange(zone="Europe/Kyiv", at_ms=5))
    assert told.value.refusal.code == "no_clock"
    assert len(bus.called) == 1
