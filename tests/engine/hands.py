"""Hands for the tests of shape and value: from text, and as Hypothesis strategies."""

from __future__ import annotations

import random
import re
from collections import Counter

from hypothesis import strategies as st

from engine.tiles.meld import Meld, MeldType
from engine.tiles.tile import ALL, Tile, parse_tiles, tile_of_id
from engine.value.win import Win

WINDS = "ESWN"


def displayed(text: str, seat: int = 0) -> Meld:
    """A meld as its owner sees it: `8'79s`, `66'6z`, `X99mX`, `5"55z` (see tests/data/README.md)."""
    marks, suit = re.findall(r"(X|\d)(['\"]?)", text), re.sub(r"[^mpsz]", "", text)
    digits = [digit for digit, _ in marks]
    known = next(digit for digit in digits if digit != "X")
    tiles = [Tile.parse((known if digit == "X" else digit) + suit) for digit in digits]
    aside = next((i for i, (_, mark) in enumerate(marks) if mark), None)
    if aside is None:
        return Meld(MeldType.ANKAN, tuple(tiles))
    called, added = tiles[aside], None
    if marks[aside][1] == '"':
        added = called
        tiles.append(added)
    place = {0: 3, len(marks) - 1: 1}.get(aside, 2)
    if added is not None:
        kind = MeldType.SHOUMINKAN
    elif len(tiles) == 4:
        kind = MeldType.DAIMINKAN
    else:
        kind = MeldType.PON if len({t.kind for t in tiles}) == 1 else MeldType.CHI
    return Meld(kind, tuple(sorted(tiles, key=lambda t: t.kind)), called, (seat + place) % 4, added)


def win(
    concealed: str,
    win_tile: str,
    *melds: str,
    tsumo: bool = False,
    seat: str = "S",
    field: str = "E",
    dora: str = "",
    ura: str = "",
    **flags: bool,
) -> Win:
    return Win(
        parse_tiles(concealed),
        tuple(map(displayed, melds)),
        Tile.parse(win_tile),
        tsumo,
        WINDS.index(seat),
        WINDS.index(field),
        indicators=parse_tiles(dora),
        ura=parse_tiles(ura),
        **flags,
    )


POOLS = (range(34), range(9), range(9, 18), (0, 1, 2, 27, 28, 29, 30), (2, 3, 4, 11, 12, 13, 31, 32))


@st.composite
def racks(draw: st.DrawFn, size: int = 13) -> tuple[Tile, ...]:
    """Any tiles of the set, or of a few kinds of it, so that hands near completion are frequent."""
    pool = [tile_of_id(4 * kind + copy, 0) for kind in draw(st.sampled_from(POOLS)) for copy in range(4)]
    rng = random.Random(draw(st.integers(0, 2**32)))
    return tuple(rng.sample(pool, size))


def _set_kinds(rng: random.Random) -> tuple[int, ...]:
    kind = rng.randrange(34)
    if kind < 27 and kind % 9 < 7 and rng.random() < 0.6:
        return (kind, kind + 1, kind + 2)
    return (kind, kind, kind)


def _declared(rng: random.Random, kinds: tuple[int, ...]) -> Meld:
    tiles = tuple(ALL[kind] for kind in kinds)
    if kinds[0] != kinds[1]:
        return Meld(MeldType.CHI, tiles, tiles[rng.randrange(3)], 3)
    kind = rng.choice(list(MeldType)[1:])
    four = (*tiles, tiles[0])
    if kind is MeldType.PON:
        return Meld(kind, tiles, tiles[0], rng.randrange(1, 4))
    if kind is MeldType.ANKAN:
        return Meld(kind, four)
    added = four[0] if kind is MeldType.SHOUMINKAN else None
    return Meld(kind, four, four[0], rng.randrange(1, 4), added)


@st.composite
def wins(draw: st.DrawFn) -> Win:
    """A complete hand of four sets and a pair, some of them declared."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    while True:
        sets = [_set_kinds(rng) for _ in range(4)]
        melds = tuple(_declared(rng, kinds) for kinds in sets[: rng.choice((0, 0, 1, 2, 3, 4))])
        pair = rng.randrange(34)
        own = [ALL[kind] for kinds in sets[len(melds) :] for kind in kinds] + [ALL[pair]] * 2
        all_tiles = Counter(own) + Counter(t for meld in melds for t in meld.tiles)
        if max(all_tiles.values()) <= 4:
            break
    won = own.pop(rng.randrange(len(own)))
    closed = not any(meld.open for meld in melds)
    return Win(
        tuple(own),
        melds,
        won,
        tsumo=rng.random() < 0.5,
        seat_wind=rng.randrange(4),
        round_wind=rng.randrange(2),
        riichi=closed and rng.random() < 0.5,
        indicators=(ALL[rng.randrange(34)],),
    )
