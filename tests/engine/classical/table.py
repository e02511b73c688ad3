"""A table of Chinese Classical for the tests: games in words, and games played by dice and greed."""

from __future__ import annotations

from typing import Self

from engine.classical.flower import with_flowers
from engine.result.game import next_hand
from engine.result.settle import result
from engine.state import events as ev
from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import Flower, Tile, full_set, parse_tiles
from tests.engine.board import Board, Dealer, rack

READY = "234m567m234p66p45s"
"""Waits for 3s and 6s."""


def pon(tile: str, source: int) -> Meld:
    return Meld(MeldType.PON, parse_tiles(tile * 3), Tile.parse(tile), source)


def chi(tiles: str, called: str, source: int) -> Meld:
    return Meld(MeldType.CHI, parse_tiles(tiles), Tile.parse(called), source)


def kong(tile: str, source: int) -> Meld:
    return Meld(MeldType.DAIMINKAN, parse_tiles(tile * 4), Tile.parse(tile), source)


def added(tile: str, source: int) -> Meld:
    face = Tile.parse(tile)
    return Meld(MeldType.SHOUMINKAN, parse_tiles(tile * 4), face, source, face)


class Table(Board):
    """A game of Chinese Classical; `options` are named without `classical.`."""

    def __init__(self, **options: object) -> None:
        super().__init__("classical", **{f"classical__{name}": value for name, value in options.items()})

    def deal(
        self,
        *hands: str | None,
        indicator: str = "",
        dice: tuple[int, int] = (3, 4),
        first: str | None = None,
    ) -> Self:
        """Starts the next hand with these racks; East draws `first`, unseen by default."""
        del indicator
        follows = next_hand(self.game)
        assert isinstance(follows, ev.HandStarted)
        racks = [rack(text) for text in (*hands, *(None,) * (4 - len(hands)))]
        self.do(follows, ev.DiceThrown(dice), ev.Dealt(tuple(racks)))
        return self.draw(self.hand.dealer, first)

    def ready(self, seat: int) -> Self:
        return self.do(ev.ReadyDeclared(seat))

    def show(self, *hands: str, win_tile: str | None = None) -> Self:
        """All four hands by seat, the winner's drawn tile apart."""
        for seat, text in enumerate(hands):
            won = any(w.seat == seat == w.source for w in self.hand.wins)
            apart = Tile.parse(win_tile) if won and win_tile else None
            self.do(ev.HandShown(seat, rack(text) or (), apart))
        return self

    def end(self) -> ev.HandEnded:
        ended = result(self.game)
        assert ended is not None
        self.do(ended)
        return ended


def ready_table(discard: str = "1z", /, **options: object) -> Table:
    """Seat 1 has said in its first turn that it is ready for 3s and 6s; seat 2 is next."""
    table = Table(**options).deal(None, READY).drop(0, "9p").draw(1, discard)
    return table.ready(1).drop(1, discard)


def robbing(robber: int, **options: object) -> Table:
    """Seat 0 has just added the fourth 6s to its pung; `robber`, 1 or 2, is ready for it."""
    hands: list[str | None] = ["66s147m258p12345z", None, None, None]
    hands[robber] = READY
    table = Table(**options).deal(*hands, first="9p").drop(0, "9p")
    for seat in (1, 2):
        table.draw(seat, "7z" if seat == robber else None)
        if seat == robber:
            table.ready(seat)
        table.drop(seat, "7z" if seat == robber else "1p")
    table.turn(3, "6s").call(0, pon("6s", 3)).drop(0, "1z")
    for seat in (1, 2):
        table.draw(seat, "8m" if seat == robber else None).drop(seat, "8m")
    table.turn(3, "9m").draw(0, "6s")
    return table.do(ev.KanDeclared(0, added("6s", 3)))


class Players(Dealer):
    """Plays whole games from a seed with all tiles known; flowers are laid as they come."""

    def __init__(self, seed: int, **options: object) -> None:
        super().__init__("classical", seed, **{f"classical__{name}": v for name, v in options.items()})

    def play_hand(self, started: ev.HandStarted) -> None:
        deck: list[Tile | Flower] = [*full_set(0), *(Flower if with_flowers(self.game.rules) else ())]
        self.rng.shuffle(deck)
        dealt, self.deck = [deck[13 * seat : 13 * seat + 13] for seat in range(4)], iter(deck[52:])
        hands = tuple(tuple(t for t in hand if isinstance(t, Tile)) for hand in dealt)
        self.do(started)
        self.do(ev.DiceThrown((self.rng.randint(1, 6), self.rng.randint(1, 6))))
        self.do(ev.Dealt(hands))
        for turn in range(4):
            seat = (started.dealer + turn) % 4
            for flower in (t for t in dealt[seat] if isinstance(t, Flower)):
                self.lay(seat, flower)
        while self.game.in_play is not None:
            self.step()

    def lay(self, seat: int, flower: Flower) -> None:
        self.do(ev.FlowerLaid(seat, flower))
        self.take(seat, replacement=True)

    def draw(self, seat: int) -> None:
        self.take(seat, replacement=self.hand.phase.value == "kan")

    def take(self, seat: int, *, replacement: bool) -> None:
        if replacement and self.hand.automatic_end(self.game.rules):
            self.end()
            return
        tile = next(self.deck)
        self.do(ev.Drawn(seat, tile if isinstance(tile, Tile) else None, replacement))
        if isinstance(tile, Flower):
            self.lay(seat, tile)

    def show(self) -> None:
        hand = self.hand
        drawn = hand.drawn if hand.wins and hand.wins[0].seat == hand.wins[0].source else None
        for seat in hand.to_show(self.game.rules):
            tiles, apart = list(hand.seats[seat].known), drawn if seat == hand.wins[0].seat else None
            if apart is not None:
                tiles.remove(apart)
            self.do(ev.HandShown(seat, tuple(tiles), apart))
        self.end()
