"""A declared win as a `Win`, and the questions that need the tiles of a hand.

A hand nobody has seen gives no answer here: the event is let pass and examined when it is shown.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.classical.winning import check_mahjong
from engine.rules.ruleset import Ruleset
from engine.state.events import WinDeclared
from engine.state.faults import LEGAL, Fault
from engine.state.furiten import furiten
from engine.state.hand import Game, Hand, Offer, OfferKind, Seat, Source
from engine.tiles.meld import Meld, MeldType
from engine.tiles.shape import ORPHANS, riichi_kan_allowed, shanten, tenpai, waits
from engine.tiles.tile import Tile
from engine.value.score import NoWin, value, why_not
from engine.value.win import Win

_WHY: Final = {
    None: LEGAL,
    NoWin.NOT_COMPLETE: Fault.NOT_COMPLETE,
    NoWin.NO_YAKU: Fault.NO_YAKU,
    NoWin.TOO_FEW_HAN: Fault.NO_YAKU,
}


def keeps_tenpai(rules: Ruleset, me: Seat, tile: Tile) -> bool:
    """Whether a known hand is tenpai once the tile is discarded (R-RIICHI-01)."""
    rest = list(me.known)
    rest.remove(tile)
    # A shape that waits only for kinds the hand holds itself counts as one short (R-DRAW-06).
    return shanten(rest, me.melds) <= 1 and tenpai(rest, me.melds, rules.choice("draw.no_live_wait_rule"))


def riichi_in_furiten(rules: Ruleset, me: Seat, tile: Tile) -> bool:
    """Whether riichi with this discard is one in furiten that the rules forbid (R-RIICHI-02)."""
    if rules.flag("riichi.furiten_allowed"):
        return False
    rest = list(me.known)
    rest.remove(tile)
    own = me.discarded(rules.flag("furiten.called_away_counts")) | {tile.kind}
    return not own.isdisjoint(waits(rest, me.melds))


def kan_of_riichi(rules: Ruleset, hand: Hand, seat: int, meld: Meld) -> bool:
    """Whether a player in riichi may declare this kan, as far as the tiles are known (R-RIICHI-11)."""
    me, rule = hand.seats[seat], rules.choice("riichi.ankan")
    if meld.type is not MeldType.ANKAN or not me.riichi.stands or rule == "forbidden":
        return False
    if me.unknown or hand.drawn is None:
        return True
    if hand.drawn.kind != meld.kind and rules.flag("riichi.ankan_drawn_tile_only"):
        return False
    rest = list(me.known)
    rest.remove(hand.drawn)
    return riichi_kan_allowed(rest, hand.drawn, me.melds, rule, meld.kind)


def _winning_tiles(hand: Hand, declared: WinDeclared) -> tuple[tuple[Tile, ...], Tile] | None:
    """The concealed tiles without the winning one, and that one; None while unknown."""
    me = hand.seats[declared.seat]
    if declared.seat != declared.source:
        tiles, tile = me.ready_tiles, None if hand.offer is None else hand.offer.tile
        return None if tiles is None or tile is None else (tiles, tile)
    if me.shown is not None:
        return None if me.win_tile is None else (me.shown, me.win_tile)
    if me.unknown or hand.drawn is None:
        return None
    rest = list(me.known)
    rest.remove(hand.drawn)
    return tuple(rest), hand.drawn


def _renhou(rules: Ruleset, hand: Hand, seat: int, offer: Offer | None) -> bool:
    """Ron in the first uninterrupted go-around (R-YAKU-06)."""
    if offer is None or not hand.intact or offer.kind is not OfferKind.DISCARD:
        return False
    if rules.choice("score.renhou_window") == "first_go_around":
        return offer.index == 0
    return seat != hand.dealer and not hand.seats[seat].pond


def win_of(game: Game, hand: Hand, declared: WinDeclared) -> Win | None:
    """The win that was declared with all its circumstances; None while its tiles are unknown."""
    if hand.seats[declared.seat].merged:
        return _merged_win(game, hand, declared)
    found = _winning_tiles(hand, declared)
    return None if found is None else _win(game, hand, declared, *found)


def _merged_win(game: Game, hand: Hand, declared: WinDeclared) -> Win:
    """A tsumo whose tile lies among the others (R-WIN-08).

    Where that costs nothing (`win.merged_tsumo_tile` off), the tile is taken for drawn that makes
    most of the hand, unless the table knows it.
    """
    shown = hand.seats[declared.seat].shown
    assert shown is not None
    wins = []
    for tile in dict.fromkeys(shown) if hand.drawn is None else (hand.drawn,):
        rest = list(shown)
        rest.remove(tile)
        wins.append(replace(_win(game, hand, declared, tuple(rest), tile), merged=True))
    if game.rules.flag("win.merged_tsumo_tile"):
        return wins[0]
    return max(wins, key=lambda win: _worth(win, game.rules))


def _worth(win: Win, rules: Ruleset) -> int:
    worth = value(win, rules)
    return 0 if worth is None else worth.points


def _win(game: Game, hand: Hand, declared: WinDeclared, tiles: tuple[Tile, ...], win_tile: Tile) -> Win:
    me, tsumo = hand.seats[declared.seat], declared.seat == declared.source
    offer = None if tsumo else hand.offer
    first = tsumo and hand.intact and not me.pond and hand.source is Source.WALL
    riichi = me.riichi.stands
    indicators = hand.counted_indicators
    return Win(
        tiles=tiles,
        melds=me.melds,
        win_tile=win_tile,
        tsumo=tsumo,
        seat_wind=hand.wind(declared.seat),
        round_wind=hand.round_wind,
        riichi=riichi,
        double_riichi=riichi and me.double_riichi and game.rules.flag("riichi.double_riichi"),
        ippatsu=riichi and me.ippatsu and game.rules.flag("riichi.ippatsu"),
        haitei=tsumo and hand.live_left == 0,
        houtei=offer is not None and offer.last and offer.kind is OfferKind.DISCARD,
        rinshan=tsumo and hand.source is Source.REPLACEMENT,
        chankan=offer is not None and offer.kind is not OfferKind.DISCARD,
        tenhou=first and declared.seat == hand.dealer,
        chihou=first and declared.seat != hand.dealer,
        renhou=_renhou(game.rules, hand, declared.seat, offer),
        indicators=indicators,
        ura=hand.ura[: len(indicators)] if riichi else (),
        honba=hand.honba,
    )


def declared_win(game: Game, event: WinDeclared) -> Fault:
    """What is wrong with a win, as far as the tiles are known: shape, yaku, furiten."""
    hand = game.hand
    assert hand is not None
    if game.rules.game == "classical":
        return check_mahjong(hand, event)
    faults = Fault.DEAD_HAND if hand.seats[event.seat].dead else LEGAL
    if event.seat != event.source:
        barred = furiten(hand, event.seat, game.rules)
        if barred is not None and any(barred):
            faults |= Fault.FURITEN
    win = win_of(game, hand, event)
    if win is None:
        return faults
    faults |= _WHY[why_not(win, game.rules)]
    closed_kan = event.seat != event.source and hand.offer and hand.offer.kind is OfferKind.CLOSED_KAN
    if closed_kan and {tile.kind for tile in win.all_tiles} != set(ORPHANS):
        faults |= Fault.ROB_NOT_KOKUSHI
    return faults
