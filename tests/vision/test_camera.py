"""The camera: newest frame only, and never a hang, whatever the device does."""

from __future__ import annotations

import pathlib
import queue
import sys
import threading
import types
from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest

from vision.camera import Camera, Patience, open_camera
from vision.frame import CameraState, Image
from vision.simulated import DEMO
from vision.sources import (
    CsiSource,
    RecordingSource,
    Source,
    StreamSource,
    UsbSource,
    holders_of,
    opener_of,
    own_camera,
)
from vision.video import CameraBusy, CameraError, CameraMissing, CameraTimeout, NotAPicture, frame_rate, frames

LIMIT_S = 5.0
CLIP = DEMO / "throw_event_blank.mp4"


def picture(grey: int) -> Image:
    return np.full((24, 32, 3), grey, np.uint8)


class Device:
    """A camera that does what the test says: it hands out what is put into it, raises it, or hangs meanwhile."""

    def __init__(self, live: bool = True) -> None:
        self.live = live
        self.does: queue.Queue[Image | CameraError | RuntimeError | None] = queue.Queue()
        self.opened = 0
        self.closed = threading.Event()

    def open(self) -> Source:
        self.opened += 1
        return self

    def grab(self) -> Image | None:
        what = self.does.get(timeout=LIMIT_S)
        if isinstance(what, Exception):
            raise what
        return what

    def close(self) -> None:
        self.closed.set()


class Bench:
    """A Camera on a Device, on a clock that only the test moves."""

    def __init__(self, device: Device | None = None, opener: Callable[[], Source] | None = None) -> None:
        self.device = device or Device()
        self.now_s = 100.0
        self.pauses_s: queue.Queue[float] = queue.Queue()
        self.go_on = threading.Semaphore(0)
        self.camera = Camera(
            "test", opener or self.device.open, Patience(), clock=lambda: self.now_s, pause=self._pause
        )

    def _pause(self, seconds: float) -> bool:
        """The wait before opening again lasts until the test lets it end."""
        self.pauses_s.put(seconds)
        return not self.go_on.acquire(timeout=LIMIT_S)

    def give(self, *what: Image | CameraError | RuntimeError | None) -> None:
        for item in what:
            self.device.does.put(item)

    def close(self) -> None:
        self.give(None)
        self.go_on.release()
        self.camera.close()

    def wait_for(self, state: CameraState) -> None:
        """Waits on the camera's own condition; fails after LIMIT_S."""
        with self.camera._news:
            assert self.camera._news.wait_for(lambda: self.camera._judge()[0] is state, LIMIT_S), self.camera.sentence


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.close()


class TestFrames:
    def test_come_with_number_and_time(self, bench: Bench) -> None:
        bench.give(picture(10))
        first = bench.camera.frame(timeout_s=LIMIT_S)
        assert first is not None
        bench.now_s += 0.5
        bench.give(picture(20))
        second = bench.camera.frame(after=first.seq, timeout_s=LIMIT_S)
        assert second is not None
        assert (first.seq, first.t_s, second.seq, second.t_s) == (1, 100.0, 2, 100.5)
        assert second.image[0, 0, 0] == 20

    def test_only_the_newest_is_kept(self, bench: Bench) -> None:
        bench.give(*(picture(grey) for grey in range(50)))
        assert bench.camera.frame(after=49, timeout_s=LIMIT_S) is not None
        newest = bench.camera.frame()
        assert newest is not None
        assert (newest.seq, newest.image[0, 0, 0]) == (50, 49)

    def test_that_do_not_come_are_not_waited_for(self, bench: Bench) -> None:
        assert bench.camera.frame(timeout_s=0.0) is None
        assert bench.camera.state is CameraState.OPENING

    def test_that_repeat_the_one_before_are_no_news(self, bench: Bench) -> None:
        bench.give(picture(10), picture(10), picture(10), picture(20))
        second = bench.camera.frame(after=1, timeout_s=LIMIT_S)
        assert second is not None
        assert (second.seq, second.image[0, 0, 0]) == (2, 20)

    def test_of_a_recording_may_repeat(self) -> None:
        bench = Bench(Device(live=False))
        bench.give(picture(10), picture(10))
        assert bench.camera.frame(after=1, timeout_s=LIMIT_S) is not None
        bench.close()

    def test_fps_is_measured(self, bench: Bench) -> None:
        assert bench.camera.fps == 0.0
        for seq in range(8):
            bench.give(picture(seq))
            assert bench.camera.frame(after=seq, timeout_s=LIMIT_S) is not None
            bench.now_s += 0.125
        assert bench.camera.fps == pytest.approx(8.0)


class TestState:
    def test_a_camera_that_does_not_open_is_lost_after_a_while(self) -> None:
        stuck = threading.Event()

        def hang() -> Source:
            stuck.wait(LIMIT_S)
            raise CameraError("gave up")

        bench = Bench(opener=hang)
        assert bench.camera.state is CameraState.OPENING
        bench.now_s += 9
        assert bench.camera.state is CameraState.LOST
        assert "does not answer" in bench.camera.sentence
        stuck.set()
        bench.close()

    def test_closing_does_not_wait_for_a_driver_that_hangs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        bench = Bench()
        waited: list[float | None] = []
        monkeypatch.setattr(bench.camera._thread, "join", lambda timeout=None: waited.append(timeout))
        bench.camera.close()
        assert waited == [1.0]
        assert bench.camera.state is CameraState.ENDED
        monkeypatch.undo()
        bench.close()

    def test_silence_is_a_lost_camera(self, bench: Bench) -> None:
        bench.give(picture(10))
        assert bench.camera.frame(timeout_s=LIMIT_S) is not None
        assert bench.camera.state is CameraState.LIVE
        bench.now_s += 4
        assert bench.camera.state is CameraState.LOST
        assert "nothing for 4 seconds" in bench.camera.sentence
        assert bench.camera.fps == 0.0
        bench.give(picture(20))
        assert bench.camera.frame(after=1, timeout_s=LIMIT_S) is not None
        assert bench.camera.state is CameraState.LIVE

    def test_the_same_picture_for_long_is_a_frozen_camera(self, bench: Bench) -> None:
        bench.give(picture(10))
        assert bench.camera.frame(timeout_s=LIMIT_S) is not None
        for _ in range(5):
            bench.now_s += 1
            bench.give(picture(10))
            with bench.camera._news:
                assert bench.camera._news.wait_for(lambda: bench.camera._since_s == bench.now_s, LIMIT_S)
        bench.wait_for(CameraState.FROZEN)
        assert "repeats one picture" in bench.camera.sentence
        bench.give(picture(11))
        assert bench.camera.frame(after=1, timeout_s=LIMIT_S) is not None
        assert bench.camera.state is CameraState.LIVE

    def test_a_recording_ends(self, bench: Bench) -> None:
        bench.give(picture(10), None)
        bench.wait_for(CameraState.ENDED)
        assert bench.camera.frame(after=1, timeout_s=LIMIT_S) is None
        assert bench.device.closed.wait(LIMIT_S)

    def test_a_driver_that_raises_something_unknown_is_told_and_logged(
        self, bench: Bench, caplog: pytest.LogCaptureFixture
    ) -> None:
        bench.give(RuntimeError("bad driver"))
        bench.wait_for(CameraState.LOST)
        assert "bad driver" in bench.camera.sentence
        assert any(record.exc_info for record in caplog.records)

    def test_closed_twice_it_has_ended(self, bench: Bench) -> None:
        with bench.camera as camera:
            bench.give(None)
        camera.close()
        assert camera.state is CameraState.ENDED


class TestReopening:
    def test_a_lost_camera_is_opened_again(self, bench: Bench) -> None:
        bench.give(picture(10), CameraError("cable out"))
        assert bench.pauses_s.get(timeout=LIMIT_S) == 0.5
        assert bench.camera.state is CameraState.LOST
        assert "cable out" in bench.camera.sentence
        assert bench.device.closed.is_set()
        bench.go_on.release()
        bench.give(picture(20))
        frame = bench.camera.frame(after=1, timeout_s=LIMIT_S)
        assert frame is not None
        assert (frame.seq, bench.device.opened, bench.camera.state) == (2, 2, CameraState.LIVE)

    def test_ever_more_seldom_until_it_works_once(self, bench: Bench) -> None:
        waits_s = []
        for _ in range(7):
            bench.give(CameraError("still out"))
            waits_s.append(bench.pauses_s.get(timeout=LIMIT_S))
            bench.go_on.release()
        bench.give(picture(10), CameraError("out again"))
        waits_s.append(bench.pauses_s.get(timeout=LIMIT_S))
        assert waits_s == [0.5, 1, 2, 4, 8, 8, 8, 0.5]


class TestSpelling:
    @pytest.mark.parametrize("text", ["", "nowhere.mp4", "usb", "ftp://x/y", "/dev/ttyUSB7"])
    def test_that_is_no_camera_is_refused_with_what_there_is(self, text: str) -> None:
        with pytest.raises(CameraMissing, match=r"is no camera: write 0 or .* \(this machine has"):
            open_camera(text)

    @pytest.mark.parametrize("text", ["0", "/dev/video3", "csi", "http://phone:8080/video", "rtsp://cam/1"])
    def test_of_a_device_opens_nothing_yet(self, text: str) -> None:
        assert callable(opener_of(text))

    def test_of_a_video_plays_it(self) -> None:
        with open_camera(str(CLIP)) as camera:
            frame = camera.frame(timeout_s=LIMIT_S)
        assert frame is not None
        assert frame.image.shape == (480, 640, 3)

    def test_of_a_device_that_is_not_there_is_lost_with_the_remedy(self) -> None:
        with open_camera("/dev/video98") as camera, camera._news:
            assert camera._news.wait_for(lambda: camera._state is CameraState.LOST, LIMIT_S)
            assert "there is no /dev/video98: plug the camera in" in camera._judge()[1]


class TestUsb:
    def test_missing_lists_what_there_is(self, tmp_path: pathlib.Path) -> None:
        for name in ("video10", "video2"):
            (tmp_path / name).touch()
        with pytest.raises(CameraMissing, match=r"no .*video0: .*there is .*video2, .*video10"):
            UsbSource(0, devices=tmp_path)

    def test_what_is_no_camera_says_so(self, tmp_path: pathlib.Path) -> None:
        (tmp_path / "video0").touch()
        with pytest.raises(CameraError, match=r"video0 cannot be opened: .*usermod -aG video"):
            UsbSource(0, devices=tmp_path)

    def test_busy_names_the_holder(self, tmp_path: pathlib.Path) -> None:
        device = tmp_path / "video0"
        with device.open("w"), pytest.raises(CameraBusy, match=r"held by .*\(process \d+\): stop that program"):
            UsbSource(0, devices=tmp_path)

    def test_a_process_that_may_not_be_looked_into_holds_nothing(self, tmp_path: pathlib.Path) -> None:
        (tmp_path / "123").mkdir()
        assert holders_of(tmp_path / "video0", processes=tmp_path) == []


class TestCsi:
    def test_without_picamera2_tells_how_to_get_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "picamera2", None)
        with pytest.raises(CameraMissing, match="sudo apt install python3-picamera2"):
            CsiSource()

    @pytest.mark.parametrize(
        ("raised", "error", "told"),
        [
            (IndexError("list index out of range"), CameraMissing, "check the ribbon cable"),
            (RuntimeError("Camera __init__ sequence did not complete."), CameraBusy, "held by another program"),
        ],
    )
    def test_that_fails_says_why(
        self, monkeypatch: pytest.MonkeyPatch, raised: Exception, error: type[CameraError], told: str
    ) -> None:
        def fail() -> None:
            raise raised

        monkeypatch.setitem(sys.modules, "picamera2", types.SimpleNamespace(Picamera2=fail))
        with pytest.raises(error, match=told):
            CsiSource()

    def test_gives_pictures_and_lets_go(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[str] = []

        class Picamera2:
            def create_video_configuration(self, main: dict[str, object]) -> dict[str, object]:
                return main

            def configure(self, main: dict[str, object]) -> None:
                asked.append(f"{main['size']} {main['format']}")

            def start(self) -> None:
                asked.append("start")

            def capture_array(self, stream: str) -> Image:
                return picture(7)

            def close(self) -> None:
                asked.append("close")

        monkeypatch.setitem(sys.modules, "picamera2", types.SimpleNamespace(Picamera2=Picamera2))
        source = CsiSource()
        assert source.grab()[0, 0, 0] == 7
        source.close()
        assert asked == ["(1280, 720) RGB888", "start", "close"]


class TestStream:
    def test_that_nobody_sends_says_so(self) -> None:
        with pytest.raises(CameraTimeout, match=r"127\.0\.0\.1:9/video sends no video: check that the phone"):
            StreamSource("http://127.0.0.1:9/video")


class TestRecording:
    def test_is_played_in_real_time(self) -> None:
        now_s = [0.0]
        pauses_s: list[float] = []

        def pause(seconds: float) -> None:
            pauses_s.append(seconds)
            now_s[0] += seconds

        source = RecordingSource(CLIP, clock=lambda: now_s[0], pause=pause)
        for _ in range(25):
            assert source.grab() is not None
        assert now_s[0] == pytest.approx(1.0)
        source.close()
        assert source.grab() is None

    def test_of_a_video_tells_its_time(self) -> None:
        played = list(frames(CLIP))
        assert [f.seq for f in played] == list(range(1, 56))
        assert played[-1].t_s == pytest.approx(54 / 24)
        assert frame_rate(CLIP) == 24

    def test_of_a_folder_goes_by_name(self, tmp_path: pathlib.Path) -> None:
        for grey in (30, 10, 20):
            cv2.imwrite(str(tmp_path / f"{grey}.png"), picture(grey))
        (tmp_path / "notes.txt").touch()
        assert [(f.t_s, f.image[0, 0, 0]) for f in frames(tmp_path)] == [(0.0, 10), (1.0, 20), (2.0, 30)]
        assert frame_rate(tmp_path) == 1.0

    def test_of_an_empty_folder_says_so(self, tmp_path: pathlib.Path) -> None:
        with pytest.raises(CameraMissing, match=r"holds no pictures: it should hold \.png"):
            frames(tmp_path)

    def test_of_a_broken_picture_names_it(self, tmp_path: pathlib.Path) -> None:
        (tmp_path / "broken.png").write_bytes(b"no picture")
        with pytest.raises(NotAPicture, match=r"broken\.png is no picture"):
            list(frames(tmp_path))


class TestOwnCamera:
    """Which camera a Pi uses when nobody names one."""

    def test_none_is_plugged_in(self, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "picamera2", None)
        assert own_camera(tmp_path) is None

    @pytest.mark.parametrize(
        ("ids", "spelling"),
        [
            ([], "video0"),
            (["/base/soc/i2c0mux/i2c@1/imx708@1a"], "csi"),
            (["/base/scb/pcie@7d500000/usb@0,0-1:1.0"], "video0"),
        ],
    )
    def test_the_ribbon_cable_comes_before_usb(
        self, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, ids: list[str], spelling: str
    ) -> None:
        found = types.SimpleNamespace(global_camera_info=lambda: [{"Id": i} for i in ids])
        monkeypatch.setitem(sys.modules, "picamera2", types.SimpleNamespace(Picamera2=found))
        (tmp_path / "v4l" / "by-id").mkdir(parents=True)
        (tmp_path / "video0").touch()
        (tmp_path / "v4l" / "by-id" / "usb-Maker_Webcam-video-index0").symlink_to("../../video0")
        assert own_camera(tmp_path) == (spelling if spelling == "csi" else str(tmp_path / spelling))
