"""The networks around the table in the virtual machine; root runs this there.

The kernel's simulated radios (mac80211_hwsim) share one air. The first is the table's; each of the others is
the access point of a network, by hostapd in a network namespace of its own, where busybox gives addresses.
What the program outside says over TCP switches networks on and off. It is written on the card, so it needs
the standard library alone.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
OUTSIDE = "10.0.2.2"
"""The computer around the virtual machine, as QEMU's user network calls it."""
PROGRAMS = ("hostapd", "iw", "busybox")
WORK = Path("/run/jantaku-radio")
AIR = "air"
"""The namespace of the access points."""
ADDRESS = "10.77.{}.1"


class Network(NamedTuple):
    """`words` is what hostapd is to do beyond announcing the name; `addresses`: it gives them."""

    name: str
    password: str
    words: tuple[str, ...]
    addresses: bool = True


_RSN = ("wpa=2", "rsn_pairwise=CCMP")
_EAP = (
    *("ieee8021x=1", "eap_server=1", f"eap_user_file={WORK}/accounts"),
    *(*_RSN, "wpa_key_mgmt=WPA-EAP"),
)


def _psk(password: str) -> tuple[str, ...]:
    return (*_RSN, "wpa_key_mgmt=WPA-PSK", f"wpa_passphrase={password}")


CLUB = Network("Club", "thirteen orphans", _psk("thirteen orphans"))
ODD = Network(
    r"Café: 雀\1",
    'kokushi "13" \\ musou',
    (*_RSN, "wpa_key_mgmt=WPA-PSK SAE", "ieee80211w=1", r'wpa_passphrase=kokushi "13" \ musou'),
)
"""WPA2 and WPA3, as a router of today has it."""
UPSTAIRS = Network(
    "Upstairs",
    "chuuren poutou",
    (*_RSN, "wpa_key_mgmt=SAE", "ieee80211w=2", "sae_password=chuuren poutou"),
)
GUESTS = Network("Guests", "", ())
SILENT = Network("Silent", "suu ankou tanki", _psk("suu ankou tanki"), addresses=False)
OFFICE = Network("Office", "", _EAP)
HIDDEN = Network("Hidden", "daisangen", (*_psk("daisangen"), "ignore_broadcast_ssid=1"))
NETWORKS = (CLUB, ODD, UPSTAIRS, GUESTS, SILENT, OFFICE, HIDDEN)


def settings(network: Network, interface: str) -> str:
    """The file of hostapd (hostapd.conf(5))."""
    lines = (f"interface={interface}", "driver=nl80211", f"ssid={network.name}", "utf8_ssid=1")
    return "\n".join((*lines, "hw_mode=g", "channel=1", *network.words, ""))


def radios() -> list[tuple[str, str]]:
    """Each radio and its interface, in the order in which they were made."""
    found = sorted(
        Path("/sys/class/ieee80211").iterdir(), key=lambda path: int(path.name.removeprefix("phy"))
    )
    return [(path.name, next((path / "device/net").iterdir()).name) for path in found]


def there(*command: str) -> None:
    """Runs a command where the access points are."""
    subprocess.run(["ip", "netns", "exec", AIR, *command], check=True)


class Point:
    """The access point of a network, which stands switched off."""

    def __init__(self, number: int, network: Network, radio: str, interface: str) -> None:
        self._file = WORK / f"{interface}.conf"
        self._file.write_text(settings(network, interface), "utf-8")
        self._process: subprocess.Popen[bytes] | None = None
        subprocess.run([WORK / "iw", "phy", radio, "set", "netns", "name", AIR], check=True)
        there("ip", "address", "add", f"{ADDRESS.format(number)}/24", "dev", interface)
        if network.addresses:
            self._give(number, interface)

    def _give(self, number: int, interface: str) -> None:
        """Addresses, by busybox' udhcpd."""
        file = self._file.with_suffix(".dhcp")
        begin, end = (ADDRESS.format(number)[:-1] + each for each in ("10", "50"))
        lines = (f"start {begin}", f"end {end}", f"interface {interface}", f"lease_file {file}.leases")
        file.write_text("\n".join((*lines, f"pidfile {file}.pid", "option subnet 255.255.255.0", "")))
        there("ip", "link", "set", interface, "up")
        there(str(WORK / "busybox"), "udhcpd", str(file))

    def on(self) -> None:
        if self._process is None:
            words = ["ip", "netns", "exec", AIR, str(WORK / "hostapd"), str(self._file)]
            self._process = subprocess.Popen(words)

    def off(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None


def points() -> dict[str, Point]:
    """Loads the radios and makes an access point of each but the first."""
    WORK.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", WORK], check=True)  # nothing below /run may be executed
    for name in PROGRAMS:
        shutil.copy(HERE / name, WORK)
        (WORK / name).chmod(0o755)
    (WORK / "accounts").write_text('"somebody" MD5 "something"\n')
    subprocess.run(["modprobe", "mac80211_hwsim", f"radios={1 + len(NETWORKS)}"], check=True)
    subprocess.run(["ip", "netns", "add", AIR], check=True)
    found = zip(NETWORKS, radios()[1:], strict=True)
    return {
        network.name: Point(n, network, radio, interface)
        for n, (network, (radio, interface)) in enumerate(found)
    }


def obey(points: dict[str, Point], said: Iterable[bytes], answer: socket.socket) -> None:
    """Each line has a network's name, and whether it is on; it comes back when that is done."""
    for line in said:
        asked = json.loads(line)
        point = points[asked["name"]]
        (point.on if asked["on"] else point.off)()
        answer.sendall(line)


def main() -> None:
    made = points()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"].replace("@", "\0", 1))
    while True:
        try:
            outside = socket.create_connection((OUTSIDE, int(sys.argv[1])))
            break
        except OSError:
            time.sleep(1.0)
    obey(made, outside.makefile("rb"), outside)


if __name__ == "__main__":
    main()
