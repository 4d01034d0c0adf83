"""Thrown: what tells dice that were thrown from dice that a hand pushed about."""

from __future__ import annotations

from vision.scene import Look

_ROLLING_S = 0.2  # dice roll at least so long with no hand in view
_GAP_S = 0.5  # what happens while no picture comes for so long is not known to have happened without a hand
_BARE_FRAMES = 2  # in a row


class Thrown:
    """Evidence since the last roll: the tray lay bare, or something rolled while no hand was in view."""

    def __init__(self) -> None:
        self._sure = False
        self._bare_frames = 0
        self._free_since_s: float | None = None
        self._free_until_s = 0.0
        self._seen_s = 0.0

    @property
    def sure(self) -> bool:
        """Whether dice that lie still now were thrown."""
        return self._sure

    def see(self, t_s: float, look: Look, trust_bare: bool) -> None:
        self._bare_frames = self._bare_frames + 1 if look.bare and trust_bare else 0
        if self._bare_frames >= _BARE_FRAMES:
            self._sure = True
        if not 0 <= t_s - self._seen_s <= _GAP_S:
            self._free_since_s = None
        self._seen_s = t_s
        if look.hand or look.veiled:
            self._free_since_s = None
        elif not look.still:
            self._free_since_s = t_s if self._free_since_s is None else self._free_since_s
            self._free_until_s = t_s

    def rested(self) -> None:
        """Motion has ended. Only its end counts: a hand that pushed a die is still in view when the die rests."""
        since_s = self._free_since_s
        if since_s is not None and self._free_until_s - since_s >= _ROLLING_S:
            self._sure = True
        self._free_since_s = None

    def emptied(self) -> None:
        """The tray was seen to be empty."""
        self._sure = True
