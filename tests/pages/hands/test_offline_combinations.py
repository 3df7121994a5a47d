"""Without a connection the logger itself says what makes no combination, in every climbing game as the referee does."""

import random
from dataclasses import replace

import pytest
from playwright.sync_api import expect

import referee
from scorekeeper.pages.display.card_pad import combination_facts, game_facts
from scorekeeper.sessions import recording
from tests.pages import phones
from tests.pages.browser_pages import OFFLINE, open_page

WRONG = """async ({ game, houseRules, plays }) => {
  const { Deck } = await import("/static/log_cards.js");
  const { objectionAlone } = await import("/static/log_verdicts.js");
  const session = { game, deck: new Deck(game, houseRules), offline: true };
  return plays.filter((play) => objectionAlone(`1: ${play}`, session));
}"""
"""The plays that the page calls no combination."""


def plays_of(rules: referee.Rules) -> list[tuple]:
    """Return every combination of a few hands, and as many sets of cards by chance."""
    chance = random.Random(7)
    cards = list(rules.deck.cards)
    chosen = [tuple(chance.sample(cards, size)) for size in (1, 2, 3, 4, 5) for _ in range(150)]
    alike = [
        tuple(card for card in cards if card[:-1] == first[:-1])[:size]
        for first in cards
        for size in (2, 3, 4, 5, 6, 7)
    ]
    suited = [
        tuple(chance.sample([one for one in cards if one[-1] == suit], 5))
        for suit in {card[-1] for card in cards if card[-1] not in "MD"}
        for _ in range(30)
    ]
    runs = [
        tuple(chance.choice([one for one in cards if one[:-1] == rank]) for rank in window)
        for window in rules.order.windows
        for _ in range(10)
    ]
    threes = [
        (*chance.sample(one, min(3, len(one))), *chance.sample(other, min(2, len(other))))
        for one in alike
        for other in chance.sample(alike, 2)
    ]
    return [*chosen, *alike, *suited, *runs, *threes]


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_page_and_the_referee_know_the_same_combinations(window, live_server):
    games = [
        ("big-two", {}),
        ("big-two", {"triples": True, "flush": "by-rank", "straights": "poker", "bombs": False}),
        ("pusoy-dos", {}),
        ("gang-of-four", {}),
        ("gang-of-four", {"gangs": "four-only", "phoenix": "wild"}),
        ("gang-of-four-loser-scores", {"deck": "literal-42"}),
        ("gang-of-four-loser-scores", {}),
    ]
    with open_page(window, live_server.url) as page:
        page.goto("/log/")
        for variant, house_rules in games:
            rules = referee.rules_for(variant, house_rules)
            plays = {" ".join(map(str, cards)): cards for cards in plays_of(rules)}
            game = game_facts(variant) | combination_facts(rules)
            asked = {"game": game, "houseRules": house_rules, "plays": [*plays]}
            wrong = [
                text
                for text, cards in plays.items()
                if rules.identify(cards) is None and not (rules.wild_phoenix and "P" in text)
            ]
            assert page.evaluate(WRONG, asked) == wrong, (variant, house_rules)
            assert 100 < len(wrong) < len(plays) - 100


def test_where_the_page_cannot_recognize_combinations_it_says_nothing():
    assert combination_facts(referee.rules_for("four-color-cards")) == {}
    rules = referee.rules_for("big-two")
    [pair] = rules.ladder[1]
    own = replace(pair.kind, recognize=lambda _cards, _order: None)
    ladder = (*rules.ladder, (replace(pair, kind=own),))
    assert combination_facts(replace(rules, ladder=ladder)) == {}


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_session_is_judged_by_its_own_house_rules(
    window, live_server, browse, club, players, people
):
    record = {"variant": "big-two", "house_rules": {"triples": True}}
    session, _ = recording.record_session(club, record, players=players, by=people.carol)
    home, carol = live_server.url, browse("carol")
    with phones.begun_hand(window, home, carol, session, *OFFLINE) as page:
        phones.tap(page, "1: 3C", chooses=lambda _: True)
        phones.wait_until_sent(page)
        phones.pick(page, "4C")
        expect(page.locator("#said")).to_contain_text("legal")
        phones.pick(page, "4C")
        page.context.set_offline(True)
        phones.pick(page, "4C", "4D", "4H")
        expect(page.locator("#said")).to_have_text("3 cards")
        phones.pick(page, "5D")
        expect(page.locator("#said.illegal")).to_contain_text("do not make a combination")
