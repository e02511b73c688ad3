"""Questions as programs ask them in JSON, for the tests of the notation and of the commands."""

from __future__ import annotations

from typing import Any, Final

TSUMO: Final[dict[str, Any]] = {
    "tiles": "123456m2256p678s",
    "melds": [],
    "win_tile": "4p",
    "seat": 1,
    "from": 1,
    "dealer": 1,
    "round_wind": "E",
    "riichi": True,
    "dora_indicators": ["4m"],
    "ura_indicators": ["9p"],
    "kyotaku": 1,
}
"""The dealer's riichi and tsumo, with every field that a closed win needs."""
