"""What the logger says is to be done next is what the referee says, in random legal hands of every game."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

import referee
from scorekeeper.sessions import recording
from tests.pages import phones
from tests.pages.browser_pages import no_complaints
from tests.referee import random_four_color_hands, random_hands, random_sessions
from tests.referee.cast import CAST

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SEED = 20261123
EVENTS = 1200
"""At least so many events of random sessions of each game: some two dozen hands of Big Two."""

COMPARE = """async ({ folder, variant, seats, houseRules, hands }) => {
  const { Deck, seatOf, actionOf } = await import(folder + "log_cards.js");
  const { after, due, passedIn, round } = await import(folder + "log_position.js");
  const game = JSON.parse(document.getElementById("games").textContent)[variant];
  const deck = new Deck(game, houseRules);
  const rules = { ...game.rules, ...houseRules };
  const told = (position) => {
    const { seat, must } = due(position, rules);
    const { turn, over, standing, offer, counts, out = [], blocked = [], exchange } = position;
    const cards = standing && [standing.seat, ...standing.cards].sort();
    return { seat, must, turn, over, cards, offer, counts, out, blocked, gave: exchange?.gave };
  };
  // which of these the script has otherwise; a number of cards that it does not know is no difference
  const differences = (told, judged) => {
    const counts = told.counts.map((n, at) => n ?? judged.counts[at]);
    const same = (key) => JSON.stringify(key === "counts" ? counts : told[key] ?? null) === JSON.stringify(judged[key] ?? null);
    return Object.keys(judged).filter((key) => !same(key)).map((key) => `${key} ${JSON.stringify(told[key])}, not ${JSON.stringify(judged[key])}`);
  };
  const wrong = [];
  for (const { number, events, judged, situations } of hands) {
    const direction = round(game, rules, number);
    const known = (n) => ({ ...situations[n], direction, passed: passedIn(judged.slice(0, n), rules) });
    let offline = known(0);
    events.forEach((text, n) => {
      const online = known(n);
      const next = due(online, rules);
      const claims = (next.must === "take" ? /^(calls|gan|hu|lucky)/ : /^(calls|chi|pong|gan|hu|lucky)/).test(actionOf(text));
      if (!claims && next.seat && next.seat !== seatOf(text)) wrong.push(`${next.seat} was to ${next.must}, then ${text}`);
      offline = after(offline, text, { game, deck, rules });
      for (const position of [offline, after(online, text, { game, deck, rules })]) {
        const found = differences(told(position), told(known(n + 1)));
        if (found.length) wrong.push(`${events.slice(0, n + 1).join(", ")}: ${found.join("; ")}`);
      }
    });
  }
  return wrong;
}"""


@pytest.fixture
def page(window, live_server, browse, club, players, people) -> Iterator[Any]:
    """Open the logger of a new session."""
    home = live_server.url
    with phones.phone(window, home, browse("carol")) as phone, no_complaints(phone, home, "409"):

        def _page(variant: str) -> Page:
            session, _ = recording.record_session(
                club, {"variant": variant}, players=players, by=people.carol
            )
            phones.open_logger(phone, session)
            return phone

        yield _page


def random_record(variant: str, chance: Random) -> dict[str, Any]:
    """Return a session of random legal hands under random house rules, without their deals, as a scorer logs it."""
    if variant in random_sessions.VARIANTS:
        record = random_sessions.random_session(chance, variant, most=2).record()
    elif variant == "four-color-cards":
        rules = random_four_color_hands.random_house_rules(chance)
        played = random_four_color_hands.random_round(chance, rules)
        record = make_record(variant, rules, played.seats, played.record())
    else:
        rules = random_hands.random_house_rules(variant, chance)
        record = make_record(variant, rules, 4, random_hands.random_hand(variant, rules, chance))
    hands = [{key: hand[key] for key in hand if key != "dealt"} for hand in record["hands"]]
    return {**record, "hands": hands}


def make_record(
    variant: str, rules: dict[str, Any], seats: int, hand: dict[str, Any]
) -> dict[str, Any]:
    return {
        "format": "session-record/1",
        "variant": variant,
        "house_rules": rules,
        "players": CAST[:seats],
        "hands": [hand],
    }


def judge_each_event(hand: referee.HandAdjudication, variant: str, rules: Any) -> dict[str, Any]:
    """Return the events of a hand, and what the referee says before the first and after each of them."""
    events = [event.event.text for event in hand.judged.events]
    table = referee.Table(
        variant, seats=len(hand.carried.won), house_rules=rules, carried=hand.carried
    )
    situations = [table.adjudication.situation]
    for event in events:
        table.play(event)
        situations.append(table.adjudication.situation)
    answer = hand.as_json()
    judged = [{**event, "text": text} for event, text in zip(answer["events"], events, strict=True)]
    return {
        "number": answer["number"],
        "events": events,
        "judged": judged,
        "situations": situations,
    }


@pytest.mark.parametrize("variant", referee.VARIANTS)
def test_after_every_event_the_script_and_the_referee_agree_on_what_is_next(page, variant):
    chance = Random(SEED)
    script = page(variant)
    compared = 0
    while compared < EVENTS:
        record = random_record(variant, chance)
        rules = record["house_rules"]
        played = referee.adjudicate(referee.parse_record(record)).hands
        hands = [judge_each_event(hand, variant, rules) for hand in played]
        arguments = {
            "folder": settings.STATIC_URL,
            "variant": variant,
            "houseRules": rules,
            "hands": hands,
        }
        wrong = script.evaluate(COMPARE, arguments)
        assert not wrong, f"{rules}: " + "\n".join(wrong[:6])
        compared += sum(len(hand["events"]) for hand in hands)


def test_after_the_top_single_its_player_leads_again(page):
    phone = page("big-two")
    for event in ("2: 3C", "3: 2S"):
        phones.tap(phone, event, chooses=lambda text: text == "2: 3C")
    narration = phone.locator("#narration")
    says = "Carol leads again: nothing beats 2♠\ufe0e."
    expect(narration).to_have_text(says)
    phones.wait_until_sent(phone)
    expect(narration).to_have_text(says)
    expect(phone.locator("#standing")).not_to_contain_text("to beat")
    for name in ("Dan", "Alice"):
        phones.button(phone, "Pass")  # the others' passes may be written
        expect(phone.locator("#last")).to_have_text(f"{name} passes")
        expect(narration).to_have_text(says)
    phones.tap(phone, "3: 9C")
    expect(narration).to_contain_text("It is Dan’s turn. To beat: 9♣\ufe0e (Carol).")
    phones.wait_until_sent(phone)
    expect(phone.locator("#events .verdict.legal")).to_have_count(5)


def test_a_drawn_general_is_to_be_taken_by_its_drawer(page):
    phone = page("four-color-cards")
    for event in ("2: discards Rw", "3: draws Gg"):
        phones.tap(phone, event, chooses=lambda text: text == "2: discards Rw")
    says = "Carol must take the general, unless somebody claims it."
    expect(phone.locator("#narration")).to_contain_text(says)
    phones.wait_until_sent(phone)
    expect(phone.locator("#narration")).to_contain_text(says)
    expect(phone.locator("[data-verb=chi]")).to_have_attribute("aria-pressed", "true")
    phones.pick(phone, "Ag", "Eg")
    expect(phone.get_by_label("Cards or action")).to_have_value("chi Gg Ag Eg")
    phones.confirm(phone)
    expect(phone.locator("#narration")).to_have_text("Carol is to discard.")
