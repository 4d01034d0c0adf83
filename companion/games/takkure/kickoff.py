"""The kick-off, in each case of TAK-KOF-01."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.games.takkure import ball
from companion.games.takkure.asking import asked, player_option, window_nod
from companion.games.takkure.contest import alone, attempt
from companion.games.takkure.footballer import FIELD, OFF, Footballer
from companion.games.takkure.offers import AnotherKicks
from companion.games.takkure.state import Coach, State
from companion.games.takkure.sums import Term
from companion.games.takkure.tables import CATCH
from companion.vocabulary import Asking, Call, Choose, Moved, Option, Text

DECIDES = {
    "match_start": "referee_winner",
    "second_half": "nobody",
    "try": "conceding",
    "failed_try": "defending",
}
"""Who says which team kicks: the winner of the referee roll (TAK-KOF-02), after a try who conceded it (TAK-KOF-04),
after a failed one the defending coach (TAK-KOF-05); in the second half it is fixed (TAK-KOF-03)."""


def who_kicks(s: State, reason: str) -> Asking:
    """Sets the kicking team: at the start whom the toss decides (TAK-KOF-02), in the second half who did not kick in
    the first (TAK-KOF-03), after a try its victim says (TAK-KOF-04), after a miss the defender (TAK-KOF-05)."""
    s.enter("KO_WHO")
    if reason == "match_start":
        yield from referee_roll(s)
    elif reason == "second_half":
        s.kicker = s.other(s.first_kicker).side
    else:
        s.enter("KO_WHO", s.defending.side)
        s.kicker = yield from asked(
            s, partial(_decision, s, s.defending, "TAK-KOF-04" if reason == "try" else "TAK-KOF-05")
        )


def referee_roll(s: State) -> Asking:
    """The toss, with coin or ball token (TAK-RFR-01, TAK-RFR-02); its winner decides (TAK-KOF-02)."""
    s.enter("REFEREE")
    winner = yield from asked(s, partial(_toss, s))
    s.enter("REFEREE", winner)
    s.kicker = yield from asked(s, partial(_decision, s, s.coaches[winner], "TAK-KOF-02"))
    s.first_kicker = s.kicker


def _toss(s: State) -> Choose:
    return Choose(
        key=s.key("referee.toss"),
        text=Text("Toss coin or ball token: who won?", "Münze oder Ballmarker werfen: wer hat gewonnen?"),
        rule="TAK-RFR-01",
        options=tuple(Option(c.side, Text.same(c.name)) for c in s.both),
    )


def _decision(s: State, coach: Coach, rule: str) -> Choose:
    kicks = Text("{name} kicks off", "{name} kickt")
    return Choose(
        key=s.key(f"{s.here}.kicker.{coach.side}"),
        side=coach.side,
        text=Text("{name}: who kicks off?", "{name}: wer kickt?").format(name=coach.name),
        rule=rule,
        options=tuple(Option(c.side, kicks.format(name=c.name)) for c in s.both),
    )


def kickoff(s: State) -> Asking:
    """Clear, deploy, template, moves, kick, catch; with nobody's catch the receiver attacks a loose ball
    (TAK-KOF-17, TAK-POS-02)."""
    clear(s)
    kicking, receiving = s.coaches[s.kicker], s.other(s.kicker)
    s.attacker = receiving.side
    key = f"{s.here}.ko"
    yield from _placed(s, key, kicking, receiving)
    yield from _moves(s, key, kicking, receiving)
    yield from _kick(s, key, kicking)
    yield from _catches(s, key, kicking, receiving)
    if s.carrier is None:
        text = Text("Nobody has the ball: {name} attacks.", "Niemand hat den Ball: {name} greift an.")
        yield Call("ball_loose", text.format(name=receiving.name), receiving.side, "TAK-KOF-17")
    s.remind(Text("Template off the pitch.", "Schablone vom Feld."))
    s.measuring = ""


def clear(s: State) -> None:
    """Activation tokens off, unspent ones void (R-29), team plays back (TAK-KOF-06), the injured back whose injury
    allows it (TAK-KOF-07), GROUNDED tokens off (R-30); the ball is nobody's (TAK-POS-02)."""
    s.enter("KO_CLEAN")
    s.unspent, s.carrier, s.act, s.offered = 0, None, None, False
    s.rose.clear()
    s.activated += 1
    for coach in s.both:
        coach.used.clear()
    for p in s.players:
        p.activations = 0
        p.place = FIELD if p.place == OFF else p.place
        if s.rules.kickoff_clears_grounded:
            p.ground = 0
    s.remind(
        Text(
            "Activation and ground tokens off, team plays back, injured players return.",
            "Aktivierungs- und Bodenmarker weg, Teamspielzüge zurück, Verletzte kommen wieder.",
        )
    )


def _placed(s: State, key: str, kicking: Coach, receiving: Coach) -> Asking:
    """First the kicking team on its line (TAK-KOF-08), then the receiver in its half (TAK-KOF-09), then the template
    (TAK-KOF-10)."""
    s.enter("KO_DEPLOY_K", kicking.side)
    text = Text(
        "{name}: everybody in contact with your kick-off line, not across it.",
        "{name}: alle in Kontakt mit der eigenen Kick-off-Linie, nicht darüber.",
    )
    s.remind(text.format(name=kicking.name))
    s.enter("KO_DEPLOY_R", receiving.side)
    text = Text("{name}: everybody anywhere in your own half.", "{name}: alle beliebig in der eigenen Hälfte.")
    s.remind(text.format(name=receiving.name))
    s.enter("KO_TEMPLATE", kicking.side, "template")
    text = Text(
        "{name}: template between {other}'s kick-off line and in-goal, more than 1″ from lines and edges.",
        "{name}: Schablone zwischen Kick-off-Linie und In-goal von {other}, über 1″ von Linien und Rand.",
    )
    text = text.format(name=kicking.name, other=receiving.name)
    yield from window_nod(s, f"{key}.template", kicking.side, text, "TAK-KOF-10", None, "kickoff_deploy")


def _moves(s: State, key: str, kicking: Coach, receiving: Coach) -> Asking:
    """Everybody may move up to the defensive MOV, the kicking team first (TAK-KOF-11), measured as they go
    (TAK-MEA-09): the first receiver who moves says that the kicking team has, the kick that all have."""
    for phase, coach in (("KO_MOVE_K", kicking), ("KO_MOVE_R", receiving)):
        s.enter(phase, coach.side, coach.side)
        reach = ", ".join(f"{p.name} {p.defensive_mov}″" for p in coach.on_field) or "—"
        text = Text("{name}: every player may move: {reach}.", "{name}: jeder Spieler darf ziehen: {reach}.")
        text = text.format(name=coach.name, reach=reach)
        if coach is kicking or not kicking.on_field:
            begun = Moved(True, tuple(p.id for p in receiving.on_field), s.last, rest=False)
            nod = f"{key}.moved.{coach.side}"
            yield from window_nod(s, nod, coach.side, text, "TAK-KOF-11", None, "kickoff_move", begun)
        else:
            s.remind(text)


def _kick(s: State, key: str, kicking: Coach) -> Asking:
    """A player of the kicking coach's choice rolls BaC, the best at it unless the coach says another (TAK-KOF-12), once
    all have moved: the ball where he likes on the edge (TAK-KOF-13), or from the centre with a scatter (TAK-KOF-14)."""
    if kicking.on_field and (yield from _kicked(s, key, kicking)):
        text = Text(
            "{name} lays the ball anywhere along the template's edge.",
            "{name} legt den Ball beliebig an den Rand der Schablone.",
        )
        s.remind(text.format(name=kicking.name))
        yield Call("kicked", Text("A good kick.", "Ein guter Kick."), kicking.side, "TAK-KOF-13")
        return
    s.enter("KO_SCATTER", kicking.side)
    yield from ball.scatter(s, key, kicking.side, Text("where it lies", "Ort und Stelle"), "TAK-KOF-14")


def _kicked(s: State, key: str, kicking: Coach) -> Asking:
    """Returns whether the kick was a success. The receivers' window stays open until the die falls."""
    kicker = max(kicking.on_field, key=lambda p: p.value("bac"))
    s.opened += ["kickoff_kick", "kickoff_move", *([] if s.rules.overlay else ["kickoff_deploy"])]
    while True:
        s.may_kick = [p for p in kicking.on_field if p is not kicker]
        try:
            outcome = yield from alone(s, f"{key}.kick", "TAK-KOF-12", attempt(kicker, "KICK"))
        except AnotherKicks as said:
            kicker = said.player
        else:
            return outcome.won


def _catches(s: State, key: str, kicking: Coach, receiving: Coach) -> Asking:
    """Who is within 2 inches may try (TAK-KOF-15), on his feet (TAK-GRD-02), once, the receiving team first, each in
    the order in which its coach names him (R-31); the first success ends it (TAK-KOF-16) and makes his team the
    attacker (TAK-KOF-18)."""
    s.opened.append("kickoff_catch")
    teams: list[list[Coach]] = [[receiving], [kicking]]
    for coaches in [[*s.both]] if s.rules.catch_order == "nearest" else teams:
        waiting = [p for c in coaches for p in c.on_field if not p.grounded]
        while waiting:
            s.enter("KO_PLACED", "".join(c.side for c in coaches), "ball")
            said = yield from asked(s, partial(_catcher, s, key, coaches, waiting))
            if said == "nobody":
                break
            p = s.player(said)
            waiting.remove(p)
            if (yield from _caught(s, key, p)):
                return


def _caught(s: State, key: str, p: Footballer) -> Asking:
    s.enter("KO_CATCH")
    minus = Term(Text("in the air", "aus der Luft"), CATCH, "TAK-KOF-15")
    outcome = yield from alone(s, f"{key}.catch", "TAK-KOF-15", attempt(p, "CATCH", [minus]))
    if outcome.won:
        s.attacker = p.side
        yield from ball.give(s, p, "caught", "TAK-KOF-18")
    return outcome.won


def _catcher(s: State, key: str, coaches: Sequence[Coach], waiting: Sequence[Footballer]) -> Choose:
    """Each coach names his own; where the nearest try first, both teams are one list."""
    text = Text(
        "{name}: who is within 2″ of the ball and tries to catch?",
        "{name}: wer ist höchstens 2″ vom Ball und will fangen?",
    )
    one = coaches[0] if len(coaches) == 1 else None
    name = Text.same(one.name) if one else Text("Both, nearest first", "Beide, die Nächsten zuerst")
    return Choose(
        key=s.key(f"{key}.catcher.{one.side}" if one else f"{key}.catcher"),
        side=one.side if one else None,
        text=text.format(name=name),
        rule="TAK-KOF-15",
        options=(*map(player_option, waiting), Option("nobody", Text("Nobody", "Niemand"))),
        suggestion="nobody",
    )
