"""Groups of players to be kept apart, as a file says them."""

from __future__ import annotations

import json
import re
from typing import Final

from club.seating.apart import Apart

_NUMBERS: Final = re.compile(r"\[?\s*\d+(\s*[,\s]\s*\d+)*\s*\]?")
_RATHER_NOT: Final = "~"


def apart_of(text: str) -> Apart:
    """One group a line, `[3, 17]` or `3 17`; after `~` one that holds where it can. Or a JSON list of lists.

    ValueError names the line that is no group.
    """
    groups = _json(text)
    if groups is not None:
        return Apart(never=groups)
    never, rather_not = list[list[int]](), list[list[int]]()
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if not stripped:
            continue
        avoided = stripped.startswith(_RATHER_NOT)
        written = stripped.removeprefix(_RATHER_NOT).strip()
        if not _NUMBERS.fullmatch(written):
            raise ValueError(f"Line {number} of the groups kept apart is {stripped!r}: write numbers, 3 17.")
        (rather_not if avoided else never).append([int(player) for player in re.findall(r"\d+", written)])
    return Apart(never, rather_not)


def _json(text: str) -> list[list[int]] | None:
    """A list of lists of numbers; None where the text is something else."""
    try:
        groups = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(groups, list) or not groups or not all(isinstance(group, list) for group in groups):
        return None
    if any(type(player) is not int or player < 0 for group in groups for player in group):
        raise ValueError("A group to be kept apart has numbers of players: [[3, 17], [4, 8, 20]].")
    return groups
