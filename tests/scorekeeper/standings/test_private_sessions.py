"""People outside a club see a public season's table with its private sessions, but no part of it reveals one of them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper.models import Club, Season, Session, Visibility
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

PUBLIC_DAY, PRIVATE_DAY = "2026-03-01", "2026-03-08"


@pytest.fixture
def private(keeper):
    """A private session of a public season, which has a public session, too."""
    keeper.session(WON_BY_BOB, event="League", played_on=PUBLIC_DAY)
    private = keeper.session(WON_BY_ALICE, event="Cup", played_on=PRIVATE_DAY)
    for model in (Club, Season, Session):
        model.objects.update(visibility=Visibility.PUBLIC)
    Session.objects.filter(pk=private.pk).update(visibility=Visibility.PRIVATE)
    return private


@pytest.fixture
def outsider(signed, season):
    def get(path):
        return signed(None).get(f"/api/v1/seasons/{season.pk}/standings/{path}").json()

    return get


def totals(answer):
    return {row["name"]: row["total"] for row in answer["rows"]}


def test_the_table_of_the_whole_season_counts_private_sessions(private, outsider):
    answer = outsider("")
    assert totals(answer)["Alice"] == totals(answer)["Bob"] == 20
    assert not answer["public_only"]


PUBLIC_TOTALS = {"Alice": -5, "Bob": 25, "Carol": -8, "Dan": -12}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("event=Cup", {}),
        ("as_of=2026-03-31", PUBLIC_TOTALS),
        (f"as_of={PRIVATE_DAY}", PUBLIC_TOTALS),
        ("variant=big-two", PUBLIC_TOTALS),
        ("known_at=NOW", PUBLIC_TOTALS),
    ],
)
def test_a_part_of_the_season_counts_public_sessions_only(private, outsider, query, expected):
    answer = outsider("?" + query.replace("NOW", timezone.now().isoformat().replace("+", "%2B")))
    assert totals(answer) == expected
    assert answer["public_only"]


def test_members_see_every_part(private, carol, season):
    answer = carol.get(f"/api/v1/seasons/{season.pk}/standings/?event=Cup").json()
    assert totals(answer)["Alice"] == 25
    assert not answer["public_only"]


def test_a_total_lists_public_sessions_only(private, outsider, players):
    row = outsider(f"{players[0].pk}/")
    assert row["total"] == 20
    assert [sitting["points"] for sitting in row["results"]] == [-5]


def test_changes_by_a_private_session_are_left_out(private, outsider):
    steps = outsider(f"changes/?since={timezone.localdate() - timedelta(days=1)}T00:00Z")["steps"]
    assert str(private.pk) not in str(steps)
    assert len(steps) == 1


def test_a_session_that_becomes_private_leaves_the_parts_at_once(private, outsider):
    assert totals(outsider("?event=League"))
    Session.objects.update(visibility=Visibility.PRIVATE)
    assert totals(outsider("?event=League")) == {}
