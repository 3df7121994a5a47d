"""The picture of a player: chosen on a page of its own, and shown beside the name to everybody who may see the player."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scorekeeper import erasure
from scorekeeper.clubs import player_merges
from scorekeeper.models import Player, PlayerPicture
from scorekeeper.pages.drawing import monograms
from tests.pages.axe import list_violations
from tests.pages.browser_pages import open_page
from tests.pages.forms_and_mail import html_of
from tests.pages.sample_hands import publish
from tests.scorekeeper.sample_pictures import give_picture, picture
from tests.scorekeeper.season_scorer import WON_BY_ALICE


@pytest.fixture
def alice(players):
    return players[0]


@pytest.fixture
def dans(players, people):
    """The player who is Dan's account."""
    Player.objects.filter(pk=players[3].pk).update(user=people.dan)
    return players[3]


def file_of(content=None, name="me.png"):
    return SimpleUploadedFile(name, picture() if content is None else content)


def send(client, player, file=None):
    return client.post(f"/players/{player.pk}/picture/", {"picture": file or file_of()})


def image_of(row):
    """Return the address of a stored picture."""
    return f"/players/{row.player_id}/pictures/{row.digest}.webp"


def images_in(html):
    return re.findall(r'<img src="(/players/[^"]+)"', html)


def test_a_picture_is_chosen_and_removed_on_its_page(browse, alice):
    carol = browse("carol")
    assert "Remove the picture" not in html_of(carol.get(f"/players/{alice.pk}/picture/"))
    sent = carol.post(f"/players/{alice.pk}/picture/", {"picture": file_of()}, follow=True)
    row = PlayerPicture.objects.get(player=alice)
    assert "The picture has been saved." in html_of(sent)
    assert images_in(html_of(sent)) == [image_of(row)]
    assert "Remove the picture" in html_of(carol.get(f"/players/{alice.pk}/picture/"))
    removed = carol.post(f"/players/{alice.pk}/picture/", {"do": "remove"}, follow=True)
    assert "The picture has been removed." in html_of(removed)
    assert not PlayerPicture.objects.exists()


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (file_of(b"<svg/>", "face.png"), "is not a PNG, JPEG or WebP picture"),
        (file_of(b"", "face.png"), "The file is empty."),
        (file_of(b"\0" * 5_000_001), "more than 5 MB"),
        (None, "This field is required."),
    ],
)
def test_a_file_that_is_no_picture_is_refused_beside_the_field(browse, alice, file, reason):
    form = {"picture": file} if file else {}
    page = browse("carol").post(f"/players/{alice.pk}/picture/", form)
    assert page.status_code == 422
    assert reason in html_of(page)


@pytest.mark.parametrize(
    ("name", "status"), [("alice", 302), ("carol", 302), ("dan", 403), ("eve", 404)]
)
def test_scorers_and_owners_choose_the_picture_of_any_player(browse, alice, name, status):
    assert send(browse(name), alice).status_code == status
    assert PlayerPicture.objects.exists() == (status == 302)


def test_members_choose_their_own_picture(browse, dans, alice):
    dan = browse("dan")
    link = "Choose a picture"
    assert link in html_of(dan.get(f"/players/{dans.pk}/"))
    assert link not in html_of(dan.get(f"/players/{alice.pk}/"))
    assert send(dan, dans).status_code == 302
    assert dan.post(f"/players/{dans.pk}/picture/", {"do": "remove"}).status_code == 302


def test_the_settings_of_a_player_lead_to_the_picture(browse, alice):
    page = html_of(browse("carol").get(f"/players/{alice.pk}/settings/"))
    assert f"/players/{alice.pk}/picture/" in page


def test_an_erased_player_gets_no_picture(browse, alice, people):
    erasure.erase(alice, confirm="Alice", by=people.alice)
    page = send(browse("alice"), alice)
    assert page.status_code == 409
    assert "would show who it was" in html_of(page)


def test_the_page_of_a_merged_player_leads_to_that_of_the_one_who_stays(browse, alice, people):
    alicia = Player.objects.create(club=alice.club, name="Alicia")
    player_merges.merge(alicia, alice, by=people.alice)
    page = browse("carol").get(f"/players/{alicia.pk}/picture/")
    assert page["Location"] == f"/players/{alice.pk}/picture/"


def test_the_picture_is_kept_by_browsers_and_by_nobody_between(browse, alice):
    row = give_picture(alice)
    answer = browse("dan").get(image_of(row))
    assert answer.content == row.content
    assert answer["Content-Type"] == "image/webp"
    assert answer["Cache-Control"] == "private, max-age=31536000, immutable"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert browse("dan").get(image_of(row).replace(row.digest, "0" * 64)).status_code == 404


def test_strangers_see_it_with_the_player_only(browse, alice, hand):
    row = give_picture(alice)
    assert browse("eve").get(image_of(row)).status_code == 404
    assert Client().get(image_of(row)).status_code == 404
    publish(hand.session)
    assert Client().get(image_of(row)).status_code == 200
    assert images_in(html_of(Client().get(f"/hands/{hand.pk}/embed/"))) == [image_of(row)]


def test_tables_that_name_a_player_whom_strangers_may_not_open_have_letters(alice, hand, keeper):
    """The ratings of a public club name everybody, also those who have only played in private."""
    publish(hand.session)
    erin = Player.objects.create(club=alice.club, name="Erin")
    give_picture(erin)
    row = give_picture(Player.objects.get(name="Bob"))
    keeper.session(WON_BY_ALICE, players=[erin, *keeper.players[1:]])
    page = html_of(Client().get(f"/clubs/{alice.club_id}/ratings/"))
    assert "Erin" in page
    assert images_in(page) == [image_of(row)]


SHOWN = (
    "/players/{alice}/",
    "/players/{alice}/picture/",
    "/clubs/{club}/",
    "/clubs/{club}/ratings/",
    "/seasons/{season}/",
    "/seasons/{season}/ratings/",
    "/seasons/{season}/players/{alice}/",
    "/sessions/{session}/",
    "/sessions/{session}/live/",
    "/hands/{hand}/",
)
LETTERS = (
    "/hands/{hand}/positions/1.svg",
    "/hands/{hand}/animation.svg",
    "/hands/{hand}/overlay/",
    "/sessions/{session}/projector/",
    "/sessions/{session}/print/results/",
    "/seasons/{season}/poster/",
    "/seasons/{season}/print/",
)


@pytest.fixture
def names(alice, hand, keeper):
    keeper.session(WON_BY_ALICE, played_on="2026-03-05")
    return {
        "alice": alice.pk,
        "club": alice.club_id,
        "season": keeper.season.pk,
        "session": hand.session_id,
        "hand": hand.pk,
    }


def test_the_picture_stands_wherever_pages_show_the_letters(browse, alice, names):
    row, carol = give_picture(alice), browse("carol")
    pages = {address: html_of(carol.get(address.format(**names))) for address in SHOWN}
    assert [address for address in SHOWN if image_of(row) not in pages[address]] == []
    letters = monograms.disc("Bob")
    assert letters in pages["/hands/{hand}/"]


def test_pictures_to_share_paper_and_screens_have_the_letters(browse, alice, names):
    give_picture(alice)
    carol = browse("carol")
    pages = {address: html_of(carol.get(address.format(**names))) for address in LETTERS}
    assert [address for address in LETTERS if images_in(pages[address])] == []
    assert [address for address in LETTERS if monograms.disc("Alice") not in pages[address]] == []


def test_a_picture_is_nothing_for_screen_readers_and_has_the_letters_below_it(browse, alice):
    give_picture(alice)
    page = html_of(browse("dan").get(f"/players/{alice.pk}/"))
    (shown,) = re.findall(r'<span class="monogram".*?</span>', page)
    assert 'aria-hidden="true"' in shown
    assert monograms.disc("Alice") in shown
    assert re.search(r'<img [^>]*alt="" width="32" height="32" loading="lazy">', shown)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
class TestInABrowser:
    def test_a_phone_and_a_desk_show_the_picture_in_the_size_of_the_letters(
        self, window, live_server, browse, players, names
    ):
        alice = players[0]
        give_picture(alice)
        for size in ({"width": 390, "height": 844}, {"width": 1280, "height": 800}):
            with open_page(window, live_server.url, browse("carol"), viewport=size) as page:
                for address in SHOWN:
                    if "live" in address:
                        continue
                    page.goto(address.format(**names))
                    first = page.locator("span.monogram").first
                    first.scroll_into_view_if_needed()
                    page.wait_for_function(
                        "() => document.querySelector('span.monogram img').naturalWidth === 128"
                    )
                    assert page.evaluate(SAME_SIZE) == [], address
                    assert page.evaluate(IS_TOO_WIDE) is False, address
                    assert list_violations(page) == [], address

    def test_the_letters_stand_where_a_picture_does_not_load(
        self, window, live_server, browse, alice, names
    ):
        give_picture(alice)
        with open_page(window, live_server.url, browse("carol")) as page:
            page.route("**/pictures/*.webp", lambda route: route.fulfill(body=b"no picture"))
            page.goto(f"/players/{alice.pk}/")
            text = page.locator("h1 .monogram text")
            assert text.text_content() == "Al"
            assert page.evaluate(COVERED) is False

    def test_steps_of_a_replay_keep_the_picture(self, window, live_server, browse, alice, names):
        give_picture(alice)
        with open_page(window, live_server.url, browse("carol")) as page:
            page.goto("/hands/{hand}/?event=0".format(**names))
            page.locator('[data-step="group_after"]').click()
            page.locator('#replay[data-event="5"]').wait_for()
            assert page.locator(".seat img[src*='/pictures/']").count() == 1

    def test_a_picture_is_chosen_on_a_phone(self, window, live_server, browse, alice):
        with open_page(window, live_server.url, browse("carol")) as page:
            page.goto(f"/players/{alice.pk}/")
            page.get_by_role("link", name="Choose a picture").click()
            sent = {"name": "me.jpg", "mimeType": "image/jpeg", "buffer": picture("JPEG")}
            page.get_by_label("Picture").set_input_files(sent)
            page.get_by_role("button", name="Save").click()
            page.locator("h1 img").wait_for()
            assert PlayerPicture.objects.filter(player=alice).exists()


# pictures that are not as large as the letters below them, or no larger than a point
SAME_SIZE = """() => [...document.querySelectorAll("span.monogram")].filter((one) => {
  const [whole, letters, image] = [one, ...one.children].map((part) => part.getBoundingClientRect());
  const differs = (side) => Math.abs(whole[side] - letters[side]) + Math.abs(whole[side] - image[side]) > 0.5;
  return whole.width < 12 || ["x", "y", "width", "height"].some(differs);
}).map((one) => one.outerHTML)"""
IS_TOO_WIDE = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
# whether the picture hides the letters
COVERED = """() => {
  const image = document.querySelector("h1 .monogram img");
  return image.complete && image.naturalWidth > 0;
}"""
