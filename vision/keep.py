"""Files that are there as a whole, the old one or the new one, whenever the power fails."""

from __future__ import annotations

import os
import pathlib


def write_text(path: pathlib.Path, text: str) -> None:
    """Writes a file in UTF-8. Raises OSError."""
    new = path.with_name(path.name + ".new")
    with open(new, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)
