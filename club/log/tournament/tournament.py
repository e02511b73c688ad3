"""What is known of a tournament: everything here follows from its entries and is stored nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from pydantic import JsonValue
from pydantic_core import from_json, to_json

from club.log.events.base import Plan
from club.log.events.entry import LogEntry
from club.log.events.judging import AppealFiled, Penalised, Ruled
from club.log.events.planning import RoundDrawn, StageAdded
from club.log.faults import LogRefusal
from club.log.tournament.game import Game
from club.log.tournament.places import Registration, admitted
from engine.rules.option_values import checked, choices
from engine.rules.presets import Option, plain, table_of
from engine.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Stage:
    """`first` is the number of its first round; rounds count through the whole tournament."""

    seq: int
    event: StageAdded
    first: int
    closed: int | None = None
    """The entry that closed it."""

    @property
    def rounds(self) -> range:
        return range(self.first, self.first + self.event.rounds)


@dataclass(frozen=True, slots=True)
class Replacement:
    """`substitute` plays from `hand` on; the player again where it is the same person (K-LATE-03)."""

    seq: int
    table: int
    substitute: int
    hand: int


@dataclass(frozen=True, slots=True)
class Round:
    """A round that is drawn. `started`, `closed`: the entries; `added`: seconds by table, None for all.

    `replaced` are the replacements of each player, `late` seconds by player, `frozen` by table.
    """

    drawn: LogEntry
    stage: int
    games: Mapping[int, Game]
    started: LogEntry | None = None
    closed: int | None = None
    added: tuple[tuple[int | None, int], ...] = ()
    replaced: Mapping[int, tuple[Replacement, ...]] = field(default_factory=dict)
    late: Mapping[int, int] = field(default_factory=dict)
    frozen: Mapping[int | None, LogEntry] = field(default_factory=dict)

    @property
    def draw(self) -> RoundDrawn:
        assert isinstance(self.drawn.event, RoundDrawn)
        return self.drawn.event

    def extra_s(self, table: int) -> int:
        """Seconds that this table has beyond the clock of the event (K-TIMER-07)."""
        return sum(seconds for where, seconds in self.added if where in (None, table))

    def table_of(self, person: int) -> int | None:
        """Where a player's game is, or that of a substitute; None without one."""
        for table, game in self.games.items():
            if person in game.sitting.players or person in self.substitutes(table):
                return table
        return None

    def seat(self, player: int) -> tuple[int, int] | None:
        """Table and seat of a player, whoever plays there; None for who has no game in this round."""
        for table, game in self.games.items():
            if player in game.sitting.players:
                return table, game.sitting.players.index(player)
        return None

    def plays(self, player: int, hand: int) -> int:
        """Who plays a hand in the player's place, mostly the player."""
        so_far = [each for each in self.replaced.get(player, ()) if each.hand <= hand]
        return so_far[-1].substitute if so_far else player

    def substitutes(self, table: int) -> tuple[int | None, int | None, int | None, int | None]:
        """Who has played in a player's place at the table, by seat (K-FINAL-04)."""
        a, b, c, d = map(self._substitute, self.games[table].sitting.players)
        return a, b, c, d

    def sits(self, table: int) -> tuple[int, int, int, int]:
        """Who sits at the table now, by seat."""
        a, b, c, d = (
            self.replaced[player][-1].substitute if player in self.replaced else player
            for player in self.games[table].sitting.players
        )
        return a, b, c, d

    def _substitute(self, player: int) -> int | None:
        """The last one who was another person."""
        others = (r.substitute for r in reversed(self.replaced.get(player, ())) if r.substitute != player)
        return next(others, None)


@dataclass(frozen=True, slots=True)
class Off:
    """A round that was called off by `entry`; only the games at the tables `counted` count."""

    entry: LogEntry
    counted: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Cut:
    """What a round lost of its time by the entry `seq`: `seconds` by table, None for all. `before` the gong
    it is a shorter round from the beginning."""

    seq: int
    seconds: tuple[tuple[int | None, int], ...]
    before: bool

    def of(self, table: int | None) -> int:
        """What a table has lost, or with None the wall."""
        return sum(seconds for where, seconds in self.seconds if where in (None, table))


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the referee: `answered` by whoever is on the way, `ended` by a ruling or without one."""

    entry: LogEntry
    answered: LogEntry | None = None
    ended: LogEntry | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """`superseded` is the ruling that took its place."""

    entry: LogEntry
    event: Ruled
    superseded: int | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """`lifted` is the entry that took it back; it is shown all the same."""

    entry: LogEntry
    event: Penalised
    lifted: int | None = None


@dataclass(frozen=True, slots=True)
class Appeal:
    entry: LogEntry
    event: AppealFiled
    decided: LogEntry | None = None


Consent = tuple[int, str, int | None, int | None]
"""Person, what, round and hand."""


@dataclass(frozen=True)
class Tournament:
    """A tournament as it stands. `stages` and `rounds` by number, `calls`, `rulings`, `penalties`, `settled`
    and `appeals` by the number of their entry, `devices` by table, the newest `commitments` by round.

    `log` are its entries, without the moves of hands, and `spent` the seeds that were revealed for a
    draw taken back: neither is part of what the tournament is.
    """

    id: int
    name: str
    preset: str
    options: Mapping[str, JsonValue]
    plan: Plan
    registrations: Mapping[int, Registration] = field(default_factory=dict)
    teams: Mapping[int, str] = field(default_factory=dict)
    """Names by number."""
    consents: Mapping[Consent, bool] = field(default_factory=dict)
    stages: Mapping[int, Stage] = field(default_factory=dict)
    rounds: Mapping[int, Round] = field(default_factory=dict)
    off: Mapping[int, Off] = field(default_factory=dict)
    """Rounds that were called off, drawn or not."""
    cuts: Mapping[int, tuple[Cut, ...]] = field(default_factory=dict)
    """What rounds have lost of their time, drawn or not."""
    reductions: tuple[tuple[int, int], ...] = ()
    """First round and number of tables (K-SEAT-06)."""
    commitments: Mapping[int, LogEntry] = field(default_factory=dict)
    devices: Mapping[int, str] = field(default_factory=dict)
    calls: Mapping[int, Call] = field(default_factory=dict)
    rulings: Mapping[int, Ruling] = field(default_factory=dict)
    penalties: Mapping[int, Penalty] = field(default_factory=dict)
    settled: Mapping[int, LogEntry] = field(default_factory=dict)
    opened: tuple[LogEntry, ...] = ()
    """Concealed hands that judges have looked at (K-JUDGE-10)."""
    appeals: Mapping[int, Appeal] = field(default_factory=dict)
    closed: LogEntry | None = None
    log: tuple[LogEntry, ...] = field(default=(), compare=False, repr=False)
    spent: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)

    @property
    def rules(self) -> Ruleset:
        """The rules of play."""
        return ruleset(self.preset, self.options)

    @cached_property
    def admitted(self) -> tuple[int, ...]:
        """Players who have a place, in the order of registration."""
        return admitted(self.registrations.values(), self.plan)

    @cached_property
    def waiting(self) -> tuple[int, ...]:
        """Players without a place, in the order in which they would get one (K-EVENT-07)."""
        placed = set(self.admitted)
        return tuple(
            r.person
            for r in self.registrations.values()
            if r.event.kind == "player" and r.person not in placed and r.plays(r.event.from_round)
        )

    def players(self, round_: int) -> tuple[int, ...]:
        """The players to be seated in that round: players with a place, permanent substitutes and bots."""
        placed = set(self.admitted)
        return tuple(
            r.person
            for r in self.registrations.values()
            if r.plays(round_) and (r.person in placed or r.event.kind in ("permanent", "bot"))
        )

    def stage_of(self, round_: int) -> Stage | None:
        """The stage that the round belongs to."""
        return next((stage for stage in self.stages.values() if round_ in stage.rounds), None)

    def tables(self, round_: int) -> int | None:
        """How many tables there may be at most in that round, None without a limit."""
        return min((tables for first, tables in self.reductions if round_ >= first), default=None)

    @property
    def playing(self) -> int | None:
        """The round that has started and is not over."""
        return next((n for n, r in self.rounds.items() if r.started and not self.over(n)), None)

    def over(self, round_: int) -> bool:
        """Whether the round is closed or called off: what follows need not wait for it."""
        return round_ in self.off or (round_ in self.rounds and self.rounds[round_].closed is not None)

    def counts(self, round_: int, table: int) -> bool:
        """Whether a game of the round counts, once it has a result."""
        return round_ not in self.off or table in self.off[round_].counted

    def void(self, round_: int) -> bool:
        """Whether nothing of the round counts, and it is as if it had not been planned."""
        return round_ in self.off and not self.off[round_].counted

    @property
    def numbers(self) -> range:
        """The numbers of all rounds of all stages, called off or not."""
        return range(1, max((stage.rounds.stop for stage in self.stages.values()), default=1))

    @property
    def stage(self) -> int:
        """The last stage of which a round is drawn that may count; the first before that."""
        return max((r.stage for n, r in self.rounds.items() if not self.void(n)), default=1)

    @property
    def last_started(self) -> int:
        """The last round that has started, 0 before the first."""
        return max((n for n, r in self.rounds.items() if r.started), default=0)

    def minutes(self, round_: int) -> int:
        """The main time of a round at its gong (K-TIMER-01), with what it has lost before."""
        lost = sum(cut.of(None) for cut in self.cuts.get(round_, ()) if cut.before)
        said = self.options.get("timer.minutes", self.plan.minutes)
        return max(1, (said if isinstance(said, int) else self.plan.minutes) - lost // 60)

    def granted(self, round_: int) -> tuple[tuple[int | None, int], ...]:
        """Seconds by table, None for all, that a round has got since its gong, or has lost."""
        found = self.rounds[round_]
        late = (cut for cut in self.cuts.get(round_, ()) if not cut.before)
        return *found.added, *((where, -seconds) for cut in late for where, seconds in cut.seconds)

    def consents_to(self, person: int, what: str, round_: int | None = None, hand: int | None = None) -> bool:
        """What the person allows; without an entry nobody has consented (K-EVENT-09)."""
        asked = ((person, what, round_, hand), (person, what, round_, None), (person, what, None, None))
        return next((self.consents[key] for key in asked if key in self.consents), False)


def ruleset(preset: str, options: Mapping[str, JsonValue]) -> Ruleset:
    """The rules of these options; LogRefusal says what is wrong with them."""
    try:
        return _ruleset(preset, to_json(dict(sorted(options.items()))))
    except (ValueError, TypeError) as error:
        raise _wrong(preset, options) from error


@lru_cache(maxsize=64)
def _ruleset(preset: str, options: bytes) -> Ruleset:
    chosen: dict[str, Any] = from_json(options)
    return Ruleset.preset(preset, chosen)


def _wrong(preset: str, options: Mapping[str, JsonValue]) -> LogRefusal:
    """The first reason why there are no such rules."""
    try:
        known = table_of(preset).options
    except ValueError:
        return LogRefusal("no_preset", preset=preset)
    for name, value in options.items():
        if name not in known:
            return LogRefusal("no_option", option=name)
        try:
            checked(known[name], value)
        except (ValueError, TypeError):
            return LogRefusal(
                "option_value", option=name, given=to_json(value).decode(), allowed=_allowed(known[name])
            )
    return LogRefusal("rules")


def _allowed(option: Option) -> str:
    """The values that an option takes, as they are written, or the bounds of a number."""
    listed = choices(option)
    if listed:
        return ", ".join(each if isinstance(each, str) else to_json(plain(each)).decode() for each in listed)
    return ", ".join(f"{bound} {to_json(plain(limit)).decode()}" for bound, limit in option.allowed.items())
