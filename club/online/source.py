"""A record as its site gives it: the game, and what says whose, where and when it was played.

Notations are known by their content: tenhou XML, tenhou.net/6 JSON (of tenhou, or of Mahjong Soul as tensoul
writes it), Mahjong Soul's own JSON, mjai lines.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, Final
from urllib.parse import unquote

from club.online import majsoul
from engine.notation import tenhou
from engine.notation.read import RecordError, play
from engine.notation.record import Playback
from engine.play.apply import replay
from engine.state import events as ev
from engine.state.events import Seats4

_TENHOU_ID: Final = re.compile(r"\b(\d{10})gm-[0-9a-f]{4}-(\d{4,5})-[0-9a-f]{8}")
"""Hour of the start in Japan, kind of game, lobby, number."""
NO_WEST: Final = {"game.extra_round": "never"}
_EXACT: Final = timedelta()
_JAPAN: Final = timezone(timedelta(hours=9))
_LOBBY: Final = re.compile(r'<GO\b[^>]*\blobby="(\d+)"')
_CONTEST: Final = re.compile(r":\s*(\d+)\s*$")


@dataclass(frozen=True)
class Online:
    """A game played online. `scores` are without the `sticks_left` on the table.

    `names` are those of the site by seat. `reference` is the site's id of the game, `lobby` the lobby, room
    or contest, `played` when, and `within` how long from then on: an id says the hour or the day alone.
    `chips` are won or lost. None where the record does not say.
    `fingerprint` is that of the deals and results, the same in whatever notation the game comes.
    """

    site: str
    names: tuple[str, str, str, str]
    scores: Seats4
    sticks_left: int
    won: tuple[bool, bool, bool, bool]
    playback: Playback
    fingerprint: str
    reference: str | None = None
    lobby: str | None = None
    played: datetime | None = None
    within: timedelta = _EXACT
    chips: Seats4 | None = None


@dataclass(frozen=True, slots=True)
class _Meta:
    site: str
    preset: str | None
    reference: str | None = None
    lobby: str | None = None
    played: datetime | None = None
    within: timedelta = _EXACT


def read(text: str, name: str = "") -> Online:
    """The game of a record; `name` is the file's, which gives the id where the record does not.

    RecordError says what is wrong where: cut off, three players, not over.
    """
    stripped = text.lstrip("\ufeff \r\n\t")
    data = _json(stripped)
    if majsoul.is_majsoul(data):
        assert isinstance(data, Mapping)
        meta, lines = _of_majsoul(data), _lines(data)
    elif stripped.startswith("<"):
        lobby = _LOBBY.search(stripped)
        meta, lines = _of_tenhou(name, None if lobby is None else lobby.group(1)), stripped.splitlines()
    elif isinstance(data, Mapping) and "log" in data:
        meta, lines = _of_json(data, name), stripped.splitlines()
    else:
        meta, lines = _of_tenhou(name, None), stripped.splitlines()
    return _online(_played(lines, meta.preset), meta)


def _played(lines: list[str], preset: str | None) -> Playback:
    """A room without a West round shows it only by its end: nobody has reached the target, and the final
    scores that it gives are those after South."""
    playback = play(lines, preset)
    if playback.game is None or playback.game.finished or playback.game.in_play is not None:
        return playback
    again = play(lines, preset, options=NO_WEST)
    same = [hand.differences for hand in again.hands] == [hand.differences for hand in playback.hands]
    return again if same and again.recorded_scores is not None and not again.final else playback


def _online(playback: Playback, meta: _Meta) -> Online:
    game = playback.game
    if game is None or not game.finished or not isinstance(playback.events[-1], ev.GameEnded):
        raise RecordError(playback.line, "the game is not over: only whole games count.", playback.unit)
    last = replay(playback.events[:-1], trust=True)
    assert last is not None
    winners = {seat for hand in game.history for seat in hand.ended.winners}
    a, b, c, d = (seat in winners for seat in range(4))
    parts = [_essence(event) for event in playback.events if isinstance(event, ev.Dealt | ev.HandEnded)]
    fingerprint = hashlib.sha256(repr(parts).encode()).hexdigest()
    return Online(
        meta.site,
        game.names,
        last.scores,
        last.kyotaku,
        (a, b, c, d),
        playback,
        fingerprint,
        meta.reference,
        meta.lobby,
        meta.played,
        meta.within,
        _chips(playback),
    )


def _chips(playback: Playback) -> Seats4 | None:
    if playback.chips is None:
        return None
    a, b, c, d = playback.chips
    if a + b + c + d:
        why = f"the chips that it gives add up to {a + b + c + d}, not to 0."
        raise RecordError(playback.line, why, playback.unit)
    return a, b, c, d


def _essence(event: ev.Dealt | ev.HandEnded) -> object:
    """What every notation says of a deal or of a result."""
    if isinstance(event, ev.HandEnded):
        return event.deltas
    return [None if hand is None else sorted(map(str, hand)) for hand in event.hands]


def _json(text: str) -> object:
    if not text.startswith("{"):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _lines(data: Mapping[str, Any]) -> list[str]:
    try:
        return [json.dumps(line) for line in majsoul.lines_of(data)]
    except ValueError as error:
        why = str(error) if str(error).endswith(".") else "a record of it is malformed."
        raise RecordError(1, why, "Game") from error
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise RecordError(1, "a record of it is cut off or malformed.", "Game") from error


def _of_majsoul(data: Mapping[str, Any]) -> _Meta:
    head = data["head"]
    try:
        meta = head["config"].get("meta") or {}
        lobby = meta.get("contest_uid") or meta.get("room_id")
        ended = head.get("end_time")
        played = None if ended is None else datetime.fromtimestamp(int(ended), UTC)
    except (AttributeError, KeyError, OverflowError, OSError, TypeError, ValueError) as error:
        raise RecordError(1, "its head is cut off or malformed.", "Game") from error
    return _Meta(majsoul.SITE, None, head.get("uuid"), None if lobby is None else str(lobby), played)


def _of_json(data: Mapping[str, Any], name: str) -> _Meta:
    """tenhou.net/6: `ref` names the site; tensoul writes the contest behind the title."""
    reference = str(data.get("ref") or "")
    found = tenhou.MAJSOUL_ID.search(reference) or tenhou.MAJSOUL_ID.search(name)
    if found is None:
        lobby = data.get("lobby")
        return _of_tenhou(reference or name, None if lobby is None else str(lobby))
    title = data.get("title")
    contest = _CONTEST.search(str(title[0])) if isinstance(title, list) and title else None
    return _Meta(
        majsoul.SITE,
        majsoul.SITE,
        found.group(0),
        None if contest is None else contest.group(1),
        _moment(found.group(1), "%y%m%d"),
        timedelta(days=1),
    )


def _of_tenhou(text: str, lobby: str | None) -> _Meta:
    found = _TENHOU_ID.search(unquote(text))
    if found is None:
        return _Meta(tenhou.SITE, None, None, lobby)
    hour, where = found.groups()
    return _Meta(
        tenhou.SITE,
        None,
        found.group(0),
        lobby or str(int(where)),
        _moment(hour, "%Y%m%d%H"),
        timedelta(hours=1),
    )


def _moment(text: str, form: str) -> datetime | None:
    try:
        return datetime.strptime(text, form).replace(tzinfo=_JAPAN)
    except ValueError:
        return None
