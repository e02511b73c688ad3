"""The history of a game: its hands, and each of them move by move, from the journal alone."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contract.messages import AssignBody, Snapshot
from controller.history.archive import Archive, ArchiveError, Unreadable
from controller.history.hands import HandRecord, PlayedGame
from controller.table.journal import Journal, read
from controller.table.journal_notes import ASSIGNED
from controller.table.writer import Accepted, Table
from engine.state import events as ev
from engine.tiles.tile import Tile
from runtime.clock import RELEASED, Clock
from tests.controller.given import plan
from tests.controller.history.test_json_patch import patched

NAMES = ("Akira", "Олена", "Björn", "Мария")


def blind(event: ev.Event) -> ev.Event:
    """As a table sees it: no tile that a player holds."""
    if isinstance(event, ev.Dealt):
        return ev.Dealt()
    return ev.Drawn(event.seat, None, event.replacement) if isinstance(event, ev.Drawn) else event


def game(hands: int, *, seen: bool = False, finish: bool = True) -> list[ev.Event]:
    """A game of virtual players; of the last hand everything but its end where it is not finished."""
    events: list[ev.Event] = [ev.GameStarted("rrc", names=NAMES)]
    for index in range(hands):
        planned = plan(3).hand(index)
        assert planned is not None
        events += [event if seen else blind(event) for event in planned.events]
    return events if finish else events[:-1]


def write(folder: Path, name: str, events: list[ev.Event]) -> Table:
    folder.mkdir(parents=True, exist_ok=True)
    clock = iter(range(1_000_000, 10_000_000, 1000))
    table = Table(Journal(folder / f"{name}.jsonl", durable=False), lambda: next(clock))
    for event in events:
        outcome = table.submit(event)
        assert isinstance(outcome, Accepted), outcome
    return table


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("games")
    write(made, "20260101-a", game(3)).close()
    write(made, "20260102-b", game(2, finish=False)).close()
    return made


@pytest.fixture(scope="module")
def archive(folder: Path) -> Archive:
    return Archive(folder)


def games(archive: Archive) -> list[PlayedGame]:
    """The games of the first page, all of them readable."""
    return [found for found in archive.games().games if isinstance(found, PlayedGame)]


def hand(archive: Archive, name: str, number: int) -> HandRecord:
    found = archive.hand(name, number)
    assert found is not None
    return found


def test_games_are_listed_the_newest_first_with_their_finished_hands(archive: Archive) -> None:
    newer, older = games(archive)
    assert [newer.id, older.id] == ["20260102-b", "20260101-a"]
    assert len(newer.hands) == 1
    assert len(older.hands) == 3
    assert older.names == list(NAMES)
    assert (older.started_ms, older.hands[0].started_ms) == (1_000_000, 1_001_000)


def test_scores_follow_from_hand_to_hand(archive: Archive) -> None:
    """What the result moved and the deposits of the hand lead to the scores of the next one."""
    (listed,) = (g for g in games(archive) if g.id == "20260101-a")
    for number, (this, following) in enumerate(zip(listed.hands, listed.hands[1:], strict=False)):
        frames = hand(archive, listed.id, number).frames
        laid = [f.data["seat"] for f in frames if f.type == "riichi_paid"]
        expected = [
            s + d - 1000 * laid.count(n)
            for n, (s, d) in enumerate(zip(this.scores, this.deltas, strict=True))
        ]
        assert following.scores == expected
    assert sum(listed.scores) + 1000 * listed.hands[-1].round.kyotaku <= 120_000


def test_the_hand_in_play_is_not_shown(archive: Archive) -> None:
    assert archive.hand("20260102-b", 0) is not None
    assert archive.hand("20260102-b", 1) is None


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2))
def test_all_frames_lead_from_the_first_snapshot_to_the_paid_result(archive: Archive, number: int) -> None:
    record = hand(archive, "20260101-a", number)
    state = record.first.model_dump(mode="json")
    for frame in record.frames:
        state = patched(state, frame.changes)
        Snapshot.model_validate(state)
    (listed,) = (g for g in games(archive) if g.id == "20260101-a")
    played = listed.hands[number]
    assert state["result"]["paid"]
    assert state["result"]["deltas"] == played.deltas
    following = [*(h.scores for h in listed.hands), listed.scores][number + 1]
    assert [seat["score"] for seat in state["seats"]] == following
    assert state["hands_played"] == number + 1


def test_no_tile_is_shown_that_was_not_laid_open(tmp_path: Path) -> None:
    """A journal that knows every tile, as of a record that is played, shows no more than a blind one."""
    write(tmp_path / "seen", "g", game(2, seen=True)).close()
    write(tmp_path / "blind", "g", game(2)).close()
    for number in range(2):
        seen, unseen = (hand(Archive(tmp_path / kind), "g", number) for kind in ("seen", "blind"))
        assert seen == unseen


def test_a_correction_is_carried_out_before_anything_is_shown(tmp_path: Path) -> None:
    events = game(1)
    at = next(n for n, e in enumerate(events) if isinstance(e, ev.Discarded) and e.tile is not None)
    thrown = events[at]
    assert isinstance(thrown, ev.Discarded)
    other = next(t for t in map(Tile.parse, ("1m", "9m", "5z")) if t != thrown.tile)
    table = write(tmp_path, "g", events[: at + 1])
    corrected = ev.Discarded(thrown.seat, other, thrown.sideways, thrown.tsumogiri)
    assert isinstance(table.submit(ev.Correct(at, 1, (corrected,))), Accepted)
    assert isinstance(table.submit(ev.Correct(at, 1, (thrown,))), Accepted)
    for event in events[at + 1 :]:
        assert isinstance(table.submit(event), Accepted)
    table.close()
    write(tmp_path / "plain", "g", events).close()
    shown = hand(Archive(tmp_path), "g", 0)
    plain = hand(Archive(tmp_path / "plain"), "g", 0)
    assert [(f.type, f.data, f.changes) for f in shown.frames] == [
        (f.type, f.data, f.changes) for f in plain.frames
    ]
    assert [f.at_ms is None for f in shown.frames].count(True) == 1


def test_people_have_the_names_that_they_turned_out_to_have(tmp_path: Path) -> None:
    renamed = ("Олена", "Akira", "Björn", "Мария")
    write(tmp_path, "g", [*game(1), ev.Reseated(renamed)]).close()
    archive = Archive(tmp_path)
    assert games(archive)[0].names == list(renamed)
    assert [seat.name for seat in hand(archive, "g", 0).first.seats] == list(renamed)


@pytest.mark.parametrize("hands", [1, 2, 3])
def test_the_scores_are_those_that_the_engine_replays(tmp_path: Path, hands: int) -> None:
    """In the first hand two deposits are laid."""
    write(tmp_path, "g", game(hands)).close()
    (listed,) = games(Archive(tmp_path))
    assert listed.scores == game_scores(game(hands))


def test_a_fine_after_uma_moves_no_points_of_the_game(tmp_path: Path) -> None:
    write(tmp_path, "g", [*game(1), ev.Penalised(2, ev.Sanction.FINE, "P-31", 3000)]).close()
    (listed,) = games(Archive(tmp_path))
    assert listed.scores == game_scores(game(1))


def game_scores(events: list[ev.Event]) -> list[int]:
    from engine.play.apply import replay

    played = replay(events)
    assert played is not None
    return list(played.scores)


def test_a_damaged_journal_is_one_sentence_among_the_others(tmp_path: Path) -> None:
    write(tmp_path, "a", game(1)).close()
    write(tmp_path, "b", game(1)).close()
    path = tmp_path / "b.jsonl"
    path.write_bytes(path.read_bytes().replace(b"Akira", b"Akiro"))
    (tmp_path / "c.jsonl").write_bytes(b"")
    archive = Archive(tmp_path)
    broken, whole = archive.games().games
    sentence = "The journal b.jsonl is damaged in line 1: it does not follow from the line before."
    assert isinstance(broken, Unreadable)
    assert broken.error.startswith(sentence)
    assert whole.id == "a"
    with pytest.raises(ArchiveError, match=r"b\.jsonl is damaged in line 1"):
        archive.hand("b", 0)


def test_a_game_that_goes_on_is_shown_anew(tmp_path: Path) -> None:
    events = game(2)
    end = next(n for n, e in enumerate(events) if isinstance(e, ev.HandEnded)) + 1
    table = write(tmp_path, "g", events[:end])
    archive = Archive(tmp_path)
    assert len(games(archive)[0].hands) == 1
    for event in events[end:]:
        table.submit(event)
    assert len(games(archive)[0].hands) == 2
    table.close()


def test_old_games_are_asked_for_page_by_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.history.archive.PAGE", 2)
    for name in "abcde":
        write(tmp_path, name, [ev.GameStarted("rrc")]).close()
    archive = Archive(tmp_path)
    first = archive.games()
    assert ([g.id for g in first.games], first.more) == (["e", "d"], "d")
    last = archive.games("b")
    assert ([g.id for g in last.games], last.more) == (["a"], None)


def test_records_for_other_programs(archive: Archive, folder: Path) -> None:
    tenhou = archive.record("20260101-a", "tenhou")
    assert tenhou is not None
    assert json.loads(tenhou)["name"] == list(NAMES)
    mjai = archive.record("20260101-a", "mjai")
    assert mjai is not None
    assert [json.loads(line)["type"] for line in mjai.splitlines()].count("start_kyoku") == 3
    assert archive.record("nothing", "mjai") is None


@pytest.mark.parametrize(
    "name", ["../20260101-a", "20260101-a.jsonl", "*", "", "/etc/passwd", "20260101-a\x00"]
)
def test_no_other_file_is_read(archive: Archive, name: str) -> None:
    assert archive.hand(name, 0) is None
    assert archive.record(name, "mjai") is None


def broadcast(folder: Path, now_s: float, *, always: bool = False) -> Archive:
    """300 s behind, at a moment of the journals' clock, which begins at 1000 s and takes 1 s a line."""
    return Archive(folder, 300, broadcast=always, clock=lambda: now_s)


def test_of_a_broadcast_game_nobody_hears_earlier_than_it_is_shown(tmp_path: Path) -> None:
    write(tmp_path, "g", game(3)).close()
    ends = [r.ts_ms / 1000 for r in read(tmp_path / "g.jsonl").records if isinstance(r.event, ev.HandEnded)]
    for shown, now in ((0, ends[0] + 299), (1, ends[0] + 301), (2, ends[1] + 301), (3, ends[2] + 301)):
        archive = broadcast(tmp_path, now, always=True)
        (listed,) = archive.games(late=True).games
        assert isinstance(listed, PlayedGame)
        assert len(listed.hands) == shown
        assert (archive.hand("g", shown, late=True), archive.hand("g", 2) is None) == (None, False)
        lines = archive.record("g", "mjai", late=True) or ""
        assert lines.count('"end_kyoku"') == shown
    hand = broadcast(tmp_path, ends[1] + 301, always=True).hand("g", 1, late=True)
    assert hand is not None
    assert hand.hands == 2


@pytest.mark.parametrize("years", [-10, 10])
def test_a_computer_whose_clock_jumps_shows_no_hand_early(tmp_path: Path, years: int) -> None:
    """The journals and the archive go by one clock that does not jump, whatever date the files carry."""
    wall, uptime = RELEASED + 1000.0, 0.0
    clock = Clock(lambda: wall, lambda: uptime)
    table = Table(Journal(tmp_path / "g.jsonl", durable=False), clock.now_ms)
    for event in game(1):
        table.submit(event)
    table.close()
    archive = Archive(tmp_path, 300, broadcast=True, clock=clock.now_s)
    wall += years * 365 * 86_400
    os.utime(tmp_path / "g.jsonl", (wall, wall))
    for passed, hands in ((299.0, 0), (301.0, 1)):
        uptime = passed
        (listed,) = archive.games(late=True).games
        assert isinstance(listed, PlayedGame)
        assert len(listed.hands) == hands


def test_the_club_says_which_games_are_broadcast(tmp_path: Path) -> None:
    for stream in (True, False):
        folder = tmp_path / str(stream)
        folder.mkdir()
        table = Table(Journal(folder / "g.jsonl", durable=False), lambda: 1_000_000)
        players = [{"id": n, "name": name} for n, name in enumerate(NAMES)]
        sitting = {"id": "1", "tournament": 1, "round": 1, "label": "1", "players": players, "preset": "rrc"}
        table.note(ASSIGNED, AssignBody.model_validate(sitting | {"stream": stream}).model_dump(mode="json"))
        for event in game(1):
            table.submit(event)
        table.close()
        (listed,) = broadcast(folder, 1001).games(late=True).games
        assert isinstance(listed, PlayedGame)
        assert len(listed.hands) == (0 if stream else 1)


def test_a_hand_has_an_address_in_the_viewer_and_one_that_was_not_played_has_none(archive: Archive) -> None:
    shown = [archive.viewer("20260101-a", number) for number in range(-1, 4)]
    assert [each is not None for each in shown] == [False, True, True, True, False]
    found = {each for each in shown if each is not None}
    assert len(found) == 3
    assert all(each.startswith("https://tenhou.net/") for each in found)
    assert archive.viewer("20260102-b", 1) is None, "it is not finished"
    assert archive.viewer("20260103-c", 0) is None


@pytest.mark.parametrize("notation", ["tenhou", "mjai", "csv"])
def test_a_game_is_given_in_a_notation_and_one_that_was_not_played_is_not(
    archive: Archive, notation: str
) -> None:
    assert archive.record("20260103-c", notation) is None
    text = archive.record("20260101-a", notation)
    assert text is not None
    assert text.endswith("\n")
    match notation:
        case "tenhou":
            assert len(json.loads(text)["log"]) == 3
        case "mjai":
            lines = [json.loads(line) for line in text.splitlines()]
            assert sum(line["type"] == "start_kyoku" for line in lines) == 3
        case _:
            assert "Олена" in text
