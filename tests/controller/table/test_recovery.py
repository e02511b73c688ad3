"""The interrupted game after damage: its whole lines go on, nothing is deleted, and it is said."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from controller.table.games import Games
from controller.table.journal import NewerJournalError, read
from controller.table.recovery import ASIDE, CUT, NEWER, SENTENCES, Found, Recovery
from controller.table.writer import Accepted, Refused, Table
from engine.result.game import called_off, next_hand
from engine.state import events as ev
from engine.state.hand import Game
from tests.data.releases.make import WHOLE, unpack

RELEASE = Path(__file__).parents[2] / "data" / "releases" / "0.1"


def played(games: Games) -> Path:
    """A game with some lines: announced, dealt, noted."""
    path = games.new()
    table = games.open(path)
    table.submit(ev.GameStarted("rrc"))
    assert isinstance(table.submit(next_hand(game_of(table))), Accepted)
    for number in range(5):
        table.note("fault", {"number": number})
    table.close()
    return path


def game_of(table: Table) -> Game:
    assert table.game is not None
    return table.game


def recover(games: Games, *, keeps: bool = True) -> tuple[Table | None, Found]:
    """What goes on, and what was said."""
    found: Found = {}
    recovery = Recovery(games, found, keeps=keeps)
    path = recovery.unfinished()
    return (None if path is None else recovery.open(path, games.open)), found


def asides(games: Games) -> list[bytes]:
    return [path.read_bytes() for path in sorted(games.folder.glob("*.aside*"))]


def lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def chained(before: bytes, body: Mapping[str, object]) -> bytes:
    """A line as a program writes it behind these."""
    record = {"seq": len(lines(before)), "kind": "event", "ts_ms": 1, "body": body, "because": []}
    text = json.dumps(record, separators=(",", ":")).encode()
    head = json.loads(lines(before)[-1])["hash"]
    digest = hashlib.sha256(head.encode() + text).hexdigest()
    return text[:-1] + b',"hash":"' + digest.encode() + b'"}\n'


def test_nothing_is_said_of_a_whole_game(tmp_path: Path) -> None:
    path = played(Games(tmp_path))
    table, found = recover(Games(tmp_path))
    assert table is not None
    assert (table.name, found) == (path.stem, {})
    table.close()
    assert asides(Games(tmp_path)) == []


@pytest.mark.parametrize("where", [0.5, 1.0], ids=["in its middle", "its end"])
def test_one_flipped_bit_anywhere_costs_what_lies_behind_it_and_no_more(tmp_path: Path, where: float) -> None:
    """Of each line in turn: the lines before it go on, and the whole file lies aside."""
    whole = played(Games(tmp_path / "one")).read_bytes()
    for number, line in enumerate(lines(whole)):
        at = sum(map(len, lines(whole)[:number])) + int((len(line) - 1) * where)
        spoilt = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        games = Games(tmp_path / f"of-{number}")
        games.folder.mkdir(parents=True)
        path = games.new()
        path.write_bytes(spoilt)
        table, found = recover(games)
        assert asides(games) == [spoilt]
        if number == 0:
            assert (table, found) == (None, {ASIDE: SENTENCES[ASIDE]})
            assert not path.exists()
            continue
        assert table is not None
        assert (table.name, found) == (path.stem, {CUT: SENTENCES[CUT]})
        table.note("fault", {"number": 9})
        table.close()
        assert lines(path.read_bytes())[:number] == lines(whole)[:number]
        assert len(read(path).records) == number + 1
        assert recover(games)[1] == {}, "it is said once"


@pytest.mark.parametrize("keeps", [True, False])
@pytest.mark.parametrize("left", [b"", b"\0" * 9000])
def test_a_journal_that_was_emptied_is_put_aside_and_said(tmp_path: Path, left: bytes, keeps: bool) -> None:
    games = Games(tmp_path)
    path = played(games)
    path.write_bytes(left)
    assert recover(games, keeps=keeps) == (None, {ASIDE: SENTENCES[ASIDE]})
    assert asides(games) == [left]
    assert games.new().name > path.name, "the next game comes after it"
    assert recover(games, keeps=keeps) == (None, {}), "it is said once"


def test_a_virtual_table_does_not_go_on_from_less_than_its_people_know(tmp_path: Path) -> None:
    games = Games(tmp_path)
    path = played(games)
    path.write_bytes(path.read_bytes()[:-200] + b"x" + path.read_bytes()[-199:])
    assert recover(games, keeps=False) == (None, {ASIDE: SENTENCES[ASIDE]})
    assert not path.exists()


def test_a_damaged_game_that_was_over_is_left_to_the_history(tmp_path: Path) -> None:
    games = Games(unpack(RELEASE, tmp_path / "release") / "riichi")
    path = games.folder / f"{WHOLE}.jsonl"
    path = path.rename(games.new())
    whole = path.read_bytes()
    spoilt = whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:]
    path.write_bytes(spoilt)
    assert recover(games) == (None, {})
    assert path.read_bytes() == spoilt


def test_an_end_that_was_refused_ended_nothing(tmp_path: Path) -> None:
    games = Games(tmp_path)
    path = played(games)
    table = games.open(path)
    assert isinstance(table.submit(called_off(game_of(table))), Refused)
    table.close()
    path.write_bytes(path.read_bytes().replace(b'"number":2', b'"number":7'))
    table_, found = recover(games)
    assert table_ is not None
    assert found == {CUT: SENTENCES[CUT]}
    table_.close()


@pytest.mark.parametrize("kind", ["event", "refused"])
def test_an_event_of_a_newer_release_is_put_aside_whole(tmp_path: Path, kind: str) -> None:
    games = Games(tmp_path)
    path = played(games)
    event: dict[str, object] = {"type": "tile_whispered", "seat": 1}
    before = path.read_bytes()
    line = chained(before, event)
    if kind == "refused":
        body = {"event": event, "faults": []}
        line = chained(before, body).replace(b'"kind":"event"', b'"kind":"refused"')
        text = line[: line.rindex(b',"hash"')] + b"}"
        head = json.loads(lines(before)[-1])["hash"]
        digest = hashlib.sha256(head.encode() + text).hexdigest().encode()
        line = text[:-1] + b',"hash":"' + digest + b'"}\n'
    path.write_bytes(before + line)
    with pytest.raises(NewerJournalError, match="update the program"):
        games.open(path).close()
    table, found = recover(games)
    assert (table, found) == (None, {NEWER: SENTENCES[NEWER]})
    assert asides(games) == [before + line]
    assert recover(games) == (None, {}), "a new game may begin"


def test_lines_that_break_the_rules_are_left_out(tmp_path: Path) -> None:
    """The chain holds, and the engine says no: the game goes on before them."""
    games = Games(tmp_path)
    path = played(games)
    before = path.read_bytes()
    path.write_bytes(before + chained(before, {"type": "dora_revealed", "tile": "1m"}))
    table, found = recover(games)
    assert found == {CUT: SENTENCES[CUT]}
    assert table is not None
    table.close()
    assert path.read_bytes() == before


def test_a_journal_that_cannot_be_opened_lets_nobody_hold_it(tmp_path: Path) -> None:
    games = Games(tmp_path)
    path = played(games)
    before = path.read_bytes()
    path.write_bytes(before + chained(before, {"type": "tile_whispered"}))
    for _ in range(2):
        with pytest.raises(NewerJournalError):
            games.open(path)
