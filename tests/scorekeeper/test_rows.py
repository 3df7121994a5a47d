"""A row made by its columns is what the model's own constructor makes."""

import pytest
from django.db.models import NOT_PROVIDED

from scorekeeper import models
from scorekeeper.models.rows import kept_row, new_row, refer

MADE = [
    models.Adjudication, models.AuditEntry, models.Hand, models.HandRevision, models.Recount, models.Rerating,
    models.Score, models.Verdict,
]  # fmt: skip


def told(row, without=()):
    return {name: said for name, said in vars(row).items() if name not in {"_state", *without}}


@pytest.mark.parametrize("model", MADE)
def test_a_column_that_is_left_out_has_its_default(model):
    by_chance = [
        field.attname
        for field in model._meta.concrete_fields
        if callable(field.default) and field.default is not NOT_PROVIDED
    ]
    assert told(new_row(model), by_chance) == told(model(), by_chance)
    for name in by_chance:
        assert type(getattr(new_row(model), name)) is type(getattr(model(), name))


def test_two_rows_share_nothing_that_could_change():
    first, second = (new_row(models.Verdict) for _ in range(2))
    assert first.parameters == second.parameters == {}
    assert first.parameters is not second.parameters


def test_a_row_refers_to_others_or_to_nobody(session):
    hand = new_row(models.Hand)
    refer(hand, session=session, recorded_through=None)
    assert hand.session is session
    assert (hand.session_id, hand.recorded_through_id, hand.recorded_through) == (session.pk, None, None)  # fmt: skip


def test_a_kept_row_reads_the_rest_when_it_is_asked_for(session, django_assert_num_queries):
    read = kept_row(models.Session, ["id", "variant"], [session.pk, session.variant])
    with django_assert_num_queries(0):
        assert (read, read.variant) == (session, session.variant)
    with django_assert_num_queries(1):
        assert read.event == session.event


def test_only_what_was_read_of_a_kept_row_is_written_back(session):
    read = kept_row(models.Session, ["id", "place"], [session.pk, "elsewhere"])
    read.place = "at home"
    read.save()
    session.refresh_from_db()
    assert (session.place, session.event) == ("at home", "Thursday night")
