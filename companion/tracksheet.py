"""The overlays of the lights: a card with a hole for every light of a game's tracks, from the tracks that the lights
show."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion import games
from companion.adapters.lights import FIELDS
from companion.journal import MemoryJournal
from companion.printplan import Plan
from companion.sheets import Sheet, SheetError
from companion.table import Table
from companion.tracks import AHEAD
from companion.vocabulary import JSON, Text, to_json

HOLE_MM = 6.0
HEIGHT_MM = 26.0
RIM_MM = 9.0
_GAP_MM = 12.0
_TITLE = Text(
    "{game}: overlays of the lights. Cut along the frames, punch the rings, glue over a strip with {led_mm:g} mm from"
    " light to light.",
    "{game}: Auflagen für die Lichter. An den Rahmen ausschneiden, die Ringe lochen, über eine Kette mit {led_mm:g} mm"
    " von Licht zu Licht kleben.",
)
_TRACK = Text("{track}: lights {first} to {last}", "{track}: Lichter {first} bis {last}")


def titles() -> dict[str, Text]:
    """Every game that has lights, also one that cannot be played yet: its name and its title."""
    return {**{name: games.load(name).title for name in games.names()}, **{n: title for n, (title, _) in AHEAD.items()}}


def tracks_of(game: str) -> list[JSON]:
    """The tracks with which a match of this game begins, as the scoreboard spells them; none where it has no lights."""
    if game in AHEAD:
        return [to_json(track) for track in AHEAD[game][1]]
    table = Table(MemoryJournal(), games.load)
    table.begin(game, {})
    return list(table.board()["scoreboard"]["tracks"])


def lights_of(tracks: Sequence[JSON]) -> list[range]:
    """The lights of each track on a board's strip, the first is 1: nine of the first track, then the others in their
    order (companion/adapters/strip.py)."""
    firsts = [1]
    for track in tracks:
        firsts.append(firsts[-1] + (FIELDS if len(firsts) == 1 else len(track["fields"])))
    return [range(first, first + len(track["fields"])) for first, track in zip(firsts, tracks, strict=False)]


def tracks_sheet(plan: Plan, game: str) -> bytes:
    """The PDF with the overlays of a game. Raises SheetError where a track is longer than the paper."""
    tracks = tracks_of(game)
    sheet = Sheet(plan, _TITLE.format(game=titles()[game], led_mm=round(plan.led_mm, 2)))
    y = sheet.top + _GAP_MM
    for track, lights in zip(tracks, lights_of(tracks), strict=True):
        _overlay(sheet, plan, y, track, lights)
        y += HEIGHT_MM + _GAP_MM
    return sheet.content


def write_tracks(plan: Plan, folder: Path) -> list[Path]:
    """One file a game that has lights; tells the files written. Raises SheetError, OSError."""
    made = {folder / f"tracks-{game}.pdf": tracks_sheet(plan, game) for game in titles() if tracks_of(game)}
    folder.mkdir(parents=True, exist_ok=True)
    for path, content in made.items():
        path.write_bytes(content)
    return list(made)


def _overlay(sheet: Sheet, plan: Plan, y: float, track: JSON, lights: range) -> None:
    width = plan.led_mm * (len(lights) - 1) + 2 * RIM_MM
    x = (sheet.width - width) / 2
    if x < sheet.left:
        raise SheetError(
            f"{len(lights)} lights at {plan.led_mm:g} mm take {width:.0f} mm; {plan.paper} has room for"
            f" {sheet.width - 2 * sheet.left:.0f}: a strip with 60 lights a metre has 16.67 mm"
        )
    sheet.frame(x, y, width, HEIGHT_MM)
    told = _TRACK.format(track=Text(**track["text"]), first=lights[0], last=lights[-1])
    sheet.words(x + 2, y + 4, told, 6)
    for at, (light, field) in enumerate(zip(lights, track["fields"], strict=True)):
        middle = x + RIM_MM + at * plan.led_mm
        sheet.words(middle, y + 11.5, Text.same(field), 12, middle=True)
        sheet.ring(middle, y + 17.5, HOLE_MM)
        sheet.words(middle, y + 24, Text.same(str(light)), 5, middle=True)
