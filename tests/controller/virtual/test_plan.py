from __future__ import annotations

from collections import Counter

import pytest

from controller.virtual.danger import safe_kinds, threats
from controller.virtual.plan import HandPlan, PlayedPlan
from engine.play.apply import apply
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.hand import Game, Phase, Riichi
from engine.tiles.shape import shanten

NAMES = ("A", "B", "C", "D")


def played(preset: str, seed: int) -> PlayedPlan:
    return PlayedPlan(Ruleset.preset(preset), NAMES, seed)


def whole(plan: PlayedPlan) -> list[HandPlan]:
    hands: list[HandPlan] = []
    while (hand := plan.hand(len(hands))) is not None:
        hands.append(hand)
    return hands


def test_a_hand_is_legal_and_complete() -> None:
    plan = played("rrc", 11)
    game = plan.before
    hand = plan.hand(0)
    assert hand is not None
    for event in hand.events:
        game = apply(game, event)
    assert game == hand.after
    assert game.hand is not None
    assert game.hand.phase is Phase.ENDED
    assert sorted(c.id for c in hand.copies.values()) == list(range(136))
    assert sum(game.scores) + 1000 * game.kyotaku == 4 * game.rules.number("game.start_points")


def test_the_same_seed_plays_the_same_and_another_one_another() -> None:
    first, again, other = (played("tenhou", seed).hand(0) for seed in (3, 3, 4))
    assert first == again
    assert first is not None
    assert other is not None
    assert first.events != other.events


def count(before: Game, hands: list[HandPlan]) -> Counter[str]:
    """What happened in a game; `defended` are discards of a safe tile that break up the own hand."""
    out: Counter[str] = Counter()
    game = before
    for plan in hands:
        out[plan.reason.value] += 1
        for event in plan.events:
            if isinstance(event, ev.Called | ev.KanDeclared):
                out[event.meld.type.value] += 1
            elif isinstance(event, ev.WinDeclared):
                out["tsumo" if event.seat == event.source else "ron"] += 1
            elif isinstance(event, ev.Discarded):
                out["discards"] += 1
                out["defended"] += defended(game, event)
            elif isinstance(event, ev.RiichiPaid):
                out["riichi"] += 1
            game = apply(game, event)
    return out


def defended(game: Game, event: ev.Discarded) -> bool:
    hand = game.hand
    assert hand is not None
    assert event.tile is not None
    me = hand.seats[event.seat]
    if me.riichi is not Riichi.NO or not (who := threats(hand, event.seat)):
        return False
    if any(event.tile.kind not in safe_kinds(hand, threat) for threat in who):
        return False
    rest = list(me.known)
    rest.remove(event.tile)
    return shanten(rest, me.melds) > shanten(me.known, me.melds)


@pytest.mark.slow
def test_games_hold_all_that_happens_at_a_table() -> None:
    total: Counter[str] = Counter()
    hands = 0
    for seed in range(3):
        plan = played("rrc", seed)
        game = whole(plan)
        assert len(game) >= 8
        hands += len(game)
        total += count(plan.before, game)
    print(f"{hands} hands:", ", ".join(f"{name} {n}" for name, n in sorted(total.items())))
    assert total["win"] > hands / 2
    for name in ("exhaustive", "ron", "tsumo", "riichi", "chi", "pon", "ankan", "shouminkan"):
        assert total[name] > 0, name
    assert total["chi"] + total["pon"] > hands / 2
    assert total["defended"] > hands / 2
    assert total["discards"] / hands < 69


def test_an_indicator_that_is_due_with_a_discard_is_turned_though_somebody_wins_on_it() -> None:
    """After an open kan, by rules that turn it with the discard."""
    plan = played("mahjong_soul", 7349)
    hands = [plan.hand(number) for number in range(5)]
    last = hands[-1]
    assert last is not None
    names = [type(event).__name__ for event in last.events]
    assert names.index("WinDeclared") < len(names) - 1 - names[::-1].index("DoraRevealed")
    assert last.ended.winners == (2,)
