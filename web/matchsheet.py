"""The match report on paper: everything that its page says, as sheets of A4 in the typeface of the pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from flask_babel import format_decimal
from fpdf import FPDF
from fpdf.enums import TableBordersLayout
from fpdf.fonts import FontFace, TTFFont

from companion.vocabulary import JSON
from web.chart import FOOT, HIGH, WIDE, Label, contest_bars, periods_of, score_lines
from web.language import chance, language, played, said, word

_FACE: Final = "Barlow Condensed"
_MORE: Final = f"{_FACE} extended"
_FONTS: Final = Path(__file__).with_name("static") / "fonts"
_WEIGHTS: Final = {"": 500, "B": 700}
_MARGIN_MM: Final = 18.0
_CHART_MM: Final = 54.0
_GAP_MM: Final = 5.0
_BAR_MM: Final = 60.0
_INK, _GREY, _PALE, _GREEN = (20, 24, 15), (96, 104, 98), (214, 220, 215), (47, 122, 79)
_COLOUR: Final = {"A": _INK, "B": (150, 158, 152)}
_OTHERWISE: Final = str.maketrans({"→": "›", "χ": "Chi", "≥": ">=", "≤": "<="})
"""Signs that the typeface does not have, in its own."""


def match_sheet(report: JSON, history: Sequence[JSON], corrections: Sequence[JSON], warning: str = "") -> bytes:
    """The PDF of a report as `companion.report.report_of` makes it, with when it was played and the entries that
    corrected something, in the language of this request; `warning` stands on top of every sheet."""
    sheet = MatchSheet(word("report"), warning)
    sheet.result(report, played(history))
    sheet.course(report)
    sheet.listed(said(report["score_name"]), map(_goal, report["goals"]), "no_goals")
    sheet.contests(report)
    sheet.listed(word("corrections"), ((said(e["text"]), e["seq"]) for e in corrections), "no_corrections")
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

    def result(self, report: JSON, when: str) -> None:
        """The names, the score, how far the match is, and when it was played."""
        self.ln(2)
        self._words(f"{report['teams']['A']}  {report['score_text']}  {report['teams']['B']}", 26, bold=True)
        state = said(report["result_text"]) or said(report["phase_text"])
        self._words(f"{said(report['title'])} · {report['period']} · {state}", 12)
        self._words(when, 11, grey=True)

    def course(self, report: JSON) -> None:
        """The chart of the score, and the score at each change."""
        self._heading(word("course"), _CHART_MM)
        self._chart(report)
        head = (word("period"), *(report["teams"][side] for side in "AB"), word("called"))
        rows = [(p["period"], *map(str, p["score"]), said(p["text"])) for p in report["course"]]
        self._table(head, rows, (16, 22, 22, 90), ("LEFT", "RIGHT", "RIGHT", "LEFT"))

    def contests(self, report: JSON) -> None:
        """The chart of strength and dice, and the sums of each contest; nothing of a game that has none."""
        if not report["contests"]:
            return
        self._heading(word("contests"), _CHART_MM)
        self._contest_chart(report)
        head = (word("period"), *(report["teams"][side] for side in "AB"), word("called"))
        rows = [(c["period"], *(_sums(c, side) for side in "AB"), said(c["text"])) for c in report["contests"]]
        self._table(head, rows, (18, 45, 45, 58), ("LEFT", "LEFT", "LEFT", "LEFT"))

    def listed(self, title: str, lines: Iterable[tuple[str, int]], none: str) -> None:
        """A list of sentences, each with the number of its entry."""
        self._heading(title)
        told = [f"{text} ({seq})" for text, seq in lines]
        for line in told or [word(none)]:
            self._words(line, 11)

    def dice(self, report: JSON) -> None:
        """How often each face of each die came up, and what the test of it says."""
        self._heading(word("dice_title"), _room_mm(report["dice"][0]) if report["dice"] else 0.0)
        if not report["dice"]:
            self._words(word("no_rolls"), 11)
        for die in report["dice"]:
            self._die(die)
        self.ln(3)
        self._words(said(report["rule"]), 9, grey=True)

    def _die(self, die: JSON) -> None:
        means = [format_decimal(mean, "0.0") for mean in die["expected"] or ()] or ["–"] * len(die["counts"])
        rows = list(zip(map(said, die["face_texts"]), map(str, die["counts"]), means, strict=True))
        self._keep_together(_room_mm(die))
        self.ln(2)
        self._words(f"{said(die['name'])} · {word('thrown', n=die['rolls'])}", 11, bold=True)
        head, top = (word("face"), word("times"), word("fair_mean")), self.get_y()
        self._table(head, rows, (40, 22, 28), ("LEFT", "RIGHT", "RIGHT"), width=90)
        row = (self.get_y() - top) / (len(rows) + 1)
        self._bars(die, top + row, row)
        self.ln(1)
        self._words(said(die["verdict"]), 11, bold=die["finding"] == "unusual")
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
        """A line for each side, with the periods and the names that belong to them beneath."""
        left, top = self._frame()
        lines = score_lines(report["course"])
        for side in "AB":
            self._stroke(side)
            self.polyline([(left + x * self._across, top + y * self._across) for x, y in lines[side]])
        self._labels(periods_of(report["course"]), left, top)
        y = self.get_y()
        for n, side in enumerate("AB"):
            x = left + n * self.epw / 2
            self._stroke(side)
            self.line(x, y + 2.5, x + 10, y + 2.5)
            self.text(x + 12, y + 4, self._fitting(report["teams"][side], self.epw / 2 - 14))
        self.set_dash_pattern()
        self.set_y(y + 8)

    def _contest_chart(self, report: JSON) -> None:
        """Bars of strength with the dice hollow on top of them, A's black and B's grey, a mark above each goal."""
        left, top = self._frame()
        drawn = contest_bars(report["contests"], report["goals"])
        for bar in drawn.bars:
            with self.local_context(fill_color=_COLOUR[bar.side], draw_color=_COLOUR[bar.side], line_width=0.4):
                place = (left + bar.x * self._across, top + bar.y * self._across)
                size = (bar.width * self._across, bar.height * self._across)
                self.rect(*place, *size, style="FD" if bar.part == "strength" else "D")
        for x, y in drawn.goals:
            with self.local_context(fill_color=_GREEN):
                self.circle(left + x * self._across, top + y * self._across, 1.2, style="F")
        self._labels((*drawn.totals, *drawn.periods), left, top)
        self._key(report)

    def _key(self, report: JSON) -> None:
        """What the bars of that chart are."""
        y, x = self.get_y(), self.l_margin
        teams = [(self._fitting(report["teams"][side], 40), _COLOUR[side], "FD") for side in "AB"]
        others = [(word("dice_on_top"), _INK, "D"), (said(report["score_name"]), _GREEN, "F")]
        for name, colour, style in (*teams, *others):
            with self.local_context(fill_color=colour, draw_color=colour, line_width=0.4):
                if style == "F":
                    self.circle(x + 1.5, y + 3, 1.2, style=style)
                else:
                    self.rect(x, y + 1, 4, 4, style=style)
            self.text(x + 6, y + 4.4, name)
            x += 12 + self.get_string_width(name)
        self.set_y(y + 9)

    @property
    def _across(self) -> float:
        """Millimetres for each step of a drawing."""
        return self.epw / WIDE

    def _frame(self) -> tuple[float, float]:
        """The ground of a drawing; returns its upper left corner and goes on beneath it."""
        left, top = self.l_margin, self.get_y()
        self.set_draw_color(*_PALE)
        self.set_line_width(0.2)
        self.rect(left, top, self.epw, (HIGH + FOOT) * self._across)
        self.line(left, top + HIGH * self._across, left + self.epw, top + HIGH * self._across)
        self.set_y(top + (HIGH + FOOT) * self._across + 2)
        return left, top

    def _labels(self, labels: Iterable[Label], left: float, top: float) -> None:
        self._pen(9, grey=True)
        for label in labels:
            x = left + label.x * self._across - self.get_string_width(label.text) / 2
            self.text(x, top + label.y * self._across, label.text)
        self._pen(11)

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
    rolls = [f"{roll['team']} {said(roll['text'])}" for roll in goal["rolls"]]
    return " · ".join([said(goal["text"]), *rolls]), goal["seq"]


def _sums(contest: JSON, side: str) -> str:
    return "; ".join(said(one["text"]) for one in contest["sums"] if one["side"] == side)


def _room_mm(die: JSON) -> float:
    """How much of a sheet the table of a die takes."""
    return 8.0 + 6.0 * (len(die["counts"]) + 4)


def _test(die: JSON) -> str:
    test = f"χ² = {format_decimal(die['statistic'], '0.00')}, {word('freedom')} {die['freedom']}"
    return f"{test}, {chance(die['p'])}, {word('p_holm')} {chance(die['p_holm'])}"
