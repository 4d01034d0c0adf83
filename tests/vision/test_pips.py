"""Pips and their patterns, on pictures drawn here."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn import BGR, SPOTS, Drawn, draw, table
from vision.dice.find import find_candidates
from vision.dice.lattice import faces_of
from vision.dice.pips import find_pips


@pytest.mark.parametrize("seed", range(3))
def test_an_empty_table_has_no_faces(seed: int) -> None:
    assert faces_of(find_pips(table(320, 240, grain=0.0, seed=seed))) == []


@pytest.mark.parametrize("value", range(7))
@pytest.mark.parametrize(
    ("body", "ink"), [("white", "black"), ("red", "white"), ("black", "white"), ("yellow", "black")]
)
def test_every_pip_is_found_where_it_was_drawn(value: int, body: str, ink: str) -> None:
    die = Drawn(value, (160, 120), 60, body=BGR[body], ink=BGR[ink])
    pips = find_pips(draw(table(320, 240), [die]))
    for u, v in SPOTS[value]:
        gap = np.linalg.norm(pips.center - (160 + 60 * die.spread * u, 120 + 60 * die.spread * v), axis=1)
        near = int(gap.argmin())
        assert gap[near] < 1.0
        assert pips.radius[near] == pytest.approx(60 * die.pip, rel=0.25)
        assert bool(pips.light[near]) == (ink == "white")


@pytest.mark.parametrize("value", range(2, 7))
@pytest.mark.parametrize("yaw", [0, 17, 45, 80])
@pytest.mark.parametrize("slant", [0, 20])
def test_pips_form_the_face_at_any_turn(value: int, yaw: int, slant: int) -> None:
    die = Drawn(value, (160, 120), 70, yaw=yaw, slant=slant)
    faces = faces_of(find_pips(draw(table(320, 240), [die])))
    assert any(f.value == value and np.linalg.norm(f.center - (160, 120)) < 3 for f in faces)


@pytest.mark.parametrize("narrow", [1.0, 0.8, 0.6])
def test_a_six_may_be_narrow(narrow: float) -> None:
    die = Drawn(6, (160, 120), 70, yaw=30, narrow_six=narrow)
    assert any(f.value == 6 for f in faces_of(find_pips(draw(table(320, 240), [die]))))


@pytest.mark.parametrize("value", range(7))
@pytest.mark.parametrize("side", [30, 60, 76])
def test_a_candidate_has_the_size_and_place_of_the_die(value: int, side: int) -> None:
    die = Drawn(value, (200, 150), side, yaw=25, body=BGR["blue"], ink=BGR["white"])
    _, bodies = find_candidates(draw(table(400, 300, (200, 205, 210)), [die]))
    near = [b for b in bodies if np.linalg.norm(b.face.center - (200, 150)) < 0.15 * side]
    assert any(0.75 < b.side / side < 1.25 and (b.face.value if b.face.rows else 0) == value for b in near)
