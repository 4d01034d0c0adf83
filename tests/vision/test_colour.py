"""The palette: names of body colours under the lamp of this table."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision import degraded
from vision.dice import colour
from vision.dice.colour import PROTOTYPES, TEACHABLE, USUAL, Palette, body_of
from vision.dice.reader import Reader

BODIES = {name: colour._bgr(lab) for name, lab in PROTOTYPES.items()}
LAMPS = {"warm": (0.45, 0.8, 1.0), "cold": (1.0, 0.9, 0.7), "dim": (0.35, 0.35, 0.35), "green": (0.6, 1.0, 0.6)}


def under(lamp: tuple[float, float, float], bgr: tuple[float, float, float]) -> tuple[float, float, float]:
    """A body colour in the light of another lamp: gains on linear light."""
    light = np.clip(colour._linear(bgr) * lamp, 0, 1)
    blue, green, red = (float(v) for v in 255 * np.where(light <= 0.0031308, light * 12.92,
                                                         1.055 * light ** (1 / 2.4) - 0.055))  # fmt: skip
    return blue, green, red


def test_untaught_only_colours_that_no_lamp_makes_have_a_name() -> None:
    named = {name: USUAL.name_of(body) for name, body in BODIES.items()}
    assert named == {name: name if name in ("red", "green", "blue") else None for name in BODIES}
    assert USUAL.cast == (1.0, 1.0, 1.0)


def test_the_functions_are_those_of_the_usual_palette() -> None:
    for body in map(np.asarray, BODIES.values()):
        assert colour.name_of(body) == USUAL.name_of(body)
        for name in (*TEACHABLE, "mauve"):
            assert colour.distance(body, name) == USUAL.distance(body, name)
            assert colour.could_be(body, name) == USUAL.could_be(body, name)


@pytest.mark.parametrize("lamp", LAMPS)
def test_taught_colours_have_their_name_under_any_lamp(lamp: str) -> None:
    taught = Palette().learnt({name: [under(LAMPS[lamp], body)] for name, body in BODIES.items()})
    for name, body in BODIES.items():
        assert taught.name_of(under(LAMPS[lamp], body)) == name
        assert taught.could_be(under(LAMPS[lamp], body), name)


@pytest.mark.parametrize("lamp", LAMPS)
def test_colours_that_were_not_taught_move_along_with_the_lamp(lamp: str) -> None:
    taught = Palette().learnt({"white": [under(LAMPS[lamp], BODIES["white"])]})
    assert taught.cast == pytest.approx(LAMPS[lamp], abs=0.05)
    for name in ("red", "green", "blue", "yellow"):
        seen = under(LAMPS[lamp], BODIES[name])
        assert taught.distance(seen, name) < 7
        assert taught.distance(seen, name) <= USUAL.distance(seen, name)


def test_one_saturated_colour_says_how_bright_the_lamp_is_but_hardly_its_tint() -> None:
    taught = Palette().learnt({"red": [under(LAMPS["dim"], BODIES["red"])]})
    assert max(taught.cast) / min(taught.cast) < 1.5
    assert max(taught.cast) < 0.7


def test_ivory_yellow_and_white_have_names_only_when_clear() -> None:
    warm_white, warm_ivory = (under(LAMPS["warm"], BODIES[n]) for n in ("white", "ivory"))
    assert USUAL.name_of(warm_white) is None
    white_known = Palette().learnt({"white": [warm_white]})
    assert white_known.name_of(warm_white) == "white"
    assert white_known.name_of(warm_ivory) is None
    between = tuple((a + b) / 2 for a, b in zip(warm_white, warm_ivory, strict=True))
    both = white_known.learnt({"ivory": [warm_ivory]})
    assert both.name_of(warm_ivory) == "ivory"
    assert both.name_of(between) is None


def test_a_taught_white_is_no_longer_taken_for_yellow() -> None:
    taught = Palette().learnt({"white": [BODIES["white"]], "yellow": [BODIES["yellow"]]})
    assert USUAL.could_be(BODIES["yellow"], "white")
    assert not taught.could_be(BODIES["yellow"], "white")


def test_a_later_lesson_wins_and_lessons_are_kept_apart() -> None:
    body = (40.0, 30.0, 190.0)
    wrong = Palette().learnt({"blue": [body]})
    right = wrong.learnt({"red": [(41.0, 31.0, 189.0)]})
    assert wrong.name_of(body) == "blue"
    assert right.name_of(body) == "red"
    assert set(right.samples) == {"red"}
    assert set(wrong.samples) == {"blue"}, "a palette does not change"


def test_rare_colours_count_only_where_they_were_taught() -> None:
    orange = (20.0, 110.0, 235.0)
    assert USUAL.distance(orange, "orange") == float("inf")
    taught = Palette().learnt({"orange": [orange]})
    assert taught.name_of(orange) == "orange"
    with pytest.raises(ValueError, match="'mauve' is no colour of dice: white,"):
        taught.learnt({"mauve": [orange]})


def test_many_lessons_stay_few() -> None:
    many = Palette()
    for level in range(30, 256, 20):
        many = many.learnt({"grey": [(float(level),) * 3]})
    assert len(many.samples["grey"]) == colour.MOST_SAMPLES


def test_the_body_of_a_die_in_a_picture() -> None:
    image = degraded.tray()
    told = {die.value: body_of(image, die.polygon) for die in Reader().read(image).dice}
    blue, green, red = told[2]
    assert red > 1.6 * max(blue, green)
    assert min(told[5]) > 120 > 60 > max(told[3])
    with pytest.raises(ValueError, match="outside"):
        body_of(image, ((-90, -90), (-60, -90), (-60, -60), (-90, -60)))
