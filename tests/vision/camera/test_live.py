"""Living cameras: the newest picture, one sentence when there is none, and no waiting for the dead."""

from __future__ import annotations

import itertools
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import cv2
import numpy as np
import pytest

from runtime.tasks import Tasks
from tests.vision.camera.waiting import following, level, patient
from vision.camera import live
from vision.camera.frame import Pixels
from vision.camera.live import LiveCamera, bgr, stream, v4l2
from vision.camera.sources import CameraError


class Ticks:
    """A source that gives a picture every 10 ms, its number as its grey level, until `alive` is over."""

    def __init__(self, alive: float = 1e9) -> None:
        self.number, self.released = 0, threading.Event()
        self.exposed: list[tuple[str, float]] = []
        self.adjustable = True
        self.hangs, self.stuck = threading.Event(), threading.Event()
        self._end = time.monotonic() + alive

    def grab(self) -> bool:
        while self.hangs.is_set():
            self.stuck.set()
            time.sleep(0.01)
        time.sleep(0.01)
        self.number += 1
        return time.monotonic() < self._end

    def retrieve(self) -> Pixels | None:
        return np.full((4, 6, 3), self.number % 256, np.uint8)

    def expose(self, factor: float) -> bool:
        self.exposed.append((threading.current_thread().name, factor))
        return self.adjustable

    def release(self) -> None:
        self.released.set()


def opened(source: Ticks) -> LiveCamera:
    camera = LiveCamera("t", lambda: source, time.monotonic)
    camera.open()
    return camera


def test_a_slow_reader_gets_the_newest_picture() -> None:
    source = Ticks()
    camera = opened(source)
    first = level(camera.read())
    end = time.monotonic() + 60
    while source.number < first + 10:
        assert time.monotonic() < end
        time.sleep(0.01)
    before = time.monotonic()
    frame = camera.read()
    assert level(frame) > first + 8
    assert frame is not None
    assert frame.t >= before
    camera.close()
    assert source.released.wait(60)


def test_a_computer_that_decodes_too_slowly_has_late_pictures_and_not_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of one that is busy otherwise when a picture is there at last, each was thrown away."""
    monkeypatch.setattr(live, "WAIT_S", 0.005)
    source = Ticks()
    decodes = source.retrieve

    def slowly() -> Pixels | None:
        time.sleep(0.05)
        return decodes()

    monkeypatch.setattr(source, "retrieve", slowly)
    camera = opened(source)
    begun = time.monotonic()
    frames = []
    for _ in range(12):
        frames += [frame] if (frame := camera.read()) is not None else []
        time.sleep(0.15)
    camera.close()
    assert len(frames) >= 3
    assert all(frame.t >= begun for frame in frames)
    assert [frame.t for frame in frames] == sorted({frame.t for frame in frames})


def test_a_camera_that_hangs_holds_nobody_up() -> None:
    source = Ticks()
    camera = opened(source)
    assert camera.read() is not None
    source.hangs.set()
    assert source.stuck.wait(60)
    assert camera.read() is None
    camera.close()
    source.hangs.clear()
    assert source.released.wait(60)


def test_a_camera_that_ends_gives_nothing_and_can_be_opened_again() -> None:
    camera = opened(Ticks(alive=0.05))
    time.sleep(0.15)
    assert camera.read() is None
    camera = opened(Ticks())
    camera.open()
    assert camera.read() is not None
    camera.close()


def out_of_reach(tried: threading.Event) -> Callable[[], Ticks]:
    """A camera that does not answer, which shows when `tried` is set."""

    def connect() -> Ticks:
        tried.wait(60)
        raise CameraError("The camera t does not answer.")

    return connect


def test_a_camera_that_cannot_be_reached_is_reported_when_it_is_opened() -> None:
    tried = threading.Event()
    tried.set()
    with pytest.raises(CameraError, match="does not answer"):
        patient(LiveCamera("t", out_of_reach(tried), time.monotonic))


def test_a_camera_that_takes_long_holds_nobody_up_and_is_told_later() -> None:
    tried = threading.Event()
    camera = LiveCamera("t", out_of_reach(tried), time.monotonic)
    camera.open()
    assert camera.read() is None
    tried.set()
    with pytest.raises(CameraError, match="does not answer"):
        following(camera)


def test_a_closed_camera_is_not_read() -> None:
    with pytest.raises(CameraError, match="open it"):
        v4l2(0, time.monotonic).read()


def test_a_missing_device_gives_one_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CameraError, match="no camera at /dev/video97") as caught:
        patient(v4l2(97, time.monotonic))
    assert str(caught.value).count(".") == 1
    assert capfd.readouterr() == ("", "")


def test_a_device_that_is_no_camera_gives_one_sentence(
    tmp_path: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "video").write_bytes(b"no device")
    with pytest.raises(CameraError, match="gives no picture"):
        patient(v4l2(str(tmp_path / "video"), time.monotonic))
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("shape", [(4, 6), (4, 6, 1), (4, 6, 3), (4, 6, 4)])
def test_grey_and_alpha_become_bgr(shape: tuple[int, ...]) -> None:
    assert bgr(np.full(shape, 9, np.uint8), "t").shape == (4, 6, 3)


@pytest.mark.parametrize(
    "pixels",
    [
        np.zeros((4, 6, 2), np.uint8),
        np.zeros((4, 6, 3), np.float32),
        np.zeros((0, 6, 3), np.uint8),
        np.zeros(5, np.uint8),
    ],
)
def test_what_is_no_picture_is_one_sentence(pixels: np.ndarray[Any, Any]) -> None:
    with pytest.raises(CameraError, match="choose another mode"):
        bgr(pixels, "t")


class _Jpegs(BaseHTTPRequestHandler):
    """A camera in the network: 25 pictures a second, ever lighter, as a stream of JPEGs."""

    sent = 0

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=b")
        self.end_headers()
        try:
            for number in itertools.count():
                packed = cv2.imencode(".jpg", np.full((48, 64, 3), number % 250, np.uint8))[1].tobytes()
                head = f"--b\r\nContent-Type: image/jpeg\r\nContent-Length: {len(packed)}\r\n\r\n"
                self.wfile.write(head.encode() + packed + b"\r\n")
                _Jpegs.sent = number
                time.sleep(0.04)
        except OSError:
            return

    def log_message(self, *_: object) -> None:
        """Nothing on the terminal."""


@pytest.fixture
def server() -> Iterator[str]:
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), _Jpegs)
    httpd.daemon_threads = True
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{httpd.server_address[1]}/video"
    httpd.shutdown()
    httpd.server_close()


def test_a_camera_in_the_network_gives_its_newest_picture(server: str) -> None:
    camera = stream(server, time.monotonic)
    first = patient(camera)
    assert first.pixels.shape == (48, 64, 3)
    end = time.monotonic() + 60
    while _Jpegs.sent < level(first) + 30:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert max(level(following(camera)) for _ in range(5)) >= level(first) + 12, "not one after the other"
    camera.close()


def test_an_address_where_nothing_listens_is_one_sentence_without_its_password() -> None:
    camera = stream("rtsp://me:secret@127.0.0.1:9/live", time.monotonic)
    with pytest.raises(CameraError, match=r"rtsp://127\.0\.0\.1/live does not answer") as caught:
        patient(camera)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("url", ["", "/dev/video0", "rtsp://", "ftp://host/a"])
def test_what_is_no_address_is_one_sentence(url: str) -> None:
    with pytest.raises(CameraError, match="write rtsp://host/path"):
        stream(url, time.monotonic)


class Counted(Ticks):
    """Counts the pictures that were fetched from it, and says when each began."""

    def __init__(self) -> None:
        super().__init__()
        self.began: list[float] = []
        self.fetched = 0

    def grab(self) -> bool:
        alive = super().grab()
        self.began.append(time.monotonic())
        return alive

    def retrieve(self) -> Pixels | None:
        self.fetched += 1
        time.sleep(0.05)
        return super().retrieve()


def test_the_first_picture_is_taken_when_it_is_asked_for_and_carries_the_time_of_its_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = Counted()
    camera = LiveCamera("the first", lambda: source, time.monotonic)
    monkeypatch.setattr(live, "OPEN_S", 60.0)
    before = time.monotonic()
    camera.open()
    assert time.monotonic() - before < 30, "it waits for the camera, and no longer"
    time.sleep(0.2)
    assert source.fetched == 0, "nobody has asked yet"
    asked = time.monotonic()
    frame = camera.read()
    got = time.monotonic()
    assert frame is not None
    assert frame.camera == "the first"
    assert asked <= frame.t <= got - 0.05
    assert min(abs(frame.t - began) for began in source.began) < 0.04
    time.sleep(0.1)
    assert source.fetched == 1, "one was asked for"
    second = camera.read()
    assert second is not None
    assert second.t > frame.t
    camera.close()


def test_a_camera_that_fails_by_an_error_of_the_program_says_so_and_lets_its_source_go() -> None:
    class Broken(Ticks):
        def retrieve(self) -> Pixels | None:
            raise IndexError("no such plane")

    source, part = Broken(), Tasks().part("camera")
    camera = LiveCamera("t", lambda: source, time.monotonic, part)
    camera.open()
    assert camera.read() is None
    with pytest.raises(CameraError, match="failed by an error: it is opened again"):
        camera.read()
    assert source.released.wait(60)
    assert part.failures == 1, "whoever looks after the table learns of it"
    camera.close()


HELD = """
import time
from vision.camera.live import LiveCamera

class Slow:
    def grab(self):
        time.sleep(1.5)
        return True
    def retrieve(self): ...
    def release(self):
        print("released", flush=True)

camera = LiveCamera("t", Slow, time.monotonic)
camera.open()
camera.close()
print("closed", flush=True)
"""


def test_the_program_ends_after_a_camera_that_holds_its_thread() -> None:
    """Closing does not wait for it, the end of the program does: Python would abort within OpenCV."""
    run = subprocess.run(
        [sys.executable, "-c", HELD], capture_output=True, text=True, check=True, timeout=120
    )
    assert run.stdout.split() == ["closed", "released"]


def exposed(camera: LiveCamera, source: Ticks, count: int) -> list[float]:
    end = time.monotonic() + 60
    while len(source.exposed) < count and time.monotonic() < end:
        camera.read()
    return [factor for _, factor in source.exposed]


def test_a_camera_is_exposed_by_its_own_thread_between_two_pictures() -> None:
    source = Ticks()
    camera = opened(source)
    assert camera.expose(0.5)
    assert exposed(camera, source, 1) == [0.5]
    assert source.exposed[0][0] == "camera t"
    assert camera.expose(0.8)
    assert exposed(camera, source, 2) == [0.5, 0.8]
    camera.close()
    assert not camera.expose(0.8)


def test_a_camera_that_refuses_is_not_asked_again() -> None:
    source = Ticks()
    source.adjustable = False
    camera = opened(source)
    camera.expose(0.8)
    assert exposed(camera, source, 1) == [0.8]
    patient_until(lambda: not camera.expose(0.8))
    assert exposed(camera, source, 1) == [0.8]
    camera.close()


def patient_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)
