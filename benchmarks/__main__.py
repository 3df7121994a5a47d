"""``make bench``: compare the referee with PokerKit, python-chess, OpenSpiel and RLCard in one run of one process.

Every figure is the median of several rounds, in CPU seconds. In each round every candidate runs once, on hands and games
that are new to it, so that caches do not help. The games differ: a poker hand has fewer actions than a hand of Big Two,
and a chess move is harder to check than a single card. So the rates are also given per action.

The argument is the number of hands to stream: ``make bench ARGS=100000``. ``SEASON=1000000 make bench`` sets the number
of hands in the season whose standings page is measured. ``make bench ARGS=--quick`` only proves that every part runs.
"""

import os
import sys
import tempfile
from contextlib import ExitStack, nullcontext, suppress
from functools import partial
from pathlib import Path
from random import Random

from benchmarks import (
    chess_games,
    dou_dizhu,
    listing_times,
    listings,
    looking_on,
    plays,
    poker,
    rlcard_listing,
    service,
    service_rates,
    sessions,
    solved_endings,
    standings_page,
    stepped_tables,
    streaming,
    tables,
    workbooks,
)
from benchmarks.databases import NoServerError
from benchmarks.timing import QUICK, Candidate, measure, rounds

HANDS, GAMES = (2, 1) if QUICK else (60, 12)
LISTED = 2 if QUICK else 40
STREAMED = 100 if QUICK else 20_000
DISTINCT = 5 if QUICK else 1_000
ENDINGS = 1 if QUICK else 150
IN_A_WORKBOOK = 100 if QUICK else 10_000

CAPTIONS = {
    "big-two": "a dealt hand of Big Two: JSON parsed, judged, scored",
    "answered": "also the answer written as JSON",
    "pusoy-dos": "Pusoy Dos",
    "gang-of-four": "Gang of Four, sessions with exchanges",
    "gang-of-four-loser-scores": "Gang of Four, loser scores, sessions with exchanges",
    "four-color-cards": "Four Color Cards, sessions",
    "few-folds": "a hand of hold'em for six, few folds: PHH replayed",
    "many-folds": "hold'em for six, most hands folded early: PHH replayed",
    "chess": "a random game of forty moves a side: PGN read",
    "dou-dizhu": "a hand of Dou Dizhu: legal actions listed, one applied",
    "dou-dizhu-again": "a recorded hand of Dou Dizhu: each action checked, applied",
}
NAMES = {
    "big-two": "referee",
    "few-folds": "PokerKit",
    "chess": "python-chess",
    "dou-dizhu": "OpenSpiel",
}


def main() -> None:
    """Prepare the hands and games, measure the candidates and print the figures."""
    chance = Random(20260301)
    if QUICK:
        os.environ["BENCH_QUICK"] = "1"  # for the processes that this one starts
    print("Preparing hands and games …", flush=True)
    hands = rounds(lambda: sessions.texts("big-two", HANDS, chance))
    games = rounds(lambda: chess_games.texts(GAMES, chance))
    tables.print_heading("Complete hands and games, from their text to the end")
    whole = measure([*_whole(hands, chance), Candidate("chess", games, chess_games.read), *_stepped(chance)])  # fmt: skip
    tables.print_comparison(whole["big-two"], [(NAMES.get(key, ""), CAPTIONS[key], whole[key]) for key in CAPTIONS if key in whole])  # fmt: skip
    if not dou_dizhu.IS_INSTALLED:
        print("OpenSpiel is left out: its package is not available for this machine.")
    tables.print_heading("Single plays, parsed before")
    tables.print_single_plays(_single(hands, games))
    tables.print_heading(
        "Step by step to the end: what is legal listed, one action chosen and played"
    )
    tables.print_steps(stepped_tables.compare(HANDS, chance))
    tables.print_heading(
        "Whether the seat to act can force going out first, proved in at most 100,000 positions"
    )
    tables.print_endings(solved_endings.report(ENDINGS, chance))
    tables.print_heading("Every legal play of sixteen cards, listed")
    tables.print_listings(*listings.compare(LISTED, chance))
    if not rlcard_listing.IS_INSTALLED:
        print("RLCard is left out: its package is not available for this machine.")
    tables.print_heading("A stream of session records to python -m referee adjudicate -")
    _stream(chance)
    tables.print_heading("A workbook of hands to python -m referee convert")
    _workbook(chance)
    tables.print_heading("One question to python -m referee ask, from start to answer")
    tables.print_start_times(listing_times.start_times())
    _on_postgresql()


def _on_postgresql() -> None:
    """Measure the service, each part on a database of its own.  With --quick they share one, to save time."""
    with ExitStack() as stack:
        scratch = service.scratch
        if QUICK:
            with suppress(NoServerError):  # the reports say so
                installation = stack.enter_context(service.scratch())
                scratch = partial(nullcontext, installation)
        tables.print_heading(
            "Hands logged over HTTP, records imported and replays built, on PostgreSQL"
        )
        service_rates.report(scratch=scratch)
        tables.print_heading("The standings page, over HTTP from two processes, on PostgreSQL")
        standings_page.report(scratch=scratch)
        tables.print_heading("An unchanged session polled by screens, on PostgreSQL and Redis")
        looking_on.report(scratch=scratch)


def _whole(hands: list[list[str]], chance: Random) -> list[Candidate]:
    """Return the candidates for every variant and for poker."""
    variants = [game for game in sessions.GAMES if game != "big-two"]
    folds = {"few-folds": 0.1, "many-folds": 0.6}
    return [
        Candidate("big-two", hands, sessions.adjudicate),
        Candidate("answered", hands, sessions.answer),
        *(Candidate(game, rounds(partial(sessions.texts, game, HANDS, chance)), sessions.adjudicate) for game in variants),
        *(Candidate(name, rounds(partial(poker.texts, HANDS, chance, folding=often)), poker.replay) for name, often in folds.items()),
    ]  # fmt: skip


def _stepped(chance: Random) -> list[Candidate]:
    """Return the candidates for Dou Dizhu; none if OpenSpiel is not installed."""
    if not dou_dizhu.IS_INSTALLED:
        return []
    chances = rounds(lambda: [Random(chance.random()) for _ in range(HANDS)])
    histories = rounds(partial(dou_dizhu.histories, HANDS, chance))
    return [
        Candidate("dou-dizhu", chances, dou_dizhu.play),
        Candidate("dou-dizhu-again", histories, dou_dizhu.replay),
    ]


def _single(hands: list[list[str]], games: list[list[str]]) -> list[tables.Row]:
    records = [plays.parse(batch) for batch in hands]
    moves = [chess_games.parse_moves(batch) for batch in games]
    figures = measure([
        Candidate("judged", records, plays.judge),
        Candidate("followed", records, plays.follow),
        Candidate("chess", moves, chess_games.verify),
    ])  # fmt: skip
    return [
        ("referee", "plays and passes of Big Two judged, with rules and proofs", figures["judged"]),
        ("", "also the positions before and after each", figures["followed"]),
        ("python-chess", "is_legal and push", figures["chess"]),
    ]


def _stream(chance: Random) -> None:
    """Stream hands of every variant through the command."""
    number = next((int(word) for word in sys.argv[1:] if word.isdecimal()), STREAMED)
    per_variant = DISTINCT // len(sessions.GAMES)
    lines = [line for game in sessions.GAMES for line in sessions.texts(game, per_variant, chance)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sessions.ndjson"
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        distinct = sum(line.count('"dealt"') for line in lines)
        tables.print_stream(streaming.measure(file, number), distinct)
        times, cores = max(1, number // distinct // 4), os.cpu_count() or 1
        alone, together = (streaming.seconds(file, times, processes=jobs) for jobs in (1, cores))
        tables.print_jobs(cores, alone / together)


def _workbook(chance: Random) -> None:
    """Read a workbook of many hands with the command."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "big two.xlsx"
        workbooks.make(file, IN_A_WORKBOOK, chance)
        tables.print_workbook(IN_A_WORKBOOK, *workbooks.measure(file))


if __name__ == "__main__":
    main()
