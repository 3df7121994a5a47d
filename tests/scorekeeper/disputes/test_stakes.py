"""Stakes of disputes: what each decision would change, and the queue of disputes ordered by gravity."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.models import Decision, Hand, HandRevision, Result
from tests.scorekeeper.sample_hands import CLEAN, DEAL, ILLEGAL, SHEET, UNFINISHED

pytestmark = pytest.mark.django_db


@pytest.fixture
def play_session(open_session, players, people):
    """Record a session with these hands, in a season or outside; return it with its hands."""

    def _play_session(*records, season=None, variant="big-two", seated=players, **rules):
        session = open_session(variant=variant, seated=seated, season=season, house_rules=rules)
        hands = [
            hand_recording.record_hand(session, record, by=people.carol).hand for record in records
        ]
        return session, hands

    return _play_session


@pytest.fixture
def raise_dispute(people):
    def _raise_dispute(hand, event=None, claim="Look at this."):
        return dispute_filing.raise_dispute(
            hand, NewDispute(claim=claim, event=event), by=people.dan
        )[0]

    return _raise_dispute


@pytest.fixture
def queue(club, people, signed):
    def _queue(**query):
        answer = signed(people.dan).get(f"/api/v1/clubs/{club.pk}/disputes/", query)
        assert answer.status_code == 200, answer.content
        return answer.json()["results"]

    return _queue


def stakes_of(dispute, people, signed):
    stakes = signed(people.dan).get(f"/api/v1/disputes/{dispute.pk}/").json()["stakes"]
    return stakes, {outcome["decision"]: outcome for outcome in stakes["outcomes"]}


class UndoneError(Exception):
    """Roll back a ruling made only to see its effects."""


def effects_of_ruling(dispute, decision, by):
    """Return what a ruling changes in the database; the ruling is rolled back."""
    effects = {}
    result_before = Result.objects.get(session=dispute.hand.session_id)
    try:
        with transaction.atomic():
            ruled = dispute_ruling.rule_on(dispute, NewRuling(decision=decision, reason="?"), by=by)
            result_after = Result.objects.get(session=dispute.hand.session_id)
            for key in ("totals", "over", "winners"):
                before, after = getattr(result_before, key), getattr(result_after, key)
                effects[key] = None if before == after else {"before": before, "after": after}
            hands = Hand.objects.filter(session=dispute.hand.session_id).select_related(
                "adjudication"
            )
            effects["points"] = {
                hand.position: hand.adjudication.answer["points"] for hand in hands
            }
            effects["reported"] = ruled.effects
            raise UndoneError
    except UndoneError:
        return effects


ANOTHER_WINNER = ({"cards_left": [0, 3, 3, 3]}, CLEAN, {"cards_left": [9, 0, 9, 9]})
GAMES = [
    (ANOTHER_WINNER, {}),
    (ANOTHER_WINNER, {"hands_per_match": 3}),
    ((SHEET, CLEAN), {"target": 35}),
    ((CLEAN, {**ILLEGAL, "dealt": None}), {}),
    (({**CLEAN, "cards_left": [0, 13, 13, 13]}, SHEET), {"settlement": "penalties"}),
]


@pytest.mark.parametrize(("sheets", "rules"), GAMES)
def test_each_decision_has_the_effects_that_were_predicted(
    play_session, raise_dispute, people, signed, sheets, rules
):
    _, hands = play_session(*sheets, **rules)
    disputed = next(hand for hand in hands if "events" in hand.head.content)
    dispute = raise_dispute(disputed, event=2)
    before = {hand.position: hand.adjudication.answer["points"] for hand in hands}
    _, outcomes = stakes_of(dispute, people, signed)
    assert len(outcomes) == 4
    for decision, outcome in outcomes.items():
        effects = effects_of_ruling(dispute, Decision(decision), people.bob)
        predicted = outcome["changes"]
        assert {key: predicted[key] for key in ("totals", "over", "winners")} == {
            key: effects[key] for key in ("totals", "over", "winners")
        }
        points = {
            hand["position"]: hand["points"]["after"]
            for hand in predicted["hands"]
            if "points" in hand
        }
        assert {**before, **points} == effects["points"]
        reported = [
            {key: hand[key] for key in hand if key != "verdicts"}
            for hand in effects["reported"]["hands"]
        ]
        assert predicted["hands"] == [hand for hand in reported if len(hand) > 1]


def test_computing_the_stakes_stores_nothing(play_session, raise_dispute, people, signed):
    _, (hand,) = play_session(CLEAN)
    stakes_of(raise_dispute(hand, event=5), people, signed)
    assert HandRevision.objects.count() == 1
    assert Result.objects.get().totals == [39, -13, -13, -13]


def test_stakes_name_another_leader_as_winner(play_session, raise_dispute, people, signed):
    _, (_, hand, _) = play_session(*ANOTHER_WINNER)
    stakes, outcomes = stakes_of(raise_dispute(hand), people, signed)
    assert stakes["gravity"] == "winner"
    assert outcomes["annulled"]["changes"]["leaders"] == {"before": [1], "after": [2]}
    assert (stakes["swing"], outcomes["stands"]["gravity"]) == (39, "nothing")


def test_a_game_that_would_not_be_over_has_no_winner_yet(
    play_session, raise_dispute, people, signed
):
    _, (_, hand) = play_session(SHEET, CLEAN, target=35)
    _, outcomes = stakes_of(raise_dispute(hand), people, signed)
    assert outcomes["annulled"]["changes"]["winners"] == {"before": [1], "after": []}
    assert outcomes["annulled"]["changes"]["over"] == {"before": True, "after": False}


def test_a_place_in_the_season_counts_all_of_its_sessions(
    play_session, raise_dispute, season, players, people, signed
):
    """Bob has 32 points from other sessions; Alice is ahead of him only with this hand, and leads this session anyway."""
    play_session({"cards_left": [10, 0, 10, 10]}, season=season)
    play_session({"out": [1, 2, 3]}, season=season, variant="pusoy-dos")
    play_session({"cards_left": [0, 9, 9, 9]})
    _, (_, hand) = play_session(
        {"cards_left": [0, 1, 1, 1]}, {"cards_left": [0, 13, 13, 13]}, season=season
    )
    stakes, outcomes = stakes_of(raise_dispute(hand), people, signed)
    assert stakes["gravity"] == "season-place"
    rows = {row["player"]: row for row in outcomes["annulled"]["changes"]["season"]["players"]}
    alice, bob = (rows[str(player.pk)] for player in players[:2])
    assert alice["points"] == {"before": 35, "after": -4}
    assert (alice["place"], bob["place"]) == (
        {"before": 1, "after": 2},
        {"before": 2, "after": 1},
    )


def test_adjustments_count_in_the_season(
    play_session, raise_dispute, season, people, signed, players
):
    other, (hand,) = play_session({"cards_left": [10, 0, 10, 10]}, season=season)
    adjustment = NewRuling(decision=Decision.ADJUSTMENT, reason="Late.", seat=2, points=-25)
    dispute_ruling.rule_on(raise_dispute(hand), adjustment, by=people.bob)
    _, (_, hand) = play_session(
        {"cards_left": [0, 1, 1, 1]}, {"cards_left": [0, 2, 2, 2]}, season=season
    )
    _, outcomes = stakes_of(raise_dispute(hand), people, signed)
    rows = outcomes["annulled"]["changes"]["season"]["players"]
    bob = next(row for row in rows if row["player"] == str(players[1].pk))
    assert bob["points"] == {"before": 2, "after": 4}
    assert Result.objects.get(session=other).totals == [-10, 5, -10, -10]


def test_the_lowest_total_leads_where_the_lowest_wins(play_session, raise_dispute, people, signed):
    sheets = [{"cards_left": [0, 9, 9, 9]}, {"cards_left": [10, 0, 1, 3]}]
    _, hands = play_session(*sheets, variant="gang-of-four")
    _, outcomes = stakes_of(raise_dispute(hands[1]), people, signed)
    leaders = outcomes["annulled"]["changes"]["leaders"]
    assert leaders["after"] == [1]
    assert leaders["before"] != [1]


def test_an_impossible_decision_is_listed_with_its_reason(
    play_session, raise_dispute, people, signed
):
    _, (hand,) = play_session(SHEET)
    _, outcomes = stakes_of(raise_dispute(hand), people, signed)
    taken_back = outcomes["taken-back"]
    assert (taken_back["possible"], taken_back["changes"]) == (False, None)
    assert "nothing to take back" in taken_back["why_not"]


def test_stakes_reveal_no_hidden_card(session, raise_dispute, people, signed):
    record = {**UNFINISHED, "events": ["1: 3C 4C 5C 6C 7C", "2: 3S 4S 5S 6S 7S"]}
    hand = hand_recording.record_hand(session, record, by=people.carol).hand
    dispute = raise_dispute(hand, event=1)
    text = signed(people.dan).get(f"/api/v1/disputes/{dispute.pk}/").content.decode()
    assert "verdicts" not in text
    assert "card-not-held" not in text


def test_the_effects_of_a_ruling_reveal_no_hidden_card(session, raise_dispute, people, signed):
    """Seat 2 holds diamonds only."""
    record = {"dealt": DEAL, "events": ["1: 3C", "2: 4S"], "passes": "implied"}
    hand = hand_recording.record_hand(session, record, by=people.carol).hand
    assert hand.verdicts.get().fault == "card-not-held"
    client, path = signed(people.bob), f"/api/v1/disputes/{raise_dispute(hand, event=1).pk}/"
    etag = client.get(path).json()["hand_etag"]
    body = {"decision": "taken-back", "reason": "Misplayed."}
    ruled = client.post(f"{path}ruling/", body, format="json", headers={"If-Match": etag})
    (changes,) = ruled.json()["effects"]["hands"]
    assert [row["before"] and row["before"]["verdict"] for row in changes["verdicts"]] == [
        None,
        "legal",
    ]
    assert "card-not-held" not in ruled.content.decode()


# the queue


def test_the_gravest_dispute_comes_first(play_session, raise_dispute, season, people, queue):
    _, (small, _) = play_session({"cards_left": [0, 1, 1, 1]}, {"cards_left": [0, 9, 9, 9]})
    _, (large, _) = play_session({"cards_left": [0, 4, 4, 4]}, {"cards_left": [0, 9, 9, 9]})
    _, (unknown,) = play_session({**ILLEGAL, "dealt": None})
    _, (_, won, _) = play_session(*ANOTHER_WINNER)
    play_session({"cards_left": [10, 0, 10, 10]}, season=season)
    _, (_, placed) = play_session(
        {"cards_left": [0, 1, 1, 1]}, {"cards_left": [0, 13, 13, 13]}, season=season
    )
    closed = raise_dispute(won, claim="Not this.")
    dispute_filing.withdraw(closed, by=people.dan)
    for hand in (unknown, small, large, placed, won):
        raise_dispute(hand)
    rows = [(row["hand"], row["stakes"] and row["stakes"]["gravity"]) for row in queue()]
    last_of_open = rows[4]
    assert rows[:4] == [
        (str(won.pk), "winner"),
        (str(placed.pk), "season-place"),
        (str(large.pk), "totals"),
        (str(small.pk), "totals"),
    ]
    assert last_of_open[0] == str(unknown.pk)
    assert rows[5] == (str(won.pk), None)


def test_equally_grave_disputes_are_listed_in_the_order_they_were_raised(
    play_session, raise_dispute, queue
):
    _, (hand,) = play_session(CLEAN)
    claims = ["first", "second", "third"]
    for claim in claims:
        raise_dispute(hand, claim=claim)
    assert [row["claim"] for row in queue()] == claims


def test_the_queue_is_filtered(play_session, raise_dispute, people, queue):
    _, (hand,) = play_session({**ILLEGAL, "dealt": None})
    low = raise_dispute(hand, event=4, claim="Too low for a king.")
    other = raise_dispute(hand, claim="A pass is missing.")
    dispute_ruling.rule_on(
        low, NewRuling(decision=Decision.STANDS, reason="Agreed upon."), by=people.bob
    )

    def claims(**query):
        return {row["claim"] for row in queue(**query)}

    assert claims() == {low.claim, other.claim}
    assert claims(status="open") == {other.claim}
    assert claims(status="ruled") == {low.claim}
    assert claims(status="withdrawn") == set()
    assert claims(fault="does-not-beat") == claims(rule=low.rule) == {low.claim}
    assert claims(fault="blocked") == set()
    assert claims(q="KING low") == claims(q="agreed") == {low.claim}
    assert claims(q="king missing") == set()


@pytest.mark.parametrize("query", [{"status": "lost"}, {"q": "a\0b"}], ids=str)
def test_a_filter_that_makes_no_sense_is_refused(club, people, signed, query):
    assert signed(people.dan).get(f"/api/v1/clubs/{club.pk}/disputes/", query).status_code == 422


def test_the_queue_is_paginated(play_session, raise_dispute, people, club, signed):
    _, (hand,) = play_session(CLEAN)
    disputes = [raise_dispute(hand, claim=str(number)) for number in range(5)]
    dispute_filing.withdraw(disputes[0], by=people.dan)
    client, url, claims = signed(people.dan), f"/api/v1/clubs/{club.pk}/disputes/?page_size=2", []
    while url:
        page = client.get(url).json()
        claims += [row["claim"] for row in page["results"]]
        url = page["next"]
    assert claims == ["1", "2", "3", "4", "0"]


def test_a_long_queue_takes_as_many_queries_as_a_short_one(
    play_session, raise_dispute, season, people, club, signed
):
    client, url = signed(people.dan), f"/api/v1/clubs/{club.pk}/disputes/"
    counts = []
    for _ in range(2):
        for _ in range(2):
            _, (hand, _) = play_session(CLEAN, SHEET, season=season)
            raise_dispute(hand, event=1)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_stakes_follow_an_event_through_amendments(play_session, raise_dispute, people, signed):
    _, (hand,) = play_session(CLEAN)
    dispute = raise_dispute(hand, event=5)
    changes = [EventChange(Operation.INSERT, 1, text) for text in ("1: 3C", "1: takes back")]
    hand_amendments.amend(hand, Amendment(changes=changes), by=people.carol)
    _, outcomes = stakes_of(dispute, people, signed)
    (changed_hand,) = outcomes["taken-back"]["changes"]["hands"]
    assert changed_hand["cards_left"]["after"] == [1, 13, 13, 13]
