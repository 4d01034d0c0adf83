"""The pitches drawn at random that the ruler's networks learn from tell the truth."""

from __future__ import annotations

import numpy as np
import pytest

from tests.training.pitches import Taught, draw_pitch
from vision.ruler.drawn import LENS


@pytest.fixture(scope="module", params=[3, 4])
def drawn(request: pytest.FixtureRequest) -> Taught:
    return draw_pitch(int(request.param))


def test_a_seed_is_a_picture() -> None:
    one, again, other = draw_pitch(5), draw_pitch(5), draw_pitch(6)
    assert np.array_equal(one.view.image, again.view.image)
    assert not np.array_equal(one.view.image, other.view.image)


def test_no_base_stands_in_another_or_on_a_token(drawn: Taught) -> None:
    centres, radii = drawn.centres_mm, drawn.diameters_mm / 2
    apart = np.hypot(*(centres[:, None] - centres).transpose(2, 0, 1)) + np.diag(np.full(len(radii), np.inf))
    assert len(centres) > 5
    assert (apart - radii[:, None] - radii).min() >= -1e-9
    assert np.hypot(*(drawn.tokens_mm[:, None] - centres).transpose(2, 0, 1)).min() > radii.max()


def test_bases_change_what_is_seen_where_they_stand(drawn: Taught) -> None:
    """Across the foot's edge the picture changes more than the same way further out."""
    turn = np.arange(64) * (2 * np.pi / 64)
    ring = np.stack([np.cos(turn), np.sin(turn)], axis=1)

    def change(radius: float, centre: np.ndarray) -> float:
        inner, outer = (drawn.view.around(centre[None], r * ring)[0].astype(float) for r in (radius - 3, radius + 2))
        return float(np.abs(inner - outer).mean())

    edges = [
        change(size / 2, centre) > change(size / 2 + 9, centre)
        for centre, size in zip(drawn.centres_mm, drawn.diameters_mm, strict=True)
    ]
    assert np.mean(edges) > 0.8


def test_everything_taught_lies_in_the_picture(drawn: Taught) -> None:
    px = drawn.view.pose.to_picture(np.concatenate([drawn.centres_mm, drawn.tokens_mm]))
    assert ((px > 0) & (px < np.array(LENS.size_px))).mean() > 0.95
