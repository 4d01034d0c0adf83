"""Where matches begin: what may be chosen before one, its start, and another like the last for the button."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from companion import games
from companion.boxshelf import SAMPLE, BoxShelf
from companion.settings import Settings
from companion.table import Table
from companion.vocabulary import JSON, Form, OptionsRefused, Text, to_json
from companion.vocabulary.form import Group, Part, Switch
from companion.vocabulary.given import refusal


class Lobby:
    """Begins matches: as somebody chose, the usual one, and another like that for the button."""

    def __init__(
        self, table: Table, settings: Settings, boxes: BoxShelf, ruled: Callable[[], bool] = lambda: False
    ) -> None:
        """`ruled` tells whether the pitch has a calibrated ruler."""
        self._table = table
        self._settings = settings
        self._boxes = boxes
        self._ruled = ruled

    def games(self) -> list[JSON]:
        return [{"name": name, "title": to_json(games.load(name).title)} for name in games.names()]

    def usual(self) -> JSON:
        settings = self._settings
        options = {k: v for k, v in usual_options(settings.game, settings).items() if k != "box"}
        return {"game": settings.game, "options": options, "box": Path(settings.box).stem if settings.box else ""}

    def look(self, game: str, options: Mapping[str, JSON], box: str) -> JSON:
        form = games.load(game).form(self._given(options, box))
        form = form if self._ruled() else _without_ruler(form)
        boxes = [one for one in self._boxes.listed() if one["game"] == game] if form.boxed else []
        given = self._given(options, box if form.boxed else "")
        return {"form": to_json(form), "boxes": boxes, "mistakes": _mistakes(game, given)}

    def begin(self, game: str, options: Mapping[str, JSON], box: str = "") -> None:
        given = self._given(options, box) or usual_options(game, self._settings)
        self._table.begin(game, given if self._ruled() else _by_hand(game, given))

    def new_box(self, game: str) -> str:
        if game not in games.with_boxes():
            raise refusal("box", _NO_BOX.format(game=repr(game), games=", ".join(games.with_boxes())))
        return games.boxes(game).new()

    def check_box(self, text: str) -> JSON:
        game, checked = games.check_box(text)
        return {"game": game, "content": checked.content, "warnings": list(checked.warnings)}

    def again(self) -> None:
        """The game of the settings, with its usual options."""
        self.begin(self._settings.game, {})

    def _given(self, options: Mapping[str, JSON], box: str) -> dict[str, JSON]:
        """The game's own sample is what it plays when no box is given."""
        own = box and not box.endswith(SAMPLE)
        return {**options, "box": self._boxes.content(box)} if own else dict(options)


def usual_options(game: str, settings: Settings) -> dict[str, JSON]:
    """The options with which a match begins when nobody says otherwise: mode and box of the settings belong to their
    game. BoxError names what is wrong with the box, OptionsRefused that it is another game's."""
    if game != settings.game:
        return {}
    options: dict[str, JSON] = {"mode": settings.mode} if settings.mode else {}
    if settings.box:
        whose, checked = games.check_box(Path(settings.box).read_text(encoding="utf-8"))
        if whose != game:
            raise refusal("box", _OTHER_BOX.format(box=settings.box, whose=whose, game=game))
        options["box"] = checked.content
    return options


def _by_hand(game: str, given: Mapping[str, JSON]) -> dict[str, JSON]:
    """The options, with that off which only a ruler makes sense of and of which nothing is said."""
    found = dict(given)
    for group in games.load(game).form(given).rules:
        off = {part.name: False for part in group.parts if _is_ruled(part)} if isinstance(group, Group) else {}
        said = given.get(group.name) or {}
        if off and isinstance(said, Mapping):  # what is none the game itself refuses
            found[group.name] = {**off, **said}
    return found


def _without_ruler(form: Form) -> Form:
    """The form of such a match."""
    return replace(form, rules=tuple(_unruled(part) for part in form.rules))


def _unruled(part: Part) -> Part:
    if isinstance(part, Group):
        return replace(part, parts=tuple(_unruled(inner) for inner in part.parts))
    return replace(part, usual=False) if _is_ruled(part) else part


def _is_ruled(part: Part) -> bool:
    return isinstance(part, Switch) and part.ruled


def _mistakes(game: str, options: Mapping[str, JSON]) -> list[JSON]:
    try:
        games.load(game).setup(options)
    except OptionsRefused as refused:
        return [mistake.told() for mistake in refused.mistakes]
    return []


_NO_BOX = Text("{game} has no box file: {games} have", "{game} hat keine Box-Datei: {games} haben eine")
_OTHER_BOX = Text(
    "{box} is a box of {whose}, the match is {game}", "{box} ist eine Box von {whose}, gespielt wird {game}"
)
