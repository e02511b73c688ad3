"""The supervisor: what fails is logged, starts again within a budget, and ends a process that needs it."""

from __future__ import annotations

import asyncio
import logging
import queue
import re
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from runtime import tasks as supervisor
from runtime.parts import HUB, PARTS, TABLE
from runtime.tasks import BUDGET, BrokenError, Part, Pool, State, Tasks


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "PAUSES_S", (0.01,) * 5)


def until(true: Callable[[], bool], seconds: float = 60.0) -> bool:
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


class Worker:
    """Fails on what is no number; doubles the others."""

    def __init__(self, part: Part) -> None:
        self.items: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.done: list[int] = []
        self.part = part

    def work(self) -> None:
        while not self.part.stopping.is_set():
            item = self.items.get()
            if item is None:
                return
            self.done.append(2 * int(item))  # type: ignore[call-overload]


def worker(tasks: Tasks, name: str = "voice") -> Worker:
    made = Worker(tasks.part(name))
    made.part.start(made.work)
    return made


def test_a_part_that_fails_is_reported_logged_with_its_traceback_and_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    tasks = Tasks()
    one = worker(tasks)
    one.items.put("poison")
    one.items.put(4)
    assert until(lambda: one.done == [8])
    assert [(part.name, part.state) for part in tasks.troubled] == [("voice", State.RECOVERING)]
    assert (one.part.failures, one.part.restarts) == (1, 1)
    assert "part=voice starts again: ValueError" in caplog.text
    assert "invalid literal for int() with base 10: 'poison'" in caplog.text
    assert 'File "' in caplog.text
    one.items.put(None)
    one.part.end(2)
    assert not one.part.alive


def test_a_part_that_runs_steadily_again_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "STEADY_S", 0.2)
    tasks = Tasks()
    one = worker(tasks)
    one.items.put("poison")
    assert until(lambda: bool(tasks.troubled))
    assert until(lambda: not tasks.troubled)
    assert one.part.state is State.RUNNING
    one.items.put(None)
    assert until(lambda: one.part.state is State.ENDED)
    assert not tasks.troubled


def test_beyond_its_budget_a_part_that_is_not_needed_stays_failed_and_is_tried_again_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(supervisor, "LATER_S", 0.3)
    tasks = Tasks()
    one = worker(tasks)
    for _ in range(BUDGET + 1):
        one.items.put("poison")
    one.items.put(4)
    assert until(lambda: one.part.state is State.FAILED)
    assert one.done == []
    assert tasks.doomed is None
    tasks.check()
    assert until(lambda: one.done == [8])
    assert one.part.state is State.RECOVERING
    one.items.put(None)
    one.part.end(2)


def test_beyond_its_budget_a_needed_part_ends_the_process_within_seconds(
    caplog: pytest.LogCaptureFixture,
) -> None:
    tasks = Tasks()
    ended = threading.Event()
    tasks.on_doom(ended.set)
    one = worker(tasks, "web")
    for _ in range(BUDGET):
        one.items.put("poison")
    one.items.put(4)
    assert until(lambda: one.done == [8])
    assert tasks.doomed is None
    one.items.put("poison")
    assert ended.wait(60)
    assert tasks.doomed == "web"
    assert "part=web ends the process with exit code 70" in caplog.text
    with pytest.raises(BrokenError, match="without one part, the web server"):
        tasks.check()
    one.part.end(2)
    assert not one.part.alive


def test_failures_that_lie_long_back_count_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "WINDOW_S", 0.05)
    part = Tasks().part("web")
    for _ in range(2 * BUDGET):
        part.failed(ValueError())
        time.sleep(0.02)
    assert part.state is State.RECOVERING


def test_pauses_grow() -> None:
    part = Tasks().part("voice")
    supervisor_pauses = [part.failed(ValueError()) for _ in range(BUDGET + 1)]
    assert supervisor_pauses == [*supervisor.PAUSES_S, supervisor.LATER_S]


def test_an_item_that_slips_is_reported_and_costs_no_restart(caplog: pytest.LogCaptureFixture) -> None:
    tasks = Tasks()
    part = tasks.part("mqtt")
    guarded = part.guard(int)
    assert guarded("7") == 7
    for _ in range(50):
        assert guarded("x") is None
    assert part.failures == 50
    assert tasks.troubled == [part]
    assert tasks.doomed is None
    assert caplog.text.count("part=mqtt leaves an item out: ValueError") == BUDGET


def test_errors_of_a_pool_are_reported_also_where_nobody_reads_them() -> None:
    tasks = Tasks()
    part = tasks.part("evidence-lent")
    with Pool(part, 1, expected=(KeyError,)) as pool:
        pool.submit(int, "7").result()
        pool.submit(dict[int, int]().__getitem__, 1)
        assert pool.submit(int, "8").result() == 8
        assert part.failures == 0
        pool.submit(int, "x")
        assert pool.submit(int, "9").result() == 9
    assert part.failures == 1


def test_tasks_of_an_event_loop_are_watched_too() -> None:
    tasks = Tasks()
    kept, loops = tasks.part("club-feed"), tasks.part("club-web")
    seen: list[int] = []

    async def look() -> None:
        seen.append(1)
        if len(seen) == 1:
            raise ValueError("once")

    async def forgotten() -> None:
        raise KeyError("nobody reads it")

    async def main() -> None:
        tasks.adopt(asyncio.get_running_loop(), loops)
        asyncio.get_running_loop().call_soon(int, "x")
        asyncio.ensure_future(forgotten()).add_done_callback(kept.read)
        await kept.keep_task(look)

    asyncio.run(main())
    assert seen == [1, 1]
    assert (kept.failures, kept.restarts, loops.failures) == (2, 1, 1)


def test_a_part_that_hangs_is_reported_with_the_place_and_ends_the_process_where_it_is_needed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervisor, "LOOK_S", 0.02)
    tasks = Tasks()
    free = threading.Event()
    link, main = tasks.part("machine-link"), tasks.part("main")

    def hangs() -> None:
        link.beat()
        free.wait(10)
        while not link.stopping.wait(0.005):
            link.beat()

    link.start(hangs)
    tasks.watch(link, 0.2)
    assert until(lambda: link.state is State.STUCK)
    assert tasks.doomed is None
    assert until(lambda: "part=machine-link hangs" in caplog.text)
    assert "free.wait(10)" in caplog.text
    free.set()
    assert until(lambda: link.state is State.RUNNING)
    tasks.watch(main, 0.2)
    assert until(lambda: tasks.doomed == "main")
    said = next(record.getMessage() for record in caplog.records if "part=main hangs" in record.getMessage())
    assert 'tasks.doomed == "main"' in said, "the place in the thread that watched it, which is this one"
    link.end(2)
    tasks.close()


def test_a_process_that_does_not_end_in_order_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    cut = threading.Event()
    monkeypatch.setattr(supervisor, "GRACE_S", 0.05)
    monkeypatch.setattr(supervisor, "_cut_off", cut.set)
    tasks = Tasks()
    tasks.end_hard()
    tasks.part("main").fatal(ValueError())
    assert cut.wait(60)


def test_a_part_that_nobody_wrote_down_does_not_start() -> None:
    with pytest.raises(KeyError):
        Tasks().part("something new")


def test_what_ends_ends_also_in_the_middle_of_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "PAUSES_S", (30.0,) * 5)
    one = worker(Tasks())
    one.items.put("poison")
    assert until(lambda: one.part.failures == 1)
    begun = time.monotonic()
    one.part.end(25)
    assert time.monotonic() - begun < 15
    assert not one.part.alive


def test_table_and_hub_agree_on_the_parts_that_both_have() -> None:
    assert all(TABLE[name] == HUB[name] for name in TABLE.keys() & HUB.keys())
    assert set(PARTS) == {*TABLE, *HUB}
    assert all(about.does.startswith(("the ", "a ")) for about in PARTS.values())


def test_no_thread_and_no_pool_begins_beside_the_supervisor() -> None:
    """A part that nobody watches would die unheard."""
    allowed = {
        "runtime/tasks.py",
        "vision/camera/live.py",  # opened again by `SteadyCamera`, and reports itself
        "controller/bus/mqtt.py",
    }
    root = Path(supervisor.__file__).parents[1]
    rooms = ("upkeep", "controller", "club", "firmware_bridge", "runtime", "vision", "engine")
    found = {
        str(path.relative_to(root))
        for room in rooms
        for path in (root / room).rglob("*.py")
        if "train" not in path.parts and "node_modules" not in path.parts
        if re.search(r"\b(Thread|ThreadPoolExecutor)\(|\(threading\.Thread\)", path.read_text("utf-8"))
    }
    assert found == allowed
    assert issubclass(Pool, ThreadPoolExecutor)


def test_the_log_is_not_written_below_errors(caplog: pytest.LogCaptureFixture) -> None:
    Tasks().part("voice").slipped(ValueError("x"))
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


def test_a_part_that_begins_again_is_running() -> None:
    """As when the bus goes on with an older protocol: another thread takes the part over."""
    part, free = Tasks().part("mqtt"), threading.Event()
    part.keep(lambda: None)
    assert part.state is State.ENDED
    thread = threading.Thread(target=part.keep, args=(free.wait,))
    thread.start()
    assert until(lambda: part.state is State.RUNNING)
    free.set()
    thread.join()
    assert part.state is State.ENDED
