"""What both trainings can be told."""

from __future__ import annotations

import argparse
from pathlib import Path


def options(steps: int) -> argparse.Namespace:
    """The command line; `steps` is the usual length of a training."""
    parser = argparse.ArgumentParser()
    for name in ("scenes", "data", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--start", type=Path, help="weights to begin with")
    parser.add_argument("--hold", default="", type=lambda text: [t for t in text.split(",") if t], help="kept out")
    for name, kind, usual in (("steps", int, steps), ("rate", float, 2e-3), ("seed", int, 1), ("threads", int, 2)):
        parser.add_argument(f"--{name}", type=kind, default=usual)
    return parser.parse_args()


def pitch_options(about: str | None, length: str, usual: int, *flags: str) -> argparse.Namespace:
    """The command line of the ruler's trainings; `length` is what one is measured in, `flags` what may be asked for."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("pitches", "lens", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument(
        "--hold", default="", type=lambda text: [t for t in text.split(",") if t], help="lights left out"
    )
    parser.add_argument(f"--{length}", type=int, default=usual)
    for flag in flags:
        parser.add_argument(f"--{flag}", action="store_true")
    return parser.parse_args()
