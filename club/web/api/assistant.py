"""The hands of a table without electronics, as its players enter them on their telephones (K-ASSIST)."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from club.access.authority import keeps
from club.access.roles import Identity
from club.assistant import kept as games
from club.assistant.asked import EndGame, EnterHand, Trial
from club.assistant.kept import Kept
from club.log.desk import Accepted, Draft
from club.log.events import Event
from club.log.state import State
from club.log.tournament.tournament import Tournament
from club.web.api.log import Entered, entries
from club.web.api.paths import TABLE
from club.web.api.player import by_devices
from club.web.api.public import found
from club.web.request.call import Asked, Call
from club.web.request.operation import get, post
from club.web.request.problem import ProblemError, missing
from contract.messages import EnterableView
from engine.explain.worth import worth_of

ASSISTANT = f"{TABLE}/assistant"


class PlayedHand(TypedDict):
    """A recorded hand; `deltas` are with the riichi deposits."""

    hand: int
    wind: int
    number: int
    honba: int
    reason: str
    deltas: list[int]
    corrected: bool


class Keeping(TypedDict):
    """The game at a table as its players see it. `hand` is the number of the one in play, the first is 0;
    `over`: none follows. `may_end`: its time has passed. People are ids, by seat."""

    round: int
    table: int
    players: list[int]
    hand: int
    wind: int
    number: int
    honba: int
    sticks: int
    dealer: int
    scores: list[int]
    hands: list[PlayedHand]
    stopped: bool
    over: bool
    recorded: bool
    may_end: bool
    enterable: EnterableView


class HandEffect(TypedDict):
    """What a hand moves, with the deposits, and the scores after it; `over`: no other hand follows."""

    deltas: list[int]
    scores: list[int]
    over: bool


class Tiles(BaseModel):
    """A win whose tiles are touched, as `jantaku score` reads it, without what the table knows itself."""

    model_config = ConfigDict(frozen=True)
    win: dict[str, Any] = Field(default_factory=dict)


class Value(TypedDict):
    """What the win is worth, or codes of what is wrong with it."""

    ok: bool
    faults: list[str]
    han: int
    fu: int
    yakuman: int
    limit: str | None
    yaku: list[tuple[str, int]]
    dora: int
    red: int
    ura: int


@get(ASSISTANT, roles=())
def keeping(call: Call) -> Keeping:
    """The game at the own table."""
    now, who = _kept(call), call.services.now_ms()
    hand, game = now.hand, now.game
    last = game.history[-1].started if game.history else None
    shown = hand or last
    assert shown is not None
    stopped = now.tournament.rounds[now.round].frozen.keys() & {now.table, None}
    return {
        "round": now.round,
        "table": now.table,
        "players": list(now.tournament.rounds[now.round].sits(now.table)),
        "hand": now.number,
        "wind": shown.round_wind,
        "number": shown.number,
        "honba": shown.honba,
        "sticks": game.kyotaku,
        "dealer": shown.dealer,
        "scores": list(now.played.scores),
        "hands": _played(now),
        "stopped": bool(stopped),
        "over": now.over,
        "recorded": now.played.result is not None,
        "may_end": games.timed_out(now.tournament, now.round, now.table, who),
        "enterable": EnterableView.of(game.rules),
    }


@post(f"{ASSISTANT}/preview")
def preview(call: Asked[Trial]) -> HandEffect:
    """What the hand in play would move if it ended so; nothing is entered (K-ASSIST-04)."""
    now = games.after(_kept(call), call.given)
    ended = now.game.history[-1].ended
    return {"deltas": list(ended.deltas), "scores": list(now.game.scores), "over": now.hand is None}


@post(f"{ASSISTANT}/value")
def value(call: Asked[Tiles]) -> Value:
    """What touched tiles are worth in the hand in play."""
    now = _kept(call)
    playing = games.playing(now)
    if playing is None:
        raise ProblemError(409, "game_over", table=now.table)
    worth = worth_of(playing, call.given.win)
    return {
        "ok": worth.ok,
        "faults": list(worth.faults),
        "han": worth.han,
        "fu": worth.fu,
        "yakuman": worth.yakuman,
        "limit": worth.limit,
        "yaku": list(worth.yaku),
        "dora": worth.dora,
        "red": worth.red,
        "ura": worth.ura,
    }


@post(f"{ASSISTANT}/enter")
def enter(call: Asked[EnterHand]) -> Entered:
    """Records the hand in play. Where another phone was faster the log refuses it."""
    known, who = _place(call)
    asked, full = call.given, call.services.desk.entry

    def draft(state: State) -> tuple[Event, ...]:
        event, at = state.tournament(known.id), (call.number("round"), call.number("table"))
        return games.entered(event, full, *at, asked)

    return _submitted(call, who, asked.key, draft)


@post(f"{ASSISTANT}/end")
def end(call: Asked[EndGame]) -> Entered:
    """Ends the game whose time is over (K-TIMER-02)."""
    known, who = _place(call)
    asked, full, now_ms = call.given, call.services.desk.entry, call.services.now_ms()

    def draft(state: State) -> tuple[Event, ...]:
        event, at = state.tournament(known.id), (call.number("round"), call.number("table"))
        return games.ended(event, full, *at, asked, now_ms)

    return _submitted(call, who, asked.key, draft)


def _submitted(call: Call, who: Identity, key: str, draft: Draft) -> Entered:
    """The events are made of the state that they are applied to."""
    outcome = call.services.desk.submit(draft, who.by, f"{who.by}/{key}", call.services.now_ms())
    return {"seqs": [entry.seq for entry in entries(outcome)], "repeated": not isinstance(outcome, Accepted)}


def _kept(call: Call) -> Kept:
    known, _ = _place(call)
    return games.kept(known, call.services.desk.entry, call.number("round"), call.number("table"))


def _place(call: Call) -> tuple[Tournament, Identity]:
    """The tournament and who asks. ProblemError for who neither sits at the table nor keeps its scores."""
    known, round_, table = found(call), call.number("round"), call.number("table")
    if round_ not in known.rounds or table not in known.rounds[round_].games:
        raise missing("table in this round")
    sits = known.rounds[round_].sits(table)
    staff = keeps(call.identity, known.id, ())
    if not staff and (round_, table) in by_devices(call.services.hall, known):
        raise ProblemError(409, "by_device", table=table)
    if keeps(call.identity, known.id, sits if known.plan.telephones else ()):
        return known, call.identity
    if known.plan.telephones:
        raise ProblemError(403, "not_your_table", table=table)
    raise ProblemError(403, "no_telephones", table=table)


def _played(now: Kept) -> list[PlayedHand]:
    return [
        {
            "hand": number,
            "wind": hand.current.wind,
            "number": hand.current.number,
            "honba": hand.current.honba,
            "reason": hand.current.reason.value,
            "deltas": list(now.played.net(hand.current)),
            "corrected": hand.corrected is not None,
        }
        for number, hand in sorted(now.played.hands.items())
    ]
