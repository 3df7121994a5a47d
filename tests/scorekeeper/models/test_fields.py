"""Text and JSON are stored to the letter."""

import json
import math
from datetime import date
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction

from scorekeeper import audit
from scorekeeper.models import AuditEntry, Player
from scorekeeper.models.fields import JSONTextField

ODD = "\t\\N\n\\.\r\\t'\"%s 梅花"

few_and_many = pytest.mark.parametrize("number", [2, 1001])


@pytest.mark.django_db
@few_and_many
def test_rows_are_stored_to_the_letter(club, number):
    players = [Player(club=club, name=f"{step} {ODD}") for step in range(number)]
    entries = [audit.entry("tried", club, by=None, club=club, value=[ODD, None]) for _ in players]
    Player.objects.bulk_create(players)
    AuditEntry.objects.bulk_create(entries)
    stored = Player.objects.filter(pk__in=[player.pk for player in players])
    assert {(row.name, row.user_id) for row in stored} == {(row.name, None) for row in players}
    noted = AuditEntry.objects.filter(act="tried").order_by("id")
    assert [(row.details, row.at) for row in noted] == [(row.details, row.at) for row in entries]


@pytest.mark.django_db
@few_and_many
def test_a_row_that_cannot_be_stored_keeps_the_others_out(club, number):
    players = [Player(club=club, name=f"Zoe {step}") for step in range(1, number)]
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.bulk_create([*players, Player(club=club, name="Zoe 1")])
    assert not Player.objects.filter(name__startswith="Zoe").exists()


@pytest.mark.parametrize(
    "value",
    [None, {"points": [1, None]}, 2**70, 1e300, -0.5, [True, ""], {"odd": ODD}, "\0", "\ud83c"],
)
def test_json_is_kept_to_the_letter(value):
    assert json.loads(JSONTextField().to_text(value)) == value


@pytest.mark.parametrize("value", [math.nan, [1, math.inf], {"points": {"of": [-math.inf, None]}}])
def test_what_is_no_number_is_not_kept_as_one(value):
    with pytest.raises(ValueError, match="not JSON compliant"):
        JSONTextField().to_text(value)


@pytest.mark.parametrize("beside", [0, None])
def test_an_id_is_kept_as_its_text(beside):
    number = UUID(int=7)
    assert json.loads(JSONTextField().to_text([number, beside])) == [str(number), beside]


@pytest.mark.parametrize("beside", [0, None])
@pytest.mark.parametrize("odd", [{1}, date(2026, 11, 20), object()])
def test_what_json_has_no_word_for_is_not_kept(odd, beside):
    with pytest.raises(TypeError):
        JSONTextField().to_text([odd, beside])
