"""The day and the number of hands of a session that a refused record leaves out, so that people know which one it is."""

from datetime import date

from django.conf import settings

import referee
from referee import JsonObject
from scorekeeper.imports.spreadsheets.records import LineError


def session_of(entry: referee.Entry) -> JsonObject:
    """Return the day and the number of hands of a session that cannot be imported; empty where they are not known."""
    content = entry.content
    if isinstance(content, LineError) and content.hands:
        return {"played_on": content.played_on, "hands": content.hands}
    if isinstance(content, referee.MalformedError) or entry.size > settings.IMPORT_RECORD:
        return {}
    try:
        keys = content.as_json() if isinstance(content, referee.SessionRecord) else content.load()
    except (referee.MalformedError, RecursionError):
        return {}
    if not isinstance(keys, dict) or not isinstance(keys.get("hands"), list):
        return {}
    return {"played_on": _day(keys.get("played_on")), "hands": len(keys["hands"])}


def _day(written: object) -> str | None:
    """Return the day in ISO format; None for what is none."""
    try:
        return date.fromisoformat(str(written)).isoformat()
    except ValueError:
        return None
