"""Carries strokes to the Table, whichever buttons they come from, and says of each that does nothing why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from companion.adapters.buttons import Answer, Armed, Buttons, Moved, NewMatch, Outcome, Refused, Undo
from companion.adapters.keys import Stroke
from companion.adapters.lamps import Lamps
from companion.adapters.lights import DOUBLE, SHORT, Sound
from companion.vocabulary import (
    JSON,
    Confirm,
    GameFault,
    JournalError,
    Prompt,
    PromptRefused,
    Source,
    StaleVersion,
    Text,
    TouchlineError,
)


class Table(Protocol):
    """What presses need of the Table."""

    def answer(self, key: str, value: JSON, *, source: str, version: int | None = None) -> object: ...

    def undo(self, *, version: int | None = None, beyond: bool = False) -> object: ...

    def prompts(self) -> tuple[int, dict[str, Prompt]]: ...

    def board(self) -> JSON: ...


class Report(Protocol):
    """Tells every screen how the buttons are; the details are plain JSON."""

    def __call__(self, state: str, text: Text, **detail: JSON) -> None: ...


class Presses:
    """`lamps` show an entry and a refusal, `report` says them in words, `ready` tells that all is as usual again.
    `on_new_match` is called when CONFIRM is held at the end of a match."""

    def __init__(
        self,
        table: Table,
        lamps: Lamps,
        report: Report,
        ready: Callable[[], None],
        on_new_match: Callable[[], object] | None,
        mono_s: Callable[[], float],
    ) -> None:
        self._table = table
        self._lamps = lamps
        self._report = report
        self._ready = ready
        self._on_new_match = on_new_match
        self._buttons = Buttons(mono_s)
        self._waiting: dict[str, JSON] = {}
        self._armed = False
        self._refusals = 0

    def stroke(self, name: str, stroke: Stroke) -> None:
        """A button whose long press means something acts when it is let go or has been held, the others at once. What
        the table has moved on under was pressed for an older picture."""
        began_at = self._waiting.pop(name, None)
        version = self._table.board()["version"]
        if stroke is Stroke.DOWN and self._buttons.waits(name, self._table.board()):
            self._waiting[name] = version
        elif stroke is Stroke.DOWN or began_at == version:
            self._press(name, long=stroke is Stroke.LONG)
        elif began_at is not None:
            self.refuse(STALE)

    def whistled(self) -> None:
        """The whistle was blown or moved: confirms what the rules await, and never anything else."""
        version, prompts = self._table.prompts()
        for prompt in prompts.values():
            if isinstance(prompt, Confirm) and prompt.button == "whistle":
                self._carefully(Answer(prompt.key, True), version)
                return

    def refuse(self, why: Text, sound: Sound = SHORT) -> None:
        """Says so on the lamps, by the buzzer and on every screen; the number makes each one a new one."""
        self._refusals += 1
        self._lamps.refuse(sound)
        self._report("refused", why, refusals=self._refusals)

    def expire(self) -> None:
        """Tells when an armed UNDO has ended by itself."""
        if self._armed and not self._buttons.armed:
            self._armed = False
            self._ready()

    def _press(self, button: str, long: bool) -> None:
        version, prompts = self._table.prompts()
        board = self._table.board()
        if board["version"] != version:
            self.refuse(STALE)
            return
        self._carefully(self._buttons.press(button, long, prompts, board), version)
        self._armed = self._buttons.armed

    def _carefully(self, outcome: Outcome, version: int) -> None:
        try:
            self._carry_out(outcome, version)
        except StaleVersion:
            self.refuse(STALE)
        except TouchlineError as error:
            unwritten = isinstance(error, JournalError | GameFault)
            self.refuse(_NOT_DONE.format(why=error), DOUBLE if unwritten else SHORT)

    def _carry_out(self, outcome: Outcome, version: int) -> None:
        if not self._buttons.entering:
            self._lamps.leave()
        if isinstance(outcome, Refused):
            self.refuse(outcome.text)
        elif isinstance(outcome, Moved):
            self._lamps.enter(outcome.asked, outcome.lights)
            self._report("entry", outcome.text)
        elif isinstance(outcome, Armed):
            self._lamps.sound(SHORT)
            self._report("armed", outcome.text)
        else:
            self._act(outcome, version)
            self._ready()

    def _act(self, outcome: Answer | Undo | NewMatch, version: int) -> None:
        """What these buttons do themselves overtakes none of them."""
        self._do(outcome, version)
        now = self._table.board()["version"]
        self._waiting = {name: now if began == version else began for name, began in self._waiting.items()}

    def _do(self, outcome: Answer | Undo | NewMatch, version: int) -> None:
        if isinstance(outcome, Answer):
            self._table.answer(outcome.key, outcome.value, source=Source.BUTTON, version=version)
        elif isinstance(outcome, Undo):
            self._table.undo(version=version, beyond=outcome.beyond)
        elif self._on_new_match:
            self._on_new_match()
        else:
            raise PromptRefused("CONFIRM, held", "a new match begun on the console")


STALE: Final = Text(
    "The table has just moved on. Look again, then press.",
    "Der Tisch ist eben weitergegangen. Neu schauen, dann drücken.",
)
_NOT_DONE: Final = Text("Not done. {why}", "Nicht ausgeführt. {why}")
