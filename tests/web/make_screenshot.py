"""Makes the README's picture: a simulated table in the middle of a match, as the TV shows it.

Run by hand: `python -m tests.web.make_screenshot`"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from companion.service import Service
from companion.settings import Settings

PICTURE = Path(__file__).parent / "scoreboard.png"
SIZE = {"width": 1280, "height": 720}

ANSWERS: list[tuple[str, object]] = [
    ("setup.agreed", "draw_ok"),
    ("kickoff", True),
    ("r1.cards.A", True),
    ("r1.cards.B", True),
    ("r1.attack.reveal", "A"),
    ("r1.attack.roles.A", True),
    ("r1.attack.strength.A", 10),
    ("r1.attack.strength.B", 9),
    ("r1.attack.roll.A", 2),
    ("r1.attack.roll.B", 2),
    ("r1.attack.turn.A", "none"),
    ("r1.attack.turn.B", "none"),
    ("r1.attack.shot.strength.A", 4),
    ("r1.attack.shot.strength.B", 3),
    ("r1.attack.shot.roll.A", 1),
    ("r1.attack.shot.roll.B", 1),
]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        service = Service(Settings(Path(folder), host="127.0.0.1", port=0, simulate=True))
        try:
            for key, value in ANSWERS:
                service.table.answer(key, value, source="console")
            _shoot(service.address)
        finally:
            service.close()


def _shoot(address: str) -> None:
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=SIZE, locale="en-GB", reduced_motion="reduce")
        page.goto(address)
        page.get_by_text("1:0").first.wait_for()
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
