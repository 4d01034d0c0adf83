"""The drawings of hardware.md: `python -m tests.drawings.make_drawings` writes them anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from tests.drawings import circuits, mount, wiring

FOLDER = Path(__file__).resolve().parent
DRAWINGS: Mapping[str, Callable[[], str]] = {
    "pi.svg": wiring.pi,
    "pico.svg": partial(wiring.board, "pico"),
    "esp32.svg": partial(wiring.board, "esp32"),
    "circuits.svg": circuits.circuits,
    "mount.svg": mount.mount,
}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, draw in DRAWINGS.items():
        (FOLDER / name).write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
