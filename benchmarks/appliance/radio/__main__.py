"""Wi-Fi joined from the set-up page of the image, in a virtual machine with simulated radios.

    python -m benchmarks.appliance.radio IMAGE

IMAGE is one for a PC. Its kernel simulates radios (mac80211_hwsim): one is the table's, the others are access
points, by hostapd, of seven networks (WPA2, WPA2 and WPA3, WPA3 alone, open, one that gives no address, with
accounts, hidden). Somebody outside asks the page's addresses for the networks and joins them, with right and
wrong passwords; networks go and come back; the power fails. NetworkManager and wpa_supplicant are those of
the image, and nothing goes around them.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from benchmarks.appliance.__main__ import CARD, QUIET
from benchmarks.appliance.line import ACCOUNT
from benchmarks.appliance.machine import PACKAGES, TOOLS, Disk, Machine
from benchmarks.appliance.radio import computer
from benchmarks.appliance.radio.air import Air
from benchmarks.appliance.radio.inside import (
    CLUB,
    GUESTS,
    HIDDEN,
    NETWORKS,
    ODD,
    OFFICE,
    SILENT,
    UPSTAIRS,
    Network,
)
from benchmarks.progress import Command, tell

KINDS: Final = {CLUB: "psk", ODD: "psk", UPSTAIRS: "sae", GUESTS: "open", SILENT: "psk", OFFICE: "other"}
JOIN_S: Final = 240.0
AGAIN_S: Final = 240.0
"""In which NetworkManager joins a network by itself that has come back."""
TOLD: Final = "systemd.journald.forward_to_console=1"


class Wrong(Exception):  # noqa: N818 - a step that did not end as it should
    """What was there instead."""


class Page:
    """The set-up page's addresses for Wi-Fi, with the account of the house."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def offered(self) -> dict[str, Any]:
        status, found = self._machine.answered("setup/wifi.json", ACCOUNT, within=JOIN_S)
        if status != 200:
            raise Wrong(f"{status} {found}")
        return found

    def join(self, network: Network, password: str | None = None) -> str:
        """Why it could not be joined; empty where it was."""
        sent = {"name": network.name, "password": network.password if password is None else password}
        status, found = self._machine.answered("setup/wifi", ACCOUNT, sent, within=JOIN_S)
        return "" if status == 200 else str(found["code"])

    def joined(self) -> str:
        """The name of the network that is in use; empty for none."""
        return next((each["name"] for each in self.offered()["networks"] if each["joined"]), "")

    def comes_to(self, name: str, within: float = AGAIN_S) -> None:
        """Waits until this network is in use. Wrong."""
        end = time.monotonic() + within
        while (found := self.joined()) != name:
            if time.monotonic() > end:
                raise Wrong(f"in use is {found!r} after {within:.0f} s")
            time.sleep(2.0)


def same(found: object, wanted: object) -> None:
    """Wrong where they differ."""
    if found != wanted:
        raise Wrong(f"{found!r} instead of {wanted!r}")


def listed(page: Page) -> None:
    """Each network with its kind, none twice, no hidden one; the table may join them."""
    end = time.monotonic() + AGAIN_S
    while True:
        found = page.offered()
        kinds = {each["name"]: each["kind"] for each in found["networks"]}
        if len(kinds) == len(KINDS) or time.monotonic() > end:
            break
        time.sleep(5.0)
    same((found["stands"], found["may"]), (None, True))
    same(kinds, {network.name: kind for network, kind in KINDS.items()})


def refused(page: Page, network: Network, password: str, why: str, before: Network | None) -> None:
    """Says why, and the network before is in use again."""
    same(page.join(network, password), why)
    page.comes_to("" if before is None else before.name, 60)


def joins(page: Page, network: Network) -> None:
    same(page.join(network), "")
    same(page.joined(), network.name)


def goes_and_comes(page: Page, air: Air, network: Network) -> None:
    air.switch(network, on=False)
    page.comes_to("")
    air.switch(network, on=True)
    page.comes_to(network.name)


def went(page: Page, air: Air, network: Network, before: Network) -> None:
    """It goes between the list that a person sees and the join."""
    air.switch(network, on=False)
    found = page.join(network)
    same(found in ("wifi_gone", "wifi_slow"), True)
    page.comes_to(before.name, 60)


def steps(page: Page, air: Air) -> list[tuple[str, Callable[[], None]]]:
    """What somebody does, in this order, and whether it ends as it should."""
    return [
        ("the list has every network and its kind", lambda: listed(page)),
        ("a wrong password", lambda: refused(page, CLUB, "fourteen orphans", "wifi_password", None)),
        ("a password that is too short", lambda: refused(page, CLUB, "orphans", "wifi_password", None)),
        ("WPA2", lambda: joins(page, CLUB)),
        ("WPA2 and WPA3, odd letters", lambda: joins(page, ODD)),
        ("WPA3, wrong password", lambda: refused(page, UPSTAIRS, "chuuren", "wifi_password", ODD)),
        ("WPA3", lambda: joins(page, UPSTAIRS)),
        ("no address", lambda: refused(page, SILENT, SILENT.password, "wifi_address", UPSTAIRS)),
        ("accounts", lambda: refused(page, OFFICE, "somebody", "wifi_kind", UPSTAIRS)),
        ("hidden", lambda: refused(page, HIDDEN, HIDDEN.password, "wifi_gone", UPSTAIRS)),
        ("an open one", lambda: joins(page, GUESTS)),
        ("WPA2 again", lambda: joins(page, CLUB)),
        ("one that has just gone", lambda: went(page, air, ODD, CLUB)),
        ("the network goes and comes back", lambda: goes_and_comes(page, air, CLUB)),
    ]


def done(what: str, step: Callable[[], None]) -> bool:
    """Says what came of a step."""
    begun = time.monotonic()
    try:
        step()
        wrong = ""
    except (Wrong, OSError) as error:
        wrong = f"  WRONG: {error}"
    tell(f"{what:<45} {time.monotonic() - begun:4.0f} s{wrong}")
    return not wrong


def evening(disk: Disk, work: Path, air: Air, within: float) -> list[bool]:
    """Whether each step was right."""
    with closing(Machine(disk, work, more=f"{QUIET} {TOLD}")) as machine:
        _up(machine, air, within, *NETWORKS)
        page = Page(machine)
        found = [done(what, step) for what, step in steps(page, air)]
        machine.pull("lost", random.Random(1))
    with closing(Machine(disk, work, more=f"{QUIET} {TOLD}")) as machine:
        _up(machine, air, within, *NETWORKS)
        return [*found, done("after a power cut", lambda: Page(machine).comes_to(CLUB.name))]


def _up(machine: Machine, air: Air, within: float, *networks: Network) -> None:
    air.begin(*networks)
    if machine.seconds_to(machine.health, within) is None:
        raise Wrong("The table did not come up.")


def main() -> int:
    """Prints a line for each step; 1 where one went wrong."""
    parser = Command(__doc__, lambda _: 900.0)
    parser.add_argument("image", type=Path, help="As `python -m controller.appliance.image.make` makes it.")
    parser.add_argument("--within", type=float, default=900.0, help="Seconds to come up in (default: 900).")
    parser.add_argument("--keep", type=Path, help="A folder for the card and its log.")
    given = parser.begin()
    missing = [tool for tool in (*TOOLS, "apt-get", "dpkg-deb") if shutil.which(tool) is None]
    parser.need(f"{', '.join(missing)} missing: sudo apt install {PACKAGES}" if missing else None)
    with tempfile.TemporaryDirectory() as folder, closing(Air()) as air:
        work = given.keep or Path(folder)
        work.mkdir(exist_ok=True)
        disk = Disk.of(given.image, work / "card.img", CARD)
        computer.prepare(disk, air.port, computer.fetched(Path(folder)))
        found = evening(disk, work, air, given.within)
    tell(f"{sum(found)} of {len(found)} as they should be")
    return 0 if all(found) else 1


if __name__ == "__main__":
    sys.exit(main())
