"""What a press means: an answer, a step back, an entry that moves on, or nothing and why. Pure.

The cursor rules are those of the Tooor! catalogue, section 3, "Buttons in general": CONFIRM takes what is offered or
shown, WHISTLE moves on, UNDO steps back. Nothing is taken unseen: where the prompt suggests nothing, the first press
shows a value on the LEDs and the next CONFIRM takes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.adapters.lights import number_lights
from companion.vocabulary import JSON, Choose, Confirm, Number, Prompt, Roll, Secret, Text

BUTTONS: Final = ("confirm_a", "confirm_b", "whistle", "undo")
ARMED_S: Final = 10.0
"""So long after a long UNDO, CONFIRM goes back over the whistle."""


@dataclass(frozen=True)
class Answer:
    """This value for this prompt."""

    key: str
    value: JSON


@dataclass(frozen=True)
class Undo:
    """One step back; `beyond` the whistle."""

    beyond: bool = False


@dataclass(frozen=True)
class Armed:
    """UNDO was held: CONFIRM now goes back over the whistle."""

    text: Text


@dataclass(frozen=True)
class NewMatch:
    """CONFIRM was held at the end of a match."""


@dataclass(frozen=True)
class Moved:
    """An entry is in progress: `asked` is its prompt as the board spells it, `lights` what the LEDs show meanwhile."""

    asked: JSON
    lights: str
    text: Text


@dataclass(frozen=True)
class Refused:
    """Nothing happened, for this reason."""

    text: Text


Outcome = Answer | Undo | Armed | NewMatch | Moved | Refused


class Buttons:
    """The entry in progress and the armed undo: all that buttons remember between presses."""

    def __init__(self, mono_s: Callable[[], float]) -> None:
        self._mono_s = mono_s
        self._entry: tuple[JSON, int] | None = None
        self._armed_s: float | None = None

    @property
    def entering(self) -> bool:
        """Whether an entry is in progress."""
        return self._entry is not None

    @property
    def armed(self) -> bool:
        return self._armed_s is not None and self._mono_s() - self._armed_s < ARMED_S

    def waits(self, button: str, board: JSON) -> bool:
        """Whether a short press of this button acts only when released, because a long one means something else."""
        return button == "undo" or (button != "whistle" and bool(board["over"]) and not self.armed)

    def press(self, button: str, long: bool, prompts: Mapping[str, Prompt], board: JSON) -> Outcome:
        """What this press does to what is asked now; `prompts` and `board` are the Table's, of one version."""
        armed, self._armed_s = self.armed, None
        asked = {p["key"]: p for p in board["prompts"]}
        prompts = {key: p for key, p in prompts.items() if not p.offer}  # an offer is taken up on a screen
        if self._entry and asked.get(self._entry[0]["key"]) != self._entry[0]:
            self._entry = None
        if button == "undo":
            return self._hold(board) if long else self._back(prompts, board)
        if button == "whistle":
            return self._whistle(prompts, asked)
        if armed:
            self._entry = None
            return Undo(beyond=True)
        if long and board["over"]:
            return NewMatch()
        return self._confirm(button[-1].upper(), prompts, asked)

    def _confirm(self, side: str, prompts: Mapping[str, Prompt], asked: JSON) -> Outcome:
        refused = None
        for prompt in prompts.values():
            if prompt.side in (side, None):
                outcome = self._take(prompt, asked[prompt.key])
                if not isinstance(outcome, Refused):
                    return outcome
                refused = refused or outcome
        return refused or Refused(_NOT_ASKED + _waiting(prompts))

    def _take(self, prompt: Prompt, asked: JSON) -> Outcome:
        if isinstance(prompt, Confirm):
            return Answer(prompt.key, True) if prompt.button == "confirm" else Refused(_MOVE_WHISTLE)
        if prompt.secret is not Secret.OPEN:
            return Refused(_SECRET)
        wheel = _wheel(prompt, asked)
        if wheel and self._entry and self._entry[0] == asked:
            return Answer(prompt.key, wheel[self._entry[1]])
        offered = _offered(prompt, asked)
        if offered is not None:
            return Answer(prompt.key, offered)
        if self._entry:
            return Refused(_ENTRY_OPEN)
        return self._show(prompt, asked, _first(prompt, 0)) if wheel else Refused(_by_hand(prompt))

    def _whistle(self, prompts: Mapping[str, Prompt], asked: JSON) -> Outcome:
        for prompt in prompts.values():
            if isinstance(prompt, Confirm) and prompt.button == "whistle":
                return Answer(prompt.key, True)
        turning = [p for p in prompts.values() if p.secret is Secret.OPEN and _wheel(p, asked[p.key])]
        if not turning:
            return Refused(_NO_WHISTLE + _waiting(prompts))
        mine = [p for p in turning if self._entry and self._entry[0]["key"] == p.key]
        prompt = (mine or turning)[0]
        return self._turn(prompt, asked[prompt.key])

    def _turn(self, prompt: Prompt, asked: JSON) -> Outcome:
        """One further; a number stops at its most, options and faces begin again."""
        wheel = _wheel(prompt, asked)
        at = self._entry[1] if self._entry else _index(wheel, _offered(prompt, asked))
        if at is None:
            return self._show(prompt, asked, _first(prompt, 1))
        if isinstance(prompt, Number) and at + 1 == len(wheel):
            return Refused(_MOST.format(most=prompt.most))
        return self._show(prompt, asked, (at + 1) % len(wheel))

    def _back(self, prompts: Mapping[str, Prompt], board: JSON) -> Outcome:
        if self._entry:
            asked, at = self._entry
            if at > 0:
                return self._show(prompts[asked["key"]], asked, at - 1)
            self._entry = None
        undo = board["undo"]
        if undo is None:
            return Refused(_NO_UNDO)
        return Refused(_HELD.format(what=Text(**undo["text"]))) if undo["held"] else Undo()

    def _hold(self, board: JSON) -> Outcome:
        if board["undo"] is None:
            return Refused(_NO_UNDO)
        self._armed_s = self._mono_s()
        return Armed(_ARMED.format(what=Text(**board["undo"]["text"])))

    def _show(self, prompt: Prompt, asked: JSON, at: int) -> Moved:
        self._entry = (asked, at)
        value = _wheel(prompt, asked)[at]
        shown = value if isinstance(value, int) else at + 1
        text = _SHOWN.format(asked=prompt.asked, value=prompt.tell(value))
        return Moved(asked, number_lights(max(shown, 0)), text)


def _wheel(prompt: Prompt, asked: JSON) -> Sequence[JSON]:
    """The values that WHISTLE goes through, empty where it may not: a plain roll is the camera's (TV-097) until an undo
    has opened it again (TV-104)."""
    if isinstance(prompt, Choose) and prompt.single:
        return [o.id for o in prompt.options]
    if isinstance(prompt, Number):
        return range(prompt.least, prompt.most + 1)
    if isinstance(prompt, Roll) and len(prompt.legal) == 1:
        faces = prompt.legal[0]
        if asked["before"] is not None or any(isinstance(face, str) for face in faces):
            return faces
    return ()


def _first(prompt: Prompt, number: int) -> int:
    """Where an entry begins that nothing was suggested for: at the first option, or as near to `number` as may be."""
    return min(max(number, prompt.least), prompt.most) - prompt.least if isinstance(prompt, Number) else 0


def _offered(prompt: Prompt, asked: JSON) -> JSON:
    """What one press takes: the value that stood here before an undo, else the suggestion."""
    offered = prompt.suggestion if asked["before"] is None else asked["before"]
    return offered if offered is not None and prompt.accepts(offered) else None


def _index(wheel: Sequence[JSON], value: JSON) -> int | None:
    return wheel.index(value) if value in wheel else None


def _waiting(prompts: Mapping[str, Prompt]) -> Text:
    first = next(iter(prompts.values()), None)
    return _WAITING.format(asked=first.text) if first else _NOTHING


def _by_hand(prompt: Prompt) -> Text:
    return _ROLL if isinstance(prompt, Roll) else _CONSOLE


_WAITING = Text("Asked now: {asked}", "Gefragt ist: {asked}")
_NOTHING = Text("Nothing is asked now.", "Es ist nichts gefragt.")
_NOT_ASKED = Text("Nothing to confirm on this side.", "Auf dieser Seite ist nichts zu bestätigen.")
_NO_WHISTLE = Text("WHISTLE does nothing here.", "WHISTLE bewirkt hier nichts.")
_MOVE_WHISTLE = Text("Move the whistle and press WHISTLE.", "Pfeife versetzen und WHISTLE drücken.")
_SECRET = Text(
    "A secret is not chosen on the panel: use your phone or the console.",
    "Geheimes wird nicht am Pult gewählt: Telefon oder Konsole nehmen.",
)
_ENTRY_OPEN = Text("First finish the entry on the lights.", "Erst die Eingabe auf den Lichtern abschließen.")
_ROLL = Text(
    "Roll the dice: the camera reads them, or enter them on the console.",
    "Würfeln: die Kamera liest mit, sonst an der Konsole eintragen.",
)
_CONSOLE = Text("This needs the console.", "Das geht nur an der Konsole.")
_MOST = Text("{most} is the most. CONFIRM takes it.", "Mehr als {most} geht nicht. CONFIRM übernimmt.")
_NO_UNDO = Text("There is nothing to take back.", "Es gibt nichts zurückzunehmen.")
_HELD = Text(
    "This goes back over the whistle: {what} Hold UNDO two seconds, then press CONFIRM.",
    "Das geht hinter den Pfiff zurück: {what} UNDO zwei Sekunden halten, dann CONFIRM drücken.",
)
_ARMED = Text(
    "Take back: {what}? CONFIRM within ten seconds.", "Zurücknehmen: {what}? CONFIRM innerhalb von zehn Sekunden."
)
_SHOWN = Text("{asked} {value}? CONFIRM takes it.", "{asked} {value}? CONFIRM übernimmt.")
