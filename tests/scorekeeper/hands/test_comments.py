"""Comments of members on a finished hand: they may be removed but not changed, and strangers do not see them."""

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
from scorekeeper.models import AuditEntry, Comment, Hand, Visibility
from tests.scorekeeper.sample_hands import CLEAN, UNFINISHED


@pytest.fixture
def add_comment(hand, people):
    def _add_comment(text="Why not the pair?", *, who=None, **options):
        comment, _ = hand_comments.comment(hand, text, by=who or people.dan, **options)
        return comment

    return _add_comment


@pytest.fixture
def comments(hand, people, signed):
    """Return a function that reads the comments of the hand over HTTP."""

    def _comments(who=None):
        return signed(who or people.dan).get(f"/api/v1/hands/{hand.pk}/comments/")

    return _comments


def amend(hand, *changes, by):
    hand_amendments.amend(hand, Amendment(changes=list(changes), reason="Misheard."), by=by)


def test_a_comment_of_a_member_is_visible_to_all_members(hand, people, signed, comments):
    body = {"event": 2, "text": "Why not the pair?"}
    created = signed(people.dan).post(f"/api/v1/hands/{hand.pk}/comments/", body, format="json")
    assert created.status_code == 201
    (listed,) = comments(people.carol).json()["results"]
    assert listed == created.json()
    assert (listed["event"], listed["event_now"], listed["text"]) == (2, 2, "Why not the pair?")
    assert (listed["by"], listed["removal"]) == (str(people.dan.pk), None)


def test_sending_a_comment_again_with_its_id_adds_none(hand, people, signed):
    client, body = signed(people.dan), {"id": str(uuid4()), "text": "Well played."}
    path = f"/api/v1/hands/{hand.pk}/comments/"
    statuses = [client.post(path, body, format="json").status_code for _ in range(2)]
    other = client.post(path, {**body, "text": "Badly played."}, format="json")
    assert (statuses, Comment.objects.count()) == ([201, 200], 1)
    assert (other.status_code, other.json()["code"]) == (409, "id-taken")


def test_the_list_of_comments_has_pages(add_comment, hand, people, signed):
    for number in range(3):
        add_comment(f"{number}")
    client, path = signed(people.dan), f"/api/v1/hands/{hand.pk}/comments/?page_size=2"
    first = client.get(path).json()
    rest = client.get(first["next"]).json()
    assert [row["text"] for row in first["results"] + rest["results"]] == ["0", "1", "2"]


def test_the_list_of_comments_has_an_etag(add_comment, hand, people, signed, comments):
    client, path = signed(people.dan), f"/api/v1/hands/{hand.pk}/comments/"
    etag = comments()["ETag"]
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 304
    add_comment()
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 200


def test_the_list_of_comments_takes_a_fixed_number_of_queries(
    add_comment, comments, django_assert_num_queries
):
    for number in range(5):
        add_comment(event=number + 1)
    with django_assert_num_queries(4):
        comments()


def test_an_unfinished_hand_takes_no_comments(session, people, signed):
    hand = recording.record_hand(session, UNFINISHED, by=people.carol).hand
    body = {"text": "Alice has all the clubs."}
    refused = signed(people.carol).post(f"/api/v1/hands/{hand.pk}/comments/", body, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "hand-unfinished")


def test_comments_are_hidden_while_the_hand_is_unfinished_again(
    add_comment, hand, people, comments
):
    add_comment("Alice had the two.", event=5)
    amend(hand, EventChange(Operation.REMOVE, 5), by=people.bob)
    assert comments(people.carol).json()["results"] == []
    amend(Hand.objects.get(), EventChange(Operation.INSERT, 5, "1: 2C"), by=people.bob)
    assert len(comments(people.carol).json()["results"]) == 1


def test_a_comment_follows_its_event_and_stays_when_that_is_removed(
    add_comment, hand, people, comments
):
    add_comment(event=3)
    amend(hand, EventChange(Operation.INSERT, 2, "2: pass"), by=people.bob)
    add_comment("Nobody passed.", event=2)
    assert [row["event_now"] for row in comments().json()["results"]] == [4, 2]
    amend(Hand.objects.get(), EventChange(Operation.REMOVE, 2), by=people.bob)
    assert [row["event_now"] for row in comments().json()["results"]] == [3, None]


def test_the_event_of_a_comment_is_that_of_the_revision_read(add_comment, hand, people):
    amend(hand, EventChange(Operation.INSERT, 1, "2: pass"), by=people.bob)
    comment = add_comment(event=5, revision=1)
    assert hand_comments.place_comments([comment])[0].event == 6
    for options in ({"event": 9}, {"event": 6, "revision": 1}, {"revision": 7}):
        with pytest.raises(CommentError):
            add_comment(**options)


def test_the_author_removes_a_comment_and_the_removal_is_shown(
    add_comment, people, signed, comments
):
    comment = add_comment()
    assert signed(people.dan).post(f"/api/v1/comments/{comment.pk}/removal/").status_code == 200
    (listed,) = comments(people.carol).json()["results"]
    assert (listed["text"], listed["removal"]["by"]) == (None, str(people.dan.pk))
    assert Comment.objects.get().text == "Why not the pair?"


def test_a_referee_may_remove_comments_of_others(add_comment, people):
    comment = add_comment()
    with pytest.raises(NotOwnCommentError):
        hand_comments.remove(comment, by=people.carol)
    assert hand_comments.remove(comment, by=people.bob)[1]
    removal, is_new = hand_comments.remove(comment, by=people.dan)
    assert (removal.by, is_new) == (people.bob, False)


def test_strangers_see_no_comments_on_a_public_hand(add_comment, hand, session, people, comments):
    add_comment()
    session.club.visibility = session.visibility = Visibility.PUBLIC
    session.club.save()
    session.save()
    assert comments(people.eve).status_code == 404
    assert not hand_comments.comments_on(hand, people.eve)
    assert (
        session_bundle.bundle_for(session, people.eve, is_member=False)["hands"][0]["comments"]
        == []
    )


def test_a_former_member_cannot_remove_a_comment(add_comment, people, club, signed):
    comment = add_comment()
    memberships.leave(club, people.dan, by=people.alice)
    assert signed(people.dan).post(f"/api/v1/comments/{comment.pk}/removal/").status_code == 404


def test_every_comment_is_in_the_audit_log_without_its_text(add_comment, people):
    hand_comments.remove(add_comment("Secret words.", event=2), by=people.bob)
    entries = AuditEntry.objects.filter(act__startswith="comment").order_by("pk")
    assert [(entry.act, entry.by) for entry in entries] == [
        ("comment made", people.dan),
        ("comment removed", people.bob),
    ]
    assert "Secret" not in json.dumps([entry.details for entry in entries])


@pytest.mark.parametrize("text", ["", "  ", "x" * 2001])
def test_a_comment_is_neither_empty_nor_too_long(hand, people, signed, text):
    body = {"text": text}
    refused = signed(people.dan).post(f"/api/v1/hands/{hand.pk}/comments/", body, format="json")
    assert (refused.status_code, refused.json()["where"]) == (422, "text")


def test_comments_are_part_of_the_session_bundle(add_comment, session, people):
    hand_comments.remove(add_comment("One", event=1), by=people.dan)
    add_comment("Two")
    rows = session_bundle.build_bundle(session)["hands"][0]["comments"]
    assert [(row["text"], bool(row["removal"])) for row in rows] == [("One", True), ("Two", False)]


def test_the_texts_of_removed_comments_are_in_no_bundle_for_members(add_comment, session, people):
    hand_comments.remove(add_comment("One", event=1), by=people.dan)
    hand_comments.remove(add_comment("Two"), by=people.bob)
    add_comment("Three")
    for person in (people.alice, people.dan):
        bundle = session_bundle.bundle_for(session, person, is_member=True)
        assert referee.verify(bundle).ok
        rows = bundle["hands"][0]["comments"]
        assert [(row["text"], bool(row["removal"])) for row in rows] == [
            (None, True),
            (None, True),
            ("Three", False),
        ]


def test_a_hand_takes_comments_once_it_is_over(session, people):
    hand = recording.record_hand(session, UNFINISHED, by=people.carol).hand
    with pytest.raises(UnfinishedHandError):
        hand_comments.comment(hand, "Not yet.", by=people.dan)
    rest = [EventChange(Operation.INSERT, 2, text) for text in reversed(CLEAN["events"][1:])]
    amend(hand, *rest, by=people.carol)
    assert hand_comments.comment(hand, "Now.", by=people.dan)[1]


def test_the_admin_shows_comments_but_no_removed_text(add_comment, people, root, hand):
    add_comment("A brave lead.")
    hand_comments.remove(add_comment("Secret words."), by=people.dan)
    path = "/admin/scorekeeper/comment/"
    page = root.get(path).content.decode()
    assert "A brave lead." in page
    assert "Secret words." not in page
    assert "taken back by dan" in page
    amend(hand, EventChange(Operation.REMOVE, 5), by=people.bob)
    assert "A brave lead." not in root.get(path).content.decode()
