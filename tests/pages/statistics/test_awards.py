"""Awards on the pages: made of a search, shown beside the records of a season, taken away."""

import re

import pytest

from scorekeeper.hands import recording
from scorekeeper.models import Award, Season, Session, Visibility
from scorekeeper.replays import frames
from scorekeeper.replays.hand_search import HandQuestion
from scorekeeper.statistics import awards
from tests.pages.statistics.test_highlights import text
from tests.scorekeeper.sample_hands import CLEAN
from tests.scorekeeper.turns import never


@pytest.fixture
def season(club, session, people):
    season = Season.objects.create(club=club, name="Spring")
    Session.objects.filter(pk=session.pk).update(season=season)
    session.refresh_from_db()
    recording.record_hand(session, CLEAN, by=people.carol)
    frames.rebuild_stale(stop=never)
    return season


@pytest.fixture
def award(club, season, people):
    search = HandQuestion(combination="straight-flush")
    return awards.make(club, "Bomb thrower", search, by=people.alice)[0]


def hidden(page):
    return dict(re.findall(r'<input type="hidden" name="(id)" value="([^"]+)"', page))


def test_an_owner_makes_a_search_an_award_and_sees_who_wins_it(browse, season):
    client = browse("alice")
    address = f"/seasons/{season.pk}/hand-search/?combination=straight-flush&beaten="
    page = client.get(address).content.decode()
    assert "Make this an award" in page
    answer = client.post(address, {**hidden(page), "name": "Bomb thrower"}, follow=True)
    assert "Bomb thrower 1 hand Alice Combination: straight flush" in text(answer)
    assert Award.objects.get().search == {"combination": "straight-flush"}
    assert client.post(address, {**hidden(page), "name": "Bomb thrower"}).status_code == 302
    assert Award.objects.count() == 1


def test_the_search_of_a_whole_club_becomes_an_award_too(browse, season):
    address = f"/clubs/{season.club_id}/hand-search/?sort=longest-trick&fault=any&min_points=1"
    client = browse("alice")
    answer = client.post(address, {**hidden(client.get(address).content.decode()), "name": "Long"})
    assert (answer.status_code, answer["Location"]) == (302, address)
    assert Award.objects.get().search == {
        "illegal": True,
        "min_points": 1,
        "sort": "longest-trick",
    }


def test_the_link_beside_an_award_finds_its_hands_again(browse, season, people):
    question = HandQuestion(combination="straight-flush", min_points=1, illegal=False)
    awards.make(season.club, "Bomb thrower", question, by=people.alice)
    client = browse("dan")
    page = client.get(f"/seasons/{season.pk}/highlights/").content.decode()
    (address,) = re.findall(r'href="(/seasons/[^"]+/hand-search/\?[^"]+)"', page)
    found = client.get(address.replace("&amp;", "&"))
    assert found.context["form"].question() == question
    assert len(found.context["hands"]) == 1


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("variant=big-two", "Nothing here says who wins"),
        ("combination=pair&since=2026-03-01", "for everybody and for every season"),
        ("combination=nonsense", "Correct the search first"),
    ],
)
def test_a_search_that_cannot_be_an_award_says_why(browse, season, query, says):
    client = browse("alice")
    address = f"/seasons/{season.pk}/hand-search/?{query}"
    page = client.get(address)
    assert says in text(page)
    assert "Make it an award" not in text(page)
    answer = client.post(address, {"id": season.pk, "name": "Cup"})
    assert answer.status_code == 422
    assert not Award.objects.exists()


def test_a_name_that_another_award_has_is_refused_with_what_was_typed(browse, season, award):
    client = browse("alice")
    address = f"/seasons/{season.pk}/hand-search/?rule=B17"
    form = {**hidden(client.get(address).content.decode()), "name": "BOMB thrower"}
    answer = client.post(address, form)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "The club gives an award of this name already." in page
    assert 'value="BOMB thrower"' in page


@pytest.mark.parametrize("who", ["carol", "dan"])
def test_members_without_the_role_neither_make_nor_take_away_awards(browse, season, award, who):
    client = browse(who)
    address = f"/seasons/{season.pk}/hand-search/?combination=straight-flush"
    assert "Make this an award" not in text(client.get(address))
    assert client.post(address, {"id": season.pk, "name": "Cup"}).status_code == 403
    highlights = f"/seasons/{season.pk}/highlights/"
    assert "Take “" not in text(client.get(highlights))
    removal = f"/seasons/{season.pk}/awards/{award.pk}/removal/"
    assert client.post(removal).status_code == 403
    assert Award.objects.get().removed_at is None


def test_an_award_is_taken_away_on_the_page(browse, season, award):
    client = browse("alice")
    page = client.get(f"/seasons/{season.pk}/highlights/").content.decode()
    (address,) = re.findall(r'action="(/seasons/[^"]+/removal/)"', page)
    answer = client.post(address, follow=True)
    assert "“Bomb thrower” is no longer an award of the club." in text(answer)
    assert "1 hand Alice Combination" not in text(answer)


def test_an_award_of_another_club_cannot_be_taken_away_through_a_season(browse, season, award):
    other = Season.objects.get(pk=season.pk)
    elsewhere = type(season.club).objects.exclude(pk=season.club_id)[0]
    Award.objects.update(club=elsewhere)
    answer = browse("alice").post(f"/seasons/{other.pk}/awards/{award.pk}/removal/")
    assert answer.status_code == 404


def test_an_award_that_nobody_wins_says_so(browse, season, people):
    search = HandQuestion(combination="full-house")
    awards.make(season.club, "House builder", search, by=people.alice)
    page = text(browse("dan").get(f"/seasons/{season.pk}/highlights/"))
    assert "House builder Nobody has won it yet." in page


def test_paper_names_the_winners_without_links(browse, season, award):
    page = text(browse("alice").get(f"/seasons/{season.pk}/print/highlights/"))
    assert "Bomb thrower 1 hand Alice Combination: straight flush" in page
    assert "See the hands" not in page
    assert "Take “" not in page


def test_strangers_do_not_read_who_won_in_private_sessions(client, season, award, session):
    type(season.club).objects.filter(pk=season.club_id).update(visibility=Visibility.PUBLIC)
    Season.objects.update(visibility=Visibility.PUBLIC)
    Session.objects.update(visibility=Visibility.PRIVATE)
    page = text(client.get(f"/seasons/{season.pk}/highlights/"))
    assert "Bomb thrower Nobody has won it yet." in page
    assert "Alice" not in page
