"""How far the sheets of an old workbook (xls) reach, by its records alone.

The library that reads such a file takes memory for every cell up to the last one of every sheet, and for as many as the sheet says
that it has; where there is none left, the whole process ends.  An xls file is a compound file:
sectors in chains, which make up streams, of which one is the workbook, a sequence of records ([MS-CFB], [MS-XLS]).
"""

import struct
from collections.abc import Iterator, Sequence

import referee

MOST_RECORDS = 1_000_000  # of all sheets, a cell or a row of cells each
_LAST = 0xFFFFFFFA  # sectors from this number on are none
_MINI_SECTOR, _DIRECTORY_ENTRY = 64, 128
_FILE_PASS, _BOUND_SHEET, _END = 0x002F, 0x0085, 0x000A
_BEGINS = frozenset({0x0009, 0x0209, 0x0409, 0x0809})  # of a sheet, or of a chart inside it
_DIMENSIONS, _MANY_NUMBERS = 0x0200, 0x00BD
_CELLS = frozenset({0x0006, 0x00BD, 0x00D6, 0x00FD, 0x0203, 0x0204, 0x0205, 0x027E})
"""Records that begin with a row and a column, from 0; those of many numbers end with their last column."""


def areas(content: bytes) -> Iterator[tuple[int, int]]:
    """Yield how many rows and columns each sheet has, or says that it has; nothing for a workbook with a password.

    Raises ValueError, IndexError or struct.error for what is no such workbook, and MalformedError ``too-large``.
    """
    stream = _workbook(content)
    sheets = list[int]()
    for kind, data in _records(stream, 0):
        if kind == _FILE_PASS:
            return
        if kind == _BOUND_SHEET:
            sheets.append(struct.unpack_from("<I", data)[0])
    records = 0  # sheets may share them
    for begins in sheets:
        rows = columns = 0
        for kind, data in _records(stream, begins):
            records += 1
            if records > MOST_RECORDS:
                message = (
                    f"The workbook has more than {MOST_RECORDS:,} records; save its sheet as CSV."
                )
                raise referee.MalformedError("too-large", "", message)
            last_row, last_column = _reach(kind, data)
            rows, columns = max(rows, last_row), max(columns, last_column)
        yield rows, columns


def _reach(kind: int, data: bytes) -> tuple[int, int]:
    """Return up to which row and column a record says that its sheet reaches, counted from 1; 0 where it says nothing."""
    if kind == _DIMENSIONS:
        numbers = struct.unpack("<IIHHxx" if len(data) == 14 else "<HHHHxx", data)
        first_row, last_row, first_column, last_column = numbers
        if first_row > last_row or first_column > last_column:
            raise ValueError("no area")
        return last_row, last_column
    if kind not in _CELLS:
        return 0, 0
    row, column = struct.unpack_from("<HH", data)
    if kind == _MANY_NUMBERS:
        column = struct.unpack("<H", data[-2:])[0]
    return row + 1, column + 1


def _records(stream: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """Yield the kind and the data of each record up to the end of a sheet, with those of charts inside it."""
    depth = 0
    while at + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, at)
        depth += (kind in _BEGINS) - (kind == _END)
        if kind == _END and depth <= 0:
            return
        yield kind, stream[at + 4 : at + 4 + length]
        at += 4 + length


def _workbook(content: bytes) -> bytes:
    """Return the stream of a compound file that is the workbook.  Raises ValueError where none is."""
    size = 1 << struct.unpack_from("<H", content, 30)[0]
    directory, _, cutoff, mini_table = struct.unpack_from("<IIII", content, 48)
    sectors = memoryview(content)[size:]
    table = _numbers(_table(content, sectors, size))
    entries = _chain(sectors, table, directory, size)
    streams: dict[str, tuple[int, int]] = {}
    for at in range(0, len(entries), _DIRECTORY_ENTRY):
        name = entries[at : at + 64].decode("utf-16-le", "replace").partition("\0")[0]
        streams.setdefault(name, struct.unpack_from("<II", entries, at + 116))
    start, length = streams.get("Workbook") or streams.get("Book") or (_LAST, 0)
    if length < cutoff:
        root = struct.unpack_from("<I", entries, 116)[0]
        minis = _numbers(_chain(sectors, table, mini_table, size))
        sectors = memoryview(_chain(sectors, table, root, size))
        table, size = minis, _MINI_SECTOR
    stream = _chain(sectors, table, start, size)[:length]
    if not stream:
        raise ValueError("no workbook")
    return stream


def _table(content: bytes, sectors: memoryview, size: int) -> bytes:
    """Return the table that names the next sector of each; its own sectors are listed in the header, and in a chain of their own."""
    listed = [*struct.unpack_from("<109I", content, 76)]
    more, count = struct.unpack_from("<II", content, 68)
    for _ in range(min(count, len(sectors) // size)):
        if more >= _LAST:
            break
        *numbers, more = _numbers(sectors[more * size : (more + 1) * size])
        listed += numbers
    return b"".join(sectors[one * size : (one + 1) * size] for one in listed if one < _LAST)


def _chain(sectors: memoryview, table: Sequence[int], start: int, size: int) -> bytes:
    """Return the sectors of a chain.  Raises ValueError where it has no end."""
    chain = list[memoryview]()
    while start < _LAST:
        if len(chain) > len(table):
            raise ValueError("endless")
        chain.append(sectors[start * size : (start + 1) * size])
        start = table[start]
    return b"".join(chain)


def _numbers(content: bytes | memoryview) -> Sequence[int]:
    return struct.unpack(f"<{len(content) // 4}I", content[: len(content) // 4 * 4])
