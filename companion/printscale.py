"""The scale of a print: what the printer made of a length that is known. Pure."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from enum import StrEnum

from companion.vocabulary import Text, TouchlineError, numeral

RULER_MM, RULER_IN = 250.0, 10.0
"""The two edges of the check ruler."""

TRUE_SHARE = 0.0025
"""As well as an eye reads a ruler: 0.6 mm of 250 mm."""
MOST_SHARE = 0.25
"""Beyond this nobody measured the check ruler."""

_TRUE = Text("The print is true to size.", "Der Druck ist maßhaltig.")
_OFF = Text(
    'The print is {percent} % too {what}: it was scaled, most often by "fit to page". Print again at 100 % ("actual'
    ' size"), or keep these sheets: the files then say what they really measure (factor {factor}).',
    "Der Druck ist um {percent} % zu {what}: Er wurde skaliert, meist durch „An Seite anpassen“. Noch einmal mit 100 %"
    " („Tatsächliche Größe“) drucken oder die Blätter behalten: Die Dateien sagen dann, was sie wirklich messen (Faktor"
    " {factor}).",
)
_SMALL, _LARGE = Text("small", "klein"), Text("large", "groß")


class PrintScaleError(TouchlineError, ValueError):
    """A length that nobody can have measured on the check ruler; the message says what was expected."""


class Fault(StrEnum):
    """What is wrong with a print."""

    TOO_SMALL = "too_small"
    TOO_LARGE = "too_large"


@dataclass(frozen=True)
class PrintScale:
    """`factor` is printed size by intended size; 1 where the print is true as far as a ruler tells."""

    factor: float = 1.0
    fault: Fault | None = None

    @property
    def text(self) -> Text:
        """The finding, for people."""
        if self.fault is None:
            return _TRUE
        percent, what = abs(self.factor - 1) * 100, _SMALL if self.fault is Fault.TOO_SMALL else _LARGE
        return _OFF.format(percent=numeral(percent, 1), what=what, factor=numeral(self.factor, 4))


def scale_of(measured_mm: float, intended_mm: float = RULER_MM) -> PrintScale:
    """The scale of a print on which the check ruler measures so much. Raises PrintScaleError for what is no such
    length."""
    if not (math.isfinite(measured_mm) and abs(measured_mm / intended_mm - 1) <= MOST_SHARE):
        raise PrintScaleError(
            f"the check ruler should measure {intended_mm:g} mm ({RULER_IN:g} in), not {measured_mm:g} mm: measure from"
            " its first to its last mark, and enter millimetres, or inches as 9.98in"
        )
    factor = measured_mm / intended_mm
    if abs(factor - 1) <= TRUE_SHARE:
        return PrintScale()
    return PrintScale(factor, Fault.TOO_SMALL if factor < 1 else Fault.TOO_LARGE)


def parse_measured(words: str) -> PrintScale:
    """The scale from what people enter: 249.5, 249,5 mm or 9.98in. Raises PrintScaleError."""
    told = re.fullmatch(r"\s*(\d{1,4}(?:[.,]\d{1,4})?)\s*(mm|cm|in|\")?\s*", words)
    if told is None:
        raise PrintScaleError(f"{words!r:.40} is no length; awaited: millimetres as 249.5, or inches as 9.98in")
    value, unit = float(told[1].replace(",", ".")), told[2] or "mm"
    if unit in ("in", '"'):
        return scale_of(value / RULER_IN * RULER_MM)
    return scale_of(value * (10 if unit == "cm" else 1))
