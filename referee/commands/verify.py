"""``verify``: check exported sessions, manifests and journals."""

import argparse
from collections.abc import Iterator
from dataclasses import replace

from referee.chain_verification import VerificationProblem
from referee.commands.answers import (
    ExitCode,
    PrintedAnswer,
    answers,
    as_json,
    print_all,
    print_error,
)
from referee.input_files import Document
from referee.input_limits import BUNDLE_LIMITS
from referee.journal_file import JOURNAL_FORMAT, ClubJournal, read_journal
from referee.record import Json
from referee.report import error_report, verification_report
from referee.verification import verify


def run(options: argparse.Namespace) -> ExitCode:
    """Check every exported session, manifest and journal in the files.

    A journal must continue from the head ``since``.  Sessions and manifests of its club that come after it must agree with it.
    """
    journals: dict[str, ClubJournal] = {}

    def judge(document: Document) -> PrintedAnswer:
        value = document.load(BUNDLE_LIMITS)
        verification = verify(value)
        more = _journal_problems(value, journals, since=options.since)
        verification = replace(verification, problems=(*verification.problems, *more))
        exit_code = ExitCode.NOTHING_ILLEGAL if verification.ok else ExitCode.SOMETHING_ILLEGAL
        if options.format == "text":
            return PrintedAnswer(exit_code, verification_report(verification, file=document.file))
        file_name = {"file": document.file} if len(options.files) > 1 else {}
        return PrintedAnswer(exit_code, as_json({**file_name, **verification.as_json()}))

    def describe_error(error: dict[str, Json]) -> str:
        return error_report(error["error"]) if options.format == "text" else as_json(error)

    exit_code = print_all(answers(options.files, judge, describe_error))
    if options.since and not journals:
        message = "--since needs the journal.json of the club's archive among the files, before the others."
        return print_error({"error": {"code": "no-journal", "where": "", "message": message}})
    return exit_code


def _journal_problems(
    value: Json, journals: dict[str, ClubJournal], *, since: str
) -> Iterator[VerificationProblem]:
    """Yield what contradicts the journals read so far, and add the value if it is a journal."""
    if not isinstance(value, dict):
        return
    if value.get("format") == JOURNAL_FORMAT:
        journal = read_journal(value)
        journals[journal.club] = journal
        yield from journal.check_since(since) if since else ()
        return
    club = value.get("club")
    known = journals.get(str(club.get("id") if isinstance(club, dict) else club))
    yield from known.check_bundle(value) if known else ()
