"""What hangs on a dispute is computed: the gravest stands in front, and what is said comes true when it is decided so."""

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
from scorekeeper.models import Decision, Hand, HandRevision, Result, Season
from scorekeeper.sessions import recording as session_recording
from tests.scorekeeper.sample_hands import CLEAN, DEAL, ILLEGAL, SHEET, UNFINISHED

pytestmark = pytest.mark.django_db


@pytest.fixture
def sitting(club, players, people):
    """A session of these hands, in a season or outside."""

    def _sitting(*sheets, season=None, variant="big-two", seated=players, **rules):
        sheet = {"variant": variant, "house_rules": rules}
        session, _ = session_recording.record_session(
            club, sheet, players=seated, by=people.carol, season=season
        )
        hands = [
            hand_recording.record_hand(session, sheet, by=people.carol).hand for sheet in sheets
        ]
        return session, hands

    return _sitting


@pytest.fixture
def season(club):
    return Season.objects.create(club=club, name="Spring")


@pytest.fixture
def raised(people):
    """A dispute about a hand."""

    def _raised(hand, event=None, claim="Look at this."):
        return dispute_filing.raise_dispute(
            hand, NewDispute(claim=claim, event=event), by=people.dan
        )[0]

    return _raised


@pytest.fixture
def queue(club, people, signed):
    def _queue(**query):
        answer = signed(people.dan).get(f"/api/v1/clubs/{club.pk}/disputes/", query)
        assert answer.status_code == 200, answer.content
        return answer.json()["results"]

    return _queue


def at_stake(dispute, people, signed):
    shown = signed(people.dan).get(f"/api/v1/disputes/{dispute.pk}/").json()["stakes"]
    return shown, {outcome["decision"]: outcome for outcome in shown["outcomes"]}


class UndoneError(Exception):
    """The ruling is taken back: only what it did was to be seen."""


def really(dispute, decision, by):
    """What a ruling changes, from the books; the books stay as they are."""
    changed = {}
    was = Result.objects.get(session=dispute.hand.session_id)
    try:
        with transaction.atomic():
            ruled = dispute_ruling.rule_on(dispute, NewRuling(decision=decision, reason="?"), by=by)
            now = Result.objects.get(session=dispute.hand.session_id)
            for key in ("totals", "over", "winners"):
                before, after = getattr(was, key), getattr(now, key)
                changed[key] = None if before == after else {"before": before, "after": after}
            hands = Hand.objects.filter(session=dispute.hand.session_id).select_related(
                "adjudication"
            )
            changed["points"] = {
                hand.position: hand.adjudication.answer["points"] for hand in hands
            }
            changed["told"] = ruled.effects
            raise UndoneError
    except UndoneError:
        return changed


ANOTHER_WINNER = ({"cards_left": [0, 3, 3, 3]}, CLEAN, {"cards_left": [9, 0, 9, 9]})
GAMES = [
    (ANOTHER_WINNER, {}),
    (ANOTHER_WINNER, {"hands_per_match": 3}),
    ((SHEET, CLEAN), {"target": 35}),
    ((CLEAN, {**ILLEGAL, "dealt": None}), {}),
    (({**CLEAN, "cards_left": [0, 13, 13, 13]}, SHEET), {"settlement": "penalties"}),
]


@pytest.mark.parametrize(("sheets", "rules"), GAMES)
def test_what_is_said_comes_true_when_it_is_decided_so(sitting, raised, people, signed, sheets, rules):  # fmt: skip
    _, hands = sitting(*sheets, **rules)
    disputed = next(hand for hand in hands if "events" in hand.head.content)
    dispute = raised(disputed, event=2)
    before = {hand.position: hand.adjudication.answer["points"] for hand in hands}
    _, outcomes = at_stake(dispute, people, signed)
    assert len(outcomes) == 4
    for decision, outcome in outcomes.items():
        done = really(dispute, Decision(decision), people.bob)
        said = outcome["changes"]
        assert {key: said[key] for key in ("totals", "over", "winners")} == {
            key: done[key] for key in ("totals", "over", "winners")
        }
        points = {hand["position"]: hand["points"]["after"] for hand in said["hands"] if "points" in hand}  # fmt: skip
        assert {**before, **points} == done["points"]
        told = [{key: hand[key] for key in hand if key != "verdicts"} for hand in done["told"]["hands"]]  # fmt: skip
        assert said["hands"] == [hand for hand in told if len(hand) > 1]


def test_looking_at_the_stakes_keeps_nothing(sitting, raised, people, signed):
    _, (hand,) = sitting(CLEAN)
    at_stake(raised(hand, event=5), people, signed)
    assert HandRevision.objects.count() == 1
    assert Result.objects.get().totals == [39, -13, -13, -13]


def test_another_winner_is_named(sitting, raised, people, signed):
    _, (_, hand, _) = sitting(*ANOTHER_WINNER)
    shown, outcomes = at_stake(raised(hand), people, signed)
    assert shown["gravity"] == "winner"
    assert outcomes["annulled"]["changes"]["leaders"] == {"before": [1], "after": [2]}
    assert (shown["swing"], outcomes["stands"]["gravity"]) == (39, "nothing")


def test_a_game_that_would_not_be_over_has_no_winner_yet(sitting, raised, people, signed):
    _, (_, hand) = sitting(SHEET, CLEAN, target=35)
    _, outcomes = at_stake(raised(hand), people, signed)
    assert outcomes["annulled"]["changes"]["winners"] == {"before": [1], "after": []}
    assert outcomes["annulled"]["changes"]["over"] == {"before": True, "after": False}


def test_a_place_in_the_season_is_added_up_over_its_sessions(
    sitting, raised, season, players, people, signed
):
    """Bob has 32 from other evenings; Alice is before him with this hand only, and leads the evening anyway."""
    sitting({"cards_left": [10, 0, 10, 10]}, season=season)
    sitting({"out": [1, 2, 3]}, season=season, variant="pusoy-dos")
    sitting({"cards_left": [0, 9, 9, 9]})
    _, (_, hand) = sitting({"cards_left": [0, 1, 1, 1]}, {"cards_left": [0, 13, 13, 13]}, season=season)  # fmt: skip
    shown, outcomes = at_stake(raised(hand), people, signed)
    assert shown["gravity"] == "season-place"
    found = {row["player"]: row for row in outcomes["annulled"]["changes"]["season"]["players"]}
    alice, bob = (found[str(player.pk)] for player in players[:2])
    assert alice["points"] == {"before": 35, "after": -4}
    assert (alice["place"], bob["place"]) == (
        {"before": 1, "after": 2},
        {"before": 2, "after": 1},
    )


def test_adjustments_count_in_the_season(sitting, raised, season, people, signed, players):
    other, (hand,) = sitting({"cards_left": [10, 0, 10, 10]}, season=season)
    given = NewRuling(decision=Decision.ADJUSTMENT, reason="Late.", seat=2, points=-25)
    dispute_ruling.rule_on(raised(hand), given, by=people.bob)
    _, (_, hand) = sitting({"cards_left": [0, 1, 1, 1]}, {"cards_left": [0, 2, 2, 2]}, season=season)  # fmt: skip
    _, outcomes = at_stake(raised(hand), people, signed)
    rows = outcomes["annulled"]["changes"]["season"]["players"]
    bob = next(row for row in rows if row["player"] == str(players[1].pk))
    assert bob["points"] == {"before": 2, "after": 4}
    assert Result.objects.get(session=other).totals == [-10, 5, -10, -10]


def test_where_the_lowest_wins_the_lowest_leads(sitting, raised, people, signed):
    sheets = [{"cards_left": [0, 9, 9, 9]}, {"cards_left": [10, 0, 1, 3]}]
    _, hands = sitting(*sheets, variant="gang-of-four")
    _, outcomes = at_stake(raised(hands[1]), people, signed)
    leaders = outcomes["annulled"]["changes"]["leaders"]
    assert leaders["after"] == [1]
    assert leaders["before"] != [1]


def test_what_cannot_be_decided_says_why(sitting, raised, people, signed):
    _, (hand,) = sitting(SHEET)
    _, outcomes = at_stake(raised(hand), people, signed)
    back = outcomes["taken-back"]
    assert (back["possible"], back["changes"]) == (False, None)
    assert "nothing to take back" in back["why_not"]


def test_hidden_cards_say_nothing_about_the_stakes(session, raised, people, signed):
    sheet = {**UNFINISHED, "events": ["1: 3C 4C 5C 6C 7C", "2: 3S 4S 5S 6S 7S"]}
    hand = hand_recording.record_hand(session, sheet, by=people.carol).hand
    dispute = raised(hand, event=1)
    text = signed(people.dan).get(f"/api/v1/disputes/{dispute.pk}/").content.decode()
    assert "verdicts" not in text
    assert "card-not-held" not in text


def test_a_ruling_on_an_unfinished_hand_tells_nothing_of_hidden_cards(session, raised, people, signed):  # fmt: skip
    """Seat 2 holds diamonds only."""
    sheet = {"dealt": DEAL, "events": ["1: 3C", "2: 4S"], "passes": "implied"}
    hand = hand_recording.record_hand(session, sheet, by=people.carol).hand
    assert hand.verdicts.get().fault == "card-not-held"
    client, path = signed(people.bob), f"/api/v1/disputes/{raised(hand, event=1).pk}/"
    etag = client.get(path).json()["hand_etag"]
    sent = {"decision": "taken-back", "reason": "Misplayed."}
    ruled = client.post(f"{path}ruling/", sent, format="json", headers={"If-Match": etag})
    (told,) = ruled.json()["effects"]["hands"]
    assert [row["before"] and row["before"]["verdict"] for row in told["verdicts"]] == [
        None,
        "legal",
    ]
    assert "card-not-held" not in ruled.content.decode()


# the queue


def test_the_gravest_dispute_is_in_front(sitting, raised, season, people, queue):
    _, (small, _) = sitting({"cards_left": [0, 1, 1, 1]}, {"cards_left": [0, 9, 9, 9]})
    _, (large, _) = sitting({"cards_left": [0, 4, 4, 4]}, {"cards_left": [0, 9, 9, 9]})
    _, (unknown,) = sitting({**ILLEGAL, "dealt": None})
    _, (_, won, _) = sitting(*ANOTHER_WINNER)
    sitting({"cards_left": [10, 0, 10, 10]}, season=season)
    _, (_, placed) = sitting({"cards_left": [0, 1, 1, 1]}, {"cards_left": [0, 13, 13, 13]}, season=season)  # fmt: skip
    closed = raised(won, claim="Not this.")
    dispute_filing.withdraw(closed, by=people.dan)
    for hand in (unknown, small, large, placed, won):
        raised(hand)
    found = [(row["hand"], row["stakes"] and row["stakes"]["gravity"]) for row in queue()]
    last_of_open = found[4]
    assert found[:4] == [
        (str(won.pk), "winner"),
        (str(placed.pk), "season-place"),
        (str(large.pk), "totals"),
        (str(small.pk), "totals"),
    ]
    assert last_of_open[0] == str(unknown.pk)
    assert found[5] == (str(won.pk), None)


def test_equals_wait_in_the_order_they_were_raised(sitting, raised, queue):
    _, (hand,) = sitting(CLEAN)
    claims = ["first", "second", "third"]
    for claim in claims:
        raised(hand, claim=claim)
    assert [row["claim"] for row in queue()] == claims


def test_the_queue_is_filtered(sitting, raised, people, queue):
    _, (hand,) = sitting({**ILLEGAL, "dealt": None})
    low = raised(hand, event=4, claim="Too low for a king.")
    other = raised(hand, claim="A pass is missing.")
    dispute_ruling.rule_on(
        low, NewRuling(decision=Decision.STANDS, reason="Agreed upon."), by=people.bob
    )

    def found(**query):
        return {row["claim"] for row in queue(**query)}

    assert found() == {low.claim, other.claim}
    assert found(status="open") == {other.claim}
    assert found(status="ruled") == {low.claim}
    assert found(status="withdrawn") == set()
    assert found(fault="does-not-beat") == found(rule=low.rule) == {low.claim}
    assert found(fault="blocked") == set()
    assert found(q="KING low") == found(q="agreed") == {low.claim}
    assert found(q="king missing") == set()


@pytest.mark.parametrize("query", [{"status": "lost"}, {"q": "a\0b"}], ids=str)
def test_a_filter_that_makes_no_sense_is_refused(club, people, signed, query):
    assert signed(people.dan).get(f"/api/v1/clubs/{club.pk}/disputes/", query).status_code == 422


def test_pages_go_through_the_queue(sitting, raised, people, club, signed):
    _, (hand,) = sitting(CLEAN)
    made = [raised(hand, claim=str(number)) for number in range(5)]
    dispute_filing.withdraw(made[0], by=people.dan)
    client, url, seen = signed(people.dan), f"/api/v1/clubs/{club.pk}/disputes/?page_size=2", []
    while url:
        page = client.get(url).json()
        seen += [row["claim"] for row in page["results"]]
        url = page["next"]
    assert seen == ["1", "2", "3", "4", "0"]


def test_a_long_queue_takes_as_many_queries_as_a_short_one(
    sitting, raised, season, people, club, signed
):
    client, url = signed(people.dan), f"/api/v1/clubs/{club.pk}/disputes/"
    counts = []
    for _ in range(2):
        for _ in range(2):
            _, (hand, _) = sitting(CLEAN, SHEET, season=season)
            raised(hand, event=1)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_stakes_follow_an_event_that_was_moved(sitting, raised, people, signed):
    _, (hand,) = sitting(CLEAN)
    dispute = raised(hand, event=5)
    changes = [EventChange(Operation.INSERT, 1, text) for text in ("1: 3C", "1: takes back")]
    hand_amendments.amend(hand, Amendment(changes=changes), by=people.carol)
    _, outcomes = at_stake(dispute, people, signed)
    (told,) = outcomes["taken-back"]["changes"]["hands"]
    assert told["cards_left"]["after"] == [1, 13, 13, 13]
