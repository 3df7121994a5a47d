"""The standings API: the table, the plan, a player's row, changes."""

from urllib.parse import quote

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorekeeper.models import Player, Season, Session, Visibility
from scorekeeper.standings import recount as standings_recount
from tests.scorekeeper.season_scorer import WON_BY_ALICE, WON_BY_BOB

PLAN = {"scoring": "place-points", "place_points": [3, 1], "tie_breaks": ["lot"], "seed": "7"}


@pytest.fixture
def path(season):
    return f"/api/v1/seasons/{season.pk}"


def test_the_table_says_how_each_figure_came_about(keeper, carol, path):
    session = keeper.session(WON_BY_ALICE)
    keeper.hand(
        session, cards_left=WON_BY_ALICE, adjustments=[{"seat": 1, "points": -5, "reason": "Late."}]
    )
    data = carol.get(f"{path}/standings/").json()
    assert data["plan"]["number"] == 0
    assert data["plan"]["sentences"][-1] == "Equal totals share a place."
    first = data["rows"][0]
    assert (first["place"], first["name"], first["total"]) == (1, "Alice", 45)
    assert (first["points"], first["adjustments"], first["hands"], first["won"]) == (50, -5, 2, 2)
    assert first["ties"] == []


def test_a_tie_break_shows_the_numbers_it_compared(keeper, carol, path, people, signed):
    keeper.session(WON_BY_ALICE, WON_BY_BOB)
    assert signed(people.bob).post(f"{path}/plan/", {"plan": PLAN}).status_code == 201
    rows = carol.get(f"{path}/standings/").json()["rows"]
    assert [row["place"] for row in rows] == [1, 2, 3, 4]
    assert {row["name"] for row in rows[:2]} == {"Alice", "Bob"}
    (working,) = rows[0]["ties"]
    assert (working["tie_break"], working["decided"]) == ("lot", True)
    assert {row["name"] for row in working["compared"]} == {"Alice", "Bob"}


def test_deciding_on_the_plan_in_force_again_changes_nothing(path, people, signed):
    bob = signed(people.bob)
    first = bob.post(f"{path}/plan/", {"plan": PLAN, "reason": "All five games count."})
    again = bob.post(f"{path}/plan/", {"plan": PLAN})
    assert (first.status_code, again.status_code) == (201, 200)
    data = bob.get(f"{path}/plan/").json()
    assert data == first.json() == again.json()
    assert (data["number"], data["plan"]["place_points"]) == (1, [3, 1])


def test_an_invalid_plan_is_refused_with_the_path_to_the_mistake(path, people, signed):
    refused = signed(people.bob).post(f"{path}/plan/", {"plan": {"tie_breaks": ["age"]}})
    assert (refused.status_code, refused.json()["where"]) == (422, "plan.tie_breaks[0]")
    assert "head-to-head" in refused.json()["detail"]
    assert signed(people.bob).post(f"{path}/plan/", {"plan": 3}).json()["where"] == "plan"


def test_filters_and_days_narrow_the_table(keeper, carol, path):
    keeper.session(WON_BY_ALICE, event="Cup", round="1", played_on="2026-03-01")
    keeper.session(WON_BY_BOB, event="Cup", round="2", played_on="2026-03-08")

    def leader(query):
        return carol.get(f"{path}/standings/?{query}").json()["rows"][0]["name"]

    assert leader("round=2") == "Bob"
    assert leader("event=Cup&round=1") == "Alice"
    assert leader("as_of=2026-03-05") == "Alice"
    assert carol.get(f"{path}/standings/?variant=gang-of-four").json()["rows"] == []


def test_the_table_as_known_at_a_moment(keeper, carol, path):
    hand = keeper.hand(keeper.session(), cards_left=WON_BY_ALICE)
    then = quote(timezone.now().isoformat())
    keeper.amend(hand, cards_left=WON_BY_BOB)
    before = carol.get(f"{path}/standings/?known_at={then}").json()["rows"]
    now = carol.get(f"{path}/standings/").json()["rows"]
    assert (before[0]["name"], now[0]["name"]) == ("Alice", "Bob")
    data = carol.get(f"{path}/standings/changes/?since={then}").json()
    (step,) = data["steps"]
    assert (step["about"], step["hand"], data["until"]) == ("hand", str(hand.pk), None)
    moved = {row["name"]: row for row in step["players"]}
    assert moved["Alice"]["told"] == "1st to 2nd: correction of hand 1, −30"
    assert moved["Alice"]["place"] == {"before": 1, "after": 2}


@pytest.mark.parametrize(
    "query", ["as_of=yesterday", "as_of=9999-12-31", "known_at=noon", "event=%00"]
)
def test_invalid_query_parameters_are_refused(carol, path, query):
    refused = carol.get(f"{path}/standings/?{query}")
    assert (refused.status_code, refused.json()["where"]) == (422, query.partition("=")[0])


def test_an_unchanged_table_answers_304(keeper, carol, path):
    session = keeper.session(WON_BY_ALICE)
    first = carol.get(f"{path}/standings/")
    again = carol.get(f"{path}/standings/", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    keeper.hand(session, cards_left=WON_BY_BOB)
    assert (
        carol.get(f"{path}/standings/", headers={"If-None-Match": first["ETag"]}).status_code == 200
    )


def test_the_table_as_csv(keeper, carol, path, players):
    keeper.session(WON_BY_ALICE)
    answer = carol.get(f"{path}/standings/", headers={"Accept": "text/csv"})
    assert answer["Content-Type"].startswith("text/csv")
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert lines[0].startswith("place,player,total,hands")
    assert lines[1] == f"1,Alice,25,1,0,1,1,0,25,0,25,0,0,0,,{players[0].pk}"


def test_a_row_lists_the_sessions_and_hands_behind_it(keeper, carol, path, players):
    session = keeper.session(played_on="2026-03-01")
    hands = [keeper.hand(session, cards_left=counts) for counts in (WON_BY_ALICE, WON_BY_BOB)]
    data = carol.get(f"{path}/standings/{players[0].pk}/").json()
    (sitting,) = data["results"]
    assert (data["total"], sitting["session"], sitting["counts"]) == (20, str(session.pk), True)
    points = {row["hand"]: row["points"] for row in sitting["hands"]}
    assert points == {str(hands[0].pk): 25, str(hands[1].pk): -5}
    assert carol.get(f"{path}/standings/{session.pk}/").status_code == 404
    assert carol.get(f"{path}/standings/{players[0].pk}/?as_of=2026-02-01").status_code == 404


def test_a_page_of_a_row_reads_the_players_own_hands_of_the_sessions_on_it(
    keeper, carol, path, players
):
    older, newer = (keeper.session(WON_BY_ALICE, WON_BY_BOB) for _ in range(2))
    standings_recount.refresh(keeper.season)
    with CaptureQueriesContext(connection) as captured:
        data = carol.get(f"{path}/standings/{players[0].pk}/?page_size=1").json()
    assert [row["session"] for row in data["results"]] == [str(newer.pk)]
    statements = [query["sql"].replace("-", "") for query in captured]
    (of_scores,) = [text for text in statements if 'FROM "scorekeeper_score"' in text]
    assert newer.pk.hex in of_scores
    assert players[0].pk.hex in of_scores
    assert older.pk.hex not in of_scores


def test_a_public_season_does_not_name_its_private_sessions(keeper, signed, path, players, club):
    keeper.session(WON_BY_ALICE)
    nobody = signed(None)
    assert nobody.get(f"{path}/standings/").status_code == 404
    type(club).objects.update(visibility=Visibility.PUBLIC)
    Season.objects.update(visibility=Visibility.PUBLIC)
    assert nobody.get(f"{path}/standings/").json()["rows"][0]["total"] == 25
    row = nobody.get(f"{path}/standings/{players[0].pk}/").json()
    assert (row["total"], row["results"], row["public_only"]) == (25, [], True)
    changes = nobody.get(f"{path}/standings/changes/").json()
    assert (changes["steps"], changes["public_only"]) == ([], True)
    Session.objects.update(visibility=Visibility.PUBLIC)
    (sitting,) = nobody.get(f"{path}/standings/{players[0].pk}/").json()["results"]
    assert len(sitting["hands"]) == 1


def test_the_number_of_queries_does_not_depend_on_the_length_of_the_season(
    keeper, carol, path, django_assert_num_queries, club
):
    keeper.session(WON_BY_ALICE)
    standings_recount.refresh(keeper.season)
    with django_assert_num_queries(7):
        carol.get(f"{path}/standings/")
    for name in "EFGH":
        others = [*keeper.players[1:], Player.objects.create(club=club, name=name)]
        keeper.session(WON_BY_ALICE, WON_BY_BOB, players=others)
    standings_recount.refresh(keeper.season)
    with django_assert_num_queries(7):
        carol.get(f"{path}/standings/")
