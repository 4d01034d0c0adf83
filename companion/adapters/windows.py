"""Windows: what a ruler may show now, by the rules of the match that is played. Outside a match it is free."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.vocabulary import JSON, SIDES, Text

FREE = Text("Free ruler: practice, or another game.", "Freies Lineal: Übung oder ein anderes Spiel.")
SHUT = Text(
    "Measuring is locked: the rules measure only after an action is declared.",
    "Messen ist gesperrt: gemessen wird erst, wenn eine Aktion angesagt ist.",
)
_ALL = Text("Everything may be measured now.", "Jetzt darf alles gemessen werden.")
_SOME = Text("Measured now: from {names}.", "Gemessen wird jetzt: von {names} aus.")
_PAIR = Text("Measured now: {names}.", "Gemessen wird jetzt: {names}.")


@dataclass(frozen=True)
class Window:
    """What may be measured: anything where the ruler is `free` of a match's rules or in `all`, else from the pieces of
    these `names` (TAK-MEA-05 to TAK-MEA-07, TAK-MEA-09) and between the `pairs` that the match asks for."""

    text: Text
    free: bool = False
    all: bool = False
    names: frozenset[str] = frozenset()
    pairs: frozenset[frozenset[str]] = field(default_factory=frozenset)

    @property
    def open(self) -> bool:
        """Whether anything may be measured."""
        return self.free or self.all or bool(self.names or self.pairs)

    def lets(self, a: str, b: str | None = None, pass_: bool = False) -> bool:
        """Whether it may be measured from one piece, to another or all around; names are ids as in the rosters, empty
        where nobody said who it is. A pass is measured with everything else only (TAK-MEA-08)."""
        if self.free or self.all:
            return True
        return not pass_ and (a in self.names or (b is not None and {a, b} in self.pairs))


def window_of(board: JSON) -> Window:
    """The window of a table's board (see `companion.board.board_of`). A place that the rules name and no camera sees,
    such as the ball's, opens nothing."""
    shown = board["scoreboard"]
    if shown is None or board["over"] or shown["measuring"] is None:
        return Window(FREE, free=True)
    measuring, rosters = shown["measuring"], shown["rosters"] or {}
    if measuring == "all":
        return Window(_ALL, all=True)
    names = {player["id"]: player["name"] for roster in rosters.values() for player in roster}
    if measuring in SIDES:
        own = [player["id"] for player in rosters.get(measuring, ()) if player["deployed"]]
    else:
        own = [measuring] if measuring in names else []
    pairs = [prompt["between"] for prompt in board["prompts"] if prompt["kind"] == "measure" and prompt["between"]]
    return Window(_said(names, own, pairs), names=frozenset(own), pairs=frozenset(frozenset(pair) for pair in pairs))


def _said(names: dict[str, str], own: list[str], pairs: list[list[str]]) -> Text:
    if own:
        return _SOME.format(names=", ".join(names[i] for i in own))
    if pairs:
        return _PAIR.format(names=", ".join(" – ".join(names.get(i, i) for i in pair) for pair in pairs))
    return SHUT
