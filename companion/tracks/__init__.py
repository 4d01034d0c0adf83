"""The lights of the games that cannot be played with Touchline yet, one file a game. Pure: a state of the game goes in,
its track comes out. The overlays and the drawings of the lights are made from them; the game will show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.tracks import fussball_duell, super_team, tormauer
from companion.vocabulary import Text, Track

AHEAD: Final[Mapping[str, tuple[Text, tuple[Track, ...]]]] = {
    "fussball_duell": (Text.same("Fussball Duell"), (fussball_duell.track(1, "blue", "blue", (3, 3), 0),)),
    "super_team": (Text.same("Super Team"), (super_team.track("00"),)),
    "tormauer": (Text.same("Tor-Mauer"), (tormauer.track(0.0, 45),)),
}
"""Name -> title, and the tracks with which a match begins."""
