"""The match report on paper: everything that its page says, as sheets of A4 in the typeface of the pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from fpdf import FPDF
from fpdf.enums import TableBordersLayout
from fpdf.fonts import FontFace, TTFFont

from companion.vocabulary import JSON
from web.chart import HIGH, WIDE, score_lines
from web.language import chance, decimal, language, words

_FACE: Final = "Barlow Condensed"
_MORE: Final = f"{_FACE} extended"
_FONTS: Final = Path(__file__).with_name("static") / "fonts"
_WEIGHTS: Final = {"": 500, "B": 700}
_MARGIN_MM: Final = 18.0
_CHART_MM: Final = 42.0
_GAP_MM: Final = 5.0
_BAR_MM: Final = 60.0
_INK, _GREY, _PALE, _GREEN = (20, 24, 15), (96, 104, 98), (214, 220, 215), (47, 122, 79)
_OTHERWISE: Final = str.maketrans({"→": "›", "χ": "Chi", "≥": ">=", "≤": "<="})
"""Signs that the typeface does not have, in its own."""


def match_sheet(report: JSON, corrections: Sequence[JSON], warning: str = "") -> bytes:
    """The PDF of a report as `companion.report.report_of` makes it, with the entries that corrected something, in the
    language of this request; `warning` stands on top of every sheet."""
    sheet = MatchSheet(words()[language()]["report"], warning)
    sheet.result(report)
    sheet.course(report)
    sheet.listed(_said(report["score_name"]), map(_goal, report["goals"]), "no_goals")
    sheet.listed(_word("corrections"), ((_said(e["text"]), e["seq"]) for e in corrections), "no_corrections")
    sheet.dice(report)
    return bytes(sheet.output())


class MatchSheet(FPDF):
    """Sheets that are filled from top to bottom."""

    def __init__(self, title: str, warning: str) -> None:
        super().__init__(format="A4")
        self._warning = warning
        for style, weight in _WEIGHTS.items():
            self.add_font(_FACE, style, _FONTS / f"barlow-condensed-latin-{weight}-normal.woff2")
            self.add_font(_MORE, style, _FONTS / f"barlow-condensed-latin-ext-{weight}-normal.woff2")
        self.set_fallback_fonts([_MORE])
        self._letters = {code for font in self.fonts.values() if isinstance(font, TTFFont) for code in font.cmap}
        self.alias_nb_pages(None)  # type: ignore[arg-type]  # a team may be called {nb}
        self.set_lang(language())
        self.set_title(title)
        self.set_margin(_MARGIN_MM)
        self.c_margin = 0
        self.set_auto_page_break(True, _MARGIN_MM)
        self.add_page()
        self._words(title, 22, bold=True)

    def header(self) -> None:
        """Says of a simulated table what it is."""
        if self._warning:
            self._words(self._warning, 10, bold=True)
            self.ln(2)

    def footer(self) -> None:
        """The number of the sheet."""
        self.set_y(-12)
        self._words(f"Touchline · {self.page_no()}", 9, grey=True)

    def normalize_text(self, text: str) -> str:
        """Every text in letters that the typeface has; a question mark shows where one is missing."""
        return super().normalize_text("".join(self._letter(sign) for sign in text.translate(_OTHERWISE)))

    def _letter(self, sign: str) -> str:
        return sign if ord(sign) in self._letters or sign.isspace() else "?"

    def result(self, report: JSON) -> None:
        """The names, the score, and how far the match is."""
        self.ln(2)
        self._words(f"{report['teams']['A']}  {report['score_text']}  {report['teams']['B']}", 26, bold=True)
        state = _said(report["result_text"]) or _said(report["phase_text"])
        self._words(f"{_said(report['title'])} · {report['period']} · {state}", 12)

    def course(self, report: JSON) -> None:
        """The chart of the score, and the score at each change."""
        self._heading(_word("course"), _CHART_MM)
        self._chart(report)
        head = (_word("period"), *(report["teams"][side] for side in "AB"), _word("called"))
        rows = [(p["period"], *map(str, p["score"]), _said(p["text"])) for p in report["course"]]
        self._table(head, rows, (16, 22, 22, 90), ("LEFT", "RIGHT", "RIGHT", "LEFT"))

    def listed(self, title: str, lines: Iterable[tuple[str, int]], none: str) -> None:
        """A list of sentences, each with the number of its entry."""
        self._heading(title)
        told = [f"{text} ({seq})" for text, seq in lines]
        for line in told or [_word(none)]:
            self._words(line, 11)

    def dice(self, report: JSON) -> None:
        """How often each face of each die came up, and what the test of it says."""
        self._heading(_word("dice_title"))
        if not report["dice"]:
            self._words(_word("no_rolls"), 11)
        for die in report["dice"]:
            self._die(die)
        self.ln(3)
        self._words(_said(report["rule"]), 9, grey=True)

    def _die(self, die: JSON) -> None:
        means = [decimal(mean, 1) for mean in die["expected"]] if die["expected"] else ["–"] * len(die["counts"])
        rows = list(zip(map(_said, die["face_texts"]), map(str, die["counts"]), means, strict=True))
        self._keep_together(8.0 + 6.0 * (len(rows) + 4))
        self.ln(2)
        self._words(f"{_said(die['name'])} · {_word('thrown').format(n=die['rolls'])}", 11, bold=True)
        head, top = (_word("face"), _word("times"), _word("fair_mean")), self.get_y()
        self._table(head, rows, (40, 22, 28), ("LEFT", "RIGHT", "RIGHT"), width=90)
        row = (self.get_y() - top) / (len(rows) + 1)
        self._bars(die, top + row, row)
        self.ln(1)
        self._words(_said(die["verdict"]), 11, bold=die["finding"] == "unusual")
        if die["p"] is not None:
            self._words(_test(die), 9, grey=True)

    def _bars(self, die: JSON, top: float, row: float) -> None:
        """Beside each face its share, with a mark where fair dice would end."""
        most, left = max((*die["counts"], *(die["expected"] or ()), 1)), self.l_margin + 96
        for n, count in enumerate(die["counts"]):
            y = top + n * row + 0.3 * row
            if count:
                with self.local_context(fill_color=_GREEN):
                    self.rect(left, y, _BAR_MM * count / most, 0.4 * row, style="F")
            if die["expected"]:
                with self.local_context(fill_color=_INK):
                    self.rect(left + _BAR_MM * die["expected"][n] / most, y - 0.7, 0.4, 0.4 * row + 1.4, style="F")

    def _chart(self, report: JSON) -> None:
        """A line for each side, with the names that belong to them beneath."""
        left, top = self.l_margin, self.get_y()
        self.set_draw_color(*_PALE)
        self.rect(left, top, self.epw, _CHART_MM)
        lines = score_lines(report["course"])
        for side in "AB":
            self._stroke(side)
            self.polyline([(left + x * self.epw / WIDE, top + y * _CHART_MM / HIGH) for x, y in lines[side]])
        self.set_y(top + _CHART_MM + 2)
        y = self.get_y()
        for n, side in enumerate("AB"):
            x = left + n * self.epw / 2
            self._stroke(side)
            self.line(x, y + 2.5, x + 10, y + 2.5)
            self.text(x + 12, y + 4, self._fitting(report["teams"][side], self.epw / 2 - 14))
        self.set_dash_pattern()
        self.set_y(y + 8)

    def _fitting(self, text: str, width: float) -> str:
        """So much of a text as there is room for."""
        whole = text
        while self.get_string_width(text) > width:
            whole = whole[:-1]
            text = f"{whole}…"
        return text

    def _stroke(self, side: str) -> None:
        """The line of a side: A's whole, B's broken."""
        self.set_line_width(0.8)
        self.set_draw_color(*(_INK if side == "A" else _GREY))
        self.set_dash_pattern(*((0, 0) if side == "A" else (3, 2)))
        self._pen(11)

    def _table(
        self,
        head: Sequence[str],
        rows: Sequence[Sequence[str]],
        widths: tuple[int, ...],
        align: tuple[str, ...],
        width: float | None = None,
    ) -> None:
        self._pen(11)
        self.set_line_width(0.2)
        self.set_draw_color(*_PALE)
        with self.table(
            (head, *rows),
            col_widths=widths,
            text_align=align,
            width=width or self.epw,
            align="LEFT",
            line_height=5.5,
            padding=(0, _GAP_MM, 0, 0),
            borders_layout=TableBordersLayout.HORIZONTAL_LINES,
            headings_style=FontFace(emphasis="", color=_GREY),
        ):
            pass

    def _heading(self, title: str, room_mm: float = 0.0) -> None:
        self._keep_together(room_mm + 22.0)
        self.ln(5)
        self._words(title, 14, bold=True)
        self.ln(1)

    def _keep_together(self, room_mm: float) -> None:
        """A new sheet where this one has less room."""
        if self.will_page_break(min(room_mm, self.eph)):
            self.add_page()

    def _words(self, text: str, points: float, *, bold: bool = False, grey: bool = False) -> None:
        self._pen(points, bold=bold, grey=grey)
        self.multi_cell(0, points * 0.47, text, align="LEFT", new_x="LMARGIN", new_y="NEXT")

    def _pen(self, points: float, *, bold: bool = False, grey: bool = False) -> None:
        self.set_font(_FACE, "B" if bold else "", points)
        self.set_text_color(*(_GREY if grey else _INK))


def _goal(goal: JSON) -> tuple[str, int]:
    rolls = "; ".join(f"{roll['team']} {_said(roll['text'])}" for roll in goal["rolls"])
    return _said(goal["text"]) + (f" {_word('rolled_with')}: {rolls}." if rolls else ""), goal["seq"]


def _test(die: JSON) -> str:
    test = f"χ² = {decimal(die['statistic'], 2)}, {_word('freedom')} {die['freedom']}"
    return f"{test}, {chance(die['p'])}, {_word('p_holm')} {chance(die['p_holm'])}"


def _word(name: str) -> str:
    return words()[language()][name]


def _said(text: JSON) -> str:
    return str(text[language()]) if text else ""
