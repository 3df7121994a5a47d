"""Every column of every fact is altered, one at a time: verification finds it, or the column is listed."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date, timedelta
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.db import IntegrityError, models
from django.utils import timezone

from scorekeeper.journal import facts, sealing, verification
from scorekeeper.management.record_check import records as record_check
from scorekeeper.models import (
    Club,
    Dispute,
    Journal,
    JournalEntry,
    Member,
    Ruling,
)
from scorekeeper.models.fields import JSONTextField
from tests import without_triggers
from tests.scorekeeper.callers import rolled_back
from tests.scorekeeper.journal.conftest import seal_all

pytestmark = pytest.mark.django_db

MEANINGLESS = {
    ("invitation", "email"),
    ("invitation", "uses"),  # how many may still join; who did is in the audit log
    ("club", "solves_endings"),  # what is computed here
    ("club", "second_step_for"),  # how accounts sign in here
    ("club", "time_zone"),  # a setting; entries of before lack it
    ("member", "id"),
    ("journal entry", "id"),
    ("session", "listed_on"),  # the order of lists
    ("journal", "id"),  # only a lock; entries hold the id of their club
}
"""Columns that nothing is checked against, as listed in docs/bundles.md."""

MIRRORS = (Member, JournalEntry, Journal)
"""Models that are no facts, but are compared with facts."""

NO_FACTS = {
    *"adjudication, award, column mapping, counted scope, delivery, departure".split(", "),
    *"erasure progress, erasure step, export file, figures change, figures count".split(", "),
    *"given answer, import, import line, merge progress, month figures, rated session".split(", "),
    *"hand fact, indexed hand, player picture, puzzle, puzzle search, solved ending".split(", "),
    *"rating, rating list, rating step, rebuild, rebuild failure, recount, replay".split(", "),
    *"rerating, result, scope standing, score, season count, season report, seat".split(", "),
    *"session figures, session label, standing, tally, task run, token, unsealed".split(", "),
    *"uploaded file, user, verdict, webhook, what if, what if session, work failure".split(", "),
}
"""Derived rows, work in progress, what belongs to an account or the installation, and what can be removed without a trace."""


@contextmanager
def without_any_trigger() -> Iterator[None]:
    """Undo every write made inside, and let no trigger notice it."""
    with rolled_back():
        without_triggers.drop_until_rollback()
        yield


def altered(field: models.Field, value: object) -> object:
    """Return another value that the column can hold."""
    if isinstance(field, models.ForeignKey):
        others = field.related_model._default_manager.exclude(pk=value)
        return others.values_list("pk", flat=True).first() or uuid4()
    if isinstance(field, models.BooleanField):
        return not value
    if isinstance(value, UUID) or isinstance(field, models.UUIDField):
        return uuid4()
    if isinstance(field, models.DateTimeField):
        return (value or timezone.now()) + timedelta(microseconds=1)
    if isinstance(field, models.DateField):
        return (value or date(2026, 12, 30)) + timedelta(days=1)
    if isinstance(field, JSONTextField):
        return [*value, "altered"] if isinstance(value, list) else {**(value or {}), "altered": 1}
    if isinstance(field, models.IntegerField | models.FloatField):
        return (value or 0) + 1000
    return f"{value}x"[-field.max_length :] if field.max_length else f"{value}x"


def is_noticed(club: Club) -> bool:
    """Return whether verify_records finds a problem; ask for the likely ones first."""
    checks = (verification.verify(club), record_check.verify_records())
    return any(next(problems, None) for problems in checks)


def columns():
    models_ = [fact.model for fact in facts.FACTS] + [*MIRRORS]
    return [(model, field.name) for model in models_ for field in model._meta.concrete_fields]


def test_every_model_is_a_fact_or_listed_as_none():
    kinds = {
        str(model._meta.verbose_name) for model in apps.get_app_config("scorekeeper").get_models()
    }
    mirrors = {str(model._meta.verbose_name) for model in MIRRORS}
    assert kinds == facts.BY_KIND.keys() | mirrors | NO_FACTS


def test_an_untouched_club_has_no_problems(storied_club):
    assert list(record_check.verify_records()) == []
    assert all(fact.rows(storied_club.pk).exists() for fact in facts.FACTS)


@pytest.mark.slow  # it verifies everything some 200 times
def test_every_alteration_of_a_column_is_noticed_or_listed(storied_club):
    unnoticed = set()
    with without_any_trigger():
        for model, name in columns():
            field, row = model._meta.get_field(name), model._default_manager.order_by("pk").last()
            with rolled_back(), suppress(IntegrityError):  # a constraint refuses some
                new = altered(field, field.value_from_object(row))
                model._default_manager.filter(pk=row.pk).update(**{name: new})
                if not is_noticed(storied_club):
                    unnoticed.add((str(model._meta.verbose_name), name))
    assert unnoticed == MEANINGLESS


@pytest.mark.slow
def test_every_deletion_of_a_fact_is_noticed(storied_club):
    unnoticed = []
    with without_any_trigger():
        for fact in facts.FACTS:
            with rolled_back():
                rows = fact.model._default_manager.filter(pk=fact.rows(storied_club.pk).last().pk)
                rows._raw_delete(rows.db)
                if not is_noticed(storied_club):
                    unnoticed.append(fact.kind)
    assert unnoticed == []


def test_a_fact_that_is_added_without_the_triggers_is_noticed(storied_club, people):
    ruling = Ruling.objects.get()
    with without_any_trigger():
        ruling.dispute = ruling.dispute.hand.disputes.exclude(pk=ruling.dispute_id).get()
        ruling.pk = uuid4()
        ruling.save(force_insert=True)
        assert [problem.code for problem in verification.verify()] == ["not-in-journal"]


def test_an_alteration_that_is_sealed_as_if_it_were_new_is_noticed(storied_club):
    for values, code in (
        ({"decision": "annulled"}, "other-content"),
        ({"reason": "Bribed."}, "sealed-again"),
    ):
        with rolled_back():
            Ruling.objects.update(**values)
            sealing.note_changes(Ruling, [Ruling.objects.get().pk])
            seal_all()
            assert code in {problem.code for problem in verification.verify()}


def test_words_removed_as_if_by_an_erasure_are_noticed_in_a_club_without_one(hand, people, dispute):
    raised = dispute(hand).json()
    seal_all()
    Dispute.objects.update(claim="removed", grounds="", evidence="")
    sealing.note_changes(Dispute, [raised["id"]])
    seal_all()
    assert [problem.code for problem in verification.verify()] == ["sealed-again"]
