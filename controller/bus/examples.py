"""Payloads as examples for the documents: models, so that none of them can be wrong."""

from __future__ import annotations

from typing import Any, Final

from contract.messages import (
    AlertMessage,
    AssignedView,
    ClockView,
    Command,
    EventMessage,
    EvidenceMessage,
    FindingView,
    HandWin,
    Info,
    JudgedMessage,
    KeptView,
    MiniMessage,
    Model,
    Name,
    Presence,
    RecordMessage,
    Reply,
    ResultMessage,
    RoundView,
    SeatMessage,
    SignInMessage,
    SignView,
    Status,
    Tick,
)
from contract.topics import Topics

_BOOT: Final = "4f1c22aa"
_TS: Final = 1_790_000_000_000
_NAMES: Final = ("Anna", "Bo", "Chie", "Dmytro")
_GAME: Final = "g000042-20261122-101500-1234abcd"

_SITTING: Final[dict[str, Any]] = {
    "boot": _BOOT,
    "game": _GAME,
    "assignment": "3-2-7",
    "tournament": 3,
    "assigned_round": 2,
    "label": "7",
    "players": [11, 12, 13, 14],
}


def _asked(name: Name, body: dict[str, Any] | None = None, by: str = "referee-anna", **more: Any) -> Command:
    return Command(id=f"{name}-1", by=by, name=name, body=body or {}, **more)


COMMANDS: Final = (
    _asked("win.confirm", {"seat": 2}, "seat2-table-1", if_rev=812),
    _asked("win.dispute", {"seat": 1}, "seat1-table-1"),
    _asked("panel", {"seat": 0, "button": "riichi"}, "seat0-table-1"),
    _asked("answer", {"question": "pond.0.7", "tile": "5m"}, "table-table-1"),
    _asked("dice.enter", {"seat": 0, "dice": [3, 5]}, "seat0-table-1"),
    _asked("undo", {"seat": 3}, "seat3-table-1"),
    _asked("settle", {"seat": 2, "offender": 1, "row": "P-02"}, "seat2-table-1"),
    _asked(
        "result.enter",
        {
            "seat": 2,
            "event": {
                "type": "result_entered",
                "reason": "win",
                "wins": [{"seat": 2, "source": 0, "han": 3, "fu": 40, "yakuman": 0, "responsible": None}],
                "tenpai": [False, False, False, False],
                "riichi": [2],
            },
        },
        "seat2-table-1",
    ),
    _asked("ruling", {"event": {"type": "penalised", "seat": 2, "sanction": "dead_hand", "penalty": "P-18"}}),
    _asked("rule", {"event": {"type": "win_withdrawn", "seat": 1}}),
    _asked("penalty", {"seat": 1, "row": "P-42"}),
    _asked("cycle.start", by="table-table-1", expires_ms=_TS + 10_000),
    _asked("pause", {"reason": "a tile fell down", "clock": True}),
    _asked("resume"),
    _asked("clock.start"),
    _asked("clock.pause"),
    _asked("clock.add", {"ms": 180_000}),
    _asked("referee.call", {"seat": 2}, "seat2-table-1"),
    _asked("referee.answer", {"id": "9b21c07e"}),
    _asked("sync", by="table-table-1", reply_to=Topics("home", "table-1").reply("table-table-1")),
    _asked("machine.selftest", {"axis": "lift2"}, "technician-bo"),
    _asked("machine.step", {"step": 3, "word": "fails"}, "technician-bo"),
    _asked("machine.read", by="technician-bo"),
    _asked("machine.act", {"act": "hatch", "set": 1}, "table-table-1"),
    _asked(
        "game.set",
        {
            "players": list(_NAMES),
            "draw": True,
            "preset": "ema",
            "options": {"game.tobi": True},
            "after": _GAME,
        },
        "house-anna",
    ),
    _asked("game.end", {"game": _GAME}, "house-anna"),
    _asked("evening.end", by="house-anna"),
    _asked("player.keep", {"name": "Chie"}, "house-anna"),
    _asked("player.forget", {"name": "Chie"}, "house-anna"),
    _asked("power", {"what": "restart"}, "house-anna"),
    _asked(
        "assign",
        {
            "id": "3-2-7",
            "tournament": 3,
            "round": 2,
            "label": "7",
            "players": [{"id": 11 + seat, "name": name} for seat, name in enumerate(_NAMES)],
            "preset": "rrc",
        },
        "hub-club",
    ),
    _asked("assign.end", by="hub-club"),
    _asked("record.ack", {"game": _GAME, "hand": 4, "rev": 0}, "hub-club"),
    _asked("record.again", {"log": "3c1fe9a2b0d4", "closed": [1, 2]}, "hub-club"),
    _asked("seat.sign_in", {"seat": 2, "token": "pin:0457"}, "seat2-table-1"),
    _asked("seat.signed", {"seat": 2, "ok": True, "person": 13}, "hub-club"),
    _asked("evidence.list", {"game": _GAME, "hand": 4}, "hub-club"),
    _asked("evidence.get", {"game": _GAME, "line": 57}, "hub-club"),
)
"""One of each name."""
EXAMPLES: Final[dict[type[Model], tuple[Model, ...]]] = {
    Command: COMMANDS,
    Reply: (
        Reply(id="penalty-1", ok=True, code="ok", rev=813),
        Reply(
            id="undo-1",
            ok=False,
            code="forbidden",
            message="This device (role: wall) may not do that here.",
            reason="not_this_role",
            values={"role": "wall", "command": "undo"},
            rev=813,
        ),
    ),
    Info: (
        Info(
            software="0.4.0",
            club="home",
            table="table-1",
            preset="rrc",
            web="http://127.0.0.1:8090/",
            ui="c0ffee12",
            capabilities=["clock", "delayed", "evidence"],
        ),
    ),
    Status: (Status(online=True, boot=_BOOT), Status(online=False, boot=_BOOT, reason="stopped")),
    Tick: (Tick(ts_ms=_TS, rev=812, left_ms=1_500_000),),
    EventMessage: (
        EventMessage(
            game=_GAME,
            seq=211,
            rev=812,
            ts_ms=_TS,
            type="discarded",
            data={"seat": 1, "tile": "5m", "sideways": False},
        ),
    ),
    ClockView: (
        ClockView(kind="round", running=True, left_ms=1_500_000, ts_ms=_TS, bonus_ms=180_000),
        ClockView(kind="round", ts_ms=_TS, deals_left=1, last_hand=True, over=True),
        ClockView(),
    ),
    SeatMessage: (
        SeatMessage(
            boot=_BOOT,
            rev=812,
            seat=1,
            score=41200,
            place=1,
            diffs=[22800, 0, 16300, 5100],
            wind="N",
            dealer=False,
            riichi="paid",
            turn=False,
        ),
    ),
    MiniMessage: (MiniMessage(r=812, w="N", d=0, s=41200, p=1, x=1, t=0),),
    AlertMessage: (
        AlertMessage(
            boot=_BOOT,
            code="referee_called",
            message="A referee is called by Olena.",
            since_ms=_TS,
            seat=1,
        ),
    ),
    AssignedView: (
        AssignedView(
            id="3-2-7",
            game=_GAME,
            tournament=3,
            round=2,
            label="7",
            players=[11, 12, 13, 14],
            names=list(_NAMES),
            sign_in="offered",
            signed=[SignView(), SignView(), SignView(state="signed", person=13), SignView()],
        ),
    ),
    RecordMessage: (
        RecordMessage(
            **_SITTING,
            rev=0,
            hand=4,
            round=RoundView(wind="E", number=4, honba=0, kyotaku=0),
            dealer=3,
            reason="win",
            winners=[1],
            wins=[HandWin(seat=1, source=3, han=3, fu=30)],
            called=[],
            deltas=[0, 3900, 0, -3900],
            scores=[25000, 32900, 24000, 18100],
            riichi=[1],
            started_ms=_TS,
            ended_ms=_TS + 300_000,
        ),
        RecordMessage(**_SITTING, rev=1, hand=4, withdrawn=True),
    ),
    ResultMessage: (
        ResultMessage(
            **_SITTING, rev=0, hands=11, scores=[25000, 32900, 24000, 18100], ended_ms=_TS + 3_600_000
        ),
    ),
    JudgedMessage: (
        JudgedMessage(
            boot=_BOOT,
            game=_GAME,
            hand=4,
            findings=[
                FindingView(
                    kind="kuikae",
                    clause="R-KUI-02",
                    seat=2,
                    penalty="P-18",
                    sanction="dead_hand",
                    minimum=None,
                )
            ],
        ),
    ),
    EvidenceMessage: (
        EvidenceMessage(
            boot=_BOOT,
            id="evidence.list-1",
            game=_GAME,
            kept=[KeptView(line=57, ts_ms=_TS, type="discarded", seat=2, picture=True, clip=True)],
        ),
        EvidenceMessage(boot=_BOOT, id="evidence.get-1", game=_GAME, size=4, data="/9j/2Q=="),
    ),
    SignInMessage: (SignInMessage(boot=_BOOT, assignment="3-2-7", seat=2, token="pin:0457"),),
    Presence: (Presence(screen="wall", since_ms=_TS, ui="c0ffee12"),),
}
