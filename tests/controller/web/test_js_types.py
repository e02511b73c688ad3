"""The types of the table's own web server for the pages' scripts: in step with what it answers."""

from __future__ import annotations

from controller.web import js_types


def test_the_file_is_in_step_with_the_models() -> None:
    """Write it anew with `python -m controller.web.js_types`."""
    assert js_types.FILE.read_text("utf-8") == js_types.text()


def test_what_the_contract_has_is_taken_from_there() -> None:
    text = js_types.text()
    assert (
        'import type { GameBody, Json, ResultView, RoundView, Snapshot, Standing } from "./contract";' in text
    )
    assert "export interface ResultView" not in text
    assert "export interface PenaltyRow" in text, "of the answers alone"
