"""A bundle carries the journal's entries about its facts: every alteration of a field is found offline, or listed."""

import copy
import json
import re
from io import BytesIO
from zipfile import ZipFile

import pytest

import referee
from referee.cli import main
from scorekeeper.exports import bundle_journal, club_archive, session_bundle
from scorekeeper.hands import comments
from scorekeeper.imports.club_archive import restore

pytestmark = pytest.mark.django_db

UNSEALED = {
    "journal",  # without it, a bundle verifies as bundles did before there were journals
    "players[].name",  # today's
    "players[].erased",
    "session.words_erased",
    "adjudication.format",
}
"""Fields that change on purpose or are not sealed, as listed in docs/bundles.md."""


UNSEALED_OF_CLUB = {
    "awards",
    "journal",
    "left_out",
    "pictures",
    "sessions",
    "sessions[]",
    "time_zone",
}
"""Keys of an archive's manifest that are not sealed."""


@pytest.fixture
def bundle(storied_club):
    session = storied_club.sessions.get()
    return json.loads(json.dumps(session_bundle.build_bundle(session)))


@pytest.fixture
def manifest(storied_club):
    sessions = [session.pk for session in storied_club.sessions.all()]
    made = club_archive.build_manifest(storied_club, sessions=sessions, left_out=[])
    return json.loads(json.dumps(made))


def paths(value, path=()):
    """Yield the path of every value in some JSON."""
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, inner in items:
        yield (*path, key)
        yield from paths(inner, (*path, key))


def name_of(path):
    """Return a path without places in lists."""
    joined = "".join("[]" if isinstance(key, int) else f".{key}" for key in path)
    return joined.removeprefix(".")


def altered(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, list):
        return value[1:] if value else ["x"]
    if isinstance(value, dict):
        return {} if value else {"x": 1}
    return f"{value or ''}x"


def with_change(bundle, path, *, removed):
    changed = copy.deepcopy(bundle)
    owner = changed
    for key in path[:-1]:
        owner = owner[key]
    if removed:
        del owner[path[-1]]
    else:
        owner[path[-1]] = altered(owner[path[-1]])
    return changed


def is_noticed(bundle):
    try:
        return not referee.verify(bundle).ok
    except referee.MalformedError:
        return True


def test_an_unchanged_bundle_has_no_problems_and_no_fact_without_entry(bundle):
    assert referee.verify(bundle).problems == ()
    assert bundle["journal"]["unsealed"] == []
    assert len(bundle["journal"]["entries"]) == len(list(referee.facts_in(bundle)))


@pytest.mark.slow  # it verifies a bundle some 500 times
def test_every_alteration_of_a_field_is_noticed_or_listed(bundle):
    assert unnoticed_alterations(bundle) == UNSEALED


def test_every_alteration_of_a_manifest_is_noticed_or_listed(manifest):
    assert referee.verify(manifest).problems == ()
    assert manifest["journal"]["unsealed"] == []
    assert unnoticed_alterations(manifest) == UNSEALED_OF_CLUB


def test_an_archive_with_a_journal_is_imported(storied_club, people):
    archive = b"".join(club_archive.build_archive(storied_club, by=people.alice))
    restored = restore(BytesIO(archive), owner=people.alice)
    assert (restored.new, restored.known) == (0, 1)


@pytest.fixture
def unpacked(storied_club, tmp_path):
    """The files of the club's archive in the order in which the command reads them."""
    with ZipFile(BytesIO(b"".join(club_archive.build_archive(storied_club, by=None)))) as archive:
        archive.extractall(tmp_path)
    return [
        tmp_path / "journal.json",
        tmp_path / "manifest.json",
        *(tmp_path / "sessions").iterdir(),
    ]


def verified(capsys, files, *options):
    """Return the exit code of ``python -m referee verify`` and the codes of all problems."""
    code = main(["verify", *options, *map(str, files)])
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return code, {problem["code"] for answer in answers for problem in answer.get("problems", [])}


def test_an_archive_verifies_offline_from_every_earlier_head(unpacked, capsys):
    entries = json.loads(unpacked[0].read_text())["entries"]
    for head in (entries[0]["digest"], entries[-1]["digest"].removeprefix("sha256:")):
        assert verified(capsys, unpacked, "--since", head) == (0, set())
    other = "sha256:" + "0" * 64
    assert verified(capsys, unpacked, "--since", other) == (1, {"head-unknown"})


def test_a_head_without_a_journal_to_look_it_up_in_is_an_error(unpacked, capsys):
    assert main(["verify", "--since", "0" * 64, *map(str, unpacked[1:])]) == 2
    assert "journal.json" in capsys.readouterr().err


@pytest.mark.parametrize("key", ["kind", "subject", "content", "salted", "digest"])
def test_an_entry_altered_in_the_journal_is_found_offline(unpacked, capsys, key):
    journal = json.loads(unpacked[0].read_text())
    journal["entries"][3][key] += "x"
    unpacked[0].write_text(json.dumps(journal))
    assert verified(capsys, unpacked[:1]) == (1, {"journal-broken"})


def test_a_bundle_whose_entries_are_not_in_the_journal_is_found_offline(unpacked, capsys):
    bundle = json.loads(unpacked[2].read_text())
    entry = bundle["journal"]["entries"][-1]
    entry["number"] += 1
    sealed = {
        name: entry[name] for name in ("number", "kind", "subject", "content", "salted", "previous")
    }
    entry["digest"] = referee.entry_digest(journal=bundle["club"], **sealed)
    assert referee.verify(bundle).ok  # it agrees with itself
    unpacked[2].write_text(json.dumps(bundle))
    assert verified(capsys, unpacked) == (1, {"other-journal"})


def test_a_bundle_without_its_entries_is_found_offline_by_the_journal(unpacked, capsys):
    bundle = json.loads(unpacked[2].read_text())
    del bundle["journal"]
    unpacked[2].write_text(json.dumps(bundle))
    assert verified(capsys, unpacked) == (1, {"other-journal"})


def unnoticed_alterations(bundle):
    """Return the names of the fields that can be altered or removed, one at a time, and nobody notices."""
    seen, unnoticed = set(), set()
    for path in paths(bundle):
        value = bundle
        for key in path:
            value = value[key]
        of_kind = (name_of(path), type(value), *re.findall("[a-z]+ revision", str(value))[:1])
        if of_kind in seen:
            continue
        seen.add(of_kind)
        for removed in (False, True)[: 1 if value is None else 2]:  # a missing key means null
            if not is_noticed(with_change(bundle, path, removed=removed)):
                unnoticed.add(name_of(path))
    return unnoticed


def test_a_change_is_reported_with_its_place(bundle):
    hand = bundle["hands"][0]
    ruled = next(place for place, each in enumerate(hand["disputes"]) if each["ruling"])
    hand["disputes"][ruled]["ruling"]["decision"] = "annulled"
    (problem,) = referee.verify(bundle).problems
    where = f"hands[0].disputes[{ruled}].ruling.decision"
    assert (problem.where, problem.code) == (where, "other-content")


def test_the_words_of_a_removed_comment_are_withheld_with_their_salt(storied_club):
    session = storied_club.sessions.get()
    whole = session_bundle.build_bundle(session)
    comment = next(each for each in whole["hands"][0]["comments"] if each["removal"])
    comment["text"] = None
    journal = bundle_journal.journal_of(referee.facts_in(whole), storied_club.pk)
    (entry,) = (
        each
        for each in journal["entries"]
        if each["subject"] == comment["id"] and each["kind"] == "comment"
    )
    assert entry["salt"] == ""
    assert referee.verify(json.loads(json.dumps({**whole, "journal": journal}))).ok


def test_facts_that_a_stranger_does_not_get_are_not_in_the_journal_either(hand, people):
    comments.comment(hand, "A brave lead.", by=people.dan)
    shown = session_bundle.bundle_for(hand.session, people.eve, is_member=False)
    kinds = {each.rpartition(" ")[0] for each in shown["journal"]["unsealed"]}
    assert kinds == {"session", "session revision", "hand", "hand revision"}


def test_a_bundle_from_before_the_journal_still_verifies(bundle):
    del bundle["journal"]
    assert referee.verify(bundle).ok
