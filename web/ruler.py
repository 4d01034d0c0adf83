"""The ruler of a table and the set-up of its lens, as their pages see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from companion.vocabulary import JSON, Update


class Ruler(Protocol):
    """Measures the pitch. Places are fractions of the picture, x right and y down. A write is refused with an error of
    the vocabulary (RulerRefused where the rules do not let it be measured now), or done when it returns."""

    def picture(self, after: int, width_px: int) -> tuple[int, bytes] | None:
        """The number of the newest frame and its JPEG; None if there is none after `after`."""

    def look(self) -> JSON:
        """What may be shown now: `state`, `text` (where the camera is not live), `simulated`, `standing` (of the
        camera: learning, steady, moved, ...), `free` (of a match), `window` {open, text}, `players` [{id, name, side,
        team, deployed}], `outline`, `seq`, `size`, `code` and `reason` (why nothing is measured), `hidden` (markers),
        `pieces` [{number, label, player, rgb, ring, sure}], `loose` [{kind, label or null, ring}: ball and tokens],
        `template` {ring, arrows: where the ball lies at arrow 1 .. 12} or null, `question`,
        `answer` {text, label, line, ring, lane, judged [{number, verdict in out close, text}], roll} or null, `offers`
        [{key, text, value, pm, limit, version}]. While measuring is locked no number, ring or verdict is in it."""

    def good_to(self) -> JSON:
        """± inches over the pitch: [{cell, inches}]."""

    def ask(self, tool: str, a: int, b: int | None, inches: float) -> None:
        """Asks for a `distance`, a `ring` of so many inches, or a `pass`; pieces by number."""

    def clear(self) -> None:
        """Nothing is asked any more."""

    def call(self, number: int, name: str) -> None:
        """This piece is this player; empty for nobody."""

    def accept(self) -> None:
        """The camera may stand where it stands now."""

    def drag(self, corners: Sequence[tuple[float, float]] | None) -> None:
        """The corners of the pitch as dragged; None: by its markers."""

    def take(self, key: str, version: int, shown: float | list[str]) -> Update:
        """Answers an open prompt with what is measured, if it still is what was shown."""


class LensSetup(Protocol):
    """Learns the lens. OSError says that it could not be kept on disk."""

    def told(self) -> JSON:
        """`board` {squares, square_mm}, `lens` {verdict, error_px, shots, size} or null, `shots` [{number, corners,
        outline, hints}], `hints` [{code, where, text}], `enough`."""

    def take(self) -> None:
        """The board as the camera sees it now."""

    def drop(self, number: int) -> None:
        """Without this shot."""

    def learn(self) -> None:
        """Learns the lens from the shots."""
