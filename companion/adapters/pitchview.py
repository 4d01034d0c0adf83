"""The view of a pitch: how a camera sees it, through which lens, by markers or by dragged corners, and whether it still
stands as it stood."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import vision.ruler.measured as ruler
from companion.adapters import ruler_words as words
from companion.adapters.laid import laid_on
from companion.adapters.sight import Sight
from companion.vocabulary import PromptRefused
from vision.frame import Frame, Image
from vision.ruler.bump import Bump, Standing
from vision.ruler.lens import Floats, Lens, LensError
from vision.ruler.markers import see_markers, see_markers_again
from vision.ruler.pitch import Pitch
from vision.ruler.pose import PoseError

Corners = tuple[tuple[float, float], ...]


class PitchView:
    """One camera above one pitch. `lens` is None until it is calibrated."""

    def __init__(self, pitch: Pitch, lens: Lens | None) -> None:
        self.pitch, self.lens = pitch, lens
        self.outline: Corners | None = None  # fractions of the picture, as dragged
        self._bump = Bump()
        self._seen: Mapping[int, Floats] = {}  # the corner markers in the last frame

    @property
    def standing(self) -> Standing:
        """How the camera stands."""
        return self._bump.standing

    def accept(self) -> None:
        """The camera may stand where it stands now."""
        self._bump.accept()

    def drag(self, corners: Sequence[tuple[float, float]] | None, shape: tuple[int, int]) -> None:
        """The pitch's corners as dragged, fractions of a picture of this height and width; None: by its markers
        again. Who drags has looked: the camera may stand where it stands now."""
        if corners is not None and len(corners) != 4:
            raise PromptRefused(list(corners), "four corners")
        self.outline = self._in_order(corners, shape) if corners else None
        self.accept()

    def glance(self, frame: Frame) -> Sight:
        """The corner markers of a frame, and why nothing can be measured in it, if so. One that lies elsewhere spoils
        no corners that were dragged; a camera that was moved does."""
        corners = self._corners(frame.image)
        standing = self._bump.look(corners, frame.t_s)
        hidden = tuple(sorted(set(self.pitch.markers) - set(corners)))
        refusal = words.stands(standing)
        if self.lens is None:
            return Sight(frame, corners, hidden, code="no_lens", why=words.NO_LENS)
        if refusal is not None and (self.outline is None or standing is Standing.MOVED):
            return Sight(frame, corners, hidden, code=standing.value, why=refusal)
        return Sight(frame, corners, hidden)

    def _corners(self, image: Image) -> Mapping[int, Floats]:
        """Looked for where they were: a third of the time. Where one is missed, everywhere."""
        again = see_markers_again(image, self.pitch.dictionary, self._seen)
        if len(again) < len(self.pitch.markers):
            every = see_markers(image, self.pitch.dictionary)
            again = {number: quad for number, quad in every.items() if number in self.pitch.markers}
        self._seen = again
        return again

    def measure(self, sight: Sight, lens: Lens) -> Sight:
        """What is measured in the frame of a glance, or why nothing is."""
        frame, hidden = sight.frame, sight.hidden
        markers = see_markers(frame.image, self.pitch.dictionary)  # those on bases and tokens, too
        try:
            measured = ruler.measure(frame.image, lens, self.pitch, self._outline_px(frame), markers)
        except PoseError as error:
            return Sight(frame, markers, error.hidden or hidden, code=error.doubt.value, why=words.why(error))
        except LensError:
            height, width = frame.image.shape[:2]
            return Sight(frame, markers, hidden, code="lens", why=words.other_size((width, height), lens.size_px))
        return Sight(frame, markers, measured.pose.hidden, measured, laid=laid_on(measured, markers))

    def _outline_px(self, frame: Frame) -> list[tuple[float, float]] | None:
        height, width = frame.image.shape[:2]
        return [(x * width - 0.5, y * height - 0.5) for x, y in self.outline] if self.outline else None

    def _in_order(self, corners: Sequence[tuple[float, float]], shape: tuple[int, int]) -> Corners:
        """The first two at the ends of a long side, whichever a person began with."""
        height, width = shape
        sides = [
            math.hypot((x1 - x0) * width, (y1 - y0) * height)
            for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True)
        ]
        lies_along = (sides[0] + sides[2] >= sides[1] + sides[3]) == (self.pitch.size_mm[0] >= self.pitch.size_mm[1])
        return tuple(corners) if lies_along else (*corners[1:], corners[0])
