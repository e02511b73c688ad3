"""A stand-in for nmcli, with NetworkManager and a radio behind it."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from runtime.programs import Done

PASSWORD = "a long and good one"
HOME = "11111111-1111-4111-8111-111111111111"
AIR = r"""*:70:WPA2:home
 :40:WPA2:hall
 :90:WPA2:hall
 :55::guests
 :30:WPA3:new\:one\\x
 :20:WPA2 802.1X:office
 :80:WPA2:
"""
YES = "".join(
    f"org.freedesktop.NetworkManager.{each}:yes\n" for each in ("network-control", "settings.modify.system")
)


class StandIn:
    """nmcli with NetworkManager behind it: one radio, joined to `home`. `fails` is what `connection up` of a
    new connection ends with, and `air_now` what another look around finds then; what was asked of it is in
    `did`, what it was given in `given`."""

    def __init__(self) -> None:
        self.status, self.radio, self.air, self.permissions = "wlan0:wifi:connected\n", "enabled", AIR, YES
        self.fails: Done | None = None
        self.air_now = ""
        self.preferred: dict[str, str] = {}
        self.did: list[tuple[str, ...]] = []
        self.given: list[str] = []
        self.connections, self.active = {HOME: "home"}, HOME
        self.at_up = threading.Event()
        self.goes_on = threading.Event()
        self.goes_on.set()

    def __call__(self, command: Sequence[str], given: str, patience_s: float) -> Done:
        assert PASSWORD not in " ".join(command), "every user of the computer reads arguments"
        words = [word for word in command if not word.startswith("--")]
        words = [word for word in words[1:] if word not in ("no", "75") or "connection.autoconnect" in words]
        if given:
            self.given.append(given)
        match words:
            case (_, "device", "status"):
                return Done(0, self.status)
            case ("radio", "wifi"):
                return Done(0, f"{self.radio}\n")
            case (_, "device", "wifi", "list", "ifname", "wlan0", _):
                return Done(0, self.air if words[-1] == "auto" else self.air_now or self.air)
            case ("general", "permissions"):
                return Done(0, self.permissions)
            case (_, "connection", "show", "active"):
                raise AssertionError
            case (_, "connection", "show") if "--active" in command:
                return Done(0, f"{self.active}:wlan0\n" if self.active else "")
            case (_, "connection", "show"):
                kind = "802-11-wireless"
                return Done(0, "".join(f"{each}:{kind}:{name}\n" for each, name in self.connections.items()))
        return self._changed(command)

    def _changed(self, command: Sequence[str]) -> Done:
        words = list(command[command.index("connection") + 1 :])
        self.did.append(tuple(words))
        if words[0] == "add":
            self.connections[words[words.index("connection.uuid") + 1]] = words[words.index("con-name") + 1]
        elif words[0] == "delete":
            del self.connections[words[2]]
        elif words[0] == "edit":
            assert words[2] in self.connections
        elif words[0] == "modify":
            self.preferred[words[2]] = words[words.index("connection.autoconnect-priority") + 1]
        elif words[0] == "up":
            self.at_up.set()
            assert self.goes_on.wait(20)
            if words[2] != HOME and self.fails is not None:
                self.active = ""
                return self.fails
            self.active = words[2]
        return Done(0)
