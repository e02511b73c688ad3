"""From hand to hand: dealer, round, honba, end of the game, final scores (R-GAME, R-END, R-FINAL)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.events import EndReason, GameEnded, HandEnded, HandStarted, Seats4
from engine.hand import Game, HandResult
from engine.rules import Ruleset


@dataclass(frozen=True, slots=True)
class Standing:
    """The final account of a seat, exact (R-FINAL-05, R-FINAL-07).

    `place` is shared by ties: places 3-4 are both `place` 3 with `tied` 2. `points` hold the
    leftover sticks; `total` = points - return points + oka + uma.
    """

    seat: int
    place: int
    tied: int
    points: Fraction
    uma: Fraction
    oka: Fraction
    total: Fraction


def dealer_stays(rules: Ruleset, last: HandResult) -> bool:
    """Whether the same dealer plays the next hand (R-RENCHAN-01)."""
    ended, dealer = last.ended, last.started.dealer
    if ended.reason is EndReason.WIN:
        return dealer in ended.winners
    if ended.reason.abortive:
        return rules.flag("abort.renchan")
    condition = rules.choice("draw.renchan_condition")
    return condition == "always" or (condition == "dealer_tenpai" and ended.tenpai[dealer])


def next_honba(rules: Ruleset, last: HandResult) -> int:
    """Counters of the next hand (R-HONBA-01, R-HONBA-04, R-HONBA-05)."""
    ended, now = last.ended, last.started.honba
    if ended.reason is EndReason.WIN:
        alone = ended.winners == (last.started.dealer,)
        among = last.started.dealer in ended.winners and rules.flag("honba.dealer_among_winners")
        return now + 1 if alone or among else 0
    added = rules.flag("abort.honba" if ended.reason.abortive else "draw.honba_added")
    return now + 1 if added else now


def next_hand(game: Game) -> HandStarted | GameEnded:
    """What follows the hand that has ended, or the first hand; ValueError while one is in play."""
    if game.in_play is not None:
        raise ValueError("A hand is being played: finish it first.")
    if not game.history:
        return HandStarted(0, 1, 0, game.kyotaku, 0, game.scores)
    last = game.history[-1]
    stays = dealer_stays(game.rules, last)
    if game_over(game, last, stays):
        return GameEnded(final_scores(game.rules, game.scores, game.kyotaku))
    started = last.started
    wind, number = started.round_wind, started.number
    if not stays:
        wind, number = (wind, number + 1) if number < 4 else (wind + 1, 1)
    honba = next_honba(game.rules, last)
    return HandStarted(wind, number, honba, game.kyotaku, number - 1, game.scores)


def game_over(game: Game, last: HandResult, stays: bool) -> bool:
    """Whether the game ends after this hand (R-END-01, R-END-02, R-END-04, R-GAME-03)."""
    rules, started = game.rules, last.started
    if rules.flag("game.tobi"):
        least = 0 if rules.choice("game.tobi_threshold") == "below_zero" else 1
        if min(game.scores) < least:
            return True
    final = 0 if rules.choice("game.length") == "tonpuusen" else 1
    target = rules.number("game.return_points")
    reached = max(game.scores) >= target
    extra = started.round_wind > final
    if not extra and (started.round_wind < final or started.number < 4):
        return False
    if stays:
        # Also in the extra round a dealer who stays and does not lead plays on.
        return rules.flag("game.agariyame") and reached and _dealer_leads(game.scores, last)
    if extra:
        return reached or started.number == 4
    return reached or rules.choice("game.extra_round") == "never"


def _dealer_leads(scores: Seats4, last: HandResult) -> bool:
    """The dealer of the last hand won or is tenpai, and is first, the earlier seat before a tie."""
    dealer, ended = last.started.dealer, last.ended
    return not ended.reason.abortive and scores.index(max(scores)) == dealer


def _shares(rules: Ruleset, scores: Sequence[int]) -> list[int]:
    """The seats that divide leftover sticks (R-STICK-03)."""
    if rules.choice("game.leftover_riichi") == "lost":
        return []
    first = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return first if rules.choice("game.leftover_riichi_tie") == "split" else first[:1]


def final_scores(rules: Ruleset, scores: Seats4, kyotaku: int) -> Seats4:
    """Scores with the leftover sticks, in whole points; `standings` has the exact ones (R-STICK-03)."""
    seats = _shares(rules, scores)
    pot = kyotaku * rules.number("riichi.deposit")
    a, b, c, d = (s + (pot // len(seats) if i in seats else 0) for i, s in enumerate(scores))
    return a, b, c, d


def exact_points(game: Game) -> tuple[Fraction, ...]:
    """Points of each seat with leftover sticks divided exactly (R-STICK-03)."""
    whole = game.scores
    if not game.finished:
        whole = final_scores(game.rules, game.scores, game.kyotaku)
    kyotaku = game.history[-1].ended.kyotaku if game.finished and game.history else game.kyotaku
    pot = kyotaku * game.rules.number("riichi.deposit")
    seats = _shares(game.rules, whole)
    lost = Fraction(pot % len(seats), len(seats)) if seats else Fraction(0)
    return tuple(s + (lost if i in seats else Fraction(0)) for i, s in enumerate(map(Fraction, whole)))


def standings(game: Game) -> tuple[Standing, ...]:
    """Places and final results by seat; of a game in progress as if it ended now."""
    return account(game.rules, exact_points(game))


def account(rules: Ruleset, points: Sequence[Fraction | int]) -> tuple[Standing, ...]:
    """Places, uma, oka and totals of four final scores (R-FINAL)."""
    exact = [Fraction(p) for p in points]
    order = sorted(range(4), key=lambda seat: -exact[seat])
    uma = rules.numbers("game.uma")
    oka = (rules.number("game.oka"), 0, 0, 0)
    back = rules.number("game.return_points")
    out = []
    for seat in range(4):
        group = [s for s in order if exact[s] == exact[seat]]
        mine = order.index(seat)
        first = order.index(group[0])
        shared = rules.choice("game.place_tie") == "shared"
        bonus = _tied(uma, first, len(group), mine, rules.choice("game.uma_tie"))
        extra = _tied(oka, first, len(group), mine, rules.choice("game.oka_tie"))
        total = exact[seat] - back + extra + bonus
        place, tied = (first + 1, len(group)) if shared else (mine + 1, 1)
        out.append(Standing(seat, place, tied, exact[seat], bonus, extra, total))
    return tuple(out)


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
