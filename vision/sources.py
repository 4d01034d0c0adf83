"""Sources of live pictures: USB camera, CSI camera, network stream, recording. Each is grabbed from by one thread."""

from __future__ import annotations

import importlib
import pathlib
import re
import time
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import cv2
import numpy as np

from vision.frame import Frame, Image
from vision.video import CameraBusy, CameraError, CameraMissing, CameraTimeout, frame_rate, frames

WIDTH_PX, HEIGHT_PX = 1280, 720
_NETWORK_MS = 5000
_DEVICES = pathlib.Path("/dev")
_PROCESSES = pathlib.Path("/proc")


class Source(Protocol):
    """An open camera. Constructing one opens it and may take seconds; so may `grab`."""

    live: bool
    """Whether the pictures come from a sensor, so that two of them are never quite the same."""

    def grab(self) -> Image | None:
        """The next picture; None once a recording has ended. Raises CameraError when the camera is gone."""

    def close(self) -> None: ...


Opener = Callable[[], Source]


def opener_of(spelling: str) -> Opener:
    """What opens the camera of this spelling; nothing is opened yet. See `open_camera` for the spellings.

    Raises CameraMissing for a text that can never become a camera."""
    if spelling == "csi":
        return CsiSource
    if re.match(r"(https?|rtsps?)://", spelling):
        return lambda: StreamSource(spelling)
    device = re.fullmatch(r"(?:/dev/video)?(\d+)", spelling)
    if device:
        return lambda: UsbSource(int(device[1]))
    path = pathlib.Path(spelling)
    if spelling and path.exists():
        return lambda: RecordingSource(path)
    raise CameraMissing(
        f"{spelling!r} is no camera: write 0 or /dev/video0 for a USB camera, csi for the Raspberry Pi camera, "
        f"http://... or rtsp://... for a network camera, or the path of a video or a folder of pictures"
        f" (this machine has {_present()})"
    )


def own_camera(devices: pathlib.Path = _DEVICES) -> str | None:
    """The spelling of the camera that is plugged into this machine: a ribbon cable's first, else a USB one's."""
    if _ribbon_cameras():
        return "csi"
    usb = sorted((devices / "v4l" / "by-id").glob("usb-*-video-index0"))
    return str(usb[0].resolve()) if usb else None


def _ribbon_cameras() -> list[Any]:
    try:
        module: Any = importlib.import_module("picamera2")
    except ImportError:
        return []
    return [c for c in module.Picamera2.global_camera_info() if "/usb" not in c["Id"]]


class UsbSource:
    """A USB camera through V4L2."""

    live = True

    def __init__(self, number: int, devices: pathlib.Path = _DEVICES) -> None:
        device = devices / f"video{number}"
        if not device.exists():
            raise CameraMissing(
                f"there is no {device}: plug the camera in, or name another (there is {_present(devices)})"
            )
        self._name = str(device)
        self._capture = cv2.VideoCapture(self._name, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            self._capture.release()
            raise _why_closed(device)
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))  # raw 720p is too much for USB 2
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH_PX)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT_PX)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def grab(self) -> Image:
        return _read(self._capture, f"{self._name} gives no picture: check its cable and the power supply")

    def close(self) -> None:
        self._capture.release()


class StreamSource:
    """A network camera, such as a phone, through FFmpeg."""

    live = True

    def __init__(self, url: str) -> None:
        self._url = url
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _NETWORK_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _NETWORK_MS]
        self._capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits)
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraTimeout(
                f"{url} sends no video: check that the phone's camera app runs and is in the same network"
            )

    def grab(self) -> Image:
        return _read(self._capture, f"{self._url} stopped sending: check the phone and the network")

    def close(self) -> None:
        self._capture.release()


class CsiSource:
    """The camera on the ribbon cable of a Raspberry Pi. OpenCV cannot see it on today's Raspberry Pi OS."""

    live = True

    def __init__(self) -> None:
        try:
            module: Any = importlib.import_module("picamera2")
        except ImportError as error:
            raise CameraMissing(
                "the CSI camera needs picamera2, which is not installed: sudo apt install python3-picamera2, "
                "and make the virtual environment with --system-site-packages"
            ) from error
        try:
            self._camera = module.Picamera2()
            self._camera.configure(
                self._camera.create_video_configuration(main={"size": (WIDTH_PX, HEIGHT_PX), "format": "RGB888"})
            )  # picamera2's RGB888 lies in memory as blue, green, red
            self._camera.start()
        except IndexError as error:
            raise CameraMissing("no CSI camera is connected: check the ribbon cable at both ends") from error
        except RuntimeError as error:
            raise CameraBusy(f"the CSI camera is held by another program ({error}): stop that program") from error

    def grab(self) -> Image:
        try:
            return np.asarray(self._camera.capture_array("main"), np.uint8)
        except (RuntimeError, TimeoutError) as error:
            raise CameraError(f"the CSI camera gives no picture ({error}): check the ribbon cable") from error

    def close(self) -> None:
        self._camera.close()


class RecordingSource:
    """A video file or a folder of pictures, played in real time."""

    live = False

    def __init__(
        self,
        path: pathlib.Path,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._frames: Iterator[Frame] = frames(path)
        self._period_s = 1.0 / frame_rate(path)
        self._clock, self._pause = clock, pause
        self._due_s = clock()

    def grab(self) -> Image | None:
        frame = next(self._frames, None)
        self._pause(max(0.0, self._due_s - self._clock()))
        self._due_s += self._period_s
        return None if frame is None else frame.image

    def close(self) -> None:
        self._frames = iter(())


def _read(capture: cv2.VideoCapture, otherwise: str) -> Image:
    try:
        there, image = capture.read()
    except cv2.error as error:
        raise CameraError(f"{otherwise} ({error})") from error
    if not there:
        raise CameraError(otherwise)
    return np.asarray(image, np.uint8)


def _why_closed(device: pathlib.Path) -> CameraError:
    holders = holders_of(device)
    if holders:
        return CameraBusy(f"{device} is held by {', '.join(holders)}: stop that program")
    return CameraError(
        f"{device} cannot be opened: it may be no camera (there is {_present(device.parent)}), be held by another "
        f"program, or be closed to this user (sudo usermod -aG video $USER, then log in again)"
    )


def holders_of(device: pathlib.Path, processes: pathlib.Path = _PROCESSES) -> list[str]:
    """The processes that have the device open, as `name (process 123)`; only those this user may look into."""
    return [
        f"{_name_of(folder)} (process {folder.name})" for folder in processes.glob("[0-9]*") if _holds(folder, device)
    ]


def _holds(process: pathlib.Path, device: pathlib.Path) -> bool:
    try:
        return any(link.readlink() == device for link in (process / "fd").iterdir())
    except OSError:
        return False  # gone meanwhile, or another user's


def _name_of(process: pathlib.Path) -> str:
    try:
        return (process / "comm").read_text().strip()
    except OSError:
        return "a program"


def _present(devices: pathlib.Path = _DEVICES) -> str:
    found = sorted((str(d) for d in devices.glob("video[0-9]*")), key=lambda d: (len(d), d))
    return ", ".join(found) or "no USB camera"
