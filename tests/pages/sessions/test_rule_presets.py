"""House rules of a new session and of a what-if are chosen among three presets in words, or one by one."""

import uuid

import pytest
from playwright.sync_api import expect

import referee
from scorekeeper.models import Session
from scorekeeper.pages.display import rule_presets
from scorekeeper.pages.display.house_rules_form import HouseRulesForm
from scorekeeper.sessions import recording
from tests.pages.axe import list_violations
from tests.pages.browser_pages import open_page

GAMES = [variant["variant"] for variant in referee.variants()]
HONG_KONG = {
    "suit_order": "DCHS",
    "straights": "hongkong",
    "triples": True,
    "flush": "by-rank",
    "bombs": False,
    "multipliers": [[1, 1], [10, 2], [13, 3]],
}


def new_session(club):
    return f"/clubs/{club.pk}/sessions/new/big-two/"


def entered(players, **fields):
    seats = {f"seat_{number}": player.pk for number, player in enumerate(players, start=1)}
    return {"id": uuid.uuid4(), "played_on": "2026-03-05", **seats} | fields


def preset_called(page, label):
    return next(one for one in page.context["rules"].presets if one.label == label)


def opened_rules():
    return Session.objects.latest("created_at").head.content.get("house_rules", {})


@pytest.mark.parametrize("game", GAMES)
def test_the_presets_of_every_game_are_accepted_and_differ(game):
    presets = rule_presets.offered(game, None, "")
    assert presets[0].label == "As the rulebook says"
    chosen = []
    for preset in presets:
        sent = HouseRulesForm(game, {"rule-preset": preset.value}, presets=presets)
        assert sent.is_valid(), (preset.label, sent.errors)
        assert sent.chosen_preset() == preset.value
        chosen.append(sent.chosen())
    assert chosen[0] == {}
    assert len(chosen) == 3
    assert all(chosen.count(rules) == 1 for rules in chosen)


def test_the_rules_of_last_time_come_first_in_words(browse, club, players, people):
    rules = {"multipliers": [[1, 1], [10, 2]], "target": 50}
    record = {"variant": "big-two", "house_rules": rules}
    recording.record_session(club, record, players=players, by=people.carol)
    page = browse("carol").get(new_session(club))
    last, usual, _other = page.context["rules"].presets
    assert last.label == "As last time"
    assert last.text == (
        "Cards left that count several times: ×2 from 10 cards on; Total that ends the game: 50"
    )
    assert usual.label == "As the rulebook says"
    assert page.context["rules"].chosen_preset() == last.value
    browse("carol").post(new_session(club), entered(players, **{"rule-preset": last.value}))
    assert opened_rules() == rules


def test_rules_of_last_time_that_a_preset_describes_are_offered_once(browse, club, players, people):
    record = {"variant": "big-two", "house_rules": HONG_KONG}
    recording.record_session(club, record, players=players, by=people.carol)
    last, *others = browse("carol").get(new_session(club)).context["rules"].presets
    assert last.text.startswith("Hong Kong. Diamonds are the lowest suit")
    assert [one.label for one in others] == ["As the rulebook says", "Many cards cost more"]


def test_a_preset_wins_over_the_fields_unless_custom_is_chosen(browse, club, players):
    client = browse("carol")
    hong_kong = preset_called(client.get(new_session(club)), "Hong Kong")
    fields = {"rule-triples": "yes", "rule-target": "60"}
    for preset, stored in (
        (hong_kong.value, HONG_KONG),
        ("usual", {}),
        ("custom", {"triples": True, "target": 60}),
        (None, {"triples": True, "target": 60}),  # a form that knows no presets
    ):
        sent = fields if preset is None else fields | {"rule-preset": preset}
        assert client.post(new_session(club), entered(players, **sent)).status_code == 302, preset
        assert opened_rules() == stored


def test_wrong_rules_come_back_with_their_fields(browse, club, players):
    data = entered(players, **{"rule-preset": "custom", "rule-target": "many"})
    page = browse("carol").post(new_session(club), data)
    assert page.status_code == 422
    assert page.context["rules"].chosen_preset() == "custom"
    forged = entered(players, **{"rule-preset": "rule-target=many"})
    page = browse("carol").post(new_session(club), forged)
    assert page.context["rules"].chosen_preset() == "custom"
    assert page.context["rules"]["target"].errors


def test_a_missing_seat_leaves_the_preset_chosen(browse, club, players):
    client = browse("carol")
    preset = preset_called(client.get(new_session(club)), "Hong Kong")
    page = client.post(new_session(club), entered(players[:3], **{"rule-preset": preset.value}))
    assert page.status_code == 422
    assert page.context["rules"].chosen_preset() == preset.value


def test_the_chosen_preset_is_kept_while_players_are_added(browse, club, players):
    client = browse("carol")
    for label in ("Hong Kong", "As the rulebook says"):
        preset = preset_called(client.get(new_session(club)), label)
        sent = entered(players[:2], **{"rule-preset": preset.value, "then": "players"})
        assert client.post(new_session(club), sent).status_code == 302
        assert client.get(new_session(club)).context["rules"].chosen_preset() == preset.value


def test_a_what_if_begins_with_the_rules_as_played_and_tries_a_preset(browse, session):
    address = f"/sessions/{session.pk}/what-if/"
    client = browse("alice")
    page = client.get(address)
    played = page.context["rules"].presets[0]
    assert (played.label, page.context["rules"].chosen_preset()) == (
        "As it was played",
        played.value,
    )
    assert "Whoever passes is out of the trick: yes" in played.text
    version = page.context["form"]["version"].value()
    data = {"version": version, "reason": "So it was.", "rule-preset": "usual", "do": "save"}
    assert client.post(address, data).status_code == 302
    session.refresh_from_db()
    assert not session.head.content.get("house_rules")


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_custom_opens_the_fields(window, live_server, browse, club, players, scripts):
    with open_page(window, live_server.url, browse("carol"), java_script_enabled=scripts) as page:
        page.goto(new_session(club))
        field = page.get_by_label("Total that ends the game")
        expect(field).to_be_hidden()
        page.get_by_label("Custom").check()
        expect(field).to_be_visible()
        if scripts:
            assert list_violations(page) == []
        field.fill("many")
        page.get_by_role("button", name="Only open the session").click()
        expect(page.get_by_label("Custom")).to_be_checked()
        expect(page.get_by_label("Total that ends the game")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
