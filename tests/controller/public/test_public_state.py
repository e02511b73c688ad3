"""What is published: complete, and never what a player holds."""

from __future__ import annotations

from itertools import accumulate

from contract.messages import MachineView, Phase, Snapshot
from contract.stored.codec import event_message
from controller.ending.confirm import Confirmed
from controller.eyes.view import eyes, seen_zone
from controller.machine.transitions import CycleStep
from controller.public.results import result_view
from controller.public.snapshot import Pending, Stamp, Surroundings, snapshot
from controller.virtual.plan import PlayedPlan
from engine.play.apply import apply, replay
from engine.result.settle import result
from engine.rules.ruleset import Ruleset
from engine.state import events as ev
from engine.state.hand import Game
from engine.tiles.tile import Tile, format_tiles, parse_tiles
from tests.engine.notation.rare import dragons
from vision.calibration.mat import Zone
from vision.eyes.observation import Observation, TileSeen

NOBODY = Confirmed(None, (None,) * 4)


def shown(game: Game | None, step: CycleStep = CycleStep.PLAY, *, window_closed: bool = False) -> Snapshot:
    return snapshot(
        game,
        Stamp("b", "g", rev=1, ts_ms=2),
        Surroundings(step, MachineView(state="ready")),
        Pending(NOBODY, window_closed=window_closed),
    )


def known_game() -> Game:
    hands = tuple(
        parse_tiles(t) for t in ("111222333444z6z", "666777888999m6z", "111222333444p6z", "666777888999s6z")
    )
    game = apply(None, ev.GameStarted("tenhou", names=("Ann", "Bo", "Cy", "Di")))
    for event in (
        ev.HandStarted(0, 1, 0, 0, 0, (25000,) * 4),
        ev.DiceThrown((1, 1)),
        ev.Dealt(hands),
        ev.DoraRevealed(Tile.parse("1s")),
        ev.Drawn(0, Tile.parse("7z")),
    ):
        game = apply(game, event)
    return game


def test_an_empty_table() -> None:
    seen = shown(None, CycleStep.WAIT)
    assert (seen.phase, seen.round, seen.turn, len(seen.seats)) == (Phase.IDLE, None, None, 4)


def test_a_hand_in_play() -> None:
    seen = shown(known_game())
    assert seen.preset == "tenhou"
    assert (seen.dealer, seen.turn, seen.tiles_left) == (0, 0, 69)
    assert [(s.name, s.wind, s.concealed) for s in seen.seats] == [
        ("Ann", "E", 14),
        ("Bo", "S", 13),
        ("Cy", "W", 13),
        ("Di", "N", 13),
    ]
    assert Snapshot.model_validate_json(seen.model_dump_json()) == seen


def test_what_the_rules_have_of_results_is_published_for_whoever_enters_one() -> None:
    offered = shown(known_game()).enterable
    assert offered is not None
    assert (offered.ends[0], offered.tenpai, offered.yakuman) == ("nagashi", ["exhaustive", "nagashi"], 4)
    assert shown(None).enterable is None
    assert shown(apply(None, ev.GameStarted("classical"))).enterable is None


def test_a_result_that_was_entered_is_published_as_it_was_entered() -> None:
    """With the sticks that lie nowhere else, and the wins of three rons that are a draw (R-ABORT-06)."""
    wins = tuple(ev.EnteredWin(seat, 0, 2, 30) for seat in (1, 2, 3))
    said = ev.ResultEntered(ev.EndReason.WIN, wins, (True, False, False, False), (2, 3))
    before = apply(known_game(), said)
    ended = result(before)
    assert ended is not None
    assert ended.reason is ev.EndReason.SANCHAHOU
    known = result_view(before, ended, paid=False).entered
    assert known is not None
    assert (known.reason, known.tenpai, known.riichi) == ("win", [True, False, False, False], [2, 3])
    assert [(win.seat, win.source, win.han, win.fu) for win in known.wins] == [
        (s, 0, 2, 30) for s in (1, 2, 3)
    ]


def test_the_wall_is_broken_where_the_dice_say() -> None:
    """Two ones: the wall of the dealer's right neighbour, two stacks from its right end (R-WALL-04)."""
    game = known_game()
    assert shown(apply(None, ev.GameStarted("tenhou"))).wall is None
    wall = shown(game).wall
    assert wall is not None
    assert (wall.seat, wall.stacks) == (1, 2)


def test_who_deals_next_is_told_between_two_hands_only() -> None:
    new = shown(apply(None, ev.GameStarted("tenhou")), CycleStep.WAIT).next
    assert new is not None
    assert (new.wind, new.number, new.honba, new.dealer) == ("E", 1, 0, 0)
    assert shown(known_game()).next is None
    ended = played(1, ev.EndReason.WIN)[-1]
    assert ended.history
    (winner, *_) = ended.history[-1].ended.winners
    dealer = ended.history[-1].started.dealer
    following = shown(ended, CycleStep.COLLECT).next
    assert following is not None
    assert following.dealer == (dealer if winner == dealer else (dealer + 1) % 4)


def test_known_hands_stay_private() -> None:
    game = known_game()
    text = shown(game).model_dump_json()
    assert game.hand is not None
    for seat in game.hand.seats:
        for tile in set(seat.known):
            assert f'"{tile}"' not in text, format_tiles(seat.known)


def test_the_machine_is_shown_between_hands() -> None:
    game = apply(None, ev.GameStarted("rrc"))
    steps = {
        CycleStep.COLLECT: "collect",
        CycleStep.SHUFFLE: "shuffle",
        CycleStep.RAISE: "raise",
        CycleStep.THROW: "dice",
    }
    assert {step: shown(game, step).phase.value for step in steps} == steps


def played(seed: int, reason: ev.EndReason) -> list[Game]:
    """The states of the first hand of a game that ends so."""
    plan = PlayedPlan(Ruleset.preset("rrc"), ("Ann", "Bo", "Cy", "Di"), seed)
    game = plan.before
    for hand in (h for h in map(plan.hand, range(12)) if h is not None):
        if hand.reason is reason:
            return list(accumulate(hand.events, apply, initial=game))
        game = hand.after
    raise AssertionError("No hand ends so.")


def test_of_a_win_the_screens_hear_before_the_hands_lie_open() -> None:
    games = played(42, ev.EndReason.WIN)
    seen = [s for g in games if g.in_play and (s := shown(g)).phase is Phase.SHOW]
    assert seen[0].result is not None
    assert (seen[0].result.reason, seen[0].result.tenpai) == ("win", [False] * 4)
    assert seen[0].result.shown == [None] * 4
    last = seen[-1].result
    assert last is not None
    assert [tiles is not None for tiles in last.shown].count(True) == 1
    assert (last.deltas, last.paid) == ([0] * 4, False)


def test_after_the_last_discard_hands_are_asked_for_once_nobody_can_win_on_it() -> None:
    games = played(1, ev.EndReason.EXHAUSTIVE)
    last = next(g for g in games if g.in_play and g.in_play.automatic_end(g.rules))
    assert (shown(last).phase, shown(last).result) == (Phase.PLAY, None)
    asked = shown(last, window_closed=True)
    assert asked.phase is Phase.SHOW
    assert asked.result is not None
    assert asked.result.reason == "exhaustive"
    ended = [s.result for g in games if g.in_play and (s := shown(g)).phase is Phase.SHOW]
    assert ended[-1] is not None
    assert ended[-1].tenpai == [tiles is not None for tiles in ended[-1].shown]


def test_a_window_that_closes_before_a_hand_ends_shows_nothing() -> None:
    seen = shown(known_game(), window_closed=True)
    assert (seen.phase, seen.result) == (Phase.PLAY, None)


def test_events_are_told_without_hands() -> None:
    hands = (parse_tiles("111222333444z6z"), None, None, None)
    dealt = event_message(ev.Dealt(hands), game="g", seq=1, rev=2, ts_ms=3)
    drawn = event_message(ev.Drawn(1, Tile.parse("5m")), game="g", seq=1, rev=2, ts_ms=3)
    laid = event_message(ev.Discarded(1, Tile.parse("5m")), game="g", seq=1, rev=2, ts_ms=3)
    assert (dealt.game, dealt.seq) == ("g", 1)
    assert (dealt.type, dealt.data) == ("dealt", {})
    assert (drawn.type, drawn.data) == ("drawn", {"seat": 1, "replacement": False})
    assert laid.data["tile"] == "5m"


def test_what_the_eyes_read() -> None:
    quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    tile = TileSeen(3, ((Tile.parse("0p"), 0.98), (Tile.parse("5p"), 0.02)), 0.0, -112.0, 0.0, False, quad)
    back = TileSeen(4, ((None, 1.0),), 26.0, -112.0, 0.0, False, quad)
    zone = seen_zone(Observation(1, Zone.POND, 2, 1.5, (tile, back)), quad, moving=False)
    published = eyes([zone], ts_ms=1, width=1920, height=1080, sight="ok")
    assert [(t.tile, t.p) for t in published.zones[0].tiles] == [("0p", 0.98), (None, 1.0)]
    assert (published.zones[0].zone, published.zones[0].seat) == ("pond", 2)


def test_who_answers_for_a_yakuman_under_pao_is_reported() -> None:
    record = dragons().turn(3, "1s").turn(0, "1s").turn(1, "1s").draw(2, "4m")
    playback = record.hora(2, 2, "4m", "23m99p", (0, 0, 32000, -32000)).settle()
    ended = playback.hands[0].ended
    before = replay(playback.events[: playback.events.index(ended)])
    assert before is not None
    published = result_view(before, ended, paid=True)
    assert [(win.seat, win.source, win.responsible) for win in published.wins] == [(2, 2, 3)]
