"""Whether an event can be rated: each criterion with what it found (K-ACC)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from club.event import SizeClass, size_class
from engine.rules.presets import plain, table_of
from engine.rules.ruleset import Ruleset
from engine.rules.sheet import ACCREDITED, sheet

_PLAYERS: Final = 16
_GAMES: Final = 4
_A_DAY: Final = 5
"""More hanchans than these in a day make a survival event (K-ACC-04)."""
WHOLE: Final = "ended_early"
"""The criterion without which an event is not rated at all."""
_SCHEMES: Final = frozenset(("predetermined", "random", "swiss", "interval"))


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of an event. `open_places` of `places` are open to everybody (K-ACC-02).

    `games_by_day` are hanchans of each day, `methods` the ways in which rounds were seated, `money` whether
    players pay each other, `regional` whether only people of some region may come, `ended_early` whether an
    event that is played online ended before its last round.
    """

    players: int
    games_by_day: Sequence[int]
    places: int
    open_places: int
    methods: Sequence[str] = ()
    money: bool = False
    regional: bool = False
    ended_early: bool = False


@dataclass(frozen=True, slots=True)
class Criterion:
    """One condition: `found` is what the event has, `needed` what it must have."""

    id: str
    clause: str
    ok: bool
    found: str
    needed: str


@dataclass(frozen=True, slots=True)
class Deviation:
    """A rule that differs from the regulation's; `permitted` ones do not cost the rating (K-ACC-03).

    `value` is as JSON has it.
    """

    option: str
    value: object
    permitted: bool


@dataclass(frozen=True, slots=True)
class Report:
    """The accreditation report (K-ACC-05)."""

    criteria: tuple[Criterion, ...]
    deviations: tuple[Deviation, ...]
    size: SizeClass

    @property
    def rating(self) -> Literal["RR", "CRR", "none"]:
        """RR when every criterion is met, otherwise the club rating alone (K-ACC-01, K-ACC-04); none for an
        event online that ended early (K-ONLINE-06)."""
        if not all(criterion.ok for criterion in self.criteria if criterion.id == WHOLE):
            return "none"
        return "RR" if all(criterion.ok for criterion in self.criteria) else "CRR"


def report(facts: Facts, rules: Ruleset) -> Report:
    """The accreditation report of an event; rules of another preset are measured against RRC as well."""
    deviations = _deviations(rules)
    refused = [deviation.option for deviation in deviations if not deviation.permitted]
    games, most = sum(facts.games_by_day), max(facts.games_by_day, default=0)
    unusual = sorted(set(facts.methods) - _SCHEMES)
    seats, length = rules.number("game.players"), rules.choice("game.length")
    criteria = (
        _criterion("players", "K-ACC-01", facts.players >= _PLAYERS, facts.players, f"{_PLAYERS} or more"),
        _criterion("games", "K-ACC-01", games >= _GAMES, games, f"{_GAMES} or more"),
        _criterion(
            "open",
            "K-ACC-02",
            2 * facts.open_places >= facts.places,
            f"{facts.open_places} of {facts.places}",
            "half of the places or more",
        ),
        _criterion("region", "K-ACC-04", not facts.regional, _yes(facts.regional), "no"),
        _criterion("four_players", "K-ACC-01", seats == 4, seats, "4"),
        _criterion("hanchan", "K-ACC-01", length == "hanchan", length, "hanchan"),
        _criterion("rules", "K-ACC-03", not refused, ", ".join(refused) or "none", "no other deviation"),
        _criterion("seating", "K-SEAT-03", not unusual, ", ".join(unusual) or "usual", "usual"),
        _criterion("money", "K-ACC-04", not facts.money, _yes(facts.money), "no"),
        _criterion("games_a_day", "K-ACC-04", most <= _A_DAY, most, f"{_A_DAY} at most"),
        _criterion(WHOLE, "K-ONLINE-06", not facts.ended_early, _yes(facts.ended_early), "no"),
    )
    return Report(criteria, deviations, size_class(facts.players))


def _deviations(rules: Ruleset) -> tuple[Deviation, ...]:
    """What differs from the regulation, by whatever preset it came in; another game is that as a whole."""
    if rules.game != table_of(ACCREDITED).game:
        return (Deviation("preset", rules.name, permitted=False),)
    measured = Ruleset.preset(ACCREDITED, rules.record)
    return tuple(
        Deviation(row.id, plain(row.value), row.accreditable)
        for row in sheet(measured).rows
        if row.id in measured.overrides or not row.accreditable
    )


def _criterion(name: str, clause: str, ok: bool, found: object, needed: str) -> Criterion:
    return Criterion(name, clause, ok, str(found), needed)


def _yes(value: bool) -> str:
    return "yes" if value else "no"
