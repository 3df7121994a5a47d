"""``convert``: write session records in another notation."""

import argparse
import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from referee import notation
from referee.commands.answers import ExitCode, indented, print_error, print_text
from referee.input_files import Document, documents, error_at
from referee.record import MalformedError, SessionRecord

SHEETS = frozenset({".txt", ".csv", ".tsv", ".xlsx", ".xls", ".ods"})
"""Suffixes of sheets that people write: in any encoding, and some of them can mean two things."""


def run(options: argparse.Namespace) -> ExitCode:
    """Print a file's session records in another notation."""
    each = options.to == "ndjson"
    worst, only = ExitCode.NOTHING_ILLEGAL, ""
    try:
        for document in _documents(options):
            try:
                text = _in_notation(document.record(), to=options.to)
            except (MalformedError, RecursionError) as error:
                worst = print_error(document.error_json(error))
                continue
            if each:
                print_text(text)
            elif only:
                message = f"There are several session records here, and {options.to} holds one: convert to ndjson."
                raise MalformedError("unreadable", "", message)
            only = text
        if not only and not each and not worst:
            raise MalformedError("unreadable", "", "There is no session record here.")
    except MalformedError as error:
        return print_error(error_at(error, file=options.file))
    if not each and not worst:
        print_text(only)
    return worst


def _documents(options: argparse.Namespace) -> Iterator[Document]:
    """Yield a file's records; an answer that is asked for is an error.  Raises MalformedError."""
    if Path(options.file).suffix.lower() not in SHEETS:
        return documents(options.file)
    # imported late: few files are sheets, and to read them takes the judging of whole sessions
    sheets: Iterator[Document] = import_module("referee.commands.sheets").documents(options)
    return sheets


def _in_notation(record: SessionRecord, *, to: str) -> str:
    """Return a record as TOML, as indented JSON, or as a line of NDJSON."""
    if to == "toml":
        return notation.write_record(record, "toml").rstrip("\n")
    text = notation.write_record(record, "json")
    return text if to == "ndjson" else indented(json.loads(text))
