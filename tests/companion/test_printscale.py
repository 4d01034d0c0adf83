"""The scale of a print: what was measured on the check ruler, and what follows."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.printscale import Fault, PrintScale, PrintScaleError, parse_measured, scale_of


@pytest.mark.parametrize(
    ("words", "factor", "fault"),
    [
        ("250", 1.0, None),
        ("249.5", 1.0, None),  # as well as a ruler is read
        ("250,6 mm", 1.0, None),
        ("237.5", 0.95, Fault.TOO_SMALL),
        ("23.75cm", 0.95, Fault.TOO_SMALL),
        ("262,5", 1.05, Fault.TOO_LARGE),
        ("9.5in", 0.95, Fault.TOO_SMALL),
        ('10.5"', 1.05, Fault.TOO_LARGE),
        ("249", 0.996, Fault.TOO_SMALL),
    ],
)
def test_a_print_is_true_or_says_why_not(words: str, factor: float, fault: Fault | None) -> None:
    scale = parse_measured(words)
    assert (scale.factor, scale.fault) == (pytest.approx(factor), fault)


def test_a_print_five_percent_small_is_told_in_both_languages() -> None:
    text = scale_of(237.5).text
    assert "5.0 % too small" in text.en
    assert "fit to page" in text.en
    assert "0.9500" in text.en
    assert "5,0 % zu klein" in text.de
    assert "Faktor 0,9500" in text.de
    assert "true to size" in PrintScale().text.en


@pytest.mark.parametrize("words", ["", "abc", "250 ft", "-250", "2e2", "nan", "inf", "250 250", "1" * 50])
def test_what_is_no_length_is_refused(words: str) -> None:
    with pytest.raises(PrintScaleError, match="is no length; awaited"):
        parse_measured(words)


@pytest.mark.parametrize("words", ["10", "9.98", "0", "25", "400", "250in", "250cm"])
def test_what_nobody_can_have_measured_is_refused(words: str) -> None:
    with pytest.raises(PrintScaleError, match=r"should measure 250 mm \(10 in\)"):
        parse_measured(words)


@settings(deadline=None)
@given(st.floats(190, 310))
def test_a_longer_ruler_never_makes_a_smaller_factor(mm: float) -> None:
    assert scale_of(mm).factor <= scale_of(mm + 1).factor
    assert (scale_of(mm).fault is None) == (scale_of(mm).factor == 1)
