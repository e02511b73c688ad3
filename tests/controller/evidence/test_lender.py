"""What a club's hub may have of the evidence: games of its own, in pieces, and no concealed hand in play."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator
from typing import Any

import pytest

from contract.messages import EvidenceMessage
from contract.roles import Role
from controller.bus.gate import Order
from controller.evidence.lender import MOST, PIECE, Lender
from controller.evidence.store import CLIP, PICTURE, Store
from controller.sentences.refusals import Refusal
from engine.state import events as ev
from firmware_bridge.message import MachineState
from tests.controller.club_link.sitting import assign, play
from tests.controller.desk import Desk
from tests.controller.given import hand

PHOTO = b"\xff\xd8" + bytes(range(256)) * 1000 + b"\xff\xd9"


class Counter:
    """A table that has played one hand of an assigned game, and is in its second."""

    def __init__(self, desk: Desk, *, bare: bool = False) -> None:
        self.desk = desk
        desk.machine(MachineState.READY)
        assign(desk, clock="none")
        play(desk, *hand().events)
        play(desk, *hand(1).events[:-1])
        self.game = desk.service.table.name
        self.store = Store(desk.folder, 50_000_000)
        self.store.open()
        self.lender = Lender(desk.folder, "boot", bare=bare)

    def line(self, kind: type[ev.Event], number: int = 0) -> int:
        """Of the journal: the event of this kind, counted from 0."""
        found = [r.seq for r in self.desk.service.table.records if isinstance(r.event, kind)]
        return found[number]

    def order(self, name: Any, **body: object) -> Order:
        known = {"game": self.game}
        return Order(id="q", by="hub-club", name=name, body=known | body, role=Role.HUB, sender="hub-club")

    def ask(self, name: Any, **body: object) -> EvidenceMessage | Refusal:
        assert self.lender.ask(self.order(name, **body)) is None
        return next(self.answers())

    def answers(self) -> Iterator[EvidenceMessage | Refusal]:
        end = time.monotonic() + 10
        while time.monotonic() < end:
            yield from (found for _, found in self.lender.ready())
            time.sleep(0.005)

    def kept(self, number: int) -> list[int]:
        """The lines of a hand of which the lender tells."""
        answer = self.ask("evidence.list", hand=number)
        assert isinstance(answer, EvidenceMessage)
        return [each.line for each in answer.kept]


@pytest.fixture
def counter(desk: Desk) -> Iterator[Counter]:
    made = Counter(desk)
    yield made
    made.lender.close()


def test_the_pictures_of_a_hand_are_named_with_what_happened(counter: Counter) -> None:
    first, second = counter.line(ev.Discarded), counter.line(ev.HandStarted, 1) + 4
    counter.store.put(counter.game, first, PICTURE, PHOTO)
    counter.store.put(counter.game, first, CLIP, b"RIFF")
    counter.store.put(counter.game, second, PICTURE, PHOTO)
    answer = counter.ask("evidence.list", hand=0)
    assert isinstance(answer, EvidenceMessage)
    (kept,) = answer.kept
    record = counter.desk.service.table.records[first]
    assert isinstance(record.event, ev.Discarded)
    assert (kept.line, kept.type, kept.seat, kept.ts_ms) == (
        *(first, "discarded", record.event.seat),
        record.ts_ms,
    )
    assert (kept.picture, kept.clip) == (True, True)
    assert (counter.kept(1), counter.kept(2)) == ([second], [])


def test_a_picture_comes_whole_in_pieces_of_their_size(counter: Counter) -> None:
    line = counter.line(ev.Discarded)
    counter.store.put(counter.game, line, PICTURE, PHOTO)
    data = b""
    while len(data) < len(PHOTO):
        answer = counter.ask("evidence.get", line=line, offset=len(data))
        assert isinstance(answer, EvidenceMessage)
        piece = base64.b64decode(answer.data)
        assert (answer.id, answer.size, answer.offset) == ("q", len(PHOTO), len(data))
        assert 0 < len(piece) <= PIECE
        data += piece
    assert data == PHOTO
    beyond = counter.ask("evidence.get", line=line, offset=len(PHOTO))
    assert isinstance(beyond, EvidenceMessage)
    assert beyond.data == ""


def test_what_is_not_kept_is_said(counter: Counter) -> None:
    counter.store.put(counter.game, 3, PICTURE, PHOTO)
    assert counter.ask("evidence.get", line=4) == Refusal("nothing_kept")
    assert counter.ask("evidence.get", line=3, clip=True) == Refusal("nothing_kept")


def test_a_game_that_the_club_has_not_assigned_is_none_of_its_business(desk: Desk) -> None:
    play(desk, *hand().events)
    name = desk.service.table.name
    store = Store(desk.folder, 10_000_000)
    store.open()
    store.put(name, 5, PICTURE, PHOTO)
    counter = Lender(desk.folder, "boot")
    for game in (name, "other", "..", "."):
        for asked in ("evidence.list", "evidence.get"):
            body = {"game": game} | ({"hand": 0} if asked == "evidence.list" else {"line": 5})
            order = Order(id="q", by="h", name=asked, body=body, role=Role.HUB, sender="hub-club")
            assert counter.ask(order) is None
    found: list[object] = []
    while len(found) < 8:
        found += [answer for _, answer in counter.ready()]
    assert found == [Refusal("game_not_lent")] * 8
    counter.close()


def test_pictures_with_standing_hands_wait_for_the_end_of_the_hand_or_for_a_judge(desk: Desk) -> None:
    counter = Counter(desk, bare=True)
    over, playing = counter.line(ev.Discarded), counter.line(ev.HandStarted, 1) + 4
    for line in (over, playing):
        counter.store.put(counter.game, line, PICTURE, PHOTO)
    assert isinstance(counter.ask("evidence.get", line=over), EvidenceMessage)
    assert "open the hands first (K-JUDGE-10)" in str(counter.ask("evidence.get", line=playing))
    assert isinstance(counter.ask("evidence.get", line=playing, opened=True), EvidenceMessage)
    play(desk, hand(1).events[-1])
    assert isinstance(counter.ask("evidence.get", line=playing), EvidenceMessage)
    counter.lender.close()


def test_too_many_questions_are_not_taken_in(counter: Counter) -> None:
    said = [counter.lender.ask(counter.order("evidence.list", hand=0)) for _ in range(MOST + 1)]
    assert said[:-1] == [None] * MOST
    assert "ask again in a moment" in str(said[-1])


def test_nobody_but_the_hub_may_ask(desk: Desk) -> None:
    for name, role in (("evidence.list", "hand"), ("evidence.get", "line")):
        assert desk.says(name, game="g", **{role: 1}).code == "forbidden"
        for device in ("referee-anna", "house-me", "table-table-1", "seat0-table-1", "technician-bo"):
            desk.bus.hear(device, id=f"{name}-{device}", by=device, name=name, body={"game": "g", role: 1})
            assert desk.bus.answers[-1].code == "forbidden"
