"""Learning a lens in the browser: shots, hints, verdict."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.adapters.lens import HINTS, WHERE, LensSetup
from companion.vocabulary import PromptRefused, RulerRefused
from tests.companion.pitch_desk import Above
from vision.frame import CameraState, Image
from vision.ruler.charuco import Board, Hint
from vision.ruler.drawn import LENS
from vision.ruler.lens import Lens, load_lens

BOARD = Board((9, 6), 30.0, 22.0, "DICT_5X5_100")
SIZE = (640, 480)
EYE = np.array([[560.0, 0.0, 320.0], [0.0, 560.0, 240.0], [0.0, 0.0, 1.0]])


def shot(turn: tuple[float, float, float], x: float = 0.0, y: float = 0.0, far: float = 420.0) -> Image:
    """The board as a small camera without distortion sees it."""
    flat = cv2.cvtColor(BOARD.pattern.generateImage((1080, 720)), cv2.COLOR_GRAY2BGR)
    corners = np.array([[0, 0, 0], [270, 0, 0], [270, 180, 0], [0, 180, 0]], np.float64)
    seen = cv2.projectPoints(corners, np.array(turn), np.array([x - 135, y - 90, far]), EYE, np.zeros(5))[0]
    back = cv2.getPerspectiveTransform(
        np.array([[0, 0], [1080, 0], [1080, 720], [0, 720]], np.float32), seen.reshape(4, 2).astype(np.float32)
    )
    return np.asarray(cv2.warpPerspective(flat, back, SIZE, borderValue=(90, 90, 90)), np.uint8)


SHOTS = [shot((0.45 * np.cos(k), 0.45 * np.sin(k), 0.1), (k % 3 - 1) * 60, (k // 3 - 1) * 40) for k in range(6)]


class Kept:
    lens: Lens | None = None

    def __call__(self, lens: Lens) -> None:
        self.lens = lens


def setup(folder: Path, lens: Lens | None = None) -> tuple[LensSetup, Above, Kept]:
    camera, kept = Above(SHOTS[0]), Kept()
    return LensSetup(camera, BOARD, folder / "lens.json", kept, lens), camera, kept


def test_shots_are_kept_with_their_hints_and_a_lens_is_learnt(tmp_path: Path) -> None:
    lens, camera, kept = setup(tmp_path)
    assert lens.told() == {
        "board": {"squares": [9, 6], "square_mm": 30.0},
        "lens": None,
        "shots": [],
        "hints": [],
        "enough": False,
    }
    for image in SHOTS:
        camera.image = image
        lens.take()
    told = lens.told()
    assert told["enough"]
    assert all(s["corners"] > 20 and len(s["outline"]) >= 4 for s in told["shots"])
    lens.learn()
    assert kept.lens is not None
    assert kept.lens.focal_px == pytest.approx((560.0, 560.0), rel=0.03)
    assert load_lens(tmp_path / "lens.json").size_px == SIZE
    assert lens.told()["lens"]["verdict"] == "good"


def test_what_shots_lack_is_said_in_both_languages(tmp_path: Path) -> None:
    lens, camera, _ = setup(tmp_path)
    camera.image = shot((0.0, 0.0, 0.0), far=900.0)
    lens.take()
    told = lens.told()
    assert [hint["code"] for hint in told["shots"][0]["hints"]] == ["come_closer"]
    codes = {hint["code"] for hint in told["hints"]}
    assert codes == {"fill", "tilt_more", "more_shots"}
    corner = next(hint for hint in told["hints"] if hint["where"] == "bottom-left")
    assert "bottom-left" in corner["text"]["en"]
    assert "unten links" in corner["text"]["de"]
    assert set(HINTS) == set(Hint)
    assert len(WHERE) == 9


def test_a_picture_without_the_board_is_not_kept(tmp_path: Path) -> None:
    lens, camera, _ = setup(tmp_path)
    camera.image = np.full((480, 640, 3), 90, np.uint8)
    with pytest.raises(RulerRefused, match="not found"):
        lens.take()
    camera.state = CameraState.LOST
    with pytest.raises(RulerRefused, match="no picture"):
        lens.take()
    assert lens.told()["shots"] == []


def test_a_shot_from_where_one_was_taken_is_not_kept(tmp_path: Path) -> None:
    lens, camera, _ = setup(tmp_path)
    lens.take()
    with pytest.raises(RulerRefused, match="move it, or tilt it"):
        lens.take()
    camera.image = SHOTS[1]
    lens.take()
    assert len(lens.told()["shots"]) == 2


def test_too_few_shots_teach_nothing_and_shots_can_be_dropped(tmp_path: Path) -> None:
    lens, _, kept = setup(tmp_path, LENS)
    lens.take()
    with pytest.raises(RulerRefused, match="At least 4"):
        lens.learn()
    (only,) = lens.told()["shots"]
    lens.drop(only["number"])
    with pytest.raises(PromptRefused, match="number of a shot"):
        lens.drop(only["number"])
    assert (lens.told()["shots"], kept.lens) == ([], None)
    assert lens.told()["lens"]["shots"] == LENS.pictures


def test_a_disk_that_fails_is_told_and_the_lens_counts(tmp_path: Path) -> None:
    lens, camera, kept = setup(tmp_path / "gone")
    for image in SHOTS:
        camera.image = image
        lens.take()
    with pytest.raises(OSError, match="gone"):
        lens.learn()
    assert kept.lens is not None
