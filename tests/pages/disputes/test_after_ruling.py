"""What pages say after a ruling: everything that changed, and what is to be done next about a hand that is open again."""

import pytest

from scorekeeper.adjudication.recorded_rulings import NewRuling
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes import ruling as dispute_ruling
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import live_log
from scorekeeper.hands.live_log import NewEvent
from scorekeeper.models import Decision, Hand
from scorekeeper.replays import frames as replay_frames
from tests.pages.forms_and_mail import form_data, html_of, one_line
from tests.pages.sample_hands import DEAL, OUT

pytestmark = pytest.mark.django_db

AGAIN = "unfinished again"


@pytest.fixture
def finished(keeper):
    """A finished hand of a season."""
    return keeper.hand(keeper.session(), dealt=DEAL, events=OUT)


@pytest.fixture
def decide(browse, people):
    """Return a function that decides a new dispute about a hand, and returns the page that follows."""

    def _decide(hand, event=None, **fields):
        hand = Hand.objects.get(pk=hand.pk)
        new = NewDispute(event=event, claim="That was not allowed.")
        dispute, _ = dispute_filing.raise_dispute(hand, new, by=people.dan)
        replay_frames.rebuild_stale(stop=lambda: False)
        client, address = browse("alice"), f"/disputes/{dispute.pk}/"
        form = form_data(client.get(address), **{"reason": "So it was.", **fields})
        return client.post(address, {**form, "do": fields.get("do", "save")}, follow=True)

    return _decide


def test_a_message_after_a_ruling_says_everything_that_its_preview_says(decide, finished):
    previewed = decide(finished, 17, decision="taken-back", do="look").context["previewed"].changes
    ruled = decide(finished, 17, decision="taken-back")
    lines = [line for message in ruled.context["messages"] for line in str(message).split("\n")]
    assert previewed.season
    assert previewed.verdicts
    for sentence in (*previewed.sentences, *previewed.season):
        assert sentence in lines
    for row in previewed.verdicts:
        assert any(line.startswith(row.where) for line in lines)


def test_what_changed_follows_the_ruling_and_what_is_left_to_do_comes_last(decide, finished):
    messages = list(decide(finished, 9, decision="taken-back").context["messages"])
    assert [message.level_tag for message in messages] == ["success", "info", "warning"]
    season = [line for line in str(messages[1]).split("\n") if line.startswith("Season, points")]
    assert [line.split()[3] for line in season] == ["Alice:", "Bob:", "Carol:", "Dan:"]


def test_who_decides_reads_before_and_after_that_a_hand_is_unfinished_again(decide, finished):
    before = one_line(decide(finished, 17, decision="taken-back", do="look"))
    assert "who leads is then not known" in before
    assert "Hand 1 is then to be finished" in before
    assert "Lost hand 1" not in before
    after = one_line(decide(finished, 17, decision="taken-back"))
    assert f"Hand 1 is {AGAIN}" in after
    assert f'href="/sessions/{finished.session_id}/log/"' in after
    assert f'href="/hands/{finished.pk}/dispute/"' in after


def test_a_hand_whose_later_plays_are_recorded_is_finished_by_a_correction(decide, finished):
    page = one_line(decide(finished, 5, decision="taken-back"))
    assert "The record still has the plays after it." in page
    assert f'href="/hands/{finished.pk}/amend/?event=6&amp;act=after"' in page


def test_who_may_not_finish_a_hand_reads_who_can_without_links(browse, decide, finished):
    decide(finished, 17, decision="taken-back")
    page = one_line(browse("dan").get(f"/hands/{finished.pk}/"))
    assert f"this hand is {AGAIN}" in page
    assert "a scorer logs it" in page
    assert f'href="/sessions/{finished.session_id}/log/"' not in page


def test_a_session_is_live_again_only_when_somebody_logs_on(browse, decide, finished, people):
    decide(finished, 17, decision="taken-back")
    session = f"/sessions/{finished.session_id}/"
    assert f"Hand 1 is {AGAIN}" in one_line(browse("dan").get(session))
    assert "is being played" not in one_line(browse("dan").get(session))
    hand = Hand.objects.get(pk=finished.pk)
    live_log.append(hand, [NewEvent(hand.pk, "1: 2C")], after=18, by=people.carol)
    assert AGAIN not in one_line(browse("dan").get(session))


def test_an_annulled_hand_is_not_being_played_even_if_it_was_never_finished(
    browse, decide, finished
):
    decide(finished, 17, decision="taken-back")
    decide(finished, decision="annulled")
    assert "is being played" not in html_of(browse("dan").get(f"/sessions/{finished.session_id}/"))
    page = browse("dan").get(f"/hands/{finished.pk}/")
    assert "not finished" not in html_of(page)
    assert "It does not count." in html_of(page)
    assert {row.points for row in page.context["scores"]} == {"–"}


def test_a_hand_that_is_played_again_leads_to_the_logger_until_the_new_hand_is_recorded(
    decide, keeper, browse, finished
):
    page = one_line(decide(finished, decision="replayed"))
    assert "a scorer logs it as a new hand" in page
    assert "Log the new hand" in page
    keeper.hand(finished.session, dealt=DEAL, events=OUT)
    assert "Log the new hand" not in one_line(browse("alice").get(f"/hands/{finished.pk}/"))


def test_what_is_to_be_done_stands_only_with_the_ruling_that_brought_it(browse, decide, finished):
    annulled = decide(finished, decision="annulled")
    replayed = decide(finished, decision="replayed")
    assert "What is to be done" in one_line(replayed)
    assert "it is not played again" in one_line(annulled)
    earlier = browse("alice").get(f"/disputes/{annulled.context['dispute'].pk}/")
    assert "What is to be done" not in one_line(earlier)


def test_a_ruling_leads_whoever_disagrees_to_a_new_dispute_about_the_play(browse, decide, finished):
    page = decide(finished, 5, decision="stands")
    again = f'href="/hands/{finished.pk}/dispute/?event=5"'
    assert again in html_of(page)
    assert "a later ruling can change this one" in html_of(page)


@pytest.mark.parametrize(("variant", "is_said"), [("big-two", False), ("gang-of-four", True)])
def test_where_the_lowest_total_wins_the_form_says_which_points_are_a_penalty(
    browse, keeper, people, variant, is_said
):
    hand = keeper.hand(keeper.session(variant=variant), cards_left=[0, 5, 8, 12])
    dispute, _ = dispute_filing.raise_dispute(hand, NewDispute(claim="Rude."), by=people.dan)
    for name in ("alice", "dan"):
        page = one_line(browse(name).get(f"/disputes/{dispute.pk}/"))
        assert ("a positive number is a penalty" in page) is is_said


def test_points_of_a_ruling_stand_once_on_the_page_of_the_hand(browse, decide, finished):
    decide(finished, 9, decision="adjustment", seat=2, points=-3, reason="It was rude.")
    page = one_line(browse("dan").get(f"/hands/{finished.pk}/"))
    assert page.count("It was rude.") - page.count(": It was rude.</option>") == 1
    assert "Move 9: Bob: −3 – It was rude." in page


def test_the_score_of_a_hand_has_the_points_of_a_ruling(browse, decide, finished):
    decide(finished, 9, decision="adjustment", seat=2, points=-3, reason="It was rude.")
    page = browse("dan").get(f"/hands/{finished.pk}/")
    assert [row.adjusted for row in page.context["scores"]] == ["", "−3", "", ""]
    assert "<small>−3 Ruling</small>" in one_line(page)


def test_links_to_several_disputes_of_a_hand_say_what_each_is_about(
    browse, decide, finished, people
):
    decide(finished, 5, decision="stands")
    second, _ = dispute_filing.raise_dispute(finished, NewDispute(claim="Rude."), by=people.dan)
    rule = NewRuling(decision=Decision.STANDS, reason="It was not.")
    dispute_ruling.rule_on(second, rule, by=people.alice)
    page = html_of(browse("dan").get(f"/hands/{finished.pk}/"))
    assert f'href="/disputes/{second.pk}/">Rude.</a>' in page
    assert page.count(">Dispute, ") == 0


def test_points_that_no_ruling_names_are_listed_as_adjustments(browse, keeper):
    imported = keeper.hand(
        keeper.session(), cards_left=[0, 5, 8, 12], adjustments=[{"seat": 2, "points": -3}]
    )
    page = one_line(browse("dan").get(f"/hands/{imported.pk}/"))
    assert "<h3>Adjustments</h3><ul><li>Bob: −3</li>" in page
