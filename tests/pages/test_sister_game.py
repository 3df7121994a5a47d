"""A variant added only to the registry works on every page and in the API."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from rest_framework.test import APIClient

import referee
from referee.house_rules import with_defaults
from referee.variants import BIG_TWO, FOUR_COLOR_CARDS, VARIANTS
from scorekeeper.models import Hand, Session
from scorekeeper.replays import frames as replay_frames
from tests.pages.forms_and_mail import hidden_fields, html_of

SISTER_TWO = replace(
    BIG_TWO,
    variant="sister-two",
    name="Sister Two",
    seats=(3,),
    hand_size=17,
    switches=with_defaults(BIG_TWO.switches, suit_order="SHDC"),  # spades lowest, clubs highest
    hides_past_tricks=True,
).with_house_rules({})
SISTER_COLORS = replace(FOUR_COLOR_CARDS, variant="sister-colors", name="Sister Colors", seats=(3,))
GAMES = {
    "sister-two": SimpleNamespace(
        rules=SISTER_TWO,
        question={"standing": "6D 6S", "play": "6C 6H"},
        typed={"standing": "6D 6S", "play": "6C 6H"},
        events=["1: 3S 3H", "2: 4D 4C", "3: pass", "1: pass", "2: 5D"],
        verdict="legal",
        phone={"melding": False, "sheet": "left"},
        house_rule={"rule-pass_locks_out": "yes"},
        columns='colspan="3">Alice</th>',
    ),
    "sister-colors": SimpleNamespace(
        rules=SISTER_COLORS,
        question={
            "players": 3,
            "seat": 3,
            "offered": "Hg",
            "offered_by": 1,
            "claim": "pong Hg Hg Hg",
        },
        typed={"players": 3, "seat": 3, "offered": "Hg", "offered_by": 1, "claim": "pong Hg Hg Hg"},
        events=["1: discards Sr", "2: draws Gg", "2: chi Gg", "2: discards Hy"],
        verdict="legal",
        phone={"melding": True, "sheet": "melds"},
        house_rule={"rule-forced_hu": "yes"},
        columns='colspan="2">Alice</th>',
    ),
}


@pytest.fixture(params=GAMES)
def game(request, monkeypatch) -> SimpleNamespace:
    sister = GAMES[request.param]
    monkeypatch.setitem(VARIANTS, sister.rules.variant, sister.rules)
    return sister


@pytest.fixture
def api(people) -> APIClient:
    client = APIClient()
    client.force_authenticate(people.carol)
    return client


@pytest.fixture
def sister_session(api, game, club, players) -> Session:
    three = [str(player.pk) for player in players[:3]]
    body = {"variant": game.rules.variant, "players": three}
    response = api.post(f"/api/v1/clubs/{club.pk}/sessions/", body, format="json")
    assert response.status_code == 201, response.json()
    return Session.objects.get(pk=response.json()["id"])


@pytest.fixture
def sister_hand(api, game, sister_session) -> Hand:
    path = f"/api/v1/sessions/{sister_session.pk}/hands/"
    response = api.post(path, {"events": game.events}, format="json")
    assert response.status_code == 201, response.json()
    verdicts = [event["verdict"] for event in response.json()["adjudication"]["events"]]
    assert verdicts == ["legal"] * len(game.events)
    replay_frames.rebuild_stale(stop=lambda: False)
    return Hand.objects.get(pk=response.json()["id"])


def page(client: Any, path: str, **query: Any) -> str:
    response = client.get(path, query)
    assert response.status_code == 200, (path, response.status_code)
    return html_of(response)


def test_the_referee_judges_its_plays(game, browse, api):
    question = {"variant": game.rules.variant, **game.question}
    assert referee.ask(question).as_json()["verdict"] == game.verdict
    assert api.post("/api/v1/ask/", question, format="json").json()["verdict"] == game.verdict
    response = page(browse("dan"), f"/ask/{game.rules.variant}/", **game.typed)
    assert 'class="answer' in response


def test_the_rulebook_describes_it(game, browse, api):
    name, variant = game.rules.name, game.rules.variant
    assert name in page(browse("dan"), "/rules/")
    rulebook = page(browse("dan"), f"/rules/{variant}/")
    assert f"<h1>{name}</h1>" in rulebook
    assert "Where the sources are in doubt" in rulebook
    assert variant in [row["variant"] for row in api.get("/api/v1/variants/").json()["results"]]
    assert api.get(f"/api/v1/variants/{variant}/rulebook/").status_code == 200


def test_its_sessions_are_opened_on_a_page(game, browse, club, players):
    carol = browse("carol")
    assert game.rules.name in page(carol, f"/clubs/{club.pk}/sessions/new/")
    path = f"/clubs/{club.pk}/sessions/new/{game.rules.variant}/"
    seats = {f"seat_{seat}": player.pk for seat, player in enumerate(players[:3], 1)}
    response = carol.post(path, {**hidden_fields(carol, path), **seats, **game.house_rule})
    assert response.status_code == 302, response.content.decode()
    session = Session.objects.get()
    assert session.variant == game.rules.variant
    assert session.head.content["house_rules"]


def test_its_hands_are_logged_and_typed_in(game, browse, api, sister_session):
    carol = browse("carol")
    logger = carol.get(f"/sessions/{sister_session.pk}/log/")
    phone = logger.context["games"][game.rules.variant]
    assert {key: phone[key] for key in game.phone} == game.phone
    assert game.rules.variant in page(carol, "/log/")
    path = f"/sessions/{sister_session.pk}/hands/new/"
    data = {
        **hidden_fields(carol, path),
        "events": "\n".join(game.events),
        "passes": "written",
        "do": "save",
    }
    assert carol.post(path, data).status_code == 302
    assert Hand.objects.get().head.content["events"] == game.events


def test_its_hands_are_replayed(game, browse, api, sister_session, sister_hand):
    assert sister_hand.replay.frames
    replay_page = page(browse("carol"), f"/hands/{sister_hand.pk}/", event=1)
    assert "Alice" in replay_page
    for path in ("replay.json", "positions/1.svg"):
        assert browse("carol").get(f"/hands/{sister_hand.pk}/{path}").status_code == 200
    assert api.get(f"/api/v1/hands/{sister_hand.pk}/replay/").status_code == 200


def test_past_tricks_are_hidden_as_its_rules_say(game, browse, sister_session, sister_hand):
    response = browse("dan").get(f"/hands/{sister_hand.pk}/")
    assert bool(response.context["hides"]) is game.rules.hides_past_tricks


def test_its_sessions_are_printed(game, browse, sister_session, sister_hand):
    root = f"/sessions/{sister_session.pk}"
    assert game.columns in page(browse("dan"), f"{root}/print/sheet/")
    assert game.rules.name in page(browse("dan"), f"{root}/")
    assert game.rules.name in page(browse("dan"), f"{root}/print/rules/")
    assert game.rules.name in page(browse("dan"), f"{root}/print/results/")


def test_other_house_rules_are_tried_on_its_sessions(
    game, browse, api, sister_session, sister_hand
):
    alice, path = browse("alice"), f"/sessions/{sister_session.pk}/what-if/"
    response = alice.post(path, {**hidden_fields(alice, path), **game.house_rule, "do": "look"})
    assert response.status_code == 200
    assert response.context["tried"]


def test_statistics_and_ratings_are_filtered_by_it(game, browse, api, club, sister_hand):
    for subject in ("statistics", "ratings"):
        address = f"/api/v1/clubs/{club.pk}/{subject}/"
        assert api.get(address, {"variant": game.rules.variant}).status_code == 200
        assert api.get(address, {"variant": "no-such-game"}).status_code == 422
    assert game.rules.name in page(browse("carol"), f"/clubs/{club.pk}/statistics/")
