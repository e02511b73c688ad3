"""The table of background parts: every thread, pool and task of a table or of a hub has one entry here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class About:
    """`does` is the part's plain name. `needed`: without it the process has no use, so beyond its budget of
    restarts the process ends, and its service manager starts it anew; else the rest goes on without it."""

    does: str
    needed: bool = False


TABLE: Final = {
    "main": About("the main loop", needed=True),
    "mqtt": About("the connection to the broker", needed=True),
    "broker": About("the broker", needed=True),
    "web": About("the web server", needed=True),
    "machine-link": About("the link to the machine"),
    "firmware-build": About("the building of the simulated firmware"),
    "seat-panel": About("the keys and lamps of the seats"),
    "camera": About("the camera"),
    "readings": About("the reading of pictures"),
    "evidence": About("the pictures for referees"),
    "learning": About("the learning of tiles"),
    "evidence-lent": About("the lending of pictures to the club"),
    "voice": About("the spoken announcements"),
    "announce": About("the announcement in the network"),
    "other": About("a library"),
}
"""The parts of a table."""
HUB: Final = {
    "main": About("the main loop", needed=True),
    "club-log": About("the writer of the log", needed=True),
    "club-hub": About("the orders to the tables"),
    "club-mqtt": About("the connection to the broker", needed=True),
    "club-broker": About("the broker", needed=True),
    "club-web": About("the web server", needed=True),
    "club-feed": About("the live feed of the pages"),
    "club-sweep": About("the removal of people who are forgotten"),
    "other": About("a library"),
}
"""The parts of a hub."""
PARTS: Final = TABLE | HUB
