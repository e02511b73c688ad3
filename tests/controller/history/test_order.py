"""The history goes by the count of games, and those of older releases came before."""

from __future__ import annotations

from pathlib import Path

from controller.history import archive
from controller.table.journal import Journal
from controller.table.writer import Table
from engine.state import events as ev

GAMES = (
    "20261101-200000-000bbbb",
    "20270101-200000-000aaaa",
    "played-on-Saturday",
    "g000003-20250101-000000-00000000",
    "g000004-20261231-000000-00000000",
    "g999999-19700101-000000-00000000",
    "g1000000-20200101-000000-00000000",
)


def test_games_follow_each_other_page_by_page(tmp_path: Path) -> None:
    for game in GAMES:
        table = Table(Journal(tmp_path / f"{game}.jsonl"))
        table.submit(ev.GameStarted("rrc"))
        table.close()
    kept = archive.Archive(tmp_path)
    found: list[str] = []
    more: str | None = None
    for _ in GAMES:
        page = kept.games(more)
        found += [game.id for game in page.games]
        more = page.more
        if more is None:
            break
    assert tuple(reversed(found)) == GAMES
    assert [game.id for game in kept.games(GAMES[4]).games] == [*reversed(GAMES[:4])]
