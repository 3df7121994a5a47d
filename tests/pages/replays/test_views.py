"""The replay beside its page: all moments at once, pictures, addresses, other sites, other seats and versions."""

import html
import json
import re
from xml.etree import ElementTree

import pytest
from django.test import Client

import referee
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.imports import session_records
from scorekeeper.management import demo_club
from scorekeeper.models import Visibility
from scorekeeper.replays import frames as replay_frames
from scorekeeper.sessions import recording as session_recording
from tests.pages.sample_hands import OUT

GAMES = ["big_two_1", "pusoy_dos_1", "gang_of_four_1", "gang_of_four_loser_scores_1", "four_color_cards_1"]  # fmt: skip


@pytest.fixture
def played(club, people):
    """A hand of the demo club's, in the club of the tests."""

    def hand(name, number=1):
        text = (demo_club.RECORDS / f"{name}.toml").read_text()
        record = referee.read_record(text, "toml")
        session, _ = session_records.import_session(club, record, by=people.alice)
        replay_frames.rebuild_stale(stop=lambda: False)
        return session.hands.get(position=number)

    return hand


@pytest.fixture
def moments(browse, hand):
    def get(query="", name="dan", of=None):
        return json.loads(browse(name).get(f"/hands/{(of or hand).pk}/replay.json{query}").content)

    return get


def publish(hand):
    hand.club.visibility = hand.session.visibility = Visibility.PUBLIC
    hand.club.save()
    hand.session.save()


def held(moment, seat):
    return " ".join(face for face, *_ in moment["seats"][seat - 1]["held"])


def words(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.unescape(page.content.decode())))


@pytest.mark.parametrize("record", GAMES)
def test_every_moment_of_every_game_is_told_and_drawn(played, browse, moments, record):
    hand = played(record)
    reel = moments(of=hand, name="alice")
    assert reel["last"] == len(reel["moments"]) - 1 == len(hand.head.content["events"])
    assert all(moment["said"] and moment["heading"] for moment in reel["moments"])
    assert all(len(moment["seats"]) == 4 for moment in reel["moments"])
    page = browse("alice").get(f"/hands/{hand.pk}/?event=last")
    assert "The hand is over" in words(page)
    svg = browse("alice").get(f"/hands/{hand.pk}/positions/{reel['last']}.svg")
    root = ElementTree.fromstring(svg.content)
    drawn = {use.get("href") for use in root.iter("{http://www.w3.org/2000/svg}use")}
    known = {f"#{one.get('id')}" for one in root.iter("{http://www.w3.org/2000/svg}symbol")}
    assert drawn == known


def test_gifts_blocks_and_last_cards_of_gang_of_four_are_shown(played, moments):
    reel = moments(of=played("gang_of_four_1", 2), name="alice")["moments"]
    assert "Due: the highest card of Heidi to Carol" in reel[0]["facts"]
    assert reel[1]["laid"][0]["did"] == "gives to Carol"
    assert "Played clockwise" in reel[3]["facts"]
    badges = [badge for seat in reel[-2]["seats"] for badge in seat["badges"]]
    assert ["blocked", "blocked"] in badges
    assert ["last card!", "last"] in badges


def test_offers_claims_melds_and_the_stock_of_four_color_cards_are_shown(played, moments):
    reel = moments(of=played("four_color_cards_1"), name="alice")["moments"]
    assert "31 cards in the stock" in reel[0]["facts"]
    assert reel[1]["heading"] == "A claim, or Heidi draws"
    assert [laid["did"] for laid in reel[7]["laid"]] == ["discards", "chi, in vain"]
    assert reel[8]["heading"] == "Alice is to discard"
    assert reel[8]["seats"][0]["melds"][-1]["name"] == "triple 1"
    assert any("Lucky card: green general" in fact for fact in reel[-1]["facts"])
    assert "Alice +6" in reel[-1]["facts"][-1]
    assert any(meld["did"] == "concealed" for meld in reel[-1]["seats"][0]["melds"])


def test_turns_stand_for_tricks_where_cards_are_claimed(played, browse):
    page = words(browse("alice").get(f"/hands/{played('four_color_cards_1').pk}/"))
    assert "Turns" in page
    assert "Tricks" not in page
    assert "chi, in vain" in page


def test_a_card_in_a_hand_leads_to_where_it_is_played(moments):
    first = moments(name="carol")["moments"][0]
    assert dict(first["seats"][0]["held"][:1]) == {"3C": 1}
    assert ["9D", 8] in first["seats"][1]["held"]
    assert ["6D"] in first["seats"][1]["held"]  # it was taken back


def test_whoever_looks_from_a_seat_sees_its_cards_and_what_is_proved(moments):
    reel = moments("?seat=1", name="carol")
    start = reel["moments"][0]
    assert held(start, 1).startswith("3C 4C")
    assert held(start, 2) == ""
    assert start["seats"][1]["unseen"] == 13
    assert held(reel["moments"][7], 2) == "6D"  # taken back before everybody's eyes
    assert reel["query"] == "seat=1&"
    assert held(moments("?seat=table", name="carol")["moments"][0], 1) == ""


def test_whoever_looks_from_a_seat_sits_below(moments):
    seats = moments("?seat=3", name="carol")["moments"][0]["seats"]
    assert [seat["classes"].split()[1] for seat in seats] == ["at-2", "at-3", "at-0", "at-1"]


def test_dealt_cards_of_an_unfinished_hand_are_seen_from_no_seat(moments):
    assert "KD" not in held(moments("?seat=2")["moments"][0], 2)


def test_a_seat_or_a_version_that_is_not_there_is_not_found(browse, hand):
    for query in ("?seat=5", "?seat=x", "?version=9", "?version=now"):
        assert browse("dan").get(f"/hands/{hand.pk}/{query}").status_code == 404


@pytest.fixture
def amended(hand, people):
    """Carol's eight was taken back after all."""
    change = EventChange(Operation.INSERT, 10, "3: takes back")
    hand_amendments.amend(hand, Amendment(changes=[change], reason="asked both"), by=people.carol)
    replay_frames.rebuild_stale(stop=lambda: False)
    hand.refresh_from_db()
    return hand


def test_an_earlier_version_is_shown_with_the_reason_for_the_change(amended, browse, moments):
    page = browse("dan").get(f"/hands/{amended.pk}/?version=1")
    assert "version 1" in words(page)
    assert "asked both" in words(browse("dan").get(f"/hands/{amended.pk}/"))
    assert len(moments("?version=1")["moments"]) == len(moments()["moments"]) - 1
    assert moments("?version=2") | {"query": ""} == moments()


def test_reading_the_moments_again_costs_nothing_until_something_changes(browse, hand, people):
    client = browse("dan")
    first = client.get(f"/hands/{hand.pk}/replay.json")
    known = {"If-None-Match": first["ETag"]}
    assert client.get(f"/hands/{hand.pk}/replay.json", headers=known).status_code == 304
    player = hand.session.seats.get(number=1).player
    player.name = "Alicia"
    player.save()
    assert "Alicia" in client.get(f"/hands/{hand.pk}/replay.json", headers=known).content.decode()


def test_moments_that_are_not_built_are_awaited(browse, session, people):
    hand = hand_recording.record_hand(session, {"events": OUT}, by=people.carol).hand
    assert browse("dan").get(f"/hands/{hand.pk}/replay.json").status_code == 202
    assert browse("dan").get(f"/hands/{hand.pk}/positions/0.svg").status_code == 503


def test_a_picture_says_who_sits_where_and_what_happened(browse, hand):
    answer = browse("dan").get(f"/hands/{hand.pk}/positions/8.svg")
    text = answer.content.decode()
    assert answer["Content-Type"] == "image/svg+xml"
    assert "Bob plays 9♦" in text
    assert all(name in text for name in ("Alice", "Bob", "Carol", "Dan", "8 / 12"))
    assert browse("dan").get(f"/hands/{hand.pk}/positions/13.svg").status_code == 404


def test_names_in_a_picture_are_never_markup(browse, hand):
    player = hand.session.seats.get(number=1).player
    player.name = "<script>&"
    player.save()
    assert b"<script>" not in browse("dan").get(f"/hands/{hand.pk}/positions/0.svg").content


def test_the_address_of_a_moment_can_be_scanned(browse, hand):
    answer = browse("dan").get(f"/hands/{hand.pk}/qr.svg?event=8&seat=2")
    assert answer["Content-Type"] == "image/svg+xml"
    assert ElementTree.fromstring(answer.content).tag.endswith("svg")


def test_strangers_see_nothing_of_a_private_hand(hand, client):
    for path in ("", "replay.json", "positions/0.svg", "qr.svg", "embed/", "embed/replay.json"):
        assert client.get(f"/hands/{hand.pk}/{path}").status_code == 404


def test_only_a_public_hand_is_shown_on_other_sites_and_only_there_a_frame_is_allowed(hand, browse):
    assert browse("carol").get(f"/hands/{hand.pk}/embed/").status_code == 404
    publish(hand)
    answer = Client().get(f"/hands/{hand.pk}/embed/")
    assert "X-Frame-Options" not in answer
    policy = answer["Content-Security-Policy"].split("; ")  # in whatever order
    assert {"frame-ancestors http: https:", "default-src 'none'"} <= set(policy)
    page = Client().get(f"/hands/{hand.pk}/")
    assert page["X-Frame-Options"] == "DENY"
    assert "&lt;iframe src=" in page.content.decode()


def test_on_another_site_everybody_sees_what_strangers_see(hand, browse):
    publish(hand)
    reel = json.loads(browse("carol").get(f"/hands/{hand.pk}/embed/replay.json").content)
    assert "9C" not in held(reel["moments"][0], 1)
    assert "queen of spades" not in browse("carol").get(f"/hands/{hand.pk}/embed/").content.decode()


def test_past_tricks_of_gang_of_four_stay_hidden_while_the_hand_goes_on(
    club, players, people, moments, browse
):
    sheet = {"variant": "gang-of-four", "played_on": "2026-03-05"}
    session, _ = session_recording.record_session(club, sheet, players=players, by=people.carol)
    events = ["1: 1M 1G", "4: pass", "3: pass", "2: pass", "1: 3Y"]
    hand = hand_recording.record_hand(session, {"events": events}, by=people.carol).hand
    replay_frames.rebuild_stale(stop=lambda: False)
    assert moments(of=hand, name="dan")["first"] == 5
    assert moments(of=hand, name="carol")["first"] == 0
    assert browse("dan").get(f"/hands/{hand.pk}/replay.json?version=1").status_code == 404
    assert "multicolored one" not in words(browse("dan").get(f"/hands/{hand.pk}/"))
    assert "multicolored one" in words(browse("carol").get(f"/hands/{hand.pk}/?event=1"))
