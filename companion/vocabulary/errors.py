"""What can be refused, and why. Each error is a TouchlineError and the builtin that a caller would expect."""

from __future__ import annotations

from companion.vocabulary.text import JSON, Text, to_json


class Mistake(str):
    """What is wrong in options or a box file, read as a sentence: `line 4, teams[0].name: a text is needed`. A form
    takes it apart: `where` is the field, `line` counts from 1 (None where there is no text), `text` what is wrong."""

    where: str
    line: int | None
    text: Text

    def __new__(cls, where: str, text: Text, line: int | None = None) -> Mistake:
        place = where if line is None else f"line {line}, {where or 'the box'}"
        made = super().__new__(cls, f"{place}: {text.en}")
        made.where, made.line, made.text = where, line, text
        return made

    def told(self) -> JSON:
        """`where`, `line` and `text` as plain JSON."""
        return {"where": self.where, "line": self.line, "text": to_json(self.text)}


class TouchlineError(Exception):
    """The root of the family."""


class PromptRefused(TouchlineError, ValueError):
    """A value that the prompt does not accept. `given` is what came, `awaited` what would do."""

    def __init__(self, given: JSON, awaited: str) -> None:
        super().__init__(f"given: {given!r}; awaited: {awaited}")
        self.given = given
        self.awaited = awaited


class NotAsked(PromptRefused, LookupError):
    """Nothing of that name is asked now."""


class StaleVersion(TouchlineError, ValueError):
    """The client answered what it saw earlier; the table has moved on. `given` and `awaited` are version numbers."""

    def __init__(self, given: int, awaited: int) -> None:
        super().__init__(f"given: an answer to version {given}; awaited: version {awaited}. Look again, then answer.")
        self.given = given
        self.awaited = f"version {awaited}"


class NothingToUndo(TouchlineError, LookupError):
    """The match is at its start."""


class UndoHeld(TouchlineError, ValueError):
    """This undo goes back over the whistle: it needs the long press (or `beyond`)."""


class AmendmentDrops(TouchlineError, ValueError):
    """The amendment would drop later answers, and the caller has not agreed to that number. `preview` says which."""

    def __init__(self, preview: JSON) -> None:
        super().__init__(f"{len(preview['dropped'])} later answers would no longer apply: agree to drop them")
        self.preview = preview


class OptionsRefused(TouchlineError, ValueError):
    """A match cannot be set up like that; `mistakes` name the options."""

    def __init__(self, *mistakes: Mistake) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = mistakes


class BoxError(OptionsRefused):
    """A box file with mistakes, which name line and field."""


class GameFault(TouchlineError, RuntimeError):
    """A game broke its own promise: it refused what its prompt accepts. Nothing was written."""


class JournalError(TouchlineError, OSError):
    """Nothing was written; the match is untouched."""


class JournalFull(JournalError):
    """No room left on the disk."""


class JournalReadOnly(JournalError):
    """The disk or the folder cannot be written."""


class JournalInUse(JournalError):
    """Another Touchline uses the same data."""


class JournalBroken(JournalError):
    """The file is damaged."""


class SaidRefusal(TouchlineError, ValueError):
    """What people are told on a page. `text` says why in every language."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


class TeachingRefused(SaidRefusal):
    """A picture or a file that cannot teach a die."""


class DisputeRefused(SaidRefusal):
    """A question to the coaches that cannot be asked now, or a word on one that is asked no longer."""


class BoxRefused(SaidRefusal):
    """A box file that is not there, or cannot be kept like that."""


class TrialRefused(SaidRefusal):
    """Buttons and lights that cannot be tried out now."""


class RulerRefused(SaidRefusal):
    """A measure that the rules do not let be taken now, or that the camera is not sure of."""


class OtherEdition(SaidRefusal):
    """A recorded match that today's rules cannot play again, because it was played by another edition of them."""

    def __init__(self, then: str, now: str) -> None:
        text = Text(
            "it was played by another edition, {then}; this one is {now}",
            "es wurde nach einer anderen Ausgabe gespielt, {then}; diese ist {now}",
        )
        super().__init__(text.format(then=then, now=now))
