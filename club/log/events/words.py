"""How entries are named to people: the values of the words that the catalogues have for each type."""

from __future__ import annotations

from club.log.events import Event, Penalised, Ruled, Settled

_PLAIN = ("person", "round", "table", "stage", "call", "penalty", "appeal", "tables", "device", "team")


def about(event: Event) -> dict[str, int | str]:
    """What an entry concerns, by the names that `entry.<type>` of the catalogues uses; `type` is the event's.

    Hands count from 1 and extra time is in minutes, as people say it.
    """
    said: dict[str, int | str] = {"type": event.type}
    for name in _PLAIN:
        value = getattr(event, name, None)
        if isinstance(value, int | str):
            said[name] = value
    for name, shown in (("from_round", "round"), ("substitute", "person")):
        if hasattr(event, name):
            said[shown] = getattr(event, name)
    if isinstance(hand := getattr(event, "hand", None), int):
        said["hand"] = hand + 1
    if hasattr(event, "seconds"):
        said["minutes"] = event.seconds // 60
    for name in ("rounds", "seqs"):
        if isinstance(several := getattr(event, name, None), tuple):
            said[name] = ", ".join(map(str, several))
    if isinstance(event, Ruled | Settled | Penalised):
        said["reason"] = event.reason
    return said | {name: "–" for name in ("device", "team") if getattr(event, name, "") is None}
