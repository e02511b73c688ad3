"""From hand to hand: dealer, round, honba, end of the game, final scores (R-GAME, R-END, R-FINAL)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Final

from engine.classical import game as classical
from engine.rules.ruleset import Ruleset
from engine.state.events import EndReason, GameEnded, HandEnded, HandStarted, Seats4
from engine.state.hand import Game, HandResult

_FLOATING: Final[Mapping[str, Mapping[int, tuple[int, int, int, int]]]] = {
    "8_3_1": {
        1: (12000, -1000, -3000, -8000),
        2: (8000, 4000, -4000, -8000),
        3: (8000, 3000, 1000, -12000),
    },
    "7_5_3": {
        1: (15000, -3000, -5000, -7000),
        2: (10000, 5000, -5000, -10000),
        3: (7000, 5000, 3000, -15000),
    },
    "1_2_3": {
        1: (60000, -10000, -20000, -30000),
        2: (40000, 0, -10000, -30000),
        3: (30000, 0, 0, -30000),
    },
}
"""Uma by place, by how many players are at the start points or above (`game.floating_uma`)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The final account of a seat, exact (R-FINAL-05, R-FINAL-07).

    `place` is shared by ties: places 3-4 are both `place` 3 with `tied` 2. `points` hold the
    leftover sticks, `counted` are those points rounded as the rules say; `penalty` is what rulings and
    yakitori take, 0 or less; `total` = counted - return points + oka + uma + penalty. `result` is the total
    in the unit of the rules (R-FINAL-06).
    """

    seat: int
    place: int
    tied: int
    points: Fraction
    counted: Fraction
    uma: Fraction
    oka: Fraction
    penalty: Fraction
    total: Fraction
    result: Fraction


def dealer_stays(rules: Ruleset, last: HandResult) -> bool:
    """Whether the same dealer plays the next hand (R-RENCHAN-01, R-CHOMBO-05)."""
    ended, dealer = last.ended, last.started.dealer
    if ended.reason is EndReason.WIN:
        return dealer in ended.winners
    if ended.reason.void:
        return ended.reason is EndReason.REDEAL or rules.flag("chombo.replay")
    if ended.reason.abortive:
        return rules.flag("abort.renchan")
    condition = rules.choice("draw.renchan_condition")
    return condition == "always" or (condition == "dealer_tenpai" and ended.tenpai[dealer])


def next_honba(rules: Ruleset, last: HandResult) -> int:
    """Counters of the next hand (R-HONBA-01, R-HONBA-04, R-HONBA-05, R-HONBA-07)."""
    ended, now = last.ended, last.started.honba
    if ended.reason is EndReason.WIN:
        alone = ended.winners == (last.started.dealer,)
        among = last.started.dealer in ended.winners and rules.flag("honba.dealer_among_winners")
        return now + 1 if alone or among else 0
    if ended.reason.void:
        added = ended.reason is EndReason.CHOMBO and rules.flag("chombo.honba_added")
    else:
        added = rules.flag("abort.honba" if ended.reason.abortive else "draw.honba_added")
    return now + 1 if added else now


def next_hand(game: Game) -> HandStarted | GameEnded:
    """What follows the hand that has ended, or the first hand; ValueError while one is in play."""
    if game.in_play is not None:
        raise ValueError("A hand is being played: finish it first.")
    if game.rules.game == "classical":
        return classical.next_hand(game)
    if not game.history:
        return HandStarted(0, 1, 0, game.kyotaku, 0, game.scores)
    last = game.history[-1]
    stays = dealer_stays(game.rules, last)
    if game_over(game, last, stays):
        if not _repeated(game, last):
            return GameEnded(final_scores(game.rules, game.scores, game.kyotaku))
        stays = True
    started = last.started
    wind, number = started.round_wind, started.number
    if not stays:
        wind, number = (wind, number + 1) if number < 4 else (wind + 1, 1)
    honba = next_honba(game.rules, last)
    return HandStarted(wind, number, honba, game.kyotaku, number - 1, game.scores)


def called_off(game: Game) -> GameEnded:
    """The end of a game whose time is over, where by the rules another hand would follow (K-TIMER-02)."""
    if game.rules.game == "classical":
        return GameEnded(game.scores, by_time=True)
    return GameEnded(final_scores(game.rules, game.scores, game.kyotaku), by_time=True)


def game_over(game: Game, last: HandResult, stays: bool) -> bool:
    """Whether the game ends after this hand (R-END-01, R-END-02, R-END-04, R-GAME-03)."""
    rules, started = game.rules, last.started
    if _bankrupt(game):
        return True
    final = _final_round(rules)
    reached = max(game.scores) >= _target(rules)
    enough = reached or rules.choice("game.extra_round") == "never"
    extra = started.round_wind > final
    if not extra and (started.round_wind < final or started.number < 4):
        return False
    if stays:
        # Also in the extra round a dealer who stays and does not lead plays on.
        return rules.flag("game.agariyame") and enough and _dealer_leads(game.scores, last)
    if extra:
        return reached or started.number == 4
    return enough


def _bankrupt(game: Game) -> bool:
    """Somebody has run out of points where that ends the game (R-END-04)."""
    least = 0 if game.rules.choice("game.tobi_threshold") == "below_zero" else 1
    return game.rules.flag("game.tobi") and min(game.scores) < least


def _final_round(rules: Ruleset) -> int:
    return 0 if rules.choice("game.length") == "tonpuusen" else 1


def _target(rules: Ruleset) -> int:
    """Points that somebody must have for the game to end without an extra round (R-GAME-03)."""
    fixed = rules.choice("game.extra_round") == "if_nobody_reached_30000"
    return 30_000 if fixed else rules.number("game.return_points")


def _repeated(game: Game, last: HandResult) -> bool:
    """The last hand was drawn with the dealer noten and is played again for that (R-END-03)."""
    started, ended = last.started, last.ended
    return (
        game.rules.choice("game.last_hand_dealer_noten") == "game_continues"
        and (started.round_wind, started.number) == (_final_round(game.rules), 4)
        and ended.reason in (EndReason.EXHAUSTIVE, EndReason.NAGASHI)
        and not ended.tenpai[started.dealer]
        and not _bankrupt(game)
    )


def _dealer_leads(scores: Seats4, last: HandResult) -> bool:
    """The dealer of the last hand won or is tenpai, and is first, the earlier seat before a tie."""
    dealer, ended = last.started.dealer, last.ended
    return (dealer in ended.winners or ended.tenpai[dealer]) and scores.index(max(scores)) == dealer


def _shares(rules: Ruleset, scores: Sequence[int]) -> list[int]:
    """The seats that divide leftover sticks (R-STICK-03)."""
    if rules.choice("game.leftover_riichi") == "lost":
        return []
    first = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return first if rules.choice("game.leftover_riichi_tie") == "split" else first[:1]


def exact_scores(rules: Ruleset, scores: Sequence[int], kyotaku: int) -> tuple[Fraction, ...]:
    """Scores with the leftover sticks divided exactly (R-STICK-03)."""
    seats = _shares(rules, scores)
    share = Fraction(kyotaku * rules.number("riichi.deposit"), len(seats) or 1)
    return tuple(Fraction(s) + (share if i in seats else 0) for i, s in enumerate(scores))


def final_scores(rules: Ruleset, scores: Seats4, kyotaku: int) -> Seats4:
    """Scores with the leftover sticks, in whole points; `standings` has the exact ones (R-STICK-03)."""
    a, b, c, d = map(floor, exact_scores(rules, scores, kyotaku))
    return a, b, c, d


def exact_points(game: Game) -> tuple[Fraction, ...]:
    """Points of each seat with leftover sticks divided exactly (R-STICK-03)."""
    if not game.finished:
        return exact_scores(game.rules, game.scores, game.kyotaku)
    whole = game.scores
    kyotaku = game.history[-1].ended.kyotaku if game.history else game.kyotaku
    pot = kyotaku * game.rules.number("riichi.deposit")
    seats = _shares(game.rules, whole)
    lost = Fraction(pot % len(seats), len(seats)) if seats else Fraction(0)
    return tuple(s + (lost if i in seats else Fraction(0)) for i, s in enumerate(map(Fraction, whole)))


def standings(game: Game) -> tuple[Standing, ...]:
    """Places and final results by seat; of a game in progress as if it ended now."""
    return account(game.rules, exact_points(game), penalties(game))


def penalties(game: Game) -> Seats4:
    """What each seat loses after uma, by rulings and by yakitori, for no hand won (K-PEN-02, R-OPT-02)."""
    amount = game.rules.number("game.yakitori_amount") if game.rules.flag("game.yakitori") else 0
    won = {seat for hand in game.history for seat in hand.ended.winners}
    lost = [0 if seat in won else -amount for seat in range(4)]
    for penalty in game.penalties:
        lost[penalty.ruling.seat] += penalty.after_uma
    return lost[0], lost[1], lost[2], lost[3]


def account(
    rules: Ruleset, points: Sequence[Fraction | int], penalties: Sequence[int] = (0, 0, 0, 0)
) -> tuple[Standing, ...]:
    """Places, uma, oka and totals of four final scores (R-FINAL); `penalties` are 0 or less."""
    exact = [Fraction(p) for p in points]
    counted = _rounded(rules, exact)
    order = sorted(range(4), key=lambda seat: -exact[seat])
    uma = _uma(rules, exact)
    oka = (rules.number("game.oka"), 0, 0, 0)
    back = rules.number("game.return_points")
    unit = 1000 if rules.choice("game.final_unit") == "thousands" else 1
    out = []
    for seat in range(4):
        group = [s for s in order if exact[s] == exact[seat]]
        mine = order.index(seat)
        first = order.index(group[0])
        shared = rules.choice("game.place_tie") == "shared"
        bonus = _tied(uma, first, len(group), mine, rules.choice("game.uma_tie"))
        extra = _tied(oka, first, len(group), mine, rules.choice("game.oka_tie"))
        lost = Fraction(penalties[seat])
        total = counted[seat] - back + extra + bonus + lost
        place, tied = (first + 1, len(group)) if shared else (mine + 1, 1)
        row = (exact[seat], counted[seat], bonus, extra, lost, total, total / unit)
        out.append(Standing(seat, place, tied, *row))
    return tuple(out)


def _uma(rules: Ruleset, points: Sequence[Fraction]) -> Sequence[int]:
    """The uma by place; a floating one by how many have not fallen below the start."""
    tables = _FLOATING.get(rules.choice("game.floating_uma"))
    if tables is None:
        return rules.numbers("game.uma")
    floating = sum(p >= rules.number("game.start_points") for p in points)
    return tables.get(floating, (0, 0, 0, 0))


def _rounded(rules: Ruleset, points: Sequence[Fraction]) -> list[Fraction]:
    """Points as they count. Who is first takes what remains, so that nothing is lost; a tie shares it."""
    if rules.choice("game.final_rounding") == "exact":
        return list(points)
    first = [p == max(points) for p in points]
    if rules.choice("game.place_tie") == "seat_order":
        first = [seat == first.index(True) for seat in range(4)]
    rounded = [Fraction(0) if top else _to_thousands(p) for p, top in zip(points, first, strict=True)]
    rest = (sum(points, Fraction(0)) - sum(rounded)) / sum(first)
    return [rest if top else p for p, top in zip(rounded, first, strict=True)]


def _to_thousands(points: Fraction) -> Fraction:
    """Rounded to 1000, 500 away from 0."""
    whole = (abs(points) + 500) // 1000 * 1000
    return Fraction(whole if points >= 0 else -whole)


def _tied(amounts: Sequence[int], first: int, size: int, mine: int, rule: str) -> Fraction:
    """An amount by place: tied seats divide those of their places, or the seat order decides."""
    if rule != "split":
        return Fraction(amounts[mine])
    return Fraction(sum(amounts[first : first + size]), size)


def uma_step(rules: Ruleset) -> int:
    """Points between first and second place, the measure of a chombo after uma (R-CHOMBO-03)."""
    uma = rules.numbers("game.uma")
    return uma[0] - uma[1]


def ended_by(ended: HandEnded) -> str:
    """`hora`, `ryukyoku` or `abort`."""
    if ended.reason is EndReason.WIN:
        return "hora"
    return "abort" if ended.reason.abortive else "ryukyoku"
