"""Every event of a game: the vocabulary of the whole system.

Events are frozen and validate what they can by themselves (ranges, counts); whether one is
allowed at a moment is the question of `engine.play.legal`, what it does the one of `engine.play.apply`.
A tile that nobody has seen is `None`: at a real table concealed tiles become known when they
are shown, in a record or a simulation they are known from the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from engine.tiles.meld import Meld
from engine.tiles.tile import Flower, Tile

Seats4 = tuple[int, int, int, int]


def _seat(value: int) -> None:
    if value not in (0, 1, 2, 3):
        raise ValueError(f"A seat is a number from 0 to 3, not {value}.")


@dataclass(frozen=True, slots=True)
class OfSeat:
    """What one player does or suffers."""

    seat: int

    def __post_init__(self) -> None:
        _seat(self.seat)


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

    The dealer's fourteenth tile is the first `Drawn`. A hand of fewer tiles was dealt flowers
    besides (C-FLOWER-03).
    """

    hands: tuple[tuple[Tile, ...] | None, ...] = (None, None, None, None)

    def __post_init__(self) -> None:
        if len(self.hands) != 4 or any(h is not None and len(h) > 13 for h in self.hands):
            raise ValueError("A deal is four hands of thirteen tiles, or unseen.")


@dataclass(frozen=True, slots=True)
class DoraRevealed:
    """The next indicator is turned: the first of the hand or one for a kan (R-WALL-10)."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Drawn(OfSeat):
    """A tile from the wall, or from the dead wall after a kan."""

    tile: Tile | None = None
    replacement: bool = False


@dataclass(frozen=True, slots=True)
class RiichiDeclared(OfSeat):
    """The word, before the discard (R-RIICHI-04)."""


@dataclass(frozen=True, slots=True)
class ReadyDeclared(OfSeat):
    """Chinese Classical: one tile is missing; who has not said so cannot win (C-READY-01)."""


@dataclass(frozen=True, slots=True)
class FlowerLaid(OfSeat):
    """Chinese Classical: a flower is laid beside the sets; a loose tile replaces it (C-FLOWER-02)."""

    flower: Flower


@dataclass(frozen=True, slots=True)
class Discarded(OfSeat):
    """A tile laid into the pond; `sideways` as it lies; `tile` None while it could not be read."""

    tile: Tile | None
    sideways: bool = False
    tsumogiri: bool | None = None


@dataclass(frozen=True, slots=True)
class Identified(OfSeat):
    """A discard that was accepted unread is named: place `index` of the seat's discard history."""

    index: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class RiichiPaid(OfSeat):
    """The stick lies on the table (R-RIICHI-09)."""


@dataclass(frozen=True, slots=True)
class RiichiWithdrawn(OfSeat):
    """The declaration is taken back: free before the discard, then for a dead hand (R-RIICHI-05)."""


@dataclass(frozen=True, slots=True)
class Called(OfSeat):
    """Chi, pon or daiminkan on the last discard; `fetched` False while the tile lies in the pond."""

    meld: Meld
    fetched: bool = True


@dataclass(frozen=True, slots=True)
class Fetched(OfSeat):
    """The called tile, left in the pond at first, is laid to its set (R-CALL-07, R-CALL-08)."""


@dataclass(frozen=True, slots=True)
class KanDeclared(OfSeat):
    """Ankan or shouminkan in the own turn."""

    meld: Meld


@dataclass(frozen=True, slots=True)
class WinDeclared(OfSeat):
    """The word: ron on `source`'s tile, or tsumo when `source` is the seat itself."""

    source: int

    def __post_init__(self) -> None:
        OfSeat.__post_init__(self)
        _seat(self.source)


@dataclass(frozen=True, slots=True)
class WinWithdrawn(OfSeat):
    """A win declared and taken back before the hand was shown (R-WIN-13)."""


@dataclass(frozen=True, slots=True)
class HandShown(OfSeat):
    """The whole concealed part laid open, `tiles` without the winning tile.

    After a win by tsumo `win_tile` is the tile lying apart; one that was merged into the hand is
    among the `tiles`, and `win_tile` is None (R-WIN-08). At an exhaustive draw it claims
    tenpai (R-DRAW-03); at kyuushu kyuuhai it proves the nine kinds.
    """

    tiles: tuple[Tile, ...]
    win_tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class UraRevealed:
    """The tiles under the indicators, in the order of the indicators (R-DORA-04)."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class NotenDeclared(OfSeat):
    """The hand stays closed at an exhaustive draw (R-DRAW-04)."""


@dataclass(frozen=True, slots=True)
class AbortDeclared(OfSeat):
    """Kyuushu kyuuhai claimed by the seat (R-ABORT-01)."""


class EndReason(StrEnum):
    WIN = "win"
    EXHAUSTIVE = "exhaustive"
    NAGASHI = "nagashi"
    KYUUSHU = "kyuushu_kyuuhai"
    SUUFON = "suufon_renda"
    SUUCHA = "suucha_riichi"
    SUUKAIKAN = "suukaikan"
    SANCHAHOU = "sanchahou"
    CHOMBO = "chombo"
    REDEAL = "redeal"
    """The tiles are mixed and dealt again: nothing of the hand counts (P-01)."""

    @property
    def abortive(self) -> bool:
        """An abortive draw (R-ABORT)."""
        return self in _ABORTIVE

    @property
    def void(self) -> bool:
        """The hand counts as not played (R-CHOMBO-05)."""
        return self in (EndReason.CHOMBO, EndReason.REDEAL)


_ABORTIVE: Final = frozenset(
    (EndReason.KYUUSHU, EndReason.SUUFON, EndReason.SUUCHA, EndReason.SUUKAIKAN, EndReason.SANCHAHOU)
)


class Sanction(StrEnum):
    """What a referee can rule (sanctions of the penalty table, K-PEN-01)."""

    REMINDER = "reminder"
    DEAD_HAND = "dead_hand"
    CHOMBO = "chombo"
    REDEAL = "redeal"
    FINE = "fine"
    DISQUALIFICATION = "disqualification"


BY_THE_TABLE: Final = (Sanction.DEAD_HAND, Sanction.CHOMBO)
"""What the four at a table may settle themselves (K-PEN-08)."""


@dataclass(frozen=True, slots=True)
class Penalised(OfSeat):
    """A ruling against a seat; `penalty` is the row of the penalty table, `points` a fine. `confirmed` are
    all four seats where they have settled it themselves (K-PEN-08); else a referee has ruled.

    A dead hand begins here (R-DEAD-03), a chombo or redeal ends the hand (R-CHOMBO-01), a fine is
    deducted after uma (K-PEN-02).
    """

    sanction: Sanction
    penalty: str = ""
    points: int = 0
    confirmed: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        OfSeat.__post_init__(self)
        if self.confirmed and (self.sanction not in BY_THE_TABLE or sorted(self.confirmed) != [0, 1, 2, 3]):
            raise ValueError("A table settles dead hand and chombo only, and all four confirm it.")
        if self.points < 0 or (self.points and self.sanction is not Sanction.FINE):
            raise ValueError("A fine is a number of points from 0 on; no other sanction has points.")


@dataclass(frozen=True, slots=True)
class EnteredWin:
    """A win as people read it; `yakuman` counts them, `responsible` is the seat under pao."""

    seat: int
    source: int
    han: int
    fu: int
    yakuman: int = 0
    responsible: int | None = None

    def __post_init__(self) -> None:
        _seat(self.seat)
        _seat(self.source)
        if self.responsible is not None:
            _seat(self.responsible)
        if min(self.han, self.fu, self.yakuman) < 0 or not (self.han or self.yakuman):
            raise ValueError("A win has han and fu, or yakuman.")


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """People say how the hand ended, where the table cannot (K-FAIL-02); replaces what it saw.

    `riichi` are the seats whose deposit of this hand lies on the table.
    """

    reason: EndReason
    wins: tuple[EnteredWin, ...] = ()
    tenpai: tuple[bool, bool, bool, bool] = (False, False, False, False)
    riichi: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The confirmed result; only now points move. Must equal what `engine.result.settle` computes.

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
    """The last hand is over (R-END); `scores` with leftover sticks given out (R-STICK-03).

    `by_time`: the clock of the event, or a host, ends it, though by the rules another hand would follow
    (K-TIMER-02).
    """

    scores: Seats4
    by_time: bool = False


@dataclass(frozen=True, slots=True)
class Reseated:
    """The names of the seats from the start of the game: people sat where the list did not say.

    One action, whenever it is noticed (K-FAIL-01).
    """

    names: tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Correct:
    """`events` stand in place of the `count` events from number `at` of the game's log on.

    The log is the game's events as they count now, the first is number 0. What follows is
    replayed; hands and payments that the table announced are computed anew.
    """

    at: int
    count: int
    events: tuple[Event, ...] = ()
    reason: str = ""

    def __post_init__(self) -> None:
        if self.at < 0 or self.count < 0:
            raise ValueError("A correction names a place in the game and a number of events from 0 on.")


Event = (
    GameStarted
    | HandStarted
    | DiceThrown
    | Dealt
    | DoraRevealed
    | Drawn
    | RiichiDeclared
    | ReadyDeclared
    | FlowerLaid
    | Discarded
    | Identified
    | RiichiPaid
    | RiichiWithdrawn
    | Called
    | Fetched
    | KanDeclared
    | WinDeclared
    | WinWithdrawn
    | HandShown
    | UraRevealed
    | NotenDeclared
    | AbortDeclared
    | Penalised
    | ResultEntered
    | HandEnded
    | GameEnded
    | Reseated
    | Correct
)
