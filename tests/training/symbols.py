"""Symbols: stars, crosses, cards and injuries, drawn on a square face."""

from __future__ import annotations

import numpy as np
from PIL import ImageDraw

from tests.training.style import Style

Pen = ImageDraw.ImageDraw
RGB = tuple[int, int, int]

_STARS = {"star": 1, "two_stars": 2, "three_stars": 3}
_STAR_SCALES = {1: 1, 2: 0.62, 3: 0.52}
_SQUARE = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def symbol(pen: Pen, name: str, look: Style, size: int, shrink: float) -> None:
    """Draws the symbol `name` of vision.dice.names.SYMBOLS in the middle of a face of `size` pixels; another name
    draws nothing."""
    middle, unit = size / 2, size * shrink
    if name in _STARS:
        _stars(pen, _STARS[name], look, middle, unit)
    elif name == "red_x":
        _cross(pen, look, middle, unit)
    elif name.endswith("card"):
        _card(pen, (205, 25, 30) if name == "red_card" else (240, 200, 30), look, middle, unit)
    elif name == "injured":
        (_red_cross if look.variant % 5 < 3 else _plaster)(pen, look, middle, unit)


def _cross(pen: Pen, look: Style, middle: float, unit: float) -> None:
    red = _near((200, 28, 30), look.variant)
    r, wide = 0.27 * unit, int(unit * (0.08 + 0.06 * (look.variant % 7) / 6))
    for s in (1, -1):
        pen.line((middle - r, middle - s * r, middle + r, middle + s * r), fill=(*red, 255), width=wide)


def _card(pen: Pen, colour: RGB, look: Style, middle: float, unit: float) -> None:
    colour = _near(colour, look.variant)
    w, h = unit * (0.18 + 0.02 * (look.variant % 4)), unit * (0.26 + 0.02 * (look.variant % 3))
    edge = (*look.ink, 255) if look.variant % 2 else (*colour, 255)
    box = (middle - w, middle - h, middle + w, middle + h)
    pen.rectangle(box, fill=(*colour, 255), outline=edge, width=max(2, int(0.014 * unit)))


def _stars(pen: Pen, count: int, look: Style, middle: float, unit: float) -> None:
    for x, y in _star_places(count, look.variant):
        scale = look.star_size * _STAR_SCALES[count]
        _star(pen, middle + x * unit, middle + y * unit, scale * unit, look)


def _star_places(count: int, variant: int) -> tuple[tuple[float, float], ...]:
    if count == 1:
        return ((0, 0),)
    if count == 2:
        return (((-0.2, 0), (0.2, 0)), ((-0.17, -0.17), (0.17, 0.17)))[variant % 2]
    return (
        ((-0.26, -0.26), (0, 0), (0.26, 0.26)),
        ((0, -0.2), (-0.2, 0.16), (0.2, 0.16)),
        ((-0.28, 0), (0, 0), (0.28, 0)),
    )[(variant // 2) % 3]


def _star(pen: Pen, x: float, y: float, radius: float, look: Style) -> None:
    points = look.star
    inner = radius * (0.38 + 0.12 * (look.variant % 5) / 4)
    corners = []
    for k in range(2 * points):
        r, a = (radius if k % 2 == 0 else inner), np.pi * k / points - np.pi / 2
        corners.append((x + r * np.cos(a), y + r * np.sin(a)))
    pen.polygon(corners, fill=(*look.accent, 255))


def _red_cross(pen: Pen, look: Style, middle: float, unit: float) -> None:
    red = _near((205, 28, 32), look.variant)
    a, b = 0.3 * unit, unit * (0.08 + 0.03 * (look.variant % 3) / 2)
    pen.rectangle((middle - a, middle - b, middle + a, middle + b), fill=(*red, 255))
    pen.rectangle((middle - b, middle - a, middle + b, middle + a), fill=(*red, 255))


def _plaster(pen: Pen, look: Style, middle: float, unit: float) -> None:
    """A sticking plaster, slanted."""
    skin, pad = _near((226, 168, 120), look.variant), _near((245, 215, 180), look.variant)
    turn = np.pi / 4 * (look.variant % 2 * 2 - 1)
    along, over = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    center = np.array([middle, middle])
    start, end, wide = center - 0.26 * unit * along, center + 0.26 * unit * along, 0.1 * unit
    corners = [start + wide * over, end + wide * over, end - wide * over, start - wide * over]
    pen.polygon([tuple(c) for c in corners], fill=(*skin, 255), outline=(*look.ink, 255))
    for tip in (start, end):
        pen.ellipse((*(tip - wide), *(tip + wide)), fill=(*skin, 255))
    square = [center + s * 0.09 * unit * along + t * 0.09 * unit * over for s, t in _SQUARE]
    pen.polygon([tuple(c) for c in square], fill=(*pad, 255))
    for s, t in ((0, 0), (0.6, 0.6), (-0.6, 0.6), (0.6, -0.6), (-0.6, -0.6)):
        c = center + 0.07 * unit * (s * along + t * over)
        pen.ellipse((c[0] - 2, c[1] - 2, c[0] + 2, c[1] + 2), fill=(*look.ink, 255))


def _near(colour: RGB, variant: int) -> RGB:
    rng = np.random.default_rng(variant)
    return tuple(int(v) for v in np.clip(np.array(colour) + rng.normal(0, 12, 3), 0, 255))
