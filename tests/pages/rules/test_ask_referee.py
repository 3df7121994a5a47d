"""The pages that ask the referee, and the rulebooks."""

import pytest

import referee
from tests.pages.forms_and_mail import html_of

PAIR = "/ask/big-two/?standing=7H+7S&play=6H+6S"

pytestmark = pytest.mark.django_db


def test_a_link_shows_question_and_answer_without_an_account(client):
    page = html_of(client.get(PAIR))
    assert "Illegal" in page
    assert "does not beat" in page
    assert 'href="/rules/big-two/#B17"' in page


def test_a_question_with_the_holding_lists_the_legal_plays(client):
    page = html_of(client.get(PAIR + "&hand=6H+6S+9C+9D+KH"))
    assert "2 plays would be legal" in page
    assert "9 of diamonds" in page


def test_house_rules_change_the_answer(client):
    triple = "/ask/big-two/?play=6H+6S+6D"
    assert "Illegal" in html_of(client.get(triple))
    assert "What rule B16 says" in html_of(client.get(triple + "&rule-triples=yes"))


def test_the_forms_long_address_becomes_a_short_one(client):
    page = client.get("/ask/big-two/?standing=&play=6H&hand=&rule-triples=yes&rule-bombs=yes")
    assert page.url == "/ask/big-two/?play=6H&rule-triples=yes"


def test_an_unreadable_play_is_reported_at_its_field(client):
    page = client.get("/ask/big-two/?play=6X&standing=")
    page = client.get(page.url)
    assert page.status_code == 422
    assert page.context["form"].errors.keys() == {"play"}


def test_an_unknown_game_is_not_found(client):
    assert client.get("/ask/whist/").status_code == 404


def test_questions_of_strangers_are_throttled_as_in_the_api(client, monkeypatch):
    monkeypatch.setattr("rest_framework.throttling.AnonRateThrottle.rate", "2/min", raising=False)
    statuses = [client.get(PAIR).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]


@pytest.mark.parametrize("variant", ["big-two", "pusoy-dos"])
def test_rulings_in_a_rulebook_have_anchors(client, variant):
    page = html_of(client.get(f"/rules/{variant}/"))
    assert "<h1" in page
    assert page.count('id="B19"') <= 1
    assert 'class="ruling" id="' in page


def test_a_rulebook_depends_on_the_house_rules(client):
    assert (
        client.get("/rules/big-two/?rule-triples=yes").content
        != client.get("/rules/big-two/").content
    )


def test_the_notation_of_special_cards_is_explained_where_the_deck_has_them(client, db):
    assert "1M is the multicolored one" in client.get("/ask/gang-of-four/").content.decode()
    assert "1M is the multicolored one" not in client.get("/ask/big-two/").content.decode()


CLAIM = "/ask/four-color-cards/?offered=Hg&offered_by=1&seat=3&claim=pong+Hg+Hg+Hg"


def test_a_claim_is_judged_with_the_claims_of_the_others(client):
    page = html_of(client.get(CLAIM))
    assert "The card goes to seat 3." in page
    page = html_of(client.get(CLAIM + "&other_claims=4:+hu+Hg+Hg"))
    assert "The card goes to seat 4." in page


def test_a_question_with_the_holding_lists_the_legal_claims(client):
    answer = client.get(CLAIM + "&hand=Hg+Hg+Rg+Cg+Sr").context["answer"]
    assert {claim for claim, _ in answer["could_play"]} == {"pong", ""}


def test_an_unreadable_claim_of_another_seat_is_reported_at_its_field(client):
    page = client.get(CLAIM + "&other_claims=9:+pong+Hg+Hg+Hg")
    assert page.status_code == 422
    assert page.context["form"].errors.keys() == {"other_claims"}


def test_the_rule_is_quoted_beside_the_verdict(client):
    page = client.get(PAIR)
    assert "Two cards of one rank." in page.context["answer"]["rule_text"]
    assert 'id="B17"' not in page.context["answer"]["rule_text"]


@pytest.mark.parametrize("game", referee.variants(), ids=lambda game: game["variant"])
def test_every_game_can_be_asked_about(client, game):
    page = client.get(f"/ask/{game['variant']}/")
    assert page.status_code == 200
    assert sum(card["copies"] for card in page.context["deck"]) in {52, 64, 112}


def test_an_answer_has_a_qr_code_of_its_address(client):
    assert "<svg" in client.get(PAIR).context["qr"]
