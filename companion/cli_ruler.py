"""The commands of the ruler: `touchline print`, `measure` and `calibrate`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click


def given_numbers(count: int) -> Any:
    """A callback for an option of so many numbers with commas between."""

    def parse(ctx: click.Context, param: click.Parameter, value: str | None) -> Any:
        from companion.measure import numbers_of

        try:
            return None if value is None else numbers_of(value, count)
        except ValueError as error:
            raise click.BadParameter(str(error), ctx, param) from error

    return parse


def pair_of(units: Mapping[str, float], kind: type = float) -> Callable[..., Any]:
    """An option's two numbers: 9x6, 914x660 or 36x26in."""

    def parse(ctx: click.Context, param: click.Parameter, value: str) -> Any:
        told = re.fullmatch(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)\s*(\w*)", value)
        if told is None or told[3] not in units or (kind is int and "." in value):
            raise click.BadParameter(f"{value!r:.40} is not two numbers; awaited: such as {param.default}", ctx, param)
        return kind(float(told[1]) * units[told[3]]), kind(float(told[2]) * units[told[3]])

    return parse


def measured_scale(ctx: click.Context, param: click.Parameter, value: str | None) -> Any:
    """The scale of a print by what its check ruler measures."""
    from companion.printscale import PrintScaleError, parse_measured

    try:
        return None if value is None else parse_measured(value)
    except PrintScaleError as error:
        raise click.BadParameter(str(error), ctx, param) from error


@click.command("print")
@click.argument(
    "sheets",
    nargs=-1,
    type=click.Choice(["board", "markers", "tags", "tokens", "template", "tracks", "ruler"]),
    metavar="[SHEET]...",
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Lies across.")
@click.option(
    "--lang", "language", type=click.Choice(["en", "de"]), default="en", show_default=True, help="Of the texts."
)
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, file_okay=False), default=".", help="The folder to write to; here."
)
@click.option(
    "--measured",
    "scale",
    callback=measured_scale,
    metavar="LENGTH",
    help="What the check ruler of your print measures: 249.5, 24.95cm or 9.82in.",
)
@click.option(
    "--squares",
    metavar="NxN",
    callback=pair_of({"": 1}, int),
    default="9x6",
    show_default=True,
    help="Of the board: wide x high.",
)
@click.option(
    "--square", "square_mm", type=click.FloatRange(5, 100), default=30.0, show_default=True, help="Of the board, mm."
)
@click.option(
    "--board-marker",
    "board_marker_mm",
    type=click.FloatRange(3, 99),
    default=22.0,
    show_default=True,
    help="Of the board, mm.",
)
@click.option(
    "--pitch",
    "pitch_mm",
    metavar="LENGTHxWIDTH",
    callback=pair_of({"": 1.0, "mm": 1.0, "in": 25.4}),
    default="36x26in",
    show_default=True,
    help="Length and width, in mm or inches.",
)
@click.option(
    "--marker", "marker_mm", type=click.FloatRange(15, 60), default=40.0, show_default=True, help="Corner markers, mm."
)
@click.option("--tags", type=click.IntRange(1, 46), default=16, show_default=True, help="How many base tags.")
@click.option("--tag", "tag_mm", type=click.FloatRange(6, 30), default=15.0, show_default=True, help="Base tags, mm.")
@click.option(
    "--template",
    "template_mm",
    type=click.FloatRange(80, 170),
    default=100.0,
    show_default=True,
    help="Diameter of the scatter template, mm.",
)
@click.option(
    "--led",
    "led_mm",
    type=click.FloatRange(6, 60),
    default=1000 / 60,
    help="From light to light of a strip, mm (16.67).",
)
@click.option("--replace", is_flag=True, help="Writes board.toml and pitch.toml anew although they were changed.")
def print_sheets(sheets: Sequence[str], out: Path, scale: Any, replace: bool, **plan: Any) -> None:
    """Makes the sheets for the ruler as PDF, true to size, each with a check ruler.

    SHEET is one or several of board, markers, tags, tokens, template, tracks, ruler; else board, markers and ruler.
    board: the ChArUco board that a lens is calibrated with. markers: four corner markers of a pitch. tags: small
    markers for bases. tokens: the same for the tokens of Takkure, which say by themselves what is declared. template:
    a scatter template with a marker that tells where it lies and where arrow 1 points. tracks: overlays for the lights
    of each game. ruler: the check ruler alone. Beside board.pdf stands board.toml, beside markers.pdf pitch.toml: what
    a camera must know.

    Print at 100 % (actual size), measure the check ruler, and enter what it measures:

    touchline print --measured 249.5 -o DIR"""
    from companion.printplan import Plan
    from companion.sheets import write_sheets
    from companion.tracksheet import write_tracks

    planned, names = Plan(**plan), list(dict.fromkeys(sheets or ("board", "markers", "ruler")))
    tracks = write_tracks(planned, out) if "tracks" in names else []
    sheets = [name for name in names if name != "tracks"]
    for path in (*write_sheets(planned, sheets, out, scale, replace=replace), *tracks):
        click.echo(path)
    if scale:
        click.echo(getattr(scale.text, planned.language))


@click.command()
@click.argument("pictures", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--lens", type=click.Path(path_type=Path), required=True, help="The file of: touchline calibrate lens")
@click.option("--pitch", type=click.Path(path_type=Path), required=True, help="The TOML file of the pitch.")
@click.option("--corners", callback=given_numbers(8), default=None, help="x,y of the pitch's four corners in pixels.")
@click.option("--marker-side", "side_mm", type=float, default=None, help="mm of a printed marker, by a ruler.")
@click.option("--check", callback=given_numbers(5), default=None, help="x,y,x,y,mm: a ruler that lies in the picture.")
@click.option("--tokens", is_flag=True, help="Tokens, ball and scatter template, too.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a picture.")
def measure(pictures: Sequence[Path], lens: Path, pitch: Path, as_json: bool, **given: Any) -> None:
    """Measures the bases on pictures of a pitch, from edge to edge, in inches, and says how sure it is.

    Before: print board and corner markers (touchline print), learn the camera's lens from pictures of the board
    (touchline calibrate lens), lay a marker in each corner of the pitch. Three markers must be seen; where they are
    not, --corners tells the corners of the pitch, from the one at -x, +y clockwise as seen from above.

    95 of 100 true distances lie inside their ±. What cannot be measured is "unsure", with the reason; a lens or pitch
    file that cannot be used, or a lens of another picture size, is refused.

    touchline measure pitch.jpg --lens lens.json --pitch pitch.toml"""
    from companion.measure import in_words, load_ruler, measure_picture

    corners = given.pop("corners")
    outline = tuple(zip(corners[::2], corners[1::2], strict=True)) if corners else None
    ruler = load_ruler(lens, pitch, outline_px=outline, **given)
    for picture in pictures:
        told = measure_picture(picture, ruler)
        click.echo(json.dumps(told) if as_json else "\n".join(in_words(told)))


@click.group()
def calibrate() -> None:
    """Learns how a camera sees: its lens, once.

    How the camera stands is found anew in each picture, by the corner markers of the pitch, and needs no command."""


@calibrate.command("lens")
@click.argument("pictures", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--board", type=click.Path(path_type=Path), required=True, help="The TOML file of the board.")
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, help="The lens file to write.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def calibrate_lens(pictures: Sequence[Path], board: Path, out: Path, as_json: bool) -> None:
    """Learns the lens of a camera from shots of a ChArUco board (touchline print board).

    Take 10 to 20 PICTURES of the whole board, in the size and with the zoom that will measure: some near and tilted,
    some in each corner of the picture. What is missing is said of each. The verdict is the error at corners that were
    held out: good up to 0.5 pixels, usable up to 1.5.

    touchline calibrate lens --board board.toml shots/*.jpg -o lens.json"""
    from companion.calibrate import calibrate_lens as learn
    from companion.calibrate import in_words

    told = learn(board, pictures, out)
    click.echo(json.dumps(told) if as_json else "\n".join(in_words(told)))
