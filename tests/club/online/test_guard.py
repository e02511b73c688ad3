"""Records of sites, told by their content, and every reason for which one does not count."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from club.online.guard import Guards, NotAdmittedError, admit
from club.online.source import Online, read
from club.results.game import final
from engine.notation import tenhou_writer
from engine.notation.read import RecordError, play
from engine.rules.ruleset import Ruleset
from tests.club.online.majsoul_writer import record
from tests.engine.notation.tenhou_log import Style, written

GAMES = Path(__file__).parents[3].parent / "shared" / "games"
FIRST = GAMES / "tenhou-01.mjson"
pytestmark = pytest.mark.skipif(
    not FIRST.exists(), reason="the real games lie beside the repository and are not here"
)
NAMES = ("Åsa", "龍馬", "信長", "太子")
ACCOUNTS = {"A\u030aSA": 11, "龍馬": 12, " 信長": 13, "太子": 14, "Bo": 15}
"""The first is written with a combining ring in capitals: the same letters."""
REFERENCE = "2026112021gm-0009-7447-1a2b3c4d"


@cache
def named() -> str:
    first, *rest = FIRST.read_text("utf-8").splitlines()
    return "\n".join([json.dumps(json.loads(first) | {"names": list(NAMES)}), *rest])


@cache
def online(name: str = REFERENCE) -> Online:
    return read(named(), f"{name}.mjson")


@cache
def scores() -> tuple[int, ...]:
    """The last scores that the record itself tells."""
    lines = [json.loads(line) for line in named().splitlines()]
    return tuple(next(line["final_scores"] for line in reversed(lines) if "final_scores" in line))


def refused(found: Online, **guards: Any) -> list[str]:
    with pytest.raises(NotAdmittedError) as error:
        admit(found, Guards(**{"accounts": ACCOUNTS, **guards}))
    return [str(reason) for reason in error.value.reasons]


def test_a_record_becomes_a_result_with_the_event_s_players() -> None:
    admitted = admit(online(), Guards(ACCOUNTS), 4, 2)
    result = admitted.result
    assert (result.round, result.table, result.players) == (4, 2, (11, 12, 13, 14))
    assert admitted.notes == ()
    rules = Ruleset.preset("tenhou")
    assert tuple(seat.points for seat in final(result, rules)) == scores()


def test_the_same_game_in_four_notations_is_one_game() -> None:
    events = play(named().splitlines()).events
    xml = written(events, Style(names=NAMES, lost=0.05, between="\n"))
    soul = json.dumps(record([json.loads(line) for line in named().splitlines()], list(NAMES)))
    found = [
        read(named()),
        read(json.dumps(tenhou_writer.write(events) | {"ref": REFERENCE, "lobby": 7447})),
        read(xml, f"{REFERENCE}&tw=1.xml"),
    ]
    assert len({one.fingerprint for one in found}) == 1
    assert {one.names for one in found} == {NAMES}
    assert [one.lobby for one in found] == [None, "7447", "7447"]
    assert [one.reference for one in found] == [None, REFERENCE, REFERENCE]
    played = datetime(2026, 11, 20, 12, tzinfo=UTC)
    assert [one.played for one in found] == [None, played, played]
    one = read(soul)
    assert (one.site, one.names, one.reference) == (
        *("mahjong_soul", NAMES),
        "241023-8ebc1b25-cd19-4146-888f-59c3b6db234e",
    )
    assert one.played == datetime(2024, 10, 23, 13, 40, 24, tzinfo=UTC)


@pytest.mark.parametrize(
    ("meta", "lobby"), [({"contest_uid": 4711, "room_id": 9}, "4711"), ({"room_id": 9}, "9"), ({}, None)]
)
def test_a_game_of_mahjong_soul_is_of_its_contest_or_else_of_its_room(
    meta: dict[str, int], lobby: str | None
) -> None:
    data = record([json.loads(line) for line in named().splitlines()], list(NAMES))
    data["head"]["config"]["meta"] = meta
    assert read(json.dumps(data)).lobby == lobby


def test_tensoul_s_files_are_of_mahjong_soul() -> None:
    data = tenhou_writer.write(play(named().splitlines()).events)
    data |= {
        "ref": "241023-8ebc1b25-cd19-4146-888f-59c3b6db234e",
        "title": ["大会戦南喰赤: 123456", ""],
        "lobby": 0,
    }
    data["rule"] = {"disp": "大会戦南喰赤", "aka53": 1, "aka52": 1, "aka51": 1}
    found = read(json.dumps(data))
    game = found.playback.game
    assert game is not None
    assert (found.site, found.lobby, game.rules.name) == ("mahjong_soul", "123456", "mahjong_soul")


def test_a_game_counts_once_by_its_content_and_by_its_id() -> None:
    assert refused(read(named()), taken={online().fingerprint}) == ["This game has been taken already."]
    assert refused(online(), taken={REFERENCE}) == ["This game has been taken already."]


def test_lobby_and_age() -> None:
    day = datetime(2026, 11, 20, tzinfo=UTC)
    assert refused(online(), lobby="1") == ["It was played in lobby 7447, not in 1."]
    (early,) = refused(online(), since=day.replace(hour=13, minute=1))
    assert early == "It was played on 2026-11-20 12:00, before the event."
    assert admit(online(), Guards(ACCOUNTS, since=day.replace(hour=12, minute=30))), "the id tells the hour"
    (late,) = refused(online(), until=day.replace(hour=11))
    assert late == "It was played on 2026-11-20 12:00, after the event."
    riga = timezone(timedelta(hours=2))
    (late,) = refused(online(), until=datetime(2026, 11, 20, 13, tzinfo=riga))
    assert late == "It was played on 2026-11-20 14:00, after the event."
    assert admit(online(), Guards(ACCOUNTS, since=day, until=day.replace(hour=23), lobby="7447"))
    (reason,) = refused(read(named()), since=day)
    assert "does not say when" in reason


def test_names_unknown_doubled_and_shared() -> None:
    one_less = {name: person for name, person in ACCOUNTS.items() if person != 12}
    assert refused(online(), accounts=one_less) == ["The account '龍馬' is of nobody in the event."]
    twice = replace(online(), names=("Bo", "龍馬", "bo", "太子"))
    assert refused(twice)[0] == "The name 'bo' is at the table twice: nobody can tell who is who."
    two = refused(online(), accounts={**ACCOUNTS, "Second": 11})
    assert two == ["Player 11 has 2 accounts in the list: one each (K-ONLINE-02)."]
    assert "has the account 'bo' twice" in refused(online(), accounts={**ACCOUNTS, "BO": 16})[0]


def test_the_table_is_found_by_who_sits_there() -> None:
    sittings = {frozenset((14, 13, 12, 11)): (3, 5), frozenset((1, 2, 3, 4)): (3, 6)}
    result = admit(online(), Guards(ACCOUNTS, sittings=sittings)).result
    assert (result.round, result.table) == (3, 5)
    (reason,) = refused(online(), sittings={frozenset((11, 12, 13, 15)): (3, 5)})
    assert "do not sit together" in reason


def test_wrong_rules_are_named() -> None:
    assert admit(online(), Guards(ACCOUNTS, rules=Ruleset.preset("tenhou")))
    (reason,) = refused(online(), rules=Ruleset.preset("rrc"))
    assert reason == "It was played with game.start_points 25000, the event has 30000."


def test_what_is_no_whole_game_of_four_is_refused() -> None:
    lines = named().splitlines()
    with pytest.raises(RecordError):
        read("\n".join(lines[:100]))
    with pytest.raises(RecordError):
        read("")
    soul = record([json.loads(line) for line in lines], list(NAMES))
    three = json.loads(json.dumps(soul))
    three["data"]["data"]["actions"].insert(5, {"result": {"name": ".lq.RecordBaBei", "data": {"seat": 1}}})
    with pytest.raises(RecordError, match="three players"):
        read(json.dumps(three))
    for path in (("head", "accounts"), ("head", "config"), ("data", "data")):
        broken = json.loads(json.dumps(soul))
        del broken[path[0]][path[1]]
        with pytest.raises(RecordError, match="malformed"):
            read(json.dumps(broken))
