"""A stand-in for busctl, with systemd's timedated and polkit behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

TIMEDATED: Final = "org.freedesktop.timedate1"


class StandIn:
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
