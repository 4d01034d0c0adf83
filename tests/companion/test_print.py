"""`touchline print`: the sheets are drawn again as pictures, and what is on them is found and measured."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from click.testing import CliRunner, Result
from numpy.typing import NDArray

from companion.cli import main
from companion.printplan import Plan
from companion.printscale import scale_of
from companion.sheets import PAPERS, SHEETS, SheetError, write_sheets
from companion.vocabulary import TEMPLATE, TOKENS

DPI = 200
PX_MM = DPI / 25.4
PAPER = pytest.mark.parametrize("paper", list(PAPERS))


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["print", *(str(a) for a in args)])


def drawn(content: bytes) -> NDArray[np.uint8]:
    """The page as a grey picture, DPI pixels an inch."""
    page = pypdfium2.PdfDocument(content)[0]
    return np.array(page.render(scale=DPI / 72, grayscale=True).to_numpy()).squeeze()


def words(content: bytes) -> str:
    return pypdfium2.PdfDocument(content)[0].get_textpage().get_text_range()


def dictionary(name: str) -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))


def found(picture: NDArray[np.uint8], name: str) -> dict[int, NDArray[np.float64]]:
    """Corners (4, 2) of each marker in mm."""
    how = cv2.aruco.DetectorParameters()
    how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary(name), how).detectMarkers(picture)
    return {int(n): (c[0] + 0.5) / PX_MM for n, c in zip(np.ravel(ids), corners, strict=True)}


def sides(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)


def board_corners(content: bytes, told: dict[str, object]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Corners (N, 2) of the board that its file tells, in mm on the paper and in mm as the file has them."""
    part = told["board"]
    assert isinstance(part, dict)
    code = dictionary(part["dictionary"])
    board = cv2.aruco.CharucoBoard(tuple(part["squares"]), part["square_mm"], part["marker_mm"], code)
    at, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(drawn(content))
    return (at.reshape(-1, 2) + 0.5) / PX_MM, np.array(board.getChessboardCorners())[ids.ravel(), :2]


def scale_between(seen: NDArray[np.float64], told: NDArray[np.float64]) -> float:
    """The one factor by which two sets of points (N, 2) differ, apart from their place."""
    (a, b), (c, d) = (seen.min(0), seen.max(0)), (told.min(0), told.max(0))
    assert (b - a) / (d - c) == pytest.approx(np.mean((b - a) / (d - c)), rel=0.002)
    return float(np.mean((b - a) / (d - c)))


@PAPER
def test_the_board_is_true_to_size_and_as_its_file_says(paper: str, tmp_path: Path) -> None:
    assert run("board", "--paper", paper, "-o", tmp_path).exit_code == 0
    told = tomllib.loads((tmp_path / "board.toml").read_text(encoding="utf-8"))
    seen, meant = board_corners((tmp_path / "board.pdf").read_bytes(), told)
    assert len(seen) == 8 * 5
    assert scale_between(seen, meant) == pytest.approx(1, abs=0.005)
    assert np.ptp(meant, axis=0) == pytest.approx([210, 120])


@PAPER
def test_the_corner_markers_are_true_to_size(paper: str) -> None:
    markers = found(drawn(SHEETS["markers"](Plan(paper))), "DICT_4X4_50")
    assert set(markers) == {0, 1, 2, 3}
    for corners in markers.values():
        assert sides(corners) == pytest.approx(40, rel=0.005)
        assert corners[0][1] == pytest.approx(corners[1][1], abs=0.1)  # upright: the first side is the upper one
        assert corners[0][1] < corners[3][1]
    middles = [markers[n].mean(axis=0) for n in range(4)]
    assert middles[0][0] < middles[1][0]
    assert middles[0][1] < middles[3][1]
    assert middles[1] - middles[0] == pytest.approx([63, 0], abs=0.2)  # a piece of 54 mm and 9 mm between


@PAPER
def test_the_tags_are_true_to_size(paper: str) -> None:
    markers = found(drawn(SHEETS["tags"](Plan(paper, tags=20, tag_mm=20))), "DICT_4X4_50")
    assert set(markers) == set(range(4, 24))
    assert np.mean([sides(corners) for corners in markers.values()]) == pytest.approx(20, rel=0.005)


def test_every_token_has_its_marker() -> None:
    markers = found(drawn(SHEETS["tokens"](Plan())), "DICT_4X4_50")
    assert sorted(markers) == sorted(n for numbers in TOKENS.values() for n in numbers)
    assert np.mean([sides(corners) for corners in markers.values()]) == pytest.approx(15, rel=0.01)


@PAPER
def test_the_scatter_template_is_true_to_size_and_arrow_1_is_up(paper: str) -> None:
    picture = drawn(SHEETS["template"](Plan(paper, template_mm=120)))
    (corners,) = [found(picture, "DICT_4X4_50")[TEMPLATE]]
    assert sides(corners) == pytest.approx(0.36 * 120, rel=0.01)
    assert corners[0][1] == pytest.approx(corners[1][1], abs=0.1)
    middle = corners.mean(axis=0)
    x, y = (middle * PX_MM).astype(int)
    above = picture[:y, x - round(0.3 * PX_MM) : x + round(0.3 * PX_MM)].min(axis=1) < 128
    row = np.flatnonzero(above[round((middle[1] - 63) * PX_MM) :])[0] / PX_MM
    assert 63 - row == pytest.approx(60, abs=0.4), "the tip of arrow 1 is on the circle"
    told = words(SHEETS["template"](Plan(paper))).split()
    assert {str(n) for n in range(1, 13)} <= set(told)


@PAPER
@pytest.mark.parametrize("sheet", list(SHEETS))
def test_every_sheet_has_a_check_ruler_of_250_mm_and_10_inches(paper: str, sheet: str) -> None:
    picture = drawn(SHEETS[sheet](Plan(paper)))
    assert picture.shape == pytest.approx([side * PX_MM for side in PAPERS[paper][::-1]], abs=1.5)
    line = picture.shape[0] - round(12 * PX_MM)
    above, below = (np.flatnonzero(picture[line + round(mm * PX_MM)] < 200) for mm in (-1.2, 1.2))
    assert np.ptp(above) / PX_MM == pytest.approx(250, abs=0.3)
    assert np.ptp(below) / PX_MM == pytest.approx(254, abs=0.3)
    assert len(np.flatnonzero(np.diff(above) > 1)) == 250
    assert len(np.flatnonzero(np.diff(below) > 1)) == 80


@PAPER
@pytest.mark.parametrize("sheet", list(SHEETS))
def test_nothing_but_a_board_is_where_printers_leave_white(paper: str, sheet: str) -> None:
    picture = drawn(SHEETS[sheet](Plan(paper)))
    rim = round(4 * PX_MM)
    picture[rim:-rim, rim:-rim] = 255
    assert picture.min() > 200


@pytest.mark.parametrize("sheet", list(SHEETS))
def test_each_sheet_speaks_both_languages(sheet: str) -> None:
    english, german = (words(SHEETS[sheet](Plan(language=language))) for language in ("en", "de"))
    assert "measure this ruler with a real one and enter what it measures" in re.sub(r"\s+", " ", english)
    assert "dieses Lineal mit einem echten nachmessen und den Wert eingeben" in re.sub(r"\s+", " ", german)
    assert "Größe" in german
    assert not {"Größe", "Feld", "Marken"} & set(english.split())


def test_a_marker_tells_number_and_size() -> None:
    told = words(SHEETS["markers"](Plan(language="de")))
    assert "0 · 40 mm · oben links" in told
    assert "2 · 40 mm · unten rechts" in told


def test_a_viewer_is_told_not_to_scale() -> None:
    assert b"/PrintScaling /None" in SHEETS["board"](Plan())


@pytest.mark.parametrize("factor", [0.95, 1.05])
def test_a_scaled_print_and_its_file_agree(factor: float, tmp_path: Path) -> None:
    write_sheets(Plan(), ["board", "markers"], tmp_path, scale_of(250 * factor))
    board, pitch = (tomllib.loads((tmp_path / f"{n}.toml").read_text(encoding="utf-8")) for n in ("board", "pitch"))
    seen, meant = board_corners((tmp_path / "board.pdf").read_bytes(), board)
    assert scale_between(seen * factor, meant) == pytest.approx(1, abs=0.005)
    assert pitch["pitch"]["marker_mm"] == pytest.approx(40 * factor)
    assert pitch["pitch"]["template_mm"] == pytest.approx(100 * factor)
    assert pitch["pitch"]["size_mm"] == [914.4, 660.4]  # the pitch was not printed
    assert pitch["pitch"]["markers"]["1"] == pytest.approx([457.2 - 27 * factor, 330.2 - 27 * factor])
    assert f"{factor:.4f} of the intended size" in (tmp_path / "pitch.toml").read_text(encoding="utf-8")


def test_the_files_are_those_of_the_pictures_that_we_have(tmp_path: Path) -> None:
    write_sheets(Plan(), ["board", "markers"], tmp_path)
    board, pitch = (tomllib.loads((tmp_path / f"{n}.toml").read_text(encoding="utf-8")) for n in ("board", "pitch"))
    assert board == {"board": {"squares": [9, 6], "square_mm": 30.0, "marker_mm": 22.0, "dictionary": "DICT_5X5_100"}}
    assert pitch["pitch"]["markers"] == {
        "0": [-430.2, 303.2],
        "1": [430.2, 303.2],
        "2": [430.2, -303.2],
        "3": [-430.2, -303.2],
    }


def test_a_measured_print_replaces_the_files_that_nobody_touched(tmp_path: Path) -> None:
    assert run("-o", tmp_path).exit_code == 0
    done = run("-o", tmp_path, "--measured", "237.5", "--lang", "de")
    assert done.exit_code == 0
    assert "5,0 % zu klein" in done.stdout
    assert "square_mm = 28.5" in (tmp_path / "board.toml").read_text(encoding="utf-8")


def test_a_file_that_people_changed_stays(tmp_path: Path) -> None:
    assert run("markers", "-o", tmp_path).exit_code == 0
    path = tmp_path / "pitch.toml"
    path.write_text(path.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    done = run("markers", "-o", tmp_path)
    assert done.exit_code == 1
    assert "pitch.toml is there and says something else: --replace writes it anew" in done.output
    assert path.read_text(encoding="utf-8").endswith("# mine\n")
    assert run("markers", "-o", tmp_path, "--replace").exit_code == 0
    assert not path.read_text(encoding="utf-8").endswith("# mine\n")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--paper", "a5"], "'a5' is not one of 'a4', 'letter'"),
        (["poster"], "'poster' is not one of"),
        (["--lang", "fr"], "'fr' is not one of"),
        (["--squares", "9"], "is not two numbers; awaited: such as 9x6"),
        (["--squares", "9.5x6"], "is not two numbers"),
        (["--squares", "9x6in"], "is not two numbers"),
        (["--pitch", "36x26ft"], "is not two numbers; awaited: such as 36x26in"),
        (["--measured", "long"], "is no length; awaited"),
        (["--measured", "25"], "should measure 250 mm"),
        (["--tags", "0"], "0 is not in the range"),
    ],
)
def test_a_broken_option_is_refused_with_the_reason(options: list[str], reason: str, tmp_path: Path) -> None:
    done = run("-o", tmp_path / "out", *options)
    assert done.exit_code == 2
    assert reason in re.sub(r"\s+", " ", done.output)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--squares", "10x6"], "10 × 6 squares of 30 mm take 300 × 180 mm; a sheet of a4 has room for 288.0 × 180.0"),
        (["--squares", "9x7"], "take 270 × 210 mm"),
        (["--squares", "2x6"], "3 × 3 squares or more"),
        (["--board-marker", "30"], "markers that are smaller"),
        (["--squares", "20x15", "--square", "9", "--board-marker", "7"], "150 markers, DICT_5X5_100 has fewer"),
        (["template", "--template", "170"], None),
        (["tags", "--tags", "46", "--tag", "30"], "tags of 30 mm do not fit: a4 has room for"),
        (["markers", "--pitch", "200x200", "--marker", "60"], None),
        (["--pitch", "0x600"], "sizes are numbers of mm above 0"),
        (["--pitch", "36x26"], "inches are spelled 36x26in"),
        (["--square", "nan"], "sizes are numbers of mm above 0"),
        (["markers", "--marker", "nan"], "sizes are numbers of mm above 0"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_sizes(options: list[str], reason: str | None, tmp_path: Path) -> None:
    done = run("-o", tmp_path / "out", *options)
    assert done.exit_code == (0 if reason is None else 1)
    assert reason is None or reason in re.sub(r"\s+", " ", done.output)
    assert (tmp_path / "out").exists() == (reason is None)


def test_an_unknown_dictionary_is_refused() -> None:
    with pytest.raises(SheetError, match="no dictionary; awaited: one of OpenCV's"):
        SHEETS["markers"](Plan(dictionary="DICT_NONE"))


def test_the_help_explains_itself() -> None:
    told = re.sub(r"\s+", " ", run("--help").output)
    for wanted in (
        "board",
        "markers",
        "tags",
        "tokens",
        "ruler",
        "--paper",
        "--measured",
        "actual size",
        "board.toml",
        "pitch.toml",
    ):
        assert wanted in told
