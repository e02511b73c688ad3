"""The end of a hand of Chinese Classical: who wins, what every hand is worth, what is paid (C-SETTLE)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.classical.rack import Mahjong, Rack
from engine.classical.score import HandValue, loser_value, winner_value
from engine.classical.settle import Settlement, settle
from engine.classical.winning import winning_tiles
from engine.state.events import EndReason, HandEnded, WinDeclared
from engine.state.hand import Game, Hand, OfferKind, Source
from engine.tiles.meld import Meld
from engine.tiles.tile import Tile


@dataclass(frozen=True, slots=True)
class Account:
    """A mahjong that is counted: with `tile`, the racks and values by seat, and the payments."""

    winner: int
    source: int
    tile: Tile
    racks: tuple[Rack, ...]
    values: tuple[HandValue, ...]
    settlement: Settlement


def result(game: Game, ending: EndReason) -> HandEnded | None:
    """The only right result of a hand that ended so; None while something is still to be shown."""
    if ending is not EndReason.WIN:
        return HandEnded(ending, (0, 0, 0, 0), 0)
    found = account(game)
    return None if found is None else HandEnded(ending, found.settlement.net, 0, (found.winner,))


def account(game: Game) -> Account | None:
    """What the hand pays; None before all hands are shown, or when no declared mahjong is one."""
    hand = game.hand
    if hand is None or not hand.wins or any(seat.shown is None for seat in hand.seats):
        return None
    found = [(won, counted) for won in hand.wins if (counted := _won(game, hand, won)) is not None]
    if not found:
        return None
    farthest = game.rules.choice("classical.several_mahjong") == "farthest"
    choose = max if farthest else min
    won, (mine, tile, worth) = choose(found, key=lambda each: (each[0].seat - each[0].source) % 4)
    racks = tuple(
        mine if seat == won.seat else _rack(hand, seat, hand.seats[seat].shown or ()) for seat in range(4)
    )
    values = tuple(
        worth if seat == won.seat else loser_value(rack, game.rules) for seat, rack in enumerate(racks)
    )
    paid = settle([value.value for value in values], won.seat, hand.dealer)
    return Account(won.seat, won.source, tile, racks, values, paid)


def _won(game: Game, hand: Hand, won: WinDeclared) -> tuple[Rack, Tile, HandValue] | None:
    """The declared mahjong as it is worth most, the tile apart; None if it is not complete."""
    found = []
    for tiles, tile in winning_tiles(hand, won):
        rack = _rack(hand, won.seat, tiles)
        worth = winner_value(rack, _mahjong(game, hand, won, tile), game.rules)
        if worth is not None:
            found.append((rack, tile, worth))
    return max(found, key=lambda each: each[2].value, default=None)


def _rack(hand: Hand, seat: int, tiles: tuple[Tile, ...]) -> Rack:
    flowers = hand.seats[seat].flowers
    return Rack(tiles, _melds(hand, seat), hand.wind(seat), hand.round_wind, flowers)


def _melds(hand: Hand, seat: int) -> tuple[Meld, ...]:
    """The declared sets of a seat; a kong that was robbed is the pung it was."""
    offer = hand.offer
    robbed = offer is not None and offer.kind is OfferKind.KAN and offer.seat == seat
    before = hand.before if robbed else None
    return (hand if before is None else before).seats[seat].melds


def _mahjong(game: Game, hand: Hand, won: WinDeclared, tile: Tile) -> Mahjong:
    from_wall = won.seat == won.source
    offer = None if from_wall else hand.offer
    drawn_last = from_wall and hand.source is Source.WALL and hand.live_left == 0
    return Mahjong(
        tile,
        from_wall,
        loose=from_wall and hand.source is Source.REPLACEMENT,
        last=drawn_last if offer is None else offer.last,
        robbed=offer is not None and offer.kind is OfferKind.KAN,
        ready_first=hand.seats[won.seat].ready == 0,
        first_hand=not game.history,
        last_of_four=sum(t.kind == tile.kind for t in _open_tiles(hand, won)) >= 3,
    )


def _open_tiles(hand: Hand, won: WinDeclared) -> Iterable[Tile]:
    """What lies open besides the winning tile: discards and open sets (C-DOUBLE-10)."""
    offer = None if won.seat == won.source else hand.offer
    for seat, me in enumerate(hand.seats):
        for i, discard in enumerate(me.pond):
            claimed = offer is not None and (offer.seat, offer.index) == (seat, i)
            if discard.tile is not None and discard.called_by is None and not claimed:
                yield discard.tile
        for meld in _melds(hand, seat):
            if meld.open:
                yield from meld.tiles
