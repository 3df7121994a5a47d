"""A snapshot shows the records of one moment and blocks nobody."""

import pytest
from django.db import DatabaseError, transaction

from scorekeeper.hands import recording as hand_recording
from scorekeeper.models import Club, Hand
from scorekeeper.sessions.snapshots import snapshot
from tests.scorekeeper.sample_hands import SHEET
from tests.scorekeeper.threads import run_in_threads

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.needs("postgresql")]


def test_what_is_recorded_meanwhile_is_stored_at_once_and_not_seen(session, people):
    with snapshot():
        assert not Hand.objects.exists()
        run_in_threads(lambda _: hand_recording.record_hand(session, SHEET, by=people.carol), 1)
        assert not Hand.objects.exists()
    assert Hand.objects.count() == 1


def test_nothing_can_be_written(club):
    with pytest.raises(DatabaseError, match="read-only"), snapshot():
        Club.objects.filter(pk=club.pk).update(name="Other")


def test_within_a_transaction_its_own_changes_are_seen(club):
    with transaction.atomic():
        Club.objects.filter(pk=club.pk).update(name="Other")
        with snapshot():
            assert Club.objects.get(pk=club.pk).name == "Other"
