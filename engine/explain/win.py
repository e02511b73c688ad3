"""A win explained in the order in which the winner counts it (R-WIN-09), or why it does not count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.explain.explanation import (
    Explanation,
    ExplanationLine,
    Part,
    Players,
    Topic,
    moved,
    said,
    sentence,
)
from engine.explain.fu import fu_lines
from engine.explain.words import Words
from engine.rules.ruleset import Ruleset
from engine.state.faults import Fault
from engine.tiles.meld import Meld, MeldType
from engine.value.points import MANGAN, ron_points, tsumo_points, uncapped
from engine.value.score import HandValue, NoWin, all_values, dora_of, why_not
from engine.value.win import Win, readings
from engine.value.yaku import YAKUMAN_HAN, ordinary

_PAO: Final = ("daisangen", "daisuushii", "suukantsu")
_RYANHAN: Final = 2
"""Han that yaku must give where honba demand it (R-YAKU-05)."""


@dataclass(frozen=True, slots=True)
class Account:
    """How a win is settled: `deltas` by seat, with the honba and riichi sticks of this winner.

    `source` is the seat of the winner at a tsumo; `responsible` answers for the hand under pao;
    `wareme` is the seat that pays and receives double. `names` are empty where the seats are
    called by their winds.
    """

    seat: int
    source: int
    dealer: int
    deltas: Sequence[int]
    honba: int = 0
    sticks: int = 0
    responsible: int | None = None
    wareme: int | None = None
    names: tuple[str, ...] = ()

    @property
    def players(self) -> Players:
        return Players(self.dealer, self.names)


def explain_win(win: Win, worth: HandValue, account: Account, rules: Ruleset, words: Words) -> Explanation:
    """The win in words: yaku, dora, han and fu, limit, price, honba, and who pays whom."""
    lines = [_declared(win, account, words), *_counted(win, worth, rules, words)]
    lines += _limit(worth, rules, words)
    lines += _renhou(win, worth, rules, words)
    lines += _other_reading(win, worth, rules, words)
    lines += _price(win, worth, account, rules, words)
    lines += _settled(worth, account, rules, words)
    return Explanation(tuple(lines))


def explain_no_win(win: Win, rules: Ruleset, words: Words) -> Explanation:
    """Why a hand that was declared is no win; ValueError for one that is."""
    reason = why_not(win, rules)
    if reason is None:
        raise ValueError("This hand is a win: explain its value.")
    if reason is NoWin.NOT_COMPLETE:
        return Explanation((ExplanationLine(Topic.END, words.fault(Fault.NOT_COMPLETE)),))
    if reason is NoWin.TOO_FEW_HAN:
        found = readings(win, rules.flag("win.merged_tsumo_tile"))
        n = max(sum(han for _, han in ordinary(win, reading, rules.scoring)) for reading in found)
        return Explanation((said(words, Topic.END, "too_few_han", n=n, honba=win.honba, least=_RYANHAN),))
    return Explanation(tuple(_no_yaku(win, rules, words)))


def _no_yaku(win: Win, rules: Ruleset, words: Words) -> Iterator[ExplanationLine]:
    yield ExplanationLine(Topic.END, words.fault(Fault.NO_YAKU))
    if dora_of(win, rules).han:
        yield said(words, Topic.NOTE, "dora_no_yaku")
    if win.closed:
        if not win.riichi:
            yield said(words, Topic.NOTE, "riichi_missing")
        return
    best = next(iter(all_values(_closed(win), rules)), None)
    if best is not None:
        yield said(words, Topic.NOTE, "if_closed", yaku=_inside(best, words))


def _closed(win: Win) -> Win:
    """The same tiles without a call: open kans become closed ones, other sets go back to the hand."""
    kans = tuple(Meld(MeldType.ANKAN, meld.tiles) for meld in win.melds if meld.type.kan)
    back = (tile for meld in win.melds if not meld.type.kan for tile in meld.tiles)
    return replace(win, tiles=(*win.tiles, *back), melds=kans)


def _declared(win: Win, account: Account, words: Words) -> ExplanationLine:
    winner = account.players.called(words, account.seat)
    tile = words.tile(win.win_tile)
    if win.tsumo:
        return said(words, Topic.END, "tsumo", tile=tile, winner=winner)
    payer = account.players.called(words, account.source)
    return said(words, Topic.END, "ron", tile=tile, winner=winner, payer=payer)


def _counted(win: Win, worth: HandValue, rules: Ruleset, words: Words) -> Iterator[ExplanationLine]:
    """Yaku, dora, han and fu."""
    for yaku, han in worth.yaku:
        text = _yaku(worth, yaku, han, words)
        yield sentence(words, Topic.YAKU, text, (Part(yaku, han, text),))
    if worth.yakuman:
        if dora_of(win, rules).han:
            yield said(words, Topic.NOTE, "only_yakuman")
        return
    for key, n in (("dora", worth.dora), ("red", worth.red), ("ura", worth.ura)):
        if n:
            text = words.say("han_of", name=words.name("dora", key), n=n)
            yield sentence(words, Topic.DORA, text, (Part(key, n, text),))
    if worth.reading is not None and worth.han < _first_limit(rules):
        yield said(words, Topic.HAN, "han_fu", han=worth.han, fu=worth.fu)
        yield from fu_lines(win, worth, rules, words)


def _yaku(worth: HandValue, yaku: str, han: int, words: Words) -> str:
    name = words.name_and_meaning("yaku", yaku)
    if worth.yakuman:
        return words.say("double_yakuman_of" if han > YAKUMAN_HAN else "yakuman_of", name=name)
    if worth.reading is None:
        return words.say("renhou_mangan_of", name=name)
    if yaku == "yakuhai" and worth.value_sets:
        sets = words.listed(words.name("value_set", key) for key in worth.value_sets)
        name = words.say("with_meaning", name=words.name("yaku", yaku), meaning=sets)
    return words.say("han_of", name=name, n=han)


def _inside(worth: HandValue, words: Words) -> str:
    """The names of the yaku within a sentence."""
    return words.listed(words.inside("yaku", yaku) for yaku, _ in worth.yaku)


def _limits(rules: Ruleset) -> Mapping[str, tuple[int, int]]:
    ranges = rules.value("score.limits")
    assert isinstance(ranges, Mapping)
    return ranges


def _first_limit(rules: Ruleset) -> int:
    """The han from which fu do not matter (R-FU-01)."""
    return min(low for low, _ in _limits(rules).values())


def _limit(worth: HandValue, rules: Ruleset, words: Words) -> Iterator[ExplanationLine]:
    """Why the hand is worth a limit (R-LIMIT)."""
    if worth.yakuman:
        if worth.yakuman > 1:
            yield said(words, Topic.LIMIT, "limit_yakuman", n=worth.yakuman)
        if sum(han for _, han in worth.yaku) > worth.han:
            yield said(words, Topic.LIMIT, "limit_not_stacked")
        return
    if worth.limit is None or worth.reading is None:
        return
    counted = worth.han >= _limits(rules)["kazoe_yakuman"][0]
    if worth.han >= _first_limit(rules):
        key = "limit_no_kazoe" if counted and worth.limit != "yakuman" else "limit_han"
    elif uncapped(worth.han, worth.fu, rules) >= MANGAN:
        key = "limit_base"
    else:
        key = "limit_kiriage"
    limit = {"limit_kiriage": "kiriage_mangan"}.get(key, worth.limit)
    name = words.inside("limit", "kazoe_yakuman" if limit == "yakuman" else limit)
    base = uncapped(worth.han, worth.fu, rules)
    yield said(words, Topic.LIMIT, key, limit=name, han=worth.han, fu=worth.fu, base=base, cap=MANGAN)


def _renhou(win: Win, worth: HandValue, rules: Ruleset, words: Words) -> Iterator[ExplanationLine]:
    """What renhou as a mangan has changed (R-YAKU-06)."""
    if not win.renhou or win.tsumo or rules.choice("score.renhou") != "mangan":
        return
    if worth.reading is not None:
        if not any(yaku == "renhou" for yaku, _ in worth.yaku):
            yield said(words, Topic.NOTE, "renhou_less")
        return
    plain = next(iter(all_values(win, rules)), None)
    if plain is None:
        yield said(words, Topic.NOTE, "renhou_alone")
    else:
        yield said(words, Topic.NOTE, "renhou_instead", points=plain.points)


def _other_reading(win: Win, worth: HandValue, rules: Ruleset, words: Words) -> Iterator[ExplanationLine]:
    """The next best reading, where it is worth something else (R-FU-12)."""
    if worth.yakuman or worth.reading is None:
        return
    by_han = rules.choice("score.interpretation") == "max_han"
    for other in all_values(win, rules):
        if other.points != worth.points:
            key = "other_reading_han" if by_han and other.han < worth.han else "other_reading"
            yaku = _inside(other, words)
            yield said(words, Topic.NOTE, key, han=other.han, fu=other.fu, yaku=yaku, points=other.points)
            return


def _price(
    win: Win, worth: HandValue, account: Account, rules: Ruleset, words: Words
) -> Iterator[ExplanationLine]:
    """The price, smaller amount first, then the same with honba."""
    extra = account.honba * rules.number("honba.value")
    if win.tsumo and account.responsible is not None:
        gained = account.deltas[account.seat] - account.sticks * rules.number("riichi.deposit") - extra
        prices = [words.say("price_ron", n=gained + more) for more in (0, extra)]
    elif not win.tsumo:
        price = ron_points(worth.base, win.dealer)
        prices = [words.say("price_ron", n=price + more) for more in (0, extra)]
    else:
        by_dealer, by_other = tsumo_points(worth.base, win.dealer)
        key = "price_all" if win.dealer else "price_tsumo"
        prices = [
            words.say(key, n=by_other + more, small=by_other + more, large=by_dealer + more)
            for more in (0, extra // 3)
        ]
    yield said(words, Topic.PRICE, "price", price=prices[0])
    if extra:
        yield said(words, Topic.PRICE, "price_honba", honba=account.honba, price=prices[1])


def _settled(worth: HandValue, account: Account, rules: Ruleset, words: Words) -> Iterator[ExplanationLine]:
    """Who pays whom."""
    players = account.players
    if account.responsible is not None:
        player = players.called(words, account.responsible)
        covered = [name for name, _ in worth.yaku if name in _PAO and rules.flag(f"pao.{name}")]
        yaku = words.listed(words.inside("yaku", name) for name in covered or ["rinshan"])
        yield said(words, Topic.NOTE, "pao", player=player, yaku=yaku)
    if account.wareme is not None:
        yield said(words, Topic.NOTE, "wareme", player=players.called(words, account.wareme))
    taken = account.sticks * rules.number("riichi.deposit")
    paid = [delta - (taken if seat == account.seat else 0) for seat, delta in enumerate(account.deltas)]
    yield moved(words, players, paid, account.seat)
    if account.sticks:
        player = players.called(words, account.seat)
        text = words.say("sticks", player=player, sticks=account.sticks, n=taken)
        yield sentence(words, Topic.STICKS, text, (Part(str(account.seat), taken, text),))
