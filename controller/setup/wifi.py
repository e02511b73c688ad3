"""Wi-Fi of the table's computer, by NetworkManager: what is there, and joining a network.

By its own tool `nmcli` in its terse form (nmcli(1)), where polkit lets the table's user. A password is in no
argument, which every user of the computer could read: nmcli's editor takes it on standard input, and
NetworkManager keeps it in a file of root's. It is the key that IEEE 802.11 derives from password and name
(annex J.4), and where WPA3 is offered, which has no such key, the password: wpa_supplicant takes WPA3 of a
network with both, and finds no password in the key. The network before stays until the new one has an
address, and comes back otherwise.
"""

from __future__ import annotations

import hashlib
import re
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from controller.setup.answers import RefusalCode, SetupJoin, SetupNetwork, SetupWifi
from controller.setup.desk import RefusedError
from runtime.programs import Done, done

_NMCLI: Final = ("nmcli", "--terse", "--colors", "no")
LOOK_S: Final = 15.0
JOIN_S: Final = 75
"""In which a network has answered, checked the password and given an address. NetworkManager waits 25 s
for the first two and 45 s for an address before it says which of them failed."""
_NO_MANAGER: Final = 8
_NO_PROGRAM: Final = 127
_TOO_LONG: Final = 3
"""Exit codes of nmcli(1), and of a program that is not there."""
_NEEDED: Final = tuple(
    f"org.freedesktop.NetworkManager.{action}" for action in ("network-control", "settings.modify.system")
)
_LINK: Final = "Jantaku {}"
"""The name of a connection that was made here."""
_BY_ITSELF: Final = ("connection.autoconnect", "yes", "connection.autoconnect-priority")
"""With 1 it is preferred to others. Of equals NetworkManager takes the one that was used last, by times in
`/var/lib/NetworkManager`, which an image does not keep (nm-settings(5))."""
_PASSPHRASE: Final = re.compile(r"[ -~]{8,63}")
"""WPA's: 8 to 63 characters of ASCII (IEEE 802.11, annex J.4)."""
_KEY: Final = re.compile(r"[0-9A-Fa-f]{64}")
_WHY: Final[tuple[tuple[str, RefusalCode], ...]] = (
    ("secrets were required", "wifi_password"),
    ("802.1x supplicant", "wifi_password"),
    ("no suitable device", "wifi_no_radio"),
    ("could not be found", "wifi_gone"),
    ("not found", "wifi_gone"),
    ("no network with ssid", "wifi_gone"),
    ("ip configuration", "wifi_address"),
    ("not authorized", "wifi_not_allowed"),
    ("insufficient privileges", "wifi_not_allowed"),
    ("timeout expired", "wifi_slow"),
)
"""What nmcli says, and what it means."""
_SAYS: Final[dict[RefusalCode, str]] = {
    "wifi_none": "This computer has no NetworkManager, which joins Wi-Fi.",
    "wifi_no_radio": "This computer has no Wi-Fi.",
    "wifi_off": "Wi-Fi is switched off.",
    "wifi_gone": "The network is not there any more.",
    "wifi_password": "The password is wrong.",
    "wifi_address": "The network gives no address.",
    "wifi_slow": "The network does not answer in time.",
    "wifi_not_allowed": "The computer does not let the table join a network.",
    "wifi_kind": "This kind of network cannot be joined here.",
    "wifi_failed": "The network could not be joined.",
    "wifi_busy": "A network is being joined already.",
}
Run = Callable[[Sequence[str], str, float], Done]
"""Runs a program with this on its standard input for so many seconds at most."""


@dataclass(frozen=True, slots=True)
class _Network:
    name: str
    signal: int
    used: bool
    security: tuple[str, ...]

    @property
    def kind(self) -> str:
        """open, psk, sae, or other for what has no password of its own, or none that is worth one."""
        if not self.security:
            return "open"
        if "802.1X" in self.security or "WEP" in self.security or "OWE" in self.security:
            return "other"
        return "psk" if {"WPA1", "WPA2"} & set(self.security) else "sae"


class Wifi:
    """`run` runs a program."""

    def __init__(self, run: Run = done) -> None:
        self._run = run
        self._joining = threading.Lock()

    def offered(self) -> SetupWifi:
        """What is there now; looks around, which takes some seconds."""
        try:
            device = self._device()
        except RefusedError as error:
            return SetupWifi(stands=error.refusal.code, may=False, networks=[])
        found = {each.name: each for each in sorted(self._seen(device), key=lambda each: each.signal)}
        networks = [
            SetupNetwork(name=each.name, signal=each.signal, joined=each.used, kind=each.kind)
            for each in sorted(found.values(), key=lambda each: (not each.used, -each.signal))
        ]
        return SetupWifi(stands=None, may=self._may(), networks=networks)

    def join(self, wanted: SetupJoin) -> None:
        """Returns when the network has given an address. RefusedError: the one before is in use again."""
        if not self._joining.acquire(blocking=False):
            raise _refused("wifi_busy", status=409)
        try:
            device = self._device()
            network = max(
                (each for each in self._seen(device) if each.name == wanted.name),
                key=lambda each: each.signal,
                default=None,
            )
            if network is None:
                raise _refused("wifi_gone")
            self._change(device, network, _secret(network, wanted.password))
        finally:
            self._joining.release()

    def _device(self) -> str:
        """The first radio that may be used. RefusedError says why there is none."""
        answer = self._run((*_NMCLI, "--fields", "DEVICE,TYPE,STATE", "device", "status"), "", LOOK_S)
        if answer.code in (_NO_MANAGER, _NO_PROGRAM) or answer.code != 0:
            raise _refused("wifi_none")
        radios = [row for row in rows(answer.out) if row[1:2] == ["wifi"]]
        if not radios:
            raise _refused("wifi_no_radio")
        radio = self._run((*_NMCLI, "radio", "wifi"), "", LOOK_S)
        if radio.out.strip() == "disabled":
            raise _refused("wifi_off")
        return radios[0][0]

    def _seen(self, device: str, rescan: str = "auto") -> Iterator[_Network]:
        fields = ("--fields", "IN-USE,SIGNAL,SECURITY,SSID")
        listed = ("device", "wifi", "list", "ifname", device, "--rescan", rescan)
        answer = self._run((*_NMCLI, *fields, *listed), "", LOOK_S)
        for row in rows(answer.out):
            if len(row) == 4 and row[3]:  # a hidden one has no name
                signal = int(row[1]) if row[1].isdecimal() else 0
                yield _Network(row[3], signal, row[0] == "*", tuple(row[2].split()))

    def _may(self) -> bool:
        answer = self._run((*_NMCLI, "general", "permissions"), "", LOOK_S)
        allowed = {row[0] for row in rows(answer.out) if row[1:] in (["yes"], ["unknown"])}
        return all(each in allowed for each in _NEEDED)

    def _change(self, device: str, network: _Network, secret: str) -> None:
        """A power cut meanwhile leaves the network before: the new one begins by itself once it works."""
        before, made = self._used(device), str(uuid.uuid4())
        name = _LINK.format(network.name)
        try:
            self._must((*_NMCLI, "connection", "add", *_connection(device, network, made)))
            if secret:
                written = f"set 802-11-wireless-security.psk {secret}\nsave persistent\nquit\n"
                self._must((*_NMCLI, "connection", "edit", "uuid", made), written)
            self._must(self._up(made), "", JOIN_S + LOOK_S)
            self._must((*_NMCLI, "connection", "modify", "uuid", made, *_BY_ITSELF, "1"))
        except RefusedError as error:
            why = self._reason(device, network, error)
            self._run((*_NMCLI, "connection", "delete", "uuid", made), "", LOOK_S)
            if before:
                self._run(self._up(before), "", JOIN_S + LOOK_S)
            raise why from None
        for old, called in self._made_here().items():
            last = ("delete", "uuid", old) if called == name else ("modify", "uuid", old, *_BY_ITSELF, "0")
            if old != made:
                self._run((*_NMCLI, "connection", *last), "", LOOK_S)

    def _reason(self, device: str, network: _Network, error: RefusedError) -> RefusedError:
        """NetworkManager 1.42 says that a network of WPA3 was not found where that refused the password. One
        that went is not seen by two scans then, and so not in the list."""
        if error.refusal.code != "wifi_gone" or "WPA3" not in network.security:
            return error
        there = any(each.name == network.name for each in self._seen(device, "yes"))
        return _refused("wifi_password", error.refusal.message) if there else error

    @staticmethod
    def _up(connection: str) -> tuple[str, ...]:
        return (*_NMCLI, "--wait", str(JOIN_S), "connection", "up", "uuid", connection)

    def _used(self, device: str) -> str:
        """The connection of a radio, by its number; empty where it has none."""
        answer = self._run((*_NMCLI, "--fields", "UUID,DEVICE", "connection", "show", "--active"), "", LOOK_S)
        return next((row[0] for row in rows(answer.out) if row[1:] == [device]), "")

    def _made_here(self) -> dict[str, str]:
        """The number of each Wi-Fi connection that was made here -> its name."""
        answer = self._run((*_NMCLI, "--fields", "UUID,TYPE,NAME", "connection", "show"), "", LOOK_S)
        wireless = [row for row in rows(answer.out) if row[1:2] == ["802-11-wireless"] and len(row) == 3]
        return {uuid: name for uuid, _, name in wireless if name.startswith(_LINK.format(""))}

    def _must(self, command: Sequence[str], given: str = "", patience_s: float = LOOK_S) -> None:
        answer = self._run(command, given, patience_s)
        if answer.code == 0:
            return
        said = answer.error.lower()
        if answer.code in (_NO_MANAGER, _NO_PROGRAM):
            raise _refused("wifi_none", answer.error)
        found = next((code for words, code in _WHY if words in said), None)
        raise _refused(found or ("wifi_slow" if answer.code == _TOO_LONG else "wifi_failed"), answer.error)


def _connection(device: str, network: _Network, made: str) -> Iterator[str]:
    yield from ("type", "wifi", "con-name", _LINK.format(network.name), "ifname", device)
    yield from ("connection.uuid", made, "connection.autoconnect", "no", "ssid", network.name)
    if network.kind != "open":
        yield from ("wifi-sec.key-mgmt", "wpa-psk" if network.kind == "psk" else "sae")


def _secret(network: _Network, password: str) -> str:
    """The key, or empty. RefusedError where no such network takes this password."""
    if network.kind == "other":
        raise _refused("wifi_kind")
    if network.kind == "open":
        return ""
    key = password
    if network.kind == "psk" and not _KEY.fullmatch(password):
        if not _PASSPHRASE.fullmatch(password):
            raise _refused("wifi_password")
        if "WPA3" in network.security:
            return _typed(password)
        key = hashlib.pbkdf2_hmac("sha1", password.encode(), network.name.encode(), 4096, 32).hex()
    return _typed(key)


def _typed(secret: str) -> str:
    """The secret, if nmcli's editor keeps it as it is. RefusedError."""
    if not secret or not secret.isprintable():
        raise _refused("wifi_password")
    if secret != secret.strip():
        raise _refused("wifi_kind")
    return secret


def rows(text: str) -> list[list[str]]:
    """The fields of nmcli's terse lines."""
    return [_fields(line) for line in text.splitlines() if line]


def _fields(line: str) -> list[str]:
    r"""`a\:b\\c` is written for `a:b\c`."""
    found, letters = [""], iter(line)
    for letter in letters:
        if letter == ":":
            found.append("")
        else:
            found[-1] += next(letters, "") if letter == "\\" else letter
    return found


def _refused(code: RefusalCode, message: str = "", status: int = 422) -> RefusedError:
    said = message.strip().splitlines()
    return RefusedError(code, message=said[0] if said else _SAYS[code], status=status)
