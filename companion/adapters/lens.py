"""Learning a lens in the browser: shots of the printed board, what would make them better, the verdict in pixels."""

from __future__ import annotations

import itertools
import pathlib
import threading
from collections.abc import Callable, Sequence
from typing import Protocol

from companion.vocabulary import JSON, PromptRefused, RulerRefused, Text, to_json
from vision.frame import Frame
from vision.ruler.charuco import (
    LEAST_SHOTS,
    Advice,
    Board,
    Calibration,
    CalibrationError,
    Hint,
    Shot,
    advise,
    calibrate,
    find_board,
    is_same,
    look_at,
)
from vision.ruler.lens import Lens, save_lens

MOST_SHOTS = 40

HINTS = {
    Hint.NO_BOARD: Text("the board is not found", "das Brett ist nicht zu finden"),
    Hint.FEW_CORNERS: Text("only a part of the board is seen", "nur ein Teil des Bretts ist zu sehen"),
    Hint.OTHER_SIZE: Text(
        "not of the size of the other pictures: left out", "andere Größe als die übrigen Bilder: ausgelassen"
    ),
    Hint.SAME: Text(
        "the board is where it was in an earlier picture: left out",
        "das Brett liegt wie in einem früheren Bild: ausgelassen",
    ),
    Hint.COME_CLOSER: Text("the board is small: come closer", "das Brett ist klein: näher heran"),
    Hint.TILT_MORE: Text("tilt the board more, to each side", "das Brett stärker kippen, nach jeder Seite"),
    Hint.FILL: Text(
        "show the board in this part of the picture: {where}", "das Brett in diesem Teil des Bildes zeigen: {where}"
    ),
    Hint.MORE_SHOTS: Text("take a few more shots", "noch ein paar Aufnahmen machen"),
}
WHERE = {
    "top-left": Text("top-left", "oben links"),
    "top": Text("top", "oben"),
    "top-right": Text("top-right", "oben rechts"),
    "left": Text("left", "links"),
    "middle": Text("middle", "Mitte"),
    "right": Text("right", "rechts"),
    "bottom-left": Text("bottom-left", "unten links"),
    "bottom": Text("bottom", "unten"),
    "bottom-right": Text("bottom-right", "unten rechts"),
}
_NO_PICTURE = Text("The camera shows no picture.", "Die Kamera zeigt kein Bild.")
_NO_BOARD = Text(
    "The board is not found in this picture: it was not kept.",
    "Das Brett ist in diesem Bild nicht zu finden: nicht behalten.",
)
_SAME = Text(
    "The board is where it was in another shot: move it, or tilt it. Nothing was kept.",
    "Das Brett liegt wie in einer anderen Aufnahme: verschieben oder kippen. Nicht behalten.",
)
_FULL = Text(f"{MOST_SHOTS} shots are enough.", f"{MOST_SHOTS} Aufnahmen sind genug.")
_TOO_FEW = Text(
    f"At least {LEAST_SHOTS} shots of one size are needed.",
    f"Mindestens {LEAST_SHOTS} Aufnahmen einer Größe sind nötig.",
)


class LatestFrame(Protocol):
    """What this needs of a camera."""

    def frame(self, after: int = 0, timeout_s: float = 1.0) -> Frame | None: ...


class LensSetup:
    """Learns the lens of one camera with shots of `board`. May be used from many threads. A lens that was learnt is
    written to `path` and handed to `use`; OSError says that the disk did not take it."""

    def __init__(
        self, camera: LatestFrame, board: Board, path: pathlib.Path, use: Callable[[Lens], None], lens: Lens | None
    ) -> None:
        self._camera, self._board, self._path, self._use, self._lens = camera, board, path, use, lens
        self._lock = threading.Lock()
        self._shots: dict[int, Shot] = {}
        self._numbers = itertools.count(1)
        self._found: Calibration | None = None

    def told(self) -> JSON:
        """See `web.ruler.LensSetup`."""
        with self._lock:
            shots = list(self._shots.values())
            return {
                "board": {"squares": list(self._board.squares), "square_mm": self._board.square_mm},
                "lens": self._lens_json(),
                "shots": [
                    {"number": n, "corners": shot.count, "outline": _outline(shot), "hints": _texts(self._own(shot))}
                    for n, shot in self._shots.items()
                ],
                "hints": _texts(advise(shots)) if shots else [],
                "enough": len(shots) >= LEAST_SHOTS,
            }

    def take(self) -> None:
        """The board as the camera sees it now. RulerRefused where it is not found."""
        frame = self._camera.frame(timeout_s=0.0)
        if frame is None:
            raise RulerRefused(_NO_PICTURE)
        shot = find_board(frame.image, self._board)
        if shot is None:
            raise RulerRefused(_NO_BOARD)
        with self._lock:
            if len(self._shots) >= MOST_SHOTS:
                raise RulerRefused(_FULL)
            if any(is_same(shot, other) for other in self._shots.values()):
                raise RulerRefused(_SAME)
            self._shots[next(self._numbers)] = shot
            self._found = None

    def drop(self, number: int) -> None:
        """Without this shot."""
        with self._lock:
            if self._shots.pop(number, None) is None:
                raise PromptRefused(number, "the number of a shot")
            self._found = None

    def learn(self) -> None:
        """Learns the lens from the shots. RulerRefused where they are too few."""
        with self._lock:
            try:
                self._found = calibrate(list(self._shots.values()), self._board)
            except CalibrationError as error:
                raise RulerRefused(_TOO_FEW) from error
            self._lens = self._found.lens
            self._use(self._lens)
            save_lens(self._lens, self._path)

    def _own(self, shot: Shot) -> Sequence[Advice]:
        size = next(iter(self._shots.values())).size_px
        return look_at(shot, size, self._board)

    def _lens_json(self) -> JSON:
        if self._lens is None:
            return None
        calibration = self._found or Calibration(self._lens)
        return {
            "verdict": calibration.verdict,
            "error_px": round(self._lens.error_px, 3),
            "shots": self._lens.pictures,
            "size": list(self._lens.size_px),
        }


def hint_text(advice: Advice) -> Text:
    """A hint in a sentence."""
    return HINTS[advice.hint].format(where=WHERE.get(advice.where, Text.same("")))


def _texts(advice: Sequence[Advice]) -> JSON:
    return [{"code": one.hint.value, "where": one.where, "text": to_json(hint_text(one))} for one in advice]


def _outline(shot: Shot) -> JSON:
    """Where the board was, corners in fractions of the picture."""
    width, height = shot.size_px
    return [[round((x + 0.5) / width, 4), round((y + 0.5) / height, 4)] for x, y in shot.hull_px.tolist()]
