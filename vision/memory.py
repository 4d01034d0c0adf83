"""What is remembered of a camera's place: the tray region, the view, the colours of the dice. One file."""

from __future__ import annotations

import base64
import json
import pathlib
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from vision.dice.colour import Palette
from vision.keep import write_text
from vision.region import WHOLE, Region
from vision.view import View

FILE = "camera.json"
_EDITION = 1


class MemoryDamaged(OSError):
    """A file that says nothing certain; the message names it and the remedy."""


@dataclass(frozen=True)
class Memory:
    """`view` is None until somebody said that the camera stands well."""

    region: Region = WHOLE
    view: View | None = None
    palette: Palette = field(default_factory=Palette)


def recall(folder: pathlib.Path) -> Memory:
    """The memory of a data folder; the plain one where nothing was remembered. Raises MemoryDamaged."""
    path = folder / FILE
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Memory()
    except (OSError, ValueError) as error:
        raise _damaged(path, str(error)) from error
    try:
        return _memory(told)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise _damaged(path, str(error)) from error


def remember(folder: pathlib.Path, memory: Memory) -> None:
    """Writes the memory: the old file or the new one is there, whenever the power fails. Raises OSError."""
    write_text(folder / FILE, json.dumps(_spelled(memory)))


def _damaged(path: pathlib.Path, why: str) -> MemoryDamaged:
    return MemoryDamaged(
        f"{path} is damaged ({why}): the whole picture is read and no colours are known. Set up the camera again"
    )


def _spelled(memory: Memory) -> dict[str, Any]:
    return {
        "edition": _EDITION,
        "region": memory.region.corners,
        "view": memory.view and _packed(memory.view),
        "colours": dict(memory.palette.samples),
    }


def _memory(told: Any) -> Memory:
    if told["edition"] != _EDITION:
        raise ValueError(f"edition {told['edition']!r}; edition {_EDITION} is known")
    region = Region(tuple((float(x), float(y)) for x, y in told["region"]))
    view = None if told["view"] is None else _unpacked(told["view"])
    shown = {name: [(float(b), float(g), float(r)) for b, g, r in bodies] for name, bodies in told["colours"].items()}
    return Memory(region, view, Palette().learnt(shown))


def _packed(view: View) -> str:
    coded = cv2.imencode(".png", view.picture)[1]
    return base64.b64encode(coded.tobytes()).decode("ascii")


def _unpacked(packed: str) -> View:
    coded = np.frombuffer(base64.b64decode(packed, validate=True), np.uint8)
    picture = cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE) if len(coded) else None
    if picture is None:
        raise ValueError("the picture of the view is no picture")
    return View(np.asarray(picture, np.uint8))
