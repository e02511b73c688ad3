"""A record being read: its lines drive the engine, which computes every result itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.notation import unseen
from engine.notation.claims import WinClaim, compared
from engine.play.apply import apply
from engine.result.game import next_hand
from engine.result.settle import WinResult, result, wins
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.faults import Fault, IllegalEventError, sentence
from engine.state.hand import Game, Hand
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Tile, sort_key

_BY_HAND: Final = "Hand"
"""The unit of a notation whose records have one entry a hand."""
_NAMES: Final[Mapping[type, str]] = {
    ev.GameStarted: "the start of the game",
    ev.HandStarted: "the start of the hand",
    ev.DiceThrown: "the throw of the dice",
    ev.Dealt: "the deal",
    ev.DoraRevealed: "the dora indicator",
    ev.UraRevealed: "the row of ura indicators",
    ev.Drawn: "the draw",
    ev.Discarded: "the discard",
    ev.RiichiDeclared: "the riichi",
    ev.RiichiPaid: "the riichi stick",
    ev.Called: "the call",
    ev.KanDeclared: "the kan",
    ev.WinDeclared: "the win",
    ev.HandShown: "the hand laid open",
    ev.NotenDeclared: "the word noten",
    ev.AbortDeclared: "the abortive draw",
    ev.ResultEntered: "the result",
    ev.HandEnded: "the end of the hand",
    ev.GameEnded: "the end of the game",
}
"""What an event of a record is called."""
SANMA: Final = "this is a game of three players: only games of four are followed."


class RecordError(ValueError):
    """A record that is cut off, unreadable or contradicts itself.

    `line` counts from 1 whatever the notation is made of, its lines, tags or hands; `event` is the
    number of the event in the hand where lines do not give it.
    """

    def __init__(self, line: int, message: str, unit: str = "Line", event: int | None = None) -> None:
        within = "" if event is None else f", event {event}"
        super().__init__(f"{unit} {line}{within}: {message}")
        self.line = line
        self.event = event
        self.playback: Playback | None = None
        """What was read before, with every hand that had been finished."""


@dataclass(frozen=True, slots=True)
class HandReport:
    """A hand as the engine settled it beside what the record claims."""

    line: int
    started: ev.HandStarted
    ended: ev.HandEnded
    wins: tuple[WinResult, ...]
    recorded: tuple[int, ...] | None
    differences: tuple[str, ...]


@dataclass
class Playback:
    """Applies the events of a record one by one; the only mutable thing of a reader.

    `strict` refuses a record whose hands do not follow from the engine's results, otherwise the
    difference is reported with the hand and the record's own numbers are taken over. `options` are what the
    caller knows of the rules, before what the record states.
    """

    preset: str | None = None
    strict: bool = False
    options: Mapping[str, object] | None = None
    game: Game | None = None
    events: list[ev.Event] = field(default_factory=list)
    hands: list[HandReport] = field(default_factory=list)
    line: int = 0
    final: tuple[str, ...] = ()
    recorded_scores: tuple[int, ...] | None = None
    """The final scores that the record gives."""
    chips: tuple[int, ...] | None = None
    """Chips won and lost by seat, where the record gives them."""
    turned: int = 0
    """The seat of the record that is seat 0 here: a record in a player's view counts from that player."""
    ended: bool = False
    unit: str = "Line"
    started: int = 0
    """Where in `events` the hand in play begins."""
    places: list[int] = field(default_factory=list)
    """Where the record has each event: its line or tag, or its number in the hand."""

    @property
    def hand(self) -> Hand:
        if self.game is None or self.game.in_play is None:
            raise self.error("no hand has started yet.")
        return self.game.in_play

    @property
    def rules(self) -> Ruleset:
        if self.game is None:
            raise self.error("no game has started yet.")
        return self.game.rules

    def error(self, message: str) -> RecordError:
        inside = self.unit == _BY_HAND and self.game is not None and self.game.in_play is not None
        return RecordError(self.line, message, self.unit, len(self.events) - self.started if inside else None)

    def do(self, event: ev.Event) -> None:
        """Applies an event; RecordError if it cannot happen."""
        try:
            self.game = apply(self.game, event, trust=True)
        except IllegalEventError as error:
            raise self.error(f"{_in_words(event)} cannot happen here. {error}") from error
        self.events.append(event)
        self.places.append(len(self.events) - self.started if self.unit == _BY_HAND else self.line)

    def start_game(
        self,
        preset: str,
        names: Sequence[str],
        scores: Sequence[int],
        options: Mapping[str, object] | None = None,
    ) -> None:
        """`preset` is the one of the record's site, the caller's choice comes first.

        `options` are those that the record states of its own game.
        """
        chosen, stated = self.preset or preset, {**(options or {}), **(self.options or {})}
        try:
            stated |= _start(Ruleset.preset(chosen, stated), scores)
            Ruleset.preset(chosen, stated)
        except (ValueError, TypeError) as error:
            raise self.error(str(error)) from error
        a, b, c, d = map(str, names) if len(names) == 4 else ("A", "B", "C", "D")
        self.do(ev.GameStarted(chosen, stated, (a, b, c, d)))

    def start_hand(self, event: ev.HandStarted) -> None:
        """Compares with the hand that follows by the engine's own results."""
        assert self.game is not None
        if self.game.in_play is not None:
            raise self.error("a hand starts before the one before it has ended.")
        if self.game.history:
            self._follow(event)
        self.started = len(self.events)
        self.do(event)

    def _follow(self, event: ev.HandStarted) -> None:
        assert self.game is not None
        expected = next_hand(self.game)
        if expected == event:
            return
        said = _differences(expected, event)
        if self.strict and said:
            raise self.error(f"this hand does not follow from the one before it: {'; '.join(said)}.")
        self._add_differences(said)

    def _add_differences(self, said: Sequence[str]) -> None:
        last = self.hands[-1]
        self.hands[-1] = HandReport(
            last.line, last.started, last.ended, last.wins, last.recorded, (*last.differences, *said)
        )

    def deal(self, hands: Sequence[Sequence[Tile | None]]) -> None:
        """The dealt hands by seat, `None` for each tile that the record does not show."""
        for seat, tiles in enumerate(hands):
            if len(tiles) not in (0, 13):
                raise self.error(f"seat {seat} is dealt {len(tiles)} tiles, not 13.")
        self.do(ev.Dealt(tuple(seen(tiles) for tiles in hands)))

    def known(self, seat: int) -> tuple[Tile, ...] | None:
        """The concealed tiles of a seat in order, if all are known."""
        me = self.hand.seats[seat]
        return None if me.unknown else tuple(sorted(me.known, key=sort_key))

    def pon(self, seat: int, added: Tile) -> Meld | None:
        """The open pon that the tile makes a kan of."""
        melds = self.hand.seats[seat].melds
        return next((m for m in melds if m.type is MeldType.PON and m.kind == added.kind), None)

    def end_hand(
        self,
        recorded: Sequence[int] | None = None,
        claims: Sequence[WinClaim] = (),
        before: Sequence[int] | None = None,
    ) -> None:
        """Settles the hand with the engine's result and keeps what the record says beside it."""
        assert self.game is not None
        ended = result(self.game, trust=True)
        if ended is None:
            raise self.error("the record ends the hand, but by the rules it has not ended.")
        found, started = wins(self.game), self.hand.started
        differences = [*compared(found, claims)]
        if before is not None and tuple(before) != self.game.scores:
            differences.append(f"scores before are {self.game.scores}, recorded {tuple(before)}")
        if recorded is not None and tuple(recorded) != ended.deltas:
            differences.append(f"deltas are {ended.deltas}, recorded {tuple(recorded)}")
        self.do(ended)
        self.hands.append(
            HandReport(
                self.line,
                started,
                ended,
                found,
                None if recorded is None else tuple(recorded),
                tuple(differences),
            )
        )

    def end_wins(
        self,
        claims: Sequence[WinClaim],
        recorded: Sequence[int] | None,
        ura: Sequence[Tile] = (),
        before: Sequence[int] | None = None,
    ) -> None:
        """Settles declared wins; one that is unseen or against the rules pays what the record says."""
        assert self.game is not None
        found = wins(self.game)
        invalid = {won.seat: won.faults for won in found if won.faults}
        if invalid and self.strict:
            raise self._invalid(invalid)
        if unseen.needed(self.game, found, ura_known=bool(ura)):
            if self.strict:
                raise self.error("the record does not show the winning hand: its value cannot be computed.")
            entered = unseen.entered(self.game, claims, recorded)
            if entered is None:
                raise self._invalid(invalid)
            said = compared(found, [claim for claim in claims if claim.seat in invalid])
            self.do(entered)
            self.end_hand(recorded, (), before)
            self._add_differences(said)
            return
        if ura:
            self.do(ev.UraRevealed(tuple(ura)))
        self.end_hand(recorded, claims, before)

    def end_unplayed(
        self,
        won: Sequence[ev.WinDeclared],
        claims: Sequence[WinClaim],
        recorded: Sequence[int] | None,
        before: Sequence[int] | None = None,
    ) -> None:
        """Settles a hand of which the record has the deal and the result alone: what it says is paid."""
        assert self.game is not None
        entered = None if self.strict else unseen.entered(self.game, claims, recorded, won)
        if entered is None:
            raise self.error("the record has a win and no play before it.")
        self.do(entered)
        self.end_hand(recorded, (), before)
        self._add_differences(("the record has no play of this hand",))

    def _invalid(self, invalid: Mapping[int, Fault]) -> RecordError:
        if not invalid:
            return self.error("no hand is worth what this win pays, and the record does not show it.")
        said = " ".join(f"The win of seat {seat} is not valid. {sentence(f)}" for seat, f in invalid.items())
        return self.error(said)

    def end_game(self, scores: Sequence[int] | None = None) -> None:
        """The record says that the game is over; `scores` are its final ones."""
        if self.game is None or not self.game.history or self.game.in_play is not None:
            raise self.error("the game ends before a hand has ended.")
        self.ended = True
        self.recorded_scores = None if scores is None else tuple(scores)
        follows = next_hand(self.game)
        said = []
        if isinstance(follows, ev.GameEnded):
            self.do(follows)
        else:
            said.append("the record ends the game, by the rules another hand follows")
        if scores is not None and tuple(scores) != self.game.scores:
            said.append(f"final scores are {self.game.scores}, recorded {tuple(scores)}")
        if said and self.strict and scores is not None:
            raise self.error(f"the end does not follow: {'; '.join(said)}.")
        self.final = tuple(said)

    def end_log(self, scores: Sequence[int] | None = None) -> None:
        """The log is over; single hands are often recorded alone, so the game may go on by the rules."""
        self.ended = True
        if self.game is not None and isinstance(next_hand(self.game), ev.GameEnded):
            self.end_game(scores)


def _start(rules: Ruleset, scores: Sequence[int]) -> dict[str, object]:
    """What the points at the start say of the rules: where they are the target already, nothing is left for
    an oka, and otherwise the target stays and the oka is what is missing."""
    if len(set(scores)) != 1 or scores[0] == rules.number("game.start_points"):
        return {}
    oka, target = rules.number("game.oka"), rules.number("game.return_points")
    if not oka or "game.oka" in rules.overrides:
        return {"game.start_points": scores[0]}
    return {"game.start_points": scores[0], "game.oka": 4 * max(0, target - scores[0])}


def _differences(expected: ev.HandStarted | ev.GameEnded, event: ev.HandStarted) -> list[str]:
    if isinstance(expected, ev.GameEnded):
        return ["by the rules the game is over, the record plays on"]
    names = ("round_wind", "number", "honba", "kyotaku", "dealer", "scores")
    pairs = [(name, getattr(expected, name), getattr(event, name)) for name in names]
    return [f"next {name} is {ours}, recorded {theirs}" for name, ours, theirs in pairs if ours != theirs]


def _in_words(event: ev.Event) -> str:
    """An event in words, with its seat and tile if it has them."""
    name = _NAMES.get(type(event), "the event")
    of = f" of seat {event.seat}" if isinstance(event, ev.OfSeat) else ""
    tile = getattr(event, "tile", None)
    return f"{name}{of}" if tile is None else f"{name} {tile}{of}"


def seen(tiles: Sequence[Tile | None]) -> tuple[Tile, ...] | None:
    """A dealt hand, or None when a tile of it is unseen."""
    known = tuple(tile for tile in tiles if tile is not None)
    return known if len(known) == len(tiles) else None
