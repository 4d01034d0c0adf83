"""What is laid on a pitch has its name by its marker; the scatter template is shown with the places of its arrows."""

from __future__ import annotations

import math
from typing import Any

import pytest

from companion.adapters.laid import Laid, laid_on
from companion.vocabulary import TEMPLATE
from tests.companion.pitch_desk import TEAMS, PitchDesk, drawn
from vision.ruler.drawn import LENS, PITCH, Scene, draw, pose_of
from vision.ruler.markers import see_markers
from vision.ruler.measured import measure

TURN, MOVEMENT, TACKLE = 36, 37, 20


def laid(**scene: Any) -> Laid:
    image = draw(Scene(TEAMS, height_mm=800.0, **scene))
    return laid_on(measure(image, LENS, PITCH), see_markers(image, PITCH.dictionary))


def test_tokens_are_told_apart_by_their_markers() -> None:
    places = {TURN: (0.0, -150.0), MOVEMENT: (150.0, 150.0), TACKLE: (-150.0, 0.0)}
    found = {one.kind: one.centre_mm for one in laid(tokens=tuple(places.items())).loose}
    assert set(found) == {"turn", "movement", "tackle"}
    for kind, number in (("turn", TURN), ("movement", MOVEMENT), ("tackle", TACKLE)):
        assert math.dist(found[kind], places[number]) < 2.5


def test_a_marker_on_a_base_is_neither_token_nor_template() -> None:
    image = drawn()
    corners = pose_of(Scene()).to_picture([(x, y) for x, y in square(TEAMS[0].centre_mm)])
    told = laid_on(measure(image, LENS, PITCH), {TEMPLATE: corners, TURN: corners})
    assert told.template is None
    assert "turn" not in {one.kind for one in told.loose}


def square(centre: tuple[float, float]) -> list[tuple[float, float]]:
    x, y = centre
    return [(x - 7, y + 7), (x + 7, y + 7), (x + 7, y - 7), (x - 7, y - 7)]


def test_the_arrows_of_a_template_are_no_tokens() -> None:
    told = laid(template=(TEMPLATE, (0.0, -150.0), 30.0))
    assert told.template is not None
    assert told.template.arrow1_deg == pytest.approx(30, abs=1)
    assert [one for one in told.loose if one.kind == "token"] == []


def test_a_template_and_its_places_are_shown_whatever_the_rules_let_be_measured() -> None:
    """It measures nothing: the template lies there."""
    match = PitchDesk()
    match.ready()
    told = match.see(drawn(template=(TEMPLATE, (0.0, 150.0), 0.0), tokens=((TURN, (0.0, -150.0)),), height_mm=800.0))
    assert told["window"]["open"] is False
    assert len(told["template"]["arrows"]) == 12
    reach = (PITCH.template_mm + 17.0) / 2
    x, y = pose_of(Scene(height_mm=800.0)).to_picture([(reach, 150.0)])[0]
    assert told["template"]["arrows"][0] == pytest.approx([x / 1280, y / 960], abs=0.003)
    (turn,) = [one for one in told["loose"] if one["kind"] == "turn"]
    assert turn["label"] == {"en": "Turn", "de": "Turn"}
    assert match.see(drawn())["template"] is None
