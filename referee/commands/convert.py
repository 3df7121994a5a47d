"""``convert``: write session records in another notation."""

import argparse
import json

from referee import notation
from referee.commands.answers import ExitCode, indented, print_error, print_text
from referee.input_files import Document, documents, error_at
from referee.record import MalformedError, SessionRecord


def run(options: argparse.Namespace) -> ExitCode:
    """Print a file's session records in another notation."""
    each = options.to == "ndjson"
    return _convert_each(options.file) if each else _convert_one(options.file, to=options.to)


def _convert_each(file: str) -> ExitCode:
    worst = ExitCode.NOTHING_ILLEGAL
    try:
        for document in documents(file):
            try:
                print_text(notation.write_record(document.record(), "json"))
            except (MalformedError, RecursionError) as error:
                worst = print_error(document.error_json(error))
    except MalformedError as error:
        return print_error(error_at(error, file=file))
    return worst


def _convert_one(file: str, *, to: str) -> ExitCode:
    try:
        document = _only_document(file, to=to)
    except MalformedError as error:
        return print_error(error_at(error, file=file))
    try:
        print_text(_in_notation(document.record(), to=to).rstrip("\n"))
    except (MalformedError, RecursionError) as error:
        return print_error(document.error_json(error))
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
    return indented(json.loads(notation.write_record(record, "json")))
