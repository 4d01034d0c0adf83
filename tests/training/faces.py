"""Faces: the pictures on the sides of dice, as the many makers of dice draw them."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.dice.names import FACES as NAMES
from vision.dice.names import NUMERALS, PIPS, SYMBOLS

SIZE = 96  # texels of a face's side
FINE = 3  # drawn so many times larger
ICON_FONTS = ("fontawesome-webfont", "materialdesignicons", "Symbola")
__all__ = ["GLYPHS", "NAMES", "NUMERALS", "PIPS", "SIZE", "SYMBOLS", "Style", "draw", "fonts", "icons", "style"]

GLYPHS = 400  # pictures that no die here has, to learn what a face is


@cache
def fonts() -> list[str]:
    """The text fonts of this machine."""
    listed = subprocess.run(["fc-list", ":lang=en", "file"], capture_output=True, text=True, check=True).stdout
    files = sorted(line.rstrip(": ") for line in listed.splitlines())
    good = [f for f in files if f.endswith((".ttf", ".otf")) and not any(i in f for i in ICON_FONTS)]
    return [f for f in good if _draws_numerals(f)]


def _draws_numerals(file: str) -> bool:
    font = ImageFont.truetype(file, 40)
    sizes = [font.getbbox(c) for c in "06"]
    return all(b[2] - b[0] > 8 and b[3] - b[1] > 15 for b in sizes) and font.getmask("6").getbbox() is not None


@cache
def icons() -> list[tuple[str, str]]:
    """(font file, letter) of glyphs that fill a face."""
    listed = subprocess.run(["fc-list", ":", "file"], capture_output=True, text=True, check=True).stdout
    files = sorted(line.rstrip(": ") for line in listed.splitlines())
    found = []
    for name, codes in zip(ICON_FONTS, ((0xF000, 0xF2E0), (0xF100, 0xF900), (0x2600, 0x27BF)), strict=True):
        file = next((f for f in files if name in f and f.endswith((".ttf", ".otf"))), None)
        if file is None:
            continue
        font = ImageFont.truetype(file, 60)
        void = bytes(font.getmask(chr(0xFFFE)))
        for code in range(*codes, 3):
            mask = font.getmask(chr(code))
            box = mask.getbbox()
            if box and bytes(mask) != void and 0.5 < (box[2] - box[0]) / (box[3] - box[1]) < 2:
                found.append((file, chr(code)))
    rng = np.random.default_rng(11)
    return [found[i] for i in rng.permutation(len(found))]


@dataclass
class Style:
    """How one set of dice is drawn; all lengths in sides of the face."""

    ink: tuple[int, int, int]
    pip: float
    reach: float
    one: float
    one_ink: tuple[int, int, int]
    ring: bool
    font: str
    letter: float
    mark: str
    star: int
    star_size: float
    depth: float
    accent: tuple[int, int, int]
    variant: int


def style(rng: np.random.Generator, body: Sequence[float]) -> Style:
    """A style whose ink can be told from a body colour (3,) RGB 0..1."""
    dark = np.dot(body, (0.3, 0.59, 0.11)) < 0.42
    base = (235, 235, 228) if dark else (18, 18, 22)
    bright = [(250, 210, 60), (240, 240, 240), (230, 200, 120)]
    deep = [(170, 20, 25), (20, 60, 160), (20, 100, 40), (60, 30, 20)]
    lively = bright if dark else deep
    ink = base if rng.random() < 0.75 else lively[rng.integers(len(lively))]
    red = rng.random() < 0.2 and body[0] - body[1] < 0.3
    return Style(
        ink=ink,
        pip=float(rng.uniform(0.068, 0.125)),
        reach=float(rng.uniform(0.205, 0.285)),
        one=float(rng.choice([1, 1, 1, 1.3, 1.7, 2.1])),
        one_ink=(200, 25, 30) if red else ink,
        ring=rng.random() < 0.06,
        font=str(rng.choice(fonts())),
        letter=float(rng.uniform(0.42, 0.72)),
        mark=str(rng.choice(["dot", "line", "line", "none"])),
        star=int(rng.choice([5, 5, 5, 5, 4, 6, 8])),
        star_size=float(rng.uniform(0.27, 0.4)),
        depth=float(rng.choice([0, 0.4, 0.8, 1.3, 2.0])),
        accent=[(250, 205, 40), ink, (255, 255, 255) if dark else (20, 110, 50)][rng.integers(3)],
        variant=int(rng.integers(1000)),
    )


def draw(name: str, look: Style, glyph: int = -1, turn: float = 0.0, shrink: float = 1.0) -> np.ndarray:
    """(SIZE, SIZE, 4) uint8 RGBA: the face `name` of NAMES; `glyph` is an index into `icons()`."""
    size = SIZE * FINE
    picture = Image.new("RGBA", (size, size), (*look.ink, 0))
    pen = ImageDraw.Draw(picture)
    if name.startswith("p"):
        _pips(pen, int(name[1:]), look, size * shrink, size / 2)
    elif name.startswith("n") and name != "nothing":
        _letters(pen, name[1:], look, size, shrink)
    elif glyph >= 0:
        file, letter = icons()[glyph]
        font = ImageFont.truetype(file, int(look.letter * 1.05 * size * shrink))
        pen.text((size / 2, size / 2), letter, font=font, fill=(*look.ink, 255), anchor="mm")
    elif name != "blank":
        _symbol(pen, name, look, size, shrink)
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
        if look.ring:
            pen.ellipse(box, outline=(*fill, 255), width=max(2, int(radius * 0.55)))
        else:
            pen.ellipse(box, fill=(*fill, 255))


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


def _symbol(pen: ImageDraw.ImageDraw, name: str, look: Style, size: int, shrink: float) -> None:
    middle, unit = size / 2, size * shrink
    if name.endswith(("star", "stars")):
        count = {"star": 1, "two_stars": 2, "three_stars": 3}[name]
        for x, y in _star_places(count, look.variant):
            scale = look.star_size * (1, 0.62, 0.52)[count - 1]
            _star(pen, middle + x * unit, middle + y * unit, scale * unit, look)
    elif name == "red_x":
        red = _near((200, 28, 30), look.variant)
        r, wide = 0.27 * unit, int(unit * (0.08 + 0.06 * (look.variant % 7) / 6))
        for s in (1, -1):
            pen.line((middle - r, middle - s * r, middle + r, middle + s * r), fill=(*red, 255), width=wide)
    elif name.endswith("card"):
        colour = _near((205, 25, 30) if name == "red_card" else (240, 200, 30), look.variant)
        w, h = unit * (0.18 + 0.02 * (look.variant % 4)), unit * (0.26 + 0.02 * (look.variant % 3))
        box = (middle - w, middle - h, middle + w, middle + h)
        edge = (*look.ink, 255) if look.variant % 2 else (*colour, 255)
        pen.rectangle(box, fill=(*colour, 255), outline=edge, width=max(2, int(0.014 * unit)))
    elif name == "injured":
        _injured(pen, look, middle, unit)


def _near(colour: tuple[int, int, int], variant: int) -> tuple[int, int, int]:
    rng = np.random.default_rng(variant)
    return tuple(int(v) for v in np.clip(np.array(colour) + rng.normal(0, 12, 3), 0, 255))


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


def _star(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float, look: Style) -> None:
    points = look.star
    inner = radius * (0.38 + 0.12 * (look.variant % 5) / 4)
    corners = []
    for k in range(2 * points):
        r, a = (radius if k % 2 == 0 else inner), np.pi * k / points - np.pi / 2
        corners.append((x + r * np.cos(a), y + r * np.sin(a)))
    pen.polygon(corners, fill=(*look.accent, 255))


def _injured(pen: ImageDraw.ImageDraw, look: Style, middle: float, unit: float) -> None:
    if look.variant % 5 < 3:
        red = _near((205, 28, 32), look.variant)
        a, b = 0.3 * unit, unit * (0.08 + 0.03 * (look.variant % 3) / 2)
        pen.rectangle((middle - a, middle - b, middle + a, middle + b), fill=(*red, 255))
        pen.rectangle((middle - b, middle - a, middle + b, middle + a), fill=(*red, 255))
        return
    skin, pad = _near((226, 168, 120), look.variant), _near((245, 215, 180), look.variant)
    turn = np.pi / 4 * (look.variant % 2 * 2 - 1)
    along, over = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    start, end = np.array([middle, middle]) - 0.26 * unit * along, np.array([middle, middle]) + 0.26 * unit * along
    wide = 0.1 * unit
    corners = [start + wide * over, end + wide * over, end - wide * over, start - wide * over]
    pen.polygon([tuple(c) for c in corners], fill=(*skin, 255), outline=(*look.ink, 255))
    for tip in (start, end):
        pen.ellipse((*(tip - wide), *(tip + wide)), fill=(*skin, 255))
    square = [
        np.array([middle, middle]) + s * 0.09 * unit * along + t * 0.09 * unit * over
        for s, t in ((1, 1), (1, -1), (-1, -1), (-1, 1))
    ]
    pen.polygon([tuple(c) for c in square], fill=(*pad, 255))
    for s, t in ((0, 0), (0.6, 0.6), (-0.6, 0.6), (0.6, -0.6), (-0.6, -0.6)):
        c = np.array([middle, middle]) + 0.07 * unit * (s * along + t * over)
        pen.ellipse((c[0] - 2, c[1] - 2, c[0] + 2, c[1] + 2), fill=(*look.ink, 255))
