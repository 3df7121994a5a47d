"""A file of plays, whichever program it is from."""

from scorekeeper.imports.plays import bg_stats, board_game_geek
from scorekeeper.imports.plays.noted_plays import NotedPlay


def read_plays(text: str) -> list[NotedPlay]:
    """Return the plays of a file of BG Stats or BoardGameGeek.  Raises MalformedError."""
    text = text.lstrip("\ufeff \t\r\n")
    return board_game_geek.read(text) if text.startswith("<") else bg_stats.read(text)


def has_plays(text: str) -> bool:
    """Return whether a text seems to be such a file: XML, or JSON with words that only BG Stats uses.

    >>> has_plays('<?xml version="1.0"?><plays/>'), has_plays('{"plays": [{"playerScores": []}]}')
    (True, True)
    >>> has_plays('{"format": "session-record/1"}'), has_plays("Ann Bo Cy Di")
    (False, False)
    """
    start = text.lstrip("\ufeff \t\r\n")[:1]
    return start == "<" or (start == "{" and ('"playerScores"' in text or '"gameRefId"' in text))
