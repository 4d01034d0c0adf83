"""The command `touchline`."""

from __future__ import annotations

import json
import logging
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from companion import games
from companion.cli_device import doctor, flash, install_service
from companion.cli_ruler import calibrate, measure, print_sheets
from companion.vocabulary import TouchlineError, canonical

ROOT = Path(__file__).resolve().parent.parent
_ALL_TESTS = ("--numprocesses", "2", "--dist", "loadfile")  # more browsers at once are too much for a small machine


def taught_dice(ctx: click.Context, param: click.Parameter, value: Sequence[Path]) -> Any:
    """The taught dice in the files of `--die`."""
    from vision.dice.shelf import load_dice
    from vision.dice.taught import DieFileError

    try:
        return load_dice(value)
    except (DieFileError, OSError) as error:
        raise click.BadParameter(str(error), ctx, param) from error


def expected_dice(ctx: click.Context, param: click.Parameter, value: str) -> Any:
    """The dice of `--expect`, as `vision.dice.expect` spells them; those of `--die` among them."""
    from vision.dice.die import FACES
    from vision.dice.expect import ExpectationError, parse_expected

    try:
        return parse_expected(value, frozenset(FACES) | {die.name for die in ctx.params.get("dice", ())})
    except ExpectationError as error:
        raise click.BadParameter(str(error), ctx, param) from error


die_option = click.option(
    "--die",
    "dice",
    multiple=True,
    is_eager=True,  # --expect may name them
    callback=taught_dice,
    type=click.Path(path_type=Path),
    help="A taught die's file; may be given again.",
)


class Told(click.Group):
    """A refusal of the house is a sentence and exit code 1, not a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (TouchlineError, OSError) as error:
            raise click.ClickException(str(error)) from error


@click.group(cls=Told, invoke_without_command=True)
@click.option("--game", default=None, help="The game of a new match (tooor): tooor, takkure.")
@click.option("--port", type=click.IntRange(0, 65535), default=None, help="The port of the pages (8080).")
@click.option("--host", default=None, help="The address to listen on (all).")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), default=None, help="Where matches are kept.")
@click.option("--camera", default=None, help="A number, a device, csi, a network address, a video or a picture folder.")
@click.option("--simulate", is_flag=True, default=None, help="The simulated table, whatever is plugged in.")
@click.option("--mode", default=None, help="Tooor!: light, box. Takkure: match, practice, exercise_1 to exercise_4.")
@click.option(
    "--box", "box_file", default=None, help="The box file of your cards: the match is played with its numbers."
)
@click.version_option(package_name="touchline")
@click.pass_context
def main(ctx: click.Context, /, data: Path | None, box_file: str | None, **given: Any) -> None:
    """The companion beside a tabletop football game. Without a command: opens a Tooor! table."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    given["box"] = box_file
    if ctx.invoked_subcommand is None:
        open_table(data or Path(click.get_app_dir("touchline")), given)
    elif lost := [f"--{name}" for name, value in {**given, "data": data}.items() if value is not None]:
        raise click.UsageError(f"before {ctx.invoked_subcommand} this counts for nothing: {', '.join(lost)}")


def open_table(data: Path, given: dict[str, Any]) -> None:
    """Runs a table until it is told to stop."""
    from companion.notify import Notifier
    from companion.service import Service
    from companion.settings import read_settings

    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    service, notifier = Service(read_settings(data, **given)), Notifier()
    try:
        click.echo(_welcome(service.address, service.pin, service.simulated, data))
        notifier.ready(service.address)
        while not stop.wait(notifier.interval_s):
            notifier.beat(service.alive)
        notifier.stopping()
    finally:
        service.close()


def _welcome(address: str, pin: str, simulated: bool, data: Path) -> str:
    lines = [
        f"Scoreboard  {address}",
        f"Console     {address}console",
        *([f"Panel       {address}panel"] if simulated else []),
        f"PIN         {pin}",
        f"Matches     {data}",
    ]
    label = ["SIMULATED TABLE: dice, buttons and lights are not real"] if simulated else []
    return "\n".join([*label, *lines])


@main.command(context_settings={"ignore_unknown_options": True})
@click.argument("pytest_arguments", nargs=-1, type=click.UNPROCESSED)
def test(pytest_arguments: Sequence[str]) -> None:
    """Runs all tests, two files at a time; with arguments, what they tell pytest."""
    arguments = pytest_arguments or _ALL_TESTS
    sys.exit(subprocess.call([sys.executable, "-m", "pytest", *arguments], cwd=ROOT))


@main.command()
@click.argument("pictures", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--expect", callback=expected_dice, default="", help="The dice that should be there: 3*d6:white,3*d6:red")
@die_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def read(pictures: Sequence[Path], expect: Any, dice: Any, as_json: bool) -> None:
    """Reads the dice of pictures."""
    from vision.dice.reader import Reader

    reader = Reader(taught=dice)
    for picture in pictures:
        told = _read_one(reader, picture, expect)
        click.echo(json.dumps(told) if as_json else _read_line(told))


def _read_one(reader: Any, picture: Path, expected: Any) -> dict[str, Any]:
    from vision.dice.die import Doubt, Reading, Status
    from vision.picture import PictureError, read_picture

    began, fault = time.perf_counter(), None
    try:
        reading = reader.read(read_picture(picture), expected)
    except PictureError as error:
        reading, fault = Reading(Status.UNSURE, (), Doubt.UNREADABLE, str(error)), error.fault
    return {
        "picture": str(picture),
        "status": reading.status.value,
        "doubt": fault or reading.doubt,
        "error": fault is not None,
        "reason": reading.reason,
        "dice": [_die_json(die) for die in reading.dice],
        "ms": round((time.perf_counter() - began) * 1000, 1),
    }


def _die_json(die: Any) -> dict[str, Any]:
    return {
        "kind": die.kind,
        "colour": die.colour,
        "value": die.value,
        "confidence": round(die.confidence, 3),
        "center": [round(float(v), 1) for v in die.center],
        "polygon": [[round(float(x), 1), round(float(y), 1)] for x, y in die.polygon],
    }


def _read_line(told: dict[str, Any]) -> str:
    dice = ", ".join(f"{d['colour'] or ''} {d['kind']} {d['value']}".strip() for d in told["dice"])
    line = f"{told['picture']}: {told['status']} {told['reason'] or dice}".rstrip()
    return line.encode(errors="replace").decode()  # a name may hold bytes that no text holds


@main.command()
@click.argument("video", type=click.Path(path_type=Path))
@click.option(
    "--expect", callback=expected_dice, default="", help="The dice of each roll: number_die:white,number_die:red"
)
@die_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a roll.")
def watch(video: Path, expect: Any, dice: Any, as_json: bool) -> None:
    """Tells the rolls of a video, once each, when the dice have come to rest."""
    from vision.dice.reader import Reader
    from vision.watch import watch as rolls

    for roll in rolls(video, Reader(taught=dice), expect):
        told = {"video": str(video), "t": round(roll.t_s, 3), "dice": [_die_json(d) for d in roll.reading.dice]}
        line = f"{told['t']:8.2f} s  " + ", ".join(f"{d.colour} {d.kind} {d.value}" for d in roll.reading.dice)
        click.echo(json.dumps(told) if as_json else line)


@main.command()
@click.argument("game", type=click.Choice(games.names()))
@click.option("--answers", type=click.Path(path_type=Path), required=True, help="YAML, JSON or JSON lines.")
@click.option("--out", type=click.Path(path_type=Path), default=None, help="Writes the match file.")
@click.option("--json", "as_json", is_flag=True, help="Prints the final board as JSON.")
def play(game: str, answers: Path, out: Path | None, as_json: bool) -> None:
    """Plays a match from a file of answers, without a table."""
    from companion import headless
    from companion.matchfile import spell_match

    table, updates = headless.play(game, headless.read_script(answers))
    for update in updates:
        for call in [] if as_json else update.calls:
            click.echo(f"{update.version:4}  {call['text']['en']}")
    board = table.board()
    click.echo(canonical(board) if as_json else _ending(board))
    if out:
        out.write_text(spell_match(table.entries()), encoding="utf-8")


def _ending(board: Any) -> str:
    waits = [f"awaited: {p['key']}: {p['text']['en']} ({p['awaited']})" for p in board["prompts"]]
    return "\n".join([f"{board['scoreboard']['score_text']}  {board['phase']}", *waits])


@main.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def replay(file: Path) -> None:
    """Checks a match file, bit for bit: every call and every scoreboard as recorded."""
    from companion.match import reenact
    from companion.matchfile import parse_match, spell_match
    from companion.vocabulary import Started

    text = file.read_text(encoding="utf-8")
    entries = parse_match(text)
    if not isinstance(entries[0].what, Started):
        raise click.ClickException(f"{file} does not begin with the start of a match")
    match, differences = reenact(games.load(entries[0].what.game), entries)
    for difference in differences:
        click.echo(f"entry {difference['seq']}: recorded {canonical(difference['recorded'])}")
        click.echo(f"          now      {canonical(difference['now'])}")
    if spell_match(entries) != text:
        raise click.ClickException(f"{file} is not spelled as a match file is")
    if differences:
        raise click.ClickException(f"{len(differences)} of {len(entries)} entries differ")
    click.echo(f"{len(entries)} entries, identical; {match.play.view().score_text}")


@main.command()
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), default=None, help="Where matches are kept.")
@click.option("--out", type=click.Path(path_type=Path), default=None, help="The file to write; else printed.")
def export(data: Path | None, out: Path | None) -> None:
    """Writes the last match of a data folder as a match file; also while the table runs."""
    from companion.journal import MemoryJournal, readable
    from companion.matchfile import spell_match

    folder = data or Path(click.get_app_dir("touchline"))
    entries = MemoryJournal(readable(folder / "journal.db")).match()
    if not entries:
        raise click.ClickException(f"no match in {folder}")
    if out:
        out.write_text(spell_match(entries), encoding="utf-8")
    else:
        click.echo(spell_match(entries), nl=False)


@main.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False), required=False)
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), default=None, help="Where matches are kept.")
@click.option(
    "--match", "number", type=click.IntRange(1), default=None, help="1 is the first match kept; else the last."
)
@click.option("--lang", type=click.Choice(["en", "de"]), default="en", help="The language of the report.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def report(file: Path | None, data: Path | None, number: int | None, lang: str, as_json: bool) -> None:
    """Prints the report of a match file, or of a match in a data folder: score, goals, and how the dice fell."""
    from companion.match import reenact
    from companion.matchfile import parse_match
    from companion.report import report_of, tell_report
    from companion.vocabulary import Started

    if file and (data or number):
        raise click.UsageError("give a match file, or --data and --match: not both")
    entries = parse_match(file.read_text(encoding="utf-8")) if file else _kept_match(data, number)
    if not isinstance(entries[0].what, Started):
        raise click.ClickException(f"{file} does not begin with the start of a match")
    told = report_of(reenact(games.load(entries[0].what.game), entries)[0])
    click.echo(canonical(told) if as_json else tell_report(told, lang))


def _kept_match(data: Path | None, number: int | None) -> list[Any]:
    """The entries of a match in a data folder; also while the table runs."""
    from companion.journal import matches, readable

    folder = data or Path(click.get_app_dir("touchline"))
    kept = matches(readable(folder / "journal.db"))
    if not kept:
        raise click.ClickException(f"no match in {folder}")
    if number and number > len(kept):
        raise click.ClickException(f"there is no match {number} in {folder}: there are {len(kept)}")
    return kept[number - 1 if number else -1]


@main.command()
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), default=None, help="Where matches are kept.")
@click.option(
    "--match", "number", type=click.IntRange(1), default=None, help="1 is the first match kept; else the last."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a roll, then one with the sums.")
def reread(data: Path | None, number: int | None, as_json: bool) -> None:
    """Reads the kept picture of every roll of a match with the reader of today; it changes nothing."""
    from companion.journal import kept_picture
    from companion.reread import Verdict, kept_of, read_again
    from vision.dice.reader import Reader
    from vision.dice.shelf import Shelf
    from vision.memory import recall

    folder = data or Path(click.get_app_dir("touchline"))
    rolls = kept_of(_kept_match(data, number), games.load)
    taught = tuple(Shelf(folder / "dice").dice.values())
    reader, sums = Reader(recall(folder).palette, taught), dict.fromkeys([v.value for v in Verdict], 0)
    for roll in rolls:
        told = read_again(roll, kept_picture(folder, roll.picture), reader)
        sums[told["verdict"]] += 1
        click.echo(json.dumps(told) if as_json else _reread_line(told))
    summary = ", ".join(f"{n} {verdict}" for verdict, n in sums.items() if n)
    click.echo(
        json.dumps({"rolls": len(rolls), **sums}) if as_json else f"{len(rolls)} rolls: {summary or 'no pictures'}"
    )


def _reread_line(told: dict[str, Any]) -> str:
    entered = ", ".join(map(str, told["entered"] if isinstance(told["entered"], list) else [told["entered"]]))
    corrected = f", corrected to {told['value_text']['en']}" if told["value"] != told["entered"] else ""
    undone = "" if told["counts"] else ", undone"
    now = told["now_text"]["en"] if told["now_text"] else told["reason"]["en"] if told["reason"] else "-"
    who = f"{told['side'] or '-'} {told['key']}"
    return f"{told['seq']:4}  {who}: {entered} ({told['source']}{corrected}{undone}); now {now}: {told['verdict']}"


@main.command(context_settings={"ignore_unknown_options": True})
@click.argument("name")
@click.argument("faces", nargs=-1, type=click.UNPROCESSED, metavar="[--face VALUE PICTURE...]...")
@click.option(
    "--folder", type=click.Path(path_type=Path, exists=True, file_okay=False), help="One sub-folder of pictures a face."
)
@click.option("--camera", default=None, help="Shows each --face to this camera instead of giving pictures.")
@click.option("--out", type=click.Path(path_type=Path), default=None, help="The file to write: NAME.die.json.")
@click.option("--title", default=None, help="What people call the die.")
@click.option("--body", type=click.Choice(["cube", "d12", "other"]), default=None, help="As seen, unless given.")
@click.option("--colour", default=None, help="Where all dice of this kind have one colour.")
@click.option("--pick", default=None, help="x,y: the die at this pixel, where a picture shows several.")
@click.option("--check", type=click.Path(path_type=Path), multiple=True, help="A picture to read afterwards.")
@click.option("--expect", default="", help="The dice on the pictures of --check.")
def teach(name: str, faces: Sequence[str], **given: Any) -> None:
    """Teaches a die: a few pictures of each face make a file that can be shared. A file that is there already learns
    what is new.

    touchline teach duel_die --face won a.jpg b.jpg c.jpg --face foul d.jpg e.jpg f.jpg"""
    from companion.teach import Lesson, parse_faces, parse_point, pictures_in, teach_die

    folder = given.pop("folder")
    if folder is not None and faces:
        raise click.UsageError("give --folder or --face: not both")
    try:
        named = pictures_in(folder) if folder else parse_faces(faces)
        lesson = Lesson(name, named, **{**given, "pick": parse_point(given["pick"])})
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    for line in teach_die(lesson, wait=lambda words: click.prompt(words, default="", show_default=False)):
        click.echo(line)


@main.group()
def box() -> None:
    """The numbers of your own cards, typed in once."""


@box.command("new")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", type=click.Choice(games.with_boxes()), default="tooor", help="Whose cards (tooor).")
def box_new(file: Path, game: str) -> None:
    """Writes a box file to fill in."""
    with open(file, "x", encoding="utf-8") as made:
        made.write(games.boxes(game).new())
    click.echo(f"{file}: fill in the numbers of your cards, then run: touchline box check {file}")


@box.command("check")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def box_check(file: Path) -> None:
    """Checks a box file; names line and field of each mistake."""
    _, checked = games.check_box(file.read_text(encoding="utf-8"))
    for warning in checked.warnings:
        click.echo(f"{file}: {warning}")
    click.echo(f"{file}: good")


for command in (print_sheets, measure, calibrate, doctor, install_service, flash):
    main.add_command(command)


if __name__ == "__main__":
    main()
