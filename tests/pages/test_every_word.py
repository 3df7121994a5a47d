"""No text of a page is left untranslated: every translated text is put in brackets, so that texts outside brackets are errors."""

import tomllib
import uuid

import pytest
from django.conf import settings

from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import comments as hand_comments
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.amendments import Amendment, EventChange, Operation
from scorekeeper.models import Decision, Player
from scorekeeper.replays import frames as replay_frames
from scorekeeper.sessions import recording as session_recording
from tests.pages.crawler import crawl, words_of
from tests.pages.sample_hands import OUT
from tests.pages.untranslated import untranslated_texts

RECORDS = settings.BASE_DIR / "scorekeeper" / "management" / "demo_sessions"
NOT_TRANSLATED = ("admin:", "api-docs", "schema")


def test_texts_outside_brackets_are_listed():
    assert untranslated_texts(["⟦Hand ⟦3⟧⟧ 12", "Alice", "10H"]) == []
    assert untranslated_texts(["⟦Hand⟧ of", "⟦a", "b⟧"]) == [" of"]


def test_no_text_of_a_page_is_left_untranslated(browse, hand, people, marked):
    dispute_filing.raise_dispute(hand, NewDispute(event=9, claim="9"), by=people.dan)
    dispute_filing.raise_dispute(hand, NewDispute(claim="9"), by=people.dan)
    untranslated = {}
    for address, _, words in crawl(browse("alice"), "/", accepts=is_ours):
        if texts := untranslated_texts(words.texts):
            untranslated[address] = texts
    assert not untranslated, "\n".join(
        f"{address}: {texts}" for address, texts in untranslated.items()
    )


def test_no_text_after_a_ruling_is_left_untranslated(browse, hand, people, marked):
    dispute, _ = dispute_filing.raise_dispute(hand, NewDispute(event=9, claim="9"), by=people.dan)
    assert not untranslated_texts(words_of(browse("dan").get(f"/disputes/{dispute.pk}/")).texts)
    ruling = NewRuling(decision=Decision.TAKEN_BACK, reason="9")
    dispute_ruling.rule_on(dispute, ruling, by=people.alice)
    replay_frames.rebuild_stale(stop=lambda: False)
    client = browse("alice")
    for address in (
        f"/disputes/{dispute.pk}/",
        f"/disputes/{dispute.pk}/ruling/",
        f"/hands/{hand.pk}/",
        f"/hands/{hand.pk}/history/",
        f"/hands/{hand.pk}/undo/1/",
        f"/sessions/{hand.session.pk}/",
        "/log/",
        "/try/",
        "/try/big-two/",
        "/try/club/",
    ):
        page = client.get(address)
        assert page.status_code in {200, 409}, address
        assert not untranslated_texts(words_of(page).texts), address


def test_no_text_of_comments_and_of_the_projector_is_left_untranslated(
    browse, session, people, marked
):
    hand = hand_recording.record_hand(session, {"events": OUT}, by=people.carol).hand
    replay_frames.rebuild_stale(stop=lambda: False)
    comments = [
        hand_comments.comment(hand, "9", by=people.dan, event=event)[0] for event in (2, 3, 4)
    ]
    for comment, by in zip(comments, (people.dan, people.alice), strict=False):
        hand_comments.remove(comment, by=by)
    removal = Amendment(changes=[EventChange(Operation.REMOVE, 4)], reason="9")
    hand_amendments.amend(hand, removal, by=people.carol)
    client = browse("alice")
    pages = [
        client.get(f"/hands/{hand.pk}/?event=2"),
        client.post(f"/hands/{hand.pk}/comments/", {"text": ""}),
    ]
    hand_recording.record_hand(session, {"events": OUT[:2]}, by=people.carol)
    pages += [client.get(f"/sessions/{session.pk}/{page}") for page in ("", "live/", "projector/")]
    assert [untranslated_texts(words_of(page).texts) for page in pages] == [[]] * len(pages)


OFFICE = "office audit export import imports merges erasures rebuild webhooks".split()


def test_no_text_of_the_office_is_left_untranslated(browse, club, hand, people, marked):
    client = browse("alice")
    address, erin = f"/clubs/{club.pk}/", Player.objects.create(club=club, name="Erin")
    alice, bob, *_, dan = Player.objects.filter(club=club).order_by("name")
    hook = {"address": "https://x.example/", "kinds": ["hand.recorded"], "id": uuid.uuid4()}
    record = '{"format": "session-record/1", "variant": "big-two", "players": ["9", "8", "7", "6"]}'
    pages = [
        client.post(f"{address}webhooks/", hook),
        client.post(
            f"{address}import/", {"text": f"{record}\n{{}}\n", "id": uuid.uuid4()}, follow=True
        ),
        client.post(
            f"{address}merges/",
            {"player": erin.pk, "into": dan.pk, "id": uuid.uuid4()},
            follow=True,
        ),
        client.post(f"{address}rebuild/", follow=True),
        client.post(
            f"/sessions/{hand.session.pk}/links/", {"id": uuid.uuid4(), "hours": "4"}, follow=True
        ),
    ]
    trial, link = pages[1].request["PATH_INFO"], pages[4].request["PATH_INFO"]
    pages += [
        client.post(trial, {"who_0": "other"}),
        client.post(trial, {f"who_{n}": "new" for n in range(4)}, follow=True),
        client.post(f"{pages[3].request['PATH_INFO']}cancel/", follow=True),
        client.post(f"/webhooks/{club.webhooks.get().pk}/ping/", follow=True),
        client.post(f"/webhooks/{club.webhooks.get().pk}/pause/", {"paused": "yes"}, follow=True),
        client.post(f"{link}revoke/", follow=True),
        client.get(link),
        client.get(f"{address}merges/?player={alice.pk}&into={bob.pk}"),
        client.post(f"/players/{alice.pk}/erase/", {"confirm": "9"}),
        *(client.get(f"{address}{page}/") for page in OFFICE),
    ]
    untranslated = {
        page.request["PATH_INFO"]: texts
        for page in pages
        if (texts := untranslated_texts(words_of(page).texts))
    }
    assert not untranslated


@pytest.mark.parametrize(
    "name", ["gang_of_four_1", "gang_of_four_loser_scores_1", "pusoy_dos_1", "four_color_cards_1"]
)
def test_no_text_of_a_hand_is_left_untranslated(browse, club, players, people, marked, name):
    record = tomllib.loads((RECORDS / f"{name}.toml").read_text())
    keys = {key: record[key] for key in ("variant", "house_rules") if key in record}
    session, _ = session_recording.record_session(club, keys, players=players, by=people.carol)
    for hand_record in record["hands"]:
        hand = hand_recording.record_hand(session, hand_record, by=people.carol).hand
    replay_frames.rebuild_stale(stop=lambda: False)
    client = browse("alice")
    last = len(record["hands"][-1]["events"])
    for event in {0, last // 3, last // 2, last}:
        page = client.get(f"/hands/{hand.pk}/?event={event}")
        assert not untranslated_texts(words_of(page).texts)
    assert not untranslated_texts(words_of(client.get(f"/sessions/{session.pk}/")).texts)


@pytest.mark.parametrize(
    "address",
    [
        "/ask/big-two/?play=4H+4S&standing=6C+6D",
        "/ask/big-two/?play=2S&hand=2S+3C+4C",
        "/ask/gang-of-four/?play=7Y&standing=8G&hand=9R+7Y&next_holds=1",
        "/ask/gang-of-four/?play=7Y&standing=6G",
        "/ask/four-color-cards/?seat=3&offered=Hg&offered_by=1&players=4&claim=pong+Hg+Hg+Hg",
        "/sign-in/",
        "/rules/big-two/?rule-triples=yes&rule-suit_order=DCHS&rule-target=9",
        "/rules/pusoy-dos/?rule-settlement=pairwise&rule-multipliers=1:1+10:2",
        "/rules/gang-of-four/?rule-phoenix=wild",
        "/rules/gang-of-four-loser-scores/",
        "/rules/four-color-cards/",
        "/hands/nothing/",
    ],
)
def test_no_text_is_left_untranslated_for_somebody_without_an_account(client, db, marked, address):
    assert not untranslated_texts(words_of(client.get(address)).texts)


def is_ours(name: str) -> bool:
    return not name.startswith(NOT_TRANSLATED)
