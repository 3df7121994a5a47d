"""python-chess: games of forty random moves a side, read from PGN, and single moves verified and played."""

import io
from random import Random

import chess
import chess.pgn

from benchmarks.timing import Work

PLIES = 80  # the length of an ordinary game


def texts(number: int, chance: Random) -> list[str]:
    """Return random legal games in PGN; games that end early are replaced."""
    return [_pgn(chance) for _ in range(number)]


def _pgn(chance: Random) -> str:
    return str(chess.pgn.Game.from_board(_played(chance)))


def _played(chance: Random) -> chess.Board:
    board = chess.Board()
    while board.ply() < PLIES:
        moves = list(board.legal_moves)
        if not moves:
            board = chess.Board()
            continue
        board.push(chance.choice(moves))
    return board


def play(chances: list[Random]) -> Work:
    """Play random games; the few that end early begin anew, and their first moves are not counted."""
    return Work(len(chances), sum(_played(chance).ply() for chance in chances))


def read(batch: list[str]) -> Work:
    """Parse every game and count its plies."""
    plies = 0
    for text in batch:
        game = chess.pgn.read_game(io.StringIO(text))
        assert game is not None
        assert not game.errors
        plies += game.end().ply()
    return Work(len(batch), plies)


def parse_moves(batch: list[str]) -> list[list[chess.Move]]:
    """Return the moves of every game, parsed before the measurement."""
    games = [chess.pgn.read_game(io.StringIO(text)) for text in batch]
    return [list(game.mainline_moves()) for game in games if game is not None]


def verify(games: list[list[chess.Move]]) -> Work:
    """Check every move with ``is_legal`` and apply it with ``push``."""
    for moves in games:
        board = chess.Board()
        for move in moves:
            assert board.is_legal(move)
            board.push(move)
    return Work(len(games), sum(map(len, games)))
