"""The referee asked through a page, and the rulebooks."""

import pytest

import referee

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


CLAIM = "/ask/four-color-cards/?offered=Hg&offered_by=1&seat=3&claim=pong+Hg+Hg+Hg"


def test_a_claim_is_asked_about_with_those_of_the_others(client):
    page = text(client.get(CLAIM))
    assert "The card goes to seat 3." in page
    page = text(client.get(CLAIM + "&other_claims=4:+hu+Hg+Hg"))
    assert "The card goes to seat 4." in page


def test_with_the_hand_the_referee_says_what_could_be_claimed(client):
    answer = client.get(CLAIM + "&hand=Hg+Hg+Rg+Cg+Sr").context["answer"]
    assert {could.claim for could in answer["could_play"]} == {"pong", ""}


def test_what_is_wrong_with_another_claim_is_told_at_its_field(client):
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


def test_an_answer_has_its_question_as_a_code_to_scan(client):
    assert "<svg" in client.get(PAIR).context["qr"]
