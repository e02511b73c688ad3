"""Observations, machine reports and words become proposed events: here game meaning begins.

An observation is the whole settled content of a zone, so inference compares what lies there with
what the state expects and explains the difference by the legal events that come next. The same
mechanism follows a discard and catches up after an outage. It never guesses: what is not certain
waits, is asked, and when play goes on is accepted as unread and identified later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from contract.messages import Question
from contract.messages.seat_panel import Button
from controller.infer import dice_and_sticks, implied, play, pond, show, unanswered, waiting, wall
from controller.infer.begun import HandBegun, WallsBuilt
from controller.infer.columns import UNSEEN, UNSEEN_FIRST
from controller.infer.context import Look
from controller.infer.hands import laid_open
from controller.infer.memory import Past, Timers, Words
from controller.infer.question import Questions, place_of, refused
from controller.infer.suspect import mixed_sets, strange
from controller.infer.views import Views
from controller.panel.panel import PanelSignal
from engine.play.apply import Outcome, outcome
from engine.result.game import next_hand
from engine.state.events import (
    AbortDeclared,
    Called,
    DiceThrown,
    Discarded,
    DoraRevealed,
    Event,
    HandShown,
    HandStarted,
    Identified,
    KanDeclared,
    RiichiDeclared,
    UraRevealed,
    WinDeclared,
)
from engine.state.faults import Fault
from engine.state.hand import Game, Hand, Phase, Riichi
from engine.state.wall_break import throws
from engine.tiles.tile import Tile
from firmware_bridge.message import DiceFell, WallsPresented
from vision.calibration.mat import Zone
from vision.eyes.observation import Observation

STEPS: Final = 400
"""More events than any hand has: a loop that finds more has lost its way."""
BREACH_AFTER: Final = 3.0
"""Seconds that a person has to take back what breaks a rule, and the eyes to read it again."""
GONE: Final = 0
"""No track: tracks count from 1."""
RESUMED_S: Final = 1.0
"""Seconds after a restart in which dice are seen that may have lain there before."""
NOTE_FOR: Final = 10.0
"""Seconds that a refused word stays among the questions."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A person says which tile an open question is about; None: no face shows there."""

    question: str
    tile: Tile | None


Input = Observation | PanelSignal | WallsPresented | WallsBuilt | DiceFell | HandBegun | Answer


@dataclass(frozen=True, slots=True)
class Inferred:
    """`outcomes` in order, each event legal after the ones before and applied to them; `because` are
    the observations that came in; `questions` are all that are open now, not only new ones. `tried`
    are words that were said and given up, as what would have come of them: each is impossible."""

    outcomes: tuple[Outcome, ...]
    questions: tuple[Question, ...]
    because: tuple[int, ...] = ()
    tried: tuple[Outcome, ...] = ()
    window_closed: bool = False
    """The last discard of a drawn hand can no longer be won on: hands are to be shown."""
    claim_pending: bool = False
    """Somebody says that he wins on the same tile, or a hand lies open that may, or that may be tenpai: no
    result counts by itself before it is known."""

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(found.event for found in self.outcomes)


class Inference:
    """Deterministic: the same inputs at the same times give the same events."""

    def __init__(self, *, machine: bool = True, dice: bool = True, declared_by_tiles: bool = False) -> None:
        """Without a `machine` of ours walls need not stand exactly where it would raise them; without `dice`
        nobody waits for a throw. Where none is seen the first indicator says where the wall was broken.
        `declared_by_tiles`: who lays a hand open need not press a button (`implied`)."""
        self._declared_by_tiles = declared_by_tiles
        self._machine = machine
        self._built: float | None = None
        self._stands = wall.Standing()
        self._dice = dice
        self._left_open: set[int] = set()
        """Seats whose hand lay open when the hand began: it is that of the hand before."""
        self._late = False
        """Nobody saw the hand begin."""
        self._past = Past()
        self._views = Views()
        self._words = Words()
        self._timers = Timers()
        self._asks = Questions()
        self._taken: dict[int, int] = {}
        self._misread: set[int] = set()
        self._pale: set[int] = set()
        self._hidden: dict[int, set[int]] = {}
        self._notes: list[tuple[Question, float]] = []
        self._hand: HandStarted | None = None
        self._over = False
        self._over_before: HandStarted | None = None
        """The hand that was over when the table started."""
        self._left: Game | None = None

    def feed(self, game: Game, inputs: Sequence[Input], now: float) -> Inferred:
        """What happened, given the accepted state and all that came in since the last call.

        Call it at every turn of the main loop, also without inputs: some conclusions need time.
        `now` in seconds of the table's clock, the one of `Observation.t` and `PanelSignal.t`.
        """
        self._timers.begin(now)
        self._asks.begin()
        if not self._machine and self._built is None:
            self._built = now + RESUMED_S
        found: list[Outcome] = []
        self._follow(game)
        self._learn(game)
        for given in inputs:
            if isinstance(given, Observation | PanelSignal):
                self._past.put(given, followed=game.in_play is not None)
            game = self._take(game, given, found, now)
        self._left_open = {seat for seat in self._left_open if self._lies_open(seat)}
        self._words.fulfilled(game)
        game = self._explain(game, found, now)
        self._see_end(game, found)
        self._left, tried = game, self._lapse(game, now)
        self._notes = [(note, until) for note, until in self._notes if until > now]
        questions = (*self._asks.open(now), *(note for note, _ in self._notes))
        because = tuple(o.id for o in inputs if isinstance(o, Observation))
        ending = self._window_closed(game), self._claim_pending(game)
        return Inferred(tuple(found), questions, because, tried, *ending)

    def _see_end(self, game: Game, found: Sequence[Outcome]) -> None:
        """What lies there when the hands are shown, and the ura, is of no later hand."""
        hand = game.hand
        over = hand is not None and hand.phase in (Phase.SHOWING, Phase.ENDED)
        if self._left is None:
            self._over_before = hand.started if hand is not None and over else None
        if over and (not self._over or any(isinstance(each.event, UraRevealed) for each in found)):
            self._views.over()
        self._over = over

    def _window_closed(self, game: Game) -> bool:
        hand = game.in_play
        if hand is None or hand.phase is not Phase.CALLS or hand.automatic_end(game.rules) is None:
            return False
        return self._timers.age(f"window.{len(hand.flow)}") >= show.RON_WINDOW

    def _claim_pending(self, game: Game) -> bool:
        hand = game.in_play
        if hand is None or hand.phase is not Phase.SHOWING:
            return False
        asked, winners = self._asks.about(Zone.HAND), {win.seat for win in hand.wins}
        claimed = bool(self._words.seats(Button.RON) or asked - winners)
        return claimed if winners else any(hand.seats[seat].noten for seat in asked)

    def _take(self, game: Game, given: Input, found: list[Outcome], now: float) -> Game:
        if isinstance(given, Observation):
            self._views.put(given)
        elif isinstance(given, PanelSignal):
            self._words.put(given)
        elif isinstance(given, Answer):
            place = place_of(given.question)
            if place is not None:
                self._views.name(place, given.tile)
        elif not isinstance(given, HandBegun):
            begun = False
            for event in _machine(game, given):
                if isinstance(event, HandStarted):
                    begun = True
                    self._begin_hand(given, game.hand)
                found.append(outcome(game, event))
                game = found[-1].game
            self._follow(game)
            if begun and self._late:
                game = self._catch_up(game, found, now)
        return game

    def _catch_up(self, game: Game, found: list[Outcome], now: float) -> Game:
        """Follows the hand from its first discard on, by what was seen and said since. A single indicator has
        lain there from the beginning, whenever it was read."""
        walls = self._views.zone(Zone.WALL)
        one = len(wall.turned({seen.seat: seen.tiles for seen in walls})) == 1
        self._views.rewind((*self._past.before, *(walls if one else ())))
        for given, times in self._past.moments(now):
            if isinstance(given, PanelSignal):
                self._words.put(given)
            elif not (one and given.zone is Zone.WALL):
                self._views.put(given)
            for t in times:
                self._timers.begin(t)
                self._asks.begin()
                game = self._explain(game, found, t)
        self._timers.begin(now)
        self._asks.begin()
        return game

    def _follow(self, game: Game) -> None:
        """A new hand begins with nothing remembered of the one before; in one that goes on after a restart, a
        discard that nobody has named may be one that was never seen."""
        started = None if game.hand is None else game.hand.started
        if started != self._hand:
            self._hand = started
            self._words.forget()
            self._taken.clear()
            self._misread, self._pale = self._pale, set()
            self._hidden = {} if game.hand is None else waiting.unnamed(game.hand)

    def built_before(self) -> None:
        """People had built the walls of the hand that goes on, at a table with a machine of ours."""
        self._machine = False

    def _begin_hand(self, report: WallsPresented | WallsBuilt | DiceFell, before: Hand | None) -> None:
        """What lay on the mat went into the machine; people have cleared it before the walls stood, and dice
        may have fallen since."""
        self._built = report.since if isinstance(report, WallsBuilt) else None
        self._machine = self._built is None
        if before is not None and before.started == self._over_before:
            self._views.left_by(before)
        self._views.forget(cleared=self._machine)
        self._stands = wall.Standing()
        lies = any(self._views.tiles(Zone.POND, seat) for seat in range(4))
        self._late = lies and self._past.fresh
        if isinstance(report, WallsBuilt) and not (lies or report.turned):
            self._pale = wall.pale(self._views.zone(Zone.WALL))
        self._left_open = set() if lies else {seat for seat in range(4) if self._lies_open(seat)}

    def _lies_open(self, seat: int) -> bool:
        return laid_open(self._views.tiles(Zone.HAND, seat))

    def _learn(self, game: Game) -> None:
        """Tiles that somebody corrected since the last call are what he says, however they read."""
        before, now = (None if each is None else each.hand for each in (self._left, game))
        if before is None or now is None or before.started != now.started:
            return
        for seat, (old, new) in enumerate(zip(before.seats, now.seats, strict=True)):
            if old.pond == new.pond:
                continue
            seen = self._views.tiles(Zone.POND, seat)
            for tile, name in pond.corrected(old.pond, new.pond, seen):
                self._views.name((Zone.POND, seat, tile.track), name)

    def _explain(self, game: Game, found: list[Outcome], now: float) -> Game:
        for _ in range(STEPS):
            if game.in_play is None:
                return game
            self._words.fulfilled(game)
            look = Look(
                *(game, self._views, self._words, self._timers, self._asks, self._taken, self._misread, now),
                built=self._built,
                stands=self._stands,
                dice=self._dice,
                hidden=self._hidden,
                left_open=self._left_open,
                late=self._late,
            )
            if self._declared_by_tiles:
                implied.say(look)
            implied.meant(look)
            happened = self._next(look)
            if happened is None or happened.after is None:
                if look.hand.phase in _SETS_SEEN:
                    play.ask_sets(look)
                strange(look)
                mixed_sets(look)
                dice_and_sticks.ask(look)
                unanswered.ask(look)
                waiting.ask(look)
                return game
            self._remember(look, happened.event)
            game = happened.after
            found.append(happened)
        raise RuntimeError("Inference found no end of events.")

    def _next(self, look: Look) -> Outcome | None:
        """The first candidate that is legal, or that broke a rule and stayed so.

        When there is none, the first is asked about.
        """
        first: Outcome | None = None
        for event in play.candidates(look):
            found = look.outcome(event)
            if not found.faults or (found.after is not None and self._stays(event)):
                return found
            first = first or found
        if first is not None:
            seat = getattr(first.event, "seat", None)
            look.asks.put(refused(f"refused.{type(first.event).__name__}.{seat}", seat, first.faults))
        return None

    def _stays(self, event: Event) -> bool:
        """Whether a breach of the rules lies there for so long that it happened."""
        return self._timers.age(f"breach.{event}") >= BREACH_AFTER

    def _remember(self, look: Look, event: Event) -> None:
        """Which track the called tile had: a late picture may still show it in the pond."""
        if isinstance(event, DoraRevealed):
            side = look.side(len(look.hand.indicators))
            self._views.unname((Zone.WALL, side, UNSEEN))
        if isinstance(event, Discarded | Identified):
            self._views.unname((Zone.POND, event.seat, UNSEEN))
        if isinstance(event, Discarded) and waiting.missed(look, event.seat):
            self._hidden.setdefault(event.seat, set()).add(len(look.hand.seats[event.seat].pond))
        if isinstance(event, Called | KanDeclared):
            self._views.unname((Zone.MELD, event.seat, UNSEEN))
        if isinstance(event, HandShown):
            for track in (UNSEEN, UNSEEN_FIRST):
                self._views.unname((Zone.HAND, event.seat, track))
        if not isinstance(event, Called) or look.hand.offer is None:
            return
        offer = look.hand.offer
        self._taken.pop(offer.seat, None)
        seen = look.pond(offer.seat)
        if seen is not None and offer.index is not None:
            # Where it was seen to be gone already, the same face there is a new discard.
            there = dict(seen.known).get(offer.index)
            lies = there is not None and offer.tile in (None, there.tile)
            self._taken[offer.seat] = there.track if there is not None and lies else GONE

    def _lapse(self, game: Game, now: float) -> tuple[Outcome, ...]:
        """Words that came too late or fit nothing are given up, with a note; what they meant."""
        late = _too_late(game, self._words)
        for seat, button in late:
            self._words.drop(seat, button)
        given_up = (*late, *self._words.lapsed(now))
        for seat, button in given_up:
            note = refused(f"word.{seat}.{button.value}.{now:.3f}", seat, Fault.WRONG_MOMENT)
            self._notes.append((note, now + NOTE_FOR))
        meant = (_meant(game.in_play, seat, button) for seat, button in given_up)
        found = (outcome(game, event) for event in meant if event is not None)
        return tuple(each for each in found if each.after is None)


def _machine(game: Game, report: WallsPresented | WallsBuilt | DiceFell) -> list[Event]:
    """The walls announce a hand, the dice break them; `things` reads those of which no report comes."""
    hand = game.in_play
    out: list[Event] = []
    if hand is None and not game.finished:
        follows = next_hand(game)
        if not isinstance(follows, HandStarted):
            return []
        out.append(follows)
    awaited = hand is not None and hand.phase in (Phase.BUILD, Phase.THROWN)
    if isinstance(report, DiceFell) and (out or (hand and awaited and len(hand.throws) < throws(game.rules))):
        out.append(DiceThrown(report.dice))
    return out


def _too_late(game: Game, words: Words) -> list[tuple[int, Button]]:
    """A riichi said after the own discard is void (R-RIICHI-06); a ready hand may be (C-READY-03)."""
    hand = game.in_play
    if hand is None or hand.phase is not Phase.CALLS or game.rules.game == "classical":
        return []
    seat = hand.turn
    if words.said(seat, Button.RIICHI) and hand.seats[seat].riichi is Riichi.NO:
        return [(seat, Button.RIICHI)]
    return []


def _meant(hand: Hand | None, seat: int, button: Button) -> Event | None:
    """The event that a word would have been at this moment."""
    if hand is None:
        return None
    if button is Button.RON:
        return WinDeclared(seat, hand.turn) if seat != hand.turn else None
    if button is Button.TSUMO:
        return WinDeclared(seat, seat)
    if button is Button.RIICHI:
        return RiichiDeclared(seat)
    return AbortDeclared(seat) if button is Button.ABORT else None


_SETS_SEEN: Final = (Phase.DRAW, Phase.DISCARD, Phase.CALLS, Phase.KAN)
