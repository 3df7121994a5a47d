"""What the commands share: each document is answered, malformed or not, and the answers are printed in order."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from typing import NamedTuple

from referee.input_files import Document, documents, error_at
from referee.record import Json, MalformedError


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


def as_json(answer: Json) -> str:
    """Return JSON on one line."""
    return json.dumps(answer, ensure_ascii=False)


def answers(
    files: list[str], judge: JudgeDocument, describe_error: DescribeError
) -> Iterator[PrintedAnswer]:
    """Yield the answer to each document, in order; for a malformed one, what is wrong with it."""
    return (answer(one, judge, describe_error) for one in inputs(files, describe_error))


def inputs(files: list[str], describe_error: DescribeError) -> Iterator[Document | PrintedAnswer]:
    """Yield every document; for a file that cannot be read, the answer."""
    for file in files:
        try:
            yield from documents(file)
        except MalformedError as error:
            yield PrintedAnswer(
                ExitCode.SOMETHING_MALFORMED, describe_error(error_at(error, file=file))
            )


def answer(
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


def print_all(answers: Iterable[PrintedAnswer]) -> ExitCode:
    worst = ExitCode.NOTHING_ILLEGAL
    for answer in answers:
        print_text(answer.text)
        worst = max(worst, answer.exit_code)
    return worst


def print_text(text: str) -> None:
    """Print one answer and flush it: a program may wait for it before asking again."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def print_error(error: dict[str, Json]) -> ExitCode:
    """Print an error to standard error, because standard output holds a document."""
    sys.stderr.write(as_json(error) + "\n")
    return ExitCode.SOMETHING_MALFORMED


def indented(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
