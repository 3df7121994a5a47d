"""From a new club to a recorded hand, with forms that need no JavaScript."""

import re
import uuid

import pytest

import referee
from scorekeeper.models import Club, Hand, Player, Season, Session
from tests.pages.forms_and_mail import html_of
from tests.pages.imports.review_forms import run_import, send

PLAYS = "1: 3C\n2: 7H\n\n3: pass\n4: 6S"


def hand_data(**fields):
    return {"id": str(uuid.uuid4()), "passes": "written", **fields}


def session_data(players, **fields):
    """Return the data of the form that opens a session with these players, seated in this order."""
    seats = {f"seat_{number}": str(player.pk) for number, player in enumerate(players, start=1)}
    return {"id": str(uuid.uuid4()), **seats, **fields}


def record_address(session):
    return f"/sessions/{session.pk}/hands/new/"


def test_the_home_page_offers_to_ask_the_referee_and_to_sign_in(client, db):
    page = html_of(client.get("/"))
    assert 'href="/ask/"' in page
    assert "Sign in" in page


def test_signing_in_shows_the_users_own_clubs(client, club):
    page = client.post("/sign-in/", {"username": "dan", "password": "dan"}, follow=True)
    assert "Thursday night" in html_of(page)
    assert "Elsewhere" not in html_of(page)


def test_a_wrong_password_is_refused(client, club):
    page = client.post("/sign-in/", {"username": "dan", "password": "nad"})
    assert "correct" in html_of(page)


def test_a_club_is_founded_and_records_its_first_hand(browse):
    client = browse("alice")
    club_page = client.post("/clubs/new/", {"id": str(uuid.uuid4()), "name": "Sunday"}, follow=True)
    assert "The club has been created" in html_of(club_page)
    club = Club.objects.get(name="Sunday")
    client.post(f"/clubs/{club.pk}/players/", {"names": "Alice\nBob\n\nCarol\nDan\n"})
    client.post(f"/clubs/{club.pk}/seasons/", {"name": "Spring", "starts_on": "2026-03-01"})
    client.post(
        f"/clubs/{club.pk}/sessions/new/big-two/",
        session_data(
            Player.objects.filter(club=club),
            played_on="2026-03-05",
            event="Cup",
            season=str(Season.objects.get().pk),
            **{"rule-pass_locks_out": "yes", "rule-triples": "no"},
        ),
    )
    session = Session.objects.get()
    assert session.head.content["house_rules"] == {"pass_locks_out": True}
    assert str(session.played_on) == "2026-03-05"
    hand = hand_data(count_1="0", count_2="5", count_3="8", count_4="12")
    checked = client.post(record_address(session), {**hand, "do": "check"})
    assert "+25" in html_of(checked)
    assert not Hand.objects.exists()
    saved = client.post(record_address(session), {**hand, "do": "save"}, follow=True)
    assert "Hand 1 has been saved" in html_of(saved)
    assert "+25" in html_of(client.get(f"/sessions/{session.pk}/"))


def test_a_name_on_two_lines_adds_one_player_and_says_so(browse, club):
    page = browse("carol").post(
        f"/clubs/{club.pk}/players/", {"names": "Zoe\nYuri\nZoe "}, follow=True
    )
    assert "2 players have been added" in html_of(page)
    assert "Entered more than once, added once: Zoe." in html_of(page)
    assert Player.objects.filter(club=club, name="Zoe").count() == 1


def test_the_players_of_a_session_lead_to_their_pages(browse, session):
    link = 'href="/players/{}/"'
    client, seats = browse("carol"), session.seats.all()
    for counts in ({}, {"count_1": "0", "count_2": "5", "count_3": "8", "count_4": "12"}):
        client.post(record_address(session), hand_data(**counts, do="save"))
        page = html_of(client.get(f"/sessions/{session.pk}/"))
        assert all(link.format(seat.player.pk) in page for seat in seats)


def test_checking_a_hand_shows_illegal_plays_and_saves_nothing(browse, session):
    page = browse("carol").post(record_address(session), hand_data(events=PLAYS, do="check"))
    assert "1 play is illegal" in html_of(page)
    assert "does not beat" in html_of(page)
    assert "Dan" in html_of(page)
    assert not Hand.objects.exists()


def test_a_form_sent_twice_records_one_hand(browse, session):
    client, hand = browse("carol"), hand_data(events=PLAYS, do="save")
    saved = client.post(record_address(session), hand)
    saved_again = client.post(record_address(session), hand)
    assert saved.url == saved_again.url
    assert Hand.objects.count() == 1


def test_a_form_sent_again_with_other_content_is_refused(browse, session):
    client, hand = browse("carol"), hand_data(events=PLAYS, do="save")
    client.post(record_address(session), hand)
    page = client.post(record_address(session), {**hand, "events": "1: 3C"})
    assert "already saved" in html_of(page)


def test_every_unreadable_line_is_marked(browse, session):
    page = browse("carol").post(
        record_address(session), hand_data(events="1: 3C\n2: 7X\n\n3 pass", do="save")
    )
    assert page.status_code == 422
    assert '<li value="2" class="wrong"' in html_of(page)
    assert '<li value="4" class="wrong"' in html_of(page)
    assert "is no card of this game" in html_of(page)
    assert not Hand.objects.exists()


def test_an_impossible_deal_is_reported_at_its_field(browse, session):
    page = browse("carol").post(record_address(session), hand_data(events=PLAYS, dealt_2="3C"))
    assert page.context["form"].errors.keys() == {"dealt_2"}


def test_missing_counts_are_reported_at_their_fields(browse, session):
    page = browse("carol").post(record_address(session), hand_data(count_1="0", count_3="4"))
    assert page.context["form"].errors.keys() == {"count_2", "count_4"}


def test_two_players_with_no_cards_left_are_reported_at_their_fields(browse, session):
    counts = {"count_1": "4", "count_2": "0", "count_3": "7", "count_4": "0"}
    page = browse("carol").post(record_address(session), hand_data(**counts))
    assert page.context["form"].errors == {
        "count_2": ["Only one player can have 0."],
        "count_4": ["Only one player can have 0."],
    }


def test_a_score_sheet_without_a_winner_is_no_error_of_the_first_player(browse, session):
    counts = {"count_1": "4", "count_2": "1", "count_3": "7", "count_4": "2"}
    page = browse("carol").post(record_address(session), hand_data(**counts))
    assert page.context["form"].errors == {"__all__": ["Enter 0 for the player who went out."]}


def test_the_cards_left_come_before_the_plays_which_are_folded_until_there_are_some(
    browse, session
):
    client = browse("carol")
    page = html_of(client.get(record_address(session)))
    assert page.index('name="count_1"') < page.index('name="events"')
    folded = '<details class="more"><summary>The plays, if they were written down'
    assert folded in page
    checked = client.post(record_address(session), hand_data(events=PLAYS, do="check"))
    assert folded not in html_of(checked)


def test_an_empty_form_records_no_hand(browse, session):
    page = browse("carol").post(record_address(session), hand_data(do="save"))
    assert page.status_code == 422
    assert not Hand.objects.exists()


def test_pusoy_dos_asks_for_the_order_of_going_out(browse, club, players):
    client = browse("carol")
    client.post(f"/clubs/{club.pk}/sessions/new/pusoy-dos/", session_data(players))
    session = Session.objects.get()
    order = hand_data(out_1="2", out_2="4", out_3="1", do="save")
    client.post(record_address(session), order)
    assert list(Hand.objects.get().scores.values_list("points", flat=True)) == [1, 3, 0, 2]


def test_an_invalid_house_rule_is_reported_at_its_field(browse, club, players):
    page = browse("carol").post(
        f"/clubs/{club.pk}/sessions/new/big-two/", session_data([], **{"rule-target": "many"})
    )
    assert page.context["rules"].errors.keys() == {"target"}
    assert page.context["form"].errors.keys() == {f"seat_{number}" for number in (1, 2, 3, 4)}


def test_a_player_takes_one_seat_only(browse, club, players):
    page = browse("carol").post(
        f"/clubs/{club.pk}/sessions/new/big-two/", session_data([players[0]] * 4)
    )
    assert "Alice already has a seat." in html_of(page)


def test_a_session_record_is_exported_and_imported_unchanged(browse, club, session, hand):
    client = browse("carol")
    toml = client.get(f"/sessions/{session.pk}/record.toml").content.decode()
    run_import(client, send(client, club, text=toml), evening_1_1="second-session")
    copy = Session.objects.exclude(pk=session.pk).get()
    assert client.get(f"/sessions/{copy.pk}/record.toml").content.decode() == toml


def test_a_score_sheet_is_downloaded_as_csv(browse, session, hand):
    client = browse("dan")
    address = f"/sessions/{session.pk}/record.csv"
    assert (
        f'href="{address}?separator=comma"'
        in client.get(f"/sessions/{session.pk}/").content.decode()
    )
    response = client.get(address)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    header, first_hand, *_ = response.content.decode().splitlines()
    assert header.startswith("\ufeffhand,status,Alice,Bob,")
    assert first_hand.startswith("1,")


def test_an_unreadable_record_is_refused_with_the_place_of_the_error(browse, club):
    record = 'format = "session-record/1"\nvariant = "whist"\nplayers = ["A", "B", "C", "D"]'
    page = browse("carol").post(
        f"/clubs/{club.pk}/import/", {"id": str(uuid.uuid4()), "text": record}, follow=True
    )
    assert "<code>variant</code>:" in html_of(page)


def test_sessions_are_found_by_event_and_player(browse, club, session):
    client = browse("dan")
    assert "Spring cup" in html_of(client.get(f"/clubs/{club.pk}/?q=spring+bob"))
    page = html_of(client.get(f"/clubs/{club.pk}/?q=autumn"))
    assert "No session was found." in page
    assert f'<a href="/clubs/{club.pk}/?page=1">Show all sessions</a>' in page


@pytest.mark.parametrize(
    "words", ["2026-03-05", "spring 5 Mar 2026", "Mar 5, 2026 big two", "3/5/2026", "March 5, 2026"]
)
def test_sessions_are_found_by_day_and_game(browse, club, session, words):
    page = html_of(browse("dan").get(f"/clubs/{club.pk}/", {"q": words}))
    assert f'href="/sessions/{session.pk}/"' in page
    other = html_of(browse("dan").get(f"/clubs/{club.pk}/", {"q": f"{words} gang of four"}))
    assert f'href="/sessions/{session.pk}/"' not in other


def test_a_day_in_numbers_is_read_in_the_order_of_the_language(browse, club, session):
    page = browse("dan").get(
        f"/clubs/{club.pk}/", {"q": "5.3.2026"}, headers={"Accept-Language": "de"}
    )
    assert f'href="/sessions/{session.pk}/"' in html_of(page)


@pytest.mark.parametrize("variant", [variant["variant"] for variant in referee.variants()])
def test_every_variant_has_its_pages_and_forms(browse, club, players, variant):
    client = browse("carol")
    for address in (f"/ask/{variant}/", f"/rules/{variant}/"):
        assert client.get(address).status_code == 200
    opened = client.post(
        f"/clubs/{club.pk}/sessions/new/{variant}/", session_data(players), follow=True
    )
    assert "The session is open" in html_of(opened)
    assert client.get(record_address(Session.objects.get())).status_code == 200


def test_a_void_hand_uses_no_number(browse, session):
    client = browse("carol")
    saved = client.post(record_address(session), hand_data(void="misdeal", do="save"), follow=True)
    assert "Hand 1 has been saved" in html_of(saved)
    pages = (saved, client.get(f"/sessions/{session.pk}/"), client.get(record_address(session)))
    assert all("Enter hand 1 from paper" in html_of(page) for page in pages)


def test_a_void_hand_counts_for_nobody_on_every_page(browse, session):
    client, hand = browse("carol"), hand_data(void="misdeal")
    checked = client.post(record_address(session), {**hand, "do": "check"})
    saved = client.post(record_address(session), {**hand, "do": "save"}, follow=True)
    for page in (checked, saved):
        assert "does not count" in html_of(page)
        assert "Points of this hand" not in html_of(page)
    assert html_of(client.get(f"/sessions/{session.pk}/")).count("<b>–</b>") == 4


def test_the_score_sheet_names_the_hand_from_which_totals_are_open(browse, session):
    client = browse("carol")
    counts = hand_data(count_1="0", count_2="5", count_3="8", count_4="2")
    client.post(record_address(session), {**counts, "do": "save"})
    assert "the totals are unknown" not in html_of(client.get(f"/sessions/{session.pk}/"))
    client.post(record_address(session), hand_data(events=PLAYS, do="save"))
    client.post(record_address(session), {**counts, "id": uuid.uuid4(), "do": "save"})
    assert "from hand 2 on, the totals are unknown" in html_of(
        client.get(f"/sessions/{session.pk}/")
    )


def test_while_a_hand_is_played_the_score_sheet_shows_the_totals_before_it(browse, session):
    client, address = browse("carol"), f"/sessions/{session.pk}/"
    counts = hand_data(count_1="0", count_2="5", count_3="8", count_4="2")
    client.post(record_address(session), {**counts, "do": "save"})
    client.post(record_address(session), hand_data(events=PLAYS, do="save"))
    page = html_of(client.get(address))
    total = page.partition('<tr class="sum">')[2].partition("</tr>")[0]
    assert "Total before hand 2" in total
    assert re.findall(r"<b>(.*?)</b>", total) == ["15", "−5", "−8", "−2"]
    assert "Hand 2 is unfinished: its points follow when it ends." in page
    hand = Hand.objects.get(session=session, position=2)
    score = html_of(client.get(f"/hands/{hand.pk}/")).partition("Total before</th>")[2]
    assert re.findall(r"<td>([−\d]+)</td></tr>", score) == ["15", "−5", "−8", "−2"]


def test_in_the_first_hand_there_are_no_totals_to_show(browse, session):
    client = browse("carol")
    client.post(record_address(session), hand_data(events=PLAYS, do="save"))
    assert 'class="sum"' not in html_of(client.get(f"/sessions/{session.pk}/"))


def test_an_invalid_house_rule_is_reported_at_the_top_of_each_page(browse, club, players):
    client, invalid = browse("carol"), {"rule-target": "many"}
    opened = client.post(
        f"/clubs/{club.pk}/sessions/new/big-two/", session_data(players, **invalid)
    )
    for page in (
        opened,
        client.get("/ask/big-two/", invalid),
        client.get("/rules/big-two/", invalid),
    ):
        assert page.status_code == 422
        assert "There is a problem." in html_of(page)


def test_a_club_with_too_few_players_is_asked_to_add_some(browse, club):
    address = f"/clubs/{club.pk}/sessions/new/big-two/"
    assert "This game needs 4 players" in html_of(browse("carol").get(address))
    for name in ("Alice", "Bob", "Carol", "Dan"):
        Player.objects.create(club=club, name=name)
    assert "This game needs" not in html_of(browse("carol").get(address))


def test_a_new_session_has_todays_date(browse, club, noon):
    page = browse("carol").get(f"/clubs/{club.pk}/sessions/new/big-two/")
    assert page.context["form"]["played_on"].value() == noon.date()


def test_the_checked_form_is_sent_without_a_fragment(browse, session):
    client, hand = browse("carol"), hand_data(events=PLAYS)
    checked = client.post(record_address(session), {**hand, "do": "check"})
    assert f'action="{record_address(session)}"' in html_of(checked)


def test_only_staff_get_the_link_to_add_accounts_in_the_admin(browse, club, people):
    address = f"/clubs/{club.pk}/members/"
    assert "/admin/" not in html_of(browse("alice").get(address))
    people.alice.is_staff = True
    people.alice.save()
    assert "/admin/scorekeeper/user/add/" in html_of(browse("alice").get(address))


def test_the_form_of_a_melding_game_has_no_counts_or_passes(browse, club, players):
    client = browse("carol")
    client.post(f"/clubs/{club.pk}/sessions/new/four-color-cards/", session_data(players))
    address = record_address(Session.objects.get())
    assert not {"passes", "pays_all", "count_1"} & set(client.get(address).context["form"].fields)
    checked = client.post(address, hand_data(events="1: discards Sr\n2: draws Gg", do="check"))
    assert checked.status_code == 200
    assert "Checked, not saved yet" in html_of(checked)
