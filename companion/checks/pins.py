"""Whether buttons and lights can be had on the pins of this machine."""

from __future__ import annotations

from companion.adapters.panel import DEVICE, Wiring, on_a_pi
from companion.checks.finding import Finding
from companion.checks.port import device, told_by_table
from companion.settings import Settings
from companion.vocabulary import Text
from vision.advice import Level

_UNUSED = Text("The pins are not used ([pins] use = false).", "Die Pins werden nicht benutzt ([pins] use = false).")
_NO_PI = Text(
    "This is no Raspberry Pi: buttons and lights are on the screen ({address}panel).",
    "Das ist kein Raspberry Pi: Tasten und Lichter sind auf dem Bildschirm ({address}panel).",
)
_READY = Text(
    "{count} pins can be had, through {library}. Whether a light is wired rightly: touchline doctor --lights",
    "{count} Pins sind zu haben, über {library}. Ob die Lichter richtig verdrahtet sind: touchline doctor --lights",
)


def check_pins(settings: Settings) -> Finding:
    """Opens every pin for a moment; where a table runs, it is asked instead."""
    if not settings.pins.use:
        return Finding("pins", Level.GOOD, (_UNUSED,))
    if told := device(settings, DEVICE):
        return told_by_table("pins", told)
    if settings.simulate or not on_a_pi():
        address = f"http://localhost:{settings.port}/"
        return Finding("pins", Level.HINT, (_NO_PI.format(address=address),), {"simulated": True})
    return judge_pins(Wiring(settings.pins, None, False))


def judge_pins(wiring: Wiring) -> Finding:
    """Says what cannot be had, and closes the pins."""
    trouble, count = wiring.trouble, len(wiring.inputs) + len(wiring.outputs)
    detail = {"library": wiring.library, "pins": count, "simulated": wiring.simulated}
    wiring.close()
    if trouble:
        return Finding("pins", Level.USABLE, (trouble,), detail)
    return Finding("pins", Level.GOOD, (_READY.format(count=count, library=detail["library"]),), detail)
