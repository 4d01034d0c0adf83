"""Faces: the pictures on the sides of dice, as the many makers of dice draw them."""

from __future__ import annotations

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tests.training.fonts import fonts, icons
from tests.training.style import Style, style
from tests.training.symbols import symbol
from vision.dice.names import FACES as NAMES
from vision.dice.names import NUMERALS, PIPS, SYMBOLS

__all__ = ["GLYPHS", "NAMES", "NUMERALS", "PIPS", "SIZE", "SYMBOLS", "Style", "draw", "fonts", "icons", "style"]

SIZE = 96  # texels of a face's side
FINE = 3  # drawn so many times larger
GLYPHS = 400  # pictures that no die here has, to learn what a face is


def draw(name: str, look: Style, glyph: int = -1, turn: float = 0.0, shrink: float = 1.0) -> np.ndarray:
    """(SIZE, SIZE, 4) uint8 RGBA: the face `name` of NAMES; `glyph` is an index into `icons()`."""
    size = SIZE * FINE
    picture = Image.new("RGBA", (size, size), (*look.ink, 0))
    pen = ImageDraw.Draw(picture)
    if look.circle or look.serial:
        _marks(pen, name, look, size)
    if name.startswith("p"):
        _pips(pen, int(name[1:]), look, size * shrink, size / 2)
    elif name.startswith("n") and name != "nothing":
        _letters(pen, name[1:], look, size, shrink)
    elif glyph >= 0:
        file, letter = icons()[glyph]
        font = ImageFont.truetype(file, int(look.letter * 1.05 * size * shrink))
        pen.text((size / 2, size / 2), letter, font=font, fill=(*look.ink, 255), anchor="mm")
    elif name != "blank":
        symbol(pen, name, look, size, shrink)
    if turn:
        picture = picture.rotate(turn, resample=Image.Resampling.BILINEAR)
    small = cv2.resize(np.asarray(picture), (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    return _solid_colours(small, look)


def _solid_colours(picture: np.ndarray, look: Style) -> np.ndarray:
    """Where alpha is 0 colours must not darken the rim: take them from the nearest inked texel."""
    alpha = picture[..., 3:].astype(np.float32) / 255
    blurred = cv2.GaussianBlur(picture[..., :3] * alpha, (0, 0), 1.5)
    weight = cv2.GaussianBlur(alpha[..., 0], (0, 0), 1.5)[..., None]
    filled = np.where(weight > 1e-3, blurred / np.maximum(weight, 1e-3), np.array(look.ink, np.float32))
    solid = np.where(alpha > 0.9, picture[..., :3], filled)
    return np.concatenate([solid, picture[..., 3:]], axis=2).clip(0, 255).astype(np.uint8)


_PLACES = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}  # fmt: skip


def _pips(pen: ImageDraw.ImageDraw, count: int, look: Style, size: float, middle: float) -> None:
    radius = look.pip * size * (look.one if count == 1 else 1)
    fill = look.one_ink if count == 1 or (count == 4 and look.variant % 9 == 0) else look.ink
    wide = 0.88 if look.variant % 3 == 0 and count == 6 else 1.0
    for x, y in _PLACES[count]:
        cx, cy = middle + x * look.reach * size * wide, middle + y * look.reach * size
        box = (cx - radius, cy - radius, cx + radius, cy + radius)
        left = int(255 * look.worn) if y == 0 else 255
        if look.ring:
            pen.ellipse(box, outline=(*fill, left), width=max(2, int(radius * 0.55)))
        else:
            pen.ellipse(box, fill=(*fill, left))


def _marks(pen: ImageDraw.ImageDraw, name: str, look: Style, size: int) -> None:
    """What a maker adds to a face that does not count."""
    middle, faint = size / 2, (*look.ink, 90)
    if look.circle:
        r = look.circle * size
        pen.ellipse((middle - r, middle - r, middle + r, middle + r), outline=faint, width=max(2, size // 90))
    if look.serial and name in ("p2", "p4", "p6", "blank"):
        font = ImageFont.truetype(look.font, int(0.2 * size))
        for y in (0.5,) if name == "p4" else (0.38, 0.62):
            pen.text((middle, y * size), look.serial, font=font, fill=(*look.ink, 200), anchor="mm")


def _letters(pen: ImageDraw.ImageDraw, text: str, look: Style, size: int, shrink: float) -> None:
    height = look.letter * size * shrink * (0.82 if len(text) > 1 else 1)
    font = ImageFont.truetype(look.font, int(height * 1.25))
    middle = size / 2
    pen.text((middle, middle), text, font=font, fill=(*look.ink, 255), anchor="mm")
    if text in ("6", "9") and look.mark != "none":
        left, _, right, low = pen.textbbox((middle, middle), text, font=font, anchor="mm")
        if look.mark == "line":
            y = low + 0.07 * height
            pen.line((left, y, right, y), fill=(*look.ink, 255), width=max(3, int(0.09 * height)))
        else:
            r = max(2.5, 0.07 * height)
            x = right + 0.14 * height
            pen.ellipse((x - r, low - 2 * r, x + r, low), fill=(*look.ink, 255))
