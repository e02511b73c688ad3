"""What an appliance is: the one description of which all its files and commands are made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.config import KEPT
from upkeep.computer import PLACE, SETTINGS, TABLE_DATA

USER: Final = "jantaku"
KIOSK_USER: Final = "jantaku-kiosk"
"""The browser has a user of its own: it reads neither journals nor accounts."""
GROUPS: Final = ("audio", "dialout", "gpio", "video")
"""Loudspeaker, machine, keys and lamps, camera."""
KIOSK_GROUPS: Final = ("input", "render", "video")
KIOSK_STATE: Final = Path("/var/lib/jantaku-kiosk")
TABLE_FILE: Final = TABLE_DATA / KEPT
HUB_FILE: Final = SETTINGS / "club.toml"
CAMERA: Final = "/dev/jantaku-camera"
MACHINE: Final = "/dev/jantaku-machine"
"""The names of camera and machine, whatever else is plugged in."""
PORT: Final = 8090
HUB_PORT: Final = 8080
BOARDS: Final = (("2341", "0010|0042|0242", 20), ("2a03", "0010|0042", 20), ("1a86", "7523", 10))
"""USB numbers of boards that may be the machine (of Arduino, Arduino.org, WCH), the likelier first."""
UNNAMED: Final = ("raspberrypi", "debian", "localhost")
"""Names of computers that nobody has named."""


@dataclass(frozen=True, slots=True)
class Appliance:
    """`program` is the installed `jantaku`; `missing` are the Debian packages that are not installed yet.
    `version`: the folder in PLACE in which it lies beside others; None where it lies alone.
    `camera` and `machine`: one of each is connected. `name`: the computer gets it, and is found under it."""

    program: Path
    version: str | None = None
    table: bool = True
    hub: bool = False
    kiosk: bool = True
    security: bool = False
    """Whether Debian's security updates are installed by themselves."""
    name: str | None = None
    missing: Sequence[str] = ()
    camera: bool = False
    machine: bool = False

    @property
    def installed(self) -> Path:
        """Where the program itself lies, to which links may lead."""
        return self.program if self.version is None else PLACE / self.version / "bin/jantaku"

    @property
    def services(self) -> tuple[str, ...]:
        """The services in the order in which they start."""
        every = ((self.hub, "jantaku-hub"), (self.table, "jantaku-table"), (self.kiosk, "jantaku-kiosk"))
        return tuple(f"{name}.service" for wanted, name in every if wanted)

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages of Debian."""
        found = ["mosquitto", "openssl", "minisign", "avahi-daemon", "libnss-myhostname", "polkitd"]
        # Debian's cage ends at once where there is no Xwayland, and does not depend on it.
        found += ["cage", "xwayland", "chromium", "fonts-dejavu-core", "fonts-noto-cjk"] if self.kiosk else []
        found += ["unattended-upgrades"] if self.security else []
        return tuple(found)
