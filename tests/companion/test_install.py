"""What `touchline install-service` writes, and that systemd understands it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.install import RULES, UNITS, InstallError, install, planned, run_command
from companion.unit import WATCHDOG_S, Place, board_rule, cage_unit, table_unit
from firmware_bridge.link import usb_ids

PLACE = Place("pi", ("/home/pi/touchline/.venv/bin/touchline", "--port", "8080"), Path("/home/pi/.config/t"), 8080)


def found(name: str) -> str:
    return f"/usr/bin/{name}"


def test_the_unit_is_watched_restarted_and_writes_only_its_data() -> None:
    unit = dict(line.partition("=")[::2] for line in table_unit(PLACE).splitlines() if "=" in line)
    assert (unit["User"], unit["Type"], unit["WatchdogSec"]) == ("pi", "notify", str(WATCHDOG_S))
    assert (unit["Restart"], unit["StartLimitIntervalSec"]) == ("always", "0")
    assert (unit["ProtectSystem"], unit["ProtectHome"]) == ("strict", "read-only")
    assert unit["ReadWritePaths"] == "/home/pi/.config/t"


def test_small_products_wait_for_no_other_thread() -> None:
    table, kiosk = table_unit(PLACE), cage_unit(PLACE, "/usr/bin/cage", "/usr/bin/chromium")
    assert re.findall(r"^Environment=(.*)$", table.split("[Service]")[1], re.MULTILINE) == ["OMP_NUM_THREADS=1"]
    assert "OMP_NUM_THREADS" not in kiosk, "the browser is another program"


@pytest.mark.parametrize(("port", "capability"), [(80, "CAP_NET_BIND_SERVICE"), (8080, "")])
def test_only_a_port_of_root_takes_a_right_of_root(port: int, capability: str) -> None:
    unit = dict(line.partition("=")[::2] for line in table_unit(replace(PLACE, port=port)).splitlines())
    assert (unit["CapabilityBoundingSet"], unit["AmbientCapabilities"]) == (capability, capability)


def test_camera_pins_and_board_stay_within_reach() -> None:
    unit = table_unit(PLACE)
    assert not re.findall(r"^(DevicePolicy|DeviceAllow|PrivateDevices|ProtectClock)=", unit, re.MULTILINE)
    assert "SupplementaryGroups=gpio dialout video render" in unit
    assert "AF_NETLINK" in unit, "udev tells of cameras and boards that are plugged in"


def test_names_with_signs_of_systemd_are_spelled_for_it() -> None:
    unit = table_unit(Place("pi", ("/opt/my table/t", "--data", "/x/50% $HOME"), Path("/x/50% $HOME"), 8080))
    assert "ExecStart='/opt/my table/t' --data '/x/50%% $$HOME'" in unit
    assert 'ReadWritePaths="/x/50%% $HOME"' in unit


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not here")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    place = Place("root", (sys.executable, "--data", str(tmp_path)), tmp_path, 8080, ("video",))
    (tmp_path / "touchline.service").write_text(table_unit(place))
    (tmp_path / "touchline-kiosk.service").write_text(cage_unit(place, sys.executable, "/usr/bin/chromium"))
    command = ["systemd-analyze", "verify", *(str(p) for p in tmp_path.glob("*.service"))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_board_has_its_rule() -> None:
    rule = board_rule(usb_ids())
    ids = {(int(v, 16), int(p, 16)) for v, p in re.findall(r'idVendor}=="(\w+)".*idProduct}=="(\w+)"', rule)}
    assert ids == usb_ids()
    assert rule.count('ENV{ID_MM_DEVICE_IGNORE}="1"') == len(ids)


def test_the_kiosk_shows_the_scoreboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    desktop, cage = planned(PLACE, "desktop", found), planned(PLACE, "cage", found)
    (entry,) = desktop.own.values()
    assert "Exec=/usr/bin/chromium --kiosk" in entry
    assert "http://localhost:8080/" in entry
    unit = cage.system[UNITS / "touchline-kiosk.service"]
    assert "ExecStart=/usr/bin/cage -s -- /usr/bin/chromium --kiosk" in unit
    assert ("systemctl", "restart", "touchline.service", "touchline-kiosk.service") in cage.commands


def test_a_missing_browser_is_named() -> None:
    with pytest.raises(InstallError, match="sudo apt install chromium"):
        planned(PLACE, "desktop", lambda name: None)


def test_what_belongs_to_root_goes_through_sudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(shutil, "which", found)
    ran: list[tuple[Sequence[str], str]] = []
    place = Place("pi", PLACE.command, tmp_path / "data", 8080)
    plan = planned(place, "desktop", found)
    told = install(plan, place, lambda command, text: ran.append((command, text)), tmp_path)
    assert [c for c, _ in ran[:2]] == [
        ("sudo", "tee", str(UNITS / "touchline.service")),
        ("sudo", "tee", str(RULES / "70-touchline.rules")),
    ]
    assert ran[0][1] == table_unit(place)
    assert ran[-1][0] == ("sudo", "systemctl", "restart", "touchline.service")
    assert (tmp_path / ".config/autostart/touchline-kiosk.desktop").is_file()
    assert "systemctl daemon-reload" in told


def test_without_systemd_nothing_is_written(tmp_path: Path) -> None:
    place = Place("pi", PLACE.command, tmp_path / "data", 8080)
    with pytest.raises(InstallError, match=r"not run by systemd.*--print"):
        install(planned(place), place, lambda command, text: pytest.fail("ran"), tmp_path / "none")
    assert not (tmp_path / "data").exists()


def test_root_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", found)
    place = Place("root", PLACE.command, tmp_path, 8080)
    with pytest.raises(InstallError, match="without sudo"):
        install(planned(place), place, lambda command, text: pytest.fail("ran"), tmp_path)


def test_a_command_that_fails_is_told_with_its_reason() -> None:
    run_command(("true",), "")
    with pytest.raises(InstallError, match=r"ls /no/such/thing failed: .*No such file"):
        run_command(("ls", "/no/such/thing"), "")


def test_the_dry_run_shows_everything_and_writes_nothing(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["install-service", "--print", "--data", str(tmp_path / "data"), "--port", "8099"])
    assert done.exit_code == 0, done.output
    assert "# /etc/systemd/system/touchline.service" in done.stdout
    assert "--port 8099" in done.stdout
    assert "$ sudo systemctl enable touchline.service" in done.stdout
    assert not (tmp_path / "data").exists()
