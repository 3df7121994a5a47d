"""Lines that members keep as variations of a finished hand: as comments, for members only, withdrawn and never deleted."""

from uuid import uuid4

import pytest
from rest_framework.test import APIClient

import referee
from scorekeeper.hands import amendments, recording, variations
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.hands.comments import UnfinishedHandError
from scorekeeper.hands.variations import NotOwnVariationError
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import AuditEntry, HandVariation
from scorekeeper.replays.lines import TriedLineError
from tests.scorekeeper.sample_hands import CLEAN, UNFINISHED

BEATS = "2: 3D 4D 5D 6D 7D"
LINE = {
    "name": "Bob beats it",
    "from": 2,
    "events": [BEATS, "3: pass"],
    "comment": "Diamonds are higher.",
    "comments": [{"event": 3, "text": "Why?", "mark": "?"}],
}
WORDS = {key: LINE[key] for key in ("name", "comment", "comments")}


@pytest.fixture
def keep(hand, people):
    def _keep(who=None, **options):
        line = {"first": 2, "events": LINE["events"], "words": WORDS, **options}
        row, _ = variations.keep(hand, by=who or people.dan, **line)
        return HandVariation.objects.select_related("hand__session__head", "revision").get(
            pk=row.pk
        )

    return _keep


@pytest.fixture
def post(hand, signed):
    def _post(who, **line):
        client = signed(who) if who else APIClient()
        return client.post(f"/api/v1/hands/{hand.pk}/variations/", {**LINE, **line}, format="json")

    return _post


def listed(client, hand):
    return client.get(f"/api/v1/hands/{hand.pk}/variations/")


def test_a_kept_line_is_read_by_members_as_a_record_has_it(hand, people, signed, post):
    made = post(people.dan)
    assert made.status_code == 201
    (row,) = listed(signed(people.carol), hand).json()["results"]
    assert row == made.json()
    assert {key: row[key] for key in LINE} == LINE
    assert (row["stale"], row["revision"]) == (False, 1)
    assert signed(people.carol).get(f"/api/v1/variations/{row['id']}/").json() == row


def test_strangers_neither_see_nor_keep_one_even_of_a_public_hand(hand, people, signed, keep, post):
    row = keep()
    for owner in (hand.club, hand.session):
        owner.visibility = "public"
        owner.save(update_fields=["visibility"])
    for who in (people.eve, None):
        client = signed(who) if who else APIClient()
        assert client.get(f"/api/v1/variations/{row.pk}/").status_code in {401, 404}
        assert post(who).status_code in {401, 404}
    assert HandVariation.objects.count() == 1


def test_keeping_it_again_with_its_id_changes_nothing(people, post):
    sent = {"id": str(uuid4())}
    assert [post(people.dan, **sent).status_code for _ in range(2)] == [201, 200]
    assert AuditEntry.objects.filter(act="variation kept").count() == 1
    other = post(people.dan, **sent, name="Another")
    assert (other.status_code, other.json()["code"]) == (409, "id-taken")


def test_the_id_of_another_line_is_refused(keep, people):
    row = keep()
    with pytest.raises(IdTakenError):
        keep(id=row.pk, events=["2: pass"])
    with pytest.raises(IdTakenError):
        keep(id=row.pk, who=people.carol)


def test_a_retry_may_leave_out_seats_as_the_first_request_did(keep):
    row = keep(events=["3D 4D 5D 6D 7D", "pass"])
    assert row.events == LINE["events"]
    assert keep(id=row.pk, events=["3D 4D 5D 6D 7D", "pass"]) == row


def test_an_illegal_play_may_be_part_of_a_variation(keep):
    assert keep(events=["2: 3D", "3: pass"]).events == ["2: 3D", "3: pass"]


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ({"events": ["2: 9X"]}, "events[0]"),
        ({"from": 9}, "from"),
        ({"revision": 5}, "revision"),
        ({"comments": [{"event": 4, "text": "after it"}]}, "comments[0].event"),
        ({"comments": [{"event": 2}]}, "comments[0]"),
        ({"name": ""}, "name"),
    ],
)
def test_what_a_record_cannot_have_is_refused_with_its_place(people, post, line, where):
    answer = post(people.dan, **line)
    assert (answer.status_code, answer.json()["where"]) == (422, where)
    assert not HandVariation.objects.exists()


def test_a_line_without_plays_is_no_variation(keep):
    with pytest.raises(TriedLineError):
        keep(events=[])


def test_nothing_is_kept_of_an_unfinished_hand(session, people):
    hand = recording.record_hand(session, UNFINISHED, by=people.carol).hand
    with pytest.raises(UnfinishedHandError):
        variations.keep(hand, first=2, events=["2: pass"], words=WORDS, by=people.carol)


def test_what_is_unfinished_again_shows_no_variations(hand, people, keep, signed):
    keep()
    gone = [EventChange(Operation.REMOVE, 5)]
    amendments.amend(hand, Amendment(changes=gone), by=people.carol)
    assert listed(signed(people.dan), hand).json()["results"] == []


def test_after_a_correction_it_says_that_it_was_tried_on_an_earlier_state(
    hand, people, keep, signed
):
    row = keep()
    swapped = [
        EventChange(Operation.REPLACE, event, text) for event, text in ((4, "1: 2C"), (5, "1: AC"))
    ]
    amendments.amend(hand, Amendment(changes=swapped), by=people.carol)
    shown = signed(people.dan).get(f"/api/v1/variations/{row.pk}/").json()
    assert (shown["stale"], shown["revision"]) == (True, 1)


def test_its_author_withdraws_it_and_it_is_missing_but_not_its_row(hand, people, keep, signed):
    other, withdrawn = keep(), keep()
    path = f"/api/v1/variations/{withdrawn.pk}/"
    client = signed(people.dan)
    assert [client.delete(path).status_code for _ in range(2)] == [204, 404]
    assert AuditEntry.objects.filter(act="variation withdrawn").count() == 1
    assert client.get(path).status_code == 404
    [listed] = client.get(f"/api/v1/hands/{hand.pk}/variations/").json()["results"]
    assert listed["id"] == str(other.pk)
    assert HandVariation.objects.get(pk=withdrawn.pk).text["name"] == "Bob beats it"


def test_a_referee_hides_it_and_another_member_cannot(people, keep, signed):
    row = keep()
    answer = signed(people.carol).delete(f"/api/v1/variations/{row.pk}/")
    assert (answer.status_code, answer.json()["code"]) == (403, "not-yours")
    with pytest.raises(NotOwnVariationError):
        variations.withdraw(row, by=people.carol)
    assert signed(people.bob).delete(f"/api/v1/variations/{row.pk}/").status_code == 204


def test_the_list_has_an_etag(hand, people, keep, signed):
    client, path = signed(people.dan), f"/api/v1/hands/{hand.pk}/variations/"
    etag = client.get(path)["ETag"]
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 304
    keep()
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 200


def test_variations_of_the_record_are_lines_too(session, people):
    hand = recording.record_hand(session, {**CLEAN, "variations": [LINE]}, by=people.carol).hand
    (one,) = variations.recorded_variations(hand)
    assert (one.key, one.event, one.line.events) == ("1", 1, tuple(LINE["events"]))


def test_other_things_that_a_record_calls_variations_are_not_lines(session, people):
    hand = recording.record_hand(session, {**CLEAN, "variations": "none"}, by=people.carol).hand
    assert variations.recorded_variations(hand) == []


def record(client, hand):
    return client.get(f"/api/v1/sessions/{hand.session_id}/record/").json()["hands"][0]


def test_the_record_for_members_has_what_they_keep_and_can_be_imported(hand, people, keep, signed):
    variations.withdraw(keep(), by=people.dan)
    keep(words={"name": "Again"})
    exported = record(signed(people.carol), hand)
    assert exported["variations"] == [{"name": "Again", "from": 2, "events": LINE["events"]}]
    (line,) = referee.annotations(exported, referee.rules_for("big-two"), seats=4).variations
    assert line.name == "Again"


def test_the_record_of_a_public_session_keeps_them_from_strangers(hand, people, keep, signed):
    keep()
    for owner in (hand.club, hand.session):
        owner.visibility = "public"
        owner.save(update_fields=["visibility"])
    assert "variations" not in record(APIClient(), hand)


@pytest.mark.parametrize(("changed", "stays"), [(5, True), (1, False)])
def test_the_record_has_them_as_long_as_the_hand_begins_as_it_did(
    hand, people, keep, signed, changed, stays
):
    keep()
    events = ["1: 3C 4C 5C 6C 7C", "1: 8C 9C 10C JC QC", "1: KC", "1: AC", "1: 2C"]
    other = "1: 8C 9C 10C JC QC" if changed == 1 else "1: 2C last"
    change = [EventChange(Operation.REPLACE, changed, other)]
    if changed == 1:
        change.append(EventChange(Operation.REPLACE, 2, events[0]))
    amendments.amend(hand, Amendment(changes=change), by=people.carol)
    assert ("variations" in record(signed(people.dan), hand)) == stays
