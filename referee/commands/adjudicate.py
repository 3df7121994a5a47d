"""``adjudicate``: judge session records, in this process or in several."""

import argparse
import os
import sys
from dataclasses import dataclass
from functools import partial
from importlib import import_module

from referee.adjudication import adjudicate
from referee.commands.answers import (
    ExitCode,
    PrintedAnswer,
    answer,
    as_json,
    inputs,
    print_all,
    print_error,
)
from referee.input_files import Document
from referee.record import Json, MalformedError
from referee.report import error_report, report
from referee.witnesses import add_witnesses


@dataclass(frozen=True)
class RecordJudge:
    """Judges session records and words the answers; it can be sent to another process."""

    as_text: bool
    color: bool = False
    with_witnesses: bool = False

    def judge(self, document: Document) -> PrintedAnswer:
        """Return the answer to one record.  Raises MalformedError or RecursionError."""
        adjudication = adjudicate(document.record())
        exit_code = (
            ExitCode.SOMETHING_ILLEGAL if adjudication.has_illegal else ExitCode.NOTHING_ILLEGAL
        )
        witnessed = add_witnesses(adjudication) if self.with_witnesses else None
        if not self.as_text:
            return PrintedAnswer(exit_code, as_json((witnessed or adjudication).as_json()))
        sentences = witnessed.sentences() if witnessed else None
        return PrintedAnswer(exit_code, report(adjudication, color=self.color, witnesses=sentences))

    def describe_error(self, error: dict[str, Json]) -> str:
        """Return what is wrong with a document, in the form of the answers."""
        return error_report(error["error"], color=self.color) if self.as_text else as_json(error)


def run(options: argparse.Namespace) -> ExitCode:
    """Judge every session record in the files."""
    if options.format == "parquet" or options.out is not None:
        return _write_parquet(options)
    color = options.color == "always" or (options.color == "auto" and _terminal_wants_color())
    judge = RecordJudge(
        as_text=options.format == "text", color=color, with_witnesses=options.witnesses
    )
    documents = inputs(options.files, judge.describe_error)
    answer_one = partial(answer, judge=judge.judge, describe_error=judge.describe_error)
    if options.jobs == 1:
        return print_all(map(answer_one, documents))
    worst = [ExitCode.NOTHING_ILLEGAL]
    # imported late, with the standard library's processes: they take longer to load than a play to judge
    parallel = import_module("referee.parallel")
    parallel.consume_in_order(
        documents, answer_one, lambda one: worst.append(print_all([one])), processes=options.jobs
    )
    return max(worst)


def _write_parquet(options: argparse.Namespace) -> ExitCode:
    """Write hands and events as Parquet, with a package that only this needs."""
    if options.format != "parquet" or options.out is None:
        return _refuse("--format parquet and --out FOLDER need each other.")
    if options.witnesses:
        return _refuse(
            "--witnesses is for the formats json and text: Parquet has no place for them."
        )
    try:
        import_module("referee.parquet")
    except ImportError as error:
        return _refuse(str(error))
    code: ExitCode = import_module("referee.commands.parquet_files").run(options)
    return code


def _refuse(message: str) -> ExitCode:
    return print_error(MalformedError("unreadable", "", message).as_json())


def _terminal_wants_color() -> bool:
    """Return whether output goes to a terminal whose user accepts color (no-color.org)."""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )
