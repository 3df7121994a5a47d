"""One rule of names on all faces: composed letters, and in a club more difference than capital letters, width and spaces."""

import pytest
from django.test import Client

from scorekeeper import tasks
from scorekeeper.clubs import roster
from scorekeeper.models import Player
from tests.scorekeeper.import_files import create_import, ndjson, outcomes, record

API = "/api/v1"
OTHERS = ["Bob", "Carol", "Dan"]


@pytest.mark.parametrize(
    "two",
    [
        ("\u00e9", "e\u0301"),
        ("\u00c9", "\u00e9"),
        ("Alice", "ALICE"),
        ("\uff21nn", "ann"),
        ("Ann", "Ann "),
    ],
)
def test_nobody_sits_at_a_table_twice_under_two_ways_to_write_a_name(two, club, players, people):
    lines = ndjson(record(players=[*two, "Carol", "Dan"]))
    row = create_import(club, people.carol, lines)
    tasks.run_waiting_imports()
    assert outcomes(row) == ["malformed"]
    assert row.report.get().details["error"]["code"] == "seated-twice"


def test_a_player_is_added_once_however_the_name_is_written(club, people, signed):
    client, url = signed(people.alice), f"{API}/clubs/{club.pk}/players/"
    names = ["Ann", "ANN", "ann ", "Ann  Lee", "ann lee"]
    statuses = [client.post(url, {"name": name}, format="json").status_code for name in names]
    assert statuses == [201, 409, 409, 201, 409]
    assert [*Player.objects.order_by("name").values_list("name", flat=True)] == ["Ann", "Ann Lee"]


def test_namesakes_of_before_are_offered_to_be_merged(club, players, people):
    other = Player.objects.create(club=club, name="ALICE")
    names = Player.objects.order_by("name").values_list("pk", "name")
    pairs = roster.namesakes(roster.PlayerName(*row) for row in names)
    assert [(one.name, into.name) for one, into in pairs] == [("Alice", "ALICE")]
    client = Client()
    client.force_login(people.alice)
    page = client.get(f"/clubs/{club.pk}/merges/").content.decode()
    assert "Perhaps the same person" in page
    other.delete()
    assert "Perhaps the same person" not in client.get(f"/clubs/{club.pk}/merges/").content.decode()
