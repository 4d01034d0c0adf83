"""The commands of the machine under the table: `touchline doctor`, `install-service` and `flash`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

data_option = click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), default=None, help="Where matches are kept."
)


@click.command()
@click.option("--camera", "part", flag_value="camera", help="Only the camera.")
@click.option("--lights", is_flag=True, help="The first light: shows each light, asks for each button.")
@click.option("--camera-source", default=None, help="Another camera than that of the settings.")
@data_option
@click.option("--port", type=click.IntRange(0, 65535), default=None, help="The port of the pages (8080).")
@click.option("--lang", type=click.Choice(["en", "de"]), default="en", help="The language of the advice.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a part.")
def doctor(
    part: str | None,
    lights: bool,
    camera_source: str | None,
    data: Path | None,
    port: int | None,
    lang: str,
    as_json: bool,
) -> None:
    """Examines the table: exit code 0 good, 1 usable, 2 not usable."""
    from companion.checks.firstlight import first_light
    from companion.doctor import examine, exit_code
    from companion.settings import read_settings

    settings = read_settings(data or Path(click.get_app_dir("touchline")), camera=camera_source, port=port)
    if lights:
        findings = [first_light(settings, lambda text: click.echo(getattr(text, lang), err=as_json))]
    else:
        findings = examine(settings, part or "")
    for finding in findings:
        told = finding.told()
        lines = [f"{finding.part}: {told['text'][lang]}", *(f"  {line[lang]}" for line in told["lines"])]
        click.echo(json.dumps(told) if as_json else "\n".join(lines))
    sys.exit(exit_code(findings))


@click.command("install-service")
@data_option
@click.option("--port", type=click.IntRange(1, 65535), default=None, help="The port of the pages (8080).")
@click.option(
    "--kiosk", type=click.Choice(["desktop", "cage"]), default=None, help="The scoreboard on the Pi's screen."
)
@click.option("--print", "only_print", is_flag=True, help="Shows what would be written and run; changes nothing.")
def install_service(data: Path | None, port: int | None, kiosk: str | None, only_print: bool) -> None:
    """Starts the table with the machine, and again whenever it hangs: a systemd unit with a watchdog, a udev rule for
    the board, and with --kiosk the scoreboard on the screen (cage: without a desktop)."""
    from companion.install import install, place_of, planned, run_command
    from companion.settings import read_settings

    folder = data or Path(click.get_app_dir("touchline"))
    place = place_of(folder, port or read_settings(folder).port)
    plan = planned(place, kiosk or "")
    if only_print:
        for path, text in (*plan.system.items(), *plan.own.items()):
            click.echo(f"# {path}\n{text}")
        for command in plan.commands:
            click.echo(f"$ sudo {' '.join(command)}")
        return
    for line in install(plan, place, run_command):
        click.echo(line)


@click.command()
@click.option("--port", default="", help="The board's port, where there are several or it has no USB id.")
@click.option("--board", type=click.Choice(["pico", "esp32"]), default=None, help="Where MicroPython does not tell.")
def flash(port: str, board: str | None) -> None:
    """Puts the firmware on the board that is plugged in, and checks which version it has before and after. It needs
    MicroPython on the board; what to do where it is not there is told."""
    from firmware_bridge.flash import flash as put

    done = put(port, board or "", click.echo)
    click.echo(f"{done.port}: {done.board}, firmware {done.before or 'none'} before, {done.after} now")
