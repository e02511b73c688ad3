"""From hand to hand in Chinese Classical: deal, rounds, replays, the end (C-GAME, C-DEALER, C-DRAW)."""

from __future__ import annotations

from engine.rules.ruleset import Ruleset
from engine.state.events import EndReason, GameEnded, HandEnded, HandStarted
from engine.state.hand import Game


def next_hand(game: Game) -> HandStarted | GameEnded:
    """What follows the hand that has ended, or the first hand."""
    if not game.history:
        return HandStarted(0, 1, 0, 0, 0, game.scores)
    last = game.history[-1]
    started = last.started
    wind, number, dealer = started.round_wind, started.number, started.dealer
    if not east_stays(game.rules, last.ended, dealer):
        number, dealer = number + 1, (dealer + 1) % 4
    if number > hands_per_round(game.rules):
        wind, number = wind + 1, 1
    if wind > 3:
        return GameEnded(game.scores)
    return HandStarted(wind, number, 0, 0, dealer, game.scores)


def hands_per_round(rules: Ruleset) -> int:
    """How often the deal passes in a round: four times, twice in a short game (C-GAME-01, C-GAME-02)."""
    return 2 if rules.flag("classical.short_game") else 4


def east_stays(rules: Ruleset, ended: HandEnded, east: int) -> bool:
    """After a win of East, a replayed draw or tiles that were dealt again (C-DEALER-01, C-DRAW-02)."""
    if ended.reason is EndReason.WIN:
        return east in ended.winners
    if ended.reason is EndReason.REDEAL:
        return True
    replayed = rules.choice("classical.draw") == "replay"
    return replayed and not rules.flag("classical.draw_passes_deal")
