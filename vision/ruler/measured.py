"""What is measured in one picture of a pitch: where the camera stands, the bases, and all distances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.frame import Image
from vision.ruler.bases import CLEAR_SCORE, Base, find_bases
from vision.ruler.closeup import Closeup
from vision.ruler.gaps import Gaps, gaps
from vision.ruler.lens import Floats, Lens
from vision.ruler.paper import white_paper
from vision.ruler.pitch import Pitch
from vision.ruler.pose import Pose, PoseDoubt, PoseError, find_pose, pose_of_outline
from vision.ruler.tokens import Loose, find_loose

_EACH, _MOST_COLOURFUL, _LEAST_COLOUR = 8, 99.9, 4.0  # every so many pixels; percentile; largest less smallest channel


@dataclass(frozen=True, eq=False)
class Measured:
    """What one picture tells: the pose, the bases and all distances between them."""

    pose: Pose
    bases: tuple[Base, ...]
    gaps: Gaps
    view: Closeup
    pitch: Pitch

    @cached_property
    def loose(self) -> tuple[Loose, ...]:
        """Tokens and the ball; looked for when somebody asks."""
        return find_loose(self.view, self.pitch, self.bases)

    @property
    def doubtful(self) -> tuple[int, ...]:
        """The bases, by their index, of which too little is seen to be sure that they are bases, or how large."""
        return tuple(k for k, base in enumerate(self.bases) if not is_clear(base))

    def pm_mm(self, index: int) -> float:
        """± of the centre of a base in mm, in the direction in which it is known least; 95 % lie inside."""
        base = self.bases[index]
        drift = self.pose.drift(np.array([base.centre_mm]))[0]
        cover = base.spread + drift @ self.pose.spread @ drift.T
        return 2 * float(np.sqrt(np.linalg.eigvalsh(cover)[-1]))


def is_clear(base: Base) -> bool:
    """Whether enough of a base is seen."""
    return base.score >= CLEAR_SCORE


def _check_colour(image: Image) -> None:
    if np.percentile(np.ptp(image[::_EACH, ::_EACH], axis=2), _MOST_COLOURFUL) < _LEAST_COLOUR:
        raise PoseError(PoseDoubt.GREY, "the picture has no colours, and the rims of bases cannot be told without")


def measure(
    image: Image,
    lens: Lens,
    pitch: Pitch,
    outline_px: ArrayLike | None = None,
    markers_px: Mapping[int, Floats] | None = None,
) -> Measured:
    """Measures a picture (height, width, 3): by its markers, (4, 2) each if somebody has found them already, or by the
    four corners of the pitch (4, 2) that a person dragged. Raises PoseError with the reason where it cannot, LensError
    where the lens is that of other pictures."""
    lens.check_picture(image.shape[1], image.shape[0])
    _check_colour(image)
    if outline_px is None:
        pose = find_pose(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), lens, pitch, markers_px)
    else:
        pose = pose_of_outline(outline_px, lens, pitch)
    view = Closeup(image, pose, white_paper(image, pose, pitch))
    bases = find_bases(view, pitch)
    return Measured(pose, bases, gaps(bases, pose), view, pitch)
