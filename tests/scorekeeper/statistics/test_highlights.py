"""The records of a season: who holds them, who shares them, and who may see them."""

from datetime import date

import pytest
from django.contrib.auth.models import AnonymousUser

from scorekeeper import tasks
from scorekeeper.clubs import player_merges
from scorekeeper.disputes import filing as dispute_filing
from scorekeeper.disputes.filing import NewDispute
from scorekeeper.hands import amendments as hand_amendments
from scorekeeper.hands import recording as hand_recording
from scorekeeper.hands.amendments import Amendment
from scorekeeper.management import demo_club
from scorekeeper.models import Club, Player, SeasonReport, Session, SolvedEnding, Visibility
from scorekeeper.replays import endings
from scorekeeper.standings.scope import Scope
from scorekeeper.statistics import awards, highlights
from scorekeeper.statistics.highlights import HighlightKind, SeasonRecords
from tests.scorekeeper.sample_hands import CLEAN, DEAL, GIVEN_AWAY, ILLEGAL, TAKEN, UNFINISHED
from tests.scorekeeper.turns import never

BOB_WINS = {"cards_left": [5, 0, 8, 12]}
SMALL, LARGE = {"cards_left": [0, 1, 1, 1]}, {"cards_left": [0, 13, 13, 13]}


def sheet(*left):
    return {"cards_left": [*left]}


@pytest.fixture
def play(open_session, season, people):
    """Record hands of a new session of the season, by default a public one; return their rows."""

    def play(*hands, day="2026-03-05", **columns):
        session = open_session(season=season, played_on=day, **columns)
        return [hand_recording.record_hand(session, hand, by=people.carol).hand for hand in hands]

    return play


@pytest.fixture
def found(season):
    """Return the record of a kind, or None."""

    def found(kind, variant="big-two", scope=Scope()):  # noqa: B008
        listed = {(one.kind, one.variant): one for one in highlights.find(season, scope)}
        return listed.get((kind, variant))

    return found


def names(highlight):
    players = Player.objects.in_bulk({one for each in highlight.holders for one in each.players})
    return [tuple(players[one].name for one in each.players) for each in highlight.holders]


def test_whoever_wins_most_points_holds_the_record(play, found):
    _, hand, _ = play(SMALL, BOB_WINS, sheet(1, 1, 0, 1))
    record = found(HighlightKind.MOST_POINTS)
    assert (record.value, names(record), record.holders[0].hand) == (25, [("Bob",)], hand.pk)
    assert (record.holders[0].seat, record.holders[0].day) == (2, date(2026, 3, 5))


def test_whoever_is_as_good_is_named_and_those_who_are_too_many_are_counted(play, found):
    play(sheet(0, 1, 1, 1), sheet(1, 0, 1, 1), *[sheet(1, 1, 0, 1)] * 5)
    record = found(HighlightKind.MOST_POINTS)
    assert names(record) == [("Alice",), ("Bob",), ("Carol",), ("Carol",), ("Carol",)]
    assert record.others == 2


def test_penalty_points_are_a_record_of_their_own(play, found):
    play({"cards_left": [0, 16, 3, 2]}, variant="gang-of-four")
    record = found(HighlightKind.MOST_PENALTY_POINTS, "gang-of-four")
    assert names(record) == [("Bob",)]
    assert found(HighlightKind.MOST_POINTS, "gang-of-four") is None


def test_whoever_took_or_gave_away_most_certain_wins_is_named_once_they_are_solved(
    play, found, season
):
    *_, other = play(GIVEN_AWAY, CLEAN, TAKEN, GIVEN_AWAY)
    taken, given_away = HighlightKind.MOST_WINS_TAKEN, HighlightKind.MOST_WINS_GIVEN_AWAY
    assert found(given_away, "") is None
    before = highlights.endings_version(season)
    endings.solve_waiting(stop=never)
    assert highlights.endings_version(season) != before
    assert (found(given_away, "").value, names(found(given_away, ""))) == (2, [("Bob",)])
    assert names(found(taken, "")) == [("Alice",)]
    SolvedEnding.objects.filter(hand=other).update(input_digest="of before")
    assert found(given_away, "").value == 1
    season.club.solves_endings = False
    assert found(given_away, "") is found(taken, "") is None


def test_the_closest_finish_and_the_biggest_win_are_those_of_sessions(play, found):
    play(SMALL, SMALL)  # Alice 6, the others -2
    far = play(LARGE, LARGE)
    close = play(sheet(0, 1, 1, 1), sheet(1, 0, 1, 2))  # Alice 2, Bob 3
    win, finish = found(HighlightKind.BIGGEST_WIN), found(HighlightKind.CLOSEST_FINISH)
    assert (win.value, win.holders[0].session) == (104, far[0].session_id)
    assert (finish.value, finish.holders[0].session) == (1, close[0].session_id)
    assert names(finish) == [("Bob",)]


def test_those_who_share_the_first_place_are_named_together(play, found):
    play(sheet(0, 1, 1, 1), sheet(1, 0, 1, 1))
    record = found(HighlightKind.CLOSEST_FINISH)
    assert (record.value, names(record)) == (0, [("Alice", "Bob")])
    assert found(HighlightKind.BIGGEST_WIN) is None


def test_a_session_of_one_hand_is_neither_close_nor_a_comeback(play, found):
    play(LARGE)
    assert found(HighlightKind.CLOSEST_FINISH) is None
    assert found(HighlightKind.COMEBACK) is None


def test_the_only_session_of_a_game_is_not_the_closest(play, found):
    play(SMALL, SMALL)
    assert found(HighlightKind.BIGGEST_WIN).value == 8
    assert found(HighlightKind.CLOSEST_FINISH) is None


def test_a_comeback_is_how_far_the_winner_was_behind_the_leader(play, found):
    first, *_ = play(sheet(0, 4, 1, 1), sheet(13, 0, 13, 13))  # Bob is 10 behind Alice, and wins
    record = found(HighlightKind.COMEBACK)
    assert (record.value, names(record), record.holders[0].hand) == (10, [("Bob",)], first.pk)


def test_the_lowest_total_wins_where_points_are_penalties(play, found):
    play(sheet(0, 9, 1, 1), sheet(7, 0, 1, 1), variant="gang-of-four")
    record = found(HighlightKind.CLOSEST_FINISH, "gang-of-four")
    assert (record.value, names(record)) == (0, [("Carol", "Dan")])


def test_the_longest_trick_counts_plays_and_not_passes(play, found):
    plays = ["1: 3C", "2: 3D", "3: 3H", "4: 3S", "1: 4C", "2: 4D", "3: pass", "4: pass", "1: pass"]
    rest = ["2: 5D 6D 7D 8D 9D", "2: 10D JD QD KD AD", "2: 2D"]
    long, _ = play({"dealt": DEAL, "events": [*plays, *rest], "passes": "implied"}, CLEAN)
    record = found(HighlightKind.LONGEST_TRICK)
    assert (record.value, names(record)) == (6, [("Bob",)])
    assert (record.holders[0].hand, record.holders[0].event) == (long.pk, 6)
    assert record.holders[0].text == "2: 4D"


def test_what_was_taken_back_is_no_play_of_its_trick(play, found):
    plays = ["1: 3C", "2: 3D", "2: takes back", "2: 4D", "3: pass", "4: pass", "1: pass"]
    rest = ["2: 5D 6D 7D 8D 9D", "2: 10D JD QD KD AD", "2: 3D", "2: 2D"]
    play({"dealt": DEAL, "events": [*plays, *rest], "passes": "implied"})
    assert found(HighlightKind.LONGEST_TRICK).value == 2


def test_bombs_are_counted_and_the_last_ones_named(play, found):
    play(CLEAN, CLEAN, CLEAN, CLEAN)  # two straight flushes each
    record = found(HighlightKind.BOMBS)
    assert (record.value, len(record.holders), record.others) == (8, highlights.MOST_BOMBS, 2)
    assert record.holders[-1].text == "1: 8C 9C 10C JC QC"


def test_the_rule_that_is_broken_most_is_named(play, found, season):
    play(CLEAN, ILLEGAL, day="2026-03-06")
    record = found(HighlightKind.MOST_BROKEN_RULE)
    assert record is None  # the hand is not finished
    finished = {**ILLEGAL, "events": [*ILLEGAL["events"][:4], "1: AC", "1: 2C"]}
    play(finished)
    record = found(HighlightKind.MOST_BROKEN_RULE)
    assert (record.value, [one.text for one in record.holders]) == (1, ["B1"])


def test_a_streak_goes_on_from_session_to_session_and_ends_with_a_hand_of_another(play, found):
    play(SMALL, SMALL, day="2026-03-05")
    play(SMALL, BOB_WINS, SMALL, day="2026-03-06")
    record = found(HighlightKind.LONGEST_STREAK, "")
    assert (record.value, names(record)) == (3, [("Alice",)])
    assert record.holders[0].day == date(2026, 3, 6)


def test_cards_left_are_averaged_over_ten_hands_or_more(play, found):
    play(*[sheet(0, 1, 2, 3)] * 9)
    assert found(HighlightKind.FEWEST_CARDS_LEFT) is None
    play(sheet(5, 0, 2, 3))
    record = found(HighlightKind.FEWEST_CARDS_LEFT)
    assert (record.value, names(record)) == (0.5, [("Alice",)])


def test_everybody_who_played_most_hands_is_named(play, found):
    play(SMALL, SMALL)
    record = found(HighlightKind.MOST_HANDS, "")
    assert (record.value, len(record.holders)) == (2, 4)


@pytest.mark.parametrize("bad", [{"void": "cards were exposed"}, {"annulled": "a wrong deal"}])
def test_hands_that_do_not_count_hold_no_record(play, found, bad):
    play(SMALL, {**LARGE, **bad})
    assert found(HighlightKind.MOST_POINTS).value == 3
    assert found(HighlightKind.MOST_HANDS, "").value == 1


def test_an_unfinished_hand_holds_no_record(play, found):
    play(UNFINISHED)
    assert found(HighlightKind.LONGEST_TRICK) is None
    assert found(HighlightKind.MOST_HANDS, "") is None


def test_merged_players_are_one(play, found, club, people, players):
    play(*[SMALL] * 2)
    other = Player.objects.create(club=club, name="Alicia")
    player_merges.merge(players[0], into=other, by=people.alice)
    assert names(found(HighlightKind.LONGEST_STREAK, "")) == [("Alicia",)]


@pytest.fixture
def answer(signed, season):
    """Return what somebody reads of the season."""

    def answer(who):
        return signed(who).get(f"/api/v1/seasons/{season.pk}/highlights/").json()

    return answer


def of_kind(answer, kind):
    return [one for one in answer["highlights"] if one["kind"] == kind]


def test_strangers_see_public_hands_only_and_no_disputes(play, answer, people, season):
    play(SMALL)
    secret, _ = play(LARGE, ILLEGAL)
    Club.objects.update(visibility=Visibility.PUBLIC)
    season.visibility = Visibility.PUBLIC
    season.save()
    Session.objects.exclude(pk=secret.session_id).update(visibility=Visibility.PUBLIC)
    illegal = secret.session.hands.get(position=2)
    new = NewDispute(event=4, claim="It is higher.")
    dispute_filing.raise_dispute(illegal, new, by=people.alice)
    member, stranger = answer(people.dan), answer(None)
    assert [of_kind(each, "most-points")[0]["value"] for each in (member, stranger)] == [39, 3]
    assert str(secret.session_id) not in str(stranger)
    assert (member["public_only"], stranger["public_only"]) == (False, True)
    assert of_kind(member, "most-disputed-rule")[0]["holders"][0]["text"] == "B1"
    assert of_kind(stranger, "most-disputed-rule") == []
    assert highlights.most_disputed_rule(season, Scope(), AnonymousUser()) == []


def test_a_long_season_is_counted_by_a_worker_and_again_after_a_change(
    play, answer, people, season, monkeypatch
):
    monkeypatch.setattr(highlights, "MOST_HANDS_READ", 0)
    (hand,) = play(SMALL)
    waiting = answer(people.dan)
    assert (waiting["current"], waiting["highlights"]) == (False, [])
    question = {"scope": {}}
    tasks.count_report(season=str(season.pk), kind=highlights.HIGHLIGHTS.name, question=question)
    counted = answer(people.dan)
    assert (counted["current"], of_kind(counted, "most-points")[0]["value"]) == (True, 3)
    play(LARGE)
    stale = answer(people.dan)
    assert (stale["current"], of_kind(stale, "most-points")[0]["value"]) == (False, 3)
    tasks.count_report(season=str(season.pk), kind=highlights.HIGHLIGHTS.name, question=question)
    current = answer(people.dan)
    assert (current["current"], of_kind(current, "most-points")[0]["value"]) == (True, 39)
    hand_amendments.amend(hand, Amendment(keys={"note": "Later."}), by=people.carol)
    assert (
        answer(people.dan)["current"] is False
    )  # the points are the same, the plays may be others
    assert SeasonReport.objects.get().version


def test_what_is_stored_is_read_as_it_was(db):
    season = demo_club.create_demo_club().club.seasons.get()
    listed = highlights.find(season, Scope())
    assert len({one.variant for one in listed}) == 6  # five games, and all of them together
    kind = highlights.HIGHLIGHTS
    content = SeasonRecords(listed, awards.results(season, Scope()))
    assert len(content.awards) == 2
    assert kind.from_json(kind.to_json(content)) == content


def test_members_of_a_season_without_hands_read_no_records(answer, people):
    assert answer(people.dan)["highlights"] == []
