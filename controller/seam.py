"""The seam between a table and its club: what the club asks for, and what it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.assignment import Assignment
from controller.gate import Order
from controller.outbox import Outbox
from controller.round_clock import Limit
from controller.table import Table
from controller.topics import (
    AckBody,
    AssignBody,
    AssignedView,
    Name,
    SignInBody,
    SignInMessage,
)
from engine.events import Event
from engine.rules import Ruleset

if TYPE_CHECKING:
    from controller.mqtt import Bus

NAMES: Final[frozenset[Name]] = frozenset(("assign", "record.ack", "seat.sign_in"))
"""The commands that are heard here."""


class Seam:
    """`assignment` is what the club wants; `outbox` what it has not got yet."""

    def __init__(
        self, bus: Bus, data: Path, boot: str, limit: Limit | None = None, plays: Ruleset | None = None
    ) -> None:
        """`data` is the table's data directory; `limit` and `plays` as `Assignment` takes them."""
        self._bus = bus
        self._boot = boot
        self.assignment = Assignment(limit, plays)
        self.outbox = Outbox(bus, data, boot)
        self._assigns: list[Order] = []
        self._shown: AssignedView | None = None
        self._told = False

    def restore(self, table: Table) -> None:
        """As the journals say; `table` is the game in play."""
        self.assignment.restore(table.records)
        self.outbox.restore(table)

    def hear(self, orders: Iterable[Order]) -> None:
        """Commands of the club and of who signs in; `assign` waits for the disk."""
        for order in orders:
            body = order.read()
            if isinstance(body, AckBody):
                self._answer(order, self.outbox.acknowledge(body))
            elif isinstance(body, SignInBody):
                self._answer(order, self._sign_in(body))
            else:
                self._assigns.append(order)

    def assign(self, table: Table, *, idle: bool, begin: Callable[[AssignBody], None]) -> None:
        """Games that the club wants; `begin` starts one, or raises JournalError: then it waits."""
        while self._assigns:
            body = self._assigns[0].read()
            game = table.game
            assert isinstance(body, AssignBody)
            assert game is not None
            known = self.assignment.sitting == body and not game.finished
            why_not = None if known else self.assignment.refuses(body, game, idle=idle)
            if why_not is None and not known:
                begin(body)
            self._answer(self._assigns.pop(0), why_not)

    def took(self, table: Table, event: Event) -> None:
        """An event counts."""
        if self.assignment.sitting is not None:
            self.outbox.feed(table, event)

    def publish(self, table: Table, now: float) -> None:
        """What the club has not got yet, and what it has assigned."""
        self.outbox.turn(now)
        view = self.assignment.view(table)
        if view != self._shown or not self._told:
            self._bus.show("assigned", view)
            self._shown, self._told = view, True

    def _sign_in(self, body: SignInBody) -> str | None:
        sitting = self.assignment.sitting
        if sitting is None:
            return "The club has assigned nobody to this table."
        told = SignInMessage(boot=self._boot, assignment=sitting.id, seat=body.seat, token=body.token)
        self._bus.tell("sign_in", told)
        return None

    def _answer(self, order: Order, why_not: str | None) -> None:
        self._bus.answer(order, "not_now" if why_not else "ok", why_not or "")
