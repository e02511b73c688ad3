"""How a hand ended and how the game stands, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from engine.classical.account import account
from engine.classical.game import east_stays
from engine.explain.counted import explain_account
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
from engine.explain.win import Account, explain_win
from engine.explain.words import Words
from engine.result.chombo import chombo
from engine.result.drawn_hand import nagashi
from engine.result.game import Standing
from engine.result.settle import WinResult, wins
from engine.rules.ruleset import Ruleset
from engine.state.events import EndReason, EnteredWin, HandEnded
from engine.state.hand import Game, Hand
from engine.tiles.shape import waits


def explain_end(game: Game, ended: HandEnded, words: Words, names: tuple[str, ...] = ()) -> Explanation:
    """The end of the hand in play and all that is paid; `game` is as it was before `ended`."""
    hand = game.hand
    if hand is None:
        raise ValueError("No hand is in play: there is no end to explain.")
    players = Players(hand.dealer, names)
    if game.rules.game == "classical":
        return _classical(game, ended, players, words)
    if ended.reason is EndReason.WIN:
        lines = list(_won(game, hand, ended, players, words))
    else:
        lines = [sentence(words, Topic.END, words.name("end", ended.reason))]
        lines += _drawn(game.rules, hand, ended, players, words)
        lines.append(moved(words, players, ended.deltas, hand.dealer))
        if ended.reason is EndReason.CHOMBO:
            lines.append(said(words, Topic.NOTE, "replayed"))
    if ended.kyotaku:
        lines.append(said(words, Topic.STICKS, "kyotaku_stays", n=ended.kyotaku))
    return Explanation(tuple(lines))


def _classical(game: Game, ended: HandEnded, players: Players, words: Words) -> Explanation:
    """A mahjong counts and pays all hands, a draw none (C-SCORE-01, C-DRAW-01)."""
    found = account(game)
    if ended.reason is EndReason.WIN and found is not None:
        return explain_account(found, game.rules.number("classical.limit_points"), players, words)
    lines = [sentence(words, Topic.END, words.name("end", ended.reason))]
    lines.append(moved(words, players, ended.deltas, players.dealer))
    if east_stays(game.rules, ended, players.dealer):
        lines.append(said(words, Topic.NOTE, "same_east"))
    return Explanation(tuple(lines))


def _won(
    game: Game, hand: Hand, ended: HandEnded, players: Players, words: Words
) -> Iterator[ExplanationLine]:
    if hand.entered is not None:
        for entered in hand.entered.wins:
            yield _entered(entered, players, words)
        yield moved(words, players, ended.deltas, hand.entered.wins[0].seat)
        return
    found = wins(game)
    for won in found:
        yield from _win(game, hand, won, players, words)
    if len(ended.winners) > 1:
        yield moved(words, players, ended.deltas, found[0].seat)


def _win(game: Game, hand: Hand, won: WinResult, players: Players, words: Words) -> Iterator[ExplanationLine]:
    winner = players.called(words, won.seat)
    if won.win is None or won.value is None:
        yield ExplanationLine(Topic.NOTE, words.say("finding", player=winner, what=words.fault(won.faults)))
        return
    if not won.paid:
        yield said(words, Topic.NOTE, "not_paid", winner=winner)
        return
    account = Account(
        won.seat,
        won.source,
        hand.dealer,
        won.deltas,
        won.honba,
        won.sticks,
        won.responsible,
        won.wareme,
        players.names,
    )
    yield from explain_win(won.win, won.value, account, game.rules, words).lines


def _entered(won: EnteredWin, players: Players, words: Words) -> ExplanationLine:
    winner = players.called(words, won.seat)
    if won.source == won.seat:
        return said(words, Topic.END, "tsumo_entered", winner=winner)
    return said(words, Topic.END, "ron_entered", winner=winner, payer=players.called(words, won.source))


def _drawn(
    rules: Ruleset, hand: Hand, ended: HandEnded, players: Players, words: Words
) -> Iterator[ExplanationLine]:
    """What is to be said of the seats."""
    order = [(hand.dealer + n) % 4 for n in range(4)]
    if ended.reason in (EndReason.EXHAUSTIVE, EndReason.NAGASHI):
        for seat in order:
            yield _seat(hand, ended, seat, players, words)
        if ended.reason is EndReason.NAGASHI:
            for seat in filter(_nagashi_seats(hand).__contains__, order):
                yield said(words, Topic.NOTE, "nagashi", player=players.called(words, seat))
    elif ended.reason is EndReason.KYUUSHU and hand.aborted_by is not None:
        yield said(words, Topic.NOTE, "aborted_by", player=players.called(words, hand.aborted_by))
    elif ended.reason is EndReason.CHOMBO:
        for seat in hand.offenders:
            yield from explain_chombo(rules, seat, players, words).lines


def _nagashi_seats(hand: Hand) -> set[int]:
    if hand.entered is not None:
        return {won.seat for won in hand.entered.wins}
    return {i for i, seat in enumerate(hand.seats) if nagashi(seat)}


def _seat(hand: Hand, ended: HandEnded, seat: int, players: Players, words: Words) -> ExplanationLine:
    me, player = hand.seats[seat], players.called(words, seat)
    if not ended.tenpai[seat]:
        return said(words, Topic.SEAT, "noten", player=player)
    if me.shown is None:
        return said(words, Topic.SEAT, "tenpai_only", player=player)
    tiles = words.tiles(sorted(waits(me.shown, me.melds)))
    return said(words, Topic.SEAT, "tenpai", player=player, tiles=tiles)


def explain_chombo(rules: Ruleset, offender: int, players: Players, words: Words) -> Explanation:
    """Who gets a chombo and what it costs, in the form of the rules (R-CHOMBO-02)."""
    price = chombo(rules, offender, players.dealer)
    lines = [said(words, Topic.NOTE, "chombo_of", player=players.called(words, offender))]
    if price.after_uma:
        lines.append(said(words, Topic.PRICE, "chombo_after_uma", n=-price.after_uma))
    else:
        lines.append(said(words, Topic.PRICE, "chombo_table"))
    return Explanation(tuple(lines))


def explain_standings(
    standings: Iterable[Standing], rules: Ruleset, players: Players, words: Words
) -> Explanation:
    """Final results from the first place on: points, return points, oka, uma, penalties (R-FINAL-05)."""
    ordered = sorted(standings, key=lambda standing: (standing.place, -standing.total, standing.seat))
    back = rules.number("game.return_points")
    return Explanation(tuple(_place(standing, back, players, words) for standing in ordered))


def _place(standing: Standing, back: int, players: Players, words: Words) -> ExplanationLine:
    amounts = (
        ("points", standing.points, number(standing.points)),
        ("return", Fraction(-back), number(Fraction(-back))),
        ("oka", standing.oka, signed(standing.oka)),
        ("uma", standing.uma, signed(standing.uma)),
        ("penalty", standing.penalty, signed(standing.penalty)),
    )
    text = words.listed(words.say(key, n=shown) for key, amount, shown in amounts if amount)
    last = standing.place + standing.tied - 1
    place = str(standing.place) if last == standing.place else f"{standing.place}–{last}"
    player = players.called(words, standing.seat)
    line = words.say("place", place=place, player=player, parts=text, total=signed(standing.total))
    parts = tuple(Part(key, amount, shown) for key, amount, shown in amounts if amount)
    return ExplanationLine(Topic.PLACE, line, parts)


def number(amount: Fraction) -> str:
    """`25000`, `−500` with a true minus sign, `33333 1/3`."""
    whole, rest = divmod(abs(amount), 1)
    text = f"{whole} {rest}" if rest else str(whole)
    return f"−{text}" if amount < 0 else text


def signed(amount: Fraction) -> str:
    """Like `number`, with a plus sign before a gain."""
    return f"+{number(amount)}" if amount > 0 else number(amount)
