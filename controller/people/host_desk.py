"""What a host's page needs beside the snapshot: names, rules and what differs from the table's own, fairness.

Nothing here changes anything; commands do, over the bus.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from pydantic import Field, JsonValue

from contract.messages import GameBody, Model
from controller.club_link.playable import unplayable
from controller.history.fairness import evenness
from controller.people.hosting import Hosting, usual_of
from controller.power import Logind
from controller.sentences.refusals import Refusal
from controller.table.games import Games
from controller.table.journal import JournalError, restore
from controller.table.names import journals
from engine.rules.option_values import offered
from engine.rules.presets import TABLES, Honoured, plain, table_of
from engine.rules.ruleset import Ruleset
from engine.rules.sheet import differences, sheet
from engine.state.events import GameStarted
from engine.state.hand import Game

_HERE: Final = frozenset(Honoured) - {Honoured.FIXED, Honoured.CLUB, Honoured.MACHINE}
"""Options that a host may choose; the others are the event's, the machine's, or have one value."""


class RuleChange(Model):
    """An option whose value is another one than the table's own rules give it."""

    option: str
    value: JsonValue
    usual: JsonValue


class RulesView(Model):
    """`/host/rules`: what rules are chosen. Where they cannot be played, `reason` and `values` say why, as in
    a `Reply`."""

    ok: bool
    preset: str
    options: dict[str, JsonValue] = Field(default_factory=dict)
    """What differs from the preset."""
    other_game: bool = False
    """It is another game than the table's own, such as Chinese Classical: nothing compares."""
    changes: list[RuleChange] = Field(default_factory=list)
    """What differs from the table's own rules."""
    code: str = "ok"
    message: str = ""
    reason: str = ""
    values: dict[str, JsonValue] = Field(default_factory=dict)


class OptionView(Model):
    """An option that may be played otherwise: its `choices` where they are listed, else `bounds` by its
    `type`."""

    id: str
    type: str
    choices: list[JsonValue]
    bounds: dict[str, JsonValue]
    value: JsonValue
    """In the preset."""


class OptionList(Model):
    """`/host/options/{preset}.json`."""

    options: list[OptionView]


class HostView(Model):
    """`/host.json`, for the house."""

    names: list[str]
    """The players that the table remembers."""
    game: str
    """That is played, as `state.game`; empty while none is known."""
    usual: RulesView
    """The table's own rules."""
    usual_players: list[str]
    played: RulesView | None
    """Of the game on the table."""
    next: GameBody | None
    """Who plays the games after it and by which rules; null: the table's own."""
    presets: list[str]
    """That can be played here."""
    power: list[str]
    """What `power` may do here."""
    machine: bool


class EvennessView(Model):
    """A test of dice or shuffle over all games that the table has kept."""

    name: str
    verdict: Literal["few", "even", "suspicious"]
    observed: int
    p: float | None
    """How likely something as uneven is where all is even; null with too few observations."""


class FairnessView(Model):
    """`/machine/fairness.json`."""

    games: int
    tests: list[EvennessView]


@dataclass(frozen=True, slots=True)
class HostDesk:
    """The host's desk of a table whose own rules and names are `usual`; `blind`: no camera follows its
    hands."""

    hosting: Hosting
    usual: GameStarted
    games: Games
    blind: bool = False
    sets: int | None = None
    """Sets of tiles in the machine; None: there is no machine."""

    def view(self, playing: tuple[str, Game] | None) -> HostView:
        """While this game is played."""
        rules = self._usual
        found = [name for table in TABLES for name in table.presets]
        presets = [name for name in found if self._unplayable(Ruleset.preset(name)) is None]
        logind = Logind()
        computer = [what for what in ("computer_restart", "computer_off") if logind.refuses(what) is None]
        return HostView(
            names=list(self.hosting.book.names),
            game="" if playing is None else playing[0],
            usual=self._rules_view(rules),
            usual_players=list(self.usual.names),
            played=None if playing is None else self._rules_view(playing[1].rules),
            next=self.hosting.book.plan(usual_of(self.usual)),
            presets=presets,
            power=["restart", "stop", *computer],
            machine=self.sets is not None,
        )

    @staticmethod
    def options(preset: str) -> OptionList | None:
        """What may be played otherwise than a preset says; None where there is no such preset."""
        try:
            rules = Ruleset.preset(preset)
        except ValueError:
            return None
        out = []
        for option in table_of(preset).options.values():
            if option.honoured in _HERE:
                listed, bounds = offered(option)
                value = plain(rules.value(option.id))
                made = OptionView(id=option.id, type=option.type, choices=listed, bounds=bounds, value=value)
                out.append(made)
        return OptionList(options=out)

    def rules(self, preset: str, options: Mapping[str, object]) -> RulesView:
        """What these rules are, or why they cannot be played here."""
        why_not: Refusal | None = None
        try:
            rules = Ruleset.preset(preset, options)
            why_not = self._unplayable(rules)
        except (ValueError, TypeError) as error:
            why_not = Refusal("unplayable", detail=str(error))
        if why_not is None:
            return self._rules_view(rules)
        return RulesView(
            ok=False,
            preset=preset,
            code=why_not.code,
            message=str(why_not),
            reason=why_not.reason,
            values=why_not.values,
        )

    def fairness(self) -> FairnessView:
        """Counted over all games that the table has kept; takes seconds where they are many."""
        events = []
        for path in journals(self.games.folder):
            try:
                events.append(restore(path))
            except JournalError:
                continue  # the history names what cannot be read
        tests = [
            EvennessView(
                name=test.name,
                verdict="few" if test.p is None else "suspicious" if test.suspicious else "even",
                observed=test.observed,
                p=test.p,
            )
            for test in evenness(events, self.sets or 1)
        ]
        return FairnessView(games=len(events), tests=tests)

    @property
    def _usual(self) -> Ruleset:
        return Ruleset.preset(self.usual.preset, self.usual.options)

    def _unplayable(self, rules: Ruleset) -> Refusal | None:
        return unplayable(rules, watched=not self.blind)

    def _rules_view(self, rules: Ruleset) -> RulesView:
        usual, other = self._usual, rules.game != self._usual.game
        found = () if other else differences(sheet(rules), sheet(usual))
        return RulesView(
            ok=True,
            preset=rules.name,
            options={key: plain(rules.value(key)) for key in sorted(rules.overrides)},
            other_game=other,
            changes=[
                RuleChange(option=each.one.id, value=plain(each.one.value), usual=plain(each.other.value))
                for each in found
            ],
        )
