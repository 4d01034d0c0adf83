"""Turning the cards, and the event checks on the way."""

from __future__ import annotations

from companion.games.tooor import events, strength
from companion.games.tooor.asking import chosen_ids, event_die, nod
from companion.games.tooor.state import Coach, Footballer, State
from companion.games.tooor.tables import INJURED_TOKENS, ROW_TEXT, SYMBOL_TEXT, YELLOW_TOKENS
from companion.vocabulary import Asking, Call, Choose, Option, Text


def turn_deployed(s: State, coach: Coach) -> Asking:
    """Every deployed player is turned one step (TOOOR-ATT-08), in the coach's own order (TOOOR-ATT-09). One who is
    moved after a sending off still owes his turn (TR-09)."""
    if not coach.deployed:
        return
    for id_ in chosen_ids((yield _ticks(s, coach))):
        yield from turn(s, coach, coach.player(id_), f"{s.here}.turn")


def _ticks(s: State, coach: Coach) -> Choose:
    deployed = coach.deployed
    hint = Text("Tick in the order in which you turn.", "In der Reihenfolge des Drehens antippen.")
    for stops in (how_far(p) for p in deployed if p.next_symbol):
        hint += Text(f"{stops.en}.", f"{stops.de}.")
    return Choose(
        key=s.key(f"{s.here}.turn.{coach.side}"),
        side=coach.side,
        text=Text("{name}: turn one step clockwise.", "{name}: einmal im Uhrzeigersinn drehen.").format(
            name=coach.name
        ),
        hint=hint,
        rule="TOOOR-ATT-08",
        options=tuple(Option(p.id, how_far(p), p.row) for p in deployed),
        least=len(deployed),
        most=len(deployed),
        ordered=True,
        suggestion=[p.id for p in deployed] if len(deployed) > 1 else deployed[0].id,
    )


def how_far(p: Footballer) -> Text:
    """The player's name, and whether his turn stops at a corner (TOOOR-TURN-02)."""
    name = Text.same(p.name)
    return name if p.next_symbol is None else events.stop_at(p.name, p.next_symbol)


def turn(s: State, coach: Coach, player: Footballer, key: str) -> Asking:
    """A symbol that comes to the top interrupts the turn for an event check (TOOOR-TURN-02, TOOOR-EVENT-01); then it
    is finished, if the player is still on the field (TOOOR-EVENT-04)."""
    symbol = player.next_symbol
    if symbol:
        yield from event_check(s, coach, player, symbol, f"{key}.{coach.side}.{player.id}")
    if not player.sent_off:
        player.facing = strength.turned(player.facing)


def event_check(s: State, coach: Coach, player: Footballer, symbol: str, key: str) -> Asking:
    """The event happens only if the die shows the card's symbol (TOOOR-EVENT-02)."""
    s.enter("EVENT", coach.side)
    face = yield from event_die(s, key, coach, SYMBOL_TEXT[symbol], player.name)
    what = strength.consequence(symbol, face, player.yellow)
    told = events.call(what, symbol, player.name, coach.side)
    if what == "yellow_card":
        yield _with_token(told, yellow_supply(s))
        player.yellow += 1
    elif what == "injured":
        yield _with_token(told, injured_supply(s))
        player.injured += 1
    else:
        yield told
    if what == "red_card":
        send_off(player)
        yield from replacement(s, coach, player.row, key)


def yellow_supply(s: State) -> int:
    return YELLOW_TOKENS - sum(p.yellow for c in s.both for p in c.players)


def injured_supply(s: State) -> int:
    return INJURED_TOKENS - sum(p.injured for c in s.both for p in c.players)


def _with_token(told: Call, supply: int) -> Call:
    """An event counts even when the tokens have run out (TR-22)."""
    note = (
        Text("Put a token on.", "Marker drauflegen.")
        if supply > 0
        else Text("No token is left: I remember it.", "Kein Marker übrig: ich merke es mir.")
    )
    return Call(told.name, told.text + note, told.side, told.rule)


def send_off(player: Footballer) -> None:
    """To the box for the rest of the game (TOOOR-EVENT-05); his tokens and stone go back (TOOOR-EVENT-11)."""
    player.sent_off, player.deployed = True, False
    player.yellow = player.injured = 0


def replacement(s: State, coach: Coach, row: str, key: str) -> Asking:
    """At once his coach may move one other outfield player into that row, unturned, or none (TOOOR-EVENT-06)."""
    others = [p for p in coach.players if p.row != row]
    if not others:
        return
    s.enter("REPLACE", coach.side)
    id_ = yield _replacement(s, coach, row, others, key)
    if id_ != "none":
        coach.player(id_).row = row
        text = Text("{player} moves to {row}, unturned.", "{player} rückt in {row}, ungedreht.")
        text = text.format(player=coach.player(id_).name, row=ROW_TEXT[row])
        yield Call("replaced", text, coach.side, "TOOOR-EVENT-06")


def _replacement(s: State, coach: Coach, row: str, others: list[Footballer], key: str) -> Choose:
    text = Text("{name}: who moves to {row}?", "{name}: wer rückt in {row}?")
    nobody = Option("none", Text("Nobody", "Niemand"))
    return Choose(
        key=s.key(f"{key}.replace"),
        side=coach.side,
        text=text.format(name=coach.name, row=ROW_TEXT[row]),
        hint=Text("Do not turn the card.", "Die Karte nicht drehen."),
        rule="TOOOR-EVENT-06",
        options=(nobody, *(Option(p.id, Text.same(p.name), p.row, _warning(s, coach, p.row)) for p in others)),
        suggestion="none",
    )


def _warning(s: State, coach: Coach, row: str) -> Text | None:
    """The row he leaves may fall short; that is allowed, with a warning (TR-08)."""
    left = coach.rows[row] - 1
    if left >= s.rules.min_row:
        return None
    return Text("leaves only {n} in {row}", "lässt nur {n} in {row}").format(n=left, row=ROW_TEXT[row])


def turn_shooter(s: State, player: Footballer) -> Asking:
    """After the shot the shooter is turned one step more, with a check (TOOOR-SHOT-06)."""
    text = Text("Turn {player}.", "Drehe {player}.").format(player=how_far(player))
    yield nod(s, f"{s.here}.shot.turn.{s.attacker}", s.attacker, text, "TOOOR-SHOT-06")
    yield from turn(s, s.attacking, player, f"{s.here}.shot.turn")
