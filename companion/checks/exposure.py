"""Whether a USB camera's exposure is locked: one that adjusts itself makes the picture brighter and darker when a hand
comes over the tray."""

from __future__ import annotations

import fcntl
import re
import struct
from pathlib import Path

from companion.adapters.panel import on_a_pi
from companion.checks.finding import Finding
from companion.settings import Settings
from companion.vocabulary import Text
from vision.advice import Level
from vision.sources import own_camera

_G_CTRL, _EXPOSURE_AUTO, _MANUAL = 0xC008561B, 0x009A0901, 1
"""VIDIOC_G_CTRL, V4L2_CID_EXPOSURE_AUTO and V4L2_EXPOSURE_MANUAL of the Linux kernel's videodev2.h."""
_LOCKED = Text("The exposure of {device} is locked.", "Die Belichtung von {device} ist fest eingestellt.")
_AUTOMATIC = Text(
    "The exposure of {device} adjusts itself. If rolls are often unsure when hands come near, lock it while the"
    " lamp is on:"
    " v4l2-ctl -d {device} -c auto_exposure=1",
    "Die Belichtung von {device} stellt sich selbst ein. Wenn Würfe oft unsicher sind, sobald Hände nahe kommen, bei"
    " eingeschalteter Lampe festhalten: v4l2-ctl -d {device} -c auto_exposure=1",
)
_UNKNOWN = Text(
    "This camera does not tell whether its exposure is locked. If rolls are often unsure when hands come near, lock it"
    " in the camera's own app.",
    "Diese Kamera verrät nicht, ob ihre Belichtung fest eingestellt ist. Wenn Würfe oft unsicher sind, sobald Hände"
    " nahe kommen, in der App der Kamera festhalten.",
)
_MODULE = Text(
    "The Camera Module adjusts its exposure by itself. If rolls are often unsure when hands come near, use a steady"
    " lamp and keep daylight off the tray.",
    "Das Kameramodul stellt seine Belichtung selbst ein. Wenn Würfe oft unsicher sind, sobald Hände nahe kommen, eine"
    " gleichmäßige Lampe nehmen und Tageslicht vom Würfelteller fernhalten.",
)
_NONE = Text("There is no USB camera whose exposure could be locked.", "Es gibt keine USB-Kamera dafür.")


def check_exposure(settings: Settings) -> Finding:
    """Asks the camera of the settings, also while another program has it open."""
    source = "" if settings.simulate else settings.camera or (own_camera() if on_a_pi() else "") or ""
    if source == "csi":
        return Finding("exposure", Level.HINT, (_MODULE,), {"locked": False})
    named = re.fullmatch(r"(?:/dev/video)?(\d+)", source)
    if named is None:
        return Finding("exposure", Level.GOOD if not source else Level.HINT, (_UNKNOWN if source else _NONE,))
    return judge_exposure(f"/dev/video{named[1]}", exposure_mode(Path(f"/dev/video{named[1]}")))


def judge_exposure(device: str, mode: int | None) -> Finding:
    """`mode` as V4L2 spells it; None where the camera has no such control."""
    if mode is None:
        return Finding("exposure", Level.HINT, (_UNKNOWN,), {"locked": None})
    locked = mode == _MANUAL
    told = (_LOCKED if locked else _AUTOMATIC).format(device=device)
    return Finding("exposure", Level.GOOD if locked else Level.HINT, (told,), {"locked": locked})


def exposure_mode(device: Path) -> int | None:
    """What the device says; None if it does not."""
    asked = struct.pack("Ii", _EXPOSURE_AUTO, 0)
    try:
        with device.open("rb", buffering=0) as camera:
            return int(struct.unpack("Ii", fcntl.ioctl(camera, _G_CTRL, asked))[1])
    except OSError:
        return None
