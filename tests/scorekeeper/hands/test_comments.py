"""What members say about a play: once the hand is over, only ever added to, the club's own affair."""

import json
from uuid import uuid4

import pytest

import referee
from scorekeeper.clubs import memberships
from scorekeeper.exports import session_bundle
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import comments as hand_comments
from scorekeeper.hands import recording
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.hands.comments import CommentError, NotOwnCommentError, UnfinishedHandError
from scorekeeper.models import AuditEntry, Comment, Hand, User, Visibility
from tests.scorekeeper.sample_hands import CLEAN, UNFINISHED


@pytest.fixture
def say(hand, people):
    def _say(text="Why not the pair?", *, who=None, **about):
        said, _ = hand_comments.comment(hand, text, by=who or people.dan, **about)
        return said

    return _say


@pytest.fixture
def comments(hand, people, signed):
    """The list as a client of the API sees it."""

    def _comments(who=None):
        return signed(who or people.dan).get(f"/api/v1/hands/{hand.pk}/comments/")

    return _comments


def amend(hand, *changes, by):
    hand_amendments.amend(hand, Amendment(changes=list(changes), reason="Misheard."), by=by)


def test_a_member_says_something_about_a_play_and_all_members_read_it(hand, people, signed, comments):  # fmt: skip
    sent = {"event": 2, "text": "Why not the pair?"}
    made = signed(people.dan).post(f"/api/v1/hands/{hand.pk}/comments/", sent, format="json")
    assert made.status_code == 201
    (shown,) = comments(people.carol).json()["results"]
    assert shown == made.json()
    assert (shown["event"], shown["event_now"], shown["text"]) == (2, 2, "Why not the pair?")
    assert (shown["by"], shown["removal"]) == (str(people.dan.pk), None)


def test_the_same_comment_again_adds_nothing(hand, people, signed):
    client, sent = signed(people.dan), {"id": str(uuid4()), "text": "Well played."}
    path = f"/api/v1/hands/{hand.pk}/comments/"
    statuses = [client.post(path, sent, format="json").status_code for _ in range(2)]
    other = client.post(path, {**sent, "text": "Badly played."}, format="json")
    assert (statuses, Comment.objects.count()) == ([201, 200], 1)
    assert (other.status_code, other.json()["code"]) == (409, "id-taken")


def test_a_list_has_pages(say, hand, people, signed):
    for number in range(3):
        say(f"{number}")
    client, path = signed(people.dan), f"/api/v1/hands/{hand.pk}/comments/?page_size=2"
    first = client.get(path).json()
    rest = client.get(first["next"]).json()
    assert [one["text"] for one in first["results"] + rest["results"]] == ["0", "1", "2"]


def test_whoever_has_the_list_is_told_only_what_is_new(say, hand, people, signed, comments):
    client, path = signed(people.dan), f"/api/v1/hands/{hand.pk}/comments/"
    etag = comments()["ETag"]
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 304
    say()
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 200


def test_a_list_takes_a_fixed_number_of_queries(say, comments, django_assert_num_queries):
    for number in range(5):
        say(event=number + 1)
    with django_assert_num_queries(4):
        comments()


def test_nothing_is_said_while_a_hand_goes_on(session, people, signed):
    hand = recording.record_hand(session, UNFINISHED, by=people.carol).hand
    sent = {"text": "Alice has all the clubs."}
    refused = signed(people.carol).post(f"/api/v1/hands/{hand.pk}/comments/", sent, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "hand-unfinished")


def test_what_was_said_is_not_shown_while_a_correction_leaves_the_hand_unfinished(say, hand, people, comments):  # fmt: skip
    say("Alice had the two.", event=5)
    amend(hand, EventChange(Operation.REMOVE, 5), by=people.bob)
    assert comments(people.carol).json()["results"] == []
    amend(Hand.objects.get(), EventChange(Operation.INSERT, 5, "1: 2C"), by=people.bob)
    assert len(comments(people.carol).json()["results"]) == 1


def test_a_comment_moves_with_its_event_and_stays_with_the_hand_when_it_is_gone(say, hand, people, comments):  # fmt: skip
    say(event=3)
    amend(hand, EventChange(Operation.INSERT, 2, "2: pass"), by=people.bob)
    say("Nobody passed.", event=2)
    assert [one["event_now"] for one in comments().json()["results"]] == [4, 2]
    amend(Hand.objects.get(), EventChange(Operation.REMOVE, 2), by=people.bob)
    assert [one["event_now"] for one in comments().json()["results"]] == [3, None]


def test_an_event_is_one_of_the_revision_that_was_read(say, hand, people):
    amend(hand, EventChange(Operation.INSERT, 1, "2: pass"), by=people.bob)
    said = say(event=5, revision=1)
    assert hand_comments.place_comments([said])[0].event == 6
    for about in ({"event": 9}, {"event": 6, "revision": 1}, {"revision": 7}):
        with pytest.raises(CommentError):
            say(**about)


def test_what_one_said_is_taken_back_and_it_is_said_so(say, people, signed, comments):
    said = say()
    assert signed(people.dan).post(f"/api/v1/comments/{said.pk}/removal/").status_code == 200
    (shown,) = comments(people.carol).json()["results"]
    assert (shown["text"], shown["removal"]["by"]) == (None, str(people.dan.pk))
    assert Comment.objects.get().text == "Why not the pair?"


def test_a_referee_hides_what_somebody_said_and_others_do_not(say, people):
    said = say()
    with pytest.raises(NotOwnCommentError):
        hand_comments.remove(said, by=people.carol)
    assert hand_comments.remove(said, by=people.bob)[1]
    removal, is_new = hand_comments.remove(said, by=people.dan)
    assert (removal.by, is_new) == (people.bob, False)


def test_strangers_read_none_though_the_hand_is_public(say, hand, session, people, comments):
    say()
    session.club.visibility = session.visibility = Visibility.PUBLIC
    session.club.save()
    session.save()
    assert comments(people.eve).status_code == 404
    assert not hand_comments.comments_on(hand, people.eve)
    assert (
        session_bundle.bundle_for(session, people.eve, is_member=False)["hands"][0]["comments"]
        == []
    )


def test_somebody_who_left_the_club_takes_nothing_back(say, people, club, signed):
    said = say()
    memberships.leave(club, people.dan, by=people.alice)
    assert signed(people.dan).post(f"/api/v1/comments/{said.pk}/removal/").status_code == 404


def test_every_comment_is_a_line_in_the_audit_log_without_its_words(say, people):
    hand_comments.remove(say("Secret words.", event=2), by=people.bob)
    lines = AuditEntry.objects.filter(act__startswith="comment").order_by("pk")
    assert [(line.act, line.by) for line in lines] == [("comment made", people.dan), ("comment removed", people.bob)]  # fmt: skip
    assert "Secret" not in json.dumps([line.details for line in lines])


@pytest.mark.parametrize("text", ["", "  ", "x" * 2001])
def test_a_comment_says_something_and_not_a_book(hand, people, signed, text):
    sent = {"text": text}
    refused = signed(people.dan).post(f"/api/v1/hands/{hand.pk}/comments/", sent, format="json")
    assert (refused.status_code, refused.json()["where"]) == (422, "text")


def test_comments_are_part_of_the_history_of_a_session(say, session, people):
    hand_comments.remove(say("One", event=1), by=people.dan)
    say("Two")
    told = session_bundle.build_bundle(session)["hands"][0]["comments"]
    assert [(one["text"], bool(one["removal"])) for one in told] == [("One", True), ("Two", False)]


def test_what_was_taken_back_is_in_nobodys_bundle(say, session, people):
    hand_comments.remove(say("One", event=1), by=people.dan)
    hand_comments.remove(say("Two"), by=people.bob)
    say("Three")
    for person in (people.alice, people.dan):
        whole = session_bundle.bundle_for(session, person, is_member=True)
        assert referee.verify(whole).ok
        told = whole["hands"][0]["comments"]
        assert [(one["text"], bool(one["removal"])) for one in told] == [(None, True), (None, True), ("Three", False)]  # fmt: skip


def test_an_unfinished_hand_takes_comments_once_it_is_over(session, people):
    hand = recording.record_hand(session, UNFINISHED, by=people.carol).hand
    with pytest.raises(UnfinishedHandError):
        hand_comments.comment(hand, "Not yet.", by=people.dan)
    rest = [EventChange(Operation.INSERT, 2, text) for text in reversed(CLEAN["events"][1:])]
    amend(hand, *rest, by=people.carol)
    assert hand_comments.comment(hand, "Now.", by=people.dan)[1]


def test_the_admin_reads_comments_but_not_what_was_taken_back(say, people, client, hand):
    say("A brave lead.")
    hand_comments.remove(say("Secret words."), by=people.dan)
    client.force_login(User.objects.create_superuser("root", password="root"))
    path = "/admin/scorekeeper/comment/"
    page = client.get(path).content.decode()
    assert "A brave lead." in page
    assert "Secret words." not in page
    assert "taken back by dan" in page
    amend(hand, EventChange(Operation.REMOVE, 5), by=people.bob)
    assert "A brave lead." not in client.get(path).content.decode()
