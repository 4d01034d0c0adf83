"""The sheets to print: board, corner markers, tags for bases and tokens, and check ruler, as PDF."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TypeVar

from fpdf import FPDF
from fpdf.prefs import ViewerPreferences

from companion.printplan import CORNERS, FILES, Plan
from companion.printscale import RULER_IN, RULER_MM, PrintScale
from companion.vocabulary import TEMPLATE, TOKEN_TEXT, TOKENS, Text, TouchlineError
from vision.measure import ARROWS, INCH_MM
from vision.ruler.printed import Cells, MarkerError, board_markers, cells

PAPERS = {"a4": (297.0, 210.0), "letter": (11 * INCH_MM, 8.5 * INCH_MM)}
"""Width and height in mm; all sheets lie across."""

_TOP_MM, _BOTTOM_MM = 9.0, 21.0  # title; check ruler with its sentence
_SIDE_MM = 4.5  # what printers leave white at most
_GAP_MM = 3.0
_MARGIN_MM = 12.0
_SAME_MM = 1e-6
_TEMPLATE_MARKER = 0.36  # of the template: white is left around it, and room for the numbers
_POINTER_MM = 4.0

_MEASURE = Text(
    "Print at 100 % (actual size). Then measure this ruler with a real one and enter what it measures: touchline print"
    " --measured 250",
    "Mit 100 % (tatsächliche Größe) drucken. Dann dieses Lineal mit einem echten nachmessen und den Wert eingeben:"
    " touchline print --measured 250",
)
_TITLES = {
    "board": Text(
        "Calibration board: {wide} × {high} squares of {square:g} mm, markers {marker:g} mm, {dictionary}. Glue it flat"
        " on something stiff.",
        "Kalibriertafel: {wide} × {high} Felder zu {square:g} mm, Marken {marker:g} mm, {dictionary}. Eben auf etwas"
        " Steifes kleben.",
    ),
    "markers": Text(
        "Corner markers: cut along the marks, lay each flush into its corner of the pitch, all with the arrow the same"
        " way, across the pitch.",
        "Eckmarken: an den Schnittmarken ausschneiden, jede bündig in ihre Ecke des Spielfelds legen, alle Pfeile in"
        " dieselbe Richtung, quer zum Feld.",
    ),
    "tags": Text(
        "Base tags {first} to {last}, {size:g} mm, {dictionary}: cut along the marks.",
        "Marken {first} bis {last} für Bases, {size:g} mm, {dictionary}: an den Schnittmarken ausschneiden.",
    ),
    "tokens": Text(
        "Markers {first} to {last} for tokens, {size:g} mm, {dictionary}: cut along the marks, glue one on each token.",
        "Marken {first} bis {last} für Spielmarker, {size:g} mm, {dictionary}: ausschneiden, auf jeden eine kleben.",
    ),
    "template": Text(
        "Scatter template, {size:g} mm: cut out along the circle. Its size stands in pitch.toml as template_mm.",
        "Abweichschablone, {size:g} mm: am Kreis ausschneiden. Ihre Größe steht als template_mm in der pitch.toml.",
    ),
    "ruler": Text("Check ruler", "Prüflineal"),
}
_PLACES = (
    Text("top left", "oben links"),
    Text("top right", "oben rechts"),
    Text("bottom right", "unten rechts"),
    Text("bottom left", "unten links"),
)


class SheetError(TouchlineError, ValueError):
    """A sheet that cannot be made; the message says what does not fit, and where to."""


class Sheet:
    """One page with its title and the check ruler; what is drawn between lies within `top` and `bottom` mm."""

    def __init__(self, plan: Plan, title: Text) -> None:
        self.width, self.height = PAPERS[plan.paper]
        self.top, self.bottom, self.left = _TOP_MM, self.height - _BOTTOM_MM, _SIDE_MM
        self._language = plan.language
        self._pdf = FPDF(orientation="L", unit="mm", format=(self.height, self.width))
        self._pdf.set_auto_page_break(False)
        self._pdf.viewer_preferences = ViewerPreferences(print_scaling="None")  # a viewer then offers 100 %
        self._pdf.set_title(getattr(title, plan.language))
        self._pdf.add_page()
        self.words((self.width - RULER_MM) / 2, 7.0, title, 8)
        self._ruler()

    @property
    def content(self) -> bytes:
        """The PDF file."""
        return bytes(self._pdf.output())

    def words(self, x: float, y: float, text: Text, points: float, *, middle: bool = False) -> None:
        """Text with its baseline at y, from x on or about it."""
        told = getattr(text, self._language)
        self._pdf.set_font("Helvetica", size=points)
        self._pdf.text(x - (self._pdf.get_string_width(told) / 2 if middle else 0), y, told)

    def black(self, x: float, y: float, width: float, height: float) -> None:
        """A black rectangle from its top left corner."""
        self._pdf.set_fill_color(0)
        self._pdf.rect(x, y, width, height, style="F")

    def line(self, x: float, y: float, dx: float, dy: float, mm: float = 0.15) -> None:
        """A thin line."""
        self._pdf.set_line_width(mm)
        self._pdf.line(x, y, x + dx, y + dy)

    def marker(self, x: float, y: float, size: float, drawn: Cells) -> None:
        """A marker of `size` mm from its top left corner. Cells side by side are one rectangle: no seams."""
        cell = size / len(drawn)
        for row, dark in enumerate(drawn):
            column = 0
            for is_black, run in groupby(dark):
                count = len(list(run))
                if is_black:
                    self.black(x + column * cell, y + row * cell, count * cell, cell)
                column += count

    def cut_marks(self, x: float, y: float, size: float, reach: float) -> None:
        """Lines of `reach` mm outside the corners of a square piece."""
        for cx, sx in ((x, -1), (x + size, 1)):
            for cy, sy in ((y, -1), (y + size, 1)):
                self.line(cx, cy, sx * reach, 0)
                self.line(cx, cy, 0, sy * reach)

    def arrow(self, x: float, y: float, size: float) -> None:
        """A black triangle that points up, about x, from y on downward."""
        self._pdf.set_fill_color(0)
        self._pdf.polygon([(x, y), (x - size / 2, y + size), (x + size / 2, y + size)], style="F")

    def pointer(self, x: float, y: float, degrees: float, size: float) -> None:
        """A black triangle with its tip here, that points so many degrees clockwise from up."""
        turn = math.radians(degrees)
        along, aside = (math.sin(turn), -math.cos(turn)), (math.cos(turn), math.sin(turn))
        back = [(x - along[0] * size + aside[0] * w, y - along[1] * size + aside[1] * w) for w in (-size / 2, size / 2)]
        self._pdf.set_fill_color(0)
        self._pdf.polygon([(x, y), *back], style="F")

    def circle(self, x: float, y: float, size: float) -> None:
        """A circle to cut along, about x, y."""
        self._pdf.set_line_width(0.15)
        self._pdf.circle(x, y, size / 2)

    def ring(self, x: float, y: float, size: float) -> None:
        """A circle to punch out, with its middle."""
        self.circle(x, y, size)
        self.line(x - 0.8, y, 1.6, 0)
        self.line(x, y - 0.8, 0, 1.6)

    def frame(self, x: float, y: float, width: float, height: float) -> None:
        """Lines to cut along."""
        self._pdf.set_line_width(0.15)
        self._pdf.rect(x, y, width, height)

    def _ruler(self) -> None:
        """Millimetres upward and inches downward of one line."""
        x, y = (self.width - RULER_MM - 4) / 2, self.height - 12.0
        self.line(x, y, RULER_MM, 0)
        for mm in range(round(RULER_MM) + 1):
            self.line(x + mm, y, 0, -(4.0 if mm % 10 == 0 else 2.8 if mm % 5 == 0 else 1.6))
        for cm in range(0, round(RULER_MM) // 10 + 1, 5):
            self.words(x + 10 * cm, y - 4.6, Text.same(f"{10 * cm} mm" if cm else "0"), 6, middle=True)
        self.line(x, y, RULER_IN * INCH_MM, 0)
        for eighth in range(round(RULER_IN) * 8 + 1):
            self.line(x + eighth * INCH_MM / 8, y, 0, 3.4 if eighth % 8 == 0 else 2.4 if eighth % 4 == 0 else 1.4)
        for inch in range(1, round(RULER_IN) + 1):
            self.words(x + inch * INCH_MM - 3.2, y + 3.4, Text.same(f'{inch}"'), 6)
        self.words((self.width - RULER_MM) / 2, self.height - 5.6, _MEASURE, 8)


def board_sheet(plan: Plan) -> bytes:
    """The PDF with the calibration board. Raises SheetError where it does not fit the paper."""
    (wide, high), square, marker = plan.squares, plan.square_mm, plan.board_marker_mm
    told = {"wide": wide, "high": high, "square": square, "marker": marker, "dictionary": plan.board_dictionary}
    markers = _made(lambda: board_markers(plan.squares, square, marker, plan.board_dictionary))
    sheet = Sheet(plan, _TITLES["board"].format(**told))
    x, y = _middle(sheet, plan, wide * square, high * square, f"{wide} × {high} squares of {square:g} mm")
    for row in range(high):
        for column in range(row % 2, wide, 2):
            sheet.black(x + column * square, y + row * square, square, square)
    for at in markers:
        sheet.marker(x + at.x, y + at.y, marker, cells(plan.board_dictionary, at.number))
    return sheet.content


def markers_sheet(plan: Plan) -> bytes:
    """The PDF with the four corner markers, as they lie on the pitch. Raises SheetError where they do not fit."""
    drawn = _made(lambda: [cells(plan.dictionary, number) for number in range(CORNERS)])
    sheet, size, rim = Sheet(plan, _TITLES["markers"]), plan.marker_mm, plan.margin_mm
    piece, gap = size + 2 * rim, 3 * _GAP_MM
    x, y = _middle(sheet, plan, 2 * piece + gap, 2 * piece + gap, f"four markers of {size:g} mm")
    for number, (column, row) in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        left, top = x + column * (piece + gap), y + row * (piece + gap)
        sheet.marker(left + rim, top + rim, size, drawn[number])
        sheet.cut_marks(left, top, piece, _GAP_MM)
        sheet.arrow(left + piece / 2, top + 0.6, 2.0)
        name = Text.same(f"{number} · {size:g} mm · ") + _PLACES[number]
        sheet.words(left + piece / 2, top + piece - 0.9, name, 5, middle=True)
    return sheet.content


def tags_sheet(plan: Plan) -> bytes:
    """The PDF with small markers for bases, numbered after those of the corners. Raises SheetError."""
    return _small(plan, "tags", {n: Text.same(str(n)) for n in range(CORNERS, CORNERS + plan.tags)})


def tokens_sheet(plan: Plan) -> bytes:
    """The PDF with small markers for the tokens of a game, each with its token's name. Raises SheetError."""
    return _small(plan, "tokens", {n: TOKEN_TEXT[name] for name, numbers in TOKENS.items() for n in numbers})


def _small(plan: Plan, title: str, names: Mapping[int, Text]) -> bytes:
    drawn = _made(lambda: {number: cells(plan.dictionary, number) for number in names})
    told = {"first": min(names), "last": max(names), "size": plan.tag_mm, "dictionary": plan.dictionary}
    sheet = Sheet(plan, _TITLES[title].format(**told))
    for (number, name), (x, y) in zip(names.items(), _grid(sheet, plan, len(names)), strict=True):
        rim = plan.tag_mm / len(drawn[number])
        sheet.marker(x + rim, y + rim, plan.tag_mm, drawn[number])
        sheet.cut_marks(x, y, plan.tag_mm + 2 * rim, 1.0)
        sheet.words(x + plan.tag_mm / 2 + rim, y + plan.tag_mm + 2 * rim + 3.0, name, 6, middle=True)
    return sheet.content


def template_sheet(plan: Plan) -> bytes:
    """The PDF with the scatter template of Takkure: twelve arrows, clockwise, arrow 1 along the top of the marker in
    its middle. Raises SheetError where it does not fit."""
    size, marker = plan.template_mm, plan.template_mm * _TEMPLATE_MARKER
    sheet = Sheet(plan, _TITLES["template"].format(size=size))
    left, top = _middle(sheet, plan, size, size, f"a template of {size:g} mm")
    x, y, drawn = left + size / 2, top + size / 2, _made(lambda: cells(plan.dictionary, TEMPLATE))
    sheet.circle(x, y, size)
    sheet.marker(x - marker / 2, y - marker / 2, marker, drawn)
    for arrow in range(ARROWS):
        turn = 2 * math.pi * arrow / ARROWS
        along, up, number = math.sin(turn), -math.cos(turn), size / 2 - 2.2 * _POINTER_MM
        sheet.pointer(x + along * size / 2, y + up * size / 2, math.degrees(turn), _POINTER_MM)
        sheet.words(x + along * number, y + up * number + 1.2, Text.same(str(arrow + 1)), 9, middle=True)
    return sheet.content


def ruler_sheet(plan: Plan) -> bytes:
    """The PDF with nothing but the check ruler."""
    return Sheet(plan, _TITLES["ruler"]).content


SHEETS: Mapping[str, Callable[[Plan], bytes]] = {
    "board": board_sheet,
    "markers": markers_sheet,
    "tags": tags_sheet,
    "tokens": tokens_sheet,
    "template": template_sheet,
    "ruler": ruler_sheet,
}


def write_sheets(
    plan: Plan, names: Sequence[str], folder: Path, scale: PrintScale | None = None, *, replace: bool = False
) -> list[Path]:
    """Makes these sheets and the files that belong to them, with the sizes of a print that was measured; tells the
    files written. Raises SheetError, also where a file holds what people changed, unless `replace`; OSError."""
    made = {folder / f"{name}.pdf": SHEETS[name](plan) for name in names}
    files = dict(_files(plan, names, folder, scale or PrintScale()))
    for path, usual in _files(plan, names, folder, PrintScale()):
        if not replace and path.exists() and path.read_text(encoding="utf-8") not in (files[path], usual):
            raise SheetError(f"{path} is there and says something else: --replace writes it anew")
    folder.mkdir(parents=True, exist_ok=True)
    for path, content in (*made.items(), *((path, text.encode()) for path, text in files.items())):
        path.write_bytes(content)
    return [*made, *files]


def _files(plan: Plan, names: Sequence[str], folder: Path, scale: PrintScale) -> list[tuple[Path, str]]:
    return [(folder / FILES[name][0], FILES[name][1](plan, scale)) for name in names if name in FILES]


_Made = TypeVar("_Made")


def _made(make: Callable[[], _Made]) -> _Made:
    """What is made, or SheetError with the reason why there is no such marker or board."""
    try:
        return make()
    except MarkerError as error:
        raise SheetError(str(error)) from error


def _middle(sheet: Sheet, plan: Plan, width: float, height: float, what: str) -> tuple[float, float]:
    """The top left corner of something in the middle of a sheet."""
    free = sheet.width - 2 * sheet.left, sheet.bottom - sheet.top
    if width > free[0] + _SAME_MM or height > free[1] + _SAME_MM:
        raise SheetError(
            f"{what} take {width:g} × {height:g} mm; a sheet of {plan.paper} has room for {free[0]:.1f} × {free[1]:.1f}"
        )
    return (sheet.width - width) / 2, sheet.top + (free[1] - height) / 2


def _grid(sheet: Sheet, plan: Plan, tags: int) -> list[tuple[float, float]]:
    """The top left corner of each tag, row by row."""
    piece = plan.tag_mm * (1 + 2 / len(cells(plan.dictionary, 0)))
    across, down = piece + _GAP_MM, piece + _GAP_MM + 3.0
    columns = int((sheet.width - 2 * _MARGIN_MM + _GAP_MM) // across)
    rows = int((sheet.bottom - sheet.top - _GAP_MM) // down)
    if tags > columns * rows:
        raise SheetError(f"{tags} tags of {plan.tag_mm:g} mm do not fit: {plan.paper} has room for {columns * rows}")
    places = (divmod(n, columns) for n in range(tags))
    return [(_MARGIN_MM + column * across, sheet.top + _GAP_MM + row * down) for row, column in places]
