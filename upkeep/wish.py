"""What a page asks of root: the name of a unit says all of it, and nothing else is handed over.

`jantaku-care@INSTANCE.service` does something to the data, `jantaku-update@INSTANCE.service` to the program.
polkit's rule lets the table's user start these, and the instance is read here, once, by root.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, cast, get_args

Place = Literal["stick", "here"]
"""The USB stick, or the folder of backups on this computer."""
What = Literal["look", "backup", "restore", "foreign", "reset", "forget"]
"""`foreign`: a backup of another computer is restored, as somebody has confirmed. `forget`: the backups on
this computer are deleted."""
From = Literal["stick", "network", "back"]
"""Where a version comes from; back: the one before this one."""
CARE: Final = "jantaku-care@{}.service"
UPDATE: Final = "jantaku-update@{}.service"
FILE: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,150}\.(zip|ZIP)")
"""Names of files that fit into the name of a unit (systemd.unit(5)); of others the page says so."""


@dataclass(frozen=True, slots=True)
class Wish:
    """`place` of a backup; `file` of a restore."""

    what: What
    place: Place | None = None
    file: str | None = None

    @property
    def unit(self) -> str:
        """That does it."""
        return CARE.format(":".join(filter(None, (self.what, self.place, self.file))))


def wish_of(instance: str) -> Wish | None:
    """The wish of a unit; None where it is none."""
    what, *rest = instance.split(":")
    if what not in get_args(What) or len(rest) != {"backup": 1, "restore": 2, "foreign": 2}.get(what, 0):
        return None
    place, file = (*rest, None, None)[:2]
    if place is not None and place not in get_args(Place):
        return None
    if file is not None and not FILE.fullmatch(file):
        return None
    return Wish(cast(What, what), cast(Place | None, place), file)
