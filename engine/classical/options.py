"""The options of Chinese Classical (data; `engine.rules` reads it).

`said` is what the source says, None where it is silent and the recommendation stands in its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class ClassicalOption:
    """One option with the clause it belongs to; `allowed` None is any multiple of ten from ten on."""

    id: str
    allowed: tuple[object, ...] | None
    said: object
    recommended: object
    clause: str


_YES_NO: Final = (True, False)
_SIDE_COUNTS: Final = ("from_east_counterclockwise",)
_WINDOWS: Final = ("first_own_turn", "first_hand_of_game")

_ROWS: Final = (
    ClassicalOption("classical.flowers", _YES_NO, None, False, "C-FLOWER-01"),
    ClassicalOption("classical.short_game", _YES_NO, None, False, "C-GAME-02"),
    ClassicalOption("classical.limit_points", None, 500, 500, "C-LIMIT-01"),
    ClassicalOption("classical.draw", ("replay", "do_not_replay"), None, "replay", "C-DRAW-02"),
    ClassicalOption("classical.draw_passes_deal", _YES_NO, None, False, "C-DRAW-02"),
    ClassicalOption("classical.wall_count", _SIDE_COUNTS, None, _SIDE_COUNTS[0], "C-WALL-03"),
    ClassicalOption(
        "classical.several_mahjong", ("farthest", "nearest"), "farthest", "farthest", "C-CALL-05"
    ),
    ClassicalOption("classical.claimed_last_set", ("open", "concealed"), None, "open", "C-SCORE-06"),
    ClassicalOption("classical.concealed_hand_needs_self_draw", _YES_NO, None, False, "C-DOUBLE-07"),
    ClassicalOption("classical.flower_both", ("single", "double"), None, "single", "C-FLOWER-05"),
    ClassicalOption("classical.ready_freezes_hand", _YES_NO, None, False, "C-READY-03"),
    ClassicalOption("classical.rob_out_of_turn", _YES_NO, None, True, "C-KONG-06"),
    ClassicalOption("classical.added_kong_only_drawn_tile", _YES_NO, None, False, "C-KONG-03"),
    ClassicalOption("classical.ready_first_window", _WINDOWS, None, _WINDOWS[0], "C-DOUBLE-09"),
    ClassicalOption("classical.last_tile_includes_discard", _YES_NO, None, False, "C-DOUBLE-05"),
)
OPTIONS: Final = {option.id: option for option in _ROWS}


def checked(option: ClassicalOption, value: object) -> object:
    """The value if the option can have it; ValueError says what is allowed."""
    if option.allowed is None:
        fits = isinstance(value, int) and not isinstance(value, bool) and value >= 10 and value % 10 == 0
        allowed = "a multiple of 10 from 10 on"
    else:
        fits = any(value == choice and type(value) is type(choice) for choice in option.allowed)
        allowed = ", ".join(str(choice) for choice in option.allowed)
    if not fits:
        raise ValueError(f"Rule option {option.id} cannot be {value!r}: allowed is {allowed}.")
    return value
