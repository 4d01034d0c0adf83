"""Whether the dice can be seen well."""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.adapters.advice import remedy, spelled, what
from companion.adapters.camera import CAMERA_STATES, DEVICE, doubt_text
from companion.cameras import camera_of
from companion.checks.finding import Finding
from companion.checks.port import device, told_by_table
from companion.settings import Settings
from companion.vocabulary import JSON, Text
from vision.advice import Level, Verdict, advise, profile
from vision.dice.die import Reading, Status
from vision.dice.reader import Reader
from vision.frame import CameraState, Frame, FrameSource
from vision.memory import Memory, MemoryDamaged, recall
from vision.simulated import SimulatedCamera
from vision.view import Standing

_LOOK_S = 2.0
_OPEN_S = 10.0
_PROFILE_EVERY_S = 0.2
_SIMULATED = Text("SIMULATED CAMERA: these dice are not real", "SIMULIERTE KAMERA: diese Würfel sind nicht echt")
_NO_PICTURE = Text("The camera shows no picture: {sentence}", "Die Kamera zeigt kein Bild: {sentence}")
_SIZE = Text(
    "Picture {width} × {height}, {fps} frames a second", "Bild {width} × {height}, {fps} Bilder in der Sekunde"
)
_LIGHT = Text(
    "Brightness {mean} of 255, brightest places {bright}, blown out {clipped} %",
    "Helligkeit {mean} von 255, hellste Stellen {bright}, überstrahlt {clipped} %",
)
_EDGES = Text("Edges smeared over {blur} pixels, flicker {flicker} %", "Kanten über {blur} Pixel, Flackern {flicker} %")
_DICE = Text("Dice: {dice}", "Würfel: {dice}")
_NONE = Text("none", "keine")


def check_camera(settings: Settings) -> Finding:
    """Opens the camera of the settings and looks for about two seconds. One that a running table holds is asked for
    there."""
    with camera_of(settings) as camera:
        finding = judge_camera(camera, *_recalled(settings))
    told = device(settings, DEVICE) if "state" in finding.detail else None
    return told_by_table("camera", told) if told else finding


def judge_camera(
    camera: FrameSource, memory: Memory, damage: str = "", clock: Callable[[], float] = time.monotonic
) -> Finding:
    """Looks through an open camera for about two seconds. `damage` is what is wrong with the memory."""
    frames = _watched(camera, clock)
    label = [_SIMULATED] if isinstance(camera, SimulatedCamera) else []
    damaged = [Text.same(damage)] if damage else []
    if not frames or camera.state in (CameraState.LOST, CameraState.FROZEN):
        lines = (*label, _no_picture(camera))
        return Finding("camera", Level.NOT_USABLE, lines, {"state": camera.state.value})
    reading, verdict = _judged(frames, memory)
    lines = (*label, *damaged, *_measured(frames, reading, verdict), *_advised(verdict))
    level = max(verdict.level, Level.USABLE if damage else Level.GOOD)
    return Finding("camera", level, lines, _detail(frames, reading, verdict, bool(label)))


def _no_picture(camera: FrameSource) -> Text:
    told = CAMERA_STATES.get(camera.state)
    return _NO_PICTURE.format(sentence=Text(camera.sentence, told.de if told else camera.sentence))


def _recalled(settings: Settings) -> tuple[Memory, str]:
    try:
        return recall(settings.data), ""
    except MemoryDamaged as error:
        return Memory(), str(error)


def _watched(camera: FrameSource, clock: Callable[[], float]) -> list[Frame]:
    """Frames of the last two seconds, a few a second; none if none come in time."""
    first = camera.frame(timeout_s=_OPEN_S)
    kept = [first] if first is not None else []
    until_s = clock() + _LOOK_S
    while kept and clock() < until_s:
        frame = camera.frame(after=kept[-1].seq, timeout_s=0.5)
        if frame is None:
            return kept
        if frame.t_s - kept[-1].t_s >= _PROFILE_EVERY_S:
            kept.append(frame)
    return kept


def _judged(frames: list[Frame], memory: Memory) -> tuple[Reading, Verdict]:
    crops = [memory.region.crop(frame.image) for frame in frames]
    reading = Reader(memory.palette).read(crops[-1])
    shift = None
    if memory.view is not None:
        standing = Standing(memory.view)
        shift = [standing.moved(frame.image, frame.t_s) for frame in frames][-1]
    return reading, advise(crops[-1], reading, [profile(crop) for crop in crops], shift)


def _measured(frames: list[Frame], reading: Reading, verdict: Verdict) -> list[Text]:
    m, (height, width) = verdict.measures, frames[-1].image.shape[:2]
    dice = ", ".join(f"{die.value} ({die.confidence:.0%})" for die in reading.dice)
    return [
        _SIZE.format(width=width, height=height, fps=f"{_fps(frames):.1f}"),
        _LIGHT.format(mean=round(m.brightness), bright=round(m.bright), clipped=f"{100 * m.clipped:.1f}"),
        _EDGES.format(
            blur="–" if m.blur_px is None else f"{m.blur_px:.1f}",
            flicker="–" if m.flicker is None else f"{100 * m.flicker:.1f}",
        ),
        _DICE.format(dice=dice or _NONE),
        *([doubt_text(reading)] if reading.status is Status.UNSURE else []),
    ]


def _advised(verdict: Verdict) -> list[Text]:
    return [what(reason) + remedy(reason) for reason in verdict.reasons]


def _detail(frames: list[Frame], reading: Reading, verdict: Verdict, simulated: bool) -> JSON:
    m, (height, width) = verdict.measures, frames[-1].image.shape[:2]
    return {
        "simulated": simulated,
        "size": [width, height],
        "fps": round(_fps(frames), 1),
        "brightness": round(m.brightness, 1),
        "bright": round(m.bright, 1),
        "clipped": round(m.clipped, 4),
        "blur_px": None if m.blur_px is None else round(m.blur_px, 2),
        "die_px": None if m.die_px is None else round(m.die_px, 1),
        "flicker": None if m.flicker is None else round(m.flicker, 4),
        "dice": [{"value": die.value, "confidence": round(die.confidence, 3)} for die in reading.dice],
        "reasons": spelled(verdict)["reasons"],
    }


def _fps(frames: list[Frame]) -> float:
    """Frames a second that came, also those that were not kept."""
    took_s = frames[-1].t_s - frames[0].t_s
    return (frames[-1].seq - frames[0].seq) / took_s if took_s else 0.0
