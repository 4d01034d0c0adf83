"""The scatter template on drawn pitches: where it lies, where arrow 1 points, where the ball comes to lie."""

from __future__ import annotations

import math

import pytest

from vision.ruler.drawn import LENS, PITCH, Scene, Standing, draw
from vision.ruler.markers import see_markers
from vision.ruler.measured import measure
from vision.ruler.pitch import Mm
from vision.ruler.template import Template, template_at

NUMBER = 38
BALL_MM = 17.0


def seen(centre: Mm, arrow1_deg: float, **scene: float) -> Template:
    image = draw(Scene((Standing((300.0, -200.0), 32.0, "red"),), template=(NUMBER, centre, arrow1_deg), **scene))  # type: ignore[arg-type]
    corners = see_markers(image, PITCH.dictionary)[NUMBER]
    return template_at(measure(image, LENS, PITCH).view, PITCH, corners)


@pytest.mark.parametrize("arrow1_deg", [0.0, 30.0, 101.0, 270.0, 359.0])
@pytest.mark.parametrize("centre", [(0.0, 0.0), (-340.0, 200.0)])
def test_place_and_direction_are_those_that_were_drawn(centre: Mm, arrow1_deg: float) -> None:
    found = seen(centre, arrow1_deg, height_mm=1177.0)
    assert math.dist(found.centre_mm, centre) < 1.0
    assert abs((found.arrow1_deg - arrow1_deg + 180) % 360 - 180) < 1.0
    assert found.diameter_mm == PITCH.template_mm


def test_the_ball_lies_in_the_picture_at_the_arrow_that_was_rolled() -> None:
    """Arrow 1 to the right as seen from above, so arrow 4 is towards the viewer: numbers go clockwise."""
    found = seen((0.0, 0.0), 0.0)
    reach = (PITCH.template_mm + BALL_MM) / 2
    assert found.place(BALL_MM, 1) == pytest.approx((reach, 0.0), abs=1.0)
    assert found.place(BALL_MM, 4) == pytest.approx((0.0, -reach), abs=1.5)
    assert found.place(BALL_MM, 10) == pytest.approx((0.0, reach), abs=1.5)


def test_the_tips_of_the_arrows_lie_within_their_pm() -> None:
    off = []
    for k in range(20):
        turn, centre = 17.0 * k, (-300.0 + 30.0 * k, 200.0 * math.sin(k))
        found = seen(centre, turn)
        true = Template(centre, PITCH.template_mm, turn, 0.0)
        off += [math.dist(found.place(0.0, n), true.place(0.0, n)) <= found.pm_mm for n in (1, 5, 9)]
        assert found.pm_mm < 2.0
    assert sum(off) >= 0.93 * len(off)


def test_a_template_is_no_base() -> None:
    image = draw(Scene(template=(NUMBER, (50.0, 20.0), 40.0)))
    assert measure(image, LENS, PITCH).bases == ()
