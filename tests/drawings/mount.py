"""Camera, lamp and tray from the side."""

from __future__ import annotations

import math

from tests.drawings.canvas import INK, QUIET, Canvas

PX_MM = 0.72
HEIGHT_MM, TRAY_MM, RIM_MM = 400, 250, 30


def mount() -> str:
    c = Canvas(1040, 520, "Where camera and lamp go")
    c.words(28, 36, "Where camera and lamp go", 19, bold=True)
    c.words(28, 58, "from the side, true to scale", 13, colour=QUIET)
    floor, middle = 450.0, 330.0
    half, lens = TRAY_MM * PX_MM / 2, floor - HEIGHT_MM * PX_MM
    _lamp(c, middle, floor, half)
    c.shape([(middle, lens + 12), (middle - half, floor), (middle + half, floor)], "#d9eafa", "#a9cbe8")
    _tray(c, middle, floor, half)
    _camera(c, middle, lens, floor)
    _height(c, middle - half - 50, lens, floor)
    _notes(c)
    return c.text


def _tray(c: Canvas, middle: float, floor: float, half: float) -> None:
    rim = RIM_MM * PX_MM
    c.path([(middle - half - 4, floor - rim), (middle - half - 4, floor + 4), (middle + half + 4, floor + 4),
            (middle + half + 4, floor - rim)], "#7a5230", 6)  # fmt: skip
    c.line(40, floor + 10, 660, floor + 10, "#c9ced4", 5)
    for at, turn in ((-40, 0.0), (-8, 0.2), (38, -0.1)):
        side = 16 * PX_MM
        corners = [(middle + at + side * x, floor - side * y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
        c.shape(corners, "#ffffff")
        c.dot(middle + at + side / 2 + turn, floor - side / 2, 1.8)
    c.words(middle, floor + 40, "matt, dark floor; rim 3 cm; about 25 × 20 cm", 12.5, anchor="middle")


def _camera(c: Canvas, middle: float, lens: float, floor: float) -> None:
    c.rect(middle - 22, lens - 22, 44, 26, fill="#3a4652", round_=5)
    c.rect(middle - 9, lens + 4, 18, 9, fill="#3a4652", round_=2)
    c.path([(middle - 22, lens - 9), (90, lens - 9), (90, floor + 8)], "#5b6774", 6)
    c.rect(62, floor - 2, 56, 12, fill="#5b6774", stroke="none", round_=3)
    c.words(middle, lens - 36, "camera, straight above the middle", 12.5, anchor="middle")
    c.path([(middle, lens + 14), (middle, floor - 2)], QUIET, 1.4, "5 5")


def _lamp(c: Canvas, middle: float, floor: float, half: float) -> None:
    x, y = 570.0, 96.0
    turn = math.atan2(floor - y, middle - x)
    across = (-math.sin(turn) * 34, math.cos(turn) * 34)
    face = [(x + across[0], y + across[1]), (x - across[0], y - across[1])]
    c.shape([*face, (middle + half, floor - 2), (middle - half, floor - 2)], "#fff6dc", "none")
    c.path(face, "#e0a800", 9)
    c.words(x + 46, y - 8, "lamp with a diffuser,", 12.5)
    c.words(x + 46, y + 9, "from one side, higher than the camera", 12.5)


def _height(c: Canvas, x: float, lens: float, floor: float) -> None:
    c.line(x, lens + 13, x, floor)
    for y, way in ((lens + 13, 1), (floor, -1)):
        c.shape([(x, y), (x - 4, y + way * 9), (x + 4, y + way * 9)], INK)
    c.words(x - 10, (lens + floor) / 2, f"{HEIGHT_MM // 10} cm", 13, anchor="end", bold=True)


def _notes(c: Canvas) -> None:
    lines = (
        "The tray fills the picture, its whole rim is seen.",
        "A die should be 30 pixels wide or more.",
        "Fix the arm: it must not shake when dice are thrown.",
        "No sunbeam, no bare bulb that a die can mirror.",
    )
    for n, line in enumerate(lines):
        c.dot(676, 236 + 28 * n, 3.5)
        c.words(690, 241 + 28 * n, line, 12.5)
