"""A club archive that is damaged, or made to harm, is refused with a reason, and nothing is saved."""

import json
import re
import stat
import struct
import warnings
from io import BytesIO
from uuid import NAMESPACE_URL, uuid4, uuid5
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from scorekeeper.clubs import player_merges
from scorekeeper.exports import club_archive
from scorekeeper.hands import recording as hand_recording
from scorekeeper.imports import club_archive as import_club_archive
from scorekeeper.imports.archive_files import ArchiveError
from scorekeeper.models import Club, Player, Session
from tests.scorekeeper.sample_hands import CLEAN

MANIFEST = "manifest.json"


@pytest.fixture
def files(session, people):
    """The files of an archive of a club with one session."""
    hand_recording.record_hand(session, CLEAN, by=people.carol)
    archive = b"".join(club_archive.build_archive(session.club, by=None))
    with ZipFile(BytesIO(archive)) as file:
        return [(name, file.read(name)) for name in file.namelist()]


def zipped(files, *, compression=ZIP_DEFLATED):
    archive = BytesIO()
    with warnings.catch_warnings(), ZipFile(archive, "w", compression) as file:
        warnings.simplefilter("ignore")  # of a name that is there twice
        for name, content in files:
            file.writestr(name, content)
    return archive.getvalue()


def refusal(archive, by):
    """Return why an archive is refused; it must leave everything as it was."""
    before = Club.objects.count(), Session.objects.count()
    with pytest.raises(ArchiveError) as refused:
        import_club_archive.restore(BytesIO(archive), owner=by)
    assert (Club.objects.count(), Session.objects.count()) == before
    return str(refused.value)


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "/etc/passwd",
        "sessions/../manifest.json",
        "sessions/",
        "sessions/x.json",
        "..\\manifest.json",
        "notes.txt",
    ],
)
def test_an_unexpected_name_is_refused(files, people, name):
    reason = refusal(zipped([*files, (name, b"{}")]), people.alice)
    assert repr(name) in reason
    assert "is not expected" in reason


def test_thousands_of_unexpected_entries_are_refused_at_the_first(files, people):
    many = [(f"notes/{number}", b"") for number in range(20_000)]
    assert "'notes/0' in the archive is not expected" in refusal(
        zipped([*files, *many]), people.alice
    )


def test_sessions_that_the_manifest_does_not_name_are_refused(files, people):
    name = club_archive.bundle_name(uuid4())
    assert name in refusal(zipped([*files, (name, b"{}")]), people.alice)


def test_a_session_that_is_missing_is_named(files, people):
    missing = next(name for name, _ in files if name != MANIFEST)
    assert missing in refusal(zipped([file for file in files if file[0] != missing]), people.alice)


def test_a_name_that_is_there_twice_is_refused(files, people):
    assert (
        refusal(zipped([*files, files[0]]), people.alice)
        == f"{files[0][0]} is in the archive 2 times."
    )


def test_a_file_larger_than_the_bound_is_refused_before_it_is_unpacked(files, people, settings):
    settings.IMPORT_ARCHIVED = 100_000
    bomb = zipped([file for file in files if file[0] != MANIFEST] + [(MANIFEST, b" " * 10_000_000)])
    assert len(bomb) < 20_000
    assert "holds 10,000,000 bytes, and 100,000 are accepted" in refusal(bomb, people.alice)


def test_a_file_that_is_longer_than_it_claims_is_refused(files, people):
    archive = zipped(
        [file for file in files if file[0] != MANIFEST] + [(MANIFEST, b" " * 10_000_000)]
    )
    claimed = archive.replace(struct.pack("<L", 10_000_000), struct.pack("<L", 10))
    assert "Bad CRC-32" in refusal(claimed, people.alice)


def test_a_huge_claimed_size_is_refused(files, people):
    archive = zipped(files)
    size = len(dict(files)[MANIFEST])
    claimed = archive.replace(struct.pack("<L", size), struct.pack("<L", 2**32 - 2))
    assert "4,294,967,294 bytes" in refusal(claimed, people.alice)


def test_a_symbolic_link_is_refused(files, people):
    link = ZipInfo(MANIFEST)
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    archive = zipped([*(file for file in files if file[0] != MANIFEST), (link, b"/etc/passwd")])
    assert "is a symbolic link" in refusal(archive, people.alice)


def test_an_encrypted_file_is_refused(files, people):
    archive = bytearray(zipped(files))
    entry = archive.rindex(b"PK\x01\x02")
    archive[entry + 8] |= 1
    assert "is encrypted" in refusal(bytes(archive), people.alice)


def test_another_compression_is_refused(files, people):
    archive = zipped(files, compression=ZIP_BZIP2)
    assert "other than deflate" in refusal(archive, people.alice)


def test_overlapping_files_are_refused(files, people):
    archive = zipped([(MANIFEST, b"{}"), *(file for file in files if file[0] != MANIFEST)])
    first, last = archive.index(b"PK\x01\x02"), archive.rindex(b"PK\x01\x02")
    claimed = bytearray(archive)
    claimed[first + 20 : first + 24] = claimed[last + 20 : last + 24] = struct.pack(
        "<L", len(archive) - 100
    )
    assert "overlap" in refusal(bytes(claimed), people.alice)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.99])
def test_a_truncated_archive_is_refused(files, people, part):
    archive = zipped(files)
    assert "This is not a club archive" in refusal(
        archive[: int(len(archive) * part)], people.alice
    )


def test_a_damaged_byte_is_noticed_wherever_it_is(files, people):
    archive = zipped(files)
    for place in range(0, len(archive), 97):
        damaged = bytearray(archive)
        damaged[place] ^= 0xFF
        try:
            import_club_archive.restore(BytesIO(bytes(damaged)), owner=people.alice)
        except ArchiveError:
            continue  # damage to what nobody reads, such as the time of a file, is no error


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[1]",
        "{",
        "\ud800",
        '{"format": 1e999}',
        '{"format": "club-archive/1", "sessions": 7}',
    ],
)
def test_a_manifest_of_another_form_is_refused(files, people, text):
    content = text.encode(errors="surrogatepass")
    refusal(
        zipped([*(file for file in files if file[0] != MANIFEST), (MANIFEST, content)]),
        people.alice,
    )


def replaced(value, path, other):
    """Return JSON with another value at a path."""
    if not path:
        return other
    copied = value.copy()
    copied[path[0]] = replaced(value[path[0]], path[1:], other)
    return copied


def paths_in(value):
    """Yield the path of every value in JSON, the first item of each list."""
    yield ()
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value[:1])
        if isinstance(value, list)
        else ()
    )
    for key, item in items:
        yield from ((key, *path) for path in paths_in(item))


@pytest.mark.parametrize("other", [None, 7, "x", [], {}, [[]], 1e400, True], ids=str)
def test_no_value_of_a_manifest_ends_with_another_error(files, people, season, players, other):
    """The club has no sessions and new ids, so that every row is saved."""
    player_merges.merge(
        Player.objects.create(club=season.club, name="Al"), players[0], by=people.bob
    )
    manifest = club_archive.build_manifest(season.club, sessions=[], left_out=[])
    text = re.sub(
        r"[0-9a-f]{8}(-[0-9a-f]+){4}",
        lambda found: str(uuid5(NAMESPACE_URL, found[0])),
        json.dumps(manifest),
    )
    manifest, restored = json.loads(text), 0
    for path in paths_in(manifest):
        archive = zipped([(MANIFEST, json.dumps(replaced(manifest, path, other)))])
        with transaction.atomic():
            try:
                import_club_archive.restore(BytesIO(archive), owner=people.alice)
                restored += 1  # such as no members
            except ArchiveError:
                pass
            transaction.set_rollback(True)
    assert restored < 30


def test_the_command_says_that_nothing_was_imported(files, tmp_path, people):
    path = tmp_path / "club.zip"
    path.write_bytes(zipped([*files, ("../escape", b"")]))
    with pytest.raises(CommandError, match=r"Nothing was imported\..*'\.\./escape'"):
        call_command("import_club", path, owner="alice")
