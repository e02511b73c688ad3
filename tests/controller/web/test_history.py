"""The history of a table over the web: lists, hands, what a game was like, and records to take away."""

from __future__ import annotations

import http.client
import json
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.history.archive import Archive, GameList
from controller.web.rights import Rights
from controller.web.server import Web
from tests.controller.history.test_hands import game, write
from tests.controller.web.test_server import BROKER, TOPICS, get


@pytest.fixture
def web() -> Iterator[Web]:
    made = Web(TOPICS, BROKER, port=0)
    made.start()
    yield made
    made.stop()


def leads(web: Web, path: str) -> str:
    """Where a redirection leads, without going there."""
    asked = http.client.HTTPConnection(urllib.parse.urlsplit(web.url).netloc, timeout=60)
    asked.request("GET", f"/{path}")
    answer = asked.getresponse()
    asked.close()
    assert answer.status == 302
    return answer.headers["location"]


def test_a_table_without_an_archive_has_played_nothing(web: Web) -> None:
    assert json.loads(get(web, "history.json")[2]) == {"games": [], "more": None}


def test_only_who_may_see_evidence_hears_at_once_of_a_game_that_is_broadcast(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    def games(_self: Archive, _before: str | None, *, late: bool) -> GameList:
        asked.append(late)
        return GameList(games=[], more=None)

    monkeypatch.setattr(Archive, "games", games)
    web = Web(TOPICS, BROKER, port=0, archive=Archive(tmp_path))
    web.start()
    try:
        for seen in (True, False):
            monkeypatch.setattr(Rights, "judge", lambda *_, seen=seen: seen)
            assert get(web, "history.json")[0] == 200
    finally:
        web.stop()
    assert asked == [False, True]


def test_games_are_told_over_the_web(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"no journal\n")
    web = Web(TOPICS, BROKER, port=0, archive=Archive(tmp_path))
    web.start()
    try:
        (listed,) = json.loads(get(web, "history.json")[2])["games"]
        assert listed["error"].startswith("The journal a.jsonl is damaged in line 1")
        status, _, body = get(web, "history/a/0.json")
        assert (status, body.decode()) == (422, listed["error"])
        assert get(web, "history/b/0.json")[0] == 404
        assert get(web, "history/a/x.json")[0] == 404
        assert get(web, "history/a/record/other.txt")[0] == 404
    finally:
        web.stop()


def test_a_game_is_summed_up_and_taken_away_over_the_web(tmp_path: Path) -> None:
    write(tmp_path, "a", game(2)).close()
    web = Web(TOPICS, BROKER, port=0, archive=Archive(tmp_path))
    web.start()
    try:
        assert len(json.loads(get(web, "history/a/summary.json")[2])["hands"]) == 2
        assert json.loads(get(web, "history/a/evening.json")[2])["games"] == ["a"]
        status, headers, body = get(web, "history/a/record/hands.csv")
        assert (status, headers["content-type"]) == (200, "text/csv; charset=utf-8")
        assert body.decode().startswith("hand,")
        assert leads(web, "history/a/0/tenhou").startswith("https://tenhou.net/6/#json=%7B")
        for missing in ("b/summary.json", "b/evening.json", "b/0/tenhou", "a/2/tenhou", "a/x/tenhou"):
            assert get(web, f"history/{missing}")[0] == 404
    finally:
        web.stop()
