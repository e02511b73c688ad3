"""How a hand ends: tiles, values and what moves, in riichi and in Chinese Classical."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Literal, Self

from contract.messages.tree import Bound, Model, Seat
from engine.result.enterable import enterable
from engine.rules.ruleset import Ruleset

Han = Annotated[int, Bound(ge=0, le=1000)]


class MeldView(Model):
    type: Literal["chi", "pon", "daiminkan", "shouminkan", "ankan"]
    tiles: list[str]
    """All three or four, by kind."""
    called: str | None = None
    """The tile taken from `source`; of a shouminkan the one of its pon; null for an ankan."""
    source: int | None = None
    """The seat it was taken from."""


class WinView(Model):
    seat: int
    source: int
    """Who discarded the tile; the winner itself after a tsumo."""
    tiles: list[str]
    """The concealed part without the winning tile; empty of a win that was entered without tiles."""
    melds: list[MeldView] = []
    win_tile: str
    """Empty where there are no tiles."""
    yaku: list[tuple[str, int]]
    """Id of the yaku and its han; 13 for each yakuman. Empty of a win that was entered by han and fu."""
    dora: int = 0
    """Han of indicators and kan dora."""
    red: int = 0
    """Han of red fives."""
    ura: int = 0
    han: int
    fu: int
    fu_parts: list[tuple[str, int]] = []
    """Parts by name, before rounding."""
    limit: str | None = None
    """mangan, haneman, baiman, sanbaiman, yakuman or null."""
    yakuman: int = 0
    """How many yakuman; 0 for a counted one."""
    points: int
    """Value without honba and sticks."""
    deltas: list[int]
    """What this win moves, by seat."""
    responsible: int | None = None
    """The seat that answers for a yakuman under pao (R-PAO); null for none."""
    unsure: list[str] = []
    """Tiles of the hand that the eyes read with a probability of less than 0.97: look at them twice."""
    pictures: list[str] = []
    """As of a finding: the pictures of the declaration and of the hand laid open."""


class CountedView(Model):
    """A hand as Chinese Classical counts it; after a mahjong all four are counted."""

    seat: int
    source: int | None = None
    """Of the winner: who gave the last tile, itself from the wall; null for the others."""
    tiles: list[str]
    """The concealed part, the winner's without the winning tile."""
    melds: list[MeldView] = []
    flowers: list[str] = []
    win_tile: str | None = None
    base: list[tuple[str, int]] = []
    """Base values by id with their points, one entry each time."""
    doubles: list[tuple[str, int]] = []
    """Doubles by id with their factors, one entry each time."""
    limit: str | None = None
    """Id of the limit hand; it has neither base values nor doubles."""
    points: int
    """Sum of the base values times the doubles; of a limit hand the limit."""
    value: int
    """What is settled: `points`, no more than the limit, rounded up to tens."""


class HandWin(Model):
    """A win that the result of a hand pays."""

    seat: Seat
    source: Seat
    """Who discarded the tile; the winner itself after a tsumo."""
    han: Han
    fu: Han
    yakuman: Han = 0
    """How many yakuman; 0 for a counted one."""
    responsible: Seat | None = None
    """The seat that answers for a yakuman under pao (R-PAO); null for none."""


class EnteredView(Model):
    """A result as people entered it, for whoever changes it."""

    reason: str
    wins: list[HandWin] = []
    tenpai: list[bool]
    riichi: list[int]
    """Seats whose stick is laid in this hand."""


class EnterableView(Model):
    """What the rules have of the results that people may enter beside wins and the exhaustive draw."""

    ends: list[str] = []
    """Nagashi and abortive draws, as `reason` of a result."""
    tenpai: list[str] = []
    """Ends at which it is asked who is tenpai."""
    yakuman: int = 1
    """So many are paid for one hand at most (R-YAKU-03)."""
    counted: bool = False
    """Han alone can be a yakuman (R-LIMIT-03)."""

    @classmethod
    def of(cls, rules: Ruleset) -> Self:
        """By these rules of riichi."""
        return cls(**asdict(enterable(rules)))


class ResultView(Model):
    """The previewed (phase `confirm`) or last paid result of a hand; in phase `show` what is known of it."""

    reason: str
    """win, exhaustive, nagashi, kyuushu_kyuuhai, suufon_renda, suucha_riichi, suukaikan, sanchahou,
    chombo or redeal."""
    wins: list[WinView] = []
    """In riichi."""
    counted: list[CountedView] = []
    """In Chinese Classical: the four hands by seat; empty where nobody has won."""
    transfers: list[tuple[int, int, int]] = []
    """In Chinese Classical: payer, receiver and points of the six pairs of seats."""
    again: bool = False
    """The hand does not count and is played again."""
    tenpai: list[bool] = [False, False, False, False]
    shown: list[list[str] | None] = [None, None, None, None]
    """Hands laid open, by seat."""
    deltas: list[int]
    """What the result moves in all, by seat; more than zero in sum when sticks are collected."""
    offenders: list[int] = []
    """Seats that receive chombo."""
    entered: EnteredView | None = None
    """Null where the table has seen it itself."""
    paid: bool = False
    """Whether the points have moved."""
    counts_at_ms: int | None = None
    """When a preview counts that nobody disputes, Unix time; null: the seats confirm it."""
    others_may_win: bool = False
    """A preview of a ron: for some seconds others may win on the same tile, and nothing is paid before."""
