"""What people decide beside the game: a pause, calls for a referee, requests of the players, the clock.

Every change is a note in the journal before it counts, and a restart reads it back from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from contract.messages import (
    CallBody,
    ClockView,
    Pause,
    PauseBody,
    RefereeCall,
    SettleBody,
    SettleRequest,
    UndoRequest,
)
from contract.stored.codec import Json
from controller.public.snapshot import Beside
from controller.sentences.refusals import Refusal
from controller.table.journal import Record
from controller.table.round_clock import Limit, RoundClock
from controller.table.writer import Table
from engine.state.hand import Game

MARK_S: Final = 30.0
"""So often a running clock is written down: a power cut gives back no more than this."""
CALLS: Final = 20
"""Open calls at most; more than four people at a table cannot mean."""
PAUSED: Final = "pause"
CALLED: Final = "call"
CLOCK: Final = "clock"
UNDO: Final = "undo"
SETTLE: Final = "settle"
Uptime = Callable[[], tuple[str, int]]
"""Names this run of the computer, and its milliseconds; they go on while the service does not run."""


class TableRequests:
    """Changed by what people say; each method that changes something may raise JournalError, and then
    nothing has changed. `wall_ms` is the time of day, for people and records only."""

    def __init__(
        self,
        limit: Limit | None,
        wall_ms: Callable[[], int],
        uptime: Uptime | None = None,
    ) -> None:
        """`uptime` None: time stands still while the service does not run, as at a table in quick motion."""
        self._limit = limit
        self._wall_ms = wall_ms
        self._uptime = uptime
        self._clock = None if limit is None else RoundClock.full(limit)
        self._clock_ms = wall_ms()
        self._marked = 0.0
        self._ahead = False
        """The gong of the next game has sounded, and its first START has not come."""
        self._calls: dict[str, RefereeCall] = {}
        self.paused: Pause | None = None
        self.undo: UndoRequest | None = None
        self.settle: SettleRequest | None = None

    def restore(self, records: Sequence[Record], now: float) -> None:
        """Restores pause, calls and clock from the journal of the game; at `now` seconds of the table's
        clock."""
        for record in records:
            if record.kind == PAUSED:
                self.paused = Pause.model_validate(record.body) if record.body else None
            elif record.kind == CALLED:
                self._put(RefereeCall.model_validate(record.body["call"]), bool(record.body["done"]))
            elif record.kind == UNDO:
                self.undo = UndoRequest.model_validate(record.body) if record.body else None
            elif record.kind == SETTLE:
                self.settle = SettleRequest.model_validate(record.body) if record.body else None
            elif record.kind == CLOCK and self._limit is not None:
                self._clock = self._read(self._limit, record.body, now)
                self._ahead = bool(record.body["ahead"])

    def beside(self, game: Game) -> Beside:
        return Beside(self._shown(game), self.paused, tuple(self._calls.values()), self.undo, self.settle)

    def left_ms(self, now: float) -> int | None:
        return None if self._clock is None else self._clock.left(now)

    def turn(self, table: Table, game: Game, now: float) -> bool:
        """One turn of the main loop: the clock goes on. Whether the game is over now because its time is."""
        if self._clock is None:
            return False
        clock = self._clock
        if not self._ahead:
            clock = clock.stopped(now) if game.finished and clock.running else clock.watched(game, now)
        if clock != self._clock:
            self._set(table, clock, now)
        elif clock.running and now - self._marked >= MARK_S:
            self._note(table, clock, now, ahead=self._ahead)
        return clock.ends(game)

    # a pause

    def pause(self, table: Table, by: str, asked: PauseBody, now: float) -> Refusal | None:
        """Again by somebody else: the first one stands, the reason is the newest."""
        before = self.paused
        since = self._wall_ms() if before is None else before.since_ms
        stops = asked.clock and self._clock is not None and self._clock.running
        stands = stops or (before is not None and before.clock)
        paused = Pause(by=by, reason=asked.reason, since_ms=since, clock=stands)
        table.note(PAUSED, paused.model_dump(mode="json"))
        self.paused = paused
        if stops and self._clock is not None:
            self._set(table, self._clock.stopped(now), now)
        return None

    def resume(self, table: Table, now: float) -> Refusal | None:
        """The clock goes on where the pause had stopped it. A refusal when there is no pause."""
        if self.paused is None:
            return Refusal("not_paused")
        clock = self._clock
        if self.paused.clock and clock is not None and clock.begun and not clock.over:
            self._set(table, clock.started(now), now)
        table.note(PAUSED, {})
        self.paused = None
        return None

    # requests of the players

    def ask_undo(self, table: Table, asked: UndoRequest | None) -> None:
        """None ends it."""
        if asked != self.undo:
            table.note(UNDO, {} if asked is None else asked.model_dump(mode="json"))
            self.undo = asked

    def ask_settle(self, table: Table, asked: SettleRequest | None) -> None:
        """None ends it."""
        if asked != self.settle:
            table.note(SETTLE, {} if asked is None else asked.model_dump(mode="json"))
            self.settle = asked

    # calls for a referee

    def call(self, table: Table, name: str, by: str, asked: CallBody) -> Refusal | None:
        """A refusal when there are too many already; a seat that has called calls once."""
        if any(call.seat == asked.seat and call.by == by for call in self._calls.values()):
            return None
        if len(self._calls) >= CALLS:
            return Refusal("many_calls", n=CALLS)
        call = RefereeCall(id=name, seat=asked.seat, by=by, since_ms=self._wall_ms())
        self._settle(table, call, done=False)
        return None

    def answer(self, table: Table, asked: SettleBody) -> Refusal | None:
        """A refusal when there is no such call."""
        call = self._calls.get(asked.id)
        if call is None:
            return Refusal("call_settled")
        self._settle(table, call.model_copy(update={"answered": True}), done=asked.done)
        return None

    def _settle(self, table: Table, call: RefereeCall, *, done: bool) -> None:
        table.note(CALLED, {"call": call.model_dump(mode="json"), "done": done})
        self._put(call, done)

    def _put(self, call: RefereeCall, done: bool) -> None:
        if done:
            self._calls.pop(call.id, None)
        else:
            self._calls[call.id] = call

    # the clock

    def start_clock(self, table: Table, game: Game, now: float, left_ms: int | None = None) -> Refusal | None:
        """Starts the clock at the gong, or continues it after a pause; after a game starts that of the next.

        If the gong arrives late, `left_ms` is what is left of the round. Refused where the game has no time
        limit, or the time is over.
        """
        if self._limit is None or self._clock is None:
            return Refusal("no_limit")
        clock, ahead = self._clock, game.finished
        if ahead and not self._ahead:
            clock = RoundClock.full(self._limit)
        if clock.over:
            return Refusal("time_over")
        if not clock.running:
            if left_ms is not None and not clock.begun:
                clock = replace(clock, left_ms=min(clock.left_ms, left_ms + clock.bonus_ms))
            self._set(table, clock.started(now), now, ahead=ahead)
        return None

    def stop_clock(self, table: Table, now: float) -> Refusal | None:
        if self._clock is None or not self._clock.running:
            return Refusal("no_clock_runs")
        self._set(table, self._clock.stopped(now), now)
        return None

    def recall(self, table: Table, now: float) -> Refusal | None:
        """The gong was a mistake: nothing begins before the next one (K-GONG-02)."""
        if self._clock is None:
            return Refusal("no_limit")
        self._set(table, self._clock.recalled(), now, ahead=False)
        return None

    def add_time(
        self, table: Table, game: Game, ms: int, now: float, *, last: bool = False
    ) -> Refusal | None:
        """Time more or less; with `last` it is over, and the hand in play is the last one."""
        if self._clock is None:
            return Refusal("no_limit")
        clock = self._clock.added(ms, now)
        self._set(table, clock.ended(game) if last and not self._ahead else clock, now)
        return None

    def no_hand(self, game: Game) -> Refusal | None:
        """Why START may not begin a hand now; None when it may (K-GONG-02)."""
        if self.paused is not None:
            return Refusal("paused")
        if self._clock is None:
            return None
        gong = self._clock.limit.gong
        if game.finished:
            waits = gong and not self._ahead
            return Refusal("game_over") if waits else None
        if self._clock.deals_left(game) == 0:
            return Refusal("last_hand_over")
        waits = gong and not self._clock.begun
        return Refusal("before_gong") if waits else None

    def begin_hand(self, table: Table, now: float) -> None:
        """START was accepted: where no gong is waited for it is the first hand's that starts the clock."""
        if self._clock is not None and not self._clock.begun:
            self._set(table, self._clock.started(now), now)

    def limited(self, limit: Limit | None) -> None:
        """The game that begins has this limit of its own."""
        if limit != self._limit:
            self._limit, self._ahead = limit, False
            self._clock = None if limit is None else RoundClock.full(limit)

    def next_game(self, table: Table, limit: Limit | None, now: float) -> None:
        """Another game's journal begins, with this time limit: what stands is written there, too."""
        for call in list(self._calls.values()):
            self._settle(table, call, done=False)
        if limit is None:
            self._clock, self._ahead = None, False
        else:
            begun = self._clock if self._ahead and limit == self._limit else None
            self._set(table, begun or RoundClock.full(limit), now, ahead=False)
        self._limit = limit
        self.undo = self.settle = None

    def _shown(self, game: Game) -> ClockView | None:
        if self._clock is None:
            return None
        deals, ts_ms = self._clock.deals_left(game), self._clock_ms
        return ClockView(
            kind="round",
            running=self._clock.running,
            left_ms=self._clock.left_ms,
            ts_ms=ts_ms,
            bonus_ms=self._clock.bonus_ms,
            deals_left=deals,
            last_hand=deals == 1,
            over=self._clock.over,
        )

    def _set(self, table: Table, clock: RoundClock, now: float, *, ahead: bool | None = None) -> None:
        if clock.since is not None:
            clock = replace(clock, left_ms=clock.left(now), since=now)
        ahead = self._ahead if ahead is None else ahead
        self._note(table, clock, now, ahead=ahead)
        self._clock, self._clock_ms, self._ahead = clock, self._wall_ms(), ahead

    def _note(self, table: Table, clock: RoundClock, now: float, *, ahead: bool) -> None:
        """With its left time as of now, so that a jump of the time of day cannot move it."""
        computer, uptime = ("", 0) if self._uptime is None else self._uptime()
        body: dict[str, Json] = {
            "left_ms": clock.left(now),
            "running": clock.running,
            "bonus_ms": clock.bonus_ms,
            "allowed": clock.allowed,
            "begun": clock.begun,
            "ahead": ahead,
            "computer": computer,
            "uptime_ms": uptime,
        }
        table.note(CLOCK, body)
        self._marked = now

    def _read(self, limit: Limit, body: dict[str, Json], now: float) -> RoundClock:
        """On the same run of the computer the time of an outage counts; after a power cut nobody knows it."""
        left, running = int(body["left_ms"]), bool(body["running"])
        if running and self._uptime is not None:
            computer, uptime = self._uptime()
            if computer == body["computer"]:
                left = max(0, left - max(0, uptime - int(body["uptime_ms"])))
        since = now if running else None
        return RoundClock(limit, left, since, int(body["bonus_ms"]), body["allowed"], bool(body["begun"]))
