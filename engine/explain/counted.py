"""The end of a hand of Chinese Classical in words: every hand as it is counted, every payment (C-SCORE)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.classical.account import Account
from engine.classical.score import HandValue
from engine.explain.explanation import Explanation, ExplanationLine, Part, Players, Topic, moved, said
from engine.explain.words import Words


def explain_account(found: Account, limit: int, players: Players, words: Words) -> Explanation:
    """Who wins, what each hand is worth and why, the winner first, and who pays whom."""
    order = [(found.winner + n) % 4 for n in range(4)]
    lines = [_end(found, players, words)]
    for seat in order:
        lines += _hand(found.values[seat], limit, players.called(words, seat), words)
    lines.append(said(words, Topic.NOTE, "east_double"))
    lines += _payments(found, players, words)
    lines.append(moved(words, players, found.settlement.net, found.winner))
    return Explanation(tuple(lines))


def _end(found: Account, players: Players, words: Words) -> ExplanationLine:
    winner, tile = players.called(words, found.winner), words.tile(found.tile)
    if found.source == found.winner:
        return said(words, Topic.END, "mahjong_wall", tile=tile, winner=winner)
    source = players.called(words, found.source)
    return said(words, Topic.END, "mahjong", tile=tile, winner=winner, source=source)


def _hand(worth: HandValue, limit: int, player: str, words: Words) -> Iterator[ExplanationLine]:
    if worth.limit is not None:
        name = words.name("limit_hand", worth.limit)
        yield said(words, Topic.LIMIT, "limit_hand_of", player=player, name=name, n=limit)
        return
    if not worth.points:
        yield said(words, Topic.SEAT, "counts_nothing", player=player)
        return
    product = worth.points * worth.factor
    yield _counted(
        Topic.SEAT, "counts", worth.base, "base_value", "sum", words, player=player, n=worth.points
    )
    if worth.doubles:
        times = {"points": worth.points, "n": product}
        yield _counted(Topic.PRICE, "doubled", worth.doubles, "double", "product", words, **times)
    if product > limit:
        yield said(words, Topic.LIMIT, "over_limit", n=limit)
    elif worth.value != product:
        yield said(words, Topic.PRICE, "up_to_tens", n=worth.value)


def _counted(
    topic: Topic,
    sentence: str,
    rows: Sequence[tuple[str, int]],
    family: str,
    between: str,
    words: Words,
    **values: object,
) -> ExplanationLine:
    """A line of amounts with their names."""
    parts = tuple(
        Part(name, amount, words.say("fu_part", n=amount, name=words.inside(family, name)))
        for name, amount in rows
    )
    text = words.listed((part.text for part in parts), between)
    line = said(words, topic, sentence, parts=text, **values)
    return ExplanationLine(line.topic, line.text, parts)


def _payments(found: Account, players: Players, words: Words) -> Iterator[ExplanationLine]:
    for paid in found.settlement.payments:
        if paid.points:
            payer, other = players.called(words, paid.payer), players.called(words, paid.receiver)
            yield said(words, Topic.PAYMENT, "pays_to", player=payer, other=other, n=paid.points)
