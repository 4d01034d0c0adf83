"""The scale of a print: a sheet that was printed "to fit" is some percent too small, and so would be every distance."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from vision.ruler.pitch import Pitch
from vision.ruler.pose import Pose, PoseDoubt, PoseError

MOST_OFF = 0.015
"""What a person with a ruler, and paper in damp air, may be off."""

_LEAST_MM = 10.0  # a shorter length tells no scale


def check_printed(side_mm: float, pitch: Pitch) -> None:
    """Compares the side of a printed marker, as measured with a ruler, with what the pitch file says. Raises
    PoseError where the print has another scale."""
    _check(
        side_mm / pitch.marker_mm, f"the marker's side is {side_mm:g} mm, the pitch file says {pitch.marker_mm:g} mm"
    )


def check_seen(pose: Pose, ends_px: ArrayLike, length_mm: float) -> float:
    """Compares a length that lies on the table and is known, such as a ruler's, with what is measured between its ends
    (2, 2) in pixels. The measured length over the true one; PoseError where the scale is another."""
    if not length_mm >= _LEAST_MM:
        raise PoseError(PoseDoubt.SCALE, f"a check length is at least {_LEAST_MM:g} mm, not {length_mm:g} mm")
    a, b = pose.to_table(np.asarray(ends_px, np.float64).reshape(2, 2))
    seen = float(np.hypot(*(a - b)))
    if not seen >= _LEAST_MM:
        raise PoseError(PoseDoubt.SCALE, f"the ends of the check length lie {seen:.1f} mm apart in the picture")
    _check(length_mm / seen, f"the check length is {length_mm:g} mm and measures {seen:.1f} mm")
    return seen / length_mm


def _check(ratio: float, found: str) -> None:
    if not abs(ratio - 1) <= MOST_OFF:
        raise PoseError(
            PoseDoubt.SCALE, f"{found}: the print has {100 * ratio:.0f} % of its size; print it again at 100 %"
        )
