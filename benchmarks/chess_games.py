"""python-chess: games of forty random moves a side, read from PGN, and single moves verified and played."""

import io
from random import Random

import chess
import chess.pgn

from benchmarks.timing import Work

PLIES = 80  # the length of an ordinary game


def texts(number: int, chance: Random) -> list[str]:
    """PGN of random legal games; what ends much sooner is played again."""
    return [_pgn(chance) for _ in range(number)]


def _pgn(chance: Random) -> str:
    board = chess.Board()
    while board.ply() < PLIES:
        moves = list(board.legal_moves)
        if not moves:
            board = chess.Board()
            continue
        board.push(chance.choice(moves))
    return str(chess.pgn.Game.from_board(board))


def read(batch: list[str]) -> Work:
    """Parse every game."""
    plies = 0
    for text in batch:
        game = chess.pgn.read_game(io.StringIO(text))
        assert game is not None
        assert not game.errors
        plies += game.end().ply()
    return Work(len(batch), plies)


def parsed(batch: list[str]) -> list[list[chess.Move]]:
    """The moves of every game, read before the clock starts."""
    games = [chess.pgn.read_game(io.StringIO(text)) for text in batch]
    return [list(game.mainline_moves()) for game in games if game is not None]


def verify(games: list[list[chess.Move]]) -> Work:
    """``is_legal`` and ``push`` of every move."""
    for moves in games:
        board = chess.Board()
        for move in moves:
            assert board.is_legal(move)
            board.push(move)
    return Work(len(games), sum(map(len, games)))
