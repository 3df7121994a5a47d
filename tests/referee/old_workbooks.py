"""Old workbooks (xls) of sheets with a few numbers, and with whatever a damaged or hostile file may say of itself."""

import struct
from collections.abc import Sequence

SECTOR, MINI_SECTOR = 512, 64
NONE, END, TABLE, LIST = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD, 0xFFFFFFFC


def sheet(cells, *, rows=(0, 2), columns=(0, 2)):
    """Return the records of a sheet: its area, as it says, and numbers by row and column."""
    area = _record(0x0200, struct.pack("<IIHHH", *rows, *columns, 0))
    numbers = (_record(0x0203, struct.pack("<HHHd", row, column, 0, 1.0)) for row, column in cells)
    return _begin(0x0010) + area + b"".join(numbers) + _record(0x000A)


def workbook(*sheets, is_mini=False, size=4096):
    """Return a file of these sheets; one twice is written once.  A mini stream is what short ones are stored as, ``size`` that of others."""
    distinct = [*dict.fromkeys(sheets)]
    names = [f"S{number}".encode() for number in range(len(sheets))]
    begins = len(_begin(5)) + sum(12 + len(name) for name in names) + 4
    offsets = {one: begins + len(b"".join(distinct[:at])) for at, one in enumerate(distinct)}
    bound = (
        _record(0x0085, struct.pack("<IBBBB", offsets[one], 0, 0, len(name), 0) + name)
        for one, name in zip(sheets, names, strict=True)
    )
    stream = _begin(5) + b"".join(bound) + _record(0x000A) + b"".join(distinct)
    return _file(stream if is_mini else stream.ljust(size, b"\0"), is_mini=is_mini)


def _begin(kind):
    return _record(0x0809, struct.pack("<HHHHII", 0x0600, kind, 0, 0, 0, 0))


def _record(kind, data=b""):
    return struct.pack("<HH", kind, len(data)) + data


def _file(stream, *, is_mini):
    """Return a compound file: a header, the table of sectors, the directory, the table of mini sectors, the stream."""
    pages = -(-len(stream) // SECTOR)
    mini_pages = -(-len(stream) // MINI_SECTOR)
    tables = -(-(pages * 129 // 128 + 8) // (SECTOR // 4))
    more = max(
        0, -(-(tables - 109) // 127)
    )  # sectors that list those of the table beyond the header's
    begins = tables + 2
    table = [*[TABLE] * tables, END, END, *_chain(begins, pages), *[LIST] * more]
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(24, b"\0")
    header += struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    header += struct.pack("<9I", 0, tables, tables, 0, 4096, tables + 1, 1, begins + pages, more)
    header += _numbers(range(tables)[:109], 109)
    listed = (
        _numbers([*range(tables)[at : at + 127]], 127) + struct.pack("<I", END)
        for at in range(109, tables, 127)
    )
    directory = _entry("Root Entry", 5, begins if is_mini else END, len(stream))
    directory += _entry("Workbook", 2, 0 if is_mini else begins, len(stream))
    minis = _numbers(_chain(0, mini_pages), SECTOR // 4 * max(1, -(-mini_pages * 4 // SECTOR)))
    parts = (
        header,
        _numbers(table, tables * SECTOR // 4),
        directory.ljust(SECTOR, b"\0"),
        minis[:SECTOR],
        stream.ljust(pages * SECTOR, b"\0"),
        *listed,
    )
    return b"".join(parts)


def _chain(begins: int, count: int) -> list[int]:
    return [*range(begins + 1, begins + count), END]


def _numbers(numbers: Sequence[int], count: int) -> bytes:
    return struct.pack(f"<{count}I", *numbers, *[NONE] * (count - len(numbers)))


def _entry(name, kind, start, length):
    text = name.encode("utf-16-le") + b"\0\0"
    links = struct.pack("<HBBIII", len(text), kind, 1, NONE, NONE, 1 if kind == 5 else NONE)
    return text.ljust(64, b"\0") + links + bytes(36) + struct.pack("<IQ", start, length)
