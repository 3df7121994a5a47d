"""``analyze``: find where certain wins were taken or given away."""

import argparse
from collections.abc import Iterator
from functools import partial

from referee.commands.answers import ExitCode, PrintedAnswer, answers, as_json, print_all
from referee.digests import canonical, sha256
from referee.input_files import Document
from referee.record import Json, SessionRecord, to_json
from referee.report import error_report
from referee.report.analysis import analysis_report
from referee.solving.decisions import HandAnalysis
from referee.solving.hand_analysis import analyze_hand
from referee.table import Table, tables

ANALYSIS_FORMAT = "session-analysis/1"


def run(options: argparse.Namespace) -> ExitCode:
    """Analyze the hands of every record in the files."""
    describe_error = (
        as_json if options.format == "json" else lambda error: error_report(error["error"])
    )
    return print_all(answers(options.files, partial(_analyze, options), describe_error))


def _analyze(options: argparse.Namespace, document: Document) -> PrintedAnswer:
    record = document.record()
    hands = list(_hands(record, options))
    if options.format == "text":
        text = analysis_report(record, hands, cards=options.cards)
        return PrintedAnswer(ExitCode.NOTHING_ILLEGAL, text)
    answer: dict[str, Json] = {
        "format": ANALYSIS_FORMAT,
        "variant": record.variant,
        "players": list(record.players),
        "cards": options.cards,
        "hands": [
            {"number": table.adjudication.carried.number, **analysis.as_json()}
            for table, analysis in hands
        ],
    }
    return PrintedAnswer(ExitCode.NOTHING_ILLEGAL, as_json(answer))


def _hands(
    record: SessionRecord, options: argparse.Namespace
) -> Iterator[tuple[Table, HandAnalysis]]:
    for table in tables(record):
        seed = sha256(canonical(to_json(table.hand))) if options.known else None
        yield (
            table,
            analyze_hand(table, cards=options.cards, steps=options.steps, seed=seed),
        )
