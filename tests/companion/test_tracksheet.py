"""`touchline print tracks`: drawn again, each ring lies where its light is, under the name of its field."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest
from click.testing import CliRunner

from companion import games
from companion.adapters.strip import strip_picture
from companion.cli import main
from companion.journal import MemoryJournal
from companion.printplan import Plan
from companion.sheets import SheetError
from companion.table import Table
from companion.tracksheet import HOLE_MM, lights_of, titles, tracks_of, tracks_sheet

DPI = 200
PX_MM = DPI / 25.4


def rings_mm(content: bytes) -> list[list[float]]:
    """The middles of the rings in mm along each row, from its first."""
    page = pypdfium2.PdfDocument(content)[0]
    grey = np.array(page.render(scale=DPI / 72, grayscale=True).to_numpy()).squeeze()
    found, _ = cv2.findContours((grey < 160).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    inner, _ = cv2.findContours((grey < 160).astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    rows: dict[int, list[float]] = {}
    for contour in (*found, *inner):
        (x, y), radius = cv2.minEnclosingCircle(contour)
        round_ = cv2.contourArea(contour) > 0.8 * np.pi * radius**2
        if round_ and abs(2 * radius / PX_MM - HOLE_MM) < 0.4:
            row = rows.setdefault(round(y / PX_MM / 5), [])
            if not any(abs(x - other) < 5 for other in row):
                row.append(x)
    return [[(x - min(row)) / PX_MM for x in sorted(row)] for _, row in sorted(rows.items())]


@pytest.mark.parametrize("game", titles())
@pytest.mark.parametrize("led_mm", [1000 / 60, 22.0])
def test_every_light_has_its_ring(game: str, led_mm: float) -> None:
    rows = rings_mm(tracks_sheet(Plan(led_mm=led_mm), game))
    tracks = tracks_of(game)
    assert [len(row) for row in rows] == [len(track["fields"]) for track in tracks]
    for row in rows:
        assert row == pytest.approx([n * led_mm for n in range(len(row))], abs=0.2)


@pytest.mark.parametrize("game", titles())
def test_every_field_is_named(game: str) -> None:
    text = pypdfium2.PdfDocument(tracks_sheet(Plan(language="de"), game))[0].get_textpage().get_text_range()
    for track in tracks_of(game):
        assert set(track["fields"]) <= set(text.split())
        assert track["text"]["de"] in text


@pytest.mark.parametrize("game", games.names())
def test_the_lights_are_those_of_the_strip(game: str) -> None:
    table = Table(MemoryJournal(), games.load)
    table.begin(game, {})
    board = table.board()
    tracks = board["scoreboard"]["tracks"]
    whole = strip_picture(board, tracks[0]["lights"].ljust(9, "."), "..", 48).lights
    for track, lights in zip(tracks, lights_of(tracks), strict=True):
        assert whole[lights[0] - 1 : lights[-1]] == track["lights"]
    assert len(whole) == max(9, lights_of(tracks)[-1][-1])


def test_a_track_that_is_longer_than_the_paper_is_refused() -> None:
    with pytest.raises(SheetError, match="room for 288"):
        tracks_sheet(Plan(led_mm=1000 / 30), "takkure")


def test_the_command_writes_one_file_a_game(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["print", "tracks", "-o", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert {p.name for p in tmp_path.iterdir()} == {f"tracks-{game}.pdf" for game in titles()}
