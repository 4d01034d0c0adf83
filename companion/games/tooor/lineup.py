"""The players come onto the table and into their rows, at the start, at half-time and before extra time."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.tooor.asking import asked_together, options
from companion.games.tooor.printed import PlayerCard, Squad
from companion.games.tooor.state import Coach, Footballer, State
from companion.games.tooor.strength import least_in_row
from companion.games.tooor.tables import CARD_SIDES, ROW_TEXT, ROWS
from companion.vocabulary import Arrange, Asking, Call, Choose, Option, Text


def card_sides(s: State) -> Asking:
    """Men, women or a mixed team: the side that lies up counts for the whole game (TOOOR-SETUP-04)."""
    open_ = [c for c in s.both if c.side not in s.card_sides]
    said = yield from asked_together(*(_card_side(s, c) for c in open_))
    s.card_sides |= {c.side: which for c, which in zip(open_, said, strict=True)}
    mixed = [c for c in s.both if s.card_sides[c.side] == "mixed"]
    women = yield from asked_together(*(_women(s, c) for c in mixed))
    s.card_sides |= {c.side: dict.fromkeys(up, "women") for c, up in zip(mixed, women, strict=True)}
    for coach in s.both:
        lay_out(coach, s.card_sides[coach.side])


def lay_out(coach: Coach, sides: str | Mapping[str, str]) -> None:
    """Every card lies the right way up for its coach (TOOOR-SETUP-08); `sides` is one for all, or by player where
    men are not named."""
    squad = squad_of(coach)
    coach.outfield = [_footballer(card, sides) for card in squad.outfield]
    coach.keeper = _footballer(squad.keeper, sides)
    coach.hand = list(squad.cards)


def squad_of(coach: Coach) -> Squad:
    assert coach.squad is not None
    return coach.squad


def _footballer(card: PlayerCard, sides: str | Mapping[str, str]) -> Footballer:
    which = sides if isinstance(sides, str) else sides.get(card.id, "men")
    up = card.women if which == "women" else card.men
    return Footballer(card.id, up.name, card.crest, up.footballs, up.corners, row=card.crest)


def _card_side(s: State, coach: Coach) -> Choose:
    return Choose(
        key=s.key(f"setup.cards.{coach.side}"),
        side=coach.side,
        text=Text("{name}: which side of the cards?", "{name}: welche Seite der Karten?").format(name=coach.name),
        rule="TOOOR-SETUP-04",
        options=options(CARD_SIDES),
        suggestion="men",
    )


def _women(s: State, coach: Coach) -> Choose:
    squad = squad_of(coach)
    cards = (*squad.outfield, squad.keeper)
    return Choose(
        key=s.key(f"setup.women.{coach.side}"),
        side=coach.side,
        text=Text("{name}: who shows the women's side?", "{name}: wer zeigt die Frauenseite?").format(name=coach.name),
        rule="TOOOR-SETUP-04",
        options=tuple(Option(c.id, Text.same(f"{c.women.name} / {c.men.name}"), c.crest) for c in cards),
        least=0,
        most=len(cards),
    )


def first_rows(s: State) -> Asking:
    """Attack on top, then midfield, then defence, the keeper below (TOOOR-SETUP-05). In the first game each player
    stands in the row of the crest (TOOOR-SETUP-06); later the coaches choose (TOOOR-SETUP-07)."""
    if s.first_game:
        return
    hint = Text("The row of the crest is the line-up of the first game.", "Die Reihe des Wappens gilt im ersten Spiel.")
    open_ = [c for c in s.both if c.side not in s.line_ups]
    said = yield from asked_together(*(arrangement(s, c, "lineup", "TOOOR-SETUP-07", hint) for c in open_))
    s.line_ups |= {c.side: rows for c, rows in zip(open_, said, strict=True)}
    for coach in s.both:
        move(coach, s.line_ups[coach.side])
        if misplaced(coach):
            yield _not_by_crest(coach)


def misplaced(coach: Coach) -> list[Footballer]:
    """Who stands in another row than the crest's (TOOOR-SETUP-06)."""
    return [p for p in coach.players if p.row != p.crest]


def _not_by_crest(coach: Coach) -> Call:
    text = Text("{name}, not by crest: {who}.", "{name}, nicht nach Wappen: {who}.")
    who = ", ".join(p.name for p in misplaced(coach))
    return Call("line_up", text.format(name=coach.name, who=who), coach.side, "TOOOR-SETUP-06")


def redistribution(s: State, key: str, rule: str, hint: Text) -> Asking:
    """Each coach may spread the players over the rows again (TOOOR-HALF-02, TOOOR-ET-03)."""
    said = yield from asked_together(*(arrangement(s, c, key, rule, hint) for c in s.both))
    for coach, rows in zip(s.both, said, strict=True):
        move(coach, rows)


def move(coach: Coach, rows: Mapping[str, str]) -> None:
    """To another row, never turned (TOOOR-TURN-04), tokens with them (TOOOR-HALF-03)."""
    for id_, row in rows.items():
        coach.player(id_).row = row


def arrangement(s: State, coach: Coach, key: str, rule: str, hint: Text) -> Arrange:
    """One tap takes the rows as they are now, or where a sending off left one too short, the nearest that will do."""
    least = least_in_row(len(coach.players), s.rules.min_row)
    return Arrange(
        key=s.key(f"{key}.{coach.side}"),
        side=coach.side,
        text=Text("{name}: the rows.", "{name}: die Reihen.").format(name=coach.name),
        hint=hint,
        rule=rule,
        items=tuple(Option(p.id, Text.same(p.name), p.row) for p in coach.players),
        slots=options(ROW_TEXT),
        least=least,
        suggestion=nearest_rows(coach, least),
    )


def nearest_rows(coach: Coach, least: int) -> dict[str, str]:
    """Each player's row now, but players of the fullest row fill those that are too short."""
    rows, count = {p.id: p.row for p in coach.players}, coach.rows
    while short := next((row for row in ROWS if count[row] < least), None):
        fullest = max(ROWS, key=lambda row: count[row])
        moved = [id_ for id_, row in rows.items() if row == fullest][-1]
        rows[moved] = short
        count[fullest] -= 1
        count[short] += 1
    return rows
