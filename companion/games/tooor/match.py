"""The match: before the kick-off, six rounds with half-time, and what follows a tie."""

from __future__ import annotations

from companion.games.tooor.asking import asked, options
from companion.games.tooor.round import play_round
from companion.games.tooor.shootout import shootout
from companion.games.tooor.state import State
from companion.games.tooor.tables import (
    AGREEMENTS,
    EXTRA_TIME_CARDS,
    HALF_TIME_AFTER,
    LAST_ROUND,
    LAST_ROUND_OF_EXTRA_TIME,
)
from companion.vocabulary import Asking, Call, Choose, Confirm, Text


def match(s: State) -> Asking:
    """Six rounds (TOOOR-ROUND-01); level, if so agreed, extra time (TOOOR-FULL-03) and then penalties (TOOOR-ET-05)."""
    yield from set_up(s)
    yield from line_up(s)
    yield from rounds(s, LAST_ROUND)
    yield from full_time(s)
    if goes_on(s):
        yield from extra_time(s)
        yield from full_time(s)
        if goes_on(s):
            yield from shootout(s)
    yield from end(s)


def goes_on(s: State) -> bool:
    """A tie is played out only if the coaches agreed on that (TOOOR-FULL-03); else it is a draw (TOOOR-FULL-02)."""
    return s.level and s.agreed == "et_pens"


def set_up(s: State) -> Asking:
    """The coaches agree on what a tie means (TOOOR-SETUP-02), and on the sides of their cards."""
    if s.agreed is None:
        s.agreed = yield Choose(
            key=s.key("setup.agreed"),
            text=Text("What if the match ends level?", "Was gilt bei Gleichstand?"),
            hint=Text("In the first game a draw is recommended.", "Im ersten Spiel empfiehlt sich ein Unentschieden."),
            rule="TOOOR-SETUP-02",
            options=options(AGREEMENTS),
            suggestion="draw_ok",
        )
    yield from s.mode.set_up(s)


def line_up(s: State) -> Asking:
    """The players lie in their rows, then everything else is in its place: the board with 15 to 90 up
    (TOOOR-SETUP-01), each coach's cards, arrows, stones and die (TOOOR-SETUP-03), the tokens on 0 (TOOOR-SETUP-10) and
    the whistle on 15 (TOOOR-SETUP-09)."""
    s.enter("LINEUP")
    yield from s.mode.line_up(s)
    yield Confirm(
        key=s.key("kickoff"),
        text=Text("Everything is in place, the whistle lies on 15.", "Alles liegt bereit, die Pfeife auf 15."),
        hint=Text(
            "Board: 15–90 up, football tokens on 0. Each coach: 11 players, 6 tactic cards, 3 arrows, 3 stones, 1 die.",
            "Plan: 15–90 oben, Ballmarker auf 0. Jeder: 11 Spieler, 6 Taktikkarten, 3 Pfeile, 3 Steine, 1 Würfel.",
        ),
        rule="TOOOR-SETUP-09",
        barrier=True,
    )
    yield Call("kick_off", Text("Kick-off!", "Anpfiff!"), rule="TOOOR-SETUP-09")


def rounds(s: State, last: int) -> Asking:
    """Round after round with the cards that are left (TOOOR-END-04), half-time after the third (TOOOR-HALF-01)."""
    while True:
        yield from play_round(s)
        if s.round >= last:
            return
        if s.round == HALF_TIME_AFTER:
            yield from half_time(s)
        s.round += 1


def half_time(s: State) -> Asking:
    """The whistle lies on the referee (TOOOR-HALF-01). Rows may be changed without turning a card (TOOOR-HALF-02), the
    tokens stay (TOOOR-HALF-03); then the whistle goes to 60 (TOOOR-HALF-04)."""
    s.enter("HALF_TIME")
    yield Call(
        "half_time", Text("Half-time. {score}.", "Halbzeit. {score}.").format(score=_score(s)), rule="TOOOR-HALF-01"
    )
    hint = Text(
        "Do not turn a card; tokens stay on the players.", "Keine Karte drehen; Marker bleiben auf den Spielern."
    )
    yield from s.mode.redistribute(s, f"r{s.played}.half", "TOOOR-HALF-02", hint)
    s.enter("HALF_READY", "")
    yield _whistle(s, f"r{s.played}.half.whistle", "60", "TOOOR-HALF-04")


def _whistle(s: State, key: str, field: str, rule: str) -> Confirm:
    text = Text("Whistle to {field}.", "Pfeife auf {field}.").format(field=field)
    return Confirm(key=s.key(key), text=text, rule=rule, button="whistle", barrier=True)


def full_time(s: State) -> Asking:
    """The goals are compared: after the sixth round (TOOOR-FULL-01), and after 120 (TOOOR-ET-05)."""
    s.enter("FULL_TIME")
    text = Text("Full time. {score}.", "Schlusspfiff. {score}.").format(score=_score(s))
    rule = "TOOOR-FULL-01" if s.round == LAST_ROUND else "TOOOR-ET-05"
    yield Call("full_time", text, rule=rule)
    yield from asked(s, lambda: [_accepted(s, rule)])


def _accepted(s: State, rule: str) -> Confirm:
    text = Text("{score}: right?", "{score}: richtig?").format(score=_score(s))
    return Confirm(key=s.key(f"r{s.played}.full_time"), text=text, rule=rule, barrier=not goes_on(s))


def extra_time(s: State) -> Asking:
    """The board is turned over (TOOOR-ET-01), all six cards come back and each coach draws two blind (TOOOR-ET-02),
    players may be moved as at half-time (TOOOR-ET-03); then 105 and 120 are played (TOOOR-ET-04)."""
    s.enter("ET_PREP")
    for coach in s.both:
        coach.cards_left = EXTRA_TIME_CARDS
        coach.hand = list(coach.squad.cards) if coach.squad else []
    text = Text("Level: extra time!", "Gleichstand: Verlängerung!")
    yield Call("extra_time", text, rule="TOOOR-FULL-03")
    hint = Text(
        "Turn the board over, tokens on the same goals. Draw two of your six cards blind. Do not turn any player.",
        "Plan wenden, Ballmarker auf dieselben Tore. Zwei der sechs Karten blind ziehen. Keine Spieler drehen.",
    )
    yield from s.mode.redistribute(s, f"r{s.played}.extra", "TOOOR-ET-03", hint)
    s.enter("ET_READY", "")
    yield _whistle(s, f"r{s.played}.extra.whistle", "105", "TOOOR-ET-01")
    s.round = LAST_ROUND + 1
    yield from rounds(s, LAST_ROUND_OF_EXTRA_TIME)


def end(s: State) -> Asking:
    """The result (TOOOR-FULL-01, TOOOR-FULL-02, TOOOR-PEN-06)."""
    s.enter("END", "AB" if s.winner == "draw" else s.winner)
    side = None if s.winner == "draw" else s.winner
    yield Call("result", result_text(s), side, "TOOOR-PEN-06" if s.kick else "TOOOR-FULL-01")


def result_text(s: State) -> Text:
    """The winner's goals and penalties are named first."""
    if s.winner == "draw":
        return Text("A draw: {score}.", "Unentschieden: {score}.").format(score=_score(s))
    winner = s.coaches[s.winner]
    loser = s.other(s.winner)
    text = Text("{winner} wins {goals}", "{winner} gewinnt {goals}")
    text = text.format(winner=winner.name, goals=f"{winner.goals}:{loser.goals}")
    if s.kick and s.level:
        text += Text("({tally} pens)", "({tally} n. E.)").format(tally=f"{winner.penalties}:{loser.penalties}")
    return text


def _score(s: State) -> str:
    return f"{s.score[0]}:{s.score[1]}"
