"""The dice that people taught this table, as the page that teaches them sees them."""

from __future__ import annotations

from typing import Protocol

from companion.vocabulary import JSON


class Teacher(Protocol):
    """Teaches dice with pictures of the table's camera. A write is refused with TeachingRefused, or done when it
    returns; OSError says that it could not be kept on disk."""

    def told(self) -> JSON:
        """`dice` [{name, title, body, colour, ready, faces [{value, samples (ids), right, sure}], advice (texts)}],
        `damaged` [{file, why}]."""

    def begin(self, title: str) -> str:
        """A new die without faces; its name."""

    def add_face(self, die: str, value: str) -> None:
        """A face, still without pictures."""

    def take(self, die: str, value: str, at: tuple[float, float] | None) -> None:
        """The die that lies in view now, or the one at this place (fractions of the picture), shows this face."""

    def forget(self, die: str, value: str, sample: str | None) -> None:
        """Without this face, or without one of its pictures."""

    def delete(self, die: str) -> None:
        """Forgets a die and its file."""

    def keep(self, told: JSON) -> str:
        """Takes in a die's file, here as JSON; its name."""

    def content(self, die: str) -> str | None:
        """A die's file, to be shared."""

    def sample(self, die: str, sample: str) -> tuple[str, bytes] | None:
        """A picture of a face: its media type and content."""
