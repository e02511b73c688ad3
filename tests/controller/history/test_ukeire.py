"""How near the hands were: of real games, and never of a hand that stayed closed."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.history.hands import hand_record
from controller.history.summary import sitting
from engine.notation.read import play
from tests.controller.history.test_hands import blind
from tests.controller.history.test_summary import RECORDS, journalled


@pytest.mark.skipif(not RECORDS, reason="the real games lie beside the repository and are not here")
@pytest.mark.parametrize("path", RECORDS[8:10], ids=lambda path: path.stem)
def test_who_was_in_riichi_was_tenpai_and_won_on_a_tile_that_was_shown(tmp_path: Path, path: Path) -> None:
    text = path.read_text("utf-8").splitlines()
    found = journalled(tmp_path, [blind(event) for event in play(text).events])
    declared = won = 0
    for number, line in enumerate(sitting(found).summary.hands):
        record = hand_record(found, number)
        assert record is not None
        frames = [frame for frame in record.frames if frame.ukeire is not None]
        shown = {frame.data["seat"] for frame in record.frames if frame.type == "hand_shown"}
        assert {frame.data["seat"] for frame in frames} <= shown
        assert all(frame.type == "discarded" for frame in frames)
        for win in line.wins:
            last = [frame for frame in frames if frame.data["seat"] == win.seat][-1:]
            for frame in last:
                assert frame.ukeire is not None
                assert frame.ukeire.shanten == 0
                won += 1
        riichi = [
            frame for frame in frames if frame.data["seat"] in line.riichi and frame.data.get("sideways")
        ]
        assert all(frame.ukeire is not None and frame.ukeire.shanten == 0 for frame in riichi)
        declared += len(riichi)
    assert declared > 1
    assert won > 5
