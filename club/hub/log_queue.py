"""Does in a thread of its own what may wait for the database, one thing after the other."""

from __future__ import annotations

import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

from club.access.sign_in import RefusedError
from club.hub.messages import BadMessageError, OfGame
from club.hub.pending_commands import PendingCommands, Sender
from club.hub.recorder import OTHER_LOG, Recorder, Written
from club.hub.table_status import Hall, LastHand, Trouble
from club.hub.writer import LaterError, Writer
from club.log.desk import LogDesk
from club.log.events import CallClosed, Called
from club.log.faults import LogRefusal
from club.log.state import State
from club.log.tournament.tournament import Call, Tournament
from contract.messages import RecordMessage, ResultMessage, SignInMessage
from runtime.tasks import Part, Tasks

_LOG = logging.getLogger(__name__)
AGAIN_S: Final = 1.0
"""Between two tries while the database is away."""
MOST: Final = 20_000
"""Things that may wait; of one hand only its newest revision does."""
SignIn = Callable[[str, int | None, str], int]
"""The person of a token at a table, by its label and who should sit there; RefusedError for nobody."""
REFUSED: Final = "refused"
"""The trouble of a hand that the log refuses, until it takes another."""
RULING: Final = "ruling_not_taken"
"""That of a ruling of the table that the log refuses, until the end of the game."""


class LogQueue:
    """What is asked of it may be asked from any thread."""

    def __init__(
        self,
        desk: LogDesk,
        hall: Hall,
        pending: PendingCommands,
        send: Sender,
        account: str,
        wall_ms: Callable[[], int],
        sign_in: SignIn | None = None,
        part: Part | None = None,
    ) -> None:
        self._hall = hall
        self._pending = pending
        self._send = send
        self._wall_ms = wall_ms
        self._sign_in = sign_in
        self._writer = Writer(desk, account, wall_ms)
        self._recorder = Recorder(self._writer)
        self._work: OrderedDict[Hashable, Callable[[], None]] = OrderedDict()
        self._news = threading.Condition()
        self._acks = 0
        self._refused: set[tuple[str, str, int | None, int]] = set()
        self._part = part or Tasks().part("club-log")

    def start(self) -> None:
        self._part.start(self._run)

    def close(self) -> None:
        """What waits is left: the tables say it again."""
        with self._news:
            self._part.stopping.set()
            self._news.notify()
        self._part.end(15)

    def __len__(self) -> int:
        """Things that wait."""
        with self._news:
            return len(self._work)

    # what is asked

    def played(self, device: str, message: OfGame) -> None:
        """A hand or a result is to be recorded."""
        hand = message.hand if isinstance(message, RecordMessage) else None
        self._put((device, message.game, hand), lambda: self._record(device, message))

    def signs(self, device: str, message: SignInMessage) -> None:
        """Somebody signs in."""
        self._put(("sign", device, message.seat), lambda: self._signs(device, message))

    def called(self, device: str, call: str, seat: int | None) -> None:
        """A table calls a referee."""
        self._put(("call", device, call), lambda: self._called(device, call, seat))

    def uncalled(self, device: str, call: str) -> None:
        """A call was settled at the table."""
        self._put(("uncall", device, call), lambda: self._uncalled(device, call))

    def remembers(self, device: str, entry: str) -> None:
        """A table says which entry was the log's newest when it acknowledged something last."""
        self._put(("log", device), lambda: self._compare(device, entry))

    def answered(self, state: State) -> None:
        """Which calls have a referee, as the log says."""
        answered = {
            call.entry.key
            for tournament in state.tournaments.values()
            for call in tournament.calls.values()
            if call.answered is not None
        }
        for view in self._hall.view().tables:
            open_calls = tuple(
                c.model_copy(update={"answered": f"{view.name}/{c.id}" in answered}) for c in view.calls
            )
            if open_calls != view.calls:
                self._hall.put(view.name, calls=open_calls)

    # how it is done

    def _put(self, key: Hashable, work: Callable[[], None]) -> None:
        with self._news:
            if len(self._work) < MOST or key in self._work:
                self._work[key] = work
                self._news.notify()

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: bool(self._work) or self._part.stopping.is_set())
                if self._part.stopping.is_set():
                    return
                key, work = self._work.popitem(last=False)
            try:
                work()
            except (LaterError, LogRefusal) as error:
                _LOG.warning("The log cannot take it now: %s", error)
                with self._news:
                    self._work.setdefault(key, work)
                self._part.stopping.wait(AGAIN_S)
            except Exception as error:  # one message must not end the thread that all tables need
                self._part.slipped(error)

    def _record(self, device: str, message: OfGame) -> None:
        hand = message.hand if isinstance(message, RecordMessage) else None
        try:
            if isinstance(message, RecordMessage):
                written = self._recorder.hand(device, message)
            else:
                written = self._recorder.result(device, message)
        except BadMessageError as error:
            self._refuse(device, (device, message.game, hand, message.rev), error)
            return
        if written.new:
            self._show(device, message)
        for fault in written.refused:
            _LOG.warning("Of %s the log refuses a ruling: %s", device, fault)
            self._say(device, RULING, fault.code, fault.sentence)
        self._acknowledge(device, written)

    def _acknowledge(self, device: str, written: Written) -> None:
        self._acks += 1
        id_ = f"ack-{secrets.token_hex(4)}-{self._acks}"
        self._send(device, id_, "record.ack", {**written.acknowledge, "log": self._writer.newest})

    def _compare(self, device: str, entry: str) -> None:
        """A log restored from a backup lacks what it had acknowledged since: its tables send it again."""
        if self._writer.has(entry):
            return
        _LOG.warning("The log has no entry %s, which %s knows: it sends all again.", entry, device)
        state = self._writer.state
        closed = [number for number, each in state.tournaments.items() if each.closed is not None]
        wanted = {"log": state.log, "closed": closed}
        self._pending.put(device, "record.again", f"again-{entry}", lambda: wanted)

    def _refuse(self, device: str, key: tuple[str, str, int | None, int], error: BadMessageError) -> None:
        """Said and counted once, however often the table says it again."""
        if key in self._refused:
            return
        self._refused.add(key)
        _LOG.warning("Of %s the log refuses hand %s of %s: %s", device, key[2], key[1], error)
        self._say(device, OTHER_LOG if error.reason == OTHER_LOG else REFUSED, error.reason, str(error))

    def _say(self, device: str, trouble: str, reason: str, sentence: str) -> None:
        """Refusals of the log are counted, and the newest one is shown at the table."""
        self._hall.refuse(reason)
        reported = Trouble(code=trouble, message=sentence, since_ms=self._wall_ms())
        self._hall.put(device, troubles=(*self._troubles(device, trouble), reported))

    def _troubles(self, device: str, *but: str) -> tuple[Trouble, ...]:
        known = self._hall.table(device)
        return () if known is None else tuple(t for t in known.troubles if t.code not in but)

    def _show(self, device: str, message: OfGame) -> None:
        tournament = self._writer.state.tournaments[message.tournament]
        game = tournament.rounds[message.assigned_round].games[int(message.label)]
        ended = (REFUSED, RULING) if isinstance(message, ResultMessage) else (REFUSED,)
        changes: dict[str, object] = {"hands": len(game.hands), "troubles": self._troubles(device, *ended)}
        if isinstance(message, ResultMessage):
            changes["finished"] = not message.withdrawn
        elif message.round is not None:
            changes["last"] = LastHand(
                game=message.game,
                hand=message.hand,
                rev=message.rev,
                wind=message.round.wind,
                number=message.round.number,
                honba=message.round.honba,
                reason=message.reason,
                winners=list(message.winners),
                deltas=list(message.deltas),
                ended_ms=message.ended_ms,
            )
        self._hall.put(device, **changes)

    def _signs(self, device: str, message: SignInMessage) -> None:
        view = self._hall.table(device)
        sitting = None if view is None else view.sitting
        body: dict[str, object] = {"seat": message.seat, "ok": False}
        if sitting is not None and sitting.id == message.assignment and self._sign_in is not None:
            seated = sitting.players[message.seat]
            try:
                person = self._sign_in(sitting.label, seated, message.token)
            except RefusedError as error:
                _LOG.info("Nobody signs in at %s: %s", device, error)
                if error.wait_s:
                    body["wait_s"] = error.wait_s
            else:
                body |= self._place(sitting.tournament, sitting.round, person, seated, sitting.label)
        id_ = f"signed-{secrets.token_hex(6)}"
        self._pending.put(device, "seat.signed", id_, lambda: body)

    def _place(self, tournament: int, round_: int, person: int, seated: int, label: str) -> dict[str, object]:
        """Whether somebody sits right, and where that person belongs."""
        if person == seated:
            return {"ok": True, "person": person}
        found = self._writer.state.tournament(tournament).rounds.get(round_)
        table = None if found is None else found.table_of(person)
        if found is None or table is None or person not in found.sits(table):
            return {"person": person}
        elsewhere = {} if str(table) == label else {"table": str(table)}
        return {"person": person, "place": found.sits(table).index(person), **elsewhere}

    def _called(self, device: str, call: str, seat: int | None) -> None:
        place = self._played_at(device)
        if place is not None:
            tournament, round_, table = place
            event = Called(tournament=tournament.id, round=round_, table=table, seat=seat)
            self._writer.write(event, f"{device}/{call}")

    def _uncalled(self, device: str, call: str) -> None:
        for tournament in self._writer.state.tournaments.values():
            for seq, known in tournament.calls.items():
                if known.entry.key == f"{device}/{call}" and _open(known):
                    event = CallClosed(tournament=tournament.id, call=seq, reason="settled at the table")
                    self._writer.write(event, f"{device}/{call}/closed")

    def _played_at(self, device: str) -> tuple[Tournament, int, int] | None:
        view = self._hall.table(device)
        sitting = None if view is None else view.sitting
        if sitting is None or not sitting.label.isdecimal():
            return None
        tournament = self._writer.state.tournaments.get(sitting.tournament)
        return None if tournament is None else (tournament, sitting.round, int(sitting.label))


def _open(call: Call) -> bool:
    return call.ended is None
