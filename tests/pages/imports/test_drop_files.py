"""Files are dropped on the page, and the review counts again with each choice, on a phone."""

import pytest
from playwright.sync_api import expect

from scorekeeper.models import Player, Session
from tests.pages import phones
from tests.pages.browser_pages import no_complaints

DROP = """([box, files]) => {
  const data = new DataTransfer();
  for (const [name, text] of files) data.items.add(new File([text], name, {type: "text/plain"}));
  box.dispatchEvent(new DragEvent("dragover", {dataTransfer: data, bubbles: true, cancelable: true}));
  box.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
}"""
FILES = [
    ["evening.txt", "2024-03-31\nAlice, Bob, Carol, Danni Ng\n0 1 2 3\n2024-03-24\n0 1 2 x\n"],
    ["scores.csv", "Date,Alice,Danni Ng,Carol,Zoe Ma\n2024-04-07,0,5,8,12\n2024-04-14,3,0,7,1\n"],
]
PHONE = {"width": 390, "height": 844}


def counts(page):
    """Return the numbers of the review: sessions, hands, new players, already there, not readable."""
    return page.locator("#counted .counts b")


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_dropped_files_are_reviewed_and_imported_as_counted(
    window, live_server, browse, club, players
):
    danny = Player.objects.create(club=club, name="Danny Ng")
    with (
        phones.phone(window, live_server.url, browse("carol")) as page,
        no_complaints(page, live_server.url),
    ):
        page.set_viewport_size(PHONE)
        page.goto(f"/clubs/{club.pk}/import/")
        box = page.locator("[data-drop]").element_handle()
        page.evaluate(DROP, [box, FILES])
        expect(page.locator("#chosen-files li")).to_have_count(2)
        page.get_by_role("button", name="Preview").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Choose the columns")
        page.get_by_role("button", name="Preview").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Preview")
        danni = page.get_by_role("group", name="Who is Danni Ng?")
        expect(danni.get_by_role("radio", checked=True)).to_have_count(0)
        expect(counts(page)).to_have_text(["3", "3", "1", "0", "1"])
        expect(page.locator("#counted .callout")).to_contain_text("1 name is much like another")
        danni.get_by_label("a new player").check()
        expect(counts(page)).to_have_text(["3", "3", "2", "0", "1"])
        page.get_by_label("Somebody else instead of Zoe Ma").fill("Alice")
        page.keyboard.press("Tab")
        expect(counts(page)).to_have_text(["1", "1", "1", "0", "3"])
        zoe = page.get_by_role("group", name="Who is Zoe Ma?")
        expect(zoe.get_by_label("somebody else:")).to_be_checked()
        zoe.get_by_label("a new player").check()
        expect(page.get_by_label("Somebody else instead of Zoe Ma")).to_have_value("")
        danni.get_by_label("Danny Ng", exact=True).check()
        expect(counts(page)).to_have_text(["3", "3", "1", "0", "1"])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("button", name="Import these records").click()
        expect(page.get_by_role("link", name="Show the result")).to_have_count(2)
    assert Session.objects.count() == 3
    assert Player.objects.count() == 6
    assert Session.objects.filter(seats__player=danny).count() == 3
