"""What the service does with Tiến Lên.  ``test_outside_game`` runs it where the package is installed."""

import json
import re
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import expect
from rest_framework.test import APIClient

import referee
from referee.spreadsheets import games, table
from referee.spreadsheets.candidates import Hints
from referee.spreadsheets.columns import Values
from referee.spreadsheets.meaning import find_meaning
from scorekeeper.models import Hand, Session
from scorekeeper.pages.imports.examples import EXAMPLES
from scorekeeper.replays import frames as replay_frames
from tests.pages import phones
from tests.pages.forms_and_mail import hidden_fields, html_of
from tests.pages.hands.test_one_screen import open_logger

__all__ = ["open_logger"]  # a fixture

EVENTS = ["1: 3S", "2: 2S", "3: 4C 4D 5C 5D 6C 6D", "4: pass", "1: pass", "2: pass", "3: 7S 8S 9S"]
DEALT = [
    "3S 3H 4S 5S 6S 7C 8C 9C 10C JC QC KC AC",
    "2S 3C 4H 5H 6H 7H 8H 9H 10H JH QH KH AH",
    "4C 4D 5C 5D 6C 6D 7S 8S 9S 10S JS QS KS",
    "2H 2D 2C 3D 7D 8D 9D 10D JD QD KD AD AS",
]


@pytest.fixture
def api(people) -> APIClient:
    client = APIClient()
    client.force_authenticate(people.carol)
    return client


@pytest.fixture
def session(api, club, players) -> Session:
    body = {"variant": "tien-len", "players": [str(player.pk) for player in players]}
    response = api.post(f"/api/v1/clubs/{club.pk}/sessions/", body, format="json")
    assert response.status_code == 201, response.json()
    return Session.objects.get(pk=response.json()["id"])


@pytest.fixture
def hand(api, session) -> Hand:
    path = f"/api/v1/sessions/{session.pk}/hands/"
    response = api.post(path, {"dealt": DEALT, "events": EVENTS}, format="json")
    assert response.status_code == 201, response.json()
    replay_frames.rebuild_stale(stop=lambda: False)
    return Hand.objects.get(pk=response.json()["id"])


def page(client: Any, path: str, **query: Any) -> str:
    response = client.get(path, query)
    assert response.status_code == 200, (path, response.status_code)
    return html_of(response)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "On a single two: any of them"),
        ("de", "Auf eine einzelne Zwei: jede"),
        ("zh-hant", "單張 2：任何炸彈都可以"),
    ],
)
def test_its_rulebook_is_read_in_the_languages_of_its_catalogs(browse, language, sentence):
    dan = browse("dan")
    dan.cookies["django_language"] = language
    rulebook = page(dan, "/rules/tien-len/")
    assert "<h1>Tiến Lên</h1>" in rulebook
    assert sentence in rulebook
    assert "Tiến Lên" in page(dan, "/rules/")


def test_its_catalogs_change_no_word_of_the_service():
    with translation.override("de"):
        assert translation.gettext("straight {cards}") == "Straße {cards}"


def test_a_question_about_it_is_answered(browse, api):
    asked = {"standing": "2H", "play": "4S 4C 4D 4H"}
    answer = api.post("/api/v1/ask/", {"variant": "tien-len", **asked}, format="json").json()
    assert (answer["verdict"], answer["combination"]) == ("legal", "quartet")
    assert "quartet" in page(browse("dan"), "/ask/tien-len/", **asked)


def test_every_event_of_a_hand_is_judged(hand):
    answer = hand.adjudication.answer
    assert [event["verdict"] for event in answer["events"]] == ["legal"] * len(EVENTS)
    assert answer["events"][2]["combination"] == "three-pairs-in-sequence"


def test_a_session_is_opened_with_its_house_rules(browse, club, players):
    carol, path = browse("carol"), f"/clubs/{club.pk}/sessions/new/tien-len/"
    assert "chops_on_two_twos" in page(carol, path)
    seats = {f"seat_{seat}": player.pk for seat, player in enumerate(players[:3], 1)}
    rule = {"rule-chops_on_two_twos": "four-pairs"}
    response = carol.post(path, {**hidden_fields(carol, path), **seats, **rule})
    assert response.status_code == 302, response.content.decode()
    assert Session.objects.get().head.content["house_rules"] == {"chops_on_two_twos": "four-pairs"}


def test_the_logger_knows_its_cards_and_the_names_of_its_combinations(browse, session):
    response = browse("carol").get(f"/sessions/{session.pk}/log/")
    phone = response.context["games"]["tien-len"]
    assert (phone["sheet"], phone["lowest_wins"]) == ("out", False)
    assert (phone["rules"]["suit_order"], phone["rules"]["pass_locks_out"]) == ("SCDH", True)
    assert 'data-word="kind sequence">sequence<' in html_of(response)
    assert 'data-word="kind four-pairs-in-sequence">four pairs in sequence<' in html_of(response)
    assert "tien-len" in page(browse("carol"), "/log/")


def test_its_hand_is_replayed_with_the_chop_marked(browse, api, hand):
    replay = page(browse("carol"), f"/hands/{hand.pk}/", event=3)
    assert "three pairs in sequence" in replay
    for path in ("replay.json", "positions/3.svg"):
        assert browse("carol").get(f"/hands/{hand.pk}/{path}").status_code == 200
    assert api.get(f"/api/v1/hands/{hand.pk}/replay/").status_code == 200


def test_cards_of_one_rank_lie_in_the_order_of_its_suits(browse, hand):
    picture = browse("carol").get(f"/hands/{hand.pk}/positions/0.svg").content.decode()
    assert re.findall(r'href="#card-(2[CDH])"', picture) == ["2C", "2D", "2H"]


def test_its_chops_count_as_bombs(api, club, session):
    played = referee.Table("tien-len", hand={"dealt": DEALT, "events": EVENTS})
    while not played.is_over:
        played.play(played.legal_plays()[0])
    record = {"dealt": DEALT, "events": played.events}
    path = f"/api/v1/sessions/{session.pk}/hands/"
    assert api.post(path, record, format="json").status_code == 201
    rows = api.get(f"/api/v1/clubs/{club.pk}/statistics/", {"variant": "tien-len"}).json()
    assert '"bombs": 1' in json.dumps(rows)


def test_its_points_are_stakes_and_the_highest_total_leads(api, session):
    response = api.post(f"/api/v1/sessions/{session.pk}/hands/", {"out": [2, 4, 1]}, format="json")
    assert response.status_code == 201, response.json()
    assert response.json()["adjudication"]["points"] == [1, 1, -3, 1]


def test_its_sessions_are_printed(browse, session, hand):
    for path in ("", "print/sheet/", "print/rules/", "print/results/"):
        assert "Tiến Lên" in page(browse("dan"), f"/sessions/{session.pk}/{path}")


def test_other_house_rules_are_tried_on_it(browse, session, hand):
    alice, path = browse("alice"), f"/sessions/{session.pk}/what-if/"
    rule = {"rule-chops_on_two_twos": "none"}
    response = alice.post(path, {**hidden_fields(alice, path), **rule, "do": "look"})
    assert response.status_code == 200
    assert response.context["tried"]


def test_old_sheets_of_it_have_examples(browse, club):
    (examples,) = (examples for name, examples in EXAMPLES if str(name) == "Tiến Lên")
    csv = examples[0].text
    assert csv.splitlines()[1] == "2024-03-31,2,1,4,3"
    columns = find_meaning(table.read_spreadsheet(csv), Hints(name="Tien Len 2024.csv"), {}).columns
    assert (columns.variant, columns.values) == ("tien-len", Values.ORDER)
    assert games.named_game("tien_len2.csv") == "tien-len"
    assert games.named_game("Lucien Tien Lenz.csv") == ""


def test_its_game_is_a_filter_of_statistics_and_ratings(browse, api, club, hand):
    for subject in ("statistics", "ratings"):
        address = f"/api/v1/clubs/{club.pk}/{subject}/"
        assert api.get(address, {"variant": "tien-len"}).status_code == 200
    assert "Tiến Lên" in page(browse("carol"), f"/clubs/{club.pk}/statistics/")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_its_hand_is_logged_on_a_phone(open_logger):
    page = open_logger("tien-len", 390, 844)
    keys = page.locator("#picker [data-face]")
    faces = keys.evaluate_all("(all) => all.map((one) => one.dataset.face)")
    assert faces[:5] == ["3S", "3C", "3D", "3H", "4S"]
    phones.tap(page, "1: 3S 4C 5D", chooses=lambda _: True)
    phones.wait_until_sent(page)
    phones.pick(page, "6S", "7C", "8D")
    expect(page.locator("#said")).to_contain_text("sequence")
