"""What a correction at the desk sends to the table that plays on, so that its displays say what the log says.

Pure but for `full`. The table's outbox sends the corrected hands again, with a higher revision; they are
entered beside the referee's word, which counts, and nothing follows from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from club.hub.desired_state import Order, device_of, order_id
from club.log.events import HandCorrected, HandRecorded, Reseated, Reverted
from club.log.events.base import Record
from club.log.events.entry import LogEntry
from club.log.tournament.game import Game
from club.log.tournament.tournament import Tournament
from club.referee.correcting import Full, record_of
from club.referee.hands import CorrectionError
from club.referee.records import end
from engine.state import events as ev

_NAMES: Mapping[type, str] = {
    ev.HandStarted: "hand_started",
    ev.HandEnded: "hand_ended",
    ev.Penalised: "penalised",
    ev.ResultEntered: "result_entered",
}


def corrections(tournament: Tournament, entry: LogEntry, full: Full) -> Iterator[Order]:
    """Of the round that is played: hands that ended otherwise, and who sits where (K-ASSIST-05, K-FAIL-01).

    The hands of one transaction are one order, given with its first entry.
    """
    event = entry.event
    if isinstance(event, HandCorrected):
        now = [e for e in tournament.log if e.key == entry.key and isinstance(e.event, HandCorrected)]
        if entry.seq == min(e.seq for e in now):
            yield from _hands(tournament, entry, {_hand(e): e.seq for e in now}, full)
    elif isinstance(event, Reverted):
        gone = [e for e in tournament.log if e.seq in event.seqs and isinstance(e.event, HandCorrected)]
        for place in sorted({_place(e) for e in gone}):
            here = [e for e in gone if _place(e) == place]
            yield from _hands(tournament, entry, _before(tournament, here, event), full)
        for e in tournament.log:
            if e.seq in event.seqs and isinstance(e.event, Reseated):
                yield from _seats(tournament, entry, e.event)
    elif isinstance(event, Reseated):
        yield from _seats(tournament, entry, event)


def _seats(tournament: Tournament, entry: LogEntry, event: Reseated) -> Iterator[Order]:
    found = tournament.rounds.get(event.round)
    if found is None or event.round != tournament.playing:
        return
    for sitting in event.sittings:
        table = sitting.table
        body = {"event": {"type": "reseated"}, "game": found.games[table].id}
        yield Order(
            device_of(tournament, table), order_id("seats", entry), "ruling", body, names=found.sits(table)
        )


def _hands(tournament: Tournament, entry: LogEntry, seqs: Mapping[int, int], full: Full) -> Iterator[Order]:
    """One order for the hands from the first that is corrected to the last that ended otherwise."""
    if not seqs:
        return
    about = full(next(iter(seqs.values()))).event
    assert isinstance(about, HandCorrected | HandRecorded)
    found = tournament.rounds.get(about.round)
    game = None if found is None else found.games.get(about.table)
    if game is None or about.round != tournament.playing or game.id is None:
        return
    first, records = min(seqs), {hand: record_of(seq, full) for hand, seq in seqs.items()}
    last = max((hand for hand in records if _otherwise(game, hand, records[hand], full)), default=first)
    events = [
        event for hand in range(first, last + 1) for event in _events(records.get(hand), game, hand, full)
    ]
    correct = {"type": "correct", "at": first, "count": last + 1 - first, "events": events}
    body = {"event": correct, "hands": True, "game": game.id}
    yield Order(device_of(tournament, about.table), order_id("hands", entry), "ruling", body)


def _otherwise(game: Game, hand: int, record: Record, full: Full) -> bool:
    """Whether the table has recorded another course or end of the hand, not only other points before it."""
    known = game.hands[hand].seq if hand in game.hands else None
    if known is None:
        return False  # known from a sheet only
    try:
        return _course(record, hand) != _course(record_of(known, full), hand)
    except CorrectionError:
        return True


def _course(record: Record, hand: int) -> tuple[object, ...]:
    return record.wind, record.number, record.honba, record.dealer, end(record, hand)


def _events(record: Record | None, game: Game, hand: int, full: Full) -> list[dict[str, Any]]:
    """The hand as the table is to have it; what it pays the table computes (`Correct`)."""
    if record is None:
        known = game.hands[hand]
        record = record_of(known.corrected_seq or known.seq or 0, full)
    started = ev.HandStarted(record.wind, record.number, record.honba, 0, record.dealer, record.scores)
    ended = ev.HandEnded(record.reason, record.deltas, record.sticks)
    return [{"type": _NAMES[type(e)], **asdict(e)} for e in (started, end(record, hand), ended)]


def _before(tournament: Tournament, gone: list[LogEntry], reverted: Reverted) -> dict[int, int]:
    """For each hand the entry that counted before the correction."""
    out = {}
    for entry in gone:
        earlier = (
            e.seq
            for e in reversed(tournament.log)
            if e.seq < entry.seq
            and e.seq not in reverted.seqs
            and isinstance(e.event, HandCorrected | HandRecorded)
            and (_place(e), _hand(e)) == (_place(entry), _hand(entry))
        )
        seq = next(earlier, None)
        if seq is not None:
            out[_hand(entry)] = seq
    return out


def _place(entry: LogEntry) -> tuple[int, int]:
    event = entry.event
    assert isinstance(event, HandCorrected | HandRecorded)
    return event.round, event.table


def _hand(entry: LogEntry) -> int:
    event = entry.event
    assert isinstance(event, HandCorrected | HandRecorded)
    return event.hand
