"""From a new club to a recorded hand, by plain forms."""

import uuid

import pytest

import referee
from scorekeeper.models import Club, Hand, Player, Season, Session

PLAYS = "1: 3C\n2: 7H\n\n3: pass\n4: 6S"


def text(response):
    return response.content.decode()


def typed(**more):
    return {"id": str(uuid.uuid4()), "passes": "written", **more}


def record_address(session):
    return f"/sessions/{session.pk}/hands/new/"


def test_the_first_page_says_what_this_is_and_where_to_begin(client, db):
    page = text(client.get("/"))
    assert "Ask the referee" in page
    assert "Sign in" in page


def test_signing_in_shows_ones_own_clubs(client, club):
    page = client.post("/sign-in/", {"username": "dan", "password": "dan"}, follow=True)
    assert "Thursday night" in text(page)
    assert "Elsewhere" not in text(page)


def test_a_wrong_password_is_told(client, club):
    page = client.post("/sign-in/", {"username": "dan", "password": "nad"})
    assert "correct" in text(page)


def test_from_a_new_club_to_a_saved_hand(browse):
    client = browse("alice")
    founded = client.post("/clubs/new/", {"id": str(uuid.uuid4()), "name": "Sunday"}, follow=True)
    assert "The club is there" in text(founded)
    club = Club.objects.get(name="Sunday")
    client.post(f"/clubs/{club.pk}/players/", {"names": "Alice\nBob\n\nCarol\nDan\n"})
    client.post(f"/clubs/{club.pk}/seasons/", {"name": "Spring", "starts_on": "2026-03-01"})
    seated = {
        f"seat_{number}": str(player.pk)
        for number, player in enumerate(Player.objects.filter(club=club), start=1)
    }
    client.post(
        f"/clubs/{club.pk}/sessions/new/big-two/",
        typed(
            **seated, played_on="2026-03-05", event="Cup", season=str(Season.objects.get().pk),
            **{"rule-pass_locks_out": "yes", "rule-triples": "no"},
        ),
    )  # fmt: skip
    session = Session.objects.get()
    assert session.head.content["house_rules"] == {"pass_locks_out": True}
    assert str(session.played_on) == "2026-03-05"
    hand = typed(count_1="0", count_2="5", count_3="8", count_4="12")
    checked = client.post(record_address(session), {**hand, "do": "check"})
    assert "+25" in text(checked)
    assert not Hand.objects.exists()
    saved = client.post(record_address(session), {**hand, "do": "save"}, follow=True)
    assert "Hand 1 is saved" in text(saved)
    assert "+25" in text(client.get(f"/sessions/{session.pk}/"))


def test_checking_shows_what_is_illegal_and_keeps_nothing(browse, session):
    page = browse("carol").post(record_address(session), typed(events=PLAYS, do="check"))
    assert "1 play is illegal" in text(page)
    assert "does not beat" in text(page)
    assert "Dan" in text(page)
    assert not Hand.objects.exists()


def test_a_form_sent_twice_records_once(browse, session):
    client, hand = browse("carol"), typed(events=PLAYS, do="save")
    first = client.post(record_address(session), hand)
    again = client.post(record_address(session), hand)
    assert first.url == again.url
    assert Hand.objects.count() == 1


def test_a_form_sent_twice_with_something_else_in_it_is_told(browse, session):
    client, hand = browse("carol"), typed(events=PLAYS, do="save")
    client.post(record_address(session), hand)
    page = client.post(record_address(session), {**hand, "events": "1: 3C"})
    assert "saved already" in text(page)


def test_every_line_that_cannot_be_read_is_named(browse, session):
    page = browse("carol").post(
        record_address(session), typed(events="1: 3C\n2: 7X\n\n3 pass", do="save")
    )
    assert page.status_code == 422
    assert '<li value="2" class="wrong"' in text(page)
    assert '<li value="4" class="wrong"' in text(page)
    assert "is no card of this game" in text(page)
    assert not Hand.objects.exists()


def test_an_impossible_deal_is_told_at_its_hand(browse, session):
    page = browse("carol").post(record_address(session), typed(events=PLAYS, dealt_2="3C"))
    assert page.context["form"].errors.keys() == {"dealt_2"}


def test_a_count_that_is_missing_is_asked_for(browse, session):
    page = browse("carol").post(record_address(session), typed(count_1="0", count_3="4"))
    assert page.context["form"].errors.keys() == {"count_2", "count_4"}


def test_nothing_filled_in_is_no_hand(browse, session):
    page = browse("carol").post(record_address(session), typed(do="save"))
    assert page.status_code == 422
    assert not Hand.objects.exists()


def test_pusoy_dos_asks_for_the_order_of_going_out(browse, club, players):
    client = browse("carol")
    seated = {f"seat_{number}": str(one.pk) for number, one in enumerate(players, start=1)}
    client.post(f"/clubs/{club.pk}/sessions/new/pusoy-dos/", typed(**seated))
    session = Session.objects.get()
    order = typed(out_1="2", out_2="4", out_3="1", do="save")
    client.post(record_address(session), order)
    assert list(Hand.objects.get().scores.values_list("points", flat=True)) == [1, 3, 0, 2]


def test_a_house_rule_that_will_not_do_is_told_at_its_field(browse, club, players):
    page = browse("carol").post(
        f"/clubs/{club.pk}/sessions/new/big-two/", typed(**{"rule-target": "many"})
    )
    assert page.context["rules"].errors.keys() == {"target"}
    assert page.context["form"].errors.keys() == {f"seat_{number}" for number in (1, 2, 3, 4)}


def test_nobody_sits_twice(browse, club, players):
    seated = {f"seat_{number}": str(players[0].pk) for number in (1, 2, 3, 4)}
    page = browse("carol").post(f"/clubs/{club.pk}/sessions/new/big-two/", typed(**seated))
    assert "Alice has a seat already." in text(page)


def test_a_session_record_comes_in_and_goes_out(browse, club, session, hand):
    client = browse("carol")
    toml = client.get(f"/sessions/{session.pk}/record.toml").content.decode()
    tried = client.post(f"/clubs/{club.pk}/import/", {"id": str(uuid.uuid4()), "text": toml})
    client.post(tried["Location"])
    copy = Session.objects.exclude(pk=session.pk).get()
    assert client.get(f"/sessions/{copy.pk}/record.toml").content.decode() == toml


def test_a_score_sheet_goes_to_a_spreadsheet(browse, session, hand):
    client = browse("dan")
    address = f"/sessions/{session.pk}/record.csv"
    assert f'href="{address}"' in client.get(f"/sessions/{session.pk}/").content.decode()
    answer = client.get(address)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    head, first, *_ = answer.content.decode().splitlines()
    assert head.startswith("\ufeffhand,status,Alice,Bob,")
    assert first.startswith("1,")


def test_a_record_that_cannot_be_read_says_where(browse, club):
    record = 'format = "session-record/1"\nvariant = "whist"\nplayers = ["A", "B", "C", "D"]'
    page = browse("carol").post(
        f"/clubs/{club.pk}/import/", {"id": str(uuid.uuid4()), "text": record}, follow=True
    )
    assert "<code>variant</code>:" in text(page)


def test_sessions_are_found_by_event_and_player(browse, club, session):
    client = browse("dan")
    assert "Spring cup" in text(client.get(f"/clubs/{club.pk}/?q=spring+bob"))
    assert "Nothing was found" in text(client.get(f"/clubs/{club.pk}/?q=autumn"))


@pytest.mark.parametrize("variant", [variant["variant"] for variant in referee.variants()])
def test_every_game_can_be_opened_written_down_and_asked_about(browse, club, players, variant):
    client = browse("carol")
    for address in (f"/ask/{variant}/", f"/rules/{variant}/"):
        assert client.get(address).status_code == 200
    seated = {f"seat_{number}": str(one.pk) for number, one in enumerate(players, start=1)}
    opened = client.post(f"/clubs/{club.pk}/sessions/new/{variant}/", typed(**seated), follow=True)
    assert "The session is open" in text(opened)
    assert client.get(record_address(Session.objects.get())).status_code == 200


def test_the_hand_after_a_void_one_has_its_number(browse, session):
    client = browse("carol")
    saved = client.post(record_address(session), typed(void="misdeal", do="save"), follow=True)
    assert "Hand 1 is saved" in text(saved)
    pages = (saved, client.get(f"/sessions/{session.pk}/"), client.get(record_address(session)))
    assert all("Write down hand 1" in text(page) for page in pages)


def test_a_void_hand_counts_for_nobody_on_every_page(browse, session):
    client, hand = browse("carol"), typed(void="misdeal")
    checked = client.post(record_address(session), {**hand, "do": "check"})
    saved = client.post(record_address(session), {**hand, "do": "save"}, follow=True)
    for page in (checked, saved):
        assert "counts for nobody" in text(page)
        assert "Points of this hand" not in text(page)
    assert text(client.get(f"/sessions/{session.pk}/")).count("<b>–</b>") == 4


def test_the_sheet_says_from_which_hand_on_totals_are_open(browse, session):
    client = browse("carol")
    counts = typed(count_1="0", count_2="5", count_3="8", count_4="2")
    client.post(record_address(session), {**counts, "do": "save"})
    assert "totals are open" not in text(client.get(f"/sessions/{session.pk}/"))
    client.post(record_address(session), typed(events=PLAYS, do="save"))
    assert "from hand 2 on, totals are open" in text(client.get(f"/sessions/{session.pk}/"))


def test_a_wrong_house_rule_is_told_at_the_top_of_every_page(browse, club, players):
    client, wrong = browse("carol"), {"rule-target": "many"}
    seated = {f"seat_{number}": str(one.pk) for number, one in enumerate(players, start=1)}
    opened = client.post(f"/clubs/{club.pk}/sessions/new/big-two/", typed(**seated, **wrong))
    for page in (opened, client.get("/ask/big-two/", wrong), client.get("/rules/big-two/", wrong)):
        assert page.status_code == 422
        assert "Not yet right." in text(page)


def test_a_club_with_too_few_players_is_sent_to_add_some(browse, club):
    address = f"/clubs/{club.pk}/sessions/new/big-two/"
    assert "This game needs 4 players" in text(browse("carol").get(address))
    for name in ("Alice", "Bob", "Carol", "Dan"):
        Player.objects.create(club=club, name=name)
    assert "This game needs" not in text(browse("carol").get(address))


def test_a_new_session_is_of_today(browse, club, noon):
    page = browse("carol").get(f"/clubs/{club.pk}/sessions/new/big-two/")
    assert page.context["form"]["played_on"].value() == noon.date()


def test_saving_leads_to_the_hand_without_the_place_of_the_check(browse, session):
    client, hand = browse("carol"), typed(events=PLAYS)
    checked = client.post(record_address(session), {**hand, "do": "check"})
    assert f'action="{record_address(session)}"' in text(checked)


def test_only_who_may_make_accounts_is_led_to_the_admin(browse, club, people):
    address = f"/clubs/{club.pk}/members/"
    assert "/admin/" not in text(browse("alice").get(address))
    people.alice.is_staff = True
    people.alice.save()
    assert "/admin/scorekeeper/user/add/" in text(browse("alice").get(address))


def test_a_hand_of_melds_is_not_asked_for_counts_or_passes(browse, club, players):
    client = browse("carol")
    seated = {f"seat_{number}": str(one.pk) for number, one in enumerate(players, start=1)}
    client.post(f"/clubs/{club.pk}/sessions/new/four-color-cards/", typed(**seated))
    address = record_address(Session.objects.get())
    assert not {"passes", "pays_all", "count_1"} & set(client.get(address).context["form"].fields)
    told = client.post(address, typed(events="1: discards Sr\n2: draws Gg", do="check"))
    assert told.status_code == 200
    assert "Checked, not saved yet" in text(told)
