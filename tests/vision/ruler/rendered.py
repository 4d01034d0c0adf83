"""The rendered pitches with truth, where they are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.ruler.lens import Lens

DATA = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "pitches"
LENS = Lens((1280, 960), (1000.0, 1000.0), (646.2, 474.1), (-0.185, 0.052, 0.0006, -0.0005, 0.0), 0.2, 15)
"""The true lens of these pictures."""

needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"the pictures with truth are not at {DATA}")
