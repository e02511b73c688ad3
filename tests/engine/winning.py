"""Random complete hands of every form under random rules, from a seed: for agreement and speed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.rules.ruleset import Ruleset
from engine.tiles.meld import Meld, MeldType
from engine.tiles.shape import ORPHANS
from engine.tiles.tile import KINDS, Tile, sort_key, tile_of_id
from engine.value.win import Win

Kinds = tuple[int, ...]

_EVERY: Final = tuple(range(KINDS))
_HONOURS: Final = tuple(range(27, 34))
_SUITS: Final = tuple(tuple(range(low, low + 9)) for low in (0, 9, 18))
_GREEN: Final = (19, 20, 21, 23, 25, 32)
_EDGES: Final = tuple(kind for kind in range(27) if kind % 9 in (0, 1, 2, 6, 7, 8))
# Which kinds a standard hand is made of, and how often; a pool of few kinds makes rare yaku frequent.
Pools = tuple[tuple[int, tuple[Kinds, ...]], ...]
RARE: Final[Pools] = (
    (6, (_EVERY,)),
    (3, (tuple(kind for kind in range(27) if kind % 9 not in (0, 8)),)),
    (2, _SUITS),
    (2, tuple(suit + _HONOURS for suit in _SUITS)),
    (2, (_EDGES + _HONOURS, _EDGES)),
    (2, tuple(tuple(n + low for low in (0, 9, 18) for n in range(a, a + 4)) for a in range(6))),
    (1, (_HONOURS, ORPHANS, tuple(kind for kind in ORPHANS if kind < 27), _GREEN)),
    (1, ((*_HONOURS[:4], 0), (*_HONOURS[:4], 0, 1, 2))),
    (1, ((*_HONOURS[4:], 12), (*_HONOURS[4:], 11, 12, 13, 16, 17))),
)
ALL_KINDS: Final[Pools] = ((1, (_EVERY,)),)
"""Sets of any kinds, as the wall gives them."""
# How often a set is a run where it can be one, by hand.
_RUNS: Final = (0.6, 0.8, 0.95, 1.0, 0.4, 0.1)
_CHOICES: Final[dict[str, tuple[object, ...]]] = {
    "score.kiriage_mangan": (False, True),
    "call.open_tanyao": (True, False),
    "score.kazoe_yakuman": (True, False),
    "score.double_yakuman": ((), ("daisuushii", "suuankou_tanki", "kokushi_13_sided", "chuuren_9_sided")),
    "fu.open_pinfu_ron": (30, 20),
    "score.renhou": ("mangan", "yakuman"),
    "tiles.red_fives": ({"m": 1, "p": 1, "s": 1}, "none"),
}
# What the independent library always does, and pinfu by tsumo: for 2 fu the library gives up the yaku, while
# the option only says what the tsumo is worth when pinfu counts (R-FU-07).
_FIXED: Final[dict[str, object]] = {
    "fu.tsumo_with_pinfu": 0,
    "fu.double_wind_pair": 4,
    "fu.tsumo_with_rinshan": 2,
    "score.renhou_combine": "adds",
    "score.yakuman_stack": True,
}


def rule_sets(rng: random.Random, count: int) -> list[Ruleset]:
    """Rule sets of random values of the options that change a value, under `rrc`."""
    return [
        Ruleset.preset("rrc", _FIXED | {key: rng.choice(values) for key, values in _CHOICES.items()})
        for _ in range(count)
    ]


def wins(seed: int, count: int) -> Iterator[tuple[Win, Ruleset]]:
    """`count` complete hands, each with the rules it is to be valued by; the same for the same seed."""
    rng = random.Random(seed)
    rules = rule_sets(rng, 60)
    for _ in range(count):
        chosen = rng.choice(rules)
        yield win(rng, chosen.counts("tiles.red_fives")["m"]), chosen


@dataclass
class _Set:
    """The 136 tiles, from which copies of a kind are taken."""

    rng: random.Random
    red_fives: int
    left: dict[int, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        self.left = {kind: self.rng.sample(range(4 * kind, 4 * kind + 4), 4) for kind in _EVERY}

    def take(self, kinds: Sequence[int]) -> tuple[Tile, ...] | None:
        """One more tile of each kind; None, and nothing taken, when there are not so many."""
        if any(len(self.left[kind]) < kinds.count(kind) for kind in set(kinds)):
            return None
        return tuple(tile_of_id(self.left[kind].pop(), self.red_fives) for kind in kinds)

    def any(self, count: int) -> tuple[Tile, ...]:
        """Tiles of any kinds that nobody holds."""
        out: list[Tile] = []
        while len(out) < count:
            out += self.take((self.rng.randrange(KINDS),)) or ()
        return tuple(out)


def win(rng: random.Random, red_fives: int, pools: Pools = RARE) -> Win:
    """One complete hand, won in any way that its tiles allow; rare yaku are frequent by default."""
    tiles = _Set(rng, red_fives)
    melds: tuple[Meld, ...] = ()
    form = rng.random()
    if form < 0.03:
        own = tiles.take((*ORPHANS, rng.choice(ORPHANS)))
    elif form < 0.05:
        low = 9 * rng.randrange(3)
        own = tiles.take([low + n for n in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9))])
    elif form < 0.13:
        pool = _pool(rng, pools)
        pairs = rng.sample(pool if len(pool) >= 7 else _EVERY, 7)
        own = tiles.take([*pairs, *pairs])
    else:
        own, melds = _standard(rng, tiles, pools)
    assert own is not None, "the tiles of these forms are always there"
    rest = list(own)
    won = rest.pop(rng.randrange(len(rest)))
    return _won(rng, tiles, tuple(sorted(rest, key=sort_key)), melds, won)


def _pool(rng: random.Random, pools: Pools) -> Kinds:
    group = rng.choices([group for _, group in pools], [weight for weight, _ in pools])[0]
    return rng.choice(group)


def _standard(rng: random.Random, tiles: _Set, pools: Pools) -> tuple[tuple[Tile, ...], tuple[Meld, ...]]:
    pool, runs = _pool(rng, pools), rng.choice(_RUNS)
    declared = rng.choice((0, 0, 0, 0, 1, 1, 2, 2, 3, 4))
    concealed_kans = rng.random() < 0.2
    own: list[Tile] = []
    melds: list[Meld] = []
    while len(own) // 3 + len(melds) < 4:
        kinds = _kinds(rng, pool, runs)
        kind = None
        if len(melds) < declared:
            kind = _meld_type(rng, kinds, concealed_kans)
        taken = tiles.take((*kinds, kinds[0]) if kind is not None and kind.kan else kinds)
        if taken is None:
            continue
        if kind is None:
            own += taken
        else:
            melds.append(_meld(rng, kind, taken))
    pair = None
    while pair is None:
        pair = tiles.take((rng.choice(pool),) * 2) or tiles.take((rng.randrange(KINDS),) * 2)
    return (*own, *pair), tuple(melds)


def _kinds(rng: random.Random, pool: Kinds, runs: float) -> Kinds:
    starts = [kind for kind in pool if kind < 27 and kind % 9 < 7 and {kind + 1, kind + 2} <= set(pool)]
    if starts and rng.random() < runs:
        low = rng.choice(starts)
        return (low, low + 1, low + 2)
    return (rng.choice(pool),) * 3


def _meld_type(rng: random.Random, kinds: Kinds, concealed: bool) -> MeldType:
    if kinds[0] != kinds[1]:
        return MeldType.CHI
    if concealed:
        return MeldType.ANKAN
    return rng.choice((MeldType.PON, MeldType.PON, *(kind for kind in MeldType if kind.kan)))


def _meld(rng: random.Random, kind: MeldType, taken: tuple[Tile, ...]) -> Meld:
    tiles = tuple(sorted(taken, key=sort_key))
    if kind is MeldType.ANKAN:
        return Meld(kind, tiles)
    source = 3 if kind is MeldType.CHI else rng.randrange(1, 4)
    added = taken[1] if kind is MeldType.SHOUMINKAN else None
    return Meld(kind, tiles, taken[0], source, added)


def _won(rng: random.Random, tiles: _Set, own: tuple[Tile, ...], melds: tuple[Meld, ...], won: Tile) -> Win:
    """The hand with a way to win it that does not contradict itself."""

    def often(part: float) -> bool:
        return rng.random() < part

    tsumo, seat = often(0.5), rng.randrange(4)
    closed = not any(meld.open for meld in melds)
    kans = sum(meld.type.kan for meld in melds)
    first = not melds and often(0.02)
    riichi, double = closed and not first and often(0.4), often(0.2)
    rinshan = tsumo and kans > 0 and often(0.3)
    chankan = not tsumo and [*own, won].count(won) == 1 and often(0.05)
    last = not first and not rinshan and not chankan and often(0.07)
    turned = kans + 1 + (rng.randrange(5 - kans) if kans < 4 and often(0.2) else 0)
    return Win(
        own,
        melds,
        won,
        tsumo=tsumo,
        seat_wind=seat,
        round_wind=rng.choice((0, 0, 1, 1, 2, 3)),
        riichi=riichi and not double,
        double_riichi=riichi and double,
        ippatsu=riichi and not rinshan and often(0.3),
        haitei=tsumo and last,
        houtei=not tsumo and last,
        rinshan=rinshan,
        chankan=chankan,
        tenhou=first and tsumo and seat == 0,
        chihou=first and tsumo and seat > 0,
        renhou=first and not tsumo and seat > 0,
        indicators=tiles.any(turned),
        ura=tiles.any(turned) if riichi else (),
    )
