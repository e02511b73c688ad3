"""What the judge finds, and the register of the checks that find it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from engine.judge.case import Case
from engine.judge.penalties import penalty
from engine.state.events import Sanction


class Kind(StrEnum):
    """What happened."""

    RON_IN_OWN_FURITEN = "ron_in_own_furiten"
    RON_IN_TEMPORARY_FURITEN = "ron_in_temporary_furiten"
    RON_IN_RIICHI_FURITEN = "ron_in_riichi_furiten"
    WIN_NOT_COMPLETE = "win_not_complete"
    WIN_WITHOUT_YAKU = "win_without_yaku"
    WIN_ROBBING_CLOSED_KAN = "win_robbing_closed_kan"
    WIN_WITHDRAWN = "win_withdrawn"
    WIN_OUT_OF_PLACE = "win_out_of_place"
    RON_LATE = "ron_late"
    CHANKAN_LATE = "chankan_late"
    RIICHI_NOTEN = "riichi_noten"
    RIICHI_HIDDEN = "riichi_hidden"
    RIICHI_KAN = "riichi_kan"
    RIICHI_TILE_SWAPPED = "riichi_tile_swapped"
    RIICHI_NOT_ALLOWED = "riichi_not_allowed"
    RIICHI_AFTER_DISCARD = "riichi_after_discard"
    RIICHI_WITHDRAWN = "riichi_withdrawn"
    RIICHI_NOT_SIDEWAYS = "riichi_not_sideways"
    RIICHI_UNPAID = "riichi_unpaid"
    KUIKAE = "kuikae"
    CALL_LATE = "call_late"
    CALL_OVERRIDES_CHI = "call_overrides_chi"
    CALL_INVALID = "call_invalid"
    CALLED_TILE_LEFT = "called_tile_left"
    DEAD_HAND_DECLARES = "dead_hand_declares"
    DEAD_TO_BE_DECLARES = "dead_to_be_declares"
    TURN_OUT_OF_ORDER = "turn_out_of_order"
    WRONG_WALL_END = "wrong_wall_end"
    REPLACEMENT_NOT_TAKEN = "replacement_not_taken"
    TILE_COUNT = "tile_count"
    FIVE_COPIES = "five_copies"
    INDICATOR_LATE = "indicator_late"
    INDICATOR_WRONG = "indicator_wrong"
    KAN_DORA_LATE = "kan_dora_late"
    KAN_DORA_EARLY = "kan_dora_early"
    PAYMENT_WRONG = "payment_wrong"
    RESULT_NOT_AS_SHOWN = "result_not_as_shown"
    ABORT_INVALID = "abort_invalid"


class Waived(StrEnum):
    """Why a finding has no sanction though its row has one."""

    SAVED = "saved"
    """Another player won with the same tile (R-CHOMBO-09)."""
    RULES = "rules"
    """The rules of this game name no sanction."""
    SECOND_OFFENDER = "second_offender"
    """Only one player receives chombo in a hand of this game (R-CHOMBO-07)."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A breach that the journal proves.

    `clause` is the rule broken, `events` the ids of the entries that prove it in their order,
    `penalty` the row of the penalty table or empty. `sanction` is the standard one and `minimum`
    the one for mitigating circumstances; both None where nothing follows, `waived` then says why.
    `seat` is None where nobody is to blame. `details` explains: tiles as `Tile`, seats as numbers.
    """

    kind: Kind
    clause: str
    seat: int | None
    events: tuple[int, ...]
    penalty: str = ""
    sanction: Sanction | None = None
    minimum: Sanction | None = None
    waived: Waived | None = None
    details: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """What a check yields; `penalty` and `sanction` where they are not the usual ones of the check."""

    seat: int | None
    events: tuple[int, ...]
    penalty: str = ""
    sanction: Sanction | None = None
    waived: Waived | None = None
    details: Mapping[str, object] = field(default_factory=dict)


Search = Callable[[Case], Iterator[Found]]


@dataclass(frozen=True, slots=True)
class Check:
    """A registered check; `penalties` are the rows it can lead to, the usual one first.

    `sanction` stands where no row of the table names the case. `needs` says what must be known.
    """

    kind: Kind
    clause: str
    penalties: tuple[str, ...]
    sanction: Sanction | None
    needs: str
    search: Search

    def run(self, case: Case) -> Iterator[Finding]:
        for found in self.search(case):
            yield self._finding(found, case.rules.name)

    def _finding(self, found: Found, preset: str) -> Finding:
        """The sanction is the found one, else that of the row, else that of the check; none if waived."""
        number = found.penalty or next(iter(self.penalties), "")
        row = penalty(number, preset) if number else None
        usual = self.sanction if row is None else row.standard.sanction
        least = None if row is None or row.minimum is None else row.minimum.sanction
        free = found.waived is not None
        return Finding(
            self.kind,
            self.clause,
            found.seat,
            found.events,
            number,
            None if free else found.sanction or usual,
            None if free else least,
            found.waived,
            found.details,
        )


CHECKS: Final[dict[Kind, Check]] = {}


def check(
    kind: Kind, clause: str, *penalties: str, needs: str, sanction: Sanction | None = None
) -> Callable[[Search], Search]:
    """Registers the check of a kind of finding."""

    def register(search: Search) -> Search:
        CHECKS[kind] = Check(kind, clause, penalties, sanction, needs, search)
        return search

    return register
