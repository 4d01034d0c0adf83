"""The simulated table: hands for people who have none of the parts. It throws what is asked for into the simulated tray
and presses the mock buttons; everything after that goes the way of a real table."""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence
from typing import Protocol

from companion.vocabulary import FACES, Dice, Prompt, PromptRefused, Roll
from vision.dice.die import Value
from vision.draw import jpeg
from vision.simulated import DEMO, Fault, SimulatedCamera
from vision.simulated_pitch import PitchFault, SimulatedPitch

_log = logging.getLogger(__name__)
_PREVIEW_PX = 640
FILMS = "filmed_throws"
"""Not a fault but a wish: show the filmed throws of the demo where there is one for the dice asked for."""


class AsksForDice(Protocol):
    """What the simulated hand needs of the Table."""

    def prompts(self) -> tuple[int, dict[str, Prompt]]: ...

    def final(self, key: str) -> bool: ...


class Presses(Protocol):
    """What it needs of the panel."""

    def press(self, button: str, long: bool = False) -> None: ...

    def lights(self) -> dict[str, str]: ...


class SimulatedTable:
    """`camera` and `pitch` are None where those cameras are real; then nothing can be thrown here. The values of
    simulated dice come from `chance`, each face as likely as on the die."""

    def __init__(
        self,
        table: AsksForDice,
        panel: Presses,
        camera: SimulatedCamera | None,
        chance: random.Random | None = None,
        pitch: SimulatedPitch | None = None,
    ) -> None:
        self._table = table
        self._panel = panel
        self._camera, self._pitch = camera, pitch
        self._chance = chance or random.SystemRandom()
        self._films = False

    def throw(self) -> None:
        """Throws the dice that the open rolls ask for; PromptRefused if none are asked for."""
        dice = [
            (d.kind_of_die, d.colour, self._face(d))
            for prompt in self._table.prompts()[1].values()
            if isinstance(prompt, Roll) and not self._table.final(prompt.key)
            for d in prompt.dice
            for _ in range(d.count)
        ]
        if not dice:
            raise PromptRefused("a throw", "no dice now")
        self.throw_values(dice)

    def throw_values(self, dice: Sequence[tuple[str, str | None, Value]]) -> None:
        """Throws these dice: kind, colour, face."""
        film = self._film(dice) if self._films else None
        if film is not None:
            self._tray().play_clip(DEMO / film)
        else:
            self._tray().throw(dice)

    def pick_up(self) -> None:
        self._tray().pick_up()

    def press(self, button: str, long: bool = False) -> None:
        self._panel.press(button, long)

    def lights(self) -> dict[str, str]:
        return self._panel.lights()

    def picture(self) -> bytes | None:
        """The tray now, as a small JPEG."""
        frame = self._camera.frame(timeout_s=0.0) if self._camera else None
        return jpeg(frame.image, width_px=_PREVIEW_PX) if frame else None

    def faults(self) -> list[str]:
        pitch = [f.value for f in PitchFault if f is not PitchFault.NONE] if self._pitch else []
        return [f.value for f in Fault if f is not Fault.NONE] + [FILMS] + pitch

    def misbehave(self, fault: str | None) -> None:
        """From now on; None ends it. PromptRefused names the faults there are."""
        if fault is not None and fault not in self.faults():
            raise PromptRefused(fault, ", ".join(self.faults()))
        self._films = fault == FILMS
        self._tray().misbehave(Fault(fault) if fault in set(Fault) else Fault.NONE)
        if self._pitch:
            self._pitch.misbehave(PitchFault(fault) if fault in set(PitchFault) else PitchFault.NONE)

    def _face(self, dice: Dice) -> Value:
        return self._chance.choice(dice.faces or FACES[dice.kind_of_die])

    def _tray(self) -> SimulatedCamera:
        if self._camera is None:
            raise PromptRefused("a simulated throw", "real dice: this table has a camera")
        return self._camera

    def _film(self, dice: Sequence[tuple[str, str | None, Value]]) -> str | None:
        """The filmed throw of just these dice: a white and a red number die, or the event die."""
        shown = {(kind, colour): value for kind, colour, value in dice}
        if shown.keys() == {("number_die", "white"), ("number_die", "red")}:
            return f"throw_number_{shown['number_die', 'white']}_{shown['number_die', 'red']}.mp4"
        if len(dice) == 1 and dice[0][0] == "event_die":
            return f"throw_event_{dice[0][2]}.mp4"
        return None
