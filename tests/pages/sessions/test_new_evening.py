"""A new evening begins with few taps: the table of last time, or the club's players tapped into their seats."""

import uuid
from datetime import timedelta

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


def play_again(client, session):
    """Tap *Same table again*; return the session that is opened."""
    answer = client.post(f"/sessions/{session.pk}/again/")
    opened = Session.objects.exclude(pk=session.pk).latest("created_at")
    assert answer["Location"] == f"/sessions/{opened.pk}/log/?begin"
    return opened


def test_the_table_of_last_time_plays_again_today_with_its_rules_place_and_order(
    browse, club, session, people
):
    endless = Season.objects.create(club=club, name="Endless", starts_on="2020-01-01")
    recording.amend_session(session, {"place": "The Cup"}, players=None, by=people.carol)
    (table,) = browse("carol").get(f"/clubs/{club.pk}/sessions/new/").context["tables"]
    assert (table["session"], table["season"]) == (session, endless)
    again = play_again(browse("carol"), session)
    assert again.head.content["house_rules"] == session.head.content["house_rules"]
    assert [seat.player for seat in again.seats.all()] == [
        seat.player for seat in session.seats.all()
    ]
    assert (again.played_on, again.place, again.season) == (club.today, "The Cup", endless)


def test_the_same_table_stays_in_its_season_while_that_goes_on(browse, club, session):
    cup = Season.objects.create(club=club, name="Cup", starts_on="2020-01-01")
    Season.objects.create(club=club, name="Later", starts_on="2026-01-01")
    Session.objects.update(season=cup)
    again = play_again(browse("carol"), session)
    assert again.season == cup
    Season.objects.filter(pk=cup.pk).update(ends_on="2026-04-01")
    Session.objects.filter(pk=again.pk).update(season=cup, played_on="2026-03-12")
    assert play_again(browse("carol"), again).season.name == "Later"


def test_the_same_table_twice_on_a_day_is_one_session(browse, club, session):
    once = play_again(browse("carol"), session)
    assert play_again(browse("alice"), session) == once
    assert browse("carol").get(f"/clubs/{club.pk}/").context["again"] == session
    Session.objects.filter(pk=once.pk).update(created_at=timezone.now() - timedelta(hours=4))
    assert browse("carol").get(f"/clubs/{club.pk}/").context["again"] == once
    assert play_again(browse("carol"), once) not in {session, once}


def test_only_who_may_open_sessions_lets_a_table_play_again(browse, session, client):
    address = f"/sessions/{session.pk}/again/"
    assert browse("dan").post(address).status_code == 403
    assert browse("eve").post(address).status_code == 404
    assert browse("carol").get(address).status_code == 405
    assert Session.objects.count() == 1


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
    assert client.get(f"/clubs/{club.pk}/").context["again"] is None
    refused = client.post(f"/sessions/{session.pk}/again/", follow=True)
    assert "This table cannot play again" in html_of(refused)
    form = client.get(new_session(club)).context["form"]
    assert [player.name for player in form.usual] == ["Alice", "Carol", "Dan"]
    assert bob not in form.fields["seat_1"].queryset


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
