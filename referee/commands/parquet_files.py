"""``adjudicate --format parquet``: judge files and folders of session records, and write their hands and events as Parquet."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pyarrow
import pyarrow.compute
import pyarrow.parquet

from referee.commands.answers import ExitCode, as_json, print_text
from referee.input_files import STDIN, documents
from referee.parallel import consume_in_order
from referee.parquet import (
    EVENTS,
    HANDS,
    RECORD,
    JudgedTables,
    Row,
    as_row,
    check_columns,
    judge_rows,
)
from referee.record import MalformedError

SOURCE = pyarrow.schema({"source_file": pyarrow.string(), "source_row": pyarrow.int64()})
"""The columns that say from where a record is: the row of a Parquet file, the line of another file."""

TOGETHER = 64
"""How many records are read, judged and sent to a process at once."""

ROW_GROUP, ROW_GROUP_BYTES = 50_000, 32_000_000
"""A row group is written once it has so many rows, or takes so much memory."""

SUFFIXES = frozenset({".parquet", ".ndjson", ".json", ".toml"})
"""The files of a folder that are read."""


class Batch(NamedTuple):
    """Some records of one file, and the columns to pass through."""

    rows: list[Row]
    passed: pyarrow.Table


class TableFile:
    """A Parquet file that is written in row groups of bounded size."""

    def __init__(self, path: Path, schema: pyarrow.Schema) -> None:
        self._writer = pyarrow.parquet.ParquetWriter(path, schema, compression="zstd")
        self._waiting: list[pyarrow.Table] = []
        self._rows = self._bytes = 0

    def write(self, table: pyarrow.Table) -> None:
        """Add rows, which are written once they are enough for a row group."""
        self._waiting.append(table)
        self._rows += table.num_rows
        self._bytes += table.nbytes
        if self._rows >= ROW_GROUP or self._bytes >= ROW_GROUP_BYTES:
            self._flush()

    def close(self) -> None:
        """Write the last rows and the end of the file."""
        if self._rows:
            self._flush()
        self._writer.close()

    def _flush(self) -> None:
        self._writer.write_table(pyarrow.concat_tables(self._waiting), row_group_size=ROW_GROUP)
        self._waiting, self._rows, self._bytes = [], 0, 0


class JudgedCounts:
    """What was judged, added up; printed at the end."""

    def __init__(self) -> None:
        self.by_name = dict.fromkeys(("records", "malformed", "hands", "events", "illegal"), 0)

    def add(self, tables: JudgedTables) -> None:
        """Count the records, hands and events of two tables."""
        self.by_name["records"] += tables.records
        self.by_name["malformed"] += tables.malformed
        self.by_name["hands"] += tables.hands.num_rows - tables.malformed
        self.by_name["events"] += tables.events.num_rows
        self.by_name["illegal"] += pyarrow.compute.sum(tables.hands["illegal"]).as_py() or 0

    @property
    def exit_code(self) -> ExitCode:
        """The exit code of ``adjudicate``."""
        if self.by_name["malformed"]:
            return ExitCode.SOMETHING_MALFORMED
        return ExitCode.SOMETHING_ILLEGAL if self.by_name["illegal"] else ExitCode.NOTHING_ILLEGAL


def run(options: argparse.Namespace) -> ExitCode:
    """Judge every record and write ``hands.parquet`` and ``events.parquet`` into a folder; print what was judged."""
    files = [file for name in options.files for file in _files(name)]
    columns = _passed_columns(files)
    counts = JudgedCounts()
    with (
        _table_file(Path(options.out, "hands.parquet"), [*columns, *HANDS]) as hands,
        _table_file(Path(options.out, "events.parquet"), [*columns, *EVENTS]) as events,
    ):

        def store(tables: JudgedTables) -> None:
            hands.write(tables.hands)
            events.write(tables.events)
            counts.add(tables)

        _judge_all(_batches(files, columns), store, jobs=options.jobs)
    print_text(as_json(counts.by_name))
    return counts.exit_code


def _judge_all(
    batches: Iterable[Batch], store: Callable[[JudgedTables], None], *, jobs: int
) -> None:
    if jobs == 1:
        for batch in batches:
            store(_judge(batch))
    else:
        consume_in_order(batches, _judge, store, processes=jobs, together=1)


def _judge(batch: Batch) -> JudgedTables:
    return judge_rows(batch.rows, batch.passed)


@contextmanager
def _table_file(path: Path, fields: list[pyarrow.Field]) -> Iterator[TableFile]:
    """Open a file that appears under its name once it is complete; after an error, whatever had that name stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".unfinished")
    file = TableFile(unfinished, pyarrow.schema(fields))
    try:
        yield file
        file.close()
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _files(name: str) -> list[str]:
    """Return a file, or the files of a folder and its folders in the order of their names.

    As in Spark and Dask, what begins with a dot or an underscore is no data.
    """
    folder = Path(name)
    if name == STDIN or not folder.is_dir():
        return [name]
    inside = (path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
    parts = (path.relative_to(folder).parts for path in inside)
    listed = sorted(each for each in parts if not any(part[0] in "._" for part in each))
    return [str(folder.joinpath(*each)) for each in listed] or [name]


def _passed_columns(files: list[str]) -> pyarrow.Schema:
    """Return the columns before those of the answer: where a record is from, and the other columns of the first Parquet file."""
    for file in files:
        if _is_parquet(file):
            try:
                return pyarrow.schema([*SOURCE, *_other_columns(pyarrow.parquet.read_schema(file))])
            except (OSError, pyarrow.ArrowException, MalformedError):
                continue  # reported when its records are read
    return SOURCE


def _is_parquet(file: str) -> bool:
    return Path(file).suffix.lower() == ".parquet"


def _other_columns(schema: pyarrow.Schema) -> list[pyarrow.Field]:
    """Return the columns of a Parquet file to pass through.  Raises MalformedError."""
    names = check_columns(schema, SOURCE.names)
    return [pyarrow.field(name, schema.field(name).type) for name in names]


def _batches(files: list[str], columns: pyarrow.Schema) -> Iterator[Batch]:
    """Yield all records, some at a time; for a file that cannot be read, its error."""
    for file in files:
        try:
            if _is_parquet(file):
                yield from _parquet_batches(file, columns)
            else:
                yield from _document_batches(file, columns)
        except MalformedError as error:
            yield Batch([error], _sources(file, [None], columns))


def _parquet_batches(file: str, columns: pyarrow.Schema) -> Iterator[Batch]:
    """Yield the records of a Parquet file.  Raises MalformedError where it cannot be read or has other columns."""
    number = 1
    try:
        with pyarrow.parquet.ParquetFile(file, buffer_size=1 << 20, pre_buffer=False) as reader:
            others = pyarrow.schema(_other_columns(reader.schema_arrow))
            if (expected := pyarrow.schema(list(columns)[len(SOURCE) :])) != others:
                message = f"The other columns here are {_listed(others)}; those of the first Parquet file are {_listed(expected)}: all files must have the same."
                raise MalformedError("unreadable", "", message)
            for batch in reader.iter_batches(TOGETHER, use_threads=False):
                numbers = list(range(number, number := number + batch.num_rows))
                passed = (
                    _sources(file, numbers, SOURCE).columns + batch.select(others.names).columns
                )
                rows = [as_row(content) for content in batch[RECORD].to_pylist()]
                yield Batch(rows, pyarrow.Table.from_arrays(passed, schema=columns))
    except (OSError, pyarrow.ArrowException) as error:
        reason = str(error).partition("\n")[0]
        message = f"This Parquet file cannot be read from record {number:,} on: {reason}"
        raise MalformedError("unreadable", "", message) from error


def _listed(schema: pyarrow.Schema) -> str:
    return ", ".join(f"{field.name} ({field.type})" for field in schema) or "none"


def _document_batches(file: str, columns: pyarrow.Schema) -> Iterator[Batch]:
    rows = _documents(file)
    while group := list(islice(rows, TOGETHER)):
        lines = [None if isinstance(row, MalformedError) else row.line for row in group]
        yield Batch(group, _sources(file, lines, columns))


def _documents(file: str) -> Iterator[Row]:
    """Yield the records of a file; where it cannot be read any further, the error."""
    try:
        yield from documents(file)
    except MalformedError as error:
        yield error


def _sources(file: str, rows: Sequence[int | None], columns: pyarrow.Schema) -> pyarrow.Table:
    """Return where records are from, and null in the columns that only Parquet files have."""
    known = [
        pyarrow.array([file] * len(rows), pyarrow.string()),
        pyarrow.array(rows, pyarrow.int64()),
    ]
    unknown = [pyarrow.nulls(len(rows), field.type) for field in list(columns)[len(known) :]]
    return pyarrow.Table.from_arrays(known + unknown, schema=columns)
