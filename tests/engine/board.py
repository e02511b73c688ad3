"""A table for the tests: games set up in words, and whole games played by dice and greed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Self

from engine.play.apply import apply
from engine.play.legal import legal, moves
from engine.result.game import next_hand
from engine.result.settle import result
from engine.state import events as ev
from engine.state.hand import Game, Hand, Phase, Riichi, Seat
from engine.tiles.meld import Meld
from engine.tiles.shape import shanten, tenpai
from engine.tiles.tile import Tile, full_set, parse_tiles

Rack = tuple[Tile, ...] | None


def rack(text: str | None) -> Rack:
    return None if text is None else parse_tiles(text)


class Board:
    """A game that takes events one after the other; unnamed hands are unseen."""

    def __init__(self, preset: str = "rrc", **options: object) -> None:
        named = {key.replace("__", "."): value for key, value in options.items()}
        self.game: Game = apply(None, ev.GameStarted(preset, named))

    @property
    def hand(self) -> Hand:
        assert self.game.hand is not None
        return self.game.hand

    def do(self, *events: ev.Event) -> Self:
        for event in events:
            self.game = apply(self.game, event)
        return self

    def deal(
        self,
        *hands: str | None,
        indicator: str = "1p",
        dice: tuple[int, int] = (3, 4),
        first: str | None = None,
    ) -> Self:
        """Starts the next hand with these racks; the dealer draws `first`, unseen by default."""
        follows = next_hand(self.game)
        assert isinstance(follows, ev.HandStarted)
        racks = [rack(text) for text in (*hands, *(None,) * (4 - len(hands)))]
        self.do(follows, ev.DiceThrown(dice), ev.Dealt(tuple(racks)), ev.DoraRevealed(Tile.parse(indicator)))
        return self.draw(self.hand.dealer, first)

    def draw(self, seat: int, tile: str | None = None, *, replacement: bool = False) -> Self:
        return self.do(ev.Drawn(seat, None if tile is None else Tile.parse(tile), replacement))

    def drop(self, seat: int, tile: str, *, sideways: bool = False) -> Self:
        return self.do(ev.Discarded(seat, Tile.parse(tile), sideways))

    def turn(self, seat: int, tile: str) -> Self:
        """The seat draws unseen and discards `tile`."""
        return self.draw(seat).drop(seat, tile)

    def riichi(self, seat: int, tile: str, *, paid: bool = True) -> Self:
        self.do(ev.RiichiDeclared(seat)).drop(seat, tile, sideways=True)
        return self.do(ev.RiichiPaid(seat)) if paid else self

    def call(self, seat: int, meld: Meld) -> Self:
        return self.do(ev.Called(seat, meld))

    def set_hand(self, **changes: object) -> Self:
        self.game = replace(self.game, hand=replace(self.hand, **changes))  # type: ignore[arg-type]
        return self

    def set_seat(self, seat: int, **changes: object) -> Self:
        seats = list(self.hand.seats)
        seats[seat] = replace(seats[seat], **changes)  # type: ignore[arg-type]
        return self.set_hand(seats=tuple(seats))


class Dealer:
    """Plays whole hands legally from a seed, with all tiles known, and keeps the events.

    `folly` is the part of discards made at random, `calling` that of the sets called where one can be.
    """

    folly = 0.1
    calling = 0.35

    def __init__(self, preset: str, seed: int, **options: object) -> None:
        self.rng = random.Random(seed)
        named = {key.replace("__", "."): value for key, value in options.items()}
        started = ev.GameStarted(preset, named)
        self.game: Game = apply(None, started)
        self.events: list[ev.Event] = [started]

    def do(self, event: ev.Event) -> None:
        self.game = apply(self.game, event)
        self.events.append(event)

    @property
    def hand(self) -> Hand:
        assert self.game.hand is not None
        return self.game.hand

    def play_game(self, hands: int = 99) -> Game:
        for _ in range(hands):
            follows = next_hand(self.game)
            if isinstance(follows, ev.GameEnded):
                self.do(follows)
                break
            self.play_hand(follows)
        return self.game

    def play_hand(self, started: ev.HandStarted) -> None:
        tiles = list(full_set(self.game.rules.counts("tiles.red_fives")["m"]))
        self.rng.shuffle(tiles)
        self.live, self.dead = iter(tiles[52:122]), tiles[122:]
        self.do(started)
        self.do(ev.DiceThrown((self.rng.randint(1, 6), self.rng.randint(1, 6))))
        self.do(ev.Dealt(tuple(tuple(tiles[13 * s : 13 * s + 13]) for s in range(4))))
        while self.game.in_play is not None:
            self.step()

    def step(self) -> None:
        hand = self.hand
        if hand.dora_due:
            self.do(ev.DoraRevealed(self.dead[4 + 2 * len(hand.indicators)]))
        elif hand.phase in (Phase.DEALT, Phase.DRAW):
            self.draw(hand.turn)
        elif hand.phase is Phase.DISCARD:
            self.do(self.choose(hand.turn))
        elif hand.phase in (Phase.CALLS, Phase.KAN):
            self.after_offer()
        else:
            self.show()

    def draw(self, seat: int) -> None:
        if self.hand.phase is Phase.KAN:
            self.do(ev.Drawn(seat, self.dead[self.hand.kans - 1], replacement=True))
        else:
            self.do(ev.Drawn(seat, next(self.live)))

    def choose(self, seat: int) -> ev.Event:
        """A win nearly always, riichi and kans often, else the discard that leaves the hand nearest."""
        options = moves(self.game, seat)
        assert options, "a player in turn always has something to do"
        bold = [e for e in options if not isinstance(e, ev.Discarded)]
        for event in bold:
            if self.rng.random() < (0.95 if isinstance(event, ev.WinDeclared) else 0.6):
                return event
        drops = [e for e in options if isinstance(e, ev.Discarded)]
        assert drops
        if self.rng.random() < self.folly:
            return self.rng.choice(drops)
        return min(drops, key=lambda e: (self._after(seat, e), self.rng.random()))

    def _after(self, seat: int, event: ev.Discarded) -> int:
        me = self.hand.seats[seat]
        rest = list(me.known)
        assert event.tile is not None
        rest.remove(event.tile)
        return shanten(rest, me.melds)

    def after_offer(self) -> None:
        hand = self.hand
        options = [e for seat in range(4) if seat != hand.turn for e in moves(self.game, seat)]
        rons = [e for e in options if isinstance(e, ev.WinDeclared) and self.rng.random() < 0.9]
        for ron in rons:
            self.do(ron)
        if rons:
            return
        calls = [e for e in options if isinstance(e, ev.Called)]
        if hand.seats[hand.turn].riichi is Riichi.DISCARDED:
            self.do(ev.RiichiPaid(hand.turn))
        elif calls and self.rng.random() < self.calling:
            self.do(self.rng.choice(calls))
        elif hand.phase is Phase.KAN:
            self.draw(hand.turn)
        elif hand.automatic_end(self.game.rules) is None:
            self.draw(hand.next_seat)
        elif hand.automatic_end(self.game.rules) is ev.EndReason.EXHAUSTIVE:
            self.show()
        else:
            self.show_asked()
            self.end()

    def show_asked(self) -> None:
        """The hands that an abortive draw lays open (R-RIICHI-16, R-ABORT-01)."""
        for seat in self.hand.to_show(self.game.rules):
            self.do(ev.HandShown(seat, self.hand.seats[seat].known))

    def show(self) -> None:
        hand = self.hand
        if hand.wins:
            self.show_wins()
        elif hand.ending is ev.EndReason.KYUUSHU:
            self.show_asked()
        else:
            for seat in range(4):
                self.do(self.shown_or_noten(seat, hand.seats[seat]))
        self.end()

    def show_wins(self) -> None:
        hand = self.hand
        for won in hand.wins:
            tiles = list(hand.seats[won.seat].known)
            drawn = hand.drawn if won.seat == won.source else None
            if drawn is not None:
                tiles.remove(drawn)
            self.do(ev.HandShown(won.seat, tuple(tiles), drawn))
        if any(hand.seats[won.seat].riichi.stands for won in hand.wins):
            count = len(hand.counted_indicators)
            self.do(ev.UraRevealed(tuple(self.dead[5 + 2 * i] for i in range(count))))

    def shown_or_noten(self, seat: int, me: Seat) -> ev.Event:
        ready = tenpai(me.known, me.melds, self.game.rules.choice("draw.no_live_wait_rule"))
        return ev.HandShown(seat, me.known) if ready or me.riichi.stands else ev.NotenDeclared(seat)

    def end(self) -> None:
        ended = result(self.game)
        assert ended is not None, "a hand that was shown has a result"
        self.do(ended)


def unseen(events: Sequence[ev.Event]) -> list[ev.Event]:
    """The same course with every concealed tile left out, as a real table knows it."""
    out: list[ev.Event] = []
    for event in events:
        if isinstance(event, ev.Dealt):
            out.append(ev.Dealt())
        elif isinstance(event, ev.Drawn):
            out.append(replace(event, tile=None))
        else:
            out.append(event)
    return out


def total(game: Game) -> int:
    """Points of the players and of the sticks on the table (R-GAME-04)."""
    return sum(game.scores) + game.kyotaku * game.rules.number("riichi.deposit")


__all__ = ["Board", "Dealer", "legal", "rack", "total", "unseen"]
