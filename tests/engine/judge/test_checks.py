"""The register of the checks, and that play by the rules gives them nothing to find."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engine.judge import CHECKS, CaseEntry, Check, Kind, Waived, cases, judge
from engine.judge.penalties import PENALTIES
from engine.state import events as ev
from engine.state.events import Penalised, Sanction
from tests.engine.board import Dealer, unseen
from tests.engine.judge.test_riichi import FAR, drawn

HERE = Path(__file__).parent
TESTS = {
    name for path in HERE.glob("test_*.py") for name in re.findall(r"def test_(\w+)", path.read_text("utf-8"))
}


def test_every_kind_of_finding_has_its_check() -> None:
    assert set(CHECKS) == set(Kind)


@pytest.mark.parametrize("kind", Kind)
def test_every_check_is_tested_by_a_violation_and_a_near_miss(kind: Kind) -> None:
    assert kind.value in TESTS
    assert any(name.startswith(f"no_{kind.value}") for name in TESTS)


@pytest.mark.parametrize("kind", Kind)
def test_every_check_names_rows_of_the_penalty_table_and_says_what_it_needs(kind: Kind) -> None:
    check = CHECKS[kind]
    assert set(check.penalties) <= set(PENALTIES)
    assert re.fullmatch(r"R-[A-Z]+-\d\d", check.clause)
    assert check.needs
    assert check.search.__doc__


@pytest.mark.parametrize("preset", ["rrc", "ema_2012", "ema", "wrc", "japanese"])
@pytest.mark.parametrize("hidden", [False, True])
def test_play_by_the_rules_has_no_findings(preset: str, hidden: bool) -> None:
    for seed in range(2):
        dealer = Dealer(preset, seed)
        dealer.play_game(3)
        events = unseen(dealer.events) if hidden else dealer.events
        hands = cases(CaseEntry(i, event, 1000 * i) for i, event in enumerate(events))
        assert len(hands) == sum(isinstance(event, ev.HandStarted) for event in events)
        assert [judge(hand) for hand in hands] == [()] * len(hands)


def test_only_the_first_offender_receives_chombo_where_the_rules_say_so() -> None:
    def noten(**options: Any) -> list[tuple[Sanction | None, Waived | None]]:
        story = drawn(1, 2, **options).show(1, FAR).show(2, FAR)
        return [(found.sanction, found.waived) for found in story.findings]

    assert noten() == [(Sanction.CHOMBO, None)] * 2
    one = noten(chombo__several_offenders=False)
    assert one == [(Sanction.CHOMBO, None), (None, Waived.SECOND_OFFENDER)]


def test_findings_come_in_the_order_of_their_last_event() -> None:
    story = drawn(1).show(1, FAR).do(Penalised(1, Sanction.CHOMBO, "P-21"))
    ends = [found.events[-1] for found in story.findings]
    assert ends == sorted(ends)


def documented(check: Check) -> str:
    """The row of docs/judge.md for a check."""
    what = (check.search.__doc__ or "").split("\n", maxsplit=1)[0].rstrip(".")
    rows = [f"{number} {PENALTIES[number].standard.replace('_', ' ')}" for number in check.penalties]
    alone = "none" if check.sanction is None else check.sanction.replace("_", " ")
    return f"| `{check.kind}` | {what} | {check.clause} | {', '.join(rows) or alone} | {check.needs} |"


def test_the_documented_findings_are_those_of_the_register() -> None:
    text = (HERE.parents[2] / "docs/judge.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    assert rows == [documented(check) for check in CHECKS.values()]
