"""Every event of a game: the vocabulary of the whole system.

Events are frozen and validate what they can by themselves (ranges, counts); whether one is
allowed at a moment is the question of `engine.legal`, what it does the one of `engine.state`.
A tile that nobody has seen is `None`: at a real table concealed tiles become known when they
are shown, in a record or a simulation they are known from the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.meld import Meld
from engine.tile import Tile

Seats4 = tuple[int, int, int, int]


def _seat(value: int) -> None:
    if value not in (0, 1, 2, 3):
        raise ValueError(f"A seat is a number from 0 to 3, not {value}.")


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The rules and the people; `options` are overrides of the preset by option id."""

    preset: str
    options: Mapping[str, object] = field(default_factory=dict)
    names: tuple[str, str, str, str] = ("A", "B", "C", "D")


@dataclass(frozen=True, slots=True)
class HandStarted:
    """The table announces a hand; the engine checks that it follows from the game so far."""

    round_wind: int
    number: int
    honba: int
    kyotaku: int
    dealer: int
    scores: Seats4

    def __post_init__(self) -> None:
        _seat(self.dealer)
        if not 0 <= self.round_wind <= 3 or not 1 <= self.number <= 4:
            raise ValueError("A round is a wind 0..3 and a number 1..4.")
        if self.honba < 0 or self.kyotaku < 0:
            raise ValueError("Honba and sticks on the table are not negative.")


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """The throw that breaks the wall (R-WALL-03)."""

    dice: tuple[int, int]

    def __post_init__(self) -> None:
        if any(not 1 <= d <= 6 for d in self.dice):
            raise ValueError(f"A die shows 1 to 6, not {self.dice}.")


@dataclass(frozen=True, slots=True)
class Dealt:
    """Thirteen tiles each, by seat; `None` for a hand that nobody has seen (R-DEAL-02).

    The dealer's fourteenth tile is the first `Drawn`.
    """

    hands: tuple[tuple[Tile, ...] | None, ...] = (None, None, None, None)

    def __post_init__(self) -> None:
        if len(self.hands) != 4 or any(h is not None and len(h) != 13 for h in self.hands):
            raise ValueError("A deal is four hands of thirteen tiles, or unseen.")


@dataclass(frozen=True, slots=True)
class DoraRevealed:
    """The next indicator is turned: the first of the hand or one for a kan (R-WALL-10)."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Drawn:
    """A tile from the wall, or from the dead wall after a kan."""

    seat: int
    tile: Tile | None = None
    replacement: bool = False

    def __post_init__(self) -> None:
        _seat(self.seat)


@dataclass(frozen=True, slots=True)
class RiichiDeclared:
    """The word, before the discard (R-RIICHI-04)."""

    seat: int

    def __post_init__(self) -> None:
        _seat(self.seat)


@dataclass(frozen=True, slots=True)
class Discarded:
    """A tile laid into the pond; `sideways` as it lies; `tile` None while it could not be read."""

    seat: int
    tile: Tile | None
    sideways: bool = False
    tsumogiri: bool | None = None

    def __post_init__(self) -> None:
        _seat(self.seat)


@dataclass(frozen=True, slots=True)
class Identified:
    """A discard that was accepted unread is named: place `index` of the seat's discard history."""

    seat: int
    index: int
    tile: Tile

    def __post_init__(self) -> None:
        _seat(self.seat)


@dataclass(frozen=True, slots=True)
class RiichiPaid:
    """The stick lies on the table (R-RIICHI-09)."""

    seat: int

    def __post_init__(self) -> None:
        _seat(self.seat)


@dataclass(frozen=True, slots=True)
class Called:
    """Chi, pon or daiminkan on the last discard."""

    seat: int
    meld: Meld

    def __post_init__(self) -> None:
        _seat(self.seat)


@dataclass(frozen=True, slots=True)
class KanDeclared:
    """Ankan or shouminkan in the own turn."""

    seat: int
    meld: Meld

    def __post_init__(self) -> None:
        _seat(self.seat)


@dataclass(frozen=True, slots=True)
class WinDeclared:
    """The word: ron on `source`'s tile, or tsumo when `source` is the seat itself."""

    seat: int
    source: int

    def __post_init__(self) -> None:
        _seat(self.seat)
        _seat(self.source)


@dataclass(frozen=True, slots=True)
class HandShown:
    """The whole concealed part laid open, `tiles` without the winning tile.

    After a win by tsumo `win_tile` is the tile lying apart. At an exhaustive draw it claims
    tenpai (R-DRAW-03); at kyuushu kyuuhai it proves the nine kinds.
    """

    seat: int
    tiles: tuple[Tile, ...]
    win_tile: Tile | None = None

    def __post_init__(self) -> None:
        _seat(self.seat)


@dataclass(frozen=True, slots=True)
class UraRevealed:
    """The tiles under the indicators, in the order of the indicators (R-DORA-04)."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class NotenDeclared:
    """The hand stays closed at an exhaustive draw (R-DRAW-04)."""

    seat: int

    def __post_init__(self) -> None:
        _seat(self.seat)


@dataclass(frozen=True, slots=True)
class AbortDeclared:
    """Kyuushu kyuuhai claimed by the seat (R-ABORT-01)."""

    seat: int

    def __post_init__(self) -> None:
        _seat(self.seat)


class EndReason(StrEnum):
    WIN = "win"
    EXHAUSTIVE = "exhaustive"
    NAGASHI = "nagashi"
    KYUUSHU = "kyuushu_kyuuhai"
    SUUFON = "suufon_renda"
    SUUCHA = "suucha_riichi"
    SUUKAIKAN = "suukaikan"
    SANCHAHOU = "sanchahou"

    @property
    def abortive(self) -> bool:
        return self not in (EndReason.WIN, EndReason.EXHAUSTIVE, EndReason.NAGASHI)


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The confirmed result; only now points move. Must equal what `engine.settle` computes.

    `deltas` are the changes since the hand began without the riichi deposits, which were paid
    when they were laid; `kyotaku` is what stays on the table.
    """

    reason: EndReason
    deltas: Seats4
    kyotaku: int
    winners: tuple[int, ...] = ()
    tenpai: tuple[bool, bool, bool, bool] = (False, False, False, False)


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The last hand is over (R-END); `scores` with leftover sticks given out (R-STICK-03)."""

    scores: Seats4


Event = (
    GameStarted
    | HandStarted
    | DiceThrown
    | Dealt
    | DoraRevealed
    | Drawn
    | RiichiDeclared
    | Discarded
    | Identified
    | RiichiPaid
    | Called
    | KanDeclared
    | WinDeclared
    | HandShown
    | UraRevealed
    | NotenDeclared
    | AbortDeclared
    | HandEnded
    | GameEnded
)
