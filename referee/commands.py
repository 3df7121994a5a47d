"""The commands of ``python -m referee``: print answers in order and return an exit code."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import partial
from importlib import import_module
from typing import NamedTuple

from referee import notation
from referee.adjudication import adjudicate
from referee.chain_verification import VerificationProblem
from referee.input_files import STDIN, Document, documents, error_at
from referee.input_limits import BUNDLE_LIMITS
from referee.journal_file import JOURNAL_FORMAT, ClubJournal, read_journal
from referee.questions import ask
from referee.record import Json, MalformedError, SessionRecord
from referee.report import error_report, report, verification_report
from referee.rulebook import rulebook
from referee.schemas import SCHEMAS, schema
from referee.variants import variants
from referee.verdicts import Illegal
from referee.verification import verify
from referee.witnesses import add_witnesses


class ExitCode(IntEnum):
    """Exit codes; the highest that applies to any input wins."""

    NOTHING_ILLEGAL = 0
    SOMETHING_ILLEGAL = 1
    SOMETHING_MALFORMED = 2


class PrintedAnswer(NamedTuple):
    """The printed answer to one document, and its exit code."""

    exit_code: ExitCode
    text: str


JudgeDocument = Callable[[Document], PrintedAnswer]
DescribeError = Callable[[dict[str, Json]], str]


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


def adjudicate_files(files: list[str], judge: RecordJudge, *, jobs: int = 1) -> ExitCode:
    """Judge every session record in the files, in this process or in several."""
    inputs = _inputs(files, judge.describe_error)
    answer = partial(_answer, judge=judge.judge, describe_error=judge.describe_error)
    if jobs == 1:
        return _print_all(map(answer, inputs))
    worst = [ExitCode.NOTHING_ILLEGAL]
    # imported late, with the standard library's processes: they take longer to load than a play to judge
    parallel = import_module("referee.parallel")
    parallel.consume_in_order(
        inputs, answer, lambda one: worst.append(_print_all([one])), processes=jobs
    )
    return max(worst)


def ask_file(file: str) -> ExitCode:
    """Judge every disputed play in a file."""

    def judge(document: Document) -> PrintedAnswer:
        answer = ask(document.load())
        illegal = isinstance(answer.verdict, Illegal)
        exit_code = ExitCode.SOMETHING_ILLEGAL if illegal else ExitCode.NOTHING_ILLEGAL
        return PrintedAnswer(exit_code, as_json(answer.as_json()))

    return _print_all(_answers([file], judge, as_json))


def verify_files(files: list[str], *, as_text: bool, since: str = "") -> ExitCode:
    """Check every exported session, manifest and journal in the files.

    A journal must continue from the head ``since``.  Sessions and manifests of its club that come after it must agree with it.
    """
    journals: dict[str, ClubJournal] = {}

    def judge(document: Document) -> PrintedAnswer:
        value = document.load(BUNDLE_LIMITS)
        verification = verify(value)
        more = _journal_problems(value, journals, since=since)
        verification = replace(verification, problems=(*verification.problems, *more))
        exit_code = ExitCode.NOTHING_ILLEGAL if verification.ok else ExitCode.SOMETHING_ILLEGAL
        if as_text:
            return PrintedAnswer(exit_code, verification_report(verification, file=document.file))
        file_name = {"file": document.file} if len(files) > 1 else {}
        return PrintedAnswer(exit_code, as_json({**file_name, **verification.as_json()}))

    def describe_error(error: dict[str, Json]) -> str:
        return error_report(error["error"]) if as_text else as_json(error)

    exit_code = _print_all(_answers(files, judge, describe_error))
    if since and not journals:
        message = "--since needs the journal.json of the club's archive among the files, before the others."
        return _print_error({"error": {"code": "no-journal", "where": "", "message": message}})
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


def list_variants() -> ExitCode:
    """Print every variant with its house rules."""
    _print(_indented(variants()))
    return ExitCode.NOTHING_ILLEGAL


def print_rulebook(variant: str, house_rules: Mapping[str, Json]) -> ExitCode:
    """Print the rules of a variant under these house rules, in Markdown."""
    try:
        _print(rulebook(variant, house_rules).rstrip("\n"))
    except MalformedError as error:
        return _print_error(error_at(error, file=STDIN))
    return ExitCode.NOTHING_ILLEGAL


def print_schema(name: str | None) -> ExitCode:
    """Print the JSON Schema of a format; without a name, the formats that have one, a line each."""
    try:
        _print("\n".join(SCHEMAS) if name is None else _indented(schema(name)))
    except MalformedError as error:
        return _print_error(error_at(error, file=STDIN))
    return ExitCode.NOTHING_ILLEGAL


def convert_file(file: str, *, to: str) -> ExitCode:
    """Print a file's session records in another notation."""
    return _convert_each(file) if to == "ndjson" else _convert_one(file, to=to)


def as_json(answer: Json) -> str:
    """Return JSON on one line."""
    return json.dumps(answer, ensure_ascii=False)


def _answers(
    files: list[str], judge: JudgeDocument, describe_error: DescribeError
) -> Iterator[PrintedAnswer]:
    """Yield the answer to each document, in order; for a malformed one, what is wrong with it."""
    return (_answer(one, judge, describe_error) for one in _inputs(files, describe_error))


def _inputs(files: list[str], describe_error: DescribeError) -> Iterator[Document | PrintedAnswer]:
    """Yield every document; for a file that cannot be read, the answer."""
    for file in files:
        try:
            yield from documents(file)
        except MalformedError as error:
            yield PrintedAnswer(
                ExitCode.SOMETHING_MALFORMED, describe_error(error_at(error, file=file))
            )


def _answer(
    document: Document | PrintedAnswer, judge: JudgeDocument, describe_error: DescribeError
) -> PrintedAnswer:
    if isinstance(document, PrintedAnswer):
        return document
    try:
        return judge(document)
    except (MalformedError, RecursionError) as error:
        return PrintedAnswer(
            ExitCode.SOMETHING_MALFORMED, describe_error(document.error_json(error))
        )


def _print_all(answers: Iterable[PrintedAnswer]) -> ExitCode:
    worst = ExitCode.NOTHING_ILLEGAL
    for answer in answers:
        _print(answer.text)
        worst = max(worst, answer.exit_code)
    return worst


def _print(text: str) -> None:
    """Print one answer and flush it: a program may wait for it before asking again."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _print_error(error: dict[str, Json]) -> ExitCode:
    """Print an error to standard error, because standard output holds a document."""
    sys.stderr.write(as_json(error) + "\n")
    return ExitCode.SOMETHING_MALFORMED


def _convert_each(file: str) -> ExitCode:
    worst = ExitCode.NOTHING_ILLEGAL
    try:
        for document in documents(file):
            try:
                _print(notation.write_record(document.record(), "json"))
            except (MalformedError, RecursionError) as error:
                worst = _print_error(document.error_json(error))
    except MalformedError as error:
        return _print_error(error_at(error, file=file))
    return worst


def _convert_one(file: str, *, to: str) -> ExitCode:
    try:
        document = _only_document(file, to=to)
    except MalformedError as error:
        return _print_error(error_at(error, file=file))
    try:
        _print(_in_notation(document.record(), to=to).rstrip("\n"))
    except (MalformedError, RecursionError) as error:
        return _print_error(document.error_json(error))
    return ExitCode.NOTHING_ILLEGAL


def _only_document(file: str, *, to: str) -> Document:
    """Return the file's only record.  Raises MalformedError ``unreadable`` for none or several."""
    every_document = documents(file)
    first = next(every_document, None)
    if first is None:
        raise MalformedError("unreadable", "", "There is no session record here.")
    if next(every_document, None) is not None:
        message = f"There are several session records here, and {to} holds one: convert to ndjson."
        raise MalformedError("unreadable", "", message)
    return first


def _in_notation(record: SessionRecord, *, to: str) -> str:
    """Return a record as TOML, or as indented JSON."""
    if to == "toml":
        return notation.write_record(record, "toml")
    return _indented(json.loads(notation.write_record(record, "json")))


def _indented(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
