"""The report of the match: the score and how it came about, corrections, how the dice fell. It only reads, for all."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from flask import Blueprint, Response, abort, jsonify, render_template
from flask.typing import ResponseReturnValue

from companion.vocabulary import JSON
from web.chart import FOOT, HIGH, WIDE, contest_bars, periods_of, score_lines, spelled
from web.guard import fresh
from web.language import language, played, said, word
from web.matchsheet import match_sheet
from web.parts import parts

PAGE = Blueprint("report", __name__)
_FILE_NAMES = {"en": "match-report.pdf", "de": "spielbericht.pdf"}
_PDF = "application/pdf"
_CORRECTIONS = ("undone", "amended", "noted", "disputed", "judged")


@PAGE.get("/report")
def show() -> str:
    """The report of the match so far."""
    told, history = parts().table.match_report(), parts().table.history()
    return render_template(
        "report.html",
        simulated=parts().simulation is not None,
        report=told,
        played=played(history) if told else "",
        drawn=_drawn(told) if told else None,
        corrections=_corrections(history),
    )


@PAGE.get("/report.pdf")
def sheet() -> ResponseReturnValue:
    """The same on paper (PDF), in the language of the page; 404 before a match."""
    told = parts().table.match_report() or abort(404, word("no_match"))
    history = parts().table.history()
    warning = word("simulated") if parts().simulation else ""
    named = {"Content-Disposition": f"inline; filename={_FILE_NAMES[language()]}"}
    return fresh(Response(match_sheet(told, history, _corrections(history), warning), mimetype=_PDF, headers=named))


@PAGE.get("/api/report")
def report() -> ResponseReturnValue:
    """The same as JSON: score, goals, course, counts of each die and face with their chi-square test; null before a
    match."""
    return fresh(jsonify(parts().table.match_report()))


@PAGE.get("/api/report.csv")
def table() -> ResponseReturnValue:
    """The course of the match as a table for spreadsheets (CSV): entry, period, both scores, what was called."""
    told = parts().table.match_report()
    named = {"Content-Disposition": "attachment; filename=match.csv"}
    return fresh(Response(_csv(told), mimetype="text/csv", headers=named))


@PAGE.get("/api/match.jsonl")
def match() -> ResponseReturnValue:
    """The match as a file that replays bit for bit, an entry a line; 409 before its end: it holds secrets."""
    named = {"Content-Disposition": "attachment; filename=match.jsonl"}
    return fresh(Response(parts().table.match_file(), mimetype="application/x-ndjson", headers=named))


def _drawn(told: JSON) -> JSON:
    """The two drawings of the match, and their size."""
    contests = told["contests"]
    return {
        "lines": {side: spelled(line) for side, line in score_lines(told["course"]).items()},
        "periods": periods_of(told["course"]),
        "contests": contest_bars(contests, told["goals"]) if contests else None,
        "wide": WIDE,
        "high": HIGH + FOOT,
        "ground": HIGH,
    }


def _corrections(history: Sequence[JSON]) -> list[JSON]:
    return [entry for entry in history if entry["kind"] in _CORRECTIONS]


def _csv(told: JSON) -> str:
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(["entry", "period", *((_plain(told["teams"][side]) for side in "AB") if told else "AB"), "call"])
    for point in told["course"] if told else ():
        rows.writerow([point["seq"] or "", _plain(point["period"]), *point["score"], _plain(said(point["text"]))])
    return written.getvalue()


def _plain(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
