"""Fonts: the letters of this machine, with which faces are drawn."""

from __future__ import annotations

import subprocess
from functools import cache

import numpy as np
from PIL import ImageFont

ICON_FONTS = ("fontawesome-webfont", "materialdesignicons", "Symbola")
_CODES = ((0xF000, 0xF2E0), (0xF100, 0xF900), (0x2600, 0x27BF))  # where the icons of each are


@cache
def fonts() -> list[str]:
    """The files of the text fonts."""
    return [f for f in _files(":lang=en") if not any(i in f for i in ICON_FONTS) and _draws_numerals(f)]


@cache
def icons() -> list[tuple[str, str]]:
    """(font file, letter) of glyphs that fill a face."""
    files, found = _files(":"), []
    for name, codes in zip(ICON_FONTS, _CODES, strict=True):
        file = next((f for f in files if name in f), None)
        if file is not None:
            found += [(file, letter) for letter in _large(file, range(*codes, 3))]
    rng = np.random.default_rng(11)
    return [found[i] for i in rng.permutation(len(found))]


def _files(pattern: str) -> list[str]:
    listed = subprocess.run(["fc-list", pattern, "file"], capture_output=True, text=True, check=True).stdout
    return [f for f in sorted(line.rstrip(": ") for line in listed.splitlines()) if f.endswith((".ttf", ".otf"))]


def _large(file: str, codes: range) -> list[str]:
    """The letters of these codes that the font has, and that are about as wide as high."""
    font = ImageFont.truetype(file, 60)
    void = bytes(font.getmask(chr(0xFFFE)))
    found = []
    for letter in map(chr, codes):
        mask = font.getmask(letter)
        box = mask.getbbox()
        if box and bytes(mask) != void and 0.5 < (box[2] - box[0]) / (box[3] - box[1]) < 2:
            found.append(letter)
    return found


def _draws_numerals(file: str) -> bool:
    font = ImageFont.truetype(file, 40)
    sizes = [font.getbbox(c) for c in "06"]
    return all(b[2] - b[0] > 8 and b[3] - b[1] > 15 for b in sizes) and font.getmask("6").getbbox() is not None
