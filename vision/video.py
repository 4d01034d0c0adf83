"""Recorded pictures: a video file or a folder of pictures, as frames with the time of the recording."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

import cv2
import numpy as np

from vision.frame import Frame
from vision.picture import PictureError, read_picture

PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".webp")
_USUAL_FPS = 25.0
_FOLDER_FPS = 1.0


class CameraError(OSError):
    """A camera or recording that gives no pictures. The message says what was given, what is wrong, what helps."""


class CameraMissing(CameraError, FileNotFoundError):
    """Nothing there under this name."""


class CameraBusy(CameraError, BlockingIOError):
    """Another process holds the camera."""


class CameraTimeout(CameraError, TimeoutError):
    """The camera did not answer in time."""


class NotAPicture(CameraError):
    """A file that holds no pictures that can be read."""


def frames(path: str | pathlib.Path) -> Iterator[Frame]:
    """All frames of a video file or a folder of pictures, as fast as taken; `t_s` is the time in the recording.

    Raises CameraMissing or NotAPicture before the first frame is asked for."""
    path = pathlib.Path(path)
    if path.is_dir():
        return _folder(path)
    if not path.exists():
        raise CameraMissing(f"there is no video {path}: give the path of a video file or of a folder of pictures")
    capture = cv2.VideoCapture(str(path))
    if not capture.isOpened():
        raise NotAPicture(f"{path} is no video that OpenCV can read: convert it to MP4 (H.264)")
    return _video(path, capture)


def frame_rate(path: str | pathlib.Path) -> float:
    """Frames a second as the recording says; 25 where a video says nothing, 1 for a folder of pictures."""
    if pathlib.Path(path).is_dir():
        return _FOLDER_FPS
    capture = cv2.VideoCapture(str(path))
    try:
        return _fps(capture)
    finally:
        capture.release()


def _video(path: pathlib.Path, capture: cv2.VideoCapture) -> Iterator[Frame]:
    fps, seq = _fps(capture), 0
    try:
        while True:
            there, image = capture.read()
            if not there and not seq:
                raise NotAPicture(f"{path} holds not one picture that can be read: it may be cut off")
            if not there:
                return
            seq += 1
            yield Frame(seq, (seq - 1) / fps, np.asarray(image, np.uint8))
    finally:
        capture.release()


def _fps(capture: cv2.VideoCapture) -> float:
    fps = capture.get(cv2.CAP_PROP_FPS)
    return fps if 1 <= fps <= 1000 else _USUAL_FPS  # some containers hold 0 or 90000


def _folder(path: pathlib.Path) -> Iterator[Frame]:
    files = sorted(f for f in path.iterdir() if f.suffix.lower() in PICTURES)
    if not files:
        raise CameraMissing(f"the folder {path} holds no pictures: it should hold {', '.join(PICTURES)} files")
    return _pictures(files)


def _pictures(files: list[pathlib.Path]) -> Iterator[Frame]:
    for number, file in enumerate(files):
        try:
            image = read_picture(file)
        except PictureError as error:
            raise NotAPicture(f"{error}; take it out of the folder") from error
        yield Frame(number + 1, number / _FOLDER_FPS, image)
