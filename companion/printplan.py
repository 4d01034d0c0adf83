"""The plan of what is printed, and the files that tell a camera what it sees of it: print and calibration cannot drift
apart, both come from here."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass

from companion.printscale import PrintScale
from companion.vocabulary import TouchlineError
from vision.measure import INCH_MM
from vision.ruler.printed import cells

CORNERS = 4
_PITCH_MM = (200.0, 5000.0)


class PlanError(TouchlineError, ValueError):
    """Sizes that nothing can have; the message says which would do."""


@dataclass(frozen=True)
class Plan:
    """What is to be printed. Sizes in mm as intended, not as a printer made them. Raises PlanError."""

    paper: str = "a4"
    language: str = "en"
    squares: tuple[int, int] = (9, 6)
    square_mm: float = 30.0
    board_marker_mm: float = 22.0
    board_dictionary: str = "DICT_5X5_100"
    pitch_mm: tuple[float, float] = (36 * INCH_MM, 26 * INCH_MM)
    marker_mm: float = 40.0
    dictionary: str = "DICT_4X4_50"
    tags: int = 16
    tag_mm: float = 15.0
    template_mm: float = 100.0
    led_mm: float = 1000 / 60

    def __post_init__(self) -> None:
        if not all(math.isfinite(v) and v > 0 for v in (*astuple(self), *self.pitch_mm) if isinstance(v, float)):
            raise PlanError("sizes are numbers of mm above 0")
        if not all(_PITCH_MM[0] <= side <= _PITCH_MM[1] for side in self.pitch_mm):
            raise PlanError(
                f"a pitch is from {_PITCH_MM[0]:g} to {_PITCH_MM[1]:g} mm long and wide, not {self.pitch_mm[0]:g} ×"
                f" {self.pitch_mm[1]:g}; inches are spelled 36x26in"
            )

    @property
    def margin_mm(self) -> float:
        """The white rim of a corner marker up to where it is cut: a whole number of mm, wider than one of its cells."""
        return self.marker_mm // len(cells(self.dictionary, 0)) + 1

    def corners_mm(self, scale: PrintScale) -> tuple[tuple[float, float], ...]:
        """Where the middles of the corner markers lie, from the middle of the pitch, when each lies flush in its
        corner: 0 at (−x, +y), then clockwise as seen from above."""
        inset = (self.margin_mm + self.marker_mm / 2) * scale.factor
        x, y = self.pitch_mm[0] / 2 - inset, self.pitch_mm[1] / 2 - inset
        return (-x, y), (x, y), (x, -y), (-x, -y)


def board_file(plan: Plan, scale: PrintScale) -> str:
    """The content of the board.toml of a printed board, with the sizes that it really has."""
    return (
        f"{_head('the ChArUco board of board.pdf', scale)}[board]\nsquares = [{plan.squares[0]}, {plan.squares[1]}]\n"
        f"square_mm = {_mm(plan.square_mm * scale.factor)}\nmarker_mm = {_mm(plan.board_marker_mm * scale.factor)}\n"
        f'dictionary = "{plan.board_dictionary}"\n'
    )


def pitch_file(plan: Plan, scale: PrintScale) -> str:
    """The content of the pitch.toml of a pitch in whose corners the printed markers lie flush, top edges along +y."""
    markers = (f"{number} = [{_mm(x)}, {_mm(y)}]\n" for number, (x, y) in enumerate(plan.corners_mm(scale)))
    return (
        f"{_head('the pitch with the markers of markers.pdf, each flush in its corner', scale)}[pitch]\n"
        f"size_mm = [{_mm(plan.pitch_mm[0])}, {_mm(plan.pitch_mm[1])}]\n"
        f'dictionary = "{plan.dictionary}"\nmarker_mm = {_mm(plan.marker_mm * scale.factor)}\n'
        f"template_mm = {_mm(plan.template_mm * scale.factor)}    # of the scatter template, its diameter\n\n"
        "[pitch.markers]        # id = middle in mm, from the middle of the pitch, x along it, y across, upward\n"
        f"{''.join(markers)}"
    )


FILES: Mapping[str, tuple[str, Callable[[Plan, PrintScale], str]]] = {
    "board": ("board.toml", board_file),
    "markers": ("pitch.toml", pitch_file),
}
"""The file that belongs to a sheet: its name, and what makes its content."""


def _head(what: str, scale: PrintScale) -> str:
    factor = f"; printed at {scale.factor:.4f} of the intended size, as measured: the real sizes" if scale.fault else ""
    return f"# {what}{factor}\n"


def _mm(value: float) -> str:
    return repr(round(value, 3))
