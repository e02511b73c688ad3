"""What a shown hand held before: short hands by hand, and real games whose hands are hidden first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.notation.held import held
from engine.notation.played import PlayedHand, played
from engine.notation.read import play
from engine.play.apply import apply
from engine.state import events as ev
from engine.tiles.tile import Tile, parse_tiles

RECORDS = sorted((Path(__file__).parents[3].parent / "shared" / "games").glob("*.mjson"))


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(parse_tiles(text))


def discard(tile: str, tsumogiri: bool | None = None) -> ev.Discarded:
    return ev.Discarded(0, tiles(tile)[0], tsumogiri=tsumogiri)


def sorted_hands(moves: list[ev.Event]) -> dict[int, list[str]]:
    return {at: sorted(map(str, known)) for at, known in held(moves).items()}


def test_after_riichi_every_discard_is_the_tile_drawn() -> None:
    shown = tiles("123456789m2355s")
    moves: list[ev.Event] = [
        *(ev.Drawn(0), discard("9p"), ev.Drawn(0), ev.RiichiDeclared(0), discard("1z"), ev.RiichiPaid(0)),
        *(
            ev.Drawn(0),
            discard("7z"),
            ev.Drawn(0),
            discard("6z"),
            ev.WinDeclared(0, 1),
            ev.HandShown(0, shown),
        ),
    ]
    known = sorted(map(str, shown))
    assert sorted_hands(moves) == {4: known, 7: known, 9: known}


def test_a_draw_that_nobody_has_seen_ends_what_is_certain() -> None:
    moves: list[ev.Event] = [
        *(ev.Drawn(0), discard("9p"), ev.Drawn(0), discard("1z"), ev.Drawn(0), discard("2z", tsumogiri=True)),
        ev.HandShown(0, tiles("123456789m2355s")),
    ]
    assert sorted(held(moves)) == [3, 5]


def test_a_tile_that_tsumo_leaves_apart_was_drawn_and_one_merged_is_unknown() -> None:
    before: list[ev.Event] = [ev.Drawn(0), discard("1z"), ev.Drawn(0), ev.WinDeclared(0, 0)]
    apart = ev.HandShown(0, tiles("123456789m2355s"), *tiles("4s"))
    assert sorted_hands([*before, apart]) == {1: sorted(map(str, tiles("123456789m2355s")))}
    assert held([*before, ev.HandShown(0, tiles("123456789m23455s"))]) == {}


def test_nine_kinds_that_are_shown_alone_are_no_hand() -> None:
    moves: list[ev.Event] = [
        ev.Drawn(0),
        discard("5m"),
        ev.AbortDeclared(0),
        ev.HandShown(0, tiles("19m19p19s123z")),
    ]
    assert held(moves) == {}


@pytest.mark.skipif(not RECORDS, reason="the real games lie beside the repository and are not here")
def test_real_games_in_which_only_the_end_was_laid_open() -> None:
    """What is found of hidden hands is what the records say was there, and riichi is among it."""
    found = riichi = 0
    for path in RECORDS:
        game = played(play(path.read_text("utf-8").splitlines()).events)
        for hand in game.hands:
            hidden = [_hidden(move) for move in hand.moves]
            truth = _truth(game.started, hand)
            for at, known in held(hidden).items():
                assert sorted(map(str, known)) == truth[at]
                found += 1
                move = hand.moves[at]
                riichi += isinstance(move, ev.Discarded) and move.sideways
    assert (found, riichi) == (610, 88)


def _hidden(event: ev.Event) -> ev.Event:
    """As a table without machine eyes in the hands knows it."""
    if isinstance(event, ev.Dealt):
        return ev.Dealt()
    if isinstance(event, ev.Discarded):
        return replace(event, tsumogiri=None)
    return replace(event, tile=None) if isinstance(event, ev.Drawn) else event


def _truth(started: ev.GameStarted, hand: PlayedHand) -> dict[int, list[str]]:
    """The concealed tiles after each discard, by the engine, which was given all of them."""
    game = apply(None, started, trust=True)
    out = {}
    for at, move in enumerate(hand.moves):
        game = apply(game, move, trust=True)
        if isinstance(move, ev.Discarded) and game.hand is not None:
            out[at] = sorted(map(str, game.hand.seats[move.seat].concealed))
    return out
