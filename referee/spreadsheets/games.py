"""The game that a spreadsheet is about, as far as its name, its words or its numbers tell."""

import re
from collections.abc import Sequence

import referee
from referee.spreadsheets.table import Spreadsheet

Numbers = Sequence[Sequence[int | float]]
"""Of each row, the numbers of its players."""

_GANG = r"gang\W*(?:of|o)?\W*(?:four|4)|(?<![a-z])gof(?![a-z])|四人幫"
_GAMES = {  # any other game by its key as whole words
    "gang-of-four-loser-scores": rf"(?:{_GANG}).*(?:los(?:er|ing)|letzte|verlierer|輸家)|loser\W*scores",
    "gang-of-four": _GANG,
    "pusoy-dos": r"pusoy|菲律賓大老二",
    "four-color-cards": r"(?:four|4|vier)\W*(?:colou?r|farben)|四色",
    # Tien Len is called the Vietnamese Big Two
    "big-two": r"^(?!.*ti[eếê]n\W*l[eêế]n)(?!.*vietnam).*(?:big\W*(?:two|2(?!\d))|大老二|鋤大)",
}


def named_game(name: str) -> str:
    """Return the game whose name is in a text such as the name of a file, else nothing.

    >>> named_game("fourcolor.csv"), named_game("Gang of Four, loser scores 2.csv"), named_game("spring.csv")
    ('four-color-cards', 'gang-of-four-loser-scores', '')
    """
    written = name.casefold().replace("_", " ")
    longest_first = sorted(referee.VARIANTS, key=len, reverse=True)
    words = {game: _whole_words(game) for game in longest_first} | _GAMES
    return next((game for game in words if re.search(words[game], written)), "")


def _whole_words(key: str) -> str:
    return rf"(?<![^\W\d_]){key.replace('-', r'[^a-z0-9]*')}(?![^\W\d_])"


def names_games(column: Sequence[str]) -> bool:
    """Return whether every cell of a column names a game."""
    return bool(column) and all(map(named_game, column))


def find_game(name: str, table: Spreadsheet) -> str:
    """Return the game that the name of a file says, or its headers, or the cells of a column; nothing for several games."""
    if game := named_game(name):
        return game
    columns = [table.column(place) for place in range(len(table.headers))]
    cells = [cell for column in columns if names_games(column) for cell in column]
    games = {*map(named_game, (*table.headers, *cells))} - {""}
    return games.pop() if len(games) == 1 else ""


def fitting_game(usual: str, rows: Numbers) -> str:
    """Return the usual game, or another where only that can have these numbers.

    >>> fitting_game("big-two", [[1, 3, 2, 4], [4, 2, 1, 3]]), fitting_game("big-two", [[-6, 12, -6]])
    ('pusoy-dos', 'four-color-cards')
    >>> fitting_game("big-two", [[0, 4, 9]]), fitting_game("big-two", [[0, 16, 2, 4]]), fitting_game("big-two", [[0, 5, 8, 12]])
    ('gang-of-four', 'gang-of-four', 'big-two')
    """
    if not rows:
        return usual
    if usual == "big-two" and all(sorted(row) == [1, 2, 3, 4] for row in rows):
        return "pusoy-dos"
    if usual == "big-two" and all(min(row) == 0 for row in rows) and 13 < _most(rows) <= 16:
        return "gang-of-four"
    fits = [
        game
        for game, rules in referee.VARIANTS.items()
        if all(len(row) in rules.seats for row in rows)
    ]
    if not fits or any(len(row) in referee.VARIANTS[usual].seats for row in rows):
        return usual
    if any(number < 0 for row in rows for number in row):
        return "four-color-cards"
    return next((game for game in fits if game != "four-color-cards"), usual)


def _most(rows: Numbers) -> int | float:
    return max(max(row) for row in rows)
