"""Who may submit which event: one table of roles (docs/access.md prints it), and what it cannot say."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final, get_args

from club.access.roles import Identity, Role
from club.log.events import AppealFiled, ConsentChanged, Event, GameRecorded, ResultCorrected, Reverted

REFEREES: Final = frozenset((Role.REFEREE, Role.HEAD_REFEREE))
_DIRECTOR: Final = frozenset((Role.DIRECTOR,))
_HEADS: Final = _DIRECTOR | {Role.HEAD_REFEREE}
_DESK: Final = _DIRECTOR | {Role.SCOREKEEPER}
_HALL: Final = _DIRECTOR | REFEREES
_TABLE: Final[frozenset[Role]] = frozenset()
"""Only the hub, for what tables report."""
MAY: Final[Mapping[str, frozenset[Role]]] = {
    "tournament_created": _DIRECTOR,
    "tournament_changed": _DIRECTOR,
    "registered": _DESK,
    "paid": _DESK,
    "withdrew": _DESK,
    "returned": _DESK,
    "consent_changed": _HEADS | {Role.PLAYER},
    "banned": _DIRECTOR,
    "ban_lifted": _DIRECTOR,
    "team_named": _DIRECTOR,
    "team_joined": _DESK,
    "stage_added": _DIRECTOR,
    "tables_reduced": _DIRECTOR,
    "table_bound": _DIRECTOR | {Role.TECHNICIAN},
    "seed_committed": _DIRECTOR,
    "round_drawn": _DIRECTOR,
    "round_started": _HEADS,
    "time_added": _HALL,
    "round_closed": _HEADS,
    "rounds_called_off": _HEADS,
    "round_shortened": _HEADS,
    "stage_closed": _DIRECTOR,
    "tournament_closed": _DIRECTOR,
    "game_opened": _TABLE,
    "hand_recorded": _TABLE,
    "game_recorded": _DESK | {Role.HEAD_REFEREE},
    "hand_corrected": REFEREES,
    "result_corrected": REFEREES | _DIRECTOR,
    "reseated": REFEREES,
    "replaced": _HALL,
    "late": _HALL,
    "called": _HALL | {Role.SCOREKEEPER},
    "answered": REFEREES,
    "call_closed": REFEREES,
    "frozen": REFEREES,
    "unfrozen": REFEREES,
    "ruled": REFEREES,
    "settled": REFEREES,
    "penalised": REFEREES,
    "penalty_lifted": REFEREES,
    "hand_opened": REFEREES,
    "appeal_filed": _DIRECTOR | {Role.PLAYER},
    "appeal_decided": _HEADS,
    "reverted": _HEADS,
}
"""Roles by the type of the event."""
_PLAYER: Final = frozenset((Role.PLAYER,))

Earlier = Callable[[int], Event | None]
"""The event of an earlier entry of the log by its number."""
ByTable = Callable[[ResultCorrected], bool]
"""Whether the result that this corrects was recorded by a table."""


def types() -> list[str]:
    """All types of events, in the order of the vocabulary."""
    return [kind.model_fields["type"].default for kind in get_args(get_args(Event)[0])]


def table() -> str:
    """The rights as Markdown."""
    head = ["event", *(role.value.replace("_", " ") for role in Role)]
    lines = [head, ["---"] * len(head)]
    for kind in types():
        marks = ["x" if role in MAY[kind] else "" for role in Role]
        lines.append([f"`{kind}`", *(marks if MAY[kind] else ["tables only", *[""] * (len(Role) - 1)])])
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def keeps(identity: Identity, tournament: int, sits: Collection[int]) -> bool:
    """Whether a person may enter the hands of a table without electronics: who sits there, on any telephone
    (K-FAIL-04), and who enters results anyway."""
    return identity.person in sits or identity.has(_DESK, tournament)


def allowed(identity: Identity, event: Event, earlier: Earlier, by_table: ByTable) -> bool:
    """Whether a person may submit the event. `earlier` gives what a `reverted` would take back.

    A player enters only the own consent and the own appeal; others may withdraw a consent for somebody, not
    give it. Nobody takes back what they might not have entered but what tables sent. What a person enters
    of a game comes from a sheet or from elsewhere, never from a table; the director corrects that, too, and
    only a referee what a table has reported (K-ASSIST-05).
    """
    roles = identity.roles(event.tournament or None) & MAY[event.type]
    if not roles:
        return False
    match event:
        case ConsentChanged():
            return event.person == identity.person or (roles != _PLAYER and not event.granted)
        case AppealFiled():
            return event.person == identity.person or roles != _PLAYER
        case GameRecorded():
            return event.source != "table"
        case ResultCorrected():
            return not roles.isdisjoint(REFEREES) or not by_table(event)
        case Reverted():
            taken = [earlier(seq) for seq in event.seqs]
            return all(each is None or _reverts(identity, each, earlier, by_table) for each in taken)
        case _:
            return True


def _reverts(identity: Identity, event: Event, earlier: Earlier, by_table: ByTable) -> bool:
    by_a_table = isinstance(event, GameRecorded) and event.source == "table"
    return not MAY[event.type] or by_a_table or allowed(identity, event, earlier, by_table)
