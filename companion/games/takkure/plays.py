"""Play cards in the box file: individual plays and team plays (catalogue section 7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.games.takkure.printed import IndividualPlay, Second, TeamPlay
from companion.games.takkure.tables import PLAYERS
from companion.games.takkure.wording import APPLIES, TIMINGS, effect, fresh
from companion.vocabulary import Text
from companion.vocabulary.fields import Field

GENERIC: Final = "generic"
"""The owner of the basic plays, which both teams have."""
ROLES: Final = ("carrier", *(f"other_{n}" for n in range(1, PLAYERS)))
FIRST: Final = ("MOVE", "NONE")
SECONDS: Final = ("MOVE", "PASS", "PICK_UP", "DODGE", "BREAK_THROUGH", "SCORE")
MOST_COPIES: Final = 9
MOST_SECONDS: Final = 12


def read_individual(field: Field, ids: set[str], owners: Iterable[str]) -> IndividualPlay:
    given = field.mapping(("id", "owner", "name", "timing", "effect"), ("copies", "who", "requires", "text"))
    requires = given["requires"].mapping((), ("action",)) if "requires" in given else {}
    timing = given["timing"].one_of(TIMINGS) or "any"
    return IndividualPlay(
        fresh(given["id"], ids),
        given["owner"].one_of([GENERIC, *owners]) or GENERIC,
        given["name"].text(),
        given["copies"].whole(1, MOST_COPIES) if "copies" in given else 1,
        timing,
        requires["action"].one_of(APPLIES) or "" if "action" in requires else "",
        effect(given["effect"], timing),
        given["text"].text() if "text" in given else "",
    )


def read_team(field: Field, ids: set[str], owners: Iterable[str]) -> TeamPlay:
    """A team play has the carrier's first action and the second actions of those who take part (TAK-TPL-08)."""
    given = field.mapping(("id", "owner", "name", "participants", "first", "seconds"), ("text",))
    first = given["first"].mapping(("player", "action"))
    first["player"].one_of(["carrier"])
    participants = given["participants"].whole(2, PLAYERS)
    roles = ROLES[:participants]
    return TeamPlay(
        fresh(given["id"], ids),
        given["owner"].one_of([GENERIC, *owners]) or GENERIC,
        given["name"].text(),
        participants,
        first["action"].one_of(FIRST) or "NONE",
        tuple(
            _second(f, roles)
            for f in given["seconds"].items(1, Text("second actions", "zweite Aktionen"), MOST_SECONDS)
        ),
        given["text"].text() if "text" in given else "",
    )


def _second(field: Field, roles: tuple[str, ...]) -> Second:
    given = field.mapping(("player", "action"), ("to",))
    player, action = given["player"].one_of(roles) or "", given["action"].one_of(SECONDS) or ""
    to = given["to"].one_of(roles) or "" if "to" in given else ""
    if (action == "PASS") != bool(to) or (to and to == player):
        field.wrong(_PASS_TO)
    return Second(player, action, to)


_PASS_TO = Text(
    "a PASS needs another player in `to`, other actions none",
    "ein PASS braucht einen anderen Spieler in `to`, andere Aktionen keinen",
)
