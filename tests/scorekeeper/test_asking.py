"""Questions are answered alike by every database, whatever words they are about."""

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from django.db.models import Value
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from scorekeeper.asking import Question, together
from scorekeeper.models import Club, Player, Session, SessionRevision, Webhook

pytestmark = pytest.mark.django_db

WORDS = ["plain", "it's", 'a "word"', "back\\slash", "\\'; --", "%s %% %(x)s", "梅花 🂡", "a\nb\t", "{}$1"]  # fmt: skip

NAMED = Question(lambda name: Player.objects.filter(name=name).order_by().values_list("pk", "name"))


@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_asked_about_to_the_letter(club, word):
    player = Player.objects.create(club=club, name=word)
    assert NAMED.about(word) == [(player.pk, word)]
    assert NAMED.about(f"{word}!") == []


def test_a_row_is_what_a_query_makes_of_it(session, club):
    now = timezone.now()
    Webhook.objects.create(
        club=club, address="https://example.org/", kinds=["hand.recorded"], created_by=session.created_by,
        created_at=now, secret_since=now,
    )  # fmt: skip
    asked = [
        (Session, "pk", ("pk", "club", "season", "created_at", "played_on", "head", "place")),
        (SessionRevision, "session", ("pk", "number", "at", "content", "text", "digest", "by")),
        (Webhook, "club", ("pk", "kinds", "paused_at")),
    ]
    for model, key, columns in asked:
        question = Question(lambda pk, m=model, k=key, c=columns: m.objects.filter(**{k: pk}).values_list(*c))  # fmt: skip
        about = club.pk if key == "club" else session.pk
        rows = question.about(about)
        assert rows
        assert rows == list(model.objects.filter(**{key: about}).values_list(*columns))


def test_a_day_a_moment_and_nothing_are_read_as_they_are(session):
    moment = datetime(2026, 3, 5, 19, 30, 0, 123456, tzinfo=UTC)
    Session.objects.filter(pk=session.pk).update(created_at=moment)
    question = Question(
        lambda pk: Session.objects.filter(pk=pk).values_list("created_at", "played_on", "season")
    )
    assert question.about(session.pk) == [(moment, date(2026, 3, 5), None)]


def test_questions_asked_together_are_answered_one_by_one(club, players, session):
    count = Question(lambda pk: Player.objects.filter(club=pk).order_by("name").values_list("name"))
    none = Question(lambda pk: Club.objects.filter(pk=pk).values_list("pk", Value("here")))
    first, second, third = together((count, (club.pk,)), (none, (uuid4(),)), (count, (club.pk,)))
    assert first == third == [(player.name,) for player in sorted(players, key=lambda one: one.name)]  # fmt: skip
    assert second == []


def test_whoever_holds_rows_is_told_how_many(club, session):
    held = Question(lambda pk: Session.objects.select_for_update().filter(pk=pk).values_list("pk"))
    clubs = Question(lambda pk: Club.objects.filter(pk=pk).values_list("name"))
    for about, number in ((session.pk, 1), (uuid4(), 0), (session.pk, 1)):
        assert together((clubs, (club.pk,)), holding=(held, (about,))) == [[(number,)], [(club.name,)]]  # fmt: skip


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_rows_are_held_in_a_transaction_only(club):
    held = Question(lambda pk: Club.objects.select_for_update().filter(pk=pk).values_list("pk"))
    with pytest.raises(TransactionManagementError):
        together((held, (club.pk,)), holding=(held, (club.pk,)))
