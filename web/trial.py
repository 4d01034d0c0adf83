"""Buttons and lights tried out, as their page sees it."""

from __future__ import annotations

from typing import Protocol

from companion.vocabulary import JSON


class Trial(Protocol):
    """While it is on, presses are told here and answer nothing, and the lights show what is wished here. It ends by
    itself when it is not begun again in time, and when a match goes on. Refused with TrialRefused."""

    def told(self) -> JSON:
        """`on`, `why` (a text: why it may not begin, or null), `devices` [{device, text, ok, simulated, detail, buttons
        [{name, role, place}], lights [{name, group, place}]}], `lit` {device, light} or null, `pressed` [{number,
        device, name, role, stroke}], the newest last."""

    def begin(self) -> None:
        """From now on, or on for longer."""

    def end(self) -> None:
        """Presses answer again, and the lights show the match."""

    def light(self, device: str, light: str) -> None:
        """Only this light shines, or "all" of them, or none (""); the buzzer sounds once."""
