"""JSON schemas of the vocabulary: how `to_json` spells a type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from companion.vocabulary import JSON

ANY: Final[JSON] = {}
TEXT: Final[JSON] = {"type": "string"}
NUMBER: Final[JSON] = {"type": "integer"}
REAL: Final[JSON] = {"type": "number"}
FLAG: Final[JSON] = {"type": "boolean"}

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def schema_of(kind: Any) -> JSON:
    """The schema of a type of the vocabulary, its parts written out; anything where the type says no more."""
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if is_dataclass(kind) and isinstance(kind, type):
        return _object(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"type": "string", "enum": [member.value for member in kind]}
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return {"anyOf": [schema_of(part) for part in parts]}
    if origin is tuple:
        return _list(parts)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": schema_of(parts[1])}
    return {}


def shape(said: str, **properties: JSON) -> JSON:
    """An object that has at least these properties."""
    return {"type": "object", "description": said, "properties": properties, "required": list(properties)}


def listed(schema: JSON) -> JSON:
    """Any number of these."""
    return {"type": "array", "items": schema}


def one_of(*values: str | None) -> JSON:
    """One of these words; None stands for null."""
    return {"enum": [None if value is None else str(value) for value in values]}


def or_null(schema: JSON) -> JSON:
    """This, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def _list(parts: tuple[Any, ...]) -> JSON:
    if len(parts) == 2 and parts[1] is Ellipsis:
        return {"type": "array", "items": schema_of(parts[0])}
    many = {"minItems": len(parts), "maxItems": len(parts)}
    return {"type": "array", "items": {"anyOf": [schema_of(part) for part in parts]}, **many}


def _object(kind: type) -> JSON:
    hints = get_type_hints(kind)
    own = {f.name: schema_of(hints[f.name]) for f in fields(kind)}
    word = getattr(kind, "kind", None)
    if isinstance(word, str):
        own = {"kind": {"const": word}, **own}
    said = " ".join((kind.__doc__ or "").split())
    return {"type": "object", "description": said, "properties": own, "required": list(own)}
