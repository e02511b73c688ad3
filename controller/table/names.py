"""How journals are named, and which of two games came first: by a counter, whatever the clock said.

`g000042-20261122-101500-1f2e3d4c.jsonl`: the 42nd game of this table, begun at that time as far as its
computer knew, with four random bytes, as no two tables may name a game alike. Before there was a counter
names began with the time, `20261122-101500-1231a2b.jsonl`: those games came first, in their order.
"""

from __future__ import annotations

import re
import secrets
import time
from pathlib import Path
from typing import Final

ENDING: Final = ".jsonl"
_COUNTED: Final = re.compile(r"g([0-9]{6,12})-")


def order(game: str) -> tuple[int, str]:
    """Sorts the ids of games, the oldest first."""
    found = _COUNTED.match(game)
    return (int(found[1]) if found else 0, game)


def journals(folder: Path) -> list[Path]:
    """The journals of a folder, the oldest game first."""
    return sorted(folder.glob(f"*{ENDING}"), key=lambda path: order(path.stem))


def next_journal(folder: Path, now_ms: int) -> Path:
    """A path for a game after all of the folder, those put aside among them; `now_ms` is since 1970."""
    last = max((order(path.name)[0] for path in folder.glob(f"*{ENDING}*")), default=0)
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now_ms // 1000))
    return folder / f"g{last + 1:06}-{stamp}-{secrets.token_hex(4)}{ENDING}"
