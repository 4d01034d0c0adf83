"""What screens may see, in plain JSON: the board, the history and the preview of an amendment. Pure.

Secret answers never get here before their reveal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.match import Match
from companion.playthrough import Move, Playthrough, Step
from companion.vocabulary import (
    JSON,
    Amended,
    Answered,
    Disputed,
    Entry,
    Judged,
    Noted,
    Prompt,
    Source,
    Started,
    Status,
    Text,
    Undone,
    to_json,
)


def board_of(match: Match | None, version: int, warnings: Iterable[Text], statuses: Mapping[str, Status]) -> JSON:
    """`version`, `game`, `phase`, `score`, `score_name` (what is counted), `tracks` (as the scoreboard has them, at the
    top for small clients), `scoreboard`, `prompts` (open, see `prompt_json` and `placed`), `answered` (keys of the same
    asking that have their answer), `corrections`, `undo` (what it would take back), `dispute` (what the coaches are
    asked about), `over`, `paused`, `warnings`, `devices`."""
    shared = {
        "version": version,
        "warnings": to_json(list(warnings)),
        "devices": {d: _status(s) for d, s in statuses.items()},
    }
    if match is None:
        empty = ("game", "phase", "score", "score_name", "scoreboard", "undo", "dispute")
        nothing = {"tracks": [], "prompts": [], "answered": [], "corrections": [], "over": False, "paused": False}
        return {**shared, **dict.fromkeys(empty), **nothing}
    scoreboard = to_json(match.play.view())
    return {
        **shared,
        "game": match.game.name,
        "phase": scoreboard["phase"],
        "score": scoreboard["score"],
        "score_name": to_json(match.game.score_name),
        "tracks": scoreboard["tracks"],
        "scoreboard": scoreboard,
        "prompts": [placed(prompt_json(match, p), scoreboard, statuses) for p in match.open.values()],
        "answered": list(match.play.answered),
        "corrections": [_plain(p) for p in match.game.corrections(match.play.state)],
        "undo": _undo(match),
        "dispute": _dispute(match),
        "over": match.over,
        "paused": match.paused,
    }


def prompt_json(match: Match, prompt: Prompt) -> JSON:
    """A prompt as its fields, with `awaited` (what is acceptable, in words), `before` (the value that an undo or an
    amendment took away, offered again while it would do), `before_text` (the same in words) and `final` (dice that have
    been read: only a hand may change them)."""
    before = match.offered(prompt.key)
    before = before if before and prompt.accepts(before.value) else None
    return {
        **_plain(prompt),
        "before": to_json(before.value) if before else None,
        "before_text": to_json(prompt.tell(before.value)) if before else None,
        "final": match.final(prompt.key),
    }


def placed(prompt: JSON, scoreboard: JSON, statuses: Mapping[str, Status]) -> JSON:
    """The prompt, with the places of those players whom its options are about and a ruler knows, unless it has a pitch
    of its own: the drawn pitch can be tapped then. `pieces` [{id, name, colour, place}] are all whom it knows."""
    told = (s.detail.get("places") for s in statuses.values() if s.ok and isinstance(s.detail, dict))
    places = next(filter(None, told), None)
    about = {o["piece"] for o in prompt.get("options", ()) if o["piece"]}
    if places is None or not about & set(places["pieces"]) or prompt["pitch"]:
        return prompt
    at = places["pieces"]
    options = [{**o, "place": at.get(o["piece"])} for o in prompt["options"]]
    players = [(side, p) for side, roster in (scoreboard["rosters"] or {}).items() for p in roster if p["id"] in at]
    colours = {side: team["colour"] for side, team in scoreboard["teams"].items()}
    pieces = [{"id": p["id"], "name": p["name"], "colour": colours[side], "place": at[p["id"]]} for side, p in players]
    return {**prompt, "pitch": places["pitch"], "options": options, "pieces": pieces}


def history_of(match: Match, entries: Iterable[Entry]) -> list[JSON]:
    """One object an entry: `seq`, `wall_s`, `kind`, `text` (a sentence), `calls` (what it leads to as all entries count
    now; of one that counts no more, what it led to); answers also `key`, `value`, `value_text` (which ends the
    sentence), `side`, `rule`, `source`, `confidence`, `picture`, `secret` (hidden still), `counts` (not undone, not
    dropped), `prompt` (to amend it with)."""
    live = {m.seq: m for m in match.moves()}
    calls = {step.seq: to_json(step.calls) for step in match.play.steps}
    return [_told(match, live, e) | {"calls": calls.get(e.seq, e.calls)} for e in entries]


def preview_of(match: Match, seq: int, value: JSON, play: Playthrough, dropped: list[Move]) -> JSON:
    """`seq`, `old` and `new` (texts), `score` and `phase` before and after, `calls` gone and new, `dropped` answers."""
    old = next(s for s in match.play.steps if s.seq == seq)
    gone, come = _calls(match.play.steps), _calls(play.steps)
    before, after = match.play.view(), play.view()
    hidden = seq not in match.public
    return {
        "seq": seq,
        "old": to_json(_hidden() if hidden else old.prompt.tell(old.value)),
        "new": to_json(_hidden() if hidden else old.prompt.tell(old.prompt.parse(value))),
        "score": {"before": before.score_text, "after": after.score_text},
        "phase": {"before": to_json(before.phase_text), "after": to_json(after.phase_text)},
        "calls": {"gone": [c for c in gone if c not in come], "new": [c for c in come if c not in gone]},
        "dropped": [{"seq": m.seq, "text": to_json(_move_text(match, m))} for m in dropped],
    }


def _plain(prompt: Prompt) -> JSON:
    return {**to_json(prompt), "awaited": prompt.awaited}


def _status(status: Status) -> JSON:
    spelled = to_json(status)
    del spelled["picture"], spelled["evidence"]
    return {**spelled, "has_picture": status.picture is not None}


def _undo(match: Match) -> JSON:
    if not match.operations:
        return None
    seq, operation, held = match.undoable()
    return {"seq": seq, "text": to_json(match.told(seq, operation)), "held": held}


def _dispute(match: Match) -> JSON:
    """The correction that the coaches are asked about, as its preview with `number` (of the entry that asked), `by` and
    `agreed` (sides, or "referee"), `text` (what was asked of the dice), `picture`; None while there is none."""
    dispute = match.dispute
    if dispute is None:
        return None
    _, play, dropped = match.amending(dispute.target, dispute.value, Source.COACHES)
    answer = next(what for seq, what in match.operations if seq == dispute.target)
    return {
        **preview_of(match, dispute.target, dispute.value, play, dropped),
        "number": dispute.number,
        "by": dispute.by,
        "agreed": list(dispute.agreed),
        "value": to_json(dispute.value),
        "text": to_json(match.prompts[dispute.target].text),
        "picture": answer.evidence if isinstance(answer, Answered) else None,
    }


def _told(match: Match, live: Mapping[int, Move], entry: Entry) -> JSON:
    what = entry.what
    shared = {"seq": entry.seq, "wall_s": entry.wall_s, "kind": what.kind, "calls": entry.calls}
    if isinstance(what, Started):
        text = Text("The match begins: {game}", "Das Spiel beginnt: {game}").format(game=match.game.title)
        return {**shared, "text": to_json(text)}
    if isinstance(what, Undone | Disputed | Judged):
        return {**shared, "target": what.target, "text": to_json(_from_call(entry))}
    if isinstance(what, Amended):
        return {**shared, "target": what.target, "dropped": list(what.dropped), "source": what.source,
                "counts": entry.seq not in match.undone, "text": to_json(_from_call(entry))}  # fmt: skip
    if isinstance(what, Noted):
        return {**shared, **_noted(match, entry.seq, what)}
    return {**shared, **_answered(match, live.get(entry.seq), entry.seq, what)}


def _noted(match: Match, seq: int, what: Noted) -> JSON:
    prompt = match.prompts.get(seq)
    if prompt is None:
        words = match.told(seq, what)
    else:
        words = Text("Referee: {asked} {value} ({why})", "Schiedsrichter: {asked} {value} ({why})").format(
            asked=prompt.asked, value=prompt.tell(what.value), why=what.reason
        )
    return {"what": what.what, "reason": what.reason, "text": to_json(words), "counts": seq not in match.undone}


def _answered(match: Match, move: Move | None, seq: int, what: Answered) -> JSON:
    prompt = match.prompts[seq]
    secret = seq not in match.public
    value = move.value if move else what.value
    return {
        "key": what.key,
        "side": prompt.side,
        "rule": prompt.rule,
        "text": to_json(prompt.asked),
        "value": None if secret else to_json(value),
        "value_text": to_json(_hidden() if secret else prompt.tell(value)),
        "secret": secret,
        "source": what.source,
        "confidence": what.confidence,
        "picture": None if secret else what.evidence,
        "counts": move is not None,
        "amended": move is not None and move.value != what.value and not secret,
        "prompt": _plain(prompt),
    }


def _from_call(entry: Entry) -> JSON:
    return entry.calls[0]["text"] if entry.calls else {"en": entry.what.kind, "de": entry.what.kind}


def _move_text(match: Match, move: Move) -> Text:
    prompt = match.prompts[move.seq]
    value = prompt.tell(move.value) if move.seq in match.public else _hidden()
    return prompt.asked + value


def _calls(steps: Iterable[Step]) -> list[JSON]:
    return [to_json(c.text) for s in steps for c in s.calls]


def _hidden() -> Text:
    return Text("secret", "geheim")
