"""How the addresses of the API begin."""

from __future__ import annotations

from typing import Final

TOURNAMENT: Final = "/api/tournaments/{tournament:int}"
ROUND: Final = f"{TOURNAMENT}/rounds/{{round:int}}"
TABLE: Final = f"{ROUND}/tables/{{table:int}}"
DESK: Final = f"{TOURNAMENT}/desk"
DESK_TABLE: Final = f"{DESK}/rounds/{{round:int}}/tables/{{table:int}}"
