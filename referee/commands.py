"""What each command does: answers on standard output, in order, and an exit code."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum
from typing import NamedTuple

from referee import notation
from referee.adjudication import adjudicate
from referee.input_files import STDIN, Document, documents, placed
from referee.questions import ask
from referee.record import Json, MalformedError, SessionRecord
from referee.report import complaint, report
from referee.report.checked import checked
from referee.rulebook import rulebook
from referee.variants import variants
from referee.verdicts import Illegal
from referee.verification import verify
from referee.witnesses import add_witnesses


class Outcome(IntEnum):
    """Exit codes.  The highest that applies to any input wins."""

    NOTHING_ILLEGAL = 0
    SOMETHING_ILLEGAL = 1
    SOMETHING_MALFORMED = 2


class Answer(NamedTuple):
    """What is said about one document."""

    outcome: Outcome
    text: str


Judge = Callable[[Document], Answer]
Complain = Callable[[dict[str, Json]], str]


def adjudicate_files(
    files: list[str], *, as_text: bool, color: bool, with_witnesses: bool = False
) -> Outcome:
    """Judge every session record in the files."""

    def judge(document: Document) -> Answer:
        answer = adjudicate(document.record())
        outcome = Outcome.SOMETHING_ILLEGAL if answer.has_illegal else Outcome.NOTHING_ILLEGAL
        if not with_witnesses:
            text = report(answer, color=color) if as_text else as_json(answer.as_json())
            return Answer(outcome, text)
        shown = add_witnesses(answer)
        if as_text:
            return Answer(outcome, report(answer, color=color, witnesses=shown.sentences()))
        return Answer(outcome, as_json(shown.as_json()))

    def complain(wrong: dict[str, Json]) -> str:
        return complaint(wrong["error"], color=color) if as_text else as_json(wrong)

    return _say_all(_answers(files, judge, complain))


def ask_file(file: str) -> Outcome:
    """Judge every disputed play in a file."""

    def judge(document: Document) -> Answer:
        answer = ask(document.load())
        illegal = isinstance(answer.verdict, Illegal)
        outcome = Outcome.SOMETHING_ILLEGAL if illegal else Outcome.NOTHING_ILLEGAL
        return Answer(outcome, as_json(answer.as_json()))

    return _say_all(_answers([file], judge, as_json))


def verify_files(files: list[str], *, as_text: bool) -> Outcome:
    """Check every exported session with its history in the files."""

    def judge(document: Document) -> Answer:
        found = verify(document.load())
        outcome = Outcome.NOTHING_ILLEGAL if found.ok else Outcome.SOMETHING_ILLEGAL
        if as_text:
            return Answer(outcome, checked(found, file=document.file))
        named = {"file": document.file} if len(files) > 1 else {}
        return Answer(outcome, as_json({**named, **found.as_json()}))

    def complain(wrong: dict[str, Json]) -> str:
        return complaint(wrong["error"]) if as_text else as_json(wrong)

    return _say_all(_answers(files, judge, complain))


def list_variants() -> Outcome:
    """Every variant with its house rules."""
    _say(json.dumps(variants(), ensure_ascii=False, indent=2))
    return Outcome.NOTHING_ILLEGAL


def print_rulebook(variant: str, house_rules: Mapping[str, Json]) -> Outcome:
    """The rules of a variant under these house rules, in Markdown."""
    try:
        _say(rulebook(variant, house_rules).rstrip("\n"))
    except MalformedError as error:
        return _refuse(placed(error, file=STDIN))
    return Outcome.NOTHING_ILLEGAL


def convert_file(file: str, *, to: str) -> Outcome:
    """A file's session records in another notation."""
    return _convert_each(file) if to == "ndjson" else _convert_one(file, to=to)


def as_json(answer: Json) -> str:
    """JSON on one line."""
    return json.dumps(answer, ensure_ascii=False)


def _answers(files: list[str], judge: Judge, complain: Complain) -> Iterator[Answer]:
    """What is said of each document, in order; of a malformed one, what is wrong with it."""
    for file in files:
        try:
            for document in documents(file):
                try:
                    yield judge(document)
                except (MalformedError, RecursionError) as error:
                    wrong = document.misread(error)
                    yield Answer(Outcome.SOMETHING_MALFORMED, complain(wrong))
        except MalformedError as error:
            yield Answer(Outcome.SOMETHING_MALFORMED, complain(placed(error, file=file)))


def _say_all(answers: Iterator[Answer]) -> Outcome:
    worst = Outcome.NOTHING_ILLEGAL
    for answer in answers:
        _say(answer.text)
        worst = max(worst, answer.outcome)
    return worst


def _say(text: str) -> None:
    """One answer, at once: whoever asked may be waiting for it before asking again."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _refuse(wrong: dict[str, Json]) -> Outcome:
    """An error beside the output, which is a document of its own."""
    sys.stderr.write(as_json(wrong) + "\n")
    return Outcome.SOMETHING_MALFORMED


def _convert_each(file: str) -> Outcome:
    worst = Outcome.NOTHING_ILLEGAL
    try:
        for document in documents(file):
            try:
                _say(notation.write_record(document.record(), "json"))
            except (MalformedError, RecursionError) as error:
                worst = _refuse(document.misread(error))
    except MalformedError as error:
        return _refuse(placed(error, file=file))
    return worst


def _convert_one(file: str, *, to: str) -> Outcome:
    try:
        document = _only(file, to=to)
    except MalformedError as error:
        return _refuse(placed(error, file=file))
    try:
        _say(_written(document.record(), to=to).rstrip("\n"))
    except (MalformedError, RecursionError) as error:
        return _refuse(document.misread(error))
    return Outcome.NOTHING_ILLEGAL


def _only(file: str, *, to: str) -> Document:
    """The one record of a file.  Raises MalformedError ``unreadable`` for none or several."""
    found = documents(file)
    first = next(found, None)
    if first is None:
        raise MalformedError("unreadable", "", "There is no session record here.")
    if next(found, None) is not None:
        message = f"There are several session records here, and {to} holds one: convert to ndjson."
        raise MalformedError("unreadable", "", message)
    return first


def _written(record: SessionRecord, *, to: str) -> str:
    """A record as TOML, or as JSON that a person can read too."""
    if to == "toml":
        return notation.write_record(record, "toml")
    return json.dumps(
        json.loads(notation.write_record(record, "json")), ensure_ascii=False, indent=2
    )
