"""Awards go to whoever wins a search for hands in a season; the index is asked, and says what a scan of the records says."""

from collections import Counter
from dataclasses import replace
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError

from scorekeeper import erasure, tasks
from scorekeeper.clubs import player_merges
from scorekeeper.hands import amendments, recording
from scorekeeper.hands.amendments import Amendment
from scorekeeper.idempotency import IdTakenError
from scorekeeper.management import demo_club
from scorekeeper.models import (
    AuditEntry,
    Award,
    Hand,
    Player,
    Season,
    SeasonReport,
    Session,
    Visibility,
)
from scorekeeper.replays import endings, frames, hand_search
from scorekeeper.replays.hand_search import HandQuestion, HandSort
from scorekeeper.standings import season_count
from scorekeeper.standings.scope import Scope
from scorekeeper.statistics import awards, highlights
from scorekeeper.statistics.awards import TooManyAwardsError
from tests.scorekeeper.sample_hands import CLEAN, DEAL, GIVEN_AWAY, ILLEGAL, SHEET
from tests.scorekeeper.turns import never

BOTH = {
    "dealt": DEAL,
    "events": ["1: 3C 4C 5C 6C 7C", "2: 3D 4D 5D 6D 7D", "2: 8D 9D 10D JD QD", "2: KD", "2: AD", "2: 2D"],
    "passes": "implied",
}  # fmt: skip
STOOD = {**ILLEGAL, "events": [*ILLEGAL["events"][:4], "1: AC", "1: 2C"]}
STRAIGHT_FLUSH = HandQuestion(combination="straight-flush")
SEARCHES = [
    *(HandQuestion(combination=one) for one in ("pair", "straight", "full-house", "gang-of-four")),
    HandQuestion(beaten=True),
    HandQuestion(combination="triple", beaten=True),
    HandQuestion(meld="pair"),
    *(HandQuestion(rule=one) for one in ("B1", "B17", "G9")),
    HandQuestion(illegal=True),
    HandQuestion(ruled=True),
    HandQuestion(comeback=True),
    HandQuestion(combination="straight-flush"),
]
"""Searches among the hands of the demo club; the last one finds none."""


def build():
    frames.rebuild_stale(stop=never)


@pytest.fixture
def play(open_session, season, people):
    """Record hands of a new session of the season, and index them; return their rows."""

    def play(*hands, day="2026-03-05", **columns):
        session = open_session(season=season, played_on=day, **columns)
        rows = [recording.record_hand(session, hand, by=people.carol).hand for hand in hands]
        build()
        return rows

    return play


@pytest.fixture
def give(club, people):
    def give(question, name="Bomb thrower", **more):
        return awards.make(club, name, question, by=people.alice, **more)[0]

    return give


@pytest.fixture
def won(season):
    """The value of the only award, and its winners by name with what else is told of them."""

    def won(scope=Scope()):  # noqa: B008
        (result,) = awards.results(season, scope)
        names = dict(Player.objects.values_list("pk", "name"))
        return result.value, [tuple(names[one] for one in each.players) for each in result.winners]

    return won


def test_the_player_with_most_hands_wins_however_often_it_happened_in_each(play, give, won):
    give(STRAIGHT_FLUSH)
    play(CLEAN, SHEET, CLEAN)  # Alice leads two straight flushes in each
    assert won() == (2, [("Alice",)])


def test_nobody_wins_where_nothing_is_found(play, give, won):
    give(HandQuestion(combination="full-house"))
    play(CLEAN)
    assert won() == (0, [])


def test_whoever_is_as_good_wins_too(play, give, won):
    give(STRAIGHT_FLUSH)
    play(BOTH)
    value, winners = won()
    assert (value, sorted(winners)) == (1, [("Alice",), ("Bob",)])


def test_the_winner_is_who_is_named_most_often_in_the_results_of_the_search(db):
    season = demo_club.create_demo_club().club.seasons.get()
    build()
    owner = season.club.members.get().user
    season.club.awards.all().delete()
    numbers = []
    for question in SEARCHES:
        award = Award.objects.create(
            club=season.club, name="Best", search=awards.search_of(question), by=owner
        )
        counted, after = Counter(), ""
        while after is not None:
            asked = replace(question, season=season)
            page = hand_search.find(asked, owner, after=after, most=50)
            for each in page.hands:
                players = dict(each.hand.scores.values_list("seat", "player"))
                counted.update({players[one.seat] for one in each.moments if one.seat})
            after = page.after
        (result,) = awards.results(season, Scope())
        named = {player for winner in result.winners for player in winner.players}
        assert result.value == max(counted.values(), default=0), question
        assert named == {one for one, number in counted.items() if number == result.value}
        numbers.append(result.value)
        award.delete()
    assert min(numbers[:-1]) > 0 == numbers[-1]


def test_all_that_is_looked_for_must_be_one_players(play, give, won, people):
    give(HandQuestion(combination="straight-flush", fault="does-not-beat"))
    play(STOOD)  # Alice has the straight flush, Bob the fault
    found = hand_search.find(
        HandQuestion(combination="straight-flush", fault="does-not-beat", club=Award.objects.get().club),
        people.alice,
        most=9,
    )  # fmt: skip
    assert len(found.hands) == 1
    assert won() == (0, [])


def test_in_an_order_the_best_hand_wins_and_equal_hands_share(play, give, season, people):
    give(HandQuestion(sort=HandSort.POINTS))
    _, strong, equal = play({"cards_left": [0, 1, 1, 1]}, {"cards_left": [5, 0, 8, 12]}, {"cards_left": [5, 0, 8, 12]})  # fmt: skip
    (result,) = awards.results(season, Scope())
    assert (result.value, result.others) == (25, 0)
    assert [winner.hand for winner in result.winners] == [strong.pk, equal.pk]
    assert [winner.seat for winner in result.winners] == [2, 2]


def test_who_won_the_longest_trick_is_shown_at_its_last_play(play, give, season, won):
    give(HandQuestion(sort=HandSort.TRICK))
    (hand,) = play(CLEAN)
    (result,) = awards.results(season, Scope())
    (winner,) = result.winners
    assert (winner.hand, result.value) == (hand.pk, hand.indexed.longest_trick)
    assert winner.text == hand.head.content["events"][winner.event - 1]
    assert won()[1] == [("Alice",)]


def test_hands_without_a_trick_win_no_award_for_the_longest(play, give, won):
    give(HandQuestion(sort=HandSort.TRICK))
    play(SHEET)
    assert won() == (0, [])


def test_those_who_are_too_many_are_counted(play, give, season, monkeypatch):
    monkeypatch.setattr(awards, "MOST_NAMED", 2)
    give(HandQuestion(sort=HandSort.POINTS))
    play(*[{"cards_left": [0, 1, 1, 1]}] * 5)
    (result,) = awards.results(season, Scope())
    assert (len(result.winners), result.others) == (2, 3)


def test_a_merged_player_wins_as_the_one_who_stays(play, give, won, club, people):
    give(STRAIGHT_FLUSH)
    play(CLEAN)
    alicia = Player.objects.create(club=club, name="Alicia")
    player_merges.merge(Player.objects.get(name="Alice"), alicia, by=people.bob)
    assert won() == (1, [("Alicia",)])


def test_people_outside_the_club_get_the_winner_of_public_sessions(play, give, won, season):
    give(STRAIGHT_FLUSH)
    (hand,) = play(CLEAN)
    assert won()[0] == 1
    season.club.visibility = season.visibility = Visibility.PUBLIC
    season.club.save()
    season.save()
    Session.objects.filter(pk=hand.session_id).update(visibility=Visibility.PRIVATE)
    assert won(Scope().for_reader(season, AnonymousUser())) == (0, [])
    Session.objects.filter(pk=hand.session_id).update(visibility=Visibility.PUBLIC)
    assert won(Scope().for_reader(season, AnonymousUser())) == (1, [("Alice",)])


def test_another_season_has_winners_of_its_own(play, give, won, season, people):
    give(STRAIGHT_FLUSH)
    play(CLEAN)
    other = Season.objects.create(club=season.club, name="Autumn")
    (result,) = awards.results(other, Scope())
    assert (result.value, won()[0]) == (0, 1)


def test_an_amended_hand_wins_nothing_until_it_is_indexed_again(play, give, won, season, people):
    give(STRAIGHT_FLUSH)
    (hand,) = play(CLEAN)
    hand = Hand.objects.get(pk=hand.pk)
    amendments.amend(
        hand, Amendment(keys={"events": ["1: 3C"]}, reason="So it was."), by=people.bob
    )
    assert won() == (0, [])
    amendments.amend(
        Hand.objects.get(pk=hand.pk), Amendment(keys={"events": CLEAN["events"]}, reason="No."), by=people.bob
    )  # fmt: skip
    waiting = awards.version(season)
    build()
    assert awards.version(season) != waiting
    assert won() == (1, [("Alice",)])


def test_certain_wins_count_unless_the_club_has_endings_switched_off(play, give, won, club):
    give(HandQuestion(given_away=True))
    play(GIVEN_AWAY)
    endings.solve_waiting(stop=never)
    assert won() == (1, [("Bob",)])
    type(club).objects.update(solves_endings=False)
    assert won() == (0, [])


@pytest.mark.parametrize(
    "question",
    [
        HandQuestion(),
        HandQuestion(variant="big-two", min_points=5),
        HandQuestion(combination="pair", players=(uuid4(),)),
        HandQuestion(combination="pair", since="2026-03-01"),
    ],
)
def test_a_search_that_nobody_can_win_or_that_is_not_for_everybody_is_no_award(give, question):
    with pytest.raises(ValidationError) as refused:
        give(question)
    assert refused.value.error_dict.keys() == {"search"}
    assert not Award.objects.exists()


def test_a_name_is_given_once_whatever_its_capital_letters(give, people):
    first = give(STRAIGHT_FLUSH)
    with pytest.raises(ValidationError) as refused:
        give(HandQuestion(rule="B17"), name=" bomb  Thrower")
    assert refused.value.error_dict["name"][0].code == "name-taken"
    awards.take_away(first, by=people.bob)
    assert give(HandQuestion(rule="B17"), name="Bomb thrower").pk != first.pk


def test_a_club_gives_twelve_awards_at_most(give, people):
    given = [give(STRAIGHT_FLUSH, name=f"Award {number}") for number in range(12)]
    with pytest.raises(TooManyAwardsError, match="up to 12 awards"):
        give(STRAIGHT_FLUSH, name="One more")
    awards.take_away(given[0], by=people.bob)
    give(STRAIGHT_FLUSH, name="One more")


def test_an_award_is_made_once_under_its_id(give):
    pk = uuid4()
    assert give(STRAIGHT_FLUSH, id=pk) == give(STRAIGHT_FLUSH, id=pk)
    assert AuditEntry.objects.filter(act="award made").count() == 1
    with pytest.raises(IdTakenError):
        give(HandQuestion(rule="B17"), id=pk)


def test_an_award_that_is_taken_away_stays_as_a_row(give, people, season):
    award = give(STRAIGHT_FLUSH)
    assert awards.take_away(award, by=people.bob)
    assert not awards.take_away(award, by=people.alice)
    award.refresh_from_db()
    assert (award.removed_by, awards.results(season, Scope())) == (people.bob, [])
    assert AuditEntry.objects.filter(act="award taken away").count() == 1


def test_what_is_stored_is_the_search_again():
    question = HandQuestion(
        variant="big-two", combination="pair", beaten=True, min_points=5.0, max_points=7.5, sort=HandSort.POINTS
    )  # fmt: skip
    assert awards.question_of(awards.search_of(question)) == question


@pytest.mark.parametrize("search", [{"flavor": "sweet"}, {"beaten": "yes"}, {"players": []}, {"sort": "best"}])  # fmt: skip
def test_a_search_of_another_release_is_no_search_here(search):
    with pytest.raises(ValueError, match=r"best|No award searches for"):
        awards.question_of(search)


def test_an_erased_player_leaves_the_names_of_awards(give, players, people):
    award, other = give(STRAIGHT_FLUSH, name="Dan’s cup"), give(STRAIGHT_FLUSH, name="Cup")
    erasure.erase(Player.objects.get(name="Dan"), confirm="Dan", by=people.alice)
    award.refresh_from_db()
    other.refresh_from_db()
    assert (award.name, other.name) == ("removed", "Cup")


def test_workers_count_the_awards_of_a_long_season_again_after_the_index_changed(
    play, give, season, people, monkeypatch
):
    play(CLEAN)
    monkeypatch.setattr(highlights, "MOST_HANDS_READ", 0)
    give(STRAIGHT_FLUSH)

    def read():
        return highlights.of_season(season_count.read(season), Scope())

    def count():
        report = read()
        tasks.count_report(season=str(season.pk), kind=report.kind, question=dict(report.question))

    assert read().content is None
    count()
    assert [one.value for one in read().content.awards] == [1]
    assert read().is_current
    session = Session.objects.get()
    recording.record_hand(session, CLEAN, by=people.carol)
    build()
    assert not read().is_current
    assert SeasonReport.objects.count() == 1
