"""What hands and games are worth, reckoned apart from the program, to follow a whole tournament in a test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

START = 30_000
UMA = (15_000, 5_000, -5_000, -15_000)
LIMITS = {5: 2000, 6: 3000, 7: 3000, 8: 4000}
Four = tuple[int, int, int, int]


@dataclass(frozen=True)
class Win:
    """`loser` None: by the own draw."""

    winner: int
    loser: int | None
    han: int
    fu: int


@dataclass(frozen=True)
class Draw:
    tenpai: tuple[int, ...]


@dataclass(frozen=True)
class Chombo:
    offender: int


Hand = Win | Draw | Chombo


def paid(hand: Hand, dealer: int, honba: int) -> Four:
    """What a hand moves; nobody has laid a riichi stick."""
    moved = [0, 0, 0, 0]
    if isinstance(hand, Win):
        base = LIMITS.get(hand.han) or hand.fu * 2 ** (2 + hand.han)
        payers = [hand.loser] if hand.loser is not None else [s for s in range(4) if s != hand.winner]
        for payer in payers:
            share = 2 if dealer in (hand.winner, payer) else 1
            if hand.loser is not None:
                share = 6 if hand.winner == dealer else 4
            amount = -(-base * share // 100) * 100 + honba * 300 // len(payers)
            moved[payer] -= amount
            moved[hand.winner] += amount
    elif isinstance(hand, Draw) and len(hand.tenpai) in (1, 2, 3):
        for seat in range(4):
            there = seat in hand.tenpai
            moved[seat] = 3000 // len(hand.tenpai) if there else -3000 // (4 - len(hand.tenpai))
    a, b, c, d = moved
    return a, b, c, d


def played(hands: Sequence[Hand], order: Sequence[int] = (0, 1, 2, 3), wrong: int = 0) -> Four:
    """Points after the hands. Of the first `wrong` hands who sat in `seat` belongs in `order[seat]`."""
    scores, dealer, honba = [START] * 4, 0, 0
    for number, hand in enumerate(hands):
        counted = moved_to(hand, order) if number < wrong else hand
        scores = [score + moved for score, moved in zip(scores, paid(counted, dealer, honba), strict=True)]
        if isinstance(hand, Chombo):
            continue
        stays = hand.winner == dealer if isinstance(hand, Win) else dealer in hand.tenpai
        honba = honba + 1 if stays or isinstance(hand, Draw) else 0
        dealer = dealer if stays else (dealer + 1) % 4
    a, b, c, d = scores
    return a, b, c, d


def moved_to(hand: Hand, order: Sequence[int]) -> Hand:
    assert isinstance(hand, Win)
    return Win(order[hand.winner], None if hand.loser is None else order[hand.loser], hand.han, hand.fu)


def finals(scores: Sequence[int]) -> list[Fraction]:
    """Points beyond the start and uma; equal scores share what their places get."""
    out = []
    for score in scores:
        above = sum(other > score for other in scores)
        level = sum(other == score for other in scores)
        out.append(Fraction(score - START) + Fraction(sum(UMA[above : above + level]), level))
    return out
