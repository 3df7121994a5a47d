"""Rows are kept to the letter, whether they are few or many."""

import json
import math
from datetime import date
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction

from scorekeeper import audit, inserting
from scorekeeper.inserting import Rows
from scorekeeper.models import AuditEntry, Player
from scorekeeper.models.fields import JSONTextField

pytestmark = pytest.mark.django_db

few_and_many = pytest.mark.parametrize(
    "number", [2, inserting.MANY - 1, inserting.MANY, 2 * inserting.MOST + 1]
)

ODD = "\t\\N\n\\.\r\\t'\"%s 梅花"


@few_and_many
def test_rows_are_kept_to_the_letter(club, number):
    players = [Player(club=club, name=f"{step} {ODD}") for step in range(number)]
    lines = [audit.line("tried", club, by=None, club=club, said=[ODD, None]) for _ in players]
    inserting.insert(Rows(lines), Rows(players))
    kept = Player.objects.filter(pk__in=[player.pk for player in players])
    assert {(row.name, row.user_id) for row in kept} == {(row.name, None) for row in players}
    told = AuditEntry.objects.filter(act="tried")
    assert [(row.details, row.at) for row in told.order_by("id")] == [(row.details, row.at) for row in lines]  # fmt: skip


@few_and_many
def test_a_row_that_cannot_be_kept_keeps_the_others_out(club, number):
    players = [Player(club=club, name=f"Zoe {step}") for step in range(1, number)]
    twice = Player(club=club, name="Zoe 1")
    with pytest.raises(IntegrityError), transaction.atomic():
        inserting.insert(Rows([*players, twice]))
    assert not Player.objects.filter(name__startswith="Zoe").exists()


@pytest.mark.parametrize(
    "said",
    [None, {"points": [1, None]}, 2**70, 1e300, -0.5, [True, ""], {"odd": ODD}, "\0", "\ud83c"],
)
def test_json_is_kept_to_the_letter(said):
    assert json.loads(JSONTextField().to_text(said)) == said


@pytest.mark.parametrize("said", [math.nan, [1, math.inf], {"points": {"of": [-math.inf, None]}}])
def test_what_is_no_number_is_not_kept_as_one(said):
    with pytest.raises(ValueError, match="not JSON compliant"):
        JSONTextField().to_text(said)


@pytest.mark.parametrize("beside", [0, None])
def test_an_id_is_kept_as_its_text(beside):
    number = UUID(int=7)
    assert json.loads(JSONTextField().to_text([number, beside])) == [str(number), beside]


@pytest.mark.parametrize("beside", [0, None])
@pytest.mark.parametrize("odd", [{1}, date(2026, 11, 20), object()])
def test_what_json_has_no_word_for_is_not_kept(odd, beside):
    with pytest.raises(TypeError):
        JSONTextField().to_text([odd, beside])
