"""Text and JSON fields store every value exactly."""

import json
import math
from datetime import date
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction

from scorekeeper import audit
from scorekeeper.models import AuditEntry, Player
from scorekeeper.models.fields import JSONTextField
from tests import without_triggers

ODD = "\t\\N\n\\.\r\\t'\"%s 梅花"

few_and_many = pytest.mark.parametrize("number", [2, 1001])


@pytest.mark.django_db
@few_and_many
def test_rows_are_stored_exactly(club, number):
    players = [Player(club=club, name=f"{step} {ODD}") for step in range(number)]
    entries = [audit.entry("tried", club, by=None, club=club, value=[ODD, None]) for _ in players]
    without_triggers.drop_until_rollback()  # which refuse such names
    Player.objects.bulk_create(players)
    AuditEntry.objects.bulk_create(entries)
    stored = Player.objects.filter(pk__in=[player.pk for player in players])
    assert {(row.name, row.user_id) for row in stored} == {(row.name, None) for row in players}
    audit_entries = AuditEntry.objects.filter(act="tried").order_by("id")
    assert [(row.details, row.at) for row in audit_entries] == [
        (row.details, row.at) for row in entries
    ]


@pytest.mark.django_db
@few_and_many
def test_a_row_that_violates_a_constraint_rolls_back_the_others(club, number):
    players = [Player(club=club, name=f"Zoe {step}") for step in range(1, number)]
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.bulk_create([*players, Player(club=club, name="Zoe 1")])
    assert not Player.objects.filter(name__startswith="Zoe").exists()


@pytest.mark.parametrize(
    "value",
    [None, {"points": [1, None]}, 2**70, 1e300, -0.5, [True, ""], {"odd": ODD}, "\0", "\ud83c"],
)
def test_json_is_stored_exactly(value):
    assert json.loads(JSONTextField().to_text(value)) == value


@pytest.mark.parametrize("value", [math.nan, [1, math.inf], {"points": {"of": [-math.inf, None]}}])
def test_nan_and_infinity_are_refused(value):
    with pytest.raises(ValueError, match="not JSON compliant"):
        JSONTextField().to_text(value)


@pytest.mark.parametrize("beside", [0, None])
def test_a_uuid_is_stored_as_text(beside):
    number = UUID(int=7)
    assert json.loads(JSONTextField().to_text([number, beside])) == [str(number), beside]


@pytest.mark.parametrize("beside", [0, None])
@pytest.mark.parametrize("value", [{1}, date(2026, 11, 20), object()])
def test_values_without_a_json_type_are_refused(value, beside):
    with pytest.raises(TypeError):
        JSONTextField().to_text([value, beside])


@pytest.mark.django_db
def test_json_is_inserted_as_values_not_as_arrays_of_escaped_text(club, django_assert_num_queries):
    entries = [audit.entry("tried", club, by=None, club=club, value=[ODD]) for _ in range(3)]
    with django_assert_num_queries(1) as queries:
        AuditEntry.objects.bulk_create(entries)
    assert "UNNEST" not in queries[0]["sql"]
