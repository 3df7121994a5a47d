"""The file in which the app BG Stats exports everything that it holds (BGStatsExport.bgsexport, or .json).

Players, games and places have numbers, to which the plays refer.
"""

import json
from typing import Any

from django.utils.translation import gettext_noop

from referee.spreadsheets.games import named_game
from scorekeeper.imports.plays.noted_plays import (
    NotedPlay,
    NotedScore,
    check_number,
    in_seats,
    unreadable,
)

MOST_VALUES = 2_000_000  # lists, objects and commas: beyond them a file takes too much memory
IGNORED = gettext_noop("BG Stats ignores this play.")
_NO_EXPORT = gettext_noop("This is no export of BG Stats: it has no list of plays.")


def read(text: str) -> list[NotedPlay]:
    """Return the plays of an export.  Raises MalformedError."""
    data = _load(text)
    games = {row.get("id"): _game(row) for row in _rows(data, "games")}
    players = {row.get("id"): _text(row, "name") for row in _rows(data, "players")}
    places = {row.get("id"): _text(row, "name") for row in _rows(data, "locations")}
    rows = _rows(data, "plays")
    check_number(len(rows))
    return [
        NotedPlay(
            number=number,
            game=games.get(row.get("gameRefId"), ""),
            day=_text(row, "playDate")[:10],
            scores=_scores(row, players),
            session=_text(row, "uuid"),
            place=places.get(row.get("locationRefId"), ""),
            comment=_text(row, "comments"),
            not_counted=IGNORED if row.get("ignored") else "",
        )
        for number, row in enumerate(rows, 1)
    ]


def _load(text: str) -> dict[str, Any]:
    if sum(map(text.count, "[{,")) > MOST_VALUES:
        raise unreadable(gettext_noop("This export is too large. Export fewer games at once."))
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise unreadable(gettext_noop("This is no JSON text. Export the plays again.")) from error
    if not isinstance(data, dict) or not isinstance(data.get("plays"), list):
        raise unreadable(_NO_EXPORT)
    return data


def _rows(data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """Return the objects in a list, with hashable ids; what is no object counts as an empty one."""
    rows = data.get(key)
    return [_scalars(row) for row in rows] if isinstance(rows, list) else []


def _scalars(row: Any) -> dict[str, Any]:
    if not isinstance(row, dict):
        return {}
    return {
        key: row[key]
        for key in row
        if key == "playerScores" or not isinstance(row[key], list | dict)
    }


def _game(row: dict[str, Any]) -> str:
    """Return the name of a game: the club's own, unless only that at BoardGameGeek names a game that is refereed here."""
    names = [name for key in ("name", "bggName") if (name := _text(row, key))]
    return next(filter(named_game, names), "".join(names[:1]))


def _scores(row: dict[str, Any], players: dict[Any, str]) -> tuple[NotedScore, ...]:
    scores = _rows(row, "playerScores")
    names = [players.get(score.get("playerRefId"), "") for score in scores]
    points = [_text(score, "score") for score in scores]
    seats = [_text(score, "seatOrder") for score in scores]
    return in_seats([*map(NotedScore, names, points)], seats)


def _text(row: dict[str, Any], key: str) -> str:
    value = row.get(key)
    return str(value).strip() if isinstance(value, str | int | float) else ""
