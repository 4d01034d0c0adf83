"""The scatter template: a disc with twelve numbered arrows, found by the marker in its middle. The marker's top points
along arrow 1."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.measure import INCH_MM, Disc, scatter
from vision.ruler.closeup import Closeup
from vision.ruler.lens import Floats
from vision.ruler.markers import measure_markers
from vision.ruler.pitch import Mm, Pitch

_CORNER_PX = 0.25  # how well a corner of a marker is found
_SURE = 2.0  # standard deviations of which 95 % lie inside


@dataclass(frozen=True)
class Template:
    """Its middle on the table in mm, its diameter as the pitch file tells it, where arrow 1 points in degrees clockwise
    from +x as seen from above, and ± mm of the middle and of the tips of its arrows; 95 % lie inside."""

    centre_mm: Mm
    diameter_mm: float
    arrow1_deg: float
    pm_mm: float

    def place(self, object_mm: float, arrow: int) -> Mm:
        """The centre of an object of this diameter that touches the template at the tip of an arrow, 1..12 (G-12)."""
        x, y = self.centre_mm
        lies = scatter(Disc(x, -y, self.diameter_mm), object_mm, self.arrow1_deg, arrow)  # its y goes down
        return lies.x, -lies.y


def template_at(view: Closeup, pitch: Pitch, corners_px: Floats) -> Template:
    """The template whose marker has these corners (4, 2), right to about three pixels."""
    grey = np.asarray(cv2.cvtColor(view.image, cv2.COLOR_BGR2GRAY), np.uint8)
    seen = view.pose.to_table(measure_markers(grey, {0: corners_px})[0].corners_px)
    centre, (along, up) = seen.mean(axis=0), (seen[0] + seen[1] - seen[2] - seen[3]) / 2
    side_px = float(np.hypot(*(corners_px[1] - corners_px[0])))
    aside_mm = pitch.template_mm / 2 * _CORNER_PX / max(side_px, 1.0)
    pm = math.hypot(float(view.pose.good_to_in(centre[None])[0]) * INCH_MM, _SURE * aside_mm)
    turned = math.degrees(math.atan2(-float(up), float(along))) % 360
    return Template((float(centre[0]), float(centre[1])), pitch.template_mm, turned, pm)
