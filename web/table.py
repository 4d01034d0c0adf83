"""What the pages need of the Table; `companion.table.Table` is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.vocabulary import JSON, Update


class Table(Protocol):
    """The one owner of order. Every write is refused with an error of the vocabulary or done when it returns."""

    def answer(
        self,
        key: str,
        value: JSON,
        *,
        source: str,
        version: int | None = None,
        confidence: float | None = None,
        evidence: bytes | None = None,
    ) -> Update:
        """An answer to an open prompt."""

    def undo(self, *, version: int | None = None, beyond: bool = False) -> Update:
        """Takes back the last answer, amendment or note."""

    def amend(
        self, seq: int, value: JSON, *, source: str, version: int | None = None, drop: int | None = None
    ) -> Update:
        """Corrects an earlier answer."""

    def preview(self, seq: int, value: JSON) -> JSON:
        """What an amendment would change."""

    def dispute(self, seq: int, value: JSON, by: str, *, version: int | None = None) -> Update:
        """Asks both coaches whether a roll reads otherwise; `by` is a side or "referee"."""

    def preview_dispute(self, seq: int, value: JSON) -> JSON:
        """What that would change."""

    def judge(self, number: int, by: str, agrees: bool, *, version: int | None = None) -> Update:
        """The word of a coach or of the referee on it."""

    def note(self, words: str, *, version: int | None = None) -> Update:
        """Keeps a referee's note."""

    def pause(self, on: bool, *, version: int | None = None) -> Update:
        """Lets nobody answer, or everybody again."""

    def end(self, reason: str, *, version: int | None = None) -> Update:
        """The referee ends the match."""

    def correct(self, what: str, value: JSON, reason: str, *, version: int | None = None) -> Update:
        """The referee's correction of what the game names."""

    def go_on_in_memory(self) -> None:
        """Play on although the disk fails."""

    def subscribe(self, listener: Callable[[Update], None]) -> Callable[[], None]:
        """Tells every Update; returns what ends that."""

    @property
    def version(self) -> int:
        """The number of the last entry."""

    def board(self) -> JSON:
        """Everything a screen may show."""

    def history(self) -> list[JSON]:
        """What happened, oldest first."""

    def since(self, seq: int) -> list[JSON]:
        """The history after entry `seq`."""

    def match_report(self) -> JSON:
        """The score, the goals, and how the dice fell; None before the first match."""

    def match_file(self) -> str:
        """The match as a file that replays; PromptRefused before its end."""

    def picture(self, name: str) -> bytes | None:
        """An evidence picture."""

    def status_picture(self, device: str) -> bytes | None:
        """The picture that goes with a device's status."""
