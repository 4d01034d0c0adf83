"""A die of our own making that no network was taught: small pictures to teach it with, under one lamp, and to read it
on, under others."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.dice.reader import Reader
from vision.dice.taught import TaughtDie
from vision.dice.teaching import shown
from vision.frame import Image

FACES = ("won", "not_enough", "foul_yellow")
NAME = "duel_die"
_FOLDER = Path(__file__).parent / "pictures" / NAME


def paths(part: str, face: str) -> list[Path]:
    """Its pictures of `part` teach or test."""
    return sorted(_FOLDER.glob(f"{part}_{face}_*.jpg"))


def pictures(part: str, face: str) -> list[Image]:
    return [np.asarray(cv2.imread(str(p)), np.uint8) for p in paths(part, face)]


def duel_die(reader: Reader, pictures_each: int = 4, faces: tuple[str, ...] = FACES) -> TaughtDie:
    """The die, taught."""
    die = TaughtDie(NAME, "Duel die")
    for face in faces:
        die = die.with_face(face, *(shown(reader, p).sample for p in pictures("teach", face)[:pictures_each]))
    return die


def beside(*shown: Image) -> Image:
    """Pictures side by side: several dice."""
    return np.hstack(shown)
