"""What a described hand is worth, as data: the answers of `jantaku score` and of the page of a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.sentences.explained import explained
from engine.explain.win import Account, explain_no_win, explain_win
from engine.explain.words import Words
from engine.notation.query import WinQuery
from engine.value.points import honba_by_discarder, pao_payments, payments
from engine.value.score import HandValue, NoWin, pao_base, value, why_not

Answer = dict[str, object]
_NO_WIN: Final[Mapping[NoWin, str]] = {
    NoWin.NOT_COMPLETE: "The hand is not complete.",
    NoWin.NO_YAKU: "The hand is complete but has no yaku.",
    NoWin.TOO_FEW_HAN: "The hand is complete but its yaku give fewer than two han, which the honba demand.",
}


def valued(query: WinQuery, words: Words | None) -> Answer:
    """The answer to a line of `score`, with the reasons where there are words for them."""
    worth = value(query.win, query.rules)
    if worth is None:
        return _no_win(query, words)
    deltas = _deltas(query, worth)
    answer: Answer = {
        "ok": True,
        "han": worth.han,
        "fu": worth.fu,
        "fu_parts": [list(part) for part in worth.fu_parts],
        "yaku": [list(yaku) for yaku in worth.yaku],
        "yakuhai": list(worth.value_sets),
        "dora": worth.dora,
        "red": worth.red,
        "ura": worth.ura,
        "yakuman": worth.yakuman,
        "limit": worth.limit,
        "points": worth.points,
        "deltas": deltas,
    }
    if words is not None:
        account = Account(
            query.seat, query.source, query.dealer, deltas, query.honba, query.kyotaku, query.pao
        )
        found = explain_win(query.win, worth, account, query.rules, words)
        answer["explanation"] = explained(found, words.language)
    return answer


def _no_win(query: WinQuery, words: Words | None) -> Answer:
    """The fault of the hand; its message is fixed for scripts, the reasons are for people."""
    reason = why_not(query.win, query.rules) or NoWin.NOT_COMPLETE
    answer: Answer = {"ok": False, "faults": [reason.value], "message": _NO_WIN[reason]}
    if words is not None:
        found = explain_no_win(query.win, query.rules, words)
        answer["explanation"] = explained(found, words.language)
    return answer


def _deltas(query: WinQuery, worth: HandValue) -> list[int]:
    payer = None if query.win.tsumo else query.source
    honba = (query.honba, query.rules.number("honba.value"))
    if query.pao is None:
        moved = payments(worth.base, query.seat, payer, query.dealer, *honba)
    else:
        covered = pao_base(worth, query.rules, query.win.rinshan)
        extra, discarder = honba[0] * honba[1], honba_by_discarder(query.rules)
        moved = pao_payments(
            worth.base, query.seat, payer, query.pao, query.dealer, extra, covered, discarder
        )
    deltas = list(moved)
    deltas[query.seat] += query.kyotaku * query.rules.number("riichi.deposit")
    return deltas
