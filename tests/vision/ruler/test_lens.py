"""The lens file, and how it is learnt: right, or refused with the reason."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.picture import read_picture
from vision.ruler.charuco import (
    Board,
    BoardError,
    CalibrationError,
    Hint,
    Shot,
    board_of,
    calibrate,
    find_board,
    load_board,
)
from vision.ruler.drawn import LENS
from vision.ruler.lens import Lens, LensError, load_lens, parse_lens, save_lens, spell_lens

DATA = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "lens"
BOARD = Board((9, 6), 30.0, 22.0, "DICT_5X5_100")
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"the pictures with truth are not at {DATA}")


def shots(turns: list[tuple[float, float, float]], noise_px: float = 0.1) -> list[Shot]:
    """The board as LENS sees it, turned in many ways."""
    chance = np.random.default_rng(1)
    known = np.asarray(BOARD.pattern.getChessboardCorners(), np.float64)
    found = []
    for n, turn in enumerate(turns):
        x, y = (n % 3 - 1) * 110, (n // 3 % 3 - 1) * 80
        way = np.array([x - 135.0, y - 90.0, 480.0])
        seen = cv2.projectPoints(known, np.array(turn), way, LENS.matrix, LENS.bend)[0].reshape(-1, 2)
        found.append(Shot(LENS.size_px, seen + chance.normal(0, noise_px, seen.shape), known))
    return found


TURNS = [(0.5 * np.cos(k), 0.5 * np.sin(k), 0.1 * k) for k in range(9)]


def test_a_lens_is_learnt_and_its_error_is_that_of_corners_held_out() -> None:
    found = calibrate(shots(TURNS), BOARD)
    assert found.lens.focal_px == pytest.approx(LENS.focal_px, rel=0.01)
    assert found.lens.centre_px == pytest.approx(LENS.centre_px, abs=6)
    assert found.lens.error_px == pytest.approx(0.1 * 2**0.5, rel=0.25)
    assert found.verdict == "good"


def test_noisy_corners_make_a_poor_lens() -> None:
    assert calibrate(shots(TURNS, noise_px=2.0), BOARD).verdict == "poor"


def test_shots_from_straight_above_ask_for_tilt() -> None:
    found = calibrate(shots([(0.02 * k, 0.0, 0.0) for k in range(9)]), BOARD)
    assert Hint.TILT_MORE in {advice.hint for advice in found.overall}


def test_a_corner_that_was_never_filled_is_named() -> None:
    same = shots(TURNS)
    middle = [s for n, s in enumerate(same) if n in (4, 3, 7, 6)]
    told = {(a.hint, a.where) for a in calibrate(middle, BOARD).overall}
    assert (Hint.FILL, "top-right") in told
    assert (Hint.MORE_SHOTS, "") in told


def test_each_picture_has_its_own_hint() -> None:
    part = shots(TURNS)
    few = Shot(part[0].size_px, part[0].corners_px[:12] + 60, part[0].corners_mm[:12])
    other = Shot((640, 480), part[1].corners_px / 2, part[1].corners_mm)
    found = calibrate([*part, None, few, other], BOARD)
    assert [advice.hint for own in found.pictures[-3:] for advice in own] == [
        Hint.NO_BOARD,
        Hint.FEW_CORNERS,
        Hint.OTHER_SIZE,
    ]


def test_too_few_shots_are_refused() -> None:
    with pytest.raises(CalibrationError, match="3 pictures"):
        calibrate([*shots(TURNS)[:3], None], BOARD)


def test_the_same_shot_again_and_again_teaches_nothing() -> None:
    """Its held-out corners agree, and the lens would be any."""
    one, *others = shots(TURNS)
    shaken = [Shot(one.size_px, one.corners_px + k, one.corners_mm) for k in range(4)]
    with pytest.raises(CalibrationError, match="found in 1 pictures"):
        calibrate(shaken, BOARD)
    found = calibrate([one, shaken[2], *others], BOARD)
    assert found.lens.pictures == len(others) + 1
    assert [advice.hint for advice in found.pictures[1]] == [Hint.SAME]


def test_a_picture_without_a_board_has_none() -> None:
    assert find_board(np.full((480, 640, 3), 128, np.uint8), BOARD) is None


def test_the_file_keeps_the_lens(tmp_path: Path) -> None:
    save_lens(LENS, tmp_path / "lens.json")
    assert load_lens(tmp_path / "lens.json") == LENS


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"touchline_lens": 0}, "calibrate again"),
        ({"touchline_lens": 2}, "calibrate again"),
        ({"size_px": [1280]}, "2 numbers"),
        ({"size_px": [0, 960]}, "size_px"),
        ({"focal_px": [1.0, 1000.0]}, "focal_px"),
        ({"focal_px": ["a", 1000.0]}, "no number"),
        ({"centre_px": [0.0, 0.0]}, "centre_px"),
        ({"distortion": [99.0, 0.0, 0.0, 0.0, 0.0]}, "distortion"),
        ({"pictures": 1.5}, "whole"),
        ({"more": 1}, "no field"),
        ({"error_px": None}, "no number"),
        ({"pictures": 10**400}, "no number"),
    ],
)
def test_a_broken_file_is_refused_with_the_reason(change: dict[str, object], says: str) -> None:
    told = json.loads(spell_lens(LENS)) | change
    with pytest.raises(LensError, match=says):
        parse_lens(json.dumps(told), "lens.json")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", "[" * 100_000, '{"touchline_lens": 1}'])
def test_what_is_no_lens_file_is_refused(text: str) -> None:
    with pytest.raises(LensError, match=r"lens\.json"):
        parse_lens(text, "lens.json")


def test_a_calibration_of_opencv_is_refused_as_no_lens_file() -> None:
    with pytest.raises(LensError, match="no lens file of calibrate lens"):
        parse_lens("%YAML:1.0\n---\ncamera_matrix: !!opencv-matrix\n", "camera.yml")


def test_a_picture_of_another_size_is_refused() -> None:
    with pytest.raises(LensError, match="640 × 480"):
        LENS.check_picture(640, 480)


@pytest.mark.parametrize(
    "board",
    [
        {},
        {"squares": [9, 6], "square_mm": 30, "marker_mm": 22},
        {"squares": [9], "square_mm": 30, "marker_mm": 22, "dictionary": "DICT_5X5_100"},
        {"squares": [9, 6], "square_mm": 22, "marker_mm": 30, "dictionary": "DICT_5X5_100"},
        {"squares": [9, 6], "square_mm": 30, "marker_mm": 22, "dictionary": "DICT_9"},
        {"squares": [40, 40], "square_mm": 30, "marker_mm": 22, "dictionary": "DICT_5X5_100"},
    ],
)
def test_a_broken_board_is_refused(board: dict[str, object]) -> None:
    with pytest.raises(BoardError, match=r"board\.toml"):
        board_of({"board": board}, "board.toml")


@needs_data
def test_the_rendered_lens_is_learnt() -> None:
    board = load_board(DATA / "board.toml")
    found = calibrate([find_board(read_picture(p), board) for p in sorted(DATA.glob("*.jpg"))[:8]], board)
    truth = json.loads((DATA / "truth.jsonl").read_text().splitlines()[0])["camera"]
    true = Lens((1280, 960), (truth["fx"], truth["fy"]), (truth["cx"], truth["cy"]), (*truth["dist_k1k2p1p2"], 0.0))
    points = np.stack(np.meshgrid(np.linspace(40, 1240, 9), np.linspace(40, 920, 7)), axis=2).reshape(-1, 2)
    assert np.abs(found.lens.rays(points) - true.rays(points)).max() * truth["fx"] < 6
    assert found.verdict == "good"
