"""`touchline measure` and `touchline calibrate lens`: JSON and sentences, and refusals with the reason."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.vocabulary import TEMPLATE
from vision.ruler.drawn import LENS, PITCH, Scene, Standing, draw, pose_of
from vision.ruler.lens import load_lens, save_lens

SHOTS = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "lens"
PITCH_FILE = """
[pitch]
size_mm = [914.4, 660.4]
[pitch.markers]
0 = [-430.2, 303.2]
1 = [430.2, 303.2]
2 = [430.2, -303.2]
3 = [-430.2, -303.2]
"""
BASES = (Standing((-100.0, 0.0), 32.0, "red"), Standing((100.0, 50.0), 40.0, "cyan"))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A folder with a picture, its lens and its pitch."""
    save_lens(LENS, tmp_path / "lens.json")
    (tmp_path / "pitch.toml").write_text(PITCH_FILE, encoding="utf-8")
    cv2.imwrite(str(tmp_path / "a.png"), draw(Scene(BASES)))
    return tmp_path


def run(table: Path, *more: str, picture: str = "a.png") -> Result:
    files = ["--lens", str(table / "lens.json"), "--pitch", str(table / "pitch.toml")]
    return CliRunner().invoke(main, ["measure", str(table / picture), *files, *more])


def test_measure_tells_bases_and_pairs_in_json(table: Path) -> None:
    told = json.loads(run(table, "--json").stdout)
    assert set(told) == {
        "picture",
        "status",
        "doubt",
        "reason",
        "bases",
        "pairs",
        "residual_mm",
        "hidden",
        "ms",
    }
    assert {base["team"] for base in told["bases"]} == {"red", "cyan"}
    assert set(told["bases"][0]) == {"id", "center_mm", "diameter_mm", "team", "pm_mm", "sure"}
    (pair,) = told["pairs"]
    assert pair["edge_in"] == pytest.approx((206.16 - 36) / 25.4, abs=0.15)
    assert pair["pm_in"] > 0


def test_measure_tells_sentences(table: Path) -> None:
    said = run(table).stdout
    assert "2 bases" in said
    assert "red1 to cyan1" in said or "cyan1 to red1" in said


def test_tokens_ball_and_template_are_told_when_asked(table: Path) -> None:
    scene = Scene(BASES, height_mm=800.0, tokens=((36, (0.0, -150.0)),), template=(TEMPLATE, (-200.0, 150.0), 75.0))
    cv2.imwrite(str(table / "c.png"), draw(scene))
    told = json.loads(run(table, "--json", "--tokens", picture="c.png").stdout)
    (turn,) = [one for one in told["loose"] if one["kind"] == "turn"]
    assert turn["center_mm"] == pytest.approx([0, -150], abs=2.5)
    assert told["template"]["center_mm"] == pytest.approx([-200, 150], abs=1)
    assert told["template"]["arrow1_deg"] == pytest.approx(75, abs=1)
    said = run(table, "--tokens", picture="c.png").stdout
    assert "  turn: " in said
    assert "scatter template: 100 mm at -200, 150 mm" in said


def test_a_picture_without_markers_is_unsure_with_the_reason(table: Path) -> None:
    cv2.imwrite(str(table / "b.png"), draw(Scene(BASES, covered=(0, 1, 2))))
    done = run(table, "--json", picture="b.png")
    told = json.loads(done.stdout)
    assert (done.exit_code, told["status"], told["doubt"], told["bases"]) == (0, "unsure", "markers_hidden", [])
    assert told["hidden"] == [0, 1, 2]
    assert "not measured" in run(table, picture="b.png").stdout


def test_dragged_corners_do_without_markers(table: Path) -> None:
    corners = pose_of(Scene()).to_picture(PITCH.outline_mm)
    told = json.loads(run(table, "--json", "--corners", ",".join(f"{v:.1f}" for v in corners.ravel())).stdout)
    assert len(told["bases"]) == 2
    for wrong in ("1,2,3", "nan,1,2,3,4,5,6,7", "a"):
        assert run(table, "--corners", wrong).exit_code == 2


def test_a_print_of_the_wrong_scale_is_not_measured(table: Path) -> None:
    assert json.loads(run(table, "--json", "--marker-side", "38").stdout)["doubt"] == "scale"
    ends = pose_of(Scene()).to_picture([[-100.0, 100.0], [100.0, 100.0]]).ravel()
    check = ",".join(f"{v:.2f}" for v in ends)
    assert json.loads(run(table, "--json", "--check", f"{check},210").stdout)["doubt"] == "scale"
    assert json.loads(run(table, "--json", "--check", f"{check},200").stdout)["doubt"] != "scale"


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("lens.json", "{}", "touchline_lens"),
        ("lens.json", '{"touchline_lens": 7}', "calibrate again"),
        ("pitch.toml", "[pitch]", "size_mm is missing"),
        ("pitch.toml", "[", "pitch.toml"),
    ],
)
def test_broken_files_are_refused(table: Path, file: str, text: str, says: str) -> None:
    (table / file).write_text(text, encoding="utf-8")
    done = run(table)
    assert done.exit_code == 1
    assert says in done.stderr


def test_a_lens_of_another_picture_size_is_refused(table: Path) -> None:
    save_lens(replace(LENS, size_px=(640, 480), focal_px=(500.0, 500.0), centre_px=(320.0, 240.0)), table / "lens.json")
    done = run(table)
    assert done.exit_code == 1
    assert "1280 × 960" in done.stderr


def test_no_picture_is_refused(table: Path) -> None:
    done = run(table, picture="none.png")
    assert done.exit_code == 1
    assert "none.png" in done.stderr


def test_calibrate_refuses_a_broken_board_and_too_few_shots(table: Path) -> None:
    board = table / "board.toml"
    board.write_text("[board]\n", encoding="utf-8")
    more = ["--board", str(board), str(table / "a.png"), "-o", str(table / "new.json")]
    done = CliRunner().invoke(main, ["calibrate", "lens", *more])
    assert (done.exit_code, "squares" in done.stderr) == (1, True)
    board.write_text(
        '[board]\nsquares = [9, 6]\nsquare_mm = 30.0\nmarker_mm = 22.0\ndictionary = "DICT_5X5_100"\n', encoding="utf-8"
    )
    done = CliRunner().invoke(main, ["calibrate", "lens", *more])
    assert (done.exit_code, "0 pictures" in done.stderr) == (1, True)
    assert not (table / "new.json").exists()


@pytest.mark.skipif(not SHOTS.is_dir(), reason=f"the shots are not at {SHOTS}")
def test_calibrate_writes_a_lens_and_its_verdict(table: Path) -> None:
    shots = [str(path) for path in sorted(SHOTS.glob("*.jpg"))[:6]]
    more = ["--board", str(SHOTS / "board.toml"), *shots, str(table / "a.png"), "-o", str(table / "new.json")]
    done = CliRunner().invoke(main, ["calibrate", "lens", *more])
    assert done.exit_code == 0
    assert "good" in done.stdout
    assert "a.png: the board is not found" in done.stdout
    assert load_lens(table / "new.json").focal_px[0] == pytest.approx(1000, rel=0.02)
    told = json.loads(CliRunner().invoke(main, ["calibrate", "lens", *more, "--json"]).stdout)
    assert told["pictures"][-1]["hints"] == [{"code": "no_board", "where": ""}]
