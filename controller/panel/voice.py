"""Spoken announcements: what the table says aloud, and the program that says it (espeak-ng of Debian).

The words are spelt for a speech synthesizer: seats go by their winds, since names may be written in
letters that it cannot read, and Japanese stands in kana. Speaking happens in a thread of its own; the
main loop only leaves sayings there.
"""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Final

from contract.messages import EventMessage, Phase, ResultView, Snapshot, WinView
from controller.config import VoiceSection
from runtime.tasks import Part, Tasks
from words import catalogue
from words.message import filled

PROGRAM: Final = "espeak-ng"
STALE_S: Final = 3.0
"""A call that could not be said by then is no news any more."""
LONGEST_S: Final = 15.0
_ABORTIVE: Final = "abortive"
_DIGITS: Final = tuple(
    tuple(row.split("・"))
    for row in (
        "・せん・にせん・さんぜん・よんせん・ごせん・ろくせん・ななせん・はっせん・きゅうせん",
        "・ひゃく・にひゃく・さんびゃく・よんひゃく・ごひゃく・ろっぴゃく・ななひゃく・はっぴゃく・きゅうひゃく",
        "・じゅう・にじゅう・さんじゅう・よんじゅう・ごじゅう・ろくじゅう・ななじゅう・はちじゅう・きゅうじゅう",
        "・いち・に・さん・よん・ご・ろく・なな・はち・きゅう",
    )
)
"""Thousands, hundreds, tens and ones as a Japanese voice reads them."""
_MYRIAD: Final = "まん"


@dataclass(frozen=True, slots=True)
class Saying:
    """`lasting`: worth saying also when others have to be said first, such as the value of a win."""

    text: str
    lasting: bool = False


class Announcer:
    """Chooses the words: one language, one table."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._words = catalogue(language, "voice")
        self._before: Snapshot | None = None

    def event(self, message: EventMessage) -> list[Saying]:
        """The word that a player said, with the seat; nothing before the first snapshot."""
        word, seat = _call(message), message.data.get("seat")
        if word is None or self._before is None or not isinstance(seat, int):
            return []
        own = self._words["classical"] if self._before.rules == "classical" else {}
        call = own.get(word, self._words["call"][word])
        return [Saying(self._say("called", wind=self._wind(seat), call=call))]

    def state(self, now: Snapshot) -> list[Saying]:
        """What is new about the result and the clock; what a new service finds on the table is not."""
        before, self._before = self._before, now
        if before is None:
            return []
        out = []
        if _last_hand(now) and not _last_hand(before):
            out.append(Saying(self._words["last_hand"], lasting=True))
        fresh = before.phase is not Phase.CONFIRM or before.result != now.result
        if now.phase is Phase.CONFIRM and now.result is not None and fresh:
            out += [Saying(text, lasting=True) for text in self._result(now.result)]
        return out

    def _result(self, result: ResultView) -> Iterator[str]:
        for win in result.wins:
            call = self._words["call"]["tsumo" if win.seat == win.source else "ron"]
            yield self._say(
                "win",
                wind=self._wind(win.seat),
                call=call,
                value=self._value(win),
                points=self._number(win.points),
            )
        for hand in (hand for hand in result.counted if hand.win_tile is not None):
            call = self._words["call"]["mahjong"]
            yield self._say("counted", wind=self._wind(hand.seat), call=call, points=self._number(hand.value))
        if not result.wins and not result.counted:
            yield self._words["end"].get(result.reason, self._words["end"][_ABORTIVE])

    def _say(self, key: str, **values: object) -> str:
        return filled(self._words[key], self._language, values)

    def _number(self, n: int) -> str:
        """The number as the synthesizer reads it; it does not count in myriads, as Japanese does."""
        if self._language != "ja":
            return str(n)
        high, low = (
            "".join(names[int(digit)] for names, digit in zip(_DIGITS, f"{part:04}", strict=True))
            for part in divmod(n, 10_000)
        )
        return high + _MYRIAD + low if high else low

    def _value(self, win: WinView) -> str:
        if win.yakuman > 1:
            return self._say("times_yakuman", n=win.yakuman)
        if win.limit is None and not win.yakuman:
            return self._say("han_fu", han=self._number(win.han), fu=self._number(win.fu))
        counted = win.limit == "yakuman" and not win.yakuman
        return str(self._words["limit"]["kazoe_yakuman" if counted else win.limit or "yakuman"])

    def _wind(self, seat: int) -> str:
        assert self._before is not None
        return str(self._words["wind"][self._before.seats[seat].wind])


def _call(message: EventMessage) -> str | None:
    """Wins are said with their value, once it is known."""
    if message.type == "called":
        meld = message.data["meld"]
        kind = meld["type"] if isinstance(meld, dict) else ""
        return kind if kind in ("chi", "pon") else "kan"
    return {"kan_declared": "kan", "riichi_declared": "riichi", "ready_declared": "ready"}.get(message.type)


def _last_hand(shown: Snapshot) -> bool:
    return shown.clock is not None and shown.clock.last_hand


class Voice:
    """Says one thing after the other, none over another; `run` says a text and returns when it is said."""

    def __init__(
        self,
        announcer: Announcer,
        run: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
        part: Part | None = None,
    ) -> None:
        self._announcer = announcer
        self._run = run
        self._clock = clock
        self._queue: SimpleQueue[tuple[float, Saying] | None] = SimpleQueue()
        self._part = part or Tasks().part("voice")
        self._part.start(self._speak)

    def event(self, message: EventMessage) -> None:
        self._leave(self._announcer.event(message))

    def state(self, now: Snapshot) -> None:
        self._leave(self._announcer.state(now))

    def close(self) -> None:
        """What is being said is said to its end, without waiting for it; the rest is not said."""
        self._part.stopping.set()
        self._queue.put(None)

    def _leave(self, sayings: list[Saying]) -> None:
        for saying in sayings:
            self._queue.put((self._clock(), saying))

    def _speak(self) -> None:
        while (item := self._queue.get()) is not None and not self._part.stopping.is_set():
            left, saying = item
            if saying.lasting or self._clock() - left <= STALE_S:
                self._run(saying.text)


def voice_of(config: VoiceSection, tasks: Tasks) -> Voice | None:
    """The voice that the configuration wishes; None for a silent table."""
    if not config.enabled:
        return None
    # 100 of 200 is the program's usual loudness.
    command = (PROGRAM, "-v", config.language, "-a", str(2 * config.volume), "--stdin")
    return Voice(Announcer(config.language), lambda text: _say(command, text), part=tasks.part("voice"))


def _say(command: tuple[str, ...], text: str) -> None:
    """Silent where the program or the sound is missing, which `jantaku doctor` reports."""
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(
            command,
            input=text,
            text=True,
            encoding="utf-8",
            capture_output=True,
            timeout=LONGEST_S,
            check=False,
        )
