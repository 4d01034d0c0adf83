"""Where full and light mode differ: what the companion knows of the cards, and what it must be told."""

from __future__ import annotations

from typing import Protocol

from companion.games.tooor.state import Coach, State
from companion.vocabulary import Asking, Counter, Text


class Mode(Protocol):
    """The procedures that either compute (full mode, with the box) or ask (light mode, without)."""

    def set_up(self, s: State) -> Asking:
        """Which cards each coach plays with."""

    def line_up(self, s: State) -> Asking:
        """The players lie in their rows."""

    def reveal(self, s: State) -> Asking:
        """Both cards are shown; returns the side of the higher one, None when they are equal."""

    def deploy(self, s: State, coach: Coach, half: str) -> Asking:
        """The coach deploys by this half of the card and announces `coach.strength`."""

    def turn(self, s: State, coach: Coach) -> Asking:
        """The coach turns all deployed players, with their event checks."""

    def pick_shooter(self, s: State) -> Asking:
        """Sets the strengths of shooter and keeper; returns False when nobody may shoot."""

    def turn_shooter(self, s: State) -> Asking:
        """The shooter is turned, with an event check."""

    def turn_keeper(self, s: State, keeping: Coach) -> None:
        """The keeper was turned; no card of a keeper has a symbol."""

    def redistribute(self, s: State, key: str, rule: str, hint: Text) -> Asking:
        """Both coaches may move players between their rows."""

    def choose_takers(self, s: State) -> Asking:
        """The first five penalty takers of each side."""

    def one_more_taker(self, s: State) -> Asking:
        """One more penalty taker of each side."""

    def penalty_strengths(self, s: State, shooting: Coach, keeping: Coach) -> Asking:
        """Sets the strengths of the two for the kick `s.kick`."""

    def counters(self, s: State) -> tuple[Counter, ...]:
        """Cards, injuries, sendings off: what this mode knows."""
