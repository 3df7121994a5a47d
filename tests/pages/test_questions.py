"""The referee asked through a page, and the rulebooks."""

import pytest

PAIR = "/ask/big-two/?standing=7H+7S&play=6H+6S"

pytestmark = pytest.mark.django_db


def text(response):
    return response.content.decode()


def test_a_link_asks_and_answers_without_an_account(client):
    page = text(client.get(PAIR))
    assert "Illegal" in page
    assert "does not beat" in page
    assert 'href="/rules/big-two/#B17"' in page


def test_with_the_hand_the_referee_says_what_could_be_played(client):
    page = text(client.get(PAIR + "&hand=6H+6S+9C+9D+KH"))
    assert "2 plays would be legal" in page
    assert "9 of diamonds" in page


def test_house_rules_change_the_answer(client):
    triple = "/ask/big-two/?play=6H+6S+6D"
    assert "Illegal" in text(client.get(triple))
    assert "No rule is against it" in text(client.get(triple + "&rule-triples=yes"))


def test_the_forms_long_address_becomes_a_short_one(client):
    page = client.get("/ask/big-two/?standing=&play=6H&hand=&rule-triples=yes&rule-bombs=yes")
    assert page.url == "/ask/big-two/?play=6H&rule-triples=yes"


def test_what_cannot_be_read_is_told_at_its_field(client):
    page = client.get("/ask/big-two/?play=6X&standing=")
    page = client.get(page.url)
    assert page.status_code == 422
    assert page.context["form"].errors.keys() == {"play"}


def test_an_unknown_game_is_not_found(client):
    assert client.get("/ask/whist/").status_code == 404


def test_strangers_ask_as_often_as_through_the_api(client, monkeypatch):
    monkeypatch.setattr("rest_framework.throttling.AnonRateThrottle.rate", "2/min", raising=False)
    answers = [client.get(PAIR).status_code for _ in range(3)]
    assert answers == [200, 200, 429]


@pytest.mark.parametrize("variant", ["big-two", "pusoy-dos"])
def test_a_rulebook_can_be_linked_into(client, variant):
    page = text(client.get(f"/rules/{variant}/"))
    assert "<h1" in page
    assert page.count('id="B19"') <= 1
    assert 'class="ruling" id="' in page


def test_a_rulebook_is_that_of_the_house_rules(client):
    assert (
        client.get("/rules/big-two/?rule-triples=yes").content
        != client.get("/rules/big-two/").content
    )


def test_cards_are_explained_as_the_deck_writes_them(client, db):
    assert "1M is the multicolored one" in client.get("/ask/gang-of-four/").content.decode()
    assert "1M is the multicolored one" not in client.get("/ask/big-two/").content.decode()


def test_a_form_that_could_not_ask_about_claims_is_not_shown(client, db):
    page = client.get("/ask/four-color-cards/").content.decode()
    assert 'name="play"' not in page
    assert "/rules/four-color-cards/" in page
