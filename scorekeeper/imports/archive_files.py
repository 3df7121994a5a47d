"""Reading the files of a club archive (zip), which may be damaged or made to harm: sizes are bounded."""

import json
import os
import stat
from collections import Counter
from collections.abc import Set
from typing import IO, Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models

from scorekeeper.exports.club_archive import JOURNAL_NAME, MANIFEST_NAME, bundle_name

ENCRYPTED = 0x1  # a bit of the flags of a zip entry


class ArchiveError(ValueError):
    """The archive cannot be imported; nothing of it was saved."""


def check_entries(archive: ZipFile, file: IO[bytes]) -> None:
    """Raise ArchiveError unless the entries are those of a club archive.  Reads the archive's directory only."""
    entries = archive.infolist()
    for entry in entries:
        if problem := _problem(entry):
            raise ArchiveError(f"{entry.filename!r:.200} in the archive {problem}")
    name, count = (
        Counter(entry.filename for entry in entries).most_common(1)[0] if entries else ("", 0)
    )
    if count > 1:
        raise ArchiveError(f"{name} is in the archive {count} times.")
    if sum(entry.compress_size for entry in entries) > file.seek(0, os.SEEK_END):
        raise ArchiveError("The files in the archive overlap.")


def read_json(archive: ZipFile, name: str) -> dict[str, Any]:
    """Return the JSON object in a file of the archive.  Raises ArchiveError."""
    try:
        content = json.loads(archive.read(name))
    except (ValueError, RecursionError) as error:
        raise ArchiveError(f"{name} is no JSON: {error}") from error
    if not isinstance(content, dict):
        raise ArchiveError(f"{name} holds no object.")
    return content


def _problem(entry: ZipInfo) -> str:
    """Return what is wrong with an entry; empty if nothing is."""
    if entry.filename not in {MANIFEST_NAME, JOURNAL_NAME} and not _is_bundle(entry.filename):
        return f"is not expected: a club archive holds {MANIFEST_NAME}, {JOURNAL_NAME} and sessions/….json."
    if stat.S_ISLNK(entry.external_attr >> 16):
        return "is a symbolic link."
    if entry.flag_bits & ENCRYPTED:
        return "is encrypted."
    if entry.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
        return "is compressed in a way other than deflate."
    if entry.filename == JOURNAL_NAME:
        return ""  # imports do not read it
    if entry.file_size > settings.IMPORT_ARCHIVED:
        return (
            f"holds {entry.file_size:,} bytes, and {settings.IMPORT_ARCHIVED:,} are accepted.  "
            "To import a session as large as that, set IMPORT_ARCHIVED."
        )
    return ""


def _is_bundle(name: str) -> bool:
    try:
        return name == bundle_name(UUID(name.removeprefix("sessions/").removesuffix(".json")))
    except ValueError:
        return False


def check_bounds(row: models.Model, columns: Set[str]) -> None:
    """Raise ArchiveError for a day or a name that is not accepted here; the installation that made the archive can correct it."""
    others = {field.name for field in row._meta.fields} - columns
    try:
        row.clean_fields(exclude=others)
    except ValidationError as error:
        texts = (f"{key}: {' '.join(messages)}" for key, messages in error.message_dict.items())
        message = f"{row._meta.verbose_name} {row.pk}: {'; '.join(texts)}"
        raise ArchiveError(
            f"{message}  Correct it where the club is, and export it again."
        ) from error
