"""Calibrating a camera from the command line: shots of a board to a lens file, and what would make it better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.adapters.lens import hint_text
from companion.vocabulary import JSON, TouchlineError
from vision.picture import read_picture
from vision.ruler.charuco import (
    Advice,
    BoardError,
    Calibration,
    CalibrationError,
    Hint,
    calibrate,
    find_board,
    load_board,
)
from vision.ruler.lens import save_lens


class CalibrationRefused(TouchlineError, ValueError):
    """A board or shots that no lens can be learnt from; the message says why."""


def calibrate_lens(board: Path, pictures: Sequence[Path], out: Path) -> JSON:
    """Learns the lens from shots of a board and writes its file. What was found, in JSON. Raises CalibrationRefused,
    PictureError, or OSError where a file cannot be read or written."""
    try:
        known = load_board(board)
        found = calibrate([find_board(read_picture(picture), known) for picture in pictures], known)
    except (BoardError, CalibrationError) as error:
        raise CalibrationRefused(str(error)) from error
    save_lens(found.lens, out)
    return _told(found, pictures, out)


def _told(found: Calibration, pictures: Sequence[Path], out: Path) -> JSON:
    return {
        "lens": str(out),
        "verdict": found.verdict,
        "error_px": round(found.lens.error_px, 3),
        "shots": found.lens.pictures,
        "hints": [_hint(advice) for advice in found.overall],
        "pictures": [
            {"picture": str(picture), "hints": [_hint(advice) for advice in own]}
            for picture, own in zip(pictures, found.pictures, strict=True)
        ],
    }


def _hint(advice: Advice) -> JSON:
    return {"code": advice.hint.value, "where": advice.where}


def in_words(told: JSON) -> Iterator[str]:
    """The lines that people read."""
    for picture in told["pictures"]:
        for hint in picture["hints"]:
            yield f"{picture['picture']}: {_sentence(hint)}"
    for hint in told["hints"]:
        yield f"better: {_sentence(hint)}"
    yield (
        f"{told['lens']}: {told['verdict']}, corners that were held out miss by {told['error_px']:.2f} pixels"
        f" ({told['shots']} shots)"
    )


def _sentence(hint: JSON) -> str:
    return hint_text(Advice(Hint(hint["code"]), hint["where"])).en
