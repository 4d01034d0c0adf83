"""Bases on drawn and rendered pitches: place, size, rim, and ± that holds."""

from __future__ import annotations

import itertools
import json
import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.ruler import rendered
from tests.vision.ruler.rendered import DATA, needs_data
from vision.frame import Image
from vision.picture import read_picture
from vision.ruler.bases import Base
from vision.ruler.closeup import Closeup
from vision.ruler.drawn import LENS, PITCH, Scene, Standing, draw, pose_of
from vision.ruler.measured import Measured, measure
from vision.ruler.paint import RIM_COLOURS
from vision.ruler.paper import white_paper
from vision.ruler.pitch import load_pitch
from vision.ruler.pose import PoseDoubt, PoseError
from vision.ruler.rim import name_rims, rim_tones, two_teams

STANDING = (
    Standing((-300.0, 150.0), 32.0, "red"),
    Standing((-100.0, -200.0), 25.0, "red"),
    Standing((60.0, 40.0), 40.0, "red"),
    Standing((280.0, -120.0), 32.0, "cyan"),
    Standing((310.0, 200.0), 40.0, "cyan"),
)


def seen(image: Image) -> Measured:
    return measure(image, LENS, PITCH)


def nearest(bases: tuple[Base, ...], standing: Standing) -> Base:
    return min(bases, key=lambda base: math.dist(base.centre_mm, standing.centre_mm))


def test_drawn_bases_are_found_with_place_size_and_rim() -> None:
    measured = seen(draw(Scene(STANDING)))
    assert len(measured.bases) == len(STANDING)
    for standing in STANDING:
        base = nearest(measured.bases, standing)
        assert math.dist(base.centre_mm, standing.centre_mm) < 1.5
        assert base.diameter_mm == pytest.approx(standing.diameter_mm, abs=2.1)
        assert base.rim == standing.rim


@pytest.mark.parametrize("sizes", [(20.0, 25.0, 32.0), (25.0, 40.0, 50.0), (32.0, 50.0, 60.0)])
def test_bases_of_any_size_from_20_to_60_mm_are_found(sizes: tuple[float, ...]) -> None:
    pitch = replace(PITCH, base_diameters_mm=sizes)
    standing = [
        Standing((-350.0 + 100 * k, 150.0 * math.sin(2.1 * k)), sizes[k % 3], ("red", "cyan")[k % 2]) for k in range(8)
    ]
    found = measure(draw(Scene(standing)), LENS, pitch).bases
    assert len(found) == len(standing)
    for one in standing:
        base = nearest(found, one)
        assert math.dist(base.centre_mm, one.centre_mm) < 1.5
        assert (base.diameter_mm, base.rim) == (one.diameter_mm, one.rim)


def test_a_picture_without_colours_is_refused_and_not_empty() -> None:
    grey = cv2.cvtColor(cv2.cvtColor(draw(Scene(STANDING)), cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    with pytest.raises(PoseError) as refused:
        seen(np.asarray(grey, np.uint8))
    assert refused.value.doubt is PoseDoubt.GREY
    teams = tuple(replace(s, rim="white" if s.rim == "red" else s.rim) for s in STANDING)
    dark = (draw(Scene(teams)) * 0.3).astype(np.uint8)
    assert seen(dark).pose.seen, "few colours are colours"


def test_an_empty_pitch_has_no_bases() -> None:
    assert seen(draw(Scene())).bases == ()
    assert seen(draw(Scene())).gaps == {}


def test_every_pair_has_its_distance_and_its_doubt() -> None:
    measured = seen(draw(Scene(STANDING)))
    assert set(measured.gaps) == set(itertools.combinations(range(len(STANDING)), 2))
    assert all(0 < gap.pm < 0.3 for gap in measured.gaps.values())


def test_bases_that_touch_are_two() -> None:
    pair = (Standing((0.0, 0.0), 32.0, "red"), Standing((32.0, 0.0), 32.0, "cyan"))
    measured = seen(draw(Scene(pair)))
    assert len(measured.bases) == 2
    assert measured.gaps[0, 1].value == pytest.approx(0.0, abs=0.12)


def test_three_of_a_team_in_a_huddle_are_three() -> None:
    huddle = tuple(Standing((20.0 * math.cos(turn), 20.0 * math.sin(turn)), 32.0, "red") for turn in (0.3, 2.4, 4.5))
    measured = seen(draw(Scene((*huddle, STANDING[3]))))
    assert len(measured.bases) == 4
    for standing in huddle:
        assert math.dist(nearest(measured.bases, standing).centre_mm, standing.centre_mm) < 2.0


def test_a_hand_over_a_marker_and_a_base_leaves_the_others_right() -> None:
    image = draw(Scene(STANDING, covered=(3,)))
    x, y = pose_of(Scene()).to_picture(np.array([STANDING[0].centre_mm]))[0]
    cv2.ellipse(image, (round(x), round(y)), (60, 40), 30, 0, 360, (120, 150, 205), -1, cv2.LINE_AA)
    measured = seen(image)
    assert measured.pose.hidden == (3,)
    assert len(measured.bases) == len(STANDING) - 1
    for standing in STANDING[1:]:
        assert math.dist(nearest(measured.bases, standing).centre_mm, standing.centre_mm) < 2.0


def test_a_base_under_glare_is_found_or_told_to_be_doubtful() -> None:
    measured = seen(draw(Scene(STANDING, glare=((-300.0, 158.0),))))
    near = [k for k, base in enumerate(measured.bases) if math.dist(base.centre_mm, STANDING[0].centre_mm) < 6]
    assert len(measured.bases) - len(near) == len(STANDING) - 1
    for k in near:
        right = math.dist(measured.bases[k].centre_mm, STANDING[0].centre_mm) < 2.0
        assert right or k in measured.doubtful


def test_a_hidden_marker_is_named_and_widens_the_doubt() -> None:
    whole, part = (seen(draw(Scene(STANDING, covered=c))) for c in ((), (2,)))
    assert part.pose.hidden == (2,)
    far = [max(range(len(m.bases)), key=lambda k, m=m: m.bases[k].centre_mm[0]) for m in (whole, part)]
    assert part.pose.spread.trace() > whole.pose.spread.trace()
    assert part.pm_mm(far[1]) > 0


def test_a_print_of_the_wrong_scale_is_refused() -> None:
    with pytest.raises(PoseError, match="print"):
        seen(draw(Scene(STANDING, print_scale=0.95)))


def test_glare_is_no_base() -> None:
    measured = seen(draw(Scene(STANDING, glare=((150.0, -30.0), (-200.0, 0.0)))))
    for base in measured.bases:
        assert min(math.dist(base.centre_mm, s.centre_mm) for s in STANDING) < 6


def test_a_hand_is_no_base() -> None:
    image = draw(Scene(STANDING))
    x, y = pose_of(Scene()).to_picture(np.array([[100.0, -200.0]]))[0]
    cv2.ellipse(image, (round(x), round(y)), (70, 40), 30, 0, 360, (120, 150, 205), -1, cv2.LINE_AA)
    for base in seen(image).bases:
        assert min(math.dist(base.centre_mm, s.centre_mm) for s in STANDING) < 6


def test_a_figure_that_lies_down_is_no_base() -> None:
    image = draw(Scene(STANDING))
    ends = np.rint(pose_of(Scene()).to_picture(np.array([[-200.0, -60.0], [-165.0, -40.0]]))).astype(int)
    cv2.line(image, tuple(ends[0]), tuple(ends[1]), (60, 120, 170), 9, cv2.LINE_AA)
    cv2.ellipse(image, tuple(ends[1]), (3, 11), 20, 0, 360, (30, 24, 190), -1, cv2.LINE_AA)  # its base on edge
    for base in seen(image).bases:
        assert min(math.dist(base.centre_mm, s.centre_mm) for s in STANDING) < 6


@pytest.mark.parametrize("colour", sorted(RIM_COLOURS))
def test_every_paint_is_named_under_a_warm_lamp(colour: str) -> None:
    other = "cyan" if colour != "cyan" else "red"
    bases = [replace(s, rim=colour if s.rim == "red" else other) for s in STANDING]
    scene = Scene(bases, turn=(2.8, 0.1, 0.1))
    warm = np.clip(draw(scene) * (0.6, 0.85, 1.0), 0, 255).astype(np.uint8)
    pose = pose_of(scene)
    pose = replace(pose, seen=(0, 1, 2, 3))
    view = Closeup(warm, pose, white_paper(warm, pose, PITCH))
    centres, radii = np.array([b.centre_mm for b in bases]), np.array([b.diameter_mm / 2 for b in bases])
    tones = rim_tones(view, centres, radii, 4.0)
    teams = two_teams(tones, tuple(RIM_COLOURS))
    assert set(teams) == {colour, other}
    assert name_rims(tones, teams)[0] == tuple(b.rim for b in bases)


@needs_data
@pytest.mark.parametrize("number", [1, 7, 13, 21])
def test_rendered_pitches_are_measured(number: int) -> None:
    truth = json.loads((DATA / "truth.jsonl").read_text().splitlines()[number])
    pitch = load_pitch(DATA / "pitch.toml")
    measured = measure(read_picture(DATA / truth["image"]), rendered.LENS, pitch)
    found = {
        k: mini["id"]
        for k, base in enumerate(measured.bases)
        for mini in truth["minis"]
        if math.dist(base.centre_mm, mini["centre_mm"]) < 8 and base.rim == mini["team_colour"]
    }
    assert len(found) >= 7
    assert len(measured.bases) - len(found) <= 1
    true = {frozenset((p["a"], p["b"])): p["edge_in"] for p in truth["pairs"]}
    off = [
        abs(gap.value - true[frozenset((found[a], found[b]))])
        for (a, b), gap in measured.gaps.items()
        if a in found and b in found
    ]
    assert np.median(off) < 0.04
    assert max(off) < 0.25
