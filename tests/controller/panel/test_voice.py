"""What the table says aloud, in every language; a loudspeaker that is slow or missing holds nothing up."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from contract.messages import ClockView, EventMessage, Snapshot
from controller.config import VoiceSection
from controller.panel.voice import STALE_S, Announcer, Voice, voice_of
from runtime.tasks import Tasks
from words import offered

SNAPSHOTS = Path(__file__).resolve().parents[2] / "data" / "snapshots"


def shown(name: str, **changes: object) -> Snapshot:
    known = Snapshot.model_validate_json((SNAPSHOTS / f"{name}.json").read_text("utf-8"))
    return known.model_copy(update=changes)


def event(kind: str, **data: object) -> EventMessage:
    return EventMessage(game="g", seq=1, rev=1, ts_ms=0, type=kind, data=data)


def said(name: str, language: str = "en", before: str = "play") -> list[str]:
    announcer = Announcer(language)
    assert announcer.state(shown(before)) == []
    return [saying.text for saying in announcer.state(shown(name))]


def test_a_win_is_said_with_its_value() -> None:
    assert said("confirm_ron") == ["North: ron, haneman, 12000 points"]
    assert said("confirm_tsumo") == ["North: tsoo mo, 1 han 30 fu, 1100 points"]
    assert said("confirm_yakuman") == ["East: tsoo mo, yakuman, 48000 points"]
    assert len(said("confirm_double_ron")) == 2
    assert said("confirm_classical", before="play_classical") == ["North: mahjong, 500 points"]


def test_japanese_numbers_are_said_in_myriads() -> None:
    assert said("confirm_ron", "ja") == ["ぺーちゃ、ロン、はねまん、いちまんにせん てん"]
    assert said("confirm_tsumo", "ja")[0].endswith("、いち はん さんじゅう ふ、せんひゃく てん")


def test_draws_and_penalties_have_a_word() -> None:
    assert said("confirm_exhaustive") == ["Exhaustive draw"]
    assert said("confirm_abort") == ["Abortive draw"]
    assert said("confirm_chombo") == ["Chombo"]


def test_calls_are_said_with_the_seat_in_the_words_of_the_game() -> None:
    announcer = Announcer("en")
    pon = event("called", seat=3, meld={"type": "pon"})
    assert announcer.event(pon) == []
    announcer.state(shown("play"))
    assert [s.text for s in announcer.event(pon)] == ["South: pon"]
    assert [s.text for s in announcer.event(event("called", seat=0, meld={"type": "daiminkan"}))] == [
        "West: kan"
    ]
    assert [s.text for s in announcer.event(event("riichi_declared", seat=2))] == ["East: ree chee"]
    assert announcer.event(event("discarded", seat=2)) == []
    announcer.state(shown("play_classical"))
    assert announcer.event(pon)[0].text.endswith("pung")


def test_the_last_hand_is_said_once() -> None:
    announcer = Announcer("sv")
    announcer.state(shown("play"))
    last = shown("play", clock=ClockView(kind="round", last_hand=True, over=True))
    assert [s.text for s in announcer.state(last)] == ["Sista given"]
    assert announcer.state(last) == []


def test_a_new_service_repeats_nothing() -> None:
    assert Announcer("en").state(shown("confirm_ron")) == []
    assert said("confirm_ron", before="confirm_ron") == []


@pytest.mark.parametrize("language", offered("voice"))
def test_every_language_says_a_win(language: str) -> None:
    assert said("confirm_ron", language)


class Loudspeaker:
    """Says what it is given once it is let."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.free = threading.Event()

    def __call__(self, text: str) -> None:
        self.said.append(text)
        assert self.free.wait(10)

    def wait(self, n: int) -> None:
        end = time.monotonic() + 10
        while len(self.said) < n:
            assert time.monotonic() < end, self.said
            time.sleep(0.01)


def test_calls_that_come_late_are_left_out_and_results_are_not() -> None:
    speaker, now = Loudspeaker(), [1000.0]
    voice = Voice(Announcer("en"), speaker, lambda: now[0])
    voice.state(shown("play"))
    voice.event(event("riichi_declared", seat=2))
    speaker.wait(1)
    voice.event(event("called", seat=3, meld={"type": "pon"}))
    voice.state(shown("confirm_ron"))
    now[0] += STALE_S + 0.1
    speaker.free.set()
    speaker.wait(2)
    voice.close()
    assert speaker.said == ["East: ree chee", "North: ron, haneman, 12000 points"]


def test_a_silent_table_has_no_voice_and_a_missing_program_is_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert voice_of(VoiceSection(), Tasks()) is None
    monkeypatch.setenv("PATH", "")
    voice = voice_of(VoiceSection(enabled=True), Tasks())
    assert voice is not None
    voice.state(shown("play"))
    voice.state(shown("confirm_ron"))
    voice.close()
