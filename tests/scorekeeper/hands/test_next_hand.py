"""Hands go into the books with few questions to the database, however many there are already."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from scorekeeper.inserting import Rows

from scorekeeper import asking, inserting
from scorekeeper.adjudication import judging
from scorekeeper.hands import recording
from scorekeeper.models import Adjudication, AuditEntry, Hand, Player, Result, Score, Verdict
from tests.scorekeeper.sample_hands import CLEAN, ILLEGAL


def asked(session, people):
    """How many queries a hand takes."""
    with CaptureQueriesContext(connection) as queries:
        recording.record_hand(session, CLEAN, by=people.carol)
    return len(queries)


def test_a_hand_takes_as_many_queries_late_in_a_session_as_early(session, people):
    first = asked(session, people)
    for _ in range(3):
        recording.record_hand(session, ILLEGAL, by=people.carol)
    assert asked(session, people) == first
    assert first <= 18  # on SQLite each table is written by a statement of its own


def test_what_is_kept_at_once_is_what_a_rebuild_finds(session, people):
    for sheet in (CLEAN, ILLEGAL, CLEAN):
        recording.record_hand(session, sheet, by=people.carol)

    def derived():
        hands = Hand.objects.order_by("position")
        return [
            list(Adjudication.objects.filter(hand__in=hands).order_by("hand__position").values()),
            list(Score.objects.order_by("hand__position", "seat").values("hand", "seat", "player", "points", "place", "cards_left")),
            list(Verdict.objects.order_by("hand__position", "event").values("hand", "event", "verdict", "fault", "rule", "template", "parameters", "reason")),
            list(Result.objects.values()),
        ]  # fmt: skip

    at_once = derived()
    Adjudication.objects.all().delete()
    judging.rejudge(session)
    assert derived() == at_once


def test_a_question_is_answered_for_whoever_is_asked_about(session, people, players):
    question = asking.Question(lambda pk: Player.objects.filter(pk=pk).values_list("pk", "name"))
    for player in players:
        assert question.about(player.pk) == [(player.pk, player.name)]


def test_nothing_is_written_of_rows_of_which_one_cannot_be_kept(people, players):
    late = Player(club=players[0].club, name="Zoe")
    with pytest.raises(Exception, match=r"(?i)unique|duplicate"):
        inserting.insert(Rows([late]), Rows([Player(pk=players[0].pk, club=late.club, name="Yan")]))


def test_recording_a_hand_is_noted_once(session, people):
    hand = recording.record_hand(session, CLEAN, by=people.carol).hand
    (line,) = AuditEntry.objects.filter(act="hand recorded")
    assert (line.subject, line.details) == (str(hand.pk), {"digest": hand.head.digest})
