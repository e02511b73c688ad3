"""The link between a table and its club: what the club asks for, and what it is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from contract.messages import (
    AckBody,
    AgainBody,
    AssignBody,
    AssignedView,
    EvidenceGetBody,
    EvidenceListBody,
    EvidenceMessage,
    JudgedMessage,
    Name,
    SignInBody,
    SignInMessage,
)
from controller.bus.gate import Order
from controller.club_link.assignment import Assignment
from controller.club_link.outbox import Outbox
from controller.ending.referee import at_its_end
from controller.evidence.lender import Lender
from controller.evidence.store import addresses
from controller.public.judged import finding_view
from controller.sentences.refusals import Refusal
from controller.table.round_clock import Limit
from controller.table.writer import Table
from engine.judge import Finding
from engine.state.events import Event
from engine.state.hand import Game
from runtime.tasks import Part

if TYPE_CHECKING:
    from controller.bus.mqtt import Bus

NAMES: Final[frozenset[Name]] = frozenset(
    ("assign", "assign.end", "record.ack", "record.again", "seat.sign_in", "evidence.list", "evidence.get")
)
"""The commands that are handled here."""


class ClubLink:
    """`assignment` is what the club wants; `outbox` what it has not got yet."""

    def __init__(
        self,
        bus: Bus,
        data: Path,
        boot: str,
        limit: Limit | None = None,
        *,
        only: bool = False,
        watched: bool = True,
        bare: bool = False,
        lent: Part | None = None,
    ) -> None:
        """`data` is the table's data directory; `limit`, `only` and `watched` as `Assignment` takes them,
        `bare` and `lent`, its part, as `Lender` does."""
        self._bus = bus
        self._boot = boot
        self.assignment = Assignment(limit, only=only, watched=watched)
        self.outbox = Outbox(bus, data, boot)
        self._lender = Lender(data / "games", boot, bare=bare, part=lent)
        self._assigns: list[Order] = []
        self._shown: AssignedView | None = None
        self._published = False
        self._judged: JudgedMessage | None = None

    def restore(self, table: Table) -> None:
        """Restores what was sent from the journals; `table` is the game in play."""
        self.assignment.restore(table.records)
        self.outbox.restore(table)

    def receive(self, orders: Iterable[Order]) -> None:
        """Commands of the club and of who signs in; what is assigned waits for the disk."""
        for order in orders:
            body = order.read()
            if isinstance(body, AckBody):
                self._bus.answer(order, self.outbox.acknowledge(body))
            elif isinstance(body, AgainBody):
                self.outbox.again(body)
                self._bus.answer(order)
            elif isinstance(body, SignInBody):
                self._bus.answer(order, self._sign_in(body))
            elif isinstance(body, EvidenceListBody | EvidenceGetBody):
                why_not = self._lender.ask(order)
                if why_not is not None:
                    self._bus.answer(order, why_not)
            else:
                self._assigns.append(order)

    def assign(self, table: Table, *, idle: bool, begin: Callable[[AssignBody], None]) -> None:
        """Games that the club wants, and tables that it lets go; `begin` starts a game. Where that raises
        JournalError, it waits."""
        while self._assigns:
            body = self._assigns[0].read()
            if isinstance(body, AssignBody):
                why_not = self._seat(body, table, idle=idle, begin=begin)
            else:
                why_not = self.assignment.end(table, idle=idle)
            self._bus.answer(self._assigns.pop(0), why_not)

    def _seat(
        self, body: AssignBody, table: Table, *, idle: bool, begin: Callable[[AssignBody], None]
    ) -> Refusal | None:
        game = table.game
        assert game is not None
        if (why_not := self.assignment.unplayable(body)) is not None:
            return why_not
        if self.assignment.sitting == body and not game.finished:
            return None
        if (why_not := self.assignment.refuses(game, idle=idle)) is None:
            begin(body)
        return why_not

    def took(self, table: Table, event: Event) -> None:
        """An event counts."""
        if self.assignment.sitting is not None:
            self.outbox.feed(table, event)

    def shown(self, game: Game, findings: Sequence[Finding]) -> Sequence[Finding]:
        """What everybody may see of them: in a tournament nothing before the hand is over (K-ASSIST-02)."""
        return findings if self.assignment.sitting is None or at_its_end(game) else ()

    def publish(self, table: Table, now: float, findings: Sequence[Finding] = ()) -> None:
        """Publishes what the club has not received yet, the assignment, and what only referees may see."""
        self.outbox.turn(now)
        self._lend()
        self._judge(table, findings)
        assigned = self.assignment.view(table, self.outbox.log)
        if assigned != self._shown or not self._published:
            self._bus.show("assigned", assigned)
            self._shown, self._published = assigned, True

    def _judge(self, table: Table, findings: Sequence[Finding]) -> None:
        game = table.game
        assert game is not None
        hidden = () if self.shown(game, findings) else findings
        message = None
        if hidden:
            views = [finding_view(each, addresses(table.name, each.events)) for each in hidden]
            message = JudgedMessage(boot=self._boot, game=table.name, hand=len(game.history), findings=views)
        if message != self._judged:
            self._bus.show("judged", message)
            self._judged = message

    def _lend(self) -> None:
        """Pictures that the hub has asked for, to whoever asked."""
        for order, found in self._lender.ready():
            if isinstance(found, EvidenceMessage):
                self._bus.tell(f"evidence/{order.sender}", found)
            self._bus.answer(order, found if isinstance(found, Refusal) else None)

    def _sign_in(self, body: SignInBody) -> Refusal | None:
        sitting = self.assignment.sitting
        if sitting is None:
            return Refusal("nobody_assigned")
        message = SignInMessage(boot=self._boot, assignment=sitting.id, seat=body.seat, token=body.token)
        self._bus.tell("sign_in", message)
        return None

    def close(self) -> None:
        """What is owed lies in the journals."""
        self._lender.close()
        self.outbox.close()
