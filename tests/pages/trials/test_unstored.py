"""Games that were logged without an account: replay, picture and taking into a club, from the record that is sent."""

import json
import uuid

import pytest
from django.apps import apps
from django.test import Client

import referee
from scorekeeper.models import Club, Hand, Player, Session
from scorekeeper.pages.trials.record_field import LONGEST
from tests.pages.sample_hands import OUT

pytestmark = pytest.mark.django_db

RECORD = {
    "format": "session-record/1",
    "variant": "big-two",
    "players": ["Ann", "Bo", "Cy", "Di"],
    "played_on": "2026-03-05",
    "hands": [{"events": [*OUT[:4], "1: 3D", "1: takes back", *OUT[4:]], "note": "5: <b>no</b>"}],
}
TAKEN_BACK = ["2: 4D", "2: takes back"]
SENT = {"record": json.dumps(RECORD), "hand": 1}


def count_rows() -> dict[str, int]:
    """Return the number of rows of each model."""
    return {model._meta.label: model._default_manager.count() for model in apps.get_models()}


@pytest.mark.parametrize(
    ("language", "game", "players"),
    [
        ("en", "Four Color Cards", "2, 3 or 4 players"),
        ("en", "Big Two", "4 players"),
        ("zh-hant", "四色牌", "2, 3 或 4 人"),
    ],
)
def test_each_game_says_in_words_how_many_may_play(language, game, players):
    page = Client().get("/try/", headers={"Accept-Language": language}).content.decode()
    assert f"<strong>{game}</strong><span>{players}</span>" in page


def test_the_replay_shows_every_moment_and_the_score_and_stores_nothing():
    before = count_rows()
    response = Client().post("/try/replay/", SENT)
    assert count_rows() == before
    assert "private" in response["Cache-Control"]
    judged = referee.adjudicate(referee.parse_record(RECORD)).hands[0]
    written = response.context["written"]
    assert [one["event"] for one in written["moments"]] == [*range(len(OUT) + 3)]
    assert written["digest"] in response.content.decode()
    points = [row.points.replace("−", "-") for row in response.context["scores"]]
    assert [int(text) for text in points] == [*judged.points]


def test_a_moment_is_a_picture():
    response = Client().post("/try/picture/", SENT)
    assert response.content.startswith(b"\x89PNG")
    assert response["Content-Disposition"] == 'attachment; filename="big-two-hand-1.png"'
    assert Client().post("/try/picture/", {**SENT, "event": 1}).content != response.content


def test_a_name_with_a_letter_that_no_picture_can_have_is_drawn_without_it():
    odd = json.dumps({**RECORD, "players": ["Ann\uffff", "Bo", "Cy", "Di"]})
    assert Client().post("/try/picture/", {**SENT, "record": odd}).content.startswith(b"\x89PNG")


@pytest.mark.parametrize("path", ["/try/replay/", "/try/picture/"])
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"record": ""}, "Nothing was logged yet."),
        ({"record": "{"}, "JSON"),
        ({"record": json.dumps({**RECORD, "hands": [{"events": ["1: 4X"]}]})}, "4X"),
        ({"record": json.dumps({**RECORD, "notes": "x" * LONGEST})}, "too large"),
        ({"record": json.dumps({**RECORD, "hands": [{"events": ["unseen"] * 60}]})}, "too large"),
        (
            {
                "record": json.dumps(
                    {**RECORD, "hands": [{"events": [*OUT[:1], *TAKEN_BACK * 150]}]}
                )
            },
            "too large",
        ),
        ({"hand": 2}, "Nothing was logged yet."),
        ({"record": json.dumps({**RECORD, "players": ["A\0", "B", "C", "D"]})}, "Type it anew"),
        ({"record": json.dumps({**RECORD, "players": ["A\ud800", "B", "C", "D"]})}, "Type it anew"),
    ],
    ids=[
        "empty",
        "no JSON",
        "no card",
        "long",
        "much work",
        "many events",
        "no such hand",
        "control",
        "half",
    ],
)
def test_what_cannot_be_shown_is_refused_with_its_reason(path, changes, words):
    response = Client().post(path, {**SENT, **changes})
    assert response.status_code == 422
    assert words in response.content.decode()


@pytest.mark.parametrize("path", ["/try/replay/", "/try/picture/"])
def test_whoever_comes_without_a_record_begins_a_game(path):
    response = Client().get(path)
    assert (response.status_code, response["Location"]) == (302, "/try/")


def test_requests_without_an_account_are_limited():
    statuses = [Client().post("/try/picture/", {"record": "{"}).status_code for _ in range(61)]
    assert statuses[-1] == 429


def test_much_work_counts_as_several_requests():
    unseen = json.dumps({**RECORD, "hands": [{"events": ["unseen"] * 40}]})
    statuses = [
        Client().post("/try/picture/", {"record": unseen, "hand": 1}).status_code for _ in range(5)
    ]
    assert statuses == [200, 200, 200, 429, 429]  # 24 each


def test_a_form_of_another_site_is_refused():
    assert Client(enforce_csrf_checks=True).post("/try/replay/", SENT).status_code == 403


class TestClub:
    """Carol takes a game into her club."""

    def sent(self, club: Club, **changes: object) -> dict[str, object]:
        record = json.dumps({**RECORD, **changes})
        return {"club": club.pk, "id": str(uuid.UUID(int=7)), "record": record}

    def test_a_game_sent_twice_is_taken_in_once(self, browse, club):
        for _ in range(2):
            response = browse("carol").post("/try/club/", self.sent(club))
            assert response["Location"] == f"/sessions/{Session.objects.get().pk}/"
        hand = Hand.objects.select_related("head", "adjudication").get()
        assert hand.head.content["events"] == RECORD["hands"][0]["events"]
        judged = referee.adjudicate(referee.parse_record(RECORD)).hands[0]
        assert hand.adjudication.answer["points"] == [*judged.points]

    def test_what_was_logged_since_is_added(self, browse, club):
        more = {"hands": [*RECORD["hands"], {"cards_left": [0, 3, 5, 8]}]}
        for changes in ({}, more):
            browse("carol").post("/try/club/", self.sent(club, **changes))
        assert Session.objects.get().hands.count() == 2

    def test_a_hand_that_differs_since_is_left_alone_and_said(self, browse, club):
        browse("carol").post("/try/club/", self.sent(club))
        other = {"hands": [{"cards_left": [0, 3, 5, 8]}]}
        response = browse("carol").post("/try/club/", self.sent(club, **other), follow=True)
        assert "differs" in response.content.decode()
        assert "events" in Hand.objects.select_related("head").get().head.content

    def test_players_of_the_club_are_known_by_their_names(self, browse, club, players):
        names = [players[0].name.upper(), "Zoe", players[2].name, "Max"]
        browse("carol").post("/try/club/", self.sent(club, players=names))
        seated = [seat.player.name for seat in Session.objects.get().seats.order_by("number")]
        assert seated == [players[0].name, "Zoe", players[2].name, "Max"]
        assert Player.objects.filter(club=club).count() == len(players) + 2

    def test_nobody_sits_twice(self, browse, club):
        names = {"players": ["Ann", "ann", "Cy", "Di"]}
        response = browse("carol").post("/try/club/", self.sent(club, **names))
        assert response.status_code == 422
        assert not Session.objects.exists()

    @pytest.mark.parametrize("who", ["dan", "eve"])
    def test_only_whoever_may_record_in_a_club_takes_it_in(self, browse, club, who):
        assert browse(who).post("/try/club/", self.sent(club)).status_code == 422
        assert not Session.objects.exists()

    def test_a_stranger_signs_in_and_comes_back(self):
        response = Client().get("/try/club/?game=big-two")
        assert response["Location"] == "/sign-in/?next=/try/club/%3Fgame%3Dbig-two"


def test_an_unknown_game_is_not_found():
    assert Client().get("/try/bridge/").status_code == 404
