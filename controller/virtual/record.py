"""A recorded game at the virtual table: the wall is laid so that everybody draws what is recorded.

Tiles that the record does not name are filled from what is left over, such that every tile that
a player lays down later is in the hand in time. Where the record leaves the showing at a draw
out, the hands are shown that the engine takes for tenpai.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from controller.virtual.deck import Deck
from controller.virtual.place import Copy
from controller.virtual.plan import HandPlan, Names, copies_of, thrown_after
from engine.play.apply import apply
from engine.play.legal import legal
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.faults import LEGAL
from engine.state.hand import Game
from engine.tiles.meld import MeldType
from engine.tiles.shape import tenpai
from engine.tiles.tile import Tile
from engine.tiles.wall import DEALT, LIVE, Wall, WallPlace, taker

_DEAL: Final = -1
"""The moment of the deal, before the first event."""


class RecordError(ValueError):
    """A record that cannot be played on a table; the message is one clear sentence."""


class RecordPlan:
    """The hands of a record, one after the other.

    The record's own rules, where it states them, go before `rules`; `names` before its names.
    """

    def __init__(self, rules: Ruleset, names: Names, events: Sequence[ev.Event], seed: int | str) -> None:
        options = {key: rules.options[key] for key in rules.overrides}
        started = next((e for e in events if isinstance(e, ev.GameStarted)), None)
        stated = ev.GameStarted(rules.name, options) if started is None else started
        self._before = apply(None, replace(stated, names=names))
        self._seed = seed
        self._recorded = _split(events)
        self._hands: list[HandPlan] = []
        if not self._recorded:
            raise RecordError("The record holds no complete hand: check the file.")

    @property
    def before(self) -> Game:
        return self._before

    def hand(self, index: int) -> HandPlan | None:
        while len(self._hands) <= index < len(self._recorded):
            game = self._hands[-1].after if self._hands else self._before
            number = len(self._hands)
            self._hands.append(planned(game, number, self._recorded[number], f"{self._seed} {number}"))
        return self._hands[index] if index < len(self._recorded) else None


def _split(events: Iterable[ev.Event]) -> list[list[ev.Event]]:
    """Whole hands, from `HandStarted` to `HandEnded`."""
    hands: list[list[ev.Event]] = []
    current: list[ev.Event] | None = None
    for event in events:
        if isinstance(event, ev.HandStarted):
            current = [event]
        elif current is not None and not isinstance(event, ev.GameStarted | ev.GameEnded):
            current.append(event)
            if isinstance(event, ev.HandEnded):
                hands.append(current)
                current = None
    return hands


def planned(game: Game, index: int, recorded: Sequence[ev.Event], seed: str) -> HandPlan:
    """One recorded hand as a plan; RecordError when it contradicts itself."""
    rng = random.Random(f"record {seed}")
    dice = next((e.dice for e in recorded if isinstance(e, ev.DiceThrown)), None)
    if dice is None:
        dice = rng.randint(1, 6), rng.randint(1, 6)
    started = recorded[0]
    assert isinstance(started, ev.HandStarted)
    known = [e for e in recorded if not isinstance(e, ev.DiceThrown)]
    thrown = thrown_after(dice, game.rules, rng)
    events, after = _played(game, [started, *map(ev.DiceThrown, thrown), *known[1:]])
    wall = Deck(game.rules, started.dealer, thrown).wall
    copies = _laid(game.rules, wall, started.dealer, events, rng)
    return HandPlan(index, thrown, copies, tuple(events), after)


def _played(game: Game, recorded: Sequence[ev.Event]) -> tuple[list[ev.Event], Game]:
    """The events with the showing at a draw filled in, and the game after them."""
    out: list[ev.Event] = []
    for event in recorded:
        if isinstance(event, ev.HandEnded):
            for shown in _showing(game, event):
                game = _applied(game, shown)
                out.append(shown)
        game = _applied(game, event)
        out.append(event)
    return out, game


def _applied(game: Game, event: ev.Event) -> Game:
    try:
        return apply(game, event, trust=True)
    except ValueError as error:
        raise RecordError(f"The record contradicts the rules at {event!r}: {error}") from error


def _showing(game: Game, ended: ev.HandEnded) -> list[ev.Event]:
    """What players show at a draw and the record does not say, from the dealer on."""
    hand = game.hand
    assert hand is not None
    if ended.reason is ev.EndReason.WIN or hand.wins:
        return []
    rule = game.rules.choice("draw.no_live_wait_rule")
    exhausted = not ended.reason.abortive
    out: list[ev.Event] = []
    for seat in [(hand.dealer + i) % 4 for i in range(4)]:
        me = hand.seats[seat]
        if me.shown is not None or me.noten or me.unknown:
            continue
        ready = ended.tenpai[seat] and tenpai(me.known, me.melds, rule)
        if ended.reason is ev.EndReason.KYUUSHU:
            event: ev.Event = ev.HandShown(seat, me.known)
            wanted = seat == hand.aborted_by or hand.must_show(seat, game.rules)
        elif exhausted:
            event = ev.HandShown(seat, me.known) if ready else ev.NotenDeclared(seat)
            wanted = True
        else:
            event, wanted = ev.HandShown(seat, me.known), hand.must_show(seat, game.rules)
        if wanted and legal(game, event) is LEGAL:
            out.append(event)
    return out


@dataclass(slots=True)
class _Slot:
    """A place of the wall whose tile goes to `seat` at moment `at`; `face` None while unknown."""

    place: WallPlace
    at: int
    face: Tile | None = None


@dataclass(slots=True)
class _Books:
    """Which places the record names, and what each hand must have received in time."""

    slots: list[list[_Slot]] = field(default_factory=lambda: [[], [], [], []])
    fixed: dict[WallPlace, Tile] = field(default_factory=dict)
    demands: list[list[tuple[int, Tile]]] = field(default_factory=lambda: [[], [], [], []])


def _laid(
    rules: Ruleset, wall: Wall, dealer: int, events: Sequence[ev.Event], rng: random.Random
) -> dict[WallPlace, Copy]:
    """The copy at every place of the wall."""
    books = _Books()
    _deal(books, wall, dealer, events)
    _draws(books, wall, events)
    _demands(books, events)
    for seat in range(4):
        _fill(books, seat)
    faces = dict(books.fixed)
    faces.update((s.place, s.face) for own in books.slots for s in own if s.face is not None)
    return _copies(rules, faces, rng)


def _deal(books: _Books, wall: Wall, dealer: int, events: Sequence[ev.Event]) -> None:
    dealt = next((e for e in events if isinstance(e, ev.Dealt)), ev.Dealt())
    left = [None if h is None else list(h) for h in dealt.hands]
    for n in range(DEALT - 1):
        seat = taker(dealer, n)
        tiles = left[seat]
        books.slots[seat].append(_Slot(wall.live(n), _DEAL, tiles.pop() if tiles is not None else None))


def _draws(books: _Books, wall: Wall, events: Sequence[ev.Event]) -> None:
    drawn, replaced, turned = DEALT - 1, 0, 0
    for at, event in enumerate(events):
        if isinstance(event, ev.Drawn):
            if event.replacement:
                place, replaced = wall.replacement(replaced), replaced + 1
            elif drawn < LIVE:
                place, drawn = wall.live(drawn), drawn + 1
            else:
                raise RecordError("More tiles are drawn than the wall has: the record is broken.")
            books.slots[event.seat].append(_Slot(place, at, event.tile or _thrown(events, at, event.seat)))
        elif isinstance(event, ev.DoraRevealed):
            books.fixed[wall.indicator(turned)] = event.tile
            turned += 1
        elif isinstance(event, ev.UraRevealed):
            books.fixed.update((wall.ura(i), tile) for i, tile in enumerate(event.tiles))


def _thrown(events: Sequence[ev.Event], at: int, seat: int) -> Tile | None:
    """The unseen drawn tile that is thrown at once."""
    after = next((e for e in events[at + 1 :] if isinstance(e, ev.Discarded | ev.KanDeclared)), None)
    if isinstance(after, ev.Discarded) and after.seat == seat and after.tsumogiri:
        return after.tile
    return None


def _demands(books: _Books, events: Sequence[ev.Event]) -> None:
    """Tiles laid down or shown, each with its moment; a shown hand asks for what it still holds."""
    for at, event in enumerate(events):
        tiles: tuple[Tile | None, ...] = ()
        if isinstance(event, ev.Discarded):
            tiles = (event.tile,)
        elif isinstance(event, ev.Called):
            tiles = event.meld.own
        elif isinstance(event, ev.KanDeclared):
            added = event.meld.type is MeldType.SHOUMINKAN
            tiles = (event.meld.added,) if added else event.meld.tiles
        elif isinstance(event, ev.HandShown):
            tiles = event.tiles if event.win_tile is None else (*event.tiles, event.win_tile)
        if tiles:
            seat = event.seat  # type: ignore[union-attr]
            books.demands[seat].extend((at, t) for t in tiles if t is not None)


def _fill(books: _Books, seat: int) -> None:
    """Gives unknown slots the tiles asked for, the earliest demand the earliest slot.

    Every slot that suits an early demand suits a later one too, so this never blocks a solution.
    """
    known = Counter(s.face for s in books.slots[seat] if s.face is not None)
    free = [s for s in books.slots[seat] if s.face is None]
    for at, tile in books.demands[seat]:
        if known[tile]:
            known[tile] -= 1
            continue
        slot = next((s for s in free if s.at < at), None)
        if slot is None:
            raise RecordError(f"Seat {seat} lays down {tile} without ever having it: the record is broken.")
        slot.face = tile
        free.remove(slot)


def _copies(rules: Ruleset, faces: dict[WallPlace, Tile], rng: random.Random) -> dict[WallPlace, Copy]:
    """Copies of the named faces at their places, the rest of the set anywhere else."""
    pool = copies_of(rules)
    rng.shuffle(pool)
    by_face: dict[Tile, list[Copy]] = {}
    for copy in pool:
        by_face.setdefault(copy.face, []).append(copy)
    out: dict[WallPlace, Copy] = {}
    for place, face in faces.items():
        if not by_face.get(face):
            raise RecordError(f"The record needs more copies of {face} than a set has.")
        out[place] = by_face[face].pop()
    rest = [c for c in pool if c.id not in {o.id for o in out.values()}]
    free = [WallPlace(s, n, level) for s in range(4) for n in range(17) for level in range(2)]
    for place in free:
        if place not in out:
            out[place] = rest.pop()
    return out
