"""The box files of a table, as the page that edits them sees them."""

from __future__ import annotations

from typing import Protocol

from companion.vocabulary import JSON


class Boxes(Protocol):
    """Box files by name, among them an invented sample of each game that stays as it is. BoxRefused where there is none
    of that name, or it cannot be kept so."""

    def listed(self) -> list[JSON]:
        """`{"name", "game", "sample", "mistakes", "notes"}` of each: how many mistakes, and what is odd in it."""

    def open(self, name: str) -> JSON:
        """`name`, `game`, `sample`, `text`, `content` (null where the text cannot be taken apart), `form` (the parts to
        draw), `mistakes` and `notes` [{where, line, text}], `was` (stands for this state of the file)."""

    def keep(self, name: str, text: str, was: str) -> JSON:
        """Writes one, whose state `was` that; tells what `open` tells. BoxError names mistakes, OSError that it is not
        written."""

    def keep_content(self, name: str, content: JSON, was: str) -> JSON:
        """The same of the content that a form holds."""

    def rename(self, name: str, to: str, was: str) -> JSON:
        """Gives one, whose state `was` that, another name; tells what `open` tells."""

    def delete(self, name: str, was: str) -> None:
        """Takes one, whose state `was` that, off the list."""
