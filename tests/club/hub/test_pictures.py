"""Pictures fetched from tables: whole, bounded, and nothing that nobody has asked for."""

from __future__ import annotations

import threading
from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from club.hub import pictures as module
from club.hub.messages import BadMessageError
from club.hub.pictures import File, PictureError, Pictures
from contract.messages import EvidenceMessage, KeptView, Reply

PHOTO = b"\xff\xd8\xff" + bytes(range(256)) * 900 + b"\xff\xd9"
FILE = File("table-1", "g", 57)
Answer = Callable[[str, Mapping[str, Any]], EvidenceMessage | Reply | None]


class Far:
    """A table that answers as `answer` says; `asked` is what it was asked for."""

    def __init__(self, answer: Answer, *, there: bool = True, wait_s: float = 60.0) -> None:
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.pictures = Pictures(wait_s)
        self.pictures.send, self.pictures.there = self._sent, lambda _: there
        self._answer = answer

    def _sent(self, device: str, id_: str, name: str, body: Mapping[str, Any]) -> None:
        self.asked.append((name, dict(body)))
        found = self._answer(id_, body)
        if isinstance(found, EvidenceMessage):
            threading.Thread(target=self.pictures.received, args=(device, found)).start()
        elif found is not None:
            self.pictures.replied(device, found)


def pieces(data: bytes, size: int | None = None, piece: int = 100_000) -> Answer:
    """A table that has this file."""

    def answer(id_: str, body: Mapping[str, Any]) -> EvidenceMessage:
        at = body["offset"]
        fields = {"offset": at, "size": len(data) if size is None else size}
        return EvidenceMessage.model_construct(
            id=id_, **fields, data=b64encode(data[at : at + piece]).decode(), kept=[]
        )

    return answer


def refused(answer: Answer, file: File = FILE, wait_s: float = 60.0) -> PictureError:
    with pytest.raises(PictureError) as error:
        Far(answer, wait_s=wait_s).pictures.file(file)
    return error.value


def test_a_picture_comes_whole_piece_by_piece_and_once() -> None:
    far = Far(pieces(PHOTO))
    assert far.pictures.file(FILE) == PHOTO
    assert [body["offset"] for _, body in far.asked] == [0, 100_000, 200_000]
    assert far.asked[0] == (
        "evidence.get",
        {"game": "g", "line": 57, "clip": False, "opened": False, "offset": 0},
    )
    assert far.pictures.file(FILE) == PHOTO
    assert len(far.asked) == 3, "it is kept for the next who looks"


def test_the_lines_of_a_hand_are_reported() -> None:
    kept = KeptView(line=57, ts_ms=1, type="discarded", seat=2, picture=True, clip=False)
    far = Far(lambda id_, _: EvidenceMessage(boot="b", game="g", id=id_, kept=[kept]))
    assert far.pictures.of_hand("table-1", "g", 4) == [kept]
    assert far.asked == [("evidence.list", {"game": "g", "hand": 4})]


def test_a_table_that_is_not_there_is_not_waited_for() -> None:
    far = Far(pieces(PHOTO), there=False)
    with pytest.raises(PictureError, match="This table is not there") as error:
        far.pictures.file(FILE)
    assert error.value.passing
    assert far.asked == []


def test_a_table_that_does_not_answer_is_waited_for_only_so_long() -> None:
    error = refused(lambda *_: None, wait_s=0.1)
    assert (error.code, error.passing) == ("table_silent", True)


def test_what_the_table_refuses_is_said_with_its_reason() -> None:
    error = refused(lambda id_, _: Reply(id=id_, ok=False, code="not_now", rev=0, message="Nothing is kept."))
    assert (error.sentence, error.passing) == ("The table gives no picture: Nothing is kept.", False)


@pytest.mark.parametrize(
    "answer",
    [
        pieces(b"<html>" + PHOTO),
        pieces(b""),
        pieces(PHOTO, size=len(PHOTO) + 1),
        pieces(PHOTO, size=100_001),
        lambda id_, _: EvidenceMessage(boot="b", game="g", id=id_, offset=5, size=10, data="/9j/"),
    ],
)
def test_what_is_no_whole_picture_is_refused(answer: Answer) -> None:
    assert refused(answer).code == "picture_broken"


def test_a_clip_is_a_film_and_nothing_else() -> None:
    clip = File("table-1", "g", 57, clip=True)
    assert Far(pieces(b"RIFF" + bytes(500))).pictures.file(clip) == b"RIFF" + bytes(500)
    assert refused(pieces(PHOTO), clip).code == "picture_broken"


def test_a_picture_that_is_too_large_is_refused_with_its_first_piece() -> None:
    far = Far(pieces(PHOTO, size=module.LARGEST + 1))
    with pytest.raises(PictureError, match=rf"{module.LARGEST} at most"):
        far.pictures.file(FILE)
    assert len(far.asked) == 1


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROOM", 3 * len(PHOTO))
    far = Far(pieces(PHOTO, piece=len(PHOTO)))
    for line in range(5):
        far.pictures.file(File("table-1", "g", line))
    asked = len(far.asked)
    far.pictures.file(File("table-1", "g", 4))
    assert len(far.asked) == asked
    far.pictures.file(File("table-1", "g", 0))
    assert len(far.asked) == asked + 1


def test_what_just_fits_is_kept_and_of_more_the_oldest_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROOM", 2 * len(PHOTO))
    far = Far(pieces(PHOTO, piece=len(PHOTO)))
    lines = (1, 2, 1, 2, 3, 2, 3, 1)
    for line in lines:
        far.pictures.file(File("table-1", "g", line))
    assert [body["line"] for _, body in far.asked] == [1, 2, 3, 1]


def test_what_nobody_has_asked_this_table_for_is_refused() -> None:
    far = Far(lambda *_: None)
    with pytest.raises(BadMessageError, match="Nobody has asked"):
        far.pictures.received("table-1", EvidenceMessage(boot="b", game="g", id="evidence-1"))

    def forged(id_: str, _: Mapping[str, Any]) -> None:
        with pytest.raises(BadMessageError):
            far.pictures.received("table-2", EvidenceMessage(boot="b", game="g", id=id_, size=3, data="/9j/"))
        far.pictures.replied("table-2", Reply(id=id_, ok=False, code="not_now", rev=0))

    far = Far(forged, wait_s=0.1)
    with pytest.raises(PictureError) as error:
        far.pictures.file(FILE)
    assert error.value.code == "table_silent", "another table's answer counts for nothing"
