"""What a table's ruler is made of, by the settings: the camera above the pitch, its lens, the pitch, the board."""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from companion.printplan import Plan, board_file, pitch_file
from companion.printscale import PrintScale
from companion.settings import PitchCamera, Settings
from companion.vocabulary import Text
from vision.camera import open_camera
from vision.frame import FrameSource
from vision.ruler.charuco import Board, BoardError, board_of, load_board
from vision.ruler.drawn import LENS, PITCH
from vision.ruler.lens import Lens, LensError, load_lens
from vision.ruler.pitch import Pitch, PitchFileError, load_pitch, pitch_of
from vision.simulated import SimulatedCamera
from vision.simulated_pitch import SimulatedPitch

_log = logging.getLogger(__name__)

LENS_FILE, PITCH_FILE, BOARD_FILE = "lens.json", "pitch.toml", "board.toml"
"""Where a data folder keeps them."""

_Found = TypeVar("_Found", Lens, Pitch, Board)


@dataclass(frozen=True)
class Pitchside:
    """`own` says that the camera is the ruler's alone; `damage` are files that were left out, and why."""

    camera: FrameSource
    own: bool
    pitch: Pitch
    board: Board
    lens_path: Path
    lens: Lens | None = None
    simulated: bool = False
    damage: tuple[str, ...] = field(default=())

    @property
    def damaged(self) -> Text:
        """What was left out."""
        files = "; ".join(self.damage)
        return Text(f"Files of the ruler were left out: {files}", f"Dateien des Lineals wurden ausgelassen: {files}")


def pitchside_of(settings: Settings, camera: FrameSource) -> Pitchside:
    """The ruler beside `camera`, the table's own: it looks through the same where the settings name no other. A
    simulated table has a simulated pitch. Raises CameraMissing for a text that can never become a camera."""
    told = settings.ruler
    damage: list[str] = []
    lens_path = _named(settings.data, told.lens, LENS_FILE)
    board = _loaded(load_board, settings.data / BOARD_FILE, damage) or _printed_board()
    if isinstance(camera, SimulatedCamera) and told == PitchCamera():
        return Pitchside(SimulatedPitch(), True, PITCH, board, lens_path, LENS, simulated=True)
    pitch = _loaded(load_pitch, _named(settings.data, told.pitch, PITCH_FILE), damage) or _printed_pitch()
    lens = _loaded(load_lens, lens_path, damage)
    source = open_camera(told.camera) if told.camera else camera
    return Pitchside(source, bool(told.camera), pitch, board, lens_path, lens, damage=tuple(damage))


def _named(folder: Path, told: str, usual: str) -> Path:
    """A file that the settings name, seen from the data folder, or the usual one in it."""
    return folder / (told or usual)


def _loaded(load: Callable[[Path], _Found], path: Path, damage: list[str]) -> _Found | None:
    """What is in a file; None where there is none, or where it cannot be used, which is noted."""
    if not path.is_file():
        return None
    try:
        return load(path)
    except (LensError, PitchFileError, BoardError, OSError) as error:
        _log.warning("%s", error)
        damage.append(str(error))
        return None


def _printed_board() -> Board:
    """As `touchline print board` makes it."""
    return board_of(tomllib.loads(board_file(Plan(), PrintScale())), "the printed board")


def _printed_pitch() -> Pitch:
    """As `touchline print markers` makes it."""
    return pitch_of(tomllib.loads(pitch_file(Plan(), PrintScale())), "the printed pitch")
