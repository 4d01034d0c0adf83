"""The report of a match so far: score, goals (or tries), and how the dice fell. Pure; nothing in it is secret still."""

from __future__ import annotations

from collections.abc import Sequence

from companion.course import contests_of, course_of, stations_of
from companion.fairness import LEVEL, dice_json, fairness_of
from companion.match import Match
from companion.playthrough import Step
from companion.vocabulary import JSON, Roll, Text, numeral, to_json

_GOALS = ("goal", "penalty_goal", "own_goal", "try")

RULE = Text(
    "Each die is tested against its faces (chi-square), and p is corrected for the number of dice tested (Holm): the "
    "more dice, the likelier one of them looks odd by chance. Undone rolls do not count; corrected ones count as "
    "corrected.",
    "Jeder Würfel wird mit seinen Seiten verglichen (Chi-Quadrat), und p ist für die Zahl der geprüften Würfel "
    "berichtigt (Holm): je mehr Würfel, desto eher sieht einer zufällig seltsam aus. Zurückgenommene Würfe zählen "
    "nicht; berichtigte zählen berichtigt.",
)


CONTESTS = {"en": "Strength and dice", "de": "Stärke und Würfel"}


def tell_report(report: JSON, lang: str) -> str:
    """A report as `report_of` made it, in plain lines in one language ("en" or "de")."""
    teams = report["teams"]
    head = f"{report['title'][lang]}: {teams['A']} {report['score_text']} {teams['B']}"
    state = (report["result_text"] or report["phase_text"])[lang]
    goals = [f"{report['score_name'][lang]}:"] if report["goals"] else []
    goals += [f"  {goal['seq']:4}  {goal['text'][lang]}{_rolled(goal, lang)}" for goal in report["goals"]]
    contests = [f"{CONTESTS[lang]}:"] if report["contests"] else []
    contests += [_contest_line(contest, teams, lang) for contest in report["contests"]]
    dice = [line for die in report["dice"] for line in _die_lines(die, lang)]
    rule = [report["rule"][lang]] if dice else []
    return "\n".join([head, f"{report['period']}  {state}", *goals, *contests, *dice, *rule])


def _rolled(goal: JSON, lang: str) -> str:
    rolls = "; ".join(f"{roll['team']} {roll['text'][lang]}" for roll in goal["rolls"])
    return f"  ({rolls})" if rolls else ""


def _contest_line(contest: JSON, teams: dict[str, str], lang: str) -> str:
    sums = "; ".join(f"{teams[one['side']]} {one['text'][lang]}" for one in contest["sums"])
    return f"  {contest['seq']:4}  {contest['period']:>3}  {sums}"


def _numeral(value: float, places: int, lang: str) -> str:
    spelled: str = to_json(numeral(value, places))[lang]
    return spelled


def _die_lines(die: JSON, lang: str) -> list[str]:
    mean = die["expected"] or [None] * len(die["counts"])
    faces = "  ".join(
        f"{text[lang]}: {count}" + (f" ({_numeral(fair, 1, lang)})" if fair is not None else "")
        for text, count, fair in zip(die["face_texts"], die["counts"], mean, strict=True)
    )
    test = ""
    if die["p"] is not None:
        test = f" χ²({die['freedom']}) = {_numeral(die['statistic'], 2, lang)}, p = {_numeral(die['p'], 4, lang)}"
    return [f"{die['name'][lang]} ({die['rolls']}):{test}", f"  {faces}", f"  {die['verdict'][lang]}"]


def report_of(match: Match) -> JSON:
    """`game`, `title`, `teams` (names), `score_text`, `phase_text`, `period`, `result_text`, `score_name` (what is
    counted), `goals` (`seq`, `side`, `text`, `rolls`: the dice that led to it, each `seq`, `team`, `side`, `values`,
    `text`), `course` and `contests` (see `companion.course`), `dice` (see `companion.fairness.dice_json`), `rolls`
    (dice thrown, all together), `level`, `rule`."""
    view, stations = match.play.view(), stations_of(match)
    dice = dice_json(fairness_of(match))
    teams = {side: team.name for side, team in view.teams.items()}
    return {
        "game": match.game.name,
        "title": to_json(match.game.title),
        "teams": teams,
        "score_text": view.score_text,
        "phase_text": to_json(view.phase_text),
        "period": view.period,
        "result_text": to_json(view.result_text),
        "score_name": to_json(match.game.score_name),
        "goals": _goals(match, teams),
        "course": course_of(stations),
        "contests": contests_of(stations),
        "rolls": sum(d["rolls"] for d in dice),
        "dice": dice,
        "level": LEVEL,
        "rule": to_json(RULE),
    }


def _goals(match: Match, teams: dict[str, str]) -> list[JSON]:
    steps = match.play.steps
    return [
        {"seq": step.seq, "side": call.side, "text": to_json(call.text), "rolls": _rolls(match, steps[: n + 1], teams)}
        for n, step in enumerate(steps)
        for call in step.calls
        if call.name in _GOALS
    ]


def _rolls(match: Match, steps: Sequence[Step], teams: dict[str, str]) -> list[JSON]:
    """The last roll of each side up to these steps' end, nothing but offers between; none where the end is no roll."""
    last: dict[str | None, Step] = {}
    for step in reversed([step for step in steps if not step.prompt.offer]):
        if step.correction or not isinstance(step.prompt, Roll) or step.prompt.side in last:
            break
        last[step.prompt.side] = step
    return [
        {
            "seq": s.seq,
            "team": teams.get(side or "", ""),
            "side": side,
            "values": s.value if isinstance(s.value, list) else [s.value],
            "text": to_json(s.prompt.tell(s.value)),
        }
        for side, s in reversed(last.items())
        if s.seq in match.public
    ]
