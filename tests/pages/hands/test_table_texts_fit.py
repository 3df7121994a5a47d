"""Every sentence above the keys of the logger is shown in full on a phone, in each language and with long names."""

from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import expect

from scorekeeper.models import Player
from scorekeeper.sessions import links as session_links
from scorekeeper.sessions import recording
from tests.pages import phones
from tests.pages.browser_pages import no_complaints

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Maximiliane Freifrau von Hohenberg", "歐陽菲菲司馬相如諸葛孔明", "Heidi", "Bartholomäus")
SIZES = ((390, 844), (390, 660), (360, 740))
"""A phone, the same with the bars of its browser, and a narrower one."""

CUT_OFF = """async ({ folder, names }) => {
  const { Deck } = await import(folder + "log_cards.js");
  const { cardPicture } = await import(folder + "log_pad.js");
  const drawing = await import(folder + "log_drawing.js");
  const at = (id) => document.getElementById(id);
  const seats = names.map((_, place) => place + 1);
  const after = (seat, by = 1) => ((seat + by - 1) % seats.length) + 1;

  // what may stand when a seat is to act, and what came last
  function* climbing(game, deck, seat) {
    const faces = deck.cards.map(({ face }) => face);
    const special = faces.slice(-5); // long names, in Gang of Four
    for (const cards of [null, [], faces.slice(0, 1), special.slice(0, 2), ["?", "?"], faces.slice(0, 5), special])
      for (const last of ["pass", "unseen", "takes back", "? ?", ...(cards?.length ? [special.join(" ")] : [])])
        for (const by of [1, 3]) yield { position: { due: { seat, must: cards ? "follow" : "lead" }, standing: cards && { seat: after(seat, by), cards } }, last: `${after(seat, 3)}: ${last}` };
    yield { position: { due: { seat, must: "lead" }, standing: { seat, cards: faces.slice(-1) } }, last: `${after(seat)}: pass` };
    for (const [winner, loser] of [[seat, after(seat)], [after(seat), seat]])
      yield { position: { due: { seat, must: "give" }, standing: null, exchange: { winner, loser } }, last: `${after(seat)}: gives ${special[0]} to ${seat}` };
    for (const opening of ["", game.opens ?? faces[0]]) yield { position: { due: { seat: null, must: "lead" }, standing: null }, opening };
    yield { position: { due: { seat: null, must: "follow" }, standing: { seat: null, cards: special } }, last: `${seat}: unseen` };
  }

  function* melding(game, deck, seat) {
    const faces = deck.cards.map(({ face }) => face);
    for (const must of ["draw", "take"])
      for (const drawn of [true, false])
        yield { position: { due: { seat, must }, offer: { card: faces[0], seat: after(seat, 3), drawn } }, last: `${after(seat, 3)}: ${drawn ? "draws" : "discards"} ${faces[0]}` };
    for (const last of [`chi ${faces.slice(0, 3).join(" ")}`, `pong ${faces[0]} ${faces[0]} ${faces[0]}`, "calls chi ? ? ?", "unseen", "takes back"])
      yield { position: { due: { seat, must: "discard" } }, last: `${seat}: ${last}` };
    yield { position: { due: { seat: null, must: "discard" } } };
  }

  const cut = new Set();
  let drawn = 0;
  function draw({ position, last, opening = "", ...other }) {
    const view = { running: "hand", unsent: [], events: last ? [last] : [], hand: last ? { adjudication: { events: [{}] } } : null, opening, chosen: "", position, ...other };
    drawing.drawTable(view, (face) => cardPicture(at("log").dataset.cards, face));
    drawn += 1;
    const parts = [at("narration"), at("last"), at("standing"), ...at("standing").querySelectorAll("small")];
    for (const one of parts) {
      const { top, bottom, left, right } = one.getBoundingClientRect();
      const box = at("narration").parentElement.getBoundingClientRect();
      const hides = one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
      const leaves = top < box.top - 1 || bottom > box.bottom + 1 || left < box.left - 1 || right > box.right + 1;
      if (one.textContent && (hides || leaves)) cut.add(`${one.id || one.tagName} ${hides ? "hides" : "leaves"}: ${one.textContent}`);
    }
  }
  for (const game of Object.values(JSON.parse(at("games").textContent))) {
    const deck = new Deck(game, {});
    drawing.useNames(deck, names);
    for (const seat of seats)
      for (const view of (game.melding ? melding : climbing)(game, deck, seat)) draw(view);
    for (const chosen of names) draw({ position: { due: { seat: null, must: "lead" }, standing: null }, chosen });
  }
  draw({ position: { due: {} }, unsent: [{ stopped: {} }] });
  return { cut: [...cut], drawn };
}"""


@pytest.mark.parametrize("language", ["en", "de", "zh-hant"])
def test_no_text_above_the_keys_is_cut_off(window, live_server, club, people, language):
    players = [Player.objects.create(club=club, name=name) for name in NAMES]
    session, _ = recording.record_session(
        club, {"variant": "big-two"}, players=players, by=people.carol
    )
    link, _ = session_links.create_link(session, by=people.carol)
    home = live_server.url
    with phones.phone(window, home) as page, no_complaints(page, home):
        page.context.add_cookies([{"name": "django_language", "value": language, "url": home}])
        page.goto(session_links.log_path(session_links.token_of(link)))
        expect(page.locator("html")).to_have_attribute("lang", language)
        phones.begin(page)
        phones.wait_until_sent(page)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            arguments = {"folder": settings.STATIC_URL, "names": NAMES}
            found: dict[str, Any] = page.evaluate(CUT_OFF, arguments)
            assert found["drawn"] > 1000
            assert found["cut"] == [], f"{width} x {height}"
