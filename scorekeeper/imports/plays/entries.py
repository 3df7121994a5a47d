"""The session records that plays become, and a line for what cannot be taken in: a play, or all plays of another game."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext_noop

import referee
from referee.spreadsheets.cells import read_number
from referee.spreadsheets.columns import DateOrder
from referee.spreadsheets.games import named_game
from referee.spreadsheets.points import points_only
from referee.spreadsheets.records import LineError
from referee.spreadsheets.sheet_errors import Part, SheetError, join_parts, wrong_date
from scorekeeper.imports.options import ImportOptions
from scorekeeper.imports.plays.noted_plays import PLAYS, NotedPlay, NotedScore
from scorekeeper.imports.plays.reading import read_plays
from scorekeeper.imports.sheet_rules import SheetEntry, usual_rules
from scorekeeper.models import limits

NO_DAY = "0000-00-00"  # as BoardGameGeek writes it
OTHER_GAME = "other-game"
"""The code of the line for the plays of a game that is not refereed here: there is nothing to correct."""


def play_entries(source: str, options: ImportOptions) -> Iterator[referee.Entry]:
    """Yield a record for each play, or why it cannot be taken in, and one line for all plays of each other game.

    The options say how the club plays (``club_ways``).
    """
    try:
        plays = read_plays(source)
    except referee.MalformedError as error:
        yield referee.Entry(1, error)
        return
    others = Counter(play.game for play in plays if not named_game(play.game))
    equal = Counter[str]()
    for play in plays:
        if named_game(play.game):
            yield _entry(play, options, equal)
        elif count := others.pop(play.game, 0):
            yield referee.Entry(play.number, _other_game(play.game, count))


def _entry(play: NotedPlay, options: ImportOptions, equal: Counter[str]) -> referee.Entry:
    try:
        keys = _keys(play)
        same = referee.canonical(keys)
        equal[same] += 1
        if equal[same] > 1:  # two equal plays are two sessions
            keys["round"] = str(equal[same])
        written, record = referee.parse_record(keys), _record(play, keys, options)
    except referee.MalformedError as error:
        labels = (("played_on", play.day),) if referee.date_of(play.day) else ()
        return referee.Entry(play.number, LineError(_with_play(error, play), labels, 1))
    return SheetEntry(play.number, record, written, play.session)


def _keys(play: NotedPlay) -> dict[str, Any]:
    """Return what makes the id of a session: the day, the game, the players and their points."""
    game = named_game(play.game)
    if play.not_counted:
        raise SheetError((play.not_counted, {}))
    _check_players(game, len(play.scores))
    keys = {
        "format": referee.RECORD_FORMAT,
        "variant": game,
        "house_rules": {**usual_rules(PLAYS, game)},
        "players": [score.player for score in play.scores],
        "hands": [points_only(tuple(map(_points, play.scores)))],
    }
    if play.day in {"", NO_DAY}:
        return keys
    if referee.date_of(play.day) is None:
        raise SheetError(wrong_date(play.day, DateOrder.YEAR_FIRST), code="bad-date")
    return {**keys, "played_on": play.day}


def _record(
    play: NotedPlay, keys: Mapping[str, Any], options: ImportOptions
) -> referee.SessionRecord:
    """Return the record as the club plays, with the place and the comment."""
    variant = options.editions.get(keys["variant"], keys["variant"])
    if len(play.scores) not in referee.VARIANTS[variant].seats:
        variant = keys["variant"]
    rules = options.rules_by_game.get(variant, {})
    record = {**keys, "variant": variant, "house_rules": rules}
    if play.place:
        record["place"] = play.place[: limits.MAX_LABEL]
    if play.comment:
        record["hands"] = [{**keys["hands"][0], "note": play.comment[: limits.MAX_WORDS]}]
    return referee.parse_record(record)


def _check_players(game: str, count: int) -> None:
    seats = referee.VARIANTS[game].seats
    if count not in seats:
        template = gettext_noop("The play has %(count)d players, and the game is for %(seats)s.")
        part: Part = (template, {"count": count, "seats": ", ".join(map(str, seats))})
        raise SheetError(part, code="wrong-player-count", where="players")


def _points(score: NotedScore) -> int | float:
    if not score.player:
        raise SheetError((gettext_noop("A player has no name."), {}))
    if not score.points:
        template = gettext_noop("%(name)s has no score.")
        raise SheetError((template, {"name": score.player}))
    points = read_number(score.points)
    if points is None:
        template = gettext_noop("The score of %(name)s is %(text)s, which is no number.")
        raise SheetError((template, {"name": score.player, "text": repr(score.points)}))
    return points


def _with_play(error: referee.MalformedError, play: NotedPlay) -> SheetError:
    """Return the error with the play in its message, by which people find it in the program."""
    template = gettext_noop("Play %(number)d of the file (%(game)s, %(day)s)")
    part: Part = (template, {"number": play.number, "game": play.game, "day": play.day or NO_DAY})
    parts = error.parts if isinstance(error, SheetError) else ()
    message = f"{join_parts((part,))}: {error.message}"
    return SheetError(part, *parts, code=error.code, where=error.where, message=message)


def _other_game(game: str, count: int) -> SheetError:
    template = gettext_noop(
        "Plays of “%(game)s” are left out (%(count)d): this game is not refereed here."
    )
    return SheetError((template, {"count": count, "game": game or "?"}), code=OTHER_GAME)
