"""The pitch file, the pose from its markers, the scale of prints, and a camera that is bumped."""

from __future__ import annotations

import json
import math
import tomllib
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.ruler import rendered
from tests.vision.ruler.rendered import DATA, needs_data
from vision.frame import Image
from vision.picture import read_picture
from vision.ruler.bases import Base
from vision.ruler.bump import Bump, Standing
from vision.ruler.drawn import LENS, PITCH, Scene, draw, pose_of
from vision.ruler.gaps import gaps
from vision.ruler.lens import Floats, LensError
from vision.ruler.markers import see_markers, see_markers_again
from vision.ruler.pitch import PitchFileError, load_pitch, pitch_of
from vision.ruler.pose import Pose, PoseDoubt, PoseError, find_pose, good_to_map, pose_of_outline
from vision.ruler.scale import check_printed, check_seen
from vision.ruler.zoom import seen_zoom

PLACES = np.stack(np.meshgrid(np.linspace(-400, 400, 5), np.linspace(-280, 280, 4)), axis=2).reshape(-1, 2)
GOOD = """
[pitch]
size_mm = [914.4, 660.4]
[pitch.markers]
0 = [-430.2, 303.2]
1 = [430.2, 303.2]
2 = [430.2, -303.2]
"""


def found(image: Image) -> Pose:
    return find_pose(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), LENS, PITCH)


def off_mm(pose: Pose, scene: Scene) -> Floats:
    """How far places on the pitch seem to be from where they are."""
    return np.hypot(*(pose.to_table(pose_of(scene).to_picture(PLACES)) - PLACES).T)


def test_a_pitch_is_read() -> None:
    pitch = pitch_of(tomllib.loads(GOOD), "pitch.toml")
    assert (pitch.size_mm, pitch.marker_mm, len(pitch.markers)) == ((914.4, 660.4), 40.0, 3)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[pitch]", "[field]", "size_mm is missing"),
        ("size_mm", "size", "no key"),
        ("[914.4, 660.4]", "[914.4]", "two numbers"),
        ("[914.4, 660.4]", "[9.4, 660.4]", "50 to 5000"),
        ("2 = [430.2, -303.2]", "", "3 to 16"),
        ("2 = [430.2, -303.2]", "2 = [0.0, 303.2]", "one line"),
        ("2 = [430.2, -303.2]", "b = [430.2, -303.2]", "whole number"),
        ("size_mm", "dictionary = 'X'\nsize_mm", "dictionary"),
        ("size_mm", "rim_colours = ['beige']\nsize_mm", "beige"),
        ("size_mm", "base_diameters_mm = [500]\nsize_mm", "15 to 80"),
        ("size_mm", "template_mm = 5\nsize_mm", "40 to 300"),
        ("size_mm", "base_height_mm = true\nsize_mm", "no number"),
        ("size_mm", f"marker_mm = {'9' * 400}\nsize_mm", "5 to 500"),
        ("2 = [430.2, -303.2]", "50 = [430.2, -303.2]", "0 to 49, not 50"),
        ("2 = [430.2, -303.2]", f"{'2' * 5000} = [430.2, -303.2]", "whole number"),
        ("size_mm", "base_height_mm = nan\nsize_mm", "is nan; awaited: 0 to 15"),
    ],
)
def test_a_wrong_pitch_is_refused_with_the_key(old: str, new: str, says: str) -> None:
    with pytest.raises(PitchFileError, match=says):
        pitch_of(tomllib.loads(GOOD.replace(old, new, 1)), "pitch.toml")


def test_a_broken_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pitch.toml").write_text("[pitch", encoding="utf-8")
    with pytest.raises(PitchFileError, match=r"pitch\.toml"):
        load_pitch(tmp_path / "pitch.toml")


def test_points_go_to_the_picture_and_back_at_any_height() -> None:
    pose = pose_of(Scene())
    raised = np.concatenate([PLACES, np.full((len(PLACES), 1), 4.0)], axis=1)
    assert pose.to_table(pose.to_picture(raised), 4.0) == pytest.approx(PLACES, abs=1e-3)


@pytest.mark.parametrize("turn", [(3.1, 0.0, 0.0), (3.0, 0.1, 0.1), (2.7, 0.3, 0.2)])
def test_the_pose_is_found_to_a_fraction_of_a_mm(turn: tuple[float, float, float]) -> None:
    scene = Scene(turn=turn, height_mm=1100)
    pose = found(draw(scene))
    assert off_mm(pose, scene).max() < 0.3
    assert pose.residual_mm < 1.5
    assert pose.hidden == ()


def test_small_tags_are_read() -> None:
    """15 mm at 1.25 pixels a mm: a cell is three pixels wide, and blurred."""
    numbers = range(4, 39)
    places = [(-330.0 + 110 * (k % 7) + 3 * k % 11, -220.0 + 105 * (k // 7) + 5 * k % 7) for k in range(len(numbers))]
    scene = Scene(tokens=tuple(zip(numbers, places, strict=True)), height_mm=800.0)
    read = set(see_markers(draw(scene), PITCH.dictionary))
    assert len(read & set(numbers)) >= 28
    assert read <= {*numbers, *PITCH.markers}


def test_markers_that_somebody_found_are_not_looked_for_again() -> None:
    scene = Scene()
    image = draw(scene)
    seen = see_markers(image, PITCH.dictionary)
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    tag = {17: next(iter(seen.values()))}
    for given in (seen, dict(list(seen.items())[:2]), seen | tag):
        pose = find_pose(grey, LENS, PITCH, given)
        assert pose.seen == tuple(sorted(PITCH.markers))
        assert off_mm(pose, scene).max() < 0.3
    with pytest.raises(PoseError) as refused:
        find_pose(grey, LENS, PITCH, tag)
    assert refused.value.hidden == tuple(sorted(PITCH.markers))


def test_markers_are_seen_again_where_they_were_and_not_elsewhere() -> None:
    seen = see_markers(draw(Scene()), PITCH.dictionary)
    again = see_markers_again(draw(Scene(covered=(2,)), seed=2), PITCH.dictionary, seen)
    assert set(again) == {0, 1, 3}
    for number, quad in again.items():
        assert np.hypot(*(quad - seen[number]).T).max() < 1.5
    assert see_markers_again(draw(Scene(turn=(2.7, 0.3, 0.2))), PITCH.dictionary, seen) == {}
    assert see_markers_again(np.zeros((240, 320, 3), np.uint8), PITCH.dictionary, seen) == {}, "a smaller picture"


@pytest.mark.parametrize("shift_mm", [0.0, 0.4, 0.8])
def test_distances_stay_within_their_pm_when_markers_were_laid_inexactly(shift_mm: float) -> None:
    """Nobody lays a marker to a tenth of a mm; what the pitch file then says of it is wrong."""
    image = draw(Scene())
    grey, found_px = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), see_markers(image, PITCH.dictionary)
    px = pose_of(Scene()).to_picture(PLACES)
    chance = np.random.default_rng(1)
    inside: list[bool] = []
    for _ in range(60):
        off = {n: tuple(np.add(at, chance.normal(0, shift_mm, 2))) for n, at in PITCH.markers.items()}
        try:
            pose = find_pose(grey, LENS, replace(PITCH, markers=off), found_px)
        except PoseError:
            continue
        bases = [Base((x, y), 0.0, "red", 99.0, np.zeros((2, 2)), 0.0) for x, y in pose.to_table(px).tolist()]
        for (a, b), gap in gaps(bases, pose).items():
            inside.append(abs(gap.value - math.dist(PLACES[a], PLACES[b]) / 25.4) <= gap.pm)
    assert np.mean(inside) > 0.88, len(inside)


def test_a_covered_marker_is_named_and_three_are_enough() -> None:
    scene = Scene(covered=(2,))
    pose = found(draw(scene))
    assert pose.hidden == (2,)
    assert off_mm(pose, scene).max() < 1.0


def test_three_markers_are_known_less_well_than_four() -> None:
    three, four = (good_to_map(found(draw(Scene(covered=c))), PITCH).inches for c in ((2,), ()))
    assert three.max() > four.max()
    assert (three / four).argmax() == three.size - 1  # the corner of the hidden marker


def test_two_hidden_markers_are_refused_by_name() -> None:
    with pytest.raises(PoseError, match="1, 2") as refused:
        found(draw(Scene(covered=(1, 2))))
    assert (refused.value.doubt, refused.value.hidden) == (PoseDoubt.MARKERS_HIDDEN, (1, 2))


def test_a_lens_of_another_camera_is_the_reason_and_not_hidden_markers() -> None:
    """All four are in sight, but two tell wrong places of the others."""
    image = cv2.cvtColor(draw(Scene(turn=(2.7, 0.3, 0.2))), cv2.COLOR_BGR2GRAY)
    for lens in (replace(LENS, distortion=(0.4, 0.0, 0.0, 0.0, 0.0)), replace(LENS, focal_px=(1900.0, 1900.0))):
        with pytest.raises(PoseError) as refused:
            find_pose(image, lens, PITCH)
        assert refused.value.doubt is PoseDoubt.RESIDUAL


STANDS = [
    ((math.pi, 0.0, 0.0), 1000.0),
    ((3.0, 0.1, 0.1), 1100.0),
    ((2.7, 0.3, 0.2), 1150.0),
    ((0.1, 3.05, 0.15), 1050.0),
]
"""Straight down, and tilted."""


@pytest.mark.parametrize(("turn", "height_mm"), STANDS)
def test_a_lens_of_another_zoom_is_refused_and_the_right_one_is_not(
    turn: tuple[float, float, float], height_mm: float
) -> None:
    """Three markers tell less of it than four."""
    for noise, covered, zooms in ((2.0, (), (0.87, 1.15)), (6.0, (), (0.8, 1.2)), (3.0, (1,), (0.8, 1.25))):
        image = draw(Scene(turn=turn, height_mm=height_mm, noise=noise, covered=covered))
        grey, found_px = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), see_markers(image, PITCH.dictionary)
        assert find_pose(grey, LENS, PITCH, found_px).zoom == 1
        for zoom in zooms:
            other = replace(LENS, focal_px=(LENS.focal_px[0] * zoom, LENS.focal_px[1] * zoom))
            with pytest.raises(PoseError) as refused:
                find_pose(grey, other, PITCH, found_px)
            assert refused.value.doubt in (PoseDoubt.ZOOM, PoseDoubt.RESIDUAL), (noise, zoom)


def test_a_refused_zoom_tells_the_zoom_that_fits() -> None:
    image = draw(Scene(turn=(math.pi, 0.0, 0.0)))
    other = replace(LENS, focal_px=(1000 / 1.15, 1000 / 1.15))
    with pytest.raises(PoseError, match=r"1\.1[0-9] times") as refused:
        find_pose(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), other, PITCH)
    assert refused.value.doubt is PoseDoubt.ZOOM


def test_a_lens_that_does_not_bend_tells_no_zoom_straight_down() -> None:
    """Far away through a longer one it sees the same: nothing is refused, and nothing fails."""
    lens = replace(LENS, distortion=(0.0,) * 5)
    turn, way = np.array([math.pi, 0.0, 0.0]), np.array([0.0, 0.0, 1000.0])
    points = np.concatenate(list(PITCH.corners_mm.values()))
    ids = np.repeat(np.array(list(PITCH.markers), np.float64), 4)
    ways = np.sign(points - np.repeat(np.array(list(PITCH.markers.values())), 4, axis=0))
    px = Pose(lens, turn, way, np.eye(6), 0.0).to_picture(points)
    for focal in (1000.0, 1300.0):
        other = replace(lens, focal_px=(focal, focal))
        assert seen_zoom(points, px, ids, ways, other, (turn, way * focal / 1000)) == 1


def test_markers_that_people_laid_are_not_taken_for_another_zoom() -> None:
    chance = np.random.default_rng(3)
    for turn, height_mm in STANDS:
        image = draw(Scene(turn=turn, height_mm=height_mm))
        grey, found_px = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), see_markers(image, PITCH.dictionary)
        zooms = 0
        for _ in range(40):
            off = {n: tuple(np.add(at, chance.normal(0, 0.5, 2))) for n, at in PITCH.markers.items()}
            try:
                find_pose(grey, LENS, replace(PITCH, markers=off), found_px)
            except PoseError as error:
                zooms += error.doubt is PoseDoubt.ZOOM
        assert zooms == 0


@needs_data
def test_no_rendered_pitch_is_taken_for_another_zoom_and_a_tenth_of_zoom_is_seen() -> None:
    pitch, missed = load_pitch(DATA / "pitch.toml"), 0
    pictures = sorted(DATA.glob("*.jpg"))
    for path in pictures:
        image = read_picture(path)
        grey, found_px = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), see_markers(image, pitch.dictionary)
        assert find_pose(grey, rendered.LENS, pitch, found_px).zoom == 1
        for zoom in (0.9, 1.1):
            other = replace(rendered.LENS, focal_px=(1000 * zoom, 1000 * zoom))
            try:
                find_pose(grey, other, pitch, found_px)
            except PoseError:
                continue
            missed += 1
    assert pictures
    assert missed <= 1


def test_no_marker_at_all_is_refused() -> None:
    with pytest.raises(PoseError, match="0, 1, 2, 3"):
        find_pose(np.full((960, 1280), 90, np.uint8), LENS, PITCH)


@pytest.mark.parametrize("scale", [0.95, 1.05])
def test_markers_of_another_size_are_refused(scale: float) -> None:
    with pytest.raises(PoseError) as refused:
        found(draw(Scene(print_scale=scale)))
    assert refused.value.doubt is PoseDoubt.SCALE


def test_a_marker_that_lies_elsewhere_is_refused() -> None:
    shifted = replace(PITCH, markers={**PITCH.markers, 1: (415.0, 303.2)})
    with pytest.raises(PoseError) as refused:
        find_pose(cv2.cvtColor(draw(Scene()), cv2.COLOR_BGR2GRAY), LENS, shifted)
    assert refused.value.doubt is PoseDoubt.RESIDUAL


def test_a_print_of_the_wrong_scale_is_caught_by_a_ruler() -> None:
    check_printed(40.3, PITCH)
    with pytest.raises(PoseError, match="95 %"):
        check_printed(38.0, PITCH)


def test_a_check_length_without_length_is_no_check() -> None:
    pose = pose_of(Scene())
    for ends, length in (([[100, 100], [100, 100]], 50.0), ([[100, 100], [400, 100]], float("nan"))):
        with pytest.raises(PoseError):
            check_seen(pose, ends, length)
    with pytest.raises(PoseError):
        check_printed(float("nan"), PITCH)


def test_a_print_of_the_wrong_scale_is_caught_by_a_length_in_the_picture() -> None:
    pose = pose_of(Scene())
    ends = pose.to_picture(np.array([[-150.0, 20.0], [150.0, 20.0]]))
    assert check_seen(pose, ends, 300.0) == pytest.approx(1.0, abs=1e-3)
    for length in (285.0, 315.0):
        with pytest.raises(PoseError) as refused:
            check_seen(pose, ends, length)
        assert refused.value.doubt is PoseDoubt.SCALE


def test_dragged_corners_do_instead_of_markers() -> None:
    scene = Scene()
    corners = pose_of(scene).to_picture(PITCH.outline_mm)
    pose = pose_of_outline(corners + np.array([[0.5, -0.5], [-0.5, 0.5], [0.5, 0.5], [-0.5, -0.5]]), LENS, PITCH)
    assert off_mm(pose, scene).max() < 2.0
    assert good_to_map(pose, PITCH).inches.min() > 0.03  # a hand is not so exact


@pytest.mark.parametrize("order", [(0, 2, 1, 3), (3, 2, 1, 0), (0, 0, 1, 2)])
def test_corners_in_another_order_are_refused(order: tuple[int, ...]) -> None:
    corners = pose_of(Scene()).to_picture(PITCH.outline_mm)[list(order)]
    with pytest.raises(PoseError) as refused:
        pose_of_outline(corners, LENS, PITCH)
    assert refused.value.doubt is PoseDoubt.OUTLINE


def test_a_picture_of_another_size_is_refused() -> None:
    with pytest.raises(LensError, match="640 × 480"):
        find_pose(np.zeros((480, 640), np.uint8), LENS, PITCH)


def frames(bump: Bump, corners: dict[int, Floats], count: int, t_s: float) -> float:
    """Shows so many frames at 10 a second; the time after them."""
    chance = np.random.default_rng(1)
    for _ in range(count):
        t_s += 0.1
        bump.look({n: quad + chance.normal(0, 0.1, quad.shape) for n, quad in corners.items()}, t_s)
    return t_s


def seen_corners(scene: Scene) -> dict[int, Floats]:
    return {n: pose_of(scene).to_picture(quad) for n, quad in PITCH.corners_mm.items()}


def test_a_bumped_camera_is_noticed_within_two_seconds_and_stays_so() -> None:
    bump = Bump()
    now = frames(bump, seen_corners(Scene()), 20, 0.0)
    assert bump.standing is Standing.STEADY
    now = frames(bump, seen_corners(Scene(turn=(3.0, 0.12, 0.1))), 20, now)
    assert bump.standing is Standing.MOVED
    frames(bump, seen_corners(Scene()), 20, now)
    assert bump.standing is Standing.MOVED
    bump.accept()
    frames(bump, seen_corners(Scene()), 20, now)
    assert bump.standing is Standing.STEADY


def test_a_hand_over_a_marker_is_no_bump_and_a_shifted_marker_is_told() -> None:
    bump, home = Bump(), seen_corners(Scene())
    now = frames(bump, home, 20, 0.0)
    now = frames(bump, {n: quad for n, quad in home.items() if n != 1}, 30, now)
    assert bump.standing is Standing.STEADY
    now = frames(bump, {**home, 1: home[1] + 8}, 20, now)
    assert bump.standing is Standing.MARKER_MOVED
    now = frames(bump, {}, 20, now)
    assert bump.standing is Standing.UNSEEN
    frames(bump, home, 2, now)
    assert bump.standing is Standing.STEADY


def test_a_shake_that_is_over_at_once_is_no_bump() -> None:
    bump = Bump()
    now = frames(bump, seen_corners(Scene()), 20, 0.0)
    now = frames(bump, seen_corners(Scene(turn=(3.0, 0.12, 0.1))), 3, now)
    frames(bump, seen_corners(Scene()), 3, now)
    assert bump.standing is Standing.STEADY


@needs_data
@pytest.mark.parametrize("number", [0, 3, 10, 12])
def test_the_pose_of_rendered_pitches(number: int) -> None:
    truth = json.loads((DATA / "truth.jsonl").read_text().splitlines()[number])
    grey = cv2.cvtColor(read_picture(DATA / truth["image"]), cv2.COLOR_BGR2GRAY)
    pose = find_pose(grey, rendered.LENS, load_pitch(DATA / "pitch.toml"))
    known = np.array([m["centre_mm"] for m in truth["minis"]])
    off = pose.to_table([m["base_centre_px"] for m in truth["minis"]]) - known
    assert np.hypot(*off.T).max() < 0.6


@needs_data
@pytest.mark.parametrize("share", [0.95, 1.05])
def test_rendered_markers_are_caught_that_are_five_percent_off(share: float) -> None:
    pitch = load_pitch(DATA / "pitch.toml")
    off = replace(pitch, marker_mm=pitch.marker_mm / share)
    for path in sorted(DATA.glob("*.jpg")):
        grey = cv2.cvtColor(read_picture(path), cv2.COLOR_BGR2GRAY)
        assert find_pose(grey, rendered.LENS, pitch).seen
        with pytest.raises(PoseError) as refused:
            find_pose(grey, rendered.LENS, off)
        assert refused.value.doubt is PoseDoubt.SCALE, path.name
