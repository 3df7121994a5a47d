"""Entries are added to a club's journal for new facts, and for facts that were changed on purpose."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.urls import reverse

import referee
from scorekeeper import erasure, tasks
from scorekeeper.clubs import roster
from scorekeeper.hands import comments, recording
from scorekeeper.journal import facts, sealing, verification
from scorekeeper.models import Comment, Dispute, JournalEntry, Player, Unsealed, User
from scorekeeper.sessions import recording as session_recording
from tests import without_triggers
from tests.scorekeeper.journal.conftest import seal_all
from tests.scorekeeper.sample_hands import SHEET
from tests.scorekeeper.threads import run_in_threads

pytestmark = pytest.mark.django_db


def entries_of(row):
    subject = {"kind": row._meta.verbose_name, "subject": str(row.pk)}
    return list(JournalEntry.objects.filter(**subject).order_by("number"))


def test_every_fact_has_one_entry_in_the_journal_of_its_club(storied_club):
    for fact in facts.FACTS:
        subjects = {str(row.pk) for row in fact.rows(storied_club.pk)}
        entries = JournalEntry.objects.filter(journal=storied_club.pk, kind=fact.kind)
        assert sorted(entries.values_list("subject", flat=True)) == sorted(subjects)


def test_entries_are_chained_from_one_without_gaps(storied_club):
    previous = referee.NO_PREVIOUS_DIGEST
    entries = JournalEntry.objects.filter(journal=storied_club.pk).order_by("number")
    for number, entry in enumerate(entries, 1):
        assert entry.number == number
        assert entry.digest == sealing.digest_of(entry, previous=previous)
        previous = entry.digest
    assert sealing.find_head(storied_club.pk).digest == previous


def test_a_worker_seals_new_facts_once(session, people):
    tasks.seal_journals()
    recording.record_hand(session, SHEET, by=people.carol)
    assert tasks.seal_journals() == 3  # the hand, its revision, the audit entry
    assert tasks.seal_journals() == 0
    assert not Unsealed.objects.exists()


def test_a_transaction_that_is_rolled_back_leaves_nothing_to_seal(session, people):
    tasks.seal_journals()
    with transaction.atomic():
        recording.record_hand(session, SHEET, by=people.carol)
        transaction.set_rollback(True)
    assert tasks.seal_journals() == 0


def test_facts_from_before_the_journal_are_sealed_in_pieces(storied_club, monkeypatch):
    entries = JournalEntry.objects.all()
    without_triggers.drop_until_rollback()  # as in a database that was just upgraded
    count = entries.count()
    entries.delete()
    for fact in facts.FACTS:
        Unsealed.objects.create(kind=fact.kind, and_later=True)
    monkeypatch.setattr(sealing, "BATCH", 3)
    assert list(verification.verify()) == []  # nothing is missed before it had a chance
    assert seal_all() == count
    assert list(verification.verify()) == []
    assert not Unsealed.objects.exists()


def test_a_change_of_settings_is_an_entry_too(club, people):
    seal_all()
    roster.change(club, {"name": "Friday night"}, by=people.alice)
    assert list(verification.verify()) == []  # it waits for its entry
    seal_all()
    before, after = entries_of(club)
    assert (before.salt, before.content) == ("", after.content)
    assert before.salted != after.salted
    assert list(verification.verify()) == []


def test_filing_a_session_is_an_entry_too(session, people):
    seal_all()
    session_recording.file_session(session, season=None, visibility="public", by=people.carol)
    seal_all()
    assert len(entries_of(session)) == 2
    assert list(verification.verify()) == []


def test_a_setting_changed_behind_the_services_back_is_found(club):
    seal_all()
    type(club).objects.filter(pk=club.pk).update(visibility="public")
    (problem,) = verification.verify()
    assert (problem.subject, problem.code) == (f"club {club.pk}", "other-words")


def test_the_journal_verifies_after_an_erasure_and_salts_are_gone(hand, players, people):
    comment, _ = comments.comment(hand, "Dan was slow.", by=people.bob)
    seal_all()
    erasure.erase(players[3], confirm="Dan", by=people.alice)
    assert list(verification.verify()) == []
    for row in (comment, players[3]):
        assert [entry.salt for entry in entries_of(row)] == [""]
    seal_all()
    assert list(verification.verify()) == []
    assert Comment.objects.get().text == referee.REMOVED
    for row in (comment, players[3]):
        assert [bool(entry.salt) for entry in entries_of(row)] == [False, True]


def test_a_player_deleted_in_the_admin_is_an_entry_too(club, root):
    player = Player.objects.create(club=club, name="Quux")
    seal_all()
    root.post(reverse("admin:scorekeeper_player_delete", args=[player.pk]), {"post": "yes"})
    seal_all()
    assert [entry.content == sealing.DELETED for entry in entries_of(player)] == [False, True]
    assert list(verification.verify()) == []


def test_a_player_whose_account_is_deleted_in_the_admin_gets_an_entry(club, root):
    account = User.objects.create_user("quux")
    player = Player.objects.create(club=club, name="Quux", user=account)
    seal_all()
    root.post(reverse("admin:scorekeeper_user_delete", args=[account.pk]), {"post": "yes"})
    seal_all()
    assert Player.objects.get(pk=player.pk).user is None
    assert len(entries_of(player)) == 2
    assert list(verification.verify()) == []


def test_a_row_that_cannot_be_read_is_reported_and_not_sealed(storied_club):
    dispute = Dispute.objects.first()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE scorekeeper_dispute SET verdict = '{'")
    sealing.note_changes(Dispute, [dispute.pk])
    assert seal_all() == 0
    assert {problem.code for problem in verification.verify()} == {"unreadable"}


def test_a_waiting_row_that_is_no_fact_stops_no_other(club):
    for kind, subject in (("ruling", "none"), ("ghost", "1")):
        Unsealed.objects.create(kind=kind, subject=subject)
    seal_all()
    assert not Unsealed.objects.exists()
    assert list(verification.verify()) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgresql
def test_nobody_who_writes_waits_for_a_worker_that_seals(session, people):
    """SQLite has one writer at a time anyway."""
    with transaction.atomic():
        recording.record_hand(session, SHEET, by=people.carol)
    with transaction.atomic():
        assert seal_all() > 0  # and the journal is locked until the end of the block

        def record(_):
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '1s'")  # instead of waiting forever
            recording.record_hand(session, SHEET, by=people.carol)

        run_in_threads(record)
    assert session.hands.count() == 3
    assert seal_all() == 6
    assert list(verification.verify()) == []


REFUSED = {
    "UPDATE scorekeeper_journalentry SET number = number + 1000",
    "UPDATE scorekeeper_journalentry SET content = ''",
    "UPDATE scorekeeper_journalentry SET salt = 'other'",
    "DELETE FROM scorekeeper_journalentry",
}


@pytest.mark.parametrize("statement", sorted(REFUSED))
def test_the_database_refuses_to_change_or_delete_an_entry(statement, club):
    seal_all()
    before = list(JournalEntry.objects.values_list())
    assert before
    with (
        connection.cursor() as cursor,
        pytest.raises(IntegrityError, match="never changed or deleted"),
        transaction.atomic(),
    ):
        cursor.execute(statement)
    assert list(JournalEntry.objects.values_list()) == before


def test_a_journal_whose_entries_are_gone_is_found(club):
    seal_all()
    number = JournalEntry.objects.filter(journal=club.pk).count()
    without_triggers.drop_until_rollback()
    JournalEntry.objects.filter(journal=club.pk).delete()
    problems = list(verification.verify(club))
    assert [problem.code for problem in problems] == ["not-in-journal"] * number
