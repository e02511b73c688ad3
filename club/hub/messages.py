"""What tables say, as the hub reads it: the contract's own messages in their tolerant form (docs/mqtt.md).

Of each the fields that the hub works with. What does not fit is refused as a whole, with one sentence.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

from pydantic import ValidationError

from contract.messages import (
    AlertMessage,
    AssignedView,
    ClockView,
    EvidenceMessage,
    JudgedMessage,
    MiniMessage,
    RecordMessage,
    Reply,
    ResultMessage,
    SignInMessage,
    Snapshot,
    Status,
    Tick,
)
from contract.messages.tree import Model

SMALL: Final = 8192
"""Bytes of what is not a record."""
LARGE: Final = 262_144
"""Bytes of a record; the longest hands have under 30 000."""
M = TypeVar("M", bound=Model)

STATUS: Final = Status.tolerant("online")
TICK: Final = Tick.tolerant("left_ms")
CLOCK: Final = ClockView.tolerant("kind", "running", "left_ms", "bonus_ms", "deals_left", "last_hand", "over")
MINI: Final = MiniMessage.tolerant("d", "s", "x")
ALERT: Final = AlertMessage.tolerant("code", "message", "reason", "values", "since_ms", "seat")
SEEN: Final = (
    *("phase", "round", "dealer", "turn", "tiles_left", "dora", "ura", "seats", "paused", "hands_played"),
    "findings",
)
"""What a referee sees of a table's public state."""
STATE: Final = Snapshot.tolerant(*SEEN)
JUDGED: Final = JudgedMessage.tolerant("findings")
ASSIGNED: Final = AssignedView.tolerant(
    "id", "game", "tournament", "round", "label", "players", "signed", "log"
)
OF_GAME: Final = (
    *("game", "assignment", "rev", "withdrawn", "tournament", "assigned_round", "label", "players"),
)
RECORD: Final = RecordMessage.tolerant(*(name for name in RecordMessage.model_fields if name != "boot"))
RESULT: Final = ResultMessage.tolerant(*OF_GAME, "hands", "scores", "sticks_left", "rulings")
OfGame = RecordMessage | ResultMessage
SIGN_IN: Final = SignInMessage.tolerant("assignment", "seat", "token")
EVIDENCE: Final = EvidenceMessage.tolerant("id", "kept", "size", "offset", "data")
REPLY: Final = Reply.tolerant("id", "ok", "code", "message", "reason", "values")


class BadMessageError(ValueError):
    """A message that is refused; `reason` is a word to count it under, the text one clear sentence."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


def read(model: type[M], payload: bytes, limit: int = SMALL) -> M:
    """A message; BadMessageError for anything else."""
    if len(payload) > limit:
        raise BadMessageError("too_large", f"It has {len(payload)} bytes, {limit} at most.")
    try:
        return model.model_validate_json(payload)
    except ValidationError as error:
        first: Any = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BadMessageError("malformed", f"{where or 'the whole'}: {first['msg']}"[:200]) from error


def why(reply: Reply) -> dict[str, Any]:
    """Why a command is refused: pages say the reason with its values, programs the message."""
    message = reply.message or reply.code
    return {"code": reply.code, "reason": reply.reason, "values": reply.values, "message": message}
