"""The JSON that a write brings, checked for its types. Whether it is acceptable, the Table knows."""

from __future__ import annotations

import json
import math
from typing import NoReturn

from flask import abort, request

from companion.vocabulary import JSON


class Body:
    """The object in the body of this request; 400 for anything else."""

    def __init__(self) -> None:
        self._fields: JSON = _loaded(request.get_data())
        if not isinstance(self._fields, dict):
            abort(400, "awaited: a JSON object")

    def value(self, name: str) -> JSON:
        """Any JSON, but it must be there."""
        if name not in self._fields:
            abort(400, f"awaited: the field {name!r}")
        return self._fields[name]

    def text(self, name: str, default: str | None = None) -> str:
        """A string."""
        value = self._fields.get(name, default)
        return value if isinstance(value, str) else self._refuse(name, "a string")

    def number(self, name: str) -> int:
        """A whole number."""
        value = self._fields.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else self._refuse(name, "a whole number")

    def number_or_none(self, name: str) -> int | None:
        """A whole number, null or nothing."""
        return None if self._fields.get(name) is None else self.number(name)

    def flag(self, name: str) -> bool:
        """true or false; false where it is missing."""
        value = self._fields.get(name, False)
        return value if isinstance(value, bool) else self._refuse(name, "true or false")

    def mapping(self, name: str) -> dict[str, JSON]:
        """An object; empty where it is missing."""
        value = self._fields.get(name, {})
        return value if isinstance(value, dict) else self._refuse(name, "an object")

    def point(self, name: str) -> tuple[float, float]:
        """A point [x, y] in fractions of a picture."""
        return point(self.value(name))

    def _refuse(self, name: str, awaited: str) -> NoReturn:
        abort(400, f"given: {name} = {str(self._fields.get(name))[:80]}; awaited: {awaited}")


def point(value: JSON) -> tuple[float, float]:
    """A point [x, y] in fractions of a picture; 400 for anything else."""
    if not isinstance(value, list) or len(value) != 2 or not all(_is_share(v) for v in value):
        abort(400, f"given: {str(value)[:60]}; awaited: a point [x, y] in fractions of the picture, 0 to 1")
    return float(value[0]), float(value[1])


def _is_share(value: JSON) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _loaded(raw: bytes) -> JSON:
    try:
        loaded = json.loads(raw, parse_constant=_no_number, parse_float=_finite)
        json.dumps(loaded, ensure_ascii=False).encode()  # half a surrogate pair has no spelling on disk
    except (ValueError, RecursionError) as error:
        abort(400, f"awaited: JSON; {str(error)[:200]}")
    return loaded


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _finite(spelled: str) -> float:
    value = float(spelled)
    if not math.isfinite(value):
        raise ValueError(f"{spelled[:20]} is too large")
    return value
