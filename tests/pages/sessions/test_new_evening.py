"""A new evening begins with few taps: the table of last time, or the club's players tapped into their seats."""

import uuid

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from scorekeeper import erasure
from scorekeeper.models import Club, Player, Season, Session
from scorekeeper.pages.sessions import new_session as new_session_page
from scorekeeper.sessions import recording
from tests.pages import phones
from tests.pages.axe import list_violations
from tests.pages.browser_pages import open_page
from tests.pages.forms_and_mail import form_data, html_of


def new_session(club: Club, variant: str = "big-two") -> str:
    return f"/clubs/{club.pk}/sessions/new/{variant}/"


def test_the_table_of_last_time_is_offered_with_its_rules_and_the_season_of_today(
    browse, club, session
):
    Season.objects.create(club=club, name="Endless", starts_on="2020-01-01")
    client = browse("carol")
    page = client.get(f"/clubs/{club.pk}/sessions/new/")
    (table,) = page.context["tables"]
    fields = {**table["fields"], "season": page.context["season"].pk}
    opened = client.post(
        new_session(club), {**fields, "played_on": timezone.localdate(), "then": "log"}
    )
    again = Session.objects.exclude(pk=session.pk).get()
    assert opened["Location"] == f"/sessions/{again.pk}/log/?begin"
    assert again.head.content["house_rules"] == session.head.content["house_rules"]
    assert [seat.player for seat in again.seats.all()] == [
        seat.player for seat in session.seats.all()
    ]
    assert again.season.name == "Endless"


def test_a_season_without_days_is_the_season_of_today_until_one_with_a_first_day_begins(
    browse, club
):
    def season_of_today():
        season = browse("carol").get(new_session(club)).context["form"]["season"].initial
        return getattr(season, "name", None)

    assert season_of_today() is None
    Season.objects.create(club=club, name="Over", ends_on="2020-12-31")
    assert season_of_today() is None
    Season.objects.create(club=club, name="Autumn")
    assert season_of_today() == "Autumn"
    Season.objects.create(club=club, name="This decade", starts_on="2020-01-01")
    assert season_of_today() == "This decade"


def test_a_table_names_its_game_in_the_language_of_the_reader(browse, club, players, people):
    recording.record_session(
        club, {"variant": "four-color-cards"}, players=players, by=people.carol
    )
    page = browse("carol").get(f"/clubs/{club.pk}/sessions/new/", headers={"accept-language": "de"})
    assert [table["name"] for table in page.context["tables"]] == ["Vier-Farben-Karten"]


def test_a_club_without_sessions_is_asked_for_the_game(browse, club):
    page = html_of(browse("carol").get(f"/clubs/{club.pk}/sessions/new/"))
    assert "What do you play?" in page
    assert "Same table again" not in page


def test_the_form_begins_with_the_house_rules_of_last_time(browse, club, session):
    page = browse("carol").get(new_session(club))
    assert page.context["rules"]["pass_locks_out"].value() == "yes"
    assert page.context["rules"]["triples"].value() == "no"
    assert browse("carol").get(new_session(club, "pusoy-dos")).context["rules"].last == {}


def test_adding_a_missing_player_leads_back_to_the_new_session_as_it_was_entered(
    browse, club, players
):
    client = browse("carol")
    entered = {
        "seat_1": players[2].pk,
        "seat_3": players[0].pk,
        "place": "The Cup",
        "played_on": "2026-03-05",
        "rule-target": "60",
    }
    sent = form_data(client.get(new_session(club)), **entered, then="players")
    adding = client.post(new_session(club), sent)
    assert adding["Location"] == f"/clubs/{club.pk}/players/?game=big-two"
    added = client.post(adding["Location"], {"names": "Zoe"})
    assert added["Location"] == new_session(club)
    page = client.get(added["Location"])
    assert page.status_code == 200
    shown = form_data(page)
    kept = sent.keys() - {"then", "id", "rule-target"}
    assert {name: shown.get(name) for name in kept} == {name: str(sent[name]) for name in kept}
    assert page.context["rules"]["target"].value() == "60"
    assert "Zoe" in html_of(page)
    assert "There is a problem" not in html_of(page)
    assert client.get(new_session(club)).context["form"]["place"].value() is None, "only once"


def test_what_was_kept_while_players_were_added_is_gone_once_the_session_is_open(
    browse, club, players
):
    client, seats = (
        browse("carol"),
        {f"seat_{number}": str(player.pk) for number, player in enumerate(players, 1)},
    )
    sent = {"id": str(uuid.uuid4()), "place": "The Cup", **seats}
    client.post(new_session(club), {**sent, "then": "players"})
    client.post(new_session(club), sent)  # back with the browser
    assert "The Cup" in html_of(client.get(f"/sessions/{Session.objects.get().pk}/"))
    assert "The Cup" not in html_of(client.get(new_session(club)))


def test_what_was_kept_is_for_a_new_session_and_only_for_an_hour(
    browse, club, players, monkeypatch
):
    client, sent = browse("carol"), {"id": str(uuid.uuid4()), "place": "The Cup", "then": "players"}
    client.post(new_session(club), sent)
    page = client.get(new_session(club))
    assert "The Cup" in html_of(page)
    assert str(page.context["form"]["id"].value()) != sent["id"]
    client.post(new_session(club), sent)
    monkeypatch.setattr(new_session_page, "KEPT_SECONDS", 0)
    assert "The Cup" not in html_of(client.get(new_session(club)))


def test_what_was_entered_for_one_game_is_not_shown_for_another(browse, club, players):
    client = browse("carol")
    client.post(new_session(club), {"place": "The Cup", "then": "players"})
    other = client.get(new_session(club, "pusoy-dos"))
    assert other.context["form"]["place"].value() is None


def test_players_that_were_added_for_no_known_game_lead_to_the_club(browse, club):
    elsewhere = browse("carol").post(f"/clubs/{club.pk}/players/?game=elsewhere", {"names": "Yuri"})
    assert elsewhere["Location"] == f"/clubs/{club.pk}/"


def test_players_who_play_most_come_first(browse, club, session):
    Player.objects.create(club=club, name="Aaron")
    usual = browse("carol").get(new_session(club)).context["form"].usual
    assert [player.name for player in usual] == ["Alice", "Bob", "Carol", "Dan", "Aaron"]


def test_who_was_erased_is_not_offered_again(browse, club, session, people):
    bob = session.seats.get(number=2).player
    erasure.erase(bob, confirm=bob.name, by=people.alice)
    client = browse("carol")
    assert client.get(f"/clubs/{club.pk}/sessions/new/").context["tables"] == []
    form = client.get(new_session(club)).context["form"]
    assert [player.name for player in form.usual] == ["Alice", "Carol", "Dan"]
    assert bob not in form.fields["seat_1"].queryset


def test_the_button_sent_twice_opens_one_session(browse, club, session):
    client = browse("carol")
    fields = client.get(f"/clubs/{club.pk}/sessions/new/").context["tables"][0]["fields"]
    sent = [client.post(new_session(club), {**fields, "then": "log"}) for _ in range(2)]
    assert sent[0]["Location"] == sent[1]["Location"]
    assert Session.objects.count() == 2


def test_only_who_may_open_sessions_is_offered_a_table(browse, club, session):
    assert browse("dan").get(f"/clubs/{club.pk}/sessions/new/").status_code == 403


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
class TestTaps:
    def test_the_same_table_has_its_first_play_logged_after_five_taps(
        self, window, live_server, browse, club, session
    ):
        with phones.phone(window, live_server.url, browse("carol")) as page:
            page.goto("/")
            page.get_by_role("link", name="New session").click()
            page.locator(".tables button").click()
            page.locator("#event").wait_for()
            phones.sit(page, "2")
            phones.pick(page, "3C")
            phones.confirm(page)
            phones.wait_until_sent(page)
        again = Session.objects.exclude(pk=session.pk).get()
        assert again.hands.get().head.content["events"] == ["2: 3C"]

    def test_players_are_tapped_into_seats_and_moved(
        self, window, live_server, browse, club, players
    ):
        with open_page(window, live_server.url, browse("carol")) as page:
            page.goto(new_session(club))
            for name in ("Dan", "Alice", "Carol", "Bob"):
                page.locator("#players").get_by_role("button", name=name).click()
            expect(page.locator("#places [data-place]")).to_have_text(
                ["Dan", "Alice", "Carol", "Bob"]
            )
            page.get_by_role("button", name="Move Alice to seat 1.").click()
            page.locator('#places [data-place="2"]').drag_to(
                page.locator('#places [data-place="3"]')
            )
            expect(page.locator("#places [data-place]")).to_have_text(
                ["Alice", "Dan", "Bob", "Carol"]
            )
            page.get_by_role("button", name="Seat 4: Carol. Empty it.").click()
            page.locator("#players").get_by_role("button", name="Carol").click()
            assert list_violations(page) == []
            page.get_by_role("button", name="Start logging").click()
            page.locator("#event").wait_for()
        (opened,) = Session.objects.all()
        assert [seat.player.name for seat in opened.seats.all()] == ["Alice", "Dan", "Bob", "Carol"]

    def test_tapped_seats_stay_while_a_player_is_added(
        self, window, live_server, browse, club, players
    ):
        with open_page(window, live_server.url, browse("carol")) as page:
            page.goto(new_session(club))
            for name in ("Dan", "Alice", "Carol"):
                page.locator("#players").get_by_role("button", name=name).click()
            page.get_by_role("button", name="Add players").click()
            page.get_by_role("textbox").fill("Zoe")
            page.get_by_role("button", name="Add").click()
            page.locator("#players").get_by_role("button", name="Zoe").click()
            expect(page.locator("#places [data-place]")).to_have_text(
                ["Dan", "Alice", "Carol", "Zoe"]
            )

    def test_an_empty_seat_is_named_instead_of_opening_a_session(
        self, window, live_server, browse, club, players
    ):
        with open_page(window, live_server.url, browse("carol")) as page:
            page.goto(new_session(club))
            for name in ("Dan", "Alice", "Carol"):
                page.locator("#players").get_by_role("button", name=name).click()
            page.get_by_role("button", name="Start logging").click()
            expect(page.get_by_role("alert")).to_have_text("Seat 4 is empty.")
            expect(page.locator("#players").get_by_role("button", name="Bob")).to_be_focused()
            page.keyboard.press("Enter")
            expect(page.get_by_role("alert")).to_be_hidden()
            page.get_by_role("button", name="Start logging").click()
            page.locator("#event").wait_for()

    def test_a_session_opened_twice_begins_one_hand(
        self, window, live_server, browse, club, session
    ):
        with phones.phone(window, live_server.url, browse("carol")) as page:
            for _ in range(2):
                page.goto(f"/sessions/{session.pk}/log/?begin")
                page.locator("#event").wait_for()
                phones.wait_until_sent(page)
        assert session.hands.count() == 1


def test_a_form_without_scripts_seats_players_by_lists(browse, club, players):
    seats = {f"seat_{number}": str(player.pk) for number, player in enumerate(players, 1)}
    browse("carol").post(new_session(club), {"id": str(uuid.uuid4()), **seats})
    assert Session.objects.get().seats.count() == 4
