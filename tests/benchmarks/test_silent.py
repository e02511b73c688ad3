"""Whole games by perfect eyes: which are played, and what is said of them."""

from __future__ import annotations

from pathlib import Path

from benchmarks.silent import PRESETS, own, recorded
from controller.infer.begun import Raised
from controller.virtual.compare import HandReport, Report, Tally
from controller.virtual.plan import PlayedPlan
from engine.notation.mjai_writer import write
from engine.notation.read import read
from engine.rules.ruleset import Ruleset
from engine.state.events import GameStarted


def test_kinds_of_tables_and_presets_take_turns() -> None:
    games = own(40, len(Raised) * len(PRESETS))
    assert len({(game.walls, game.preset) for game in games}) == len(games)
    assert [game.seed for game in games[:2]] == [40, 41]


def test_each_record_is_played_at_a_kind_of_table(tmp_path: Path) -> None:
    plan = PlayedPlan(Ruleset.preset("tenhou"), ("A", "B", "C", "D"), 1)
    hand = plan.hand(0)
    assert hand is not None
    written = write([GameStarted("tenhou", names=("A", "B", "C", "D")), *hand.events])
    lines = [*written, '{"type": "end_game"}']
    for name in ("b.mjson", "a.mjson", "README.md"):
        (tmp_path / name).write_text("\n".join(lines))
    games = recorded(tmp_path, 1)
    assert [(game.name, game.walls) for game in games] == [
        ("a.mjson", list(Raised)[1]),
        ("b.mjson", list(Raised)[2]),
    ]
    assert all(game.record == read(lines) for game in games)


def test_what_differs_is_named() -> None:
    paid = HandReport(0, "E1", {"discards": Tally(right=3, missing=1, extra=2)}, (0, 0, 0, 0), (0, 0, 0, 0))
    report = Report((paid,), (0,), None, {"discards": paid.tallies["discards"]})
    line = own(40, 1)[0].line(report)
    assert line == "seed 40 (raised, tenhou): 1 of 1 hands paid as played; discards: 3 of 4, 2 invented"
