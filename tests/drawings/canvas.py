"""An SVG drawing: shapes in, text out. Lengths in px; y grows downward."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

INK, QUIET, PAPER, COPPER, BOARD = "#1d2733", "#66727f", "#ffffff", "#d9a441", "#2f6b4f"
FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"


class Canvas:
    """White paper with a quiet frame, so that it can be read on a dark page, too."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._size = width, height
        self._title = title
        self._shapes: list[str] = []
        self.rect(1, 1, width - 2, height - 2, fill=PAPER, stroke="#d5dbe1", round_=10)

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str = INK, width: float = 2) -> None:
        self.path([(x1, y1), (x2, y2)], colour, width)

    def path(self, points: Sequence[tuple[float, float]], colour: str = INK, width: float = 2, dash: str = "") -> None:
        at = " ".join(f"{x:g},{y:g}" for x, y in points)
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self._shapes.append(
            f'<polyline points="{at}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
            f'stroke-linejoin="round" stroke-linecap="round"{dashed}/>'
        )

    def shape(self, points: Sequence[tuple[float, float]], fill: str, stroke: str = INK) -> None:
        at = " ".join(f"{x:g},{y:g}" for x, y in points)
        self._shapes.append(f'<polygon points="{at}" fill="{fill}" stroke="{stroke}" stroke-width="1.6"/>')

    def rect(
        self, x: float, y: float, width: float, height: float, *, fill: str, stroke: str = INK, round_: float = 3
    ) -> None:
        self._shapes.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round_:g}" fill="{fill}" '
            f'stroke="{stroke}" stroke-width="1.6"/>'
        )

    def dot(self, x: float, y: float, radius: float, fill: str = INK, stroke: str = "none") -> None:
        self._shapes.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}" stroke-width="1.6"/>'
        )

    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 13,
        *,
        colour: str = INK,
        anchor: str = "start",
        bold: bool = False,
    ) -> None:
        weight = ' font-weight="600"' if bold else ""
        self._shapes.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}" text-anchor="{anchor}"{weight}>'
            f"{escape(text)}</text>"
        )

    @property
    def text(self) -> str:
        """The file."""
        width, height = self._size
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            f'font-family="{FONT}" role="img"><title>{escape(self._title)}</title>'
        )
        return "\n".join([head, *self._shapes, "</svg>\n"])
