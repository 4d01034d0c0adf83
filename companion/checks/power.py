"""Whether a Raspberry Pi gets enough voltage and stays cool enough."""

from __future__ import annotations

import subprocess
from pathlib import Path

from companion.adapters.panel import on_a_pi
from companion.checks.finding import Finding
from companion.settings import Settings
from companion.vocabulary import Text
from vision.advice import Level

_FIRMWARE = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
_SINCE_START = 16
"""The bit of what has been since the start is so much higher than that of now."""
_NO_PI = Text("This is no Raspberry Pi: nothing to check.", "Das ist kein Raspberry Pi: nichts zu prüfen.")
_UNKNOWN = Text(
    "The Pi does not tell its voltage: install raspi-utils, or join the group video and log in again.",
    "Der Pi verrät seine Spannung nicht: raspi-utils installieren, oder der Gruppe video beitreten und neu anmelden.",
)
_GOOD = Text("Voltage and temperature are good.", "Spannung und Temperatur sind gut.")
_VOLTAGE = Text(
    "Under-voltage {when}: use the Pi's own power supply and a short, thick cable; give strips and lamps a supply of"
    " their own.",
    "Unterspannung {when}: das Original-Netzteil und ein kurzes, dickes Kabel nehmen; Lichterketten und Lampen eigens"
    " versorgen.",
)
_HEAT = Text(
    "Slowed down by heat {when}: give the Pi a cooler or more air.",
    "Wegen Hitze gebremst {when}: dem Pi einen Kühler oder mehr Luft geben.",
)
_NOW, _BEFORE = Text("now", "jetzt"), Text("since the start", "seit dem Start")
_CAUSES = ((0b0001, _VOLTAGE), (0b1110, _HEAT))
"""Bits 0 under-voltage, 1 frequency capped, 2 throttled, 3 soft temperature limit (Raspberry Pi documentation,
"vcgencmd", get_throttled)."""


def check_power(settings: Settings) -> Finding:
    """Asks the Pi's firmware what has been since it was switched on."""
    return judge_power(throttled()) if on_a_pi() else Finding("power", Level.GOOD, (_NO_PI,))


def judge_power(bits: int | None) -> Finding:
    """`bits` as get_throttled spells them; None where they cannot be had."""
    if bits is None:
        return Finding("power", Level.HINT, (_UNKNOWN,))
    told = [text.format(when=when) for when, seen in _seen(bits) for mask, text in _CAUSES if seen & mask]
    return Finding("power", Level.USABLE if told else Level.GOOD, tuple(told) or (_GOOD,), {"throttled": bits})


def _seen(bits: int) -> list[tuple[Text, int]]:
    """What is now, and what only has been; under-voltage caps the frequency, which then is no heat."""
    now, before = bits & 0b1111, bits >> _SINCE_START & 0b1111
    return [(when, _causes(seen)) for when, seen in ((_NOW, now), (_BEFORE, before & ~now))]


def _causes(seen: int) -> int:
    return seen & ~0b0110 if seen & 0b0001 else seen


def throttled(command: str = "vcgencmd", firmware: Path = _FIRMWARE) -> int | None:
    """What the firmware says, by its tool or by the kernel; None if neither is there."""
    try:
        done = subprocess.run([command, "get_throttled"], capture_output=True, text=True, timeout=5, check=True)
        return int(done.stdout.partition("=")[2], 16)
    except (OSError, ValueError, subprocess.SubprocessError):
        pass
    try:
        return int(firmware.read_text(), 16)
    except (OSError, ValueError):
        return None
