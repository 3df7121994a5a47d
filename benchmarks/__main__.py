"""``make bench``: the referee beside PokerKit, python-chess and OpenSpiel, in one run of one process.

Every figure is the median of several rounds, in seconds of the processor, not of the clock; in a round each candidate has
its turn, and every round has hands and games that it has not seen before, so that no candidate lives off what it
remembers.  The peers' games are not ours: a poker hand has fewer actions than a hand of Big Two, a chess move asks for
more thought than a single.  So actions are counted too.

An argument is the number of hands that are streamed: ``make bench ARGS=100000``.  ``SEASON=1000000 make bench`` sets the
number of hands in the season whose standings are asked for.
"""

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from benchmarks import (
    at_work,
    chess_games,
    dou_dizhu,
    plays,
    poker,
    questions,
    sessions,
    standings_page,
    streaming,
    tables,
)
from benchmarks.timing import ROUNDS, Candidate, timed

HANDS, GAMES = 60, 12
STREAMED = 20_000
DIFFERENT = 1_000

CAPTIONS = {
    "big-two": "a dealt hand of Big Two: JSON parsed, judged, scored",
    "answered": "the same, and the answer written as JSON",
    "pusoy-dos": "Pusoy Dos",
    "gang-of-four": "Gang of Four, sessions with exchanges",
    "gang-of-four-loser-scores": "Gang of Four, loser scores, sessions with exchanges",
    "four-color-cards": "Four Color Cards, sessions",
    "few-folds": "a hand of hold'em for six, few folds: PHH replayed",
    "many-folds": "the same game, most hands folded early",
    "chess": "a random game of forty moves a side: PGN read",
    "dou-dizhu": "a hand of Dou Dizhu: legal actions listed, one of them done",
    "dou-dizhu-again": "the same game: recorded actions done, each checked",
}
NAMES = {
    "big-two": "referee",
    "few-folds": "PokerKit",
    "chess": "python-chess",
    "dou-dizhu": "OpenSpiel",
}


def main() -> None:
    """Prepare, time, print."""
    chance = Random(20260301)
    print("Preparing hands and games …", flush=True)
    hands = _rounds(lambda: sessions.texts("big-two", HANDS, chance))
    games = _rounds(lambda: chess_games.texts(GAMES, chance))
    tables.heading("Complete hands and games, from their text to the end")
    whole = timed([*_whole(hands, chance), Candidate("chess", games, chess_games.read), *_stepped(chance)])  # fmt: skip
    tables.compared(whole["big-two"], [(NAMES.get(key, ""), CAPTIONS[key], whole[key]) for key in CAPTIONS if key in whole])  # fmt: skip
    if not dou_dizhu.IS_HERE:
        print("OpenSpiel is not compared: its package cannot be installed on this machine.")
    tables.heading("Single plays, their text read before")
    tables.single(_single(hands, games))
    tables.heading("Every legal play of sixteen cards in Gang of Four, asked for and listed")
    tables.listings(questions.listing_times(chance))
    tables.heading("A stream of session records to python -m referee adjudicate -")
    _stream(chance)
    tables.heading("Start to answer of one question to python -m referee ask")
    tables.started(questions.start_times())
    tables.heading("The standings page, over HTTP from two processes, on PostgreSQL")
    standings_page.tell()
    tables.heading("Hands logged over HTTP, records imported and replays built, on PostgreSQL")
    at_work.tell()


def _rounds(prepared: Callable[[], list[Any]]) -> list[list[Any]]:
    """Something new for every round."""
    return [prepared() for _ in range(ROUNDS + 1)]


def _whole(hands: list[list[str]], chance: Random) -> list[Candidate]:
    """Every game of the referee's, and poker."""
    others = [game for game in sessions.GAMES if game != "big-two"]
    folds = {"few-folds": 0.1, "many-folds": 0.6}
    return [
        Candidate("big-two", hands, sessions.adjudicate),
        Candidate("answered", hands, sessions.answer),
        *(Candidate(game, _rounds(partial(sessions.texts, game, HANDS, chance)), sessions.adjudicate) for game in others),
        *(Candidate(name, _rounds(partial(poker.texts, HANDS, chance, folding=often)), poker.replay) for name, often in folds.items()),
    ]  # fmt: skip


def _stepped(chance: Random) -> list[Candidate]:
    """Dou Dizhu, where OpenSpiel is."""
    if not dou_dizhu.IS_HERE:
        return []
    chances = _rounds(lambda: [Random(chance.random()) for _ in range(HANDS)])
    recorded = _rounds(partial(dou_dizhu.histories, HANDS, chance))
    return [
        Candidate("dou-dizhu", chances, dou_dizhu.play),
        Candidate("dou-dizhu-again", recorded, dou_dizhu.replay),
    ]


def _single(hands: list[list[str]], games: list[list[str]]) -> list[tables.Row]:
    read = [plays.parsed(batch) for batch in hands]
    moves = [chess_games.parsed(batch) for batch in games]
    found = timed([
        Candidate("judged", read, plays.judge),
        Candidate("followed", read, plays.follow),
        Candidate("chess", moves, chess_games.verify),
    ])  # fmt: skip
    return [
        ("referee", "plays and passes of Big Two judged, with rules and proofs", found["judged"]),
        ("", "the same, and the positions before and after each", found["followed"]),
        ("python-chess", "is_legal and push", found["chess"]),
    ]


def _stream(chance: Random) -> None:
    """Hands of every game, one game after the other."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else STREAMED
    each = DIFFERENT // len(sessions.GAMES)
    lines = [line for game in sessions.GAMES for line in sessions.texts(game, each, chance)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sessions.ndjson"
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        different = sum(line.count('"dealt"') for line in lines)
        tables.streamed(streaming.measured(file, number), different)


if __name__ == "__main__":
    main()
