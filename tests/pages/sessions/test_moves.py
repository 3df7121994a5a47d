"""Sessions moved to a season: many at once, and those that a new season finds between its days."""

from datetime import date

import pytest
from django.test import Client

from scorekeeper.models import AuditEntry, Season, Session
from scorekeeper.sessions import filing
from scorekeeper.sessions import recording as session_recording
from tests.pages.forms_and_mail import html_of
from tests.scorekeeper.season_scorer import WON_BY_ALICE


@pytest.fixture
def spring(club):
    return Season.objects.create(
        club=club, name="Spring", starts_on=date(2026, 3, 1), ends_on=date(2026, 5, 31)
    )


@pytest.fixture
def sessions(club, players, people):
    """A session in February and two in March; one of these is of Gang of Four."""

    def opened(day, variant="big-two"):
        record = {"variant": variant, "played_on": day}
        return session_recording.record_session(club, record, players=players, by=people.carol)[0]

    return [opened("2026-02-20"), opened("2026-03-05"), opened("2026-03-12", "gang-of-four")]


def previewed(client, address, sessions, season):
    ids = [str(session.pk) for session in sessions]
    return client.post(address, {"sessions": ids, "into": season, "do": "look"})


@pytest.mark.parametrize(
    ("name", "status"), [("alice", 200), ("carol", 200), ("dan", 403), ("eve", 404)]
)
def test_scorers_and_owners_may_move_sessions(browse, club, spring, sessions, name, status):
    client = browse(name)
    for address in (f"/clubs/{club.pk}/sessions/move/", f"/seasons/{spring.pk}/sessions/"):
        assert client.get(address).status_code == status
        if status != 200:
            client.post(
                address, {"sessions": str(sessions[0].pk), "into": str(spring.pk), "do": "save"}
            )
    assert not Session.objects.exclude(season=None).exists()
    assert Client().get(f"/clubs/{club.pk}/sessions/move/").status_code == 404


def test_the_list_is_narrowed_by_days_game_and_season(browse, club, sessions, spring):
    client, address = browse("carol"), f"/clubs/{club.pk}/sessions/move/"

    def listed(query):
        return [session.pk for session in client.get(f"{address}?{query}").context["sessions"]]

    assert listed("") == [each.pk for each in sessions[::-1]]
    assert listed("since=2026-03-01&until=2026-03-05") == [sessions[1].pk]
    assert listed("variant=gang-of-four") == [sessions[2].pk]
    filing.move_to_season(club, [sessions[0].pk], spring, by=club.members.first().user)
    assert listed(f"season={spring.pk}") == [sessions[0].pk]
    assert listed("season=none") == [sessions[2].pk, sessions[1].pk]
    assert client.get(f"{address}?all=1").context["checked"] == {each.pk for each in sessions}


def test_selecting_all_keeps_the_chosen_season(browse, club, sessions, spring):
    client, address = browse("carol"), f"/clubs/{club.pk}/sessions/move/"
    page = client.post(f"{address}?since=2026-03-01", {"into": str(spring.pk), "do": "all"})
    assert (page.status_code, page.context["form"]["into"].value()) == (200, str(spring.pk))
    assert page.context["checked"] == {sessions[1].pk, sessions[2].pk}
    assert not spring.sessions.exists()


def test_the_preview_says_what_a_move_changes_and_saves_nothing(
    browse, club, sessions, spring, people
):
    winter = Season.objects.create(club=club, name="Winter")
    filing.move_to_season(club, [sessions[1].pk], winter, by=people.carol)
    filing.move_to_season(club, [sessions[2].pk], spring, by=people.carol)
    page = previewed(browse("carol"), f"/clubs/{club.pk}/sessions/move/", sessions, str(spring.pk))
    assert page.context["changes"] == [
        "2 sessions then belong to Spring.",
        "1 of them is taken out of Winter.",
        "1 of the selected sessions is there already.",
        "1 of them was played outside of the season’s first and last day.",
        "These tables are counted again: Spring, Winter.",
    ]
    assert spring.sessions.count() == 1


def test_a_previewed_move_is_saved_once(browse, club, sessions, spring):
    client, address = browse("carol"), f"/clubs/{club.pk}/sessions/move/"
    page = previewed(client, address, sessions, str(spring.pk))
    form = {
        "sessions": [str(session.pk) for session in sessions],
        "into": str(spring.pk),
        "version": page.context["version"],
        "do": "save",
    }
    response = client.post(address, form)
    assert (response.status_code, response.url) == (302, f"/seasons/{spring.pk}/")
    assert spring.sessions.count() == 3
    entries = AuditEntry.objects.filter(act="session filed").count()
    assert client.post(address, form).status_code == 412
    assert AuditEntry.objects.filter(act="session filed").count() == entries == 3


def test_a_move_without_a_preview_of_just_this_selection_is_shown_first(
    browse, club, sessions, spring
):
    client, address = browse("carol"), f"/clubs/{club.pk}/sessions/move/"
    page = previewed(client, address, sessions[:1], str(spring.pk))
    form = {
        "sessions": [str(session.pk) for session in sessions],
        "into": str(spring.pk),
        "version": page.context["version"],
        "do": "save",
    }
    page = client.post(address, form)
    assert page.status_code == 412
    assert page.context["changes"][0] == "3 sessions then belong to Spring."
    assert not spring.sessions.exists()


def test_sessions_can_be_taken_out_of_every_season(browse, club, sessions, spring, people):
    filing.move_to_season(club, [each.pk for each in sessions], spring, by=people.carol)
    client, address = browse("carol"), f"/clubs/{club.pk}/sessions/move/"
    page = previewed(client, address, sessions, "none")
    form = {"sessions": [str(each.pk) for each in sessions], "into": "none", "do": "save"}
    client.post(address, {**form, "version": page.context["version"]})
    assert not spring.sessions.exists()


def test_nothing_selected_and_other_clubs_rows_are_refused(browse, club, sessions, spring, people):
    client, address = browse("carol"), f"/clubs/{club.pk}/sessions/move/"
    page = client.post(address, {"into": str(spring.pk), "do": "look"})
    assert page.status_code == 422
    assert "Select at least one session." in html_of(page)
    other = Season.objects.create(club=people.eve.memberships.get().club, name="Spring")
    assert previewed(client, address, sessions, str(other.pk)).status_code == 422


def test_a_season_takes_in_the_sessions_between_its_days(browse, keeper, sessions, spring):
    keeper.session(WON_BY_ALICE, played_on="2026-04-01")  # belongs to another season
    client, address = browse("carol"), f"/seasons/{spring.pk}/sessions/"
    page = client.get(address)
    assert page.context["checked"] == {sessions[1].pk, sessions[2].pk}
    form = {"sessions": [str(pk) for pk in page.context["checked"]]}
    assert client.post(address, form).status_code == 302
    assert set(spring.sessions.all()) == set(sessions[1:])
    assert client.post(address, form).status_code == 302  # the same form again
    assert AuditEntry.objects.filter(act="session filed").count() == 2
    assert "belongs to a season already" in html_of(client.get(address))


def test_a_session_that_was_moved_to_another_season_meanwhile_is_not_taken_in(
    club, sessions, spring, people
):
    winter = Season.objects.create(club=club, name="Winter")
    filing.move_to_season(club, [sessions[1].pk], winter, by=people.carol)
    ids = [sessions[1].pk, sessions[2].pk]
    assert filing.take_in(spring, ids, by=people.carol) == 1
    assert list(winter.sessions.all()) == [sessions[1]]


def test_the_page_of_a_season_offers_them_to_scorers_while_there_are_any(
    browse, sessions, spring, people
):
    address = f"/seasons/{spring.pk}/"
    text = "2 sessions were played between the first and the last day of this season"
    assert text in html_of(browse("carol").get(address))
    assert text not in html_of(browse("dan").get(address))
    filing.move_to_season(spring.club, [each.pk for each in sessions], spring, by=people.carol)
    assert "belong to no season yet" not in html_of(browse("carol").get(address))


def test_a_new_season_offers_the_sessions_that_fall_into_it_at_once(browse, club, sessions):
    client = browse("alice")
    new = {"name": "Spring", "starts_on": "2026-03-01", "ends_on": "2026-05-31"}
    response = client.post(f"/clubs/{club.pk}/seasons/", new)
    assert response.url == f"/seasons/{Season.objects.get().pk}/sessions/"
    late = {"name": "Summer", "starts_on": "2026-06-01"}
    assert client.post(f"/clubs/{club.pk}/seasons/", late).url == f"/clubs/{club.pk}/"


def test_a_first_season_without_days_offers_every_session_with_one_click(browse, club, sessions):
    client = browse("alice")
    landed = client.post(f"/clubs/{club.pk}/seasons/", {"name": "All"}, follow=True)
    assert landed.context["checked"] == {each.pk for each in sessions}
    address = landed.redirect_chain[-1][0]
    client.post(address, {"sessions": [str(pk) for pk in landed.context["checked"]]})
    assert Season.objects.get().sessions.count() == 3


def test_a_later_season_without_days_leaves_the_choice_open(browse, club, sessions, spring):
    page = browse("alice").post(f"/clubs/{club.pk}/seasons/", {"name": "All"}, follow=True)
    assert len(page.context["sessions"]) == 3
    assert page.context["checked"] == set()


def test_the_page_shows_what_would_change_with_one_button_below_the_list(
    browse, club, sessions, spring
):
    client, address = browse("carol"), f"/clubs/{club.pk}/sessions/move/"
    for page in (client.get(address), previewed(client, address, sessions, str(spring.pk))):
        text = html_of(page)
        buttons = [
            part.split(">")[0] for part in text.split("<button")[1:] if 'value="look"' in part
        ]
        assert sum("aria-hidden" not in button for button in buttons) == 1
        assert text.index("picks") < text.rindex('value="look"')


def test_a_session_without_a_date_falls_on_the_day_it_was_opened(club, players, people):
    session, _ = session_recording.record_session(
        club, {"variant": "big-two"}, players=players, by=people.carol
    )
    today = session.created_at.date()
    season = Season.objects.create(club=club, name="Now", starts_on=today, ends_on=today)
    assert list(filing.find_unfiled(season)) == [session]
    assert not filing.find_unfiled(Season.objects.create(club=club, name="Whenever")).exists()
