"""Tokens and the ball on rendered pitches with truth. The network learnt from none in such light."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from tests.vision.ruler import rendered
from tests.vision.ruler.rendered import DATA, needs_data
from vision.picture import read_picture
from vision.ruler.drawn import LENS, PITCH, Scene, Standing, draw
from vision.ruler.measured import Measured, measure
from vision.ruler.pitch import load_pitch
from vision.ruler.tokens import BALL_PM_MM, TOKEN_PM_MM

NEAR_MM = 8.0


def seen(truth: dict[str, Any]) -> Measured:
    return measure(read_picture(DATA / truth["image"]), rendered.LENS, load_pitch(DATA / "pitch.toml"))


def off(measured: Measured, kind: str, pieces: list[dict[str, Any]]) -> list[float]:
    """How far from the nearest true piece each that was found is, in mm."""
    return [
        min(math.dist(one.centre_mm, piece["centre_mm"]) for piece in pieces)
        for one in measured.loose
        if one.kind == kind
    ]


@needs_data
def test_tokens_and_the_ball_are_found_where_they_lie() -> None:
    truths = [json.loads(line) for line in (DATA / "truth.jsonl").read_text().splitlines()]
    by_window = [truth for truth in truths if truth["light"] == "window"]
    tokens: list[float] = []
    balls: list[float] = []
    for truth in by_window:
        measured = seen(truth)
        tokens += off(measured, "token", truth["tokens"])
        balls += off(measured, "ball", [truth["ball"]])
    right = [away for away in tokens if away < NEAR_MM]
    assert len(right) >= 0.75 * sum(len(truth["tokens"]) for truth in by_window)
    assert len(tokens) - len(right) <= len(by_window)
    assert sum(away <= TOKEN_PM_MM for away in right) >= 0.9 * len(right)
    assert len(balls) >= len(by_window) - 2
    assert all(away <= BALL_PM_MM for away in balls)


@needs_data
def test_the_width_of_a_token_is_that_of_its_disc_and_not_of_its_arrow() -> None:
    truth = json.loads((DATA / "truth.jsonl").read_text().splitlines()[9])
    for one in seen(truth).loose:
        if one.kind == "token":
            true = min(truth["tokens"], key=lambda piece: math.dist(one.centre_mm, piece["centre_mm"]))
            assert one.diameter_mm == pytest.approx(true["diameter_mm"], abs=2.0)


def test_bases_are_no_tokens() -> None:
    bases = (Standing((-100.0, 0.0), 32.0, "red"), Standing((100.0, 50.0), 40.0, "cyan"))
    assert measure(draw(Scene(bases)), LENS, PITCH).loose == ()
