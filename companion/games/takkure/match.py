"""The match: set-up, line-up, two halves with a break between, and what ends them (catalogue 3.1)."""

from __future__ import annotations

from companion.games.takkure import lineup, training
from companion.games.takkure.activation import activate
from companion.games.takkure.asking import asked
from companion.games.takkure.dashboard import DOWN, OVER, Dashboard
from companion.games.takkure.halftime import halftime
from companion.games.takkure.kickoff import kickoff, who_kicks
from companion.games.takkure.legal import next_after
from companion.games.takkure.ready import ready
from companion.games.takkure.state import State
from companion.vocabulary import Asking, Call, Choose, Option, Text


def match(s: State) -> Asking:
    """An exercise or a practice match if that was chosen; else two halves (TAK-MAT-01), each until time runs out
    (TAK-TIM-07); more tries win (TAK-WIN-01, TAK-WIN-02)."""
    if s.mode != "match":
        yield from (training.practice(s) if s.mode == "practice" else training.exercise(s))
        yield from end(s)
        return
    yield from lineup.set_up(s)
    yield from who_kicks(s, "match_start")
    yield from half(s)
    if not s.claimed:
        yield from halftime(s)
        s.half, s.time = 2, Dashboard()
        yield from who_kicks(s, "second_half")
        yield from half(s)
    yield from end(s)


def half(s: State) -> Asking:
    """Both time tokens on slot 5, active (TAK-TIM-01); kick-off, then set after set until time is up, the ball is
    kicked out, or the match is given up."""
    s.remind(Text("Both time tokens on 5, active side up.", "Beide Zeitmarker auf 5, aktive Seite oben."))
    yield from kickoff(s)
    while True:
        if s.unspent == 0 and not (yield from take(s)):
            return
        if (yield from given_up(s)):
            return
        if not s.attacking.on_field:
            s.unspent = 0
            continue
        said = yield from ready(s)
        if said == "kick_out":
            yield from kicked_out(s)
            return
        yield from _activated(s, said)
        if not (yield from follows(s)):
            return


def take(s: State) -> Asking:
    """The attacker takes 4 tokens: his time token is flipped (TAK-TIM-02), or both go a slot down first
    (TAK-TIM-03); from slot 1 that ends the half (TAK-TIM-04). The tokens on his players come back, and their count
    begins anew (TAK-TIM-06, R-13). Returns whether there are any."""
    how = s.time.taking(s.attacker)
    if how == OVER:
        yield Call("time_up", Text("Time is up.", "Die Zeit ist um."), rule="TAK-TIM-04")
        return False
    s.time, s.unspent = s.time.take(s.attacker)
    for p in s.players if how == DOWN or s.rules.time_phase == "set" else ():
        p.activations = 0
    flip = Text(
        "{name}: flip your time token, take 4 activation tokens.",
        "{name}: Zeitmarker wenden, 4 Aktivierungsmarker nehmen.",
    ).format(name=s.attacking.name)
    if how == DOWN:
        s.remind(
            Text("Both time tokens down to {n}, active.", "Beide Zeitmarker auf {n}, aktiv.").format(n=s.time.slot)
        )
    s.remind(flip)
    yield Call("tokens_taken", flip, s.attacker, "TAK-TIM-02" if how != DOWN else "TAK-TIM-03")
    return True


def _activated(s: State, said: str) -> Asking:
    id_, _, first = said.partition(":")
    if id_ == "team_play":
        assert s.carrier is not None
        yield from activate(s, s.carrier, first, team_play=True)
    else:
        yield from activate(s, s.player(id_), first)


def follows(s: State) -> Asking:
    """After an activation: a try or a missed one leads to a kick-off, a steal to a change of roles (TAK-STL-08),
    else the attacker goes on (TAK-ACT-05, TAK-TIM-05). Returns False when the half is over."""
    act = s.going_on
    what = next_after(act.tried, act.stolen, s.unspent)
    if what == "kickoff":
        return (yield from after_try(s, act.tried))
    if what == "swap":
        yield from swap(s)
    return True


def swap(s: State) -> Asking:
    """The attacker discards what is unspent, and the other team attacks (TAK-POS-01, TAK-POS-04, TAK-STL-08)."""
    s.unspent = 0
    s.attacker = s.defending.side
    s.remind(Text("Unspent activation tokens off.", "Übrige Aktivierungsmarker weg."))
    text = Text("{name} attacks now.", "Jetzt greift {name} an.").format(name=s.attacking.name)
    yield Call("turnover", text, s.attacker, "TAK-STL-08")


def after_try(s: State, tried: str) -> Asking:
    """A try counts (TAK-TRY-07); then a kick-off, unless nobody could take tokens any more (R-28)."""
    if tried == "scored":
        s.attacking.tries += 1
        text = Text("TRY! {name} has {n}.", "TRY! {name} hat {n}.").format(name=s.attacking.name, n=s.attacking.tries)
        yield Call("try", text, s.attacker, "TAK-TRY-07")
    else:
        yield Call("try_missed", Text("No try.", "Kein Try."), s.attacker, "TAK-TRY-08")
    if s.time.spent:
        yield Call("time_up", Text("Time is up.", "Die Zeit ist um."), rule="TAK-TIM-04")
        return False
    yield from who_kicks(s, "try" if tried == "scored" else "failed_try")
    yield from kickoff(s)
    return True


def kicked_out(s: State) -> Asking:
    """Declared, and the half is over at once (TAK-KOB-01)."""
    text = Text("{name} kicks the ball out of the field.", "{name} kickt den Ball aus dem Feld.")
    yield Call("kicked_out", text.format(name=s.attacking.name), s.attacker, "TAK-KOB-01")


def given_up(s: State) -> Asking:
    """With no player left on the field, once after each kick-off, both may agree that the other team has won (R-53)."""
    empty = [c for c in s.both if not c.on_field]
    if len(empty) != 1 or s.offered:
        return False
    s.offered = True
    said = yield from asked(s, lambda: [_agree(s, c.side, empty[0].name) for c in s.both])
    if "play_on" in said:
        return False
    s.claimed = s.other(empty[0].side).side
    return True


def _agree(s: State, side: str, name: str) -> Choose:
    text = Text("{name} has nobody on the field: is the match over?", "{name} hat niemanden auf dem Feld: Spiel aus?")
    return Choose(
        key=s.key(f"{s.here}.given_up.{side}"),
        side=side,
        text=text.format(name=name),
        rule="TAK-WIN-01",
        options=(Option("play_on", Text("Play on", "Weiterspielen")), Option("over", Text("It is over", "Es ist aus"))),
        suggestion="play_on",
    )


def end(s: State) -> Asking:
    """The result; then the third half begins."""
    s.enter("MATCH_OVER", "AB" if s.winner == "draw" else s.winner)
    side = None if s.winner == "draw" else s.winner
    yield Call("result", result_text(s), side, "TAK-WIN-01" if side else "TAK-WIN-02")


def result_text(s: State) -> Text:
    """The winner's tries are named first."""
    if s.winner == "draw":
        return Text("A draw, {score}. Shake hands.", "Unentschieden, {score}. Hände schütteln.").format(
            score=_score(s, "A")
        )
    text = Text("{name} wins {score}. Shake hands.", "{name} gewinnt {score}. Hände schütteln.")
    return text.format(name=s.coaches[s.winner].name, score=_score(s, s.winner))


def _score(s: State, first: str) -> str:
    return f"{s.coaches[first].tries}:{s.other(first).tries}"
