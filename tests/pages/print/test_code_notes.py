"""Beside a QR code the screen says who cannot open it; the paper does not."""

import pytest

from scorekeeper.models import Season
from tests.pages.forms_and_mail import html_of
from tests.pages.sample_hands import publish

MEMBERS = "Strangers who scan the code see nothing."
PRIVATE = "The hand is private: only signed-in members of"
LOCAL = "Phones and other computers cannot open the link and the code"


@pytest.fixture
def season(session):
    return Season.objects.create(club=session.club, name="Spring 2026")


@pytest.mark.parametrize("page", ["poster", "print"])
def test_who_prints_the_code_of_a_private_season_reads_that_strangers_see_nothing(
    browse, season, page
):
    html = html_of(browse("alice").get(f"/seasons/{season.pk}/{page}/"))
    note = html.partition(MEMBERS)[0].rpartition("<p ")[2]
    assert 'class="callout warning for-screen"' in note
    assert f'href="/seasons/{season.pk}/visibility/"' in html


def test_the_code_of_a_public_season_has_no_such_note(browse, season):
    season.club.visibility = season.visibility = "public"
    season.club.save()
    season.save()
    assert MEMBERS not in html_of(browse("alice").get(f"/seasons/{season.pk}/poster/"))


def test_results_to_sign_say_it_too(browse, session):
    assert MEMBERS in html_of(browse("dan").get(f"/sessions/{session.pk}/print/results/"))


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "[::1]:8000"])
def test_an_address_of_this_computer_alone_is_named_as_such_beside_the_code(browse, hand, host):
    client = browse("alice")
    session = f"/sessions/{hand.session_id}"
    for page in (f"/hands/{hand.pk}/", f"{session}/print/sheet/", f"{session}/log/"):
        assert LOCAL in html_of(client.get(page, HTTP_HOST=host))


def test_an_address_that_others_can_open_needs_no_words(browse, hand):
    assert LOCAL not in html_of(browse("alice").get(f"/hands/{hand.pk}/"))


def test_who_shares_a_moment_reads_below_the_link_who_can_open_it(browse, hand, session):
    share = html_of(browse("dan").get(f"/hands/{hand.pk}/", HTTP_HOST="localhost")).partition(
        "Share this moment"
    )[2]
    places = [
        share.index(text)
        for text in ('id="png"', 'id="address"', PRIVATE, "<figure", LOCAL, 'id="animation"')
    ]
    assert places == sorted(places)
    assert "/visibility/" not in share
    assert f'href="/sessions/{session.pk}/visibility/"' in html_of(
        browse("alice").get(f"/hands/{hand.pk}/")
    )
    publish(session)
    share = html_of(browse("dan").get(f"/hands/{hand.pk}/"))
    assert PRIVATE not in share
    assert "The hand is public: anybody who has the link can open it." in share


def test_the_code_to_embed_starts_at_the_moment_that_is_shared(browse, hand, session):
    publish(session)
    html = html_of(browse("dan").get(f"/hands/{hand.pk}/?event=7"))
    assert f"/hands/{hand.pk}/embed/?event=7" in html
    assert 'height="800"' in html
